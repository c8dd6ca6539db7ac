/*
 * launch_choice — what each field of the form may be, and what choosing does to the draft.
 */
#include <string.h>

#include "core/base/mem.h"
#include "ui/screens/launch.h"

static const char *const children_words[] = { "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16" };
_Static_assert(COUNT_OF(children_words) == REQUEST_CHILDREN_MAX, "one word per possible number of children");

const struct adapter *launch_adapter(const struct launch *l, const struct app *app)
{
	return adapter_find(app_engine(app)->adapters, l->request.adapter);
}

static size_t topology_words(const struct launch *l, const struct app *app, const char **words)
{
	(void)app;
	for (int i = 0; i < TOPOLOGY_COUNT; i++)
		words[i] = topology_word((enum topology)i);
	return (size_t)l->request.topology;
}

static size_t mode_words(const struct launch *l, const struct app *app, const char **words)
{
	(void)app;
	for (int i = 0; i < POLICY_COUNT; i++)
		words[i] = policy_word((enum policy_mode)i);
	return (size_t)l->request.mode;
}

static size_t grant_words(const struct launch *l, const struct app *app, const char **words)
{
	(void)app;
	for (int i = 0; i < GIT_WRITE_COUNT; i++)
		words[i] = git_write_word((enum git_write)i);
	return (size_t)l->request.git_write;
}

static size_t adapter_words(const struct launch *l, const struct app *app, const char **words)
{
	const struct adapter_set *set = app_engine(app)->adapters;
	size_t chosen = 0;

	for (size_t i = 0; i < set->count && i + 1 < FORM_WORDS_MAX; i++) {
		words[i] = set->items[i]->id;
		if (l->request.adapter && strcmp(l->request.adapter, words[i]) == 0)
			chosen = i;
	}
	return chosen;
}

static size_t effort_words(const struct launch *l, const struct app *app, const char **words)
{
	const struct adapter *adapter = launch_adapter(l, app);
	size_t n = 0, chosen = 0;

	words[n++] = "default";
	for (const char *const *e = adapter ? adapter->declares.efforts : NULL; e && *e && n + 2 < FORM_WORDS_MAX; e++) {
		if (l->request.effort && strcmp(l->request.effort, *e) == 0)
			chosen = n;
		words[n++] = *e;
	}
	/* An effort taken over from another adapter stays visible until it is changed: the verdict refuses it. */
	if (l->request.effort && chosen == 0) {
		chosen = n;
		words[n++] = l->request.effort;
	}
	return chosen;
}

static size_t many_words(const struct launch *l, const struct app *app, const char **words)
{
	(void)app;
	for (size_t i = 0; i < COUNT_OF(children_words); i++)
		words[i] = children_words[i];
	return l->request.n_children - 1;
}

static size_t style_words(const struct launch *l, const struct app *app, const char **words)
{
	(void)app;
	words[STYLE_DEFAULT] = "default";
	for (int i = STYLE_DEFAULT + 1; i < STYLE_COUNT; i++)
		words[i] = style_word((enum style)i);
	return (size_t)l->request.style;
}

static void set_topology(struct launch *l, const struct app *app, size_t to, const char *word)
{
	(void)app, (void)word;
	l->request.topology = (enum topology)to;
}

static void set_mode(struct launch *l, const struct app *app, size_t to, const char *word)
{
	(void)app, (void)word;
	l->request.mode = (enum policy_mode)to;
	l->chosen = true;
}

static void set_grant(struct launch *l, const struct app *app, size_t to, const char *word)
{
	(void)app, (void)word;
	if (to == GIT_WRITE_NONE)
		l->request.git_write = GIT_WRITE_NONE;
}

static void set_adapter(struct launch *l, const struct app *app, size_t to, const char *word)
{
	(void)app, (void)to;
	str_set(&l->request.adapter, word);
	l->chosen = true;
}

static void set_effort(struct launch *l, const struct app *app, size_t to, const char *word)
{
	OWNED_MEM char *kept = to == 0 ? NULL : str_copy(word); /* word may be the very string that is replaced */

	(void)app;
	str_set(&l->request.effort, kept);
}

static void set_children(struct launch *l, const struct app *app, size_t to, const char *word)
{
	(void)app, (void)word;
	l->request.n_children = to + 1;
}

static void set_style(struct launch *l, const struct app *app, size_t to, const char *word)
{
	(void)app, (void)word;
	l->request.style = (enum style)to;
}

