/*
 * panes — the children's terminals. Keys go to the one focused child; one prefix key is the console's. What is not drawn
 * is heard all the same.
 */
#include "core/base/mem.h"
#include "ui/screens/panes_give.h"
#include "ui/screens/panes_look.h"
#include "ui/screens/panes_parts.h"
#include "ui/screens/screens.h"

#define SETTLE_MS 40   /* children paint themselves anew at every size: only where the dragging rests */
#define SETTLE_MOST_MS 200
#define MINUTE_MS 60000u
#define CHOOSE_MS 1000u /* what a supervisor has to say of its children comes within this time */

static bool is_due(uint64_t due_ms, uint64_t now_ms)
{
	return due_ms > 0 && due_ms <= now_ms;
}

unsigned panes_arrange(struct app *app, struct panes_state *s)
{
	uint64_t now_ms = app_now_ms(app);

	if (s->sizes_due_ms == 0)
		s->sizes_since_ms = now_ms;
	s->sizes_due_ms = now_ms + SETTLE_MS;
	if (s->sizes_due_ms > s->sizes_since_ms + SETTLE_MOST_MS)
		s->sizes_due_ms = s->sizes_since_ms + SETTLE_MOST_MS;
	return REDRAW;
}

static unsigned has(const struct app *app, const void *state)
{
	const struct panes_state *s = state;

	(void)app;
	return s->count > 0 ? NEEDS_PANE | NEEDS_ROW | NEEDS_RUN : 0;
}

/* The titles' clocks, all at once, and again at the turn of the minute. */
static unsigned look_at_clock(struct app *app, struct panes_state *s)
{
	const struct ports *ports = app_engine(app)->ports;
	uint64_t wall_ms = ports->wall_ms(ports->self);

	for (size_t i = 0; i < s->count; i++)
		s->panes[i].clock_ms = wall_ms;
	s->clock_due_ms = app_now_ms(app) + MINUTE_MS - wall_ms % MINUTE_MS;
	return REDRAW;
}

static bool shows_a_clock(const struct app *app, const struct panes_state *s)
{
	bool lives = false;

	for (size_t i = 0; i < s->count && !lives; i++)
		lives = pane_lives(&s->panes[i]);
	return lives && app_is_on_top(app, s);
}

static bool open_screen(struct app *app, void *state, struct error *err)
{
	(void)err;
	panes_watch(state, app_engine(app));
	return true;
}

static unsigned say_trouble(struct app *app, struct panes_state *s)
{
	unsigned reaction = s->trouble.reason == REASON_NONE ? (unsigned)NOTHING : app_alert(app, "%s", s->trouble.text);

	s->trouble = (struct error){ 0 };
	return reaction;
}

static unsigned shown(struct app *app, void *state)
{
	struct panes_state *s = state;

	(void)panes_look(s, app_engine(app), app_now_ms(app));
	(void)look_at_clock(app, s);
	panes_sizes(s, app_body(app));
	return REDRAW | say_trouble(app, s);
}

/* "RUN" or "RUN a2". */
static bool attach_to(struct panes_state *s, const struct engine *e, const char *argument, struct error *err)
{
	size_t len = strcspn(argument, " ");
	OWNED_MEM char *run_id = str_copy_n(argument, len);

	if (!panes_attach(s, e, run_id, err))
		return false;
	for (size_t i = 0; argument[len] && i < s->count; i++)
		if (panes_is_of(s, i, run_id) && strcmp(s->panes[i].id, argument + len + 1) == 0)
			panes_focus(s, i);
	return true;
}

/* Opened on no child in particular: the keys go to one that lives, once it is known which do. */
static void choose_soon(const struct app *app, struct panes_state *s, const char *argument)
{
	bool names_child = argument && strchr(argument, ' ');

	s->choose_until_ms = names_child || (!argument && s->count > 0) ? 0 : app_now_ms(app) + CHOOSE_MS;
	s->choose_link = argument && s->count > 0 ? s->panes[s->focus].link : LINKS_MAX;
}

static unsigned visit(struct app *app, void *state, const char *argument)
{
	struct panes_state *s = state;
	struct error err = { 0 };

	s->mode = PANES_LIVE;
	s->drag = (struct drag){ 0 };
	if (argument && !attach_to(s, app_engine(app), argument, &err))
		return app_alert(app, "%s", err.text);
	(void)panes_hear(s, app_engine(app), &(struct news){ .now_ms = app_now_ms(app) }); /* what has come already is in the first frame */
	choose_soon(app, s, argument);
	(void)look_at_clock(app, s);
	panes_sizes(s, app_body(app));
	panes_give_focus(app, s);
	return REDRAW | say_trouble(app, s);
}

static void close_screen(struct app *app, void *state)
{
	(void)app;
	panes_unwatch(state);
	panes_clear(state);
}

/* Keys that went nowhere are said at once: what was typed is gone. */
static unsigned say_refused(struct app *app, struct panes_state *s)
{
	bool refused = false;

	for (size_t i = 0; i < s->count; i++) {
		refused |= s->panes[i].refused;
		s->panes[i].refused = false;
	}
	return refused ? app_alert(app, "Another viewer types into this run, so your keys did not reach it; " PREFIX_NAME
					" t takes the keyboard over.")
		       : (unsigned)NOTHING;
}

