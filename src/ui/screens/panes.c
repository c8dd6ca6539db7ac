/*
 * panes — the children's terminals side by side. Keys go to the one focused child; one prefix key is the console's.
 */
#include "core/base/mem.h"
#include "ui/screens/panes_layout.h"
#include "ui/screens/panes_state.h"
#include "ui/screens/screens.h"

#define PREFIX CONTROL('b')
#define WHEEL_LINES 3

enum { ASK_STOP = 1, ASK_STOP_ALL };

static const struct key_binding panes_bindings[] = {
	{ PREFIX, ACTION_PREFIX, "then a key for the console" },
	{ 0 }
};

static const struct key_binding command_bindings[] = {
	{ 'o', ACTION_OTHER, "other" }, { 'z', ACTION_ZOOM, "zoom" }, { '[', ACTION_SCROLL, "look back" },
	{ 'x', ACTION_STOP, "stop" }, { 'X', ACTION_STOP_ALL, "stop all" }, { 'd', ACTION_CLOSE, "close pane" },
	{ 'D', ACTION_CLOSE_ENDED, NULL }, { TYPED_RIGHT, ACTION_OTHER, NULL }, { TYPED_DOWN, ACTION_OTHER, NULL }, { TYPED_LEFT, ACTION_OTHER_BACK, NULL },
	{ TYPED_UP, ACTION_OTHER_BACK, NULL }, { 'n', ACTION_NEXT_SCREEN, "next screen" }, { 'p', ACTION_PREVIOUS_SCREEN, NULL },
	{ 'l', ACTION_GO_LAUNCH, NULL }, { 'r', ACTION_GO_RUNS, "runs" }, { ':', ACTION_PALETTE, NULL }, { '?', ACTION_HELP, "keys" },
	{ 'q', ACTION_QUIT, "quit" }, { PREFIX, ACTION_PREFIX, NULL },
	{ 0 }
};

static const struct key_binding back_bindings[] = {
	{ TYPED_UP, ACTION_UP, "line" }, { TYPED_DOWN, ACTION_DOWN, "" }, { TYPED_PAGE_UP, ACTION_PAGE_UP, "page" },
	{ TYPED_PAGE_DOWN, ACTION_PAGE_DOWN, "" }, { TYPED_HOME, ACTION_FIRST, "oldest" }, { TYPED_END, ACTION_LAST, "newest" },
	{ TYPED_ESCAPE, ACTION_BACK, "back to the child" }, { 'q', ACTION_BACK, NULL },
	{ 0 }
};

static const struct key_binding ended_bindings[] = {
	{ TYPED_ENTER, ACTION_OPEN, "open the run's record" }, { 'd', ACTION_CLOSE, "close pane" }, { 'o', ACTION_OTHER, "other" },
	{ 'z', ACTION_ZOOM, "zoom" }, { '[', ACTION_SCROLL, "look back" }, { 'D', ACTION_CLOSE_ENDED, "close all ended" },
	{ PREFIX, ACTION_PREFIX, NULL },
	{ 0 }
};

/* Nothing that is typed reaches a headless child, so no prefix is needed. */
static const struct key_binding headless_bindings[] = {
	{ 'o', ACTION_OTHER, "other" }, { 'z', ACTION_ZOOM, "zoom" }, { '[', ACTION_SCROLL, "look back" },
	{ 'x', ACTION_STOP, "stop" }, { 'X', ACTION_STOP_ALL, "stop all" }, { 'd', ACTION_CLOSE, "close pane" },
	{ 'D', ACTION_CLOSE_ENDED, NULL }, { PREFIX, ACTION_PREFIX, NULL },
	{ 0 }
};

static const struct key_binding empty_bindings[] = {
	{ 'L', ACTION_GO_LAUNCH, "launch a run" }, { 'R', ACTION_GO_RUNS, "runs" },
	{ 0 }
};

static const struct key_binding *const all_tables[] = { empty_bindings, command_bindings, back_bindings, ended_bindings, headless_bindings, NULL };

static const struct key_binding *bindings_now(const struct app *app, const void *state)
{
	const struct panes_state *s = state;
	const struct pane *p = panes_focused_const(s);

	(void)app;
	if (!p)
		return empty_bindings;
	if (s->mode == PANES_COMMAND)
		return command_bindings;
	if (s->mode == PANES_LOOKING_BACK)
		return back_bindings;
	if (!pane_lives(p))
		return ended_bindings;
	return p->interactive ? panes_bindings : headless_bindings;
}

static unsigned has(const struct app *app, const void *state)
{
	const struct panes_state *s = state;

	(void)app;
	return s->count > 0 ? NEEDS_PANE | NEEDS_ROW | NEEDS_RUN : 0;
}

