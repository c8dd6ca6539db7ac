/*
 * runs — every run the ledger knows, newest first, with a filter.
 */
#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/watch.h"
#include "core/record/browse.h"
#include "ui/run_filter.h"
#include "ui/screens/runs_order.h"
#include "ui/screens/runs_table.h"
#include "ui/screens/screens.h"
#include "ui/tui/field.h"
#include "ui/tui/list.h"

#define HISTORY_MOST 50
#define LINES_AT_ONCE 500   /* of the ledger, before the first frame with runs */
#define LINES_AT_A_TIME 4000 /* of the rest, between keys */

struct runs_state {
	struct run_list runs;
	struct run_reading *reading; /* NULL: runs holds every run there was when it was read */
	struct runs_lines lines;     /* of the runs that the filter lets through; they point into runs */
	enum runs_sort sort;
	enum runs_group group;
	struct list list;
	struct field filter;
	struct strlist history;      /* filters that were kept, the oldest first */
	size_t at;                   /* in the history; its count: what is being typed */
	bool filtering, read;
	bool again;                  /* something changed while it was read */
	int changes;                 /* valid once read: readable when runs come, change or end; -1: nobody tells */
	char *problem;               /* NULL, or why the ledger could not be read */
	char *doubt;                 /* NULL, or what of the filter is not understood */
};

static const struct key_binding runs_bindings[] = {
	{ TYPED_UP, ACTION_UP, "move" }, { TYPED_DOWN, ACTION_DOWN, "" }, { 'k', ACTION_UP, NULL }, { 'j', ACTION_DOWN, NULL },
	{ TYPED_PAGE_UP, ACTION_PAGE_UP, NULL }, { TYPED_PAGE_DOWN, ACTION_PAGE_DOWN, NULL },
	{ TYPED_HOME, ACTION_FIRST, NULL }, { TYPED_END, ACTION_LAST, NULL },
	{ TYPED_ENTER, ACTION_OPEN, "open" }, { 'a', ACTION_ATTACH, "its panes" }, { '/', ACTION_FILTER, "filter" },
	{ 'o', ACTION_SORT, "sort" }, { 'b', ACTION_GROUP, "group" },
	{ 's', ACTION_STOP_RUN, NULL }, { 'r', ACTION_REFRESH, NULL },
	{ 0 }
};

static const struct key_binding filter_bindings[] = {
	{ TYPED_ENTER, ACTION_DONE, "keep" }, { TYPED_TAB, ACTION_COMPLETE, "complete" }, { TYPED_UP, ACTION_EARLIER, "earlier filters" },
	{ TYPED_DOWN, ACTION_LATER, "" }, { TYPED_ESCAPE, ACTION_BACK, "empty it" },
	{ 0 }
};
static const struct key_binding *const more_bindings[] = { filter_bindings, NULL };

static const struct key_binding *bindings_now(const struct app *app, const void *state)
{
	const struct runs_state *s = state;

	(void)app;
	return s->filtering ? filter_bindings : runs_bindings;
}

static bool typing(const struct app *app, const void *state)
{
	const struct runs_state *s = state;

	(void)app;
	return s->filtering;
}

/* A word that is not understood, or not yet, is said and leaves the others in force. */
static unsigned apply_filter(struct runs_state *s)
{
	OWNED(run_filter) struct run_filter *filter = NULL;
	struct error err = { 0 };
	bool whole = run_filter_parse(field_value(&s->filter), &filter, &err);

	str_set(&s->doubt, whole ? NULL : err.text);
	runs_arrange(&s->runs, field_is_empty(&s->filter) ? NULL : filter, s->sort, s->group, &s->lines);
	list_count(&s->list, s->lines.count);
	return REDRAW;
}

static int listen_for_changes(const char *state)
{
	OWNED_MEM char *live = path_join(state, "live");
	int fd = watch_open();

	(void)watch_add(fd, state);
	(void)watch_add(fd, live);
	return fd;
}

/* The selection stays with its run, wherever that has moved to. */
static void select_run(struct runs_state *s, const char *run_id)
{
	for (size_t i = 0; run_id && i < s->lines.count; i++)
		if (!s->lines.items[i].heading && s->lines.items[i].row->run_id && strcmp(s->lines.items[i].row->run_id, run_id) == 0)
			list_select(&s->list, i);
}

static const struct run_row *selected(const struct runs_state *s)
{
	const struct runs_line *line = s->lines.count > 0 ? &s->lines.items[s->list.selected] : NULL;

	return line && !line->heading ? line->row : NULL;
}

