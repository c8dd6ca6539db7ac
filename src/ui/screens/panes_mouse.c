/*
 * panes_mouse — a click gives a pane the keys, the wheel looks back; the words of a title are where a pane is taken to
 * change places with another, the lines between panes are where they are resized.
 */
#include "core/base/mem.h"
#include "ui/screens/pane_title.h"
#include "ui/screens/panes_give.h"
#include "ui/screens/panes_look.h"
#include "ui/screens/panes_parts.h"

static bool is_wheel(const struct typed *typed)
{
	return typed->button == BUTTON_WHEEL_UP || typed->button == BUTTON_WHEEL_DOWN;
}

static bool in_words(const struct panes_state *s, size_t place, struct rect area, const struct typed *typed)
{
	const struct pane *p = &s->panes[place];

	return typed->row == area.row && typed->col < area.col + pane_title_cols(p, p->slot, area.cols);
}

static unsigned take_pane(struct app *app, struct panes_state *s, size_t place, const struct layout_plan *plan, const struct typed *typed)
{
	struct rect area = plan_rect(plan, place);
	size_t columns = (size_t)plan->columns;

	if (typed->row == area.row && !in_words(s, place, area, typed) && place - plan->first >= columns) {
		s->drag = (struct drag){ .kind = DRAG_BELOW, .slot = s->panes[place - columns].slot };
		return NOTHING;
	}
	if (typed->row == area.row)
		s->drag = (struct drag){ .kind = DRAG_PANE, .slot = s->panes[place].slot };
	if (place == s->focus)
		return NOTHING;
	panes_focus(s, place);
	return panes_arrange(app, s);
}

static unsigned press(struct app *app, struct panes_state *s, const struct layout_plan *plan, const struct typed *typed)
{
	size_t place = plan_at(plan, typed->row, typed->col);
	size_t left = plan_divider_at(plan, typed->row, typed->col);
	size_t slot = typed->row == plan->strip.row && plan->strip.rows > 0 ? panes_strip_slot_at(s, plan, typed->col) : 0;

	s->drag = (struct drag){ 0 };
	if (slot > 0)
		return panes_go_slot(app, s, slot);
	if (left != PLACE_NONE)
		s->drag = (struct drag){ .kind = DRAG_BESIDE, .slot = s->panes[left].slot };
	return place == PLACE_NONE ? (unsigned)NOTHING : take_pane(app, s, place, plan, typed);
}

/* The line goes to where the pointer is, as far as it can. */
static unsigned drag_line(struct app *app, struct panes_state *s, const struct layout_plan *plan, const struct typed *typed)
{
	size_t place = panes_place_of(s, s->drag.slot);
	const bool below = s->drag.kind == DRAG_BELOW;
	struct rect r = { 0 };
	int by;

	if (place != PLACE_NONE)
		r = plan_rect(plan, place);
	by = below ? typed->row - (r.row + r.rows) : typed->col - (r.col + r.cols);
	if (r.rows == 0 || by == 0 || !layout_shift(&s->arrangement, plan, place, below, by))
		return NOTHING;
	return panes_arrange(app, s);
}

static unsigned drag_pane(struct app *app, struct panes_state *s, const struct layout_plan *plan, const struct typed *typed)
{
	size_t place = plan_at(plan, typed->row, typed->col);
	size_t over = place == PLACE_NONE ? 0 : s->panes[place].slot;

	if (over == s->drag.slot)
		over = 0;
	if (over == s->drag.over)
		return NOTHING;
	s->drag.over = over;
	if (over == 0)
		return app_say(app, "%zu stays where it is.", s->drag.slot);
	return app_say(app, "Let go here: %zu and %zu change places.", s->drag.slot, over);
}

static unsigned let_go(struct app *app, struct panes_state *s)
{
	struct drag drag = s->drag;
	size_t from = panes_place_of(s, drag.slot), to = panes_place_of(s, drag.over);

	s->drag = (struct drag){ 0 };
	if (drag.kind != DRAG_PANE || drag.over == 0 || from == PLACE_NONE || to == PLACE_NONE)
		return NOTHING;
	panes_swap(s, from, to);
	return panes_arrange(app, s) | app_say(app, "%zu and %zu changed places.", drag.slot, drag.over);
}

/* Below its title a pane is its child's, or the text that is looked back on; also outside while text is being chosen. */
static size_t cells_at(const struct panes_state *s, const struct layout_plan *plan, const struct typed *typed)
{
	size_t place = plan_at(plan, typed->row, typed->col);

	if (s->drag.kind != DRAG_NONE)
		return PLACE_NONE;
	if (s->count > 0 && s->panes[s->focus].look.dragging && !is_wheel(typed))
		return s->focus;
	return place != PLACE_NONE && typed->row > plan_rect(plan, place).row ? place : PLACE_NONE;
}

static unsigned in_cells(struct app *app, struct panes_state *s, const struct layout_plan *plan, size_t place, const struct typed *typed)
{
	bool click = typed->pressed && !typed->moved && typed->button == BUTTON_LEFT;
	unsigned reaction = click ? press(app, s, plan, typed) : (unsigned)NOTHING;
	unsigned given = panes_look_follow(app, s, place, typed);

	if (given & PASS)
		given = panes_give_mouse(app, s, place, typed);
	return reaction | (given & PASS ? panes_look_mouse(app, s, place, typed) & ~(unsigned)PASS : given);
}

unsigned panes_mouse(struct app *app, struct panes_state *s, const struct typed *typed)
{
	struct layout_plan plan;
	size_t place;

	if (s->mode == PANES_LISTING)
		return panes_list_click(app, s, typed);
	panes_plan(s, app_body(app), &plan);
	place = cells_at(s, &plan, typed);
	if (place != PLACE_NONE)
		return in_cells(app, s, &plan, place, typed);
	if (!typed->pressed)
		return let_go(app, s);
	if (typed->button != BUTTON_LEFT)
		return NOTHING;
	if (!typed->moved)
		return press(app, s, &plan, typed);
	if (s->drag.kind == DRAG_PANE)
		return drag_pane(app, s, &plan, typed);
	return s->drag.kind == DRAG_NONE ? (unsigned)NOTHING : drag_line(app, s, &plan, typed);
}
