/*
 * panes_act — what an action does to the panes.
 */
#include "core/base/mem.h"
#include "ui/screens/panes_give.h"
#include "ui/screens/panes_look.h"
#include "ui/screens/panes_parts.h"

static unsigned ask_stop(struct app *app, const struct panes_state *s, int id)
{
	const struct pane *p = panes_focused_const(s);
	struct ask ask = { .id = id };

	ask.title = id == ASK_STOP ? str_format("Stop %s", p->id) : str_copy("Stop every child of this run");
	strlist_add(&ask.lines, "TERM is sent to every process of it now, and KILL after three seconds to what is left.");
	strlist_add(&ask.lines, "What it wrote stays in the workspace. When all of its children are over, the run is recorded as stopped.");
	return app_ask(app, &ask);
}

unsigned panes_answered(struct app *app, void *state, int id, bool yes)
{
	struct panes_state *s = state;
	struct pane *p = panes_focused(s);

	if (id >= ASK_LOOK_FIRST)
		return panes_look_answered(app, s, id, yes);
	if (!yes || !p || !s->links[p->link].viewer)
		return REDRAW;
	if (id == ASK_STOP)
		viewer_stop(s->links[p->link].viewer, p->child);
	else
		viewer_stop_all(s->links[p->link].viewer);
	return REDRAW;
}

static unsigned go_place(struct app *app, struct panes_state *s, size_t place)
{
	panes_focus(s, place);
	return panes_arrange(app, s);
}

unsigned panes_go_slot(struct app *app, struct panes_state *s, size_t slot)
{
	size_t place = panes_place_of(s, slot);

	if (place == PLACE_NONE)
		return app_say(app, "No pane has the number %zu; w lists those there are.", slot);
	return go_place(app, s, place);
}

static unsigned go_towards(struct app *app, struct panes_state *s, enum direction direction)
{
	struct layout_plan plan;

	panes_plan(s, app_body(app), &plan);
	return go_place(app, s, plan_towards(&plan, s->focus, direction));
}

static unsigned choose_layout(struct app *app, struct panes_state *s, enum panes_layout layout)
{
	s->arrangement.layout = layout;
	s->arrangement.zoomed = false;
	return panes_arrange(app, s) | app_say(app, "Layout: %s.", layout_word(layout));
}

static unsigned swap(struct app *app, struct panes_state *s, size_t by)
{
	panes_swap(s, s->focus, (s->focus + by) % s->count);
	return panes_arrange(app, s);
}

static unsigned zoom(struct app *app, struct panes_state *s)
{
	s->arrangement.zoomed = !s->arrangement.zoomed;
	return panes_arrange(app, s);
}

static unsigned even(struct app *app, struct panes_state *s)
{
	layout_even(&s->arrangement);
	return panes_arrange(app, s);
}

static const struct { enum action action; enum direction direction; } resizes[] = {
	{ ACTION_RESIZE_LEFT, TO_LEFT }, { ACTION_RESIZE_RIGHT, TO_RIGHT }, { ACTION_RESIZE_UP, TO_UP }, { ACTION_RESIZE_DOWN, TO_DOWN },
};

bool panes_is_resize(enum action action)
{
	for (size_t i = 0; i < COUNT_OF(resizes); i++)
		if (resizes[i].action == action)
			return true;
	return false;
}

unsigned panes_resize(struct app *app, struct panes_state *s, enum action action, int by)
{
	struct layout_plan plan;

	panes_plan(s, app_body(app), &plan);
	for (size_t i = 0; i < COUNT_OF(resizes); i++)
		if (resizes[i].action == action)
			(void)layout_resize(&s->arrangement, &plan, s->focus, resizes[i].direction, by);
	return panes_arrange(app, s);
}

static unsigned close_ended(struct app *app, struct panes_state *s)
{
	(void)panes_close_ended(s);
	return panes_arrange(app, s);
}

static bool has_living(const struct panes_state *s, const char *run_id)
{
	for (size_t i = 0; i < s->count; i++)
		if (panes_is_of(s, i, run_id) && pane_lives(&s->panes[i]))
			return true;
	return false;
}