/* A field of words: which there are (returns the chosen one) and what choosing does. */
static const struct {
	size_t (*words)(const struct launch *l, const struct app *app, const char **words);
	void (*set)(struct launch *l, const struct app *app, size_t to, const char *word);
} choices[FIELD_COUNT] = {
	[FIELD_TOPOLOGY] = { topology_words, set_topology }, [FIELD_MODE] = { mode_words, set_mode },
	[FIELD_GRANT] = { grant_words, set_grant }, [FIELD_ADAPTER] = { adapter_words, set_adapter },
	[FIELD_EFFORT] = { effort_words, set_effort }, [FIELD_CHILDREN] = { many_words, set_children },
	[FIELD_STYLE] = { style_words, set_style },
};

bool form_choice(const struct launch *l, const struct app *app, enum form_field field, const char **ret_words, struct choice *ret)
{
	if (!choices[field].words)
		return false;
	memset(ret_words, 0, FORM_WORDS_MAX * sizeof *ret_words);
	*ret = (struct choice){ .chosen = choices[field].words(l, app, ret_words) };
	ret->words = ret_words;
	return true;
}

bool form_move(struct launch *l, const struct app *app, enum form_field field, int by)
{
	const char *words[FORM_WORDS_MAX];
	struct choice choice;

	if (!form_choice(l, app, field, words, &choice) || !choice_move(&choice, by))
		return false;
	choices[field].set(l, app, choice.chosen, words[choice.chosen]);
	return true;
}

struct field *form_text(struct launch *l, enum form_field field)
{
	if (field == FIELD_ROOTS)
		return &l->roots;
	if (field == FIELD_MODEL)
		return &l->model;
	if (field == FIELD_TIMEOUT)
		return &l->timeout;
	return field == FIELD_PROMPT ? &l->prompt : NULL;
}

bool form_is_text(enum form_field field)
{
	return field == FIELD_ROOTS || field == FIELD_MODEL || field == FIELD_TIMEOUT || field == FIELD_PROMPT;
}

bool form_gather(struct launch *l, struct error *err)
{
	OWNED_MEM char *roots = str_copy(field_value(&l->roots));
	char *rest = roots;

	strlist_clear(&l->request.writable_roots);
	for (char *root = strsep(&rest, ":"); root; root = strsep(&rest, ":")) {
		if (*root)
			strlist_add(&l->request.writable_roots, root);
	}
	str_set(&l->request.model, field_is_empty(&l->model) ? NULL : field_value(&l->model));
	str_set(&l->request.prompt, launch_has_prompt(l) ? field_value(&l->prompt) : NULL);
	return timeout_read(field_value(&l->timeout), &l->request.timeout_ms, err);
}

void form_scatter(struct launch *l)
{
	CLEARED(text) struct text roots = { 0 };
	CLEARED(text) struct text timeout = { 0 };

	for (size_t i = 0; i < l->request.writable_roots.count; i++)
		text_add_format(&roots, "%s%s", i ? ":" : "", l->request.writable_roots.items[i]);
	if (l->request.timeout_ms)
		timeout_words(&timeout, l->request.timeout_ms);
	field_set(&l->roots, text_c(&roots));
	field_set(&l->model, l->request.model);
	field_set(&l->timeout, text_c(&timeout));
}

static bool found(const struct app *app, const struct adapter *adapter)
{
	OWNED_MEM char *path = program_find(app_engine(app)->places->path, adapter->program);

	return path != NULL;
}

/* The first adapter that is here and carries workspace-write; else the first that is here; else the first. */
static const struct adapter *default_adapter(const struct app *app)
{
	const struct adapter_set *set = app_engine(app)->adapters;
	const struct adapter *here = NULL;

	for (size_t i = 0; i < set->count; i++) {
		const struct adapter *adapter = set->items[i];

		if (!found(app, adapter))
			continue;
		if (adapter->declares.native_mode[POLICY_WORKSPACE_WRITE])
			return adapter;
		if (!here)
			here = adapter;
	}
	return here ? here : set->items[0];
}

void form_defaults(struct launch *l, const struct app *app)
{
	const struct adapter *adapter = default_adapter(app);

	if (!l->chosen) {
		str_set(&l->request.adapter, adapter->id);
		l->request.mode = adapter->declares.native_mode[POLICY_WORKSPACE_WRITE] ? POLICY_WORKSPACE_WRITE : POLICY_ABSENT;
	}
	l->request.topology = l->layout && l->layout->no_worktree ? TOPOLOGY_SHARED : TOPOLOGY_WORKTREE;
}
