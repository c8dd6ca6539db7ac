/*
 * attest — one attestation from its scratch to its file; see attest.h.
 */
#include "core/run/attest.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/run/attest_try.h"
#include "core/run/probe.h"
#include "core/run/question.h"

#define VERSION_LIMIT_MS 5000

static const uint64_t limits_ms[] = { [ATTEST_WAY_SANDBOX] = 10000, [ATTEST_WAY_EXEC] = 180000 };

static bool declares_a_mode(const struct adapter *adapter)
{
	return adapter->declares.native_mode[POLICY_READ_ONLY] || adapter->declares.native_mode[POLICY_WORKSPACE_WRITE];
}

const struct adapter *attest_subject(const struct adapter *adapter, enum attest_way way, const char **ret_why)
{
	const struct adapter *subject = adapter;

	*ret_why = "it declares no filesystem policy, so there is nothing to be observed";
	if (!declares_a_mode(adapter))
		return NULL;
	if (way == ATTEST_WAY_SANDBOX && !adapter->plain_command)
		subject = adapter->sandbox;
	*ret_why = "its program is not known to run a plain command in its sandbox; --path exec tries it through a model";
	if (!subject)
		return NULL;
	*ret_why = "it runs plain commands and no model, so its only path is sandbox";
	return way == ATTEST_WAY_EXEC && adapter->plain_command ? NULL : subject;
}

static void try_all(const struct engine *e, const struct adapter *adapter, struct attest_report *ret, const struct attest_place *place)
{
	struct sandbox_attestation *made = &ret->made;
	CLEARED(strlist) struct strlist open = { 0 };
	struct attest_seen seen[ATTEST_CELL_COUNT] = { 0 };
	struct text whys[ATTEST_CELL_COUNT] = { 0 };
	enum attest_result results[ATTEST_CELL_COUNT];
	const bool asked = made->way == ATTEST_WAY_EXEC && adapter->question && question_answer(e, adapter, made->program.path, &open);
	const struct attempt attempt = { .place = place, .adapter = adapter, .open = asked ? &open : NULL,
		.agent = made->way == ATTEST_WAY_EXEC, .limit_ms = limits_ms[made->way] };
	bool late = false;

	for (int cell = 0; cell < ATTEST_CELL_COUNT; cell++) {
		if (!late)
			attest_try(&attempt, (enum attest_cell)cell, &seen[cell], &whys[cell]);
		else
			seen[cell] = (struct attest_seen){ .tried = true, .why_not = "it was not tried, because one before it did not end in time" };
		late |= seen[cell].tried && !seen[cell].in_time && !seen[cell].why_not;
	}
	for (int cell = 0; cell < ATTEST_CELL_COUNT; cell++) {
		CLEARED(text) struct text why = { 0 };

		results[cell] = made->cells[cell].result = attest_judge(seen, (enum attest_cell)cell, &why);
		made->cells[cell].sentence = text_take(&why);
		made->cells[cell].seen = seen[cell];
		made->cells[cell].seen.why_not = NULL;
		text_clear(&whys[cell]);
	}
	ret->result = attest_all(results);
	ret->tried = true;
}

/* The first cell that has the result of the whole says why. */
static void sum_up(struct attest_report *ret)
{
	size_t of = 0, held = 0, says = ATTEST_CELL_COUNT;

	for (size_t cell = ATTEST_CELL_COUNT; cell-- > 0;) {
		of += ret->made.cells[cell].result != ATTEST_DECLARED;
		held += ret->made.cells[cell].result == ATTEST_ATTESTED;
		if (ret->made.cells[cell].result == ret->result)
			says = cell;
	}
	if (ret->result == ATTEST_ATTESTED || says == ATTEST_CELL_COUNT)
		ret->sentence = str_format("%s: %zu of %zu projections attested through %s, in a linked worktree, headless",
					   ret->made.adapter, held, of, attest_way_words(ret->made.way));
	else
		ret->sentence = str_format("%s is %s through %s: %s", ret->made.adapter, attest_result_word(ret->result),
					   attest_way_words(ret->made.way), ret->made.cells[says].sentence);
}

static bool begin(const struct engine *e, const struct adapter *subject, enum attest_way way, struct sandbox_attestation *made,
		  struct error *err)
{
	OWNED_MEM char *path = program_find(e->places->path, subject->program);

	if (!path)
		return error_set(err, REASON_ADAPTER_MISSING, "the program %s is not on PATH", subject->program);
	made->adapter = str_copy(subject->id);
	made->way = way;
	made->at_ms = e->ports->wall_ms(e->ports->self);
	sandbox_attestation_here(made);
	if (!program_see(path, &made->program, err) || !program_seen_digest(&made->program, err))
		return false;
	made->version = probe_version(e, subject, path, VERSION_LIMIT_MS);
	return true;
}

static bool attest(const struct engine *e, struct attest_report *ret, enum attest_way way, struct error *err)
{
	const uint64_t from = e->ports->steady_ms(e->ports->self);
	struct attest_place place = { .lock = -1, .heard = -1 };
	bool ok = begin(e, ret->subject, way, &ret->made, err) && attest_place_make(e, &place, err);

	if (ok)
		try_all(e, ret->subject, ret, &place);
	attest_place_clear(&place);
	if (!ok)
		return false;
	ret->made.took_ms = e->ports->steady_ms(e->ports->self) - from;
	ret->stored = sandbox_attestation_save(e->places->state, &ret->made, err);
	return ret->stored;
}

void engine_attest(const struct engine *e, const struct adapter *adapter, enum attest_way way, struct attest_report *ret)
{
	struct error err = { 0 };
	const char *why = NULL;

	*ret = (struct attest_report){ .result = ATTEST_INCONCLUSIVE, .subject = attest_subject(adapter, way, &why) };
	if (!ret->subject) {
		ret->sentence = str_format("%s cannot be attested: %s", adapter->id, why);
		return;
	}
	if (attest(e, ret, way, &err)) {
		sum_up(ret);
		return;
	}
	ret->sentence =
		str_format("%s: %s: %s", adapter->id, ret->tried ? "what was observed is not kept" : "nothing could be observed", err.text);
	if (ret->tried && ret->result != ATTEST_CONTRADICTED)
		ret->result = ATTEST_INCONCLUSIVE;
}

void attest_report_clear(struct attest_report *r)
{
	free(r->sentence);
	sandbox_attestation_clear(&r->made);
	*r = (struct attest_report){ 0 };
}
