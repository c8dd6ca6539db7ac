/*
 * launch_judge — the verdict on the draft, after every change, and on refusal the changes that would be accepted: found
 * by putting variations to the same judgement, never by guessing from the reason.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "ui/screens/launch.h"

bool launch_has_prompt(const struct launch *l)
{
	return strspn(field_value(&l->prompt), " \t\n") < l->prompt.text.len;
}

bool launch_can_start(const struct launch *l)
{
	return l->judged && !l->check_why && l->check.verdict.accepted && !launch_waits(l);
}

bool launch_waits(const struct launch *l)
{
	return !l->prompt_optional && !launch_has_prompt(l);
}

static enum style style_of(const struct request *request, const struct adapter *adapter)
{
	if (request->style != STYLE_DEFAULT)
		return request->style;
	return adapter ? adapter->default_style : STYLE_HEADLESS;
}

enum style launch_style(const struct launch *l, const struct adapter *adapter)
{
	return style_of(&l->request, adapter);
}

void suggestions_clear(struct launch *l)
{
	for (size_t i = 0; i < l->n_suggestions; i++) {
		request_clear(&l->suggestions[i].request);
		free(l->suggestions[i].words);
		free(l->suggestions[i].consequence);
		l->suggestions[i] = (struct suggestion){ 0 };
	}
	l->n_suggestions = 0;
}

static bool judge(const struct launch *l, const struct app *app, const struct request *request, struct check *ret, struct error *err)
{
	CLEARED(request) struct request asked = { 0 };

	request_copy(&asked, request);
	asked.style = style_of(request, adapter_find(app_engine(app)->adapters, request->adapter)); /* as it would be started */
	return engine_check_layout(app_engine(app), &asked, l->layout, ret, err);
}

/* A variation changes r and says so; false: it would change nothing. None of them ever turns the grant on. */
struct variation {
	bool (*change)(struct request *r);
	const char *words, *consequence; /* consequence NULL: none */
};

static bool without_grant(struct request *r)
{
	bool had = r->git_write != GIT_WRITE_NONE;

	r->git_write = GIT_WRITE_NONE;
	return had;
}

static bool without_roots(struct request *r)
{
	bool had = r->writable_roots.count > 0;

	strlist_clear(&r->writable_roots);
	return had;
}

static bool without_both(struct request *r)
{
	bool grant = without_grant(r), roots = without_roots(r);

	return grant && roots;
}

static bool in_worktree(struct request *r)
{
	bool was = r->topology == TOPOLOGY_WORKTREE;

	r->topology = TOPOLOGY_WORKTREE;
	return !was;
}

static bool in_shared(struct request *r)
{
	bool was = r->topology == TOPOLOGY_SHARED;

	r->topology = TOPOLOGY_SHARED;
	(void)without_both(r);
	return !was;
}

static bool may_write(struct request *r)
{
	bool was = r->mode == POLICY_WORKSPACE_WRITE;

	r->mode = POLICY_WORKSPACE_WRITE;
	return !was;
}

static bool plain_effort(struct request *r)
{
	bool had = r->effort != NULL;

	str_set(&r->effort, NULL);
	return had;
}

static bool plain_model(struct request *r)
{
	bool had = r->model != NULL;

	str_set(&r->model, NULL);
	return had;
}

static bool plain_style(struct request *r)
{
	bool had = r->style != STYLE_DEFAULT;

	r->style = STYLE_DEFAULT;
	return had;
}

static bool without_policy(struct request *r)
{
	bool had = r->mode != POLICY_ABSENT;

	r->mode = POLICY_ABSENT;
	(void)without_both(r);
	return had;
}

