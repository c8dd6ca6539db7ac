/*
 * runs — every run the ledger knows, newest first, with a filter.
 */
#include "core/base/mem.h"
#include "core/record/browse.h"
#include "ui/screens/runs_table.h"
#include "ui/screens/screens.h"
#include "ui/tui/field.h"
#include "ui/tui/list.h"

struct runs_state {
	struct run_list runs;
	size_t *matches, n_matches;  /* indexes into runs.rows that the filter lets through */
	struct list list;
	struct field filter;
	bool filtering, read;
	char *problem;               /* NULL, or why the ledger could not be read */
};

static const struct key_binding runs_bindings[] = {
	{ TYPED_ENTER, ACTION_OPEN, "open" }, { 'a', ACTION_ATTACH, "show its panes" }, { '/', ACTION_FILTER, "filter" },
	{ 's', ACTION_STOP_RUN, "stop" }, { 'r', ACTION_REFRESH, "look again" },
	{ 0 }
};

static void apply_filter(struct runs_state *s)
{
	s->n_matches = 0;
	for (size_t i = 0; i < s->runs.count; i++)
		if (runs_filter(&s->runs.rows[i], field_value(&s->filter)))
			s->matches[s->n_matches++] = i;
	list_count(&s->list, s->n_matches);
}

static unsigned read_runs(struct app *app, struct runs_state *s)
{
	struct error err = { 0 };

	(void)engine_seal_lost(app_engine(app));
	run_list_clear(&s->runs);
	str_set(&s->problem, NULL);
	if (!browse_runs(app_engine(app)->places->state, &s->runs, &err))
		str_set(&s->problem, err.text);
	s->matches = mem_grow(s->matches, s->runs.count + 1, sizeof *s->matches);
	s->read = true;
	apply_filter(s);
	return REDRAW;
}

static const struct run_row *selected(const struct runs_state *s)
{
	return s->n_matches > 0 ? &s->runs.rows[s->matches[s->list.selected]] : NULL;
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

static void close_screen(struct app *app, void *state)
{
	struct runs_state *s = state;

	(void)app;
	run_list_clear(&s->runs);
	free(s->matches);
	free(s->problem);
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

static unsigned act(struct app *app, void *state, enum action action)
{
	struct runs_state *s = state;
	const struct run_row *row = selected(s);

	if (list_act(&s->list, action, (size_t)list_rows(app_body(app))))
		return REDRAW;
	switch ((int)action) {
	case ACTION_OPEN: return app_go(app, "run", row->directory ? row->directory : row->run_id);
	case ACTION_ATTACH: return app_go(app, "panes", row->run_id);
	case ACTION_STOP_RUN: return stop(app, row);
	case ACTION_FILTER: s->filtering = true; return REDRAW;
	case ACTION_REFRESH: return read_runs(app, s);
	default: return NOTHING;
	}
}

static unsigned key(struct app *app, void *state, const struct typed *typed)
{
	struct runs_state *s = state;
	struct rect body = app_body(app);

	if (typed->kind == TYPED_MOUSE)
		return typed->pressed && list_click(&s->list, rect_top(rect_below(body, 1), list_rows(body)), typed->row) ? REDRAW : NOTHING;
	if (!s->filtering)
		return PASS;
	if (typed->kind == TYPED_KEY && (typed->key == TYPED_ENTER || typed->key == TYPED_ESCAPE)) {
		s->filtering = false;
		if (typed->key == TYPED_ESCAPE)
			field_set(&s->filter, NULL);
		apply_filter(s);
		return REDRAW;
	}
	if (!field_type(&s->filter, typed))
		return PASS;
	apply_filter(s);
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

	if (s->filtering || !field_is_empty(&s->filter)) {
		(void)canvas_text(c, row, row.row, row.col, ROLE_KEY, " /");
		field = rect_right(rect_left(row, row.cols / 2), 3);
		field_draw(&s->filter, c, field, s->filtering, runs_filter_keys());
	}
	if (s->problem || s->runs.ledger_note)
		canvas_right(c, row, row.row, row.col + row.cols - 1, ROLE_ALERT, s->problem ? s->problem : s->runs.ledger_note);
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
	if (s->n_matches == 0)
		draw_empty(s, c, body);
	for (int i = 0; i < rows.rows && top + (size_t)i < s->n_matches; i++) {
		struct rect row = rect_top(rect_below(rows, i), 1);

		runs_draw_row(c, row, &s->runs.rows[s->matches[top + (size_t)i]], ports->wall_ms(ports->self),
			      top + (size_t)i == s->list.selected);
	}
	draw_foot(s, c, rect_bottom(body, 1), rows.rows);
}

const struct screen_ops runs_screen = {
	.name = "runs", .title = "Runs", .tab = true, .bindings = runs_bindings, .state_size = sizeof(struct runs_state),
	.close = close_screen, .shown = shown, .visit = visit, .act = act, .key = key, .draw = draw, .has = has,
};
