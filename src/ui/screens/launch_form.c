/*
 * launch_form — the left half of the Launch screen: one row a choice, said in words beneath.
 */
#include <stdio.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "ui/screens/launch.h"
#include "ui/tui/glyphs.h"
#include "ui/words.h"

#define LABEL_COLS 13
#define ROWS_FOR_WORDS 24  /* a body this high explains every choice, a lower one the focused choice only */
#define ROWS_FOR_GAPS 27

const char *const form_labels[FIELD_COUNT] = {
	[FIELD_REPOSITORY] = "Repository", [FIELD_TOPOLOGY] = "Topology", [FIELD_MODE] = "Mode", [FIELD_GRANT] = "Git grant",
	[FIELD_ROOTS] = "Roots", [FIELD_ADAPTER] = "Adapter", [FIELD_MODEL] = "Model", [FIELD_EFFORT] = "Effort",
	[FIELD_CHILDREN] = "Children", [FIELD_STYLE] = "Style", [FIELD_PROMPT] = "Prompt",
};

static const char *const children_words[] = { "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16" };
_Static_assert(COUNT_OF(children_words) == REQUEST_CHILDREN_MAX, "one word per possible number of children");

static const struct adapter *adapter_of(const struct launch *l, const struct app *app)
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
	const struct adapter *adapter = adapter_of(l, app);
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
	return field == FIELD_PROMPT ? &l->prompt : NULL;
}

bool form_is_text(enum form_field field)
{
	return field == FIELD_ROOTS || field == FIELD_MODEL || field == FIELD_PROMPT;
}

