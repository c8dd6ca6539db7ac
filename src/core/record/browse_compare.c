/*
 * browse_compare — an opened run against the ledger and the live index.
 */
#include "core/record/browse_compare.h"

#include <string.h>

#include "core/base/digest.h"
#include "core/base/mem.h"
#include "core/record/alerts.h"
#include "core/record/browse.h"
#include "core/record/ledger.h"
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

static void add_damage(struct run_view *v, char *taken_sentence)
{
	if (!v->row.damage)
		v->row.damage = str_copy(taken_sentence);
	strlist_take(&v->damage, taken_sentence);
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

static void compare_proof(struct run_view *v, const char *sealed)
{
	char hex[DIGEST_HEX_BYTES];

	if (!v->proof_text) {
		add_damage(v, str_format("the ledger sealed a proof.json (%.12s) that is not there any more", sealed));
		return;
	}
	digest_of(v->proof_text, v->proof_bytes, hex);
	if (strcmp(sealed, hex) != 0)
		add_damage(v, str_format("proof.json is not what the ledger sealed (%.12s there, %.12s here): it was changed after the run",
					 sealed, hex));
}

void browse_compare(const char *state, struct run_view *v)
{
	const bool by_peer = v->manifest && !json_has(v->manifest, "console");
	OWNED(json) struct json *line = ledger_line_of(state, v->row.run_id);
	CLEARED(strlist) struct strlist acknowledged = { 0 };
	const char *sealed = json_get_string(line, "proof_sha256");

	str_set(&v->row.proof_sha256, sealed);
	alerts_acknowledged(state, &acknowledged);
	v->row.acknowledged = v->row.alerts > 0 && alerts_is_acknowledged(&acknowledged, v->row.run_id);
	if (sealed)
		compare_proof(v, sealed);
	if (v->proof)
		return;
	if (run_is_supervised(state, v->row.run_id))
		set_running(&v->row);
	else if (!by_peer)
		set_unsealed(&v->row);
}