/* A pane that is gone is no child that is gone. */
static unsigned close_focused(struct app *app, struct panes_state *s)
{
	const struct pane *p = panes_focused(s);
	OWNED_MEM char *run_id = str_copy(s->links[p->link].run_id);
	bool lived = pane_lives(p), unread = p->log != NULL;
	unsigned reaction;

	panes_close(s, s->focus);
	reaction = panes_arrange(app, s);
	if (lived && !has_living(s, run_id))
		return reaction | app_say(app, "The run goes on without a pane; a on it in Runs shows it again.");
	return unread ? reaction | app_say(app, "Reading was stopped; a on the run shows it from the beginning.") : reaction;
}

static unsigned take_keyboard(struct app *app, struct panes_state *s)
{
	const struct pane *p = panes_focused(s);

	if (!pane_lives(p) || !s->links[p->link].viewer)
		return app_say(app, "%s is over.", p->id);
	if (p->typist != TYPIST_OTHER)
		return app_say(app, "No other viewer types into this run.");
	viewer_take_keyboard(s->links[p->link].viewer);
	return app_say(app, "You type into this run now; the other viewer is told.");
}

/* What is done with the focused pane and its run. */
static unsigned act_on_pane(struct app *app, struct panes_state *s, enum action action)
{
	struct pane *p = panes_focused(s);

	switch ((int)action) {
	case ACTION_STOP: return pane_lives(p) ? ask_stop(app, s, ASK_STOP) : app_say(app, "%s is over.", p->id);
	case ACTION_STOP_ALL: return ask_stop(app, s, ASK_STOP_ALL);
	case ACTION_TAKE_KEYBOARD: return take_keyboard(app, s);
	case ACTION_PASTE: return panes_give_copied(app, s);
	case ACTION_CLOSE: return close_focused(app, s);
	case ACTION_CLOSE_ENDED: return close_ended(app, s);
	case ACTION_OPEN: return app_go(app, "run", s->links[p->link].run_id);
	default: return panes_is_resize(action) ? panes_resize(app, s, action, 1) : (unsigned)REDRAW;
	}
}

/* Where panes stand and which has the keys. */
static unsigned act_on_all(struct app *app, struct panes_state *s, enum action action)
{
	switch ((int)action) {
	case ACTION_OTHER: return go_place(app, s, (s->focus + 1) % s->count);
	case ACTION_OTHER_BACK: return go_place(app, s, (s->focus + s->count - 1) % s->count);
	case ACTION_LAST_PANE: return go_place(app, s, panes_place_of(s, s->last_slot));
	case ACTION_PANE_LEFT: return go_towards(app, s, TO_LEFT);
	case ACTION_PANE_RIGHT: return go_towards(app, s, TO_RIGHT);
	case ACTION_PANE_UP: return go_towards(app, s, TO_UP);
	case ACTION_PANE_DOWN: return go_towards(app, s, TO_DOWN);
	case ACTION_SLOT:
	case ACTION_PANE_LIST: return panes_list_open(s);
	case ACTION_ZOOM: return zoom(app, s);
	case ACTION_NEXT_LAYOUT: return choose_layout(app, s, (s->arrangement.layout + 1) % LAYOUT_COUNT);
	case ACTION_LAYOUT_TILE: return choose_layout(app, s, LAYOUT_TILE);
	case ACTION_LAYOUT_COLUMNS: return choose_layout(app, s, LAYOUT_COLUMNS);
	case ACTION_LAYOUT_STACK: return choose_layout(app, s, LAYOUT_STACK);
	case ACTION_LAYOUT_FULL: return choose_layout(app, s, LAYOUT_FULL);
	case ACTION_EVEN: return even(app, s);
	case ACTION_SWAP_NEXT: return swap(app, s, 1);
	case ACTION_SWAP_PREVIOUS: return swap(app, s, s->count - 1);
	default: return act_on_pane(app, s, action);
	}
}

unsigned panes_act(struct app *app, void *state, enum action action)
{
	struct panes_state *s = state;

	unsigned reaction;

	if (s->mode == PANES_LISTING)
		return panes_list_act(app, s, action);
	s->mode = action == ACTION_PREFIX ? PANES_COMMAND : PANES_LIVE;
	if (s->count == 0 || action == ACTION_PREFIX)
		return REDRAW;
	reaction = panes_look_act(app, s, action);
	if (reaction & PASS)
		reaction = act_on_all(app, s, action);
	panes_give_focus(app, s);
	return reaction;
}
