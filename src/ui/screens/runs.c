/*
 * runs — every run the ledger knows, newest first, with a filter.
 */
#include "core/base/mem.h"
#include "ui/screens/runs_state.h"
#include "ui/screens/screens.h"
#include "ui/tui/keymap.h"

static const struct key_binding runs_bindings[] = {
	{ TYPED_UP, ACTION_UP, "move" }, { TYPED_DOWN, ACTION_DOWN, "" }, { 'k', ACTION_UP, NULL }, { 'j', ACTION_DOWN, NULL },
	{ TYPED_PAGE_UP, ACTION_PAGE_UP, NULL }, { TYPED_PAGE_DOWN, ACTION_PAGE_DOWN, NULL },
	{ TYPED_HOME, ACTION_FIRST, NULL }, { TYPED_END, ACTION_LAST, NULL },
	{ TYPED_ENTER, ACTION_OPEN, "open" }, { 'a', ACTION_ATTACH, "its panes" }, { '/', ACTION_FILTER, "filter" },
	{ 'o', ACTION_SORT, "sort" }, { 'b', ACTION_GROUP, "group" }, { 'm', ACTION_MARK, "mark" }, { 'c', ACTION_COMPARE, "compare" },
	{ 'l', ACTION_AGAIN, "launch again" }, { 't', ACTION_STATISTICS, "statistics" }, { 'v', ACTION_VERIFY, NULL },
	{ 's', ACTION_STOP_RUN, NULL }, { 'r', ACTION_REFRESH, NULL },
	{ 0 }
};

static const struct key_binding *const more_bindings[] = { runs_filter_bindings, NULL };

static const struct key_binding *bindings_now(const struct app *app, const void *state)
{
	const struct runs_state *s = state;

	(void)app;
	return s->filtering ? runs_filter_bindings : runs_bindings;
}

static bool typing(const struct app *app, const void *state)
{
	const struct runs_state *s = state;

	(void)app;
	return s->filtering;
}

const struct run_row *runs_selected(const struct runs_state *s)
{
	const struct runs_line *line = s->lines.count > 0 ? &s->lines.items[s->list.selected] : NULL;

	return line && !line->heading ? line->row : NULL;
}

static bool open_screen(struct app *app, void *state, struct error *err)
{
	struct runs_state *s = state;

	(void)err;
	s->state = app_engine(app)->places->state;
	s->verifying = (struct errand)ERRAND_IDLE;
	s->indexing = (struct errand)ERRAND_IDLE;
	return true;
}

static unsigned shown(struct app *app, void *state)
{
	return runs_read(app, state);
}

static unsigned visit(struct app *app, void *state, const char *argument)
{
	struct runs_state *s = state;

	if (argument && argument[0] == '/')
		str_set(&s->records, argument);
	return s->read ? runs_read(app, s) : REDRAW;
}

static void close_screen(struct app *app, void *state)
{
	struct runs_state *s = state;

	(void)app;
	if (s->read)
		owned_fd_close(&s->changes);
	browse_reading_drop(&s->reading);
	errand_give_up(&s->indexing);
	runs_texts_clear(s);
	run_list_clear(&s->runs);
	runs_lines_clear(&s->lines);
	strlist_clear(&s->history);
	free(s->records);
	free(s->problem);
	free(s->wanted);
	free(s->doubt);
	field_clear(&s->filter);
	runs_marks_clear(s);
}

static unsigned has(const struct app *app, const void *state)
{
	const struct run_row *row = runs_selected(state);

	(void)app;
	if (!row)
		return 0;
	return NEEDS_ROW | NEEDS_RUN | (row->outcome == OUTCOME_RUNNING ? NEEDS_LIVE : 0u);
}

static int list_rows(struct rect body)
{
	return body.rows - 3;
}

static unsigned stop(struct app *app, const struct run_row *row)
{
	struct error err = { 0 };

	if (!engine_stop(app_engine(app), row->run_id, NULL, &err))
		return app_alert(app, "%s", err.text);
	return app_say(app, "%s was asked to stop.", row->run_id);
}

static unsigned act_on_list(struct app *app, struct runs_state *s, enum action action)
{
	switch ((int)action) {
	case ACTION_FILTER:
		s->filtering = true;
		s->at = s->history.count;
		runs_texts_open(s);
		return REDRAW;
	case ACTION_SORT: s->sort = (s->sort + 1) % RUNS_SORT_COUNT; break;
	case ACTION_GROUP: s->group = (s->group + 1) % RUNS_GROUP_COUNT; break;
	case ACTION_REFRESH: return runs_read_anew(app, s);
	case ACTION_MARK: return runs_mark(app, s);
	case ACTION_COMPARE: return runs_compare(app, s);
	case ACTION_STATISTICS: return app_go(app, "statistics", field_value(&s->filter));
	default: return NOTHING;
	}
	(void)app_say(app, "%s, %s.", runs_sort_word(s->sort), runs_group_word(s->group));
	return runs_apply_filter(s);
}

