/*
 * action_list — see action_list.h.
 */
#include "ui/screens/action_list.h"

#include <string.h>

#include "ui/tui/glyphs.h"

#define KEYS_COLS 18
#define KEYS_COLS_NARROW 14
#define NAME_COLS 18
#define NAMES_FROM_COLS 110 /* narrower: the sentence says it, the name would only cut it */

const struct key_binding action_list_bindings[] = {
	{ TYPED_ENTER, ACTION_OPEN, "do it" },
	{ TYPED_UP, ACTION_UP, "move" }, { TYPED_DOWN, ACTION_DOWN, "" },
	{ TYPED_ESCAPE, ACTION_BACK, "back" },
	{ TYPED_PAGE_UP, ACTION_PAGE_UP, NULL }, { TYPED_PAGE_DOWN, ACTION_PAGE_DOWN, NULL },
	{ CONTROL('p'), ACTION_UP, NULL }, { CONTROL('n'), ACTION_DOWN, NULL },
	{ 0 },
};

static bool listed(const struct action_list *l, enum action action)
{
	for (size_t i = 0; i < l->n_rows; i++) {
		if (l->rows[i].action == action)
			return true;
	}
	return false;
}

/* By its name, by what it does, or by its key: a single letter would find "s" in "Esc". */
static bool wanted(const struct action_list *l, const struct key_binding *table, enum action action)
{
	const char *filter = field_value(&l->filter);
	CLEARED(text) struct text keys = { 0 };

	keymap_keys_add(table, action, &keys);
	return strcasestr(action_info[action].name, filter) || strcasestr(action_info[action].help, filter) ||
	       (l->filter.text.len > 1 && strcasestr(text_c(&keys), filter));
}

/* Nobody looks for these by name, and who looks is in the palette already. */
static bool is_no_find(enum action action)
{
	return (action >= ACTION_UP && action <= ACTION_LAST) || action == ACTION_PALETTE;
}

static void add_table(struct action_list *l, const struct key_binding *table, bool common, uint32_t prefix)
{
	for (const struct key_binding *b = table; b && b->key; b++) {
		if (!l->all_tables && is_no_find(b->action))
			continue;
		if (!listed(l, b->action) && wanted(l, table, b->action) && l->n_rows < ACTION_COUNT)
			l->rows[l->n_rows++] = (struct action_row){ b->action, table, common, prefix };
	}
}

/* What the prefix leads to can be done whenever the prefix can be typed. */
static void add_prefixed(struct action_list *l, const struct screen_ops *ops)
{
	for (const struct key_binding *const *table = ops->prefixed; table && *table; table++)
		add_table(l, *table, false, ops->prefix);
}

static void fill(struct action_list *l, const struct app *app)
{
	const struct screen_ops *ops = app_beneath(app);

	l->n_rows = 0;
	add_table(l, app_bindings_beneath(app), false, 0);
	if (l->all_tables)
		add_table(l, ops->bindings, false, 0);
	add_prefixed(l, ops);
	for (const struct key_binding *const *more = ops->more; l->all_tables && more && *more; more++)
		add_table(l, *more, false, 0);
	add_table(l, common_bindings, true, 0);
	list_count(&l->list, l->n_rows);
}

unsigned action_list_visit(struct app *app, void *state, const char *argument)
{
	(void)argument;
	fill(state, app);
	return REDRAW;
}

void action_list_close(struct app *app, void *state)
{
	struct action_list *l = state;

	(void)app;
	field_clear(&l->filter);
}

unsigned action_list_key(struct app *app, void *state, const struct typed *t)
{
	struct action_list *l = state;

	if (t->kind == TYPED_KEY && keymap_find(action_list_bindings, t->key) != ACTION_NONE)
		return PASS;
	if (!field_type(&l->filter, t))
		return PASS;
	list_select(&l->list, 0);
	fill(l, app);
	return REDRAW;
}

static enum action selected(const struct action_list *l)
{
	return l->list.selected < l->n_rows ? l->rows[l->list.selected].action : ACTION_NONE;
}

unsigned action_list_act(struct app *app, void *state, enum action action)
{
	struct action_list *l = state;

	if (action == ACTION_BACK)
		return LEAVE;
	if (action == ACTION_OPEN)
		return app_perform_beneath(app, selected(l));
	return list_act(&l->list, action, (size_t)l->area(app_body(app)).rows) ? REDRAW : NOTHING;
}

unsigned action_list_has(const struct app *app, const void *state)
{
	(void)app;
	return selected(state) != ACTION_NONE ? NEEDS_ROW : 0;
}

static void draw_row(const struct action_row *row, const struct app *app, struct canvas *c, struct rect line, bool selected)
{
	const struct action_info *info = &action_info[row->action];
	unsigned missing = row->common ? 0 : info->need & ~app_has_beneath(app);
	enum role role = missing ? ROLE_DIM : (selected ? ROLE_STRONG : ROLE_TEXT);
	CLEARED(text) struct text keys = { 0 };
	char prefix[KEY_NAME_BYTES];
	const int keys_cols = line.cols < 90 ? KEYS_COLS_NARROW : KEYS_COLS;
	int col = line.col + 2;

	if (row->prefix)
		text_add_format(&keys, "%s ", typed_name(row->prefix, prefix));
	keymap_keys_add(row->table, row->action, &keys);
	canvas_text(c, line, line.row, line.col, ROLE_ACCENT, selected ? MARK_CHOSEN : " ");
	canvas_fit(c, line, line.row, col, keys_cols - 1, missing ? ROLE_DIM : ROLE_KEY, text_c(&keys));
	col += keys_cols;
	if (line.cols >= NAMES_FROM_COLS) {
		canvas_fit(c, line, line.row, col, NAME_COLS - 1, role, info->name);
		col += NAME_COLS;
	}
	canvas_fit(c, line, line.row, col, line.col + line.cols - col, role, info->help);
}

void action_list_draw(const struct action_list *l, const struct app *app, struct canvas *c, struct rect area)
{
	size_t top = list_top(&l->list, (size_t)area.rows);

	if (l->n_rows == 0)
		canvas_format(c, area, area.row, area.col + 2, ROLE_DIM,
			      "Nothing here is called or does \"%s\". Backspace widens the search.", field_value(&l->filter));
	for (int at = 0; at < area.rows && top + (size_t)at < l->n_rows; at++)
		draw_row(&l->rows[top + (size_t)at], app, c, rect_top(rect_below(area, at), 1), top + (size_t)at == l->list.selected);
}
