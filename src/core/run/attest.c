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

/* Each cell has a place and a command of its own. Agents are tried one after the other: they are the user's own login. */
static const int at_once[] = { [ATTEST_WAY_SANDBOX] = ATTEST_CELL_COUNT, [ATTEST_WAY_EXEC] = 1 };

struct trying {
	const struct engine *engine;
	struct attest_report *report;
	struct attempt attempt;
	struct attest_seen seen[ATTEST_CELL_COUNT];
	struct text whys[ATTEST_CELL_COUNT];
	struct probe version;       /* asked for while the rest is done */
	struct text version_text;
	struct error err;           /* of reading the program */
	bool late;
};

static void watch(struct trying *t, struct attest_trial *const *trials, int count)
{
	struct probe *probes[ATTEST_CELL_COUNT + 1];

	for (int i = 0; i < count; i++)
		probes[i] = attest_trial_probe(trials[i]);
	probes[count] = &t->version;
	probe_watch(t->engine, probes, (size_t)count + 1);
}

/* The program is read while the commands run. */
static bool try_some(struct trying *t, int from, int count)
{
	struct attest_trial *trials[ATTEST_CELL_COUNT];
	bool read;

	for (int i = 0; i < count; i++)
		trials[i] = attest_trial_begin(&t->attempt, (enum attest_cell)(from + i));
	read = program_seen_digest(&t->report->made.program, &t->err);
	watch(t, trials, count);
	for (int i = 0; i < count; i++) {
		struct attest_seen *seen = &t->seen[from + i];

		attest_trial_end(&trials[i], seen, &t->whys[from + i]);
		t->late |= seen->tried && !seen->in_time && !seen->why_not;
	}
	return read;
}

static bool try_each(struct trying *t)
{
	const int step = at_once[t->report->made.way];

	for (int cell = 0; cell < ATTEST_CELL_COUNT; cell += step) {
		if (t->late)
			t->seen[cell] = (struct attest_seen){ .tried = true, .why_not = "it was not tried, because one before it did not end in time" };
		else if (!try_some(t, cell, step))
			return false;
	}
	return true;
}

static void judge_all(struct trying *t)
{
	struct sandbox_attestation *made = &t->report->made;
	enum attest_result results[ATTEST_CELL_COUNT];

	for (int cell = 0; cell < ATTEST_CELL_COUNT; cell++) {
		CLEARED(text) struct text why = { 0 };

		results[cell] = made->cells[cell].result = attest_judge(t->seen, (enum attest_cell)cell, &why);
		made->cells[cell].sentence = text_take(&why);
		made->cells[cell].seen = t->seen[cell];
		made->cells[cell].seen.why_not = NULL;
	}
	t->report->result = attest_all(results);
	t->report->tried = true;
}

static bool try_all(const struct engine *e, const struct attest_scratch *scratch, const char *version, struct attest_report *ret,
		    struct error *err)
{
	struct sandbox_attestation *made = &ret->made;
	CLEARED(strlist) struct strlist open = { 0 };
	struct trying t = { .engine = e, .report = ret,
		.attempt = { .scratch = scratch, .adapter = ret->subject, .agent = made->way == ATTEST_WAY_EXEC, .limit_ms = limits_ms[made->way] } };
	bool ok;

	if (version)
		str_set(&made->version, version);
	if (!made->version)
		(void)probe_version_start(e, ret->subject, made->program.path, VERSION_LIMIT_MS, &t.version_text, &t.version);
	if (t.attempt.agent && ret->subject->question && question_answer(e, ret->subject, made->program.path, &open))
		t.attempt.open = &open;
	ok = try_each(&t);
	if (ok)
		judge_all(&t);
	if (!made->version)
		made->version = probe_version_read(&t.version);
	probe_clear(&t.version);
	text_clear(&t.version_text);
	for (int cell = 0; cell < ATTEST_CELL_COUNT; cell++)
		text_clear(&t.whys[cell]);
	if (!ok)
		*err = t.err;
	return ok;
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

/* Digests of files that were not touched since, and what they said of their version: the same bytes say the same. */
static void remember(struct sandbox_attestation *made, const struct sandbox_attestation *before)
{
	const struct program_seen *p = &made->program;

	program_seen_remember(&made->program, &before->program);
	if (p->sha256[0] && !p->unknown && (!p->starts || p->starts->sha256[0]))
		str_set(&made->version, before->version);
}

static bool begin(const struct engine *e, const struct adapter *subject, enum attest_way way, struct sandbox_attestation *made,
		  struct error *err)
{
	OWNED_MEM char *path = program_find(e->places->path, subject->program);
	CLEARED(sandbox_attestation) struct sandbox_attestation before = { 0 };
	OWNED_MEM char *why = NULL;

	if (!path)
		return error_set(err, REASON_ADAPTER_MISSING, "the program %s is not on PATH", subject->program);
	made->adapter = str_copy(subject->id);
	made->way = way;
	made->at_ms = e->ports->wall_ms(e->ports->self);
	sandbox_attestation_here(made);
	if (!program_see(path, &made->program, err))
		return false;
	program_see_started(&made->program, subject->starts);
	if (sandbox_attestation_find(e->places->state, subject->id, &made->program, NULL, &before, &why))
		remember(made, &before);
	return true;
}

/* What was tried is what was read, unless somebody put another in its place meanwhile. */
static bool is_still_there(const struct sandbox_attestation *made, struct error *err)
{
	return program_seen_unchanged(&made->program) ||
	       error_set(err, REASON_SYSTEM, "%s was replaced while it was tried; try it again", made->program.path);
}

static bool attest(const struct engine *e, struct attest_report *ret, enum attest_way way, const char *version, struct error *err)
{
	const uint64_t from = e->ports->steady_ms(e->ports->self);
	struct attest_scratch scratch = { .lock = -1 };
	bool ok = begin(e, ret->subject, way, &ret->made, err) && attest_scratch_make(e, &scratch, err) &&
		  try_all(e, &scratch, version, ret, err);

	attest_scratch_clear(&scratch);
	if (!ok || !is_still_there(&ret->made, err))
		return false;
	ret->made.took_ms = e->ports->steady_ms(e->ports->self) - from;
	ret->stored = sandbox_attestation_save(e->places->state, &ret->made, err);
	return ret->stored;
}

void engine_attest(const struct engine *e, const struct adapter *adapter, enum attest_way way, const char *version,
		   struct attest_report *ret)
{
	struct error err = { 0 };
	const char *why = NULL;

	*ret = (struct attest_report){ .result = ATTEST_INCONCLUSIVE, .subject = attest_subject(adapter, way, &why) };
	if (!ret->subject) {
		ret->sentence = str_format("%s cannot be attested: %s", adapter->id, why);
		return;
	}
	if (attest(e, ret, way, version, &err)) {
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