static unsigned show_list(struct runs_state *s, struct run_list *taken)
{
	const struct run_row *row = selected(s);
	OWNED_MEM char *was = row ? str_copy(row->run_id) : NULL;

	run_list_clear(&s->runs);
	s->runs = *taken;
	*taken = (struct run_list){ 0 };
	(void)apply_filter(s);
	select_run(s, was);
	return REDRAW;
}

/* The newest at once, when nothing is shown yet; all of them by and by, and then they replace what is shown. */
static unsigned read_runs(struct app *app, struct runs_state *s)
{
	const char *state = app_engine(app)->places->state;
	struct run_list newest = { 0 };
	struct error err = { 0 };

	(void)engine_seal_lost(app_engine(app));
	if (!s->read)
		s->changes = listen_for_changes(state);
	str_set(&s->problem, NULL);
	browse_reading_drop(&s->reading);
	s->again = false;
	if (!browse_begin(state, &s->reading, &err) || (!s->read && !browse_newest(state, LINES_AT_ONCE, &newest, &err)))
		str_set(&s->problem, err.text);
	if (!s->read || s->problem)
		(void)show_list(s, &newest);
	s->read = true;
	return REDRAW;
}

static unsigned read_on(struct runs_state *s)
{
	struct run_list whole;

	if (!s->reading || browse_more(s->reading, LINES_AT_A_TIME))
		return NOTHING;
	browse_take(&s->reading, &whole);
	return show_list(s, &whole);
}

static uint64_t deadline_ms(const struct app *app, const void *state)
{
	const struct runs_state *s = state;

	return s->reading || s->again ? app_now_ms(app) : 0;
}

static unsigned shown(struct app *app, void *state)
{
	return read_runs(app, state);
}

static unsigned visit(struct app *app, void *state, const char *argument)
{
	struct runs_state *s = state;

	(void)argument;
	return s->read ? read_runs(app, s) : REDRAW;
}

static size_t watch(const struct app *app, const void *state, struct pollfd *fds, size_t room)
{
	const struct runs_state *s = state;

	(void)app;
	if (!s->read || s->changes < 0 || room == 0)
		return 0;
	fds[0] = (struct pollfd){ .fd = s->changes, .events = POLLIN };
	return 1;
}

static unsigned hear(struct app *app, void *state, const struct news *news)
{
	struct runs_state *s = state;

	(void)news;
	s->again = (s->read && watch_drain(s->changes) && app_is_on_top(app, s)) || s->again;
	if (s->reading)
		return read_on(s);
	return s->again ? read_runs(app, s) : NOTHING;
}

static void close_screen(struct app *app, void *state)
{
	struct runs_state *s = state;

	(void)app;
	if (s->read)
		owned_fd_close(&s->changes);
	browse_reading_drop(&s->reading);
	run_list_clear(&s->runs);
	runs_lines_clear(&s->lines);
	strlist_clear(&s->history);
	free(s->problem);
	free(s->doubt);
	field_clear(&s->filter);
}