static unsigned arrange(struct app *app, struct panes_state *s)
{
	panes_sizes(s, app_body(app));
	return REDRAW;
}

static unsigned shown(struct app *app, void *state)
{
	panes_attach_live(state, app_engine(app));
	return arrange(app, state);
}

static unsigned visit(struct app *app, void *state, const char *argument)
{
	struct panes_state *s = state;
	struct error err = { 0 };

	s->mode = PANES_LIVE;
	if (argument && !panes_attach(s, app_engine(app), argument, &err))
		return app_alert(app, "%s", err.text);
	return arrange(app, s);
}

static void close_screen(struct app *app, void *state)
{
	(void)app;
	panes_clear(state);
}

static unsigned hear(struct app *app, void *state, const struct news *news)
{
	(void)app;
	(void)news;
	return panes_hear(state) ? REDRAW : NOTHING;
}

static size_t watch(const struct app *app, const void *state, struct pollfd *fds, size_t room)
{
	const struct panes_state *s = state;
	size_t count = 0;

	(void)app;
	for (size_t i = 0; i < LINKS_MAX && count < room; i++) {
		const struct viewer *v = s->links[i].viewer;

		if (v)
			fds[count++] = (struct pollfd){ .fd = viewer_fd(v),
				.events = (short)(POLLIN | (viewer_wants_write(v) ? POLLOUT : 0)) };
	}
	return count;
}

static uint64_t deadline_ms(const struct app *app, const void *state)
{
	const struct panes_state *s = state;

	return s->backlog ? app_now_ms(app) : 0;
}

static unsigned ask_stop(struct app *app, const struct panes_state *s, int id)
{
	const struct pane *p = panes_focused_const(s);
	struct ask ask = { .id = id };

	ask.title = id == ASK_STOP ? str_format("Stop %s", p->id) : str_copy("Stop every child of this run");
	strlist_add(&ask.lines, "TERM is sent to every process of it now, and KILL after three seconds to what is left.");
	strlist_add(&ask.lines, "What it wrote stays in the workspace. When all of its children are over, the run is recorded as stopped.");
	return app_ask(app, &ask);
}

static unsigned answered(struct app *app, void *state, int id, bool yes)
{
	struct panes_state *s = state;
	struct pane *p = panes_focused(s);

	(void)app;
	if (!yes || !p || !s->links[p->link].viewer)
		return REDRAW;
	if (id == ASK_STOP)
		viewer_stop(s->links[p->link].viewer, p->child);
	else
		viewer_stop_all(s->links[p->link].viewer);
	return REDRAW;
}

static unsigned move_focus(struct app *app, struct panes_state *s, size_t by)
{
	s->focus = (s->focus + by) % s->count;
	return arrange(app, s);
}

static long page_rows(const struct app *app, const struct panes_state *s)
{
	int rows = panes_area(s, app_body(app), s->focus).rows - PANE_TITLE_ROWS;

	return rows > 1 ? rows - 1 : 1;
}

static unsigned look_back(struct app *app, struct panes_state *s, enum action action)
{
	struct pane *p = panes_focused(s);
	const struct { enum action action; long by; } steps[] = {
		{ ACTION_UP, 1 }, { ACTION_DOWN, -1 }, { ACTION_PAGE_UP, page_rows(app, s) }, { ACTION_PAGE_DOWN, -page_rows(app, s) },
		{ ACTION_FIRST, 1l << 30 }, { ACTION_LAST, -(1l << 30) },
	};

	for (size_t i = 0; p && i < COUNT_OF(steps); i++)
		if (steps[i].action == action)
			pane_scroll(p, steps[i].by);
	return REDRAW;
}

static unsigned leave_back(struct panes_state *s)
{
	struct pane *p = panes_focused(s);

	if (p)
		p->scrolled = 0;
	s->mode = PANES_LIVE;
	return REDRAW;
}

static unsigned act(struct app *app, void *state, enum action action)
{
	struct panes_state *s = state;
	struct pane *p = panes_focused(s);

	if (s->mode == PANES_LOOKING_BACK)
		return action == ACTION_BACK ? leave_back(s) : look_back(app, s, action);
	if (action == ACTION_PREFIX) {
		s->mode = PANES_COMMAND;
		return REDRAW;
	}
	s->mode = action == ACTION_SCROLL ? PANES_LOOKING_BACK : PANES_LIVE;
	if (!p)
		return REDRAW;
	switch ((int)action) {
	case ACTION_OTHER: return move_focus(app, s, 1);
	case ACTION_OTHER_BACK: return move_focus(app, s, s->count - 1);
	case ACTION_ZOOM: s->zoomed = !s->zoomed; return arrange(app, s);
	case ACTION_STOP: return pane_lives(p) ? ask_stop(app, s, ASK_STOP) : app_say(app, "%s is over.", p->id);
	case ACTION_STOP_ALL: return ask_stop(app, s, ASK_STOP_ALL);
	case ACTION_CLOSE: panes_close(s, s->focus); return arrange(app, s);
	case ACTION_CLOSE_ENDED: (void)panes_close_ended(s); return arrange(app, s);
	case ACTION_OPEN: return app_go(app, "run", s->links[p->link].run_id);
	default: return REDRAW;
	}
}

