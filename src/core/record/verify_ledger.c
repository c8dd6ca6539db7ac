/*
 * verify_ledger — a record against the ledger: its digest, what both say of the run, and the line that was the ledger's
 * last when the run was sealed.
 */
#include "core/record/verify_ledger.h"

#include <inttypes.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/record/anchor.h"
#include "core/record/browse_compare.h"
#include "core/record/harnery.h"
#include "core/record/verify_workspace.h"

#define ROOM_FIRST 64
#define COMPARED_MAX 190 /* what is longer is clipped in one of the two */

void ledger_known_clear(struct ledger_known *k)
{
	for (size_t i = 0; i < k->count; i++)
		run_row_clear(&k->lines[i].row);
	free(k->lines);
	free(k->by_run);
	*k = (struct ledger_known){ 0 };
}

void ledger_known_add(struct ledger_known *k, const struct ledger_line *line, const struct json *value)
{
	struct known_line *known;

	if (k->count == k->room) {
		k->room = k->room ? k->room * 2 : ROOM_FIRST;
		k->lines = mem_grow(k->lines, k->room, sizeof *k->lines);
	}
	known = &k->lines[k->count++];
	*known = (struct known_line){ .seq = 0 };
	(void)json_get_int(value, "seq", &known->seq);
	digest_of(line->bytes, line->len, known->sha256);
	ledger_row(value, &known->row);
}

bool ledger_known_of(const char *state, const char *run_id, int64_t seq, struct ledger_known *ret, struct error *err)
{
	OWNED(ledger_reader) struct ledger_reader *l = NULL;
	OWNED_MEM char *run = str_format("\"run_id\":\"%s\"", run_id), *number = str_format("\"seq\":%" PRId64 ",", seq);
	struct ledger_line line;

	if (!ledger_open(state, &l, err))
		return false;
	while (l && ledger_next(l, &line)) {
		bool wanted = memmem(line.bytes, line.len, run, strlen(run)) || memmem(line.bytes, line.len, number, strlen(number));
		OWNED(json) struct json *value = wanted ? ledger_parse(&line) : NULL;

		if (value)
			ledger_known_add(ret, &line, value);
	}
	return true;
}

static int by_run(const void *a, const void *b)
{
	return strcmp((*(const struct known_line *const *)a)->row.run_id, (*(const struct known_line *const *)b)->row.run_id);
}

void ledger_known_sort(struct ledger_known *k)
{
	k->by_run = mem_new(k->count + 1, sizeof *k->by_run);
	for (size_t i = 0; i < k->count; i++)
		k->by_run[i] = &k->lines[i];
	qsort(k->by_run, k->count, sizeof *k->by_run, by_run);
}