static unsigned has(const struct app *app, const void *state)
{
	const struct run_row *row = selected(state);

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

static unsigned keep_filter(struct app *app, struct runs_state *s)
{
	s->filtering = false;
	if (!field_is_empty(&s->filter)) {
		for (size_t i = s->history.count; i > 0; i--)
			if (strcmp(s->history.items[i - 1], field_value(&s->filter)) == 0)
				strlist_remove(&s->history, i - 1);
		strlist_add(&s->history, field_value(&s->filter));
	}
	if (s->history.count > HISTORY_MOST)
		strlist_remove(&s->history, 0);
	(void)apply_filter(s);
	return s->doubt ? app_alert(app, "%s", s->doubt) : REDRAW;
}

static unsigned empty_filter(struct runs_state *s)
{
	s->filtering = false;
	field_set(&s->filter, NULL);
	return apply_filter(s);
}

static unsigned move_in_history(struct runs_state *s, size_t to)
{
	if (to > s->history.count)
		return NOTHING;
	s->at = to;
	field_set(&s->filter, to < s->history.count ? s->history.items[to] : NULL);
	return apply_filter(s);
}

static unsigned complete(struct app *app, struct runs_state *s)
{
	CLEARED(strlist) struct strlist words = { 0 };
	CLEARED(text) struct text all = { 0 };
	OWNED_MEM char *completed = run_filter_complete(field_value(&s->filter), &s->runs, &words);

	field_set(&s->filter, completed);
	for (size_t i = 0; i < words.count; i++)
		text_add_format(&all, "%s%s", i > 0 ? "  " : "", words.items[i]);
	if (words.count > 1)
		(void)app_say(app, "%s", text_c(&all));
	return apply_filter(s);
}

static unsigned act_on_filter(struct app *app, struct runs_state *s, enum action action)
{
	switch ((int)action) {
	case ACTION_DONE: return keep_filter(app, s);
	case ACTION_BACK: return empty_filter(s);
	case ACTION_COMPLETE: return complete(app, s);
	case ACTION_EARLIER: return move_in_history(s, s->at - 1);
	case ACTION_LATER: return move_in_history(s, s->at + 1);
	default: return NOTHING;
	}
}

static unsigned act_on_list(struct app *app, struct runs_state *s, enum action action)
{
	switch ((int)action) {
	case ACTION_FILTER:
		s->filtering = true;
		s->at = s->history.count;
		return REDRAW;
	case ACTION_SORT: s->sort = (s->sort + 1) % RUNS_SORT_COUNT; break;
	case ACTION_GROUP: s->group = (s->group + 1) % RUNS_GROUP_COUNT; break;
	case ACTION_REFRESH: return read_runs(app, s);
	default: return NOTHING;
	}
	(void)app_say(app, "%s, %s.", runs_sort_word(s->sort), runs_group_word(s->group));
	return apply_filter(s);
}

static unsigned act(struct app *app, void *state, enum action action)
{
	struct runs_state *s = state;
	const struct run_row *row = selected(s);

	if (s->filtering)
		return act_on_filter(app, s, action);
	if (list_act(&s->list, action, (size_t)list_rows(app_body(app))))
		return REDRAW;
	switch ((int)action) {
	case ACTION_OPEN: return app_go(app, "run", row->directory ? row->directory : row->run_id);
	case ACTION_ATTACH: return app_go(app, "panes", row->run_id);
	case ACTION_STOP_RUN: return stop(app, row);
	default: return act_on_list(app, s, action);
	}
}

static unsigned key(struct app *app, void *state, const struct typed *typed)
{
	struct runs_state *s = state;
	struct rect body = app_body(app);
	enum action action = s->filtering && typed->kind == TYPED_KEY ? keymap_find(filter_bindings, typed->key) : ACTION_NONE;

	if (typed->kind == TYPED_MOUSE)
		return typed->pressed && list_click(&s->list, rect_top(rect_below(body, 1), list_rows(body)), typed->row) ? REDRAW
															  : NOTHING;
	if (action != ACTION_NONE)
		return act_on_filter(app, s, action);
	return s->filtering && field_type(&s->filter, typed) ? apply_filter(s) : PASS;
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
	else if (s->reading && s->runs.more)
		canvas_right(c, row, row.row, row.col + row.cols - 1, ROLE_DIM, "reading older runs");
	else
		list_position(&s->list, c, row, row.row, (size_t)page);
}

static void draw(const struct app *app, const void *state, struct canvas *c, struct rect body)
{
	const struct runs_state *s = state;
	const struct ports *ports = app_engine(app)->ports;
	struct rect rows = rect_top(rect_below(body, 1), list_rows(body));
	size_t top = list_top(&s->list, (size_t)rows.rows);

	if (s->runs.count > 0)
		runs_draw_head(c, rect_top(body, 1));
	if (s->lines.count == 0)
		draw_empty(s, c, body);
	for (int i = 0; i < rows.rows && top + (size_t)i < s->lines.count; i++) {
		const struct runs_line *line = &s->lines.items[top + (size_t)i];
		struct rect row = rect_top(rect_below(rows, i), 1);
		bool here = top + (size_t)i == s->list.selected;

		if (line->heading)
			runs_draw_heading(c, row, line->row, s->group == RUNS_GROUP_DAY, line->heading, here);
		else
			runs_draw_row(c, row, line->row, ports->wall_ms(ports->self), here);
	}
	draw_foot(s, c, rect_bottom(body, 1), rows.rows);
}

const struct screen_ops runs_screen = {
	.name = "runs", .title = "Runs", .tab = true, .bindings = runs_bindings, .state_size = sizeof(struct runs_state),
	.close = close_screen, .shown = shown, .visit = visit, .act = act, .key = key, .draw = draw, .has = has,
	.more = more_bindings, .bindings_now = bindings_now, .typing = typing, .watch = watch, .hear = hear,
	.deadline_ms = deadline_ms,
};