static unsigned click(struct app *app, struct panes_state *s, const struct typed *typed)
{
	for (size_t i = 0; i < s->count; i++) {
		if ((s->zoomed && i != s->focus) || !rect_holds(panes_area(s, app_body(app), i), typed->row, typed->col))
			continue;
		if (typed->button == BUTTON_WHEEL_UP || typed->button == BUTTON_WHEEL_DOWN)
			pane_scroll(&s->panes[i], typed->button == BUTTON_WHEEL_UP ? WHEEL_LINES : -WHEEL_LINES);
		else if (typed->pressed && typed->button == BUTTON_LEFT)
			s->focus = i;
		return REDRAW;
	}
	return NOTHING;
}

/* A number after the prefix is a pane's place. */
static bool choose_number(struct panes_state *s, uint32_t key)
{
	if (key < '1' || key > '9' || key - '1' >= s->count)
		return false;
	s->focus = key - '1';
	return true;
}

/* The key after the prefix. The prefix itself goes to the child. */
static unsigned command(struct app *app, struct panes_state *s, uint32_t typed)
{
	enum action action = keymap_find(command_bindings, typed);
	const char literal = (char)(PREFIX & 0x1f);

	s->mode = PANES_LIVE;
	if (choose_number(s, typed))
		return arrange(app, s);
	if (action == ACTION_NONE)
		return app_say(app, "That key means nothing after the prefix; Ctrl-B ? lists what does.");
	if (action != ACTION_PREFIX)
		return REDRAW | app_perform(app, action);
	if (s->count > 0)
		panes_send(s, panes_focused(s), &literal, 1);
	return REDRAW;
}

static unsigned key(struct app *app, void *state, const struct typed *typed)
{
	struct panes_state *s = state;
	struct pane *p = panes_focused(s);
	CLEARED(text) struct text bytes = { 0 };

	if (typed->kind == TYPED_MOUSE)
		return click(app, s, typed);
	if (typed->kind == TYPED_KEY && s->mode == PANES_COMMAND)
		return command(app, s, typed->key);
	if (!p || !pane_lives(p) || !p->interactive || s->mode != PANES_LIVE || typed->kind == TYPED_FOCUS ||
	    (typed->kind == TYPED_KEY && typed->key == PREFIX))
		return PASS;
	p->scrolled = 0;
	pane_encode(p, typed, &bytes);
	panes_send(s, p, text_c(&bytes), bytes.len);
	return NOTHING;
}

static void resized(struct app *app, void *state, int rows, int cols)
{
	(void)rows;
	(void)cols;
	panes_sizes(state, app_body(app));
}

static void draw_empty(struct canvas *c, struct rect body)
{
	struct rect area = rect_inset(body, 1, 1);

	(void)canvas_text(c, area, area.row, area.col, ROLE_HEADING, "Nobody is working");
	(void)canvas_wrap(c, rect_below(area, 2), ROLE_DIM,
			  "A run's children appear here, each in a terminal of its own. L goes to Launch, where one is started. "
			  "Runs that go on without the console are attached by themselves when it opens.");
}

static void draw(const struct app *app, const void *state, struct canvas *c, struct rect body)
{
	const struct panes_state *s = state;

	(void)app;
	if (s->count == 0) {
		draw_empty(c, body);
		return;
	}
	for (size_t i = 0; i < s->count; i++)
		if (!s->zoomed || i == s->focus)
			pane_draw(&s->panes[i], i + 1, i == s->focus, c, panes_area(s, body, i));
	if (!s->zoomed)
		panes_dividers(c, body, s->count);
}

static void badge(const struct app *app, const void *state, struct text *out)
{
	size_t living = panes_living(state);

	(void)app;
	if (living > 0)
		text_add_format(out, "%zu", living);
}

const struct screen_ops panes_screen = {
	.name = "panes", .title = "Panes", .tab = true, .all_keys = true, .bindings = panes_bindings, .more = all_tables,
	.state_size = sizeof(struct panes_state), .close = close_screen, .shown = shown, .visit = visit, .hear = hear, .act = act,
	.key = key, .answered = answered, .resized = resized, .draw = draw, .bindings_now = bindings_now, .has = has,
	.watch = watch, .deadline_ms = deadline_ms, .badge = badge,
};