static bool let_go(struct panes_state *s, uint64_t now_ms)
{
	bool any = false;

	for (size_t i = 0; i < s->count; i++)
		any |= hold_time(&s->panes[i].hold, now_ms);
	return any;
}

static unsigned hear_links(struct app *app, struct panes_state *s, const struct news *news)
{
	static const unsigned reactions[] = { [PANE_SAME] = NOTHING, [PANE_CELLS] = CELLS, [PANE_ALL] = REDRAW };

	return reactions[panes_hear(s, app_engine(app), news)];
}

static unsigned hear(struct app *app, void *state, const struct news *news)
{
	struct panes_state *s = state;
	unsigned reaction = hear_links(app, s, news);

	if (app_is_on_top(app, s) && panes_read_logs(s))
		reaction |= REDRAW;
	reaction |= panes_choose(s, news->now_ms) ? REDRAW : NOTHING;
	reaction |= say_refused(app, s) | say_trouble(app, s);
	reaction |= s->come ? panes_arrange(app, s) : NOTHING;
	s->come = false;
	reaction |= let_go(s, news->now_ms) ? REDRAW : NOTHING;
	reaction |= s->answered || s->arrived ? URGENT : NOTHING;
	s->answered = s->arrived = false;
	panes_look_soon(s, news);
	if (is_due(s->look_due_ms, news->now_ms) && panes_look(s, app_engine(app), news->now_ms))
		reaction |= panes_arrange(app, s);
	if (is_due(s->sizes_due_ms, news->now_ms)) {
		panes_sizes(s, app_body(app));
		panes_look_fit(app, s);
	}
	panes_give_focus(app, s);
	reaction |= panes_look_turn(app, s) | panes_give_news(app, s);
	if (shows_a_clock(app, s) && is_due(s->clock_due_ms, news->now_ms))
		reaction |= look_at_clock(app, s);
	return reaction;
}

static size_t watch(const struct app *app, const void *state, struct pollfd *fds, size_t room)
{
	const struct panes_state *s = state;
	size_t count = 0;

	(void)app;
	if (s->watching && s->changes >= 0 && room > 0)
		fds[count++] = (struct pollfd){ .fd = s->changes, .events = POLLIN };
	for (size_t i = 0; i < LINKS_MAX && count < room; i++) {
		const struct viewer *v = s->links[i].viewer;

		if (v)
			fds[count++] = (struct pollfd){ .fd = viewer_fd(v),
				.events = (short)(POLLIN | (viewer_wants_write(v) ? POLLOUT : 0)) };
	}
	return count;
}

static void sooner(uint64_t *due_ms, uint64_t other_ms)
{
	if (other_ms > 0 && (*due_ms == 0 || other_ms < *due_ms))
		*due_ms = other_ms;
}

static uint64_t deadline_ms(const struct app *app, const void *state)
{
	const struct panes_state *s = state;
	uint64_t due_ms = s->backlog || (app_is_on_top(app, s) && panes_is_reading(s)) ? app_now_ms(app) : 0;

	sooner(&due_ms, s->look_due_ms);
	sooner(&due_ms, s->sizes_due_ms);
	sooner(&due_ms, panes_look_deadline_ms(app, s));
	if (shows_a_clock(app, s))
		sooner(&due_ms, s->clock_due_ms);
	for (size_t i = 0; i < s->count; i++)
		sooner(&due_ms, s->panes[i].hold.on ? s->panes[i].hold.due_ms : 0);
	return due_ms;
}

static void resized(struct app *app, void *state, int rows, int cols)
{
	(void)rows;
	(void)cols;
	(void)panes_arrange(app, state);
}

static void badge(const struct app *app, const void *state, struct text *out)
{
	const struct panes_state *s = state;
	size_t living = panes_living(s);

	(void)app;
	if (living < s->count)
		text_add_format(out, "%zu of %zu", living, s->count);
	else if (s->count > 0)
		text_add_format(out, "%zu", s->count);
}

static int kept_rows(const struct app *app, const void *state)
{
	const struct panes_state *s = state;
	struct layout_plan plan;

	if (s->count == 0)
		return 0;
	panes_plan(s, app_body(app), &plan);
	return plan.strip.rows;
}

static size_t number_of(const void *state, const char *run_id, const char *child)
{
	const struct panes_state *s = state;

	for (size_t i = 0; i < s->count; i++)
		if (panes_is_of(s, i, run_id) && strcmp(s->panes[i].id, child) == 0)
			return s->panes[i].slot;
	return 0;
}

const struct screen_ops panes_screen = {
	.name = "panes", .title = "Panes", .tab = true, .all_keys = true, .bindings = panes_bindings, .more = panes_tables,
	.prefixed = panes_prefixed, .prefix = PANES_PREFIX, .own_wheel = true,
	.state_size = sizeof(struct panes_state), .open = open_screen, .close = close_screen, .shown = shown, .visit = visit,
	.hear = hear, .act = panes_act, .key = panes_key, .answered = panes_answered, .resized = resized, .draw = panes_draw,
	.draw_cells = panes_draw_cells, .painted = panes_painted,
	.bindings_now = panes_bindings_now, .has = has, .watch = watch, .deadline_ms = deadline_ms, .badge = badge,
	.kept_rows = kept_rows, .number_of = number_of,
};