/* In the order they are offered: first what keeps the policy, last what gives it up. */
static const struct variation before_adapters[] = {
	{ plain_effort, "the adapter's default effort", NULL },
	{ plain_model, "the adapter's default model", NULL },
	{ plain_style, "the adapter's default style", NULL },
	{ may_write, "workspace-write", "the child may then edit the workspace" },
	{ in_worktree, "a linked worktree", "children then work on a branch of their own" },
	{ without_grant, "no Git grant", "the child then cannot commit" },
	{ without_roots, "no writable roots", "the workspace is writable already with workspace-write" },
	{ without_both, "no Git grant and no writable roots", NULL },
};
static const struct variation after_adapters[] = {
	{ in_shared, "your own checkout", "children then work where you work" },
	{ without_policy, "no policy", "unconstrained: it may write wherever you may" },
};

static void add(struct launch *l, const struct request *request, char *words, const char *consequence)
{
	struct suggestion *s = &l->suggestions[l->n_suggestions++];

	request_copy(&s->request, request);
	s->words = words;
	s->consequence = str_copy(consequence);
}

static bool accepted(const struct launch *l, const struct app *app, const struct request *request)
{
	struct check check = { 0 };
	struct error err = { 0 };
	bool yes = judge(l, app, request, &check, &err) && check.verdict.accepted;

	check_clear(&check);
	return yes;
}

static void try_variations(struct launch *l, const struct app *app, const struct variation *v, size_t n)
{
	for (size_t i = 0; i < n && l->n_suggestions < SUGGESTIONS_MAX; i++) {
		CLEARED(request) struct request other = { 0 };

		request_copy(&other, &l->request);
		if (v[i].change(&other) && accepted(l, app, &other))
			add(l, &other, str_format("%s with %s", other.adapter, v[i].words), v[i].consequence);
	}
}

/* Another adapter, everything else as it is: those that are here first, and at most two, so that one place is left. */
static void try_adapters(struct launch *l, const struct app *app, bool here)
{
	const struct adapter_set *set = app_engine(app)->adapters;

	for (size_t i = 0; i < set->count && l->n_suggestions < SUGGESTIONS_MAX - 1; i++) {
		const struct adapter *adapter = set->items[i];
		OWNED_MEM char *path = program_find(app_engine(app)->places->path, adapter->program);
		CLEARED(request) struct request other = { 0 };

		if (strcmp(adapter->id, l->request.adapter) == 0 || (path != NULL) != here)
			continue;
		request_copy(&other, &l->request);
		str_set(&other.adapter, adapter->id);
		if (accepted(l, app, &other))
			add(l, &other,
			    str_format("%s with %s", adapter->id, other.mode == POLICY_ABSENT ? "no policy" : policy_word(other.mode)),
			    here ? NULL : "its program is not installed here");
	}
}

static void suggest(struct launch *l, const struct app *app)
{
	suggestions_clear(l);
	if (l->check.verdict.accepted || l->check_why)
		return;
	try_variations(l, app, before_adapters, COUNT_OF(before_adapters));
	try_adapters(l, app, true);
	try_adapters(l, app, false);
	try_variations(l, app, after_adapters, COUNT_OF(after_adapters));
}

void launch_judge(struct launch *l, const struct app *app)
{
	struct error err = { 0 };

	const struct adapter *adapter = launch_adapter(l, app);
	bool gathered = form_gather(l, &err);

	l->prompt_optional = adapter && adapter->declares.starts_without_prompt && launch_style(l, adapter) == STYLE_INTERACTIVE;
	if (launch_waits(l))
		str_set(&l->request.prompt, PROMPT_STAND_IN);
	check_clear(&l->check);
	str_set(&l->check_why, NULL);
	if (!gathered || !judge(l, app, &l->request, &l->check, &err))
		str_set(&l->check_why, err.text);
	l->judged = true;
	suggest(l, app);
}

bool suggestion_apply(struct launch *l, const struct app *app, size_t at)
{
	if (at >= l->n_suggestions)
		return false;
	request_clear(&l->request);
	request_copy(&l->request, &l->suggestions[at].request);
	form_scatter(l);
	l->chosen = true;
	launch_judge(l, app);
	return true;
}
