/*
 * browse_compare — an opened run against the ledger and the live index.
 */
#include "core/record/browse_compare.h"

#include <string.h>
#include <sys/stat.h>

#include "core/base/digest.h"
#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/record/alerts.h"
#include "core/record/browse.h"
#include "core/record/ledger.h"
#include "core/record/workspace_request.h"
#include "core/record/store.h"

struct json *ledger_line_of(const char *state, const char *run_id)
{
	OWNED(ledger_reader) struct ledger_reader *l = NULL;
	OWNED_MEM char *mark = str_format("\"run_id\":\"%s\"", run_id);
	struct ledger_line line;
	struct error unused;

	if (!ledger_open(state, &l, &unused))
		return NULL;
	while (l && ledger_next(l, &line)) {
		struct json *value = memmem(line.bytes, line.len, mark, strlen(mark)) ? ledger_parse(&line) : NULL;

		if (value)
			return value;
	}
	return NULL;
}

bool run_is_supervised(const char *state, const char *run_id)
{
	struct live_entry *live;
	size_t count;
	struct error unused;
	bool found = false;

	if (!store_live_list(state, &live, &count, &unused))
		return false;
	for (size_t i = 0; i < count; i++)
		found = found || (live[i].owned && strcmp(live[i].run_id, run_id) == 0);
	store_live_free(live, count);
	return found;
}

/* First, before what follows from it. */
static void add_damage_first(struct run_view *v, const char *sentence)
{
	CLEARED(strlist) struct strlist rest = v->damage;

	v->damage = (struct strlist){ 0 };
	strlist_add(&v->damage, sentence);
	strlist_copy(&v->damage, &rest);
	str_set(&v->row.damage, sentence);
}

static void set_running(struct run_row *row)
{
	row->outcome = OUTCOME_RUNNING;
	str_set(&row->reason, NULL);
	str_set(&row->message, NULL);
}

/* Nobody writes it any more, and nothing seals it: however its children ended, this run is not done. */
static void set_unsealed(struct run_row *row)
{
	row->outcome = OUTCOME_LOST;
	if (row->reason)
		return;
	str_set(&row->reason, reason_slug(REASON_RECORD_NOT_SAVED));
	str_set(&row->message, "the record of this run could not be written to its end: there is no proof.json that can be read, "
			       "and its transcript does not say how the run ended");
}

char *proof_differs(const struct run_view *v, const char *sealed)
{
	OWNED_MEM char *path = path_join(v->row.directory, RECORD_PROOF_NAME);
	char hex[DIGEST_HEX_BYTES];
	struct stat st;

	if (!v->proof_text && lstat(path, &st) == 0)
		return str_format("the ledger sealed a proof.json (%.12s), and what is in its place is empty or cannot be read", sealed);
	if (!v->proof_text)
		return str_format("the ledger sealed a proof.json (%.12s) that is not there any more", sealed);
	digest_of(v->proof_text, v->proof_bytes, hex);
	if (strcmp(sealed, hex) == 0)
		return NULL;
	return str_format("proof.json is not what the ledger sealed (%.12s there, %.12s here): it was changed after the run", sealed, hex);
}

/* What the ledger says of the end stands, whatever became of the record. */
static void take_line(const struct json *line, struct run_row *row)
{
	CLEARED(run_row) struct run_row said = { 0 };

	ledger_row(line, &said);
	row->outcome = said.outcome;
	str_set(&row->reason, said.reason);
	str_set(&row->message, said.message);
	row->started_ms = said.started_ms;
	row->ended_ms = said.ended_ms;
	row->n_children = said.n_children;
	row->alerts = said.alerts;
	row->grant_used_known = said.grant_used_known;
	row->grant_used = said.grant_used;
}

void browse_compare(const char *state, struct run_view *v)
{
	const bool by_peer = v->manifest && !json_has(v->manifest, "console");
	OWNED(json) struct json *line = ledger_line_of(state, v->row.run_id);
	CLEARED(strlist) struct strlist acknowledged = { 0 };
	const char *sealed = json_get_string(line, "proof_sha256");
	OWNED_MEM char *differs = sealed ? proof_differs(v, sealed) : NULL;

	str_set(&v->row.proof_sha256, sealed);
	if (differs)
		take_line(line, &v->row);
	if (differs)
		add_damage_first(v, differs);
	alerts_acknowledged(state, &acknowledged);
	v->row.acknowledged = v->row.alerts > 0 && alerts_is_acknowledged(&acknowledged, v->row.run_id);
	if (v->proof || sealed)
		return;
	if (run_is_supervised(state, v->row.run_id))
		set_running(&v->row);
	else if (!by_peer)
		set_unsealed(&v->row);
}
