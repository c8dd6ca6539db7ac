/*
 * scanned — the two readers of a ledger line held against each other: whatever the scanner takes is canonical JSON, and
 * the JSON parser makes the same row of it.
 */
#ifndef TESTS_SPEC_RECORD_SCANNED_H
#define TESTS_SPEC_RECORD_SCANNED_H
#include <string.h>

#include "core/base/mem.h"
#include "core/record/ledger_scan.h"

static inline bool same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static inline bool same_row(const struct run_row *a, const struct run_row *b)
{
	return same_text(a->run_id, b->run_id) && same_text(a->directory, b->directory) && same_text(a->repository, b->repository) &&
	       same_text(a->adapter, b->adapter) && same_text(a->label, b->label) && same_text(a->reason, b->reason) &&
	       same_text(a->message, b->message) && same_text(a->damage, b->damage) && same_text(a->proof_sha256, b->proof_sha256) &&
	       a->started_ms == b->started_ms && a->ended_ms == b->ended_ms && a->n_children == b->n_children &&
	       a->topology_known == b->topology_known && a->topology == b->topology && a->mode_known == b->mode_known &&
	       a->mode == b->mode && a->grant_known == b->grant_known && a->git_write == b->git_write &&
	       a->grant_used_known == b->grant_used_known && a->grant_used == b->grant_used && a->outcome == b->outcome &&
	       a->alerts == b->alerts;
}

static inline bool is_canonical(const struct ledger_line *line, const struct json *value)
{
	CLEARED(text) struct text bytes = { 0 };

	json_write(value, JSON_CANONICAL, &bytes);
	return bytes.len == line->len && memcmp(text_c(&bytes), line->bytes, line->len) == 0;
}

static inline bool readers_agree(const struct ledger_line *line, bool *ret_scanned)
{
	OWNED(row_text) struct row_text *texts = row_text_new();
	OWNED(json) struct json *value = NULL;
	struct ledger_scanner scanner = { 0 };
	struct run_row scanned, parsed;
	struct error unused;
	bool same;

	*ret_scanned = ledger_scan(&scanner, line, texts, &scanned);
	if (!*ret_scanned)
		return true;
	if (!json_parse(line->bytes, line->len, &value, &unused) || !is_canonical(line, value))
		return false;
	ledger_row(value, &parsed);
	same = same_row(&scanned, &parsed);
	run_row_clear(&parsed);
	return same;
}
#endif