static const struct known_line *find_sorted(const struct ledger_known *k, const char *run_id)
{
	size_t low = 0, high = k->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = strcmp(k->by_run[middle]->row.run_id, run_id);

		if (order == 0)
			return k->by_run[middle];
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

const struct known_line *ledger_known_run(const struct ledger_known *k, const char *run_id)
{
	if (k->by_run)
		return find_sorted(k, run_id);
	for (size_t i = 0; i < k->count; i++)
		if (strcmp(k->lines[i].row.run_id, run_id) == 0)
			return &k->lines[i];
	return NULL;
}

const struct known_line *ledger_known_seq(const struct ledger_known *k, int64_t seq)
{
	if (seq > 0 && (uint64_t)seq <= k->count && k->lines[seq - 1].seq == seq)
		return &k->lines[seq - 1];
	for (size_t i = 0; i < k->count; i++)
		if (k->lines[i].seq == seq)
			return &k->lines[i];
	return NULL;
}

static void check_digest(struct checking *c, const struct known_line *line)
{
	const char *sealed = line->row.proof_sha256 ? line->row.proof_sha256 : "nothing";
	OWNED_MEM char *differs = proof_differs(c->view, sealed);

	if (differs)
		verify_finding(c->v, "%s", differs);
	else
		strlist_add_format(&c->v->checked, "proof: digest %.12s as in the ledger", sealed);
}

/* What the line says of the run is what its proof says: the last line of the ledger is sealed by nothing behind it. */
static void check_said(struct checking *c, const struct known_line *line)
{
	const struct json *console = json_get(c->view->proof, "console"), *requested = json_get(console, "requested");
	const struct run_row *row = &line->row;
	const struct { const char *what, *ledger, *proof; } said[] = {
		{ "outcome", outcome_word(row->outcome), json_get_string(console, "outcome") },
		{ "topology", row->topology_known ? topology_word(row->topology) : NULL, json_get_string(console, "topology") },
		{ "mode", row->mode_known ? policy_word(row->mode) : NULL, json_get_string(requested, "mode") },
		{ "grant", row->grant_known ? git_write_word(row->git_write) : NULL, json_get_string(requested, "git_write") },
		{ "adapter", row->adapter, json_get_string(requested, "adapter") },
		{ "label", row->label, json_get_string(console, "label") },
		{ "directory", row->directory, c->view->row.directory },
	};

	for (size_t i = 0; c->view->proof && console && i < COUNT_OF(said); i++) {
		const char *there = said[i].ledger ? said[i].ledger : "none", *here = said[i].proof ? said[i].proof : "none";

		if (strcmp(there, here) == 0 || strlen(here) > COMPARED_MAX)
			continue;
		verify_finding(c->v, "the ledger says %s %s of this run and its record says %s: one of them was rewritten", said[i].what,
			       there, here);
		return;
	}
}

/* line NULL: the run itself has none. */
static void check_anchor(struct checking *c, const struct ledger_known *known, const struct known_line *line)
{
	const struct known_line *there;
	struct ledger_anchor anchor;

	if (!anchor_read(c->view->proof, &anchor))
		return;
	there = anchor.seq > 0 ? ledger_known_seq(known, anchor.seq) : NULL;
	if (!line && anchor.seq > 0 && (!there || strcmp(there->sha256, anchor.sha256) != 0))
		verify_finding(
			c->v,
			"this run was sealed behind line %" PRId64
			" (%.12s) of a ledger, which is not in this one: it was sealed with the ledger of another state directory, or this "
			"ledger was rolled back or rewritten",
			anchor.seq, anchor.sha256);
	else if (anchor.seq > 0 && !there)
		verify_finding(
			c->v,
			"the ledger had a line %" PRId64
			" (%.12s) when this run was sealed, which is not there any more: the ledger was rolled back, or lines of it removed",
			anchor.seq, anchor.sha256);
	else if (there && strcmp(there->sha256, anchor.sha256) != 0)
		verify_finding(c->v,
			       "line %" PRId64 " of the ledger (%.12s) is not the one that was its last when this run was sealed (%.12s): "
			       "the ledger was rolled back and written on, or rewritten",
			       anchor.seq, there->sha256, anchor.sha256);
	else if (line && line->seq <= anchor.seq)
		verify_finding(c->v,
			       "the ledger's line of this run has number %" PRId64 " but number %" PRId64
			       " was there before it was sealed: lines were moved",
			       line->seq, anchor.seq);
	else if (line && anchor.seq > 0)
		strlist_add_format(&c->v->checked, "ledger: line %" PRId64 ", its last when this run was sealed, is still there",
				   anchor.seq);
}

void verify_line(struct checking *c, const struct ledger_known *known, const struct known_line *line)
{
	check_anchor(c, known, line);
	if (line) {
		check_digest(c, line);
		check_said(c, line);
		return;
	}
	if (json_has(c->view->proof, "console"))
		verify_finding(c->v, "the ledger of this machine has no line for this run: its line was removed, or the record was made "
				     "elsewhere or by hand");
	strlist_add(&c->v->checked, "ledger: the run is not in it, so nothing outside the record vouches for proof.json");
}