static unsigned act(struct app *app, void *state, enum action action)
{
	struct runs_state *s = state;
	const struct run_row *row = runs_selected(s);

	if (s->filtering)
		return runs_act_on_filter(app, s, action);
	if (list_act(&s->list, action, (size_t)list_rows(app_body(app)))) {
		str_set(&s->wanted, NULL);
		return REDRAW;
	}
	switch ((int)action) {
	case ACTION_OPEN: return app_go(app, "run", row->directory ? row->directory : row->run_id);
	case ACTION_ATTACH: return app_go(app, "panes", row->run_id);
	case ACTION_STOP_RUN: return stop(app, row);
	case ACTION_AGAIN: return runs_launch_again(app, row->directory);
	case ACTION_VERIFY: return runs_verify(app, s);
	default: return act_on_list(app, s, action);
	}
}

static unsigned key(struct app *app, void *state, const struct typed *typed)
{
	struct runs_state *s = state;
	struct rect body = app_body(app);
	enum action action = s->filtering && typed->kind == TYPED_KEY ? keymap_find(runs_filter_bindings, typed->key) : ACTION_NONE;

	if (typed->kind == TYPED_MOUSE)
		return typed->pressed && list_click(&s->list, rect_top(rect_below(body, 1), list_rows(body)), typed->row) ? REDRAW
															  : NOTHING;
	if (action != ACTION_NONE)
		return runs_act_on_filter(app, s, action);
	if (!s->filtering || !field_type(&s->filter, typed))
		return PASS;
	(void)runs_apply_filter(s);
	runs_index(app, s);
	return REDRAW;
}

static void draw_empty(const struct runs_state *s, struct canvas *c, struct rect body)
{
	struct rect area = rect_inset(body, 1, 1);

	if (!s->read) {
		(void)canvas_text(c, area, area.row, area.col, ROLE_DIM, "Reading the ledger.");
	} else if (s->runs.count > 0) {
		(void)canvas_wrap(c, area, ROLE_DIM, "No run matches the filter. Esc empties it.");
	} else {
		(void)canvas_text(c, area, area.row, area.col, ROLE_HEADING, "No run is recorded yet");
		(void)canvas_wrap(c, rect_below(area, 2), ROLE_DIM,
				  "A run is one or more children started together with one policy; refused ones are recorded too. "
				  "L goes to Launch, where one is started.");
	}
}

static void draw_foot(const struct runs_state *s, struct canvas *c, struct rect row, int page)
{
	struct rect field = row;
	const char *note = s->problem ? s->problem : s->doubt ? s->doubt : s->runs.ledger_note;
	int half = row.cols / 2;

	if (s->filtering || !field_is_empty(&s->filter)) {
		(void)canvas_text(c, row, row.row, row.col, ROLE_KEY, " /");
		field = rect_right(rect_left(row, half), 3);
		field_draw(&s->filter, c, field, s->filtering, run_filter_hint());
	}
	if (note && !s->filtering && field_is_empty(&s->filter))
		canvas_right(c, row, row.row, row.col + row.cols - 1, ROLE_ALERT, note);
	else if (note)
		(void)canvas_fit(c, row, row.row, row.col + half + 1, row.cols - half - 2, ROLE_ALERT, note);
	else if (s->unsearched)
		canvas_right(c, row, row.row, row.col + row.cols - 1, ROLE_DIM, s->unsearched);
	else if (s->reading && s->runs.more)
		canvas_right(c, row, row.row, row.col + row.cols - 1, ROLE_DIM, "reading older runs");
	else
		list_position(&s->list, c, row, row.row, (size_t)page);
}

static void draw_line(const struct app *app, const struct runs_state *s, struct canvas *c, struct rect row, size_t at)
{
	const struct ports *ports = app_engine(app)->ports;
	const struct runs_line *line = &s->lines.items[at];
	struct row_look look = runs_look(s, line->row);

	look.now_ms = ports->wall_ms(ports->self);
	look.selected = at == s->list.selected;
	if (line->heading)
		runs_draw_heading(c, row, line, s->group, look.selected);
	else
		runs_draw_row(c, row, line->row, &look);
}

static void draw(const struct app *app, const void *state, struct canvas *c, struct rect body)
{
	const struct runs_state *s = state;
	struct rect rows = rect_top(rect_below(body, 1), list_rows(body));
	size_t top = list_top(&s->list, (size_t)rows.rows);

	if (s->runs.count > 0)
		runs_draw_head(c, rect_top(body, 1));
	if (s->lines.count == 0)
		draw_empty(s, c, body);
	for (int i = 0; i < rows.rows && top + (size_t)i < s->lines.count; i++)
		draw_line(app, s, c, rect_top(rect_below(rows, i), 1), top + (size_t)i);
	draw_foot(s, c, rect_bottom(body, 1), rows.rows);
}

static size_t watch(const struct app *app, const void *state, struct pollfd *fds, size_t room)
{
	(void)app;
	return runs_watch(state, fds, room);
}

static unsigned hear(struct app *app, void *state, const struct news *news)
{
	(void)news;
	return runs_verified(app, state) | runs_indexed(app, state) | runs_hear(app, state);
}

static uint64_t deadline_ms(const struct app *app, const void *state)
{
	return runs_deadline_ms(app, state);
}

const struct screen_ops runs_screen = {
	.name = "runs", .title = "Runs", .tab = true, .bindings = runs_bindings, .state_size = sizeof(struct runs_state),
	.open = open_screen, .close = close_screen, .shown = shown, .visit = visit, .act = act, .key = key, .draw = draw, .has = has,
	.more = more_bindings, .bindings_now = bindings_now, .typing = typing, .watch = watch, .hear = hear,
	.deadline_ms = deadline_ms,
};
