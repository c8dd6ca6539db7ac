/*
 * verdict — the table of refusals, walked in order; the first row that applies decides. What passes is accepted.
 *
 * There is no row that changes a request: a refusal names the way on and the operator takes it. So no layer below can
 * find a laxer mode than the one that was asked for.
 */
#include "core/judge/verdict.h"

#include "core/base/mem.h"
#include "core/judge/projection.h"
#include "core/judge/rows.h"
#include "core/judge/value.h"

#define X(function, id, asked_for, why_refused, how) \
	{ .reason = REASON_##id, .request = asked_for, .meaning = why_refused, .way_on = how, .applies = function },
static const struct verdict_row rows[] = { ROWS(X) };
#undef X

const struct verdict_row *verdict_rows(size_t *ret_count)
{
	*ret_count = COUNT_OF(rows);
	return rows;
}

static const struct verdict_row *row_that_applies(const struct request *request, const struct facts *facts, struct text *why)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		text_empty(why);
		if (rows[i].applies(request, facts, why))
			return &rows[i];
	}
	return NULL;
}

/* The rows write the middle of a sentence; facts may bring a finished one. */
static char *finished(struct text *sentence)
{
	char *all = text_take(sentence);
	size_t len = strlen(all);

	if (*all >= 'a' && *all <= 'z')
		*all = (char)(*all - 'a' + 'A');
	if (len > 0 && all[len - 1] == '.')
		return all;
	text_add(sentence, all, len);
	text_add_byte(sentence, '.');
	free(all);
	return text_take(sentence);
}

static bool is_mutable(const struct request *request, const struct facts *facts)
{
	return request->mode != POLICY_ABSENT && request->style == STYLE_INTERACTIVE && facts->adapter->mutable_in_session;
}

static void say_reach(const struct request *request, const struct facts *facts, struct text *out)
{
	OWNED_MEM char *active = value_shown(facts->active_root);
	OWNED_MEM char *common = value_shown(facts->common_dir);

	if (request->mode == POLICY_READ_ONLY)
		text_add_format(out, "it may read, and write nothing");
	else
		text_add_format(out, "it may write in %s", active);
	if (facts->n_roots)
		text_add_format(out, ", in %zu named director%s", facts->n_roots, facts->n_roots == 1 ? "y" : "ies");
	if (request->git_write == GIT_WRITE_SHARED_REPOSITORY)
		text_add_format(out, " and in the shared repository %s, so it can commit and change what every worktree shares", common);
	else
		text_add_string(out, "; it cannot commit");
	if (is_mutable(request, facts))
		text_add_string(out, "; a person can change the sandbox within the session (" UNKNOWN_MUTABLE_IN_SESSION ")");
}

static void say_accepted(const struct request *request, const struct facts *facts, struct text *out)
{
	static const char *const bases[] = {
		[ATTESTED_NOT] = "as its adapter declares, not attested on this machine",
		[ATTESTED_NEAR] = "as its adapter declares, not attested itself",
		[ATTESTED_ENFORCES] = "as its adapter declares and as was attested on this machine",
		[ATTESTED_CONTRADICTED] = "as its adapter declares",
	};

	if (request->mode == POLICY_ABSENT) {
		text_add_format(out, "accepted: %s runs as it is, with no policy; it may write wherever its vendor and your account let it",
				facts->adapter->adapter);
		return;
	}
	text_add_format(out, "accepted: %s runs with %s, %s", facts->adapter->adapter, policy_word(request->mode), bases[facts->attested]);
	if (facts->attested == ATTESTED_NEAR && facts->attested_how)
		text_add_format(out, " (%s)", facts->attested_how);
	text_add_string(out, "; ");
	say_reach(request, facts, out);
}

static char *note_for(const struct facts *facts)
{
	OWNED_MEM char *program = value_shown(facts->program);

	if (facts->program_path)
		return NULL;
	if (!facts->install_hint)
		return str_format("The program %s is not on PATH, so a launch would be refused.", program);
	return str_format("The program %s is not on PATH, so a launch would be refused; install it (%s).", program, facts->install_hint);
}

static void accept(const struct request *request, const struct facts *facts, struct verdict *ret)
{
	CLEARED(text) struct text message = { 0 };

	say_accepted(request, facts, &message);
	ret->accepted = true;
	ret->message = finished(&message);
	ret->note = note_for(facts);
	projection_build(request, facts, &ret->projection);
	projection_effective(&ret->projection, facts, &ret->effective);
	ret->mutable_in_session = is_mutable(request, facts);
	ret->commits = ret->projection.applied ? ret->projection.git_write == GIT_WRITE_SHARED_REPOSITORY : facts->has_repository;
}

void verdict_judge(const struct request *request, const struct facts *facts, struct verdict *ret)
{
	CLEARED(text) struct text why = { 0 };
	const struct verdict_row *row = row_that_applies(request, facts, &why);

	*ret = (struct verdict){ .reason = row ? row->reason : REASON_NONE };
	if (!row) {
		accept(request, facts, ret);
		return;
	}
	ret->message = finished(&why);
}

void verdict_clear(struct verdict *v)
{
	str_set(&v->message, NULL);
	str_set(&v->note, NULL);
	projection_clear(&v->projection);
	strlist_clear(&v->effective);
	*v = (struct verdict){ 0 };
}