void form_gather(struct launch *l)
{
	OWNED_MEM char *roots = str_copy(field_value(&l->roots));
	char *rest = roots;

	strlist_clear(&l->request.writable_roots);
	for (char *root = strsep(&rest, ":"); root; root = strsep(&rest, ":")) {
		if (*root)
			strlist_add(&l->request.writable_roots, root);
	}
	str_set(&l->request.model, field_is_empty(&l->model) ? NULL : field_value(&l->model));
	str_set(&l->request.prompt, field_value(&l->prompt));
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

/* Shorter than ui/words says it: there is one narrow row for each. */
static const char *const topology_says[TOPOLOGY_COUNT] = {
	[TOPOLOGY_SHARED] = "children work where you work",
	[TOPOLOGY_WORKTREE] = "a new branch, made for this run",
};
static const char *const mode_says[POLICY_COUNT][GIT_WRITE_COUNT] = {
	[POLICY_ABSENT] = { "its vendor's own defaults decide", "its vendor's own defaults decide" },
	[POLICY_READ_ONLY] = { "edits no, commits no", "edits no, commits no" },
	[POLICY_WORKSPACE_WRITE] = { "edits yes, commits no", "edits yes, commits yes" },
};
static const char *const grant_says[GIT_WRITE_COUNT] = {
	[GIT_WRITE_NONE] = ".git stays read-only",
	[GIT_WRITE_SHARED_REPOSITORY] = "reaches what every worktree shares",
};

/* What follows from a choice, one dim line. NULL: nothing to say. */
static const char *consequence(const struct launch *l, const struct app *app, enum form_field field)
{
	const struct adapter *adapter = adapter_of(l, app);

	if (field == FIELD_REPOSITORY)
		return l->layout ? l->layout->words : (l->layout_why ? l->layout_why : "looking…");
	if (field == FIELD_TOPOLOGY && l->request.topology == TOPOLOGY_WORKTREE && l->layout && l->layout->no_worktree)
		return l->layout->no_worktree;
	if (field == FIELD_TOPOLOGY && l->request.topology == TOPOLOGY_WORKTREE && l->facts_known && l->dirty_count > 0)
		return "a new branch; uncommitted changes stay behind";
	if (field == FIELD_TOPOLOGY)
		return topology_says[l->request.topology];
	if (field == FIELD_MODE)
		return mode_says[l->request.mode][l->request.git_write];
	if (field == FIELD_GRANT)
		return grant_says[l->request.git_write];
	if (field == FIELD_ADAPTER)
		return adapter ? adapter->title : "no adapter of this name is known";
	if (field == FIELD_MODEL && adapter && !adapter->declares.takes_model)
		return "this adapter takes no model";
	if (field == FIELD_EFFORT && adapter && !adapter->declares.efforts)
		return "this adapter takes no effort";
	return NULL;
}

static const char *text_hint(const struct launch *l, enum form_field field, bool editing)
{
	if (field == FIELD_ROOTS && editing)
		return "{workspace}/build:{workspace}/docs";
	if (field == FIELD_ROOTS)
		return l->request.mode == POLICY_WORKSPACE_WRITE ? "none: the workspace is writable already" : "none";
	if (field == FIELD_MODEL)
		return "default";
	return editing ? "what the child is to do" : "none yet: what is the child to do?";
}

/* How many rows each field takes in an area; the prompt takes what is left. */
static void measure(const struct launch *l, const struct app *app, struct rect area, int rows[FIELD_COUNT])
{
	int used = 0;

	for (int i = 0; i < FIELD_COUNT; i++) {
		enum form_field field = (enum form_field)i;
		bool says = consequence(l, app, field) && (area.rows >= ROWS_FOR_WORDS || field == l->focus || field == FIELD_REPOSITORY);
		bool gap = field == FIELD_REPOSITORY || field == FIELD_ROOTS || field == FIELD_STYLE ||
			   (area.rows >= ROWS_FOR_GAPS && (field == FIELD_TOPOLOGY || field == FIELD_MODE || field == FIELD_GRANT));

		rows[i] = 1 + (says ? 1 : 0) + (gap ? 1 : 0);
		used += i == FIELD_PROMPT ? 0 : rows[i];
	}
	rows[FIELD_PROMPT] = area.rows - used > 1 ? area.rows - used : 1;
}

enum form_field form_at(const struct launch *l, const struct app *app, struct rect area, int row)
{
	int rows[FIELD_COUNT];

	measure(l, app, area, rows);
	for (int i = 0; i < FIELD_COUNT; i++) {
		if (rect_holds(rect_top(area, rows[i]), row, area.col))
			return (enum form_field)i;
		area = rect_below(area, rows[i]);
	}
	return FIELD_COUNT;
}

/* What is known of it behind the layout's words, as far as it fits. */
static void draw_counts(const struct launch *l, struct canvas *c, struct rect value)
{
	CLEARED(text) struct text words = { 0 };
	int col = value.col + text_cols(l->layout->words);

	if (!l->facts_known || !l->layout->gitdir.path)
		return;
	if (l->facts.dirty_known && l->dirty_count == 0)
		text_add_string(&words, " · clean");
	else if (l->facts.dirty_known)
		text_add_format(&words, " · %zu%s changed", l->dirty_count, l->facts.dirty_truncated ? " or more" : "");
	if (col + text_cols(text_c(&words)) <= value.col + value.cols)
		col = canvas_text(c, value, value.row + 1, col, l->dirty_count ? ROLE_STRONG : ROLE_DIM, text_c(&words));
	text_empty(&words);
	text_add_string(&words, " · ");
	words_count(&words, l->facts.tracked_files, "file", "files");
	if (col + text_cols(text_c(&words)) <= value.col + value.cols)
		(void)canvas_text(c, value, value.row + 1, col, ROLE_DIM, text_c(&words));
}

static void draw_repository(const struct launch *l, const struct app *app, struct canvas *c, struct rect value)
{
	OWNED_MEM char *shown = path_for_eye(app_engine(app)->places->home, l->request.repository ? l->request.repository : app_path(app));
	enum role role = l->focus == FIELD_REPOSITORY && !l->editing ? ROLE_FOCUS : ROLE_STRONG;

	(void)canvas_fit_front(c, value, value.row, value.col, value.cols, role, shown);
}

static void draw_text(const struct launch *l, struct canvas *c, const struct rect *all, struct rect value, enum form_field field)
{
	const struct field *text = field == FIELD_ROOTS ? &l->roots : (field == FIELD_MODEL ? &l->model : &l->prompt);
	bool here = l->focus == field;
	bool editing = here && l->editing;
	const char *hint = text_hint(l, field, editing);

	if (here && !editing)
		(void)canvas_text(c, rect_right(*all, LABEL_COLS - 1), value.row, value.col - 1, ROLE_ACCENT, MARK_CHOSEN);
	if (field == FIELD_PROMPT)
		field_draw_lines(text, c, value, editing, hint);
	else
		field_draw(text, c, rect_top(value, 1), editing, hint);
	if (here && !editing)
		canvas_tint(c, value, field_is_empty(text) ? ROLE_ACCENT : ROLE_STRONG);
}

static void draw_value(const struct launch *l, const struct app *app, struct canvas *c, const struct rect *all, struct rect value,
		       enum form_field field)
{
	const char *words[FORM_WORDS_MAX];
	struct choice choice;
	bool here = l->focus == field;
	enum role role = field == FIELD_GRANT && l->request.git_write != GIT_WRITE_NONE ? ROLE_GRANT : ROLE_STRONG;

	if (field == FIELD_REPOSITORY) {
		draw_repository(l, app, c, value);
	} else if (form_is_text(field)) {
		draw_text(l, c, all, value, field);
	} else if (form_choice(l, app, field, words, &choice)) {
		if (field == FIELD_CHILDREN) { /* sixteen numbers say no more than one */
			words[0] = choice_word(&choice);
			words[1] = NULL;
			choice.chosen = 0;
		}
		value.col--; /* the mark stands before the words, which line up with the other values */
		value.cols++;
		(void)choice_draw(&choice, c, rect_top(value, 1), value.row, value.col, here, role);
	}
}

void form_draw(const struct launch *l, const struct app *app, struct canvas *c, struct rect area)
{
	int rows[FIELD_COUNT];
	struct rect rest = area;

	measure(l, app, area, rows);
	for (int i = 0; i < FIELD_COUNT; i++) {
		enum form_field field = (enum form_field)i;
		struct rect place = rect_top(rest, rows[i]);
		struct rect value = rect_right(place, LABEL_COLS);
		const char *says = consequence(l, app, field);
		bool here = l->focus == field;

		(void)canvas_text(c, place, place.row, place.col, here ? ROLE_ACCENT : ROLE_LABEL, form_labels[i]);
		draw_value(l, app, c, &place, value, field);
		if (says && place.rows > 1 && (area.rows >= ROWS_FOR_WORDS || here || field == FIELD_REPOSITORY))
			(void)canvas_fit(c, value, value.row + 1, value.col, value.cols, ROLE_DIM, says);
		if (field == FIELD_REPOSITORY && l->layout && l->layout->words)
			draw_counts(l, c, value);
		rest = rect_below(rest, rows[i]);
	}
}
