/*
 * panes_look_mouse — choosing with the mouse: drag, twice for a word, three times for a line; the wheel looks back.
 */
#include "ui/screens/panes_look.h"

#define WHEEL_LINES 3
#define CLICK_AGAIN_MS 400
#define EDGE_MS 40 /* a line each, while the mouse is held beyond the view */

static unsigned wheel(struct app *app, struct panes_state *s, size_t at, bool up)
{
	struct pane *p = &s->panes[at];

	if (!p->look.on && !up)
		return REDRAW;
	pane_look_back(p, panes_look_area(app, s, at).rows, true);
	look_scroll(&p->look, up ? WHEEL_LINES : -WHEEL_LINES);
	if (!up && p->look.by_wheel && look_at_end(&p->look) && p->look.selection.kind == SELECT_NOTHING)
		look_leave(&p->look);
	return REDRAW;
}

static void choose(struct pane_look *l, struct spot spot)
{
	if (l->clicks == 2)
		l->selection = selection_word(&l->text, spot);
	else if (l->clicks >= 3)
		l->selection = (struct selection){ SELECT_LINES, spot, spot };
	else
		l->selection = (struct selection){ 0 };
	if (l->clicks < 2)
		look_go(l, spot);
	else
		l->cursor = l->selection.to;
}

static unsigned press(struct app *app, struct panes_state *s, size_t at, const struct typed *typed)
{
	struct pane *p = &s->panes[at];
	struct pane_look *l = &p->look;
	struct rect area = panes_look_area(app, s, at);
	struct spot spot = { (uint64_t)(typed->row - area.row), typed->col - area.col };
	bool again = l->clicks > 0 && app_now_ms(app) - l->clicked_ms <= CLICK_AGAIN_MS && spot_compare(spot, l->clicked) == 0;

	l->clicks = again ? l->clicks % 3 + 1 : 1;
	l->clicked_ms = app_now_ms(app);
	l->clicked = spot;
	l->dragging = true;
	l->edge = 0;
	if (!l->on && l->clicks < 2)
		return REDRAW; /* a single click only takes the focus */
	pane_look_back(p, area.rows, false);
	choose(l, look_spot_at(l, typed->row - area.row, typed->col - area.col));
	return REDRAW;
}

static void extend(struct pane_look *l, struct spot spot)
{
	if (l->selection.kind == SELECT_NOTHING)
		l->selection = (struct selection){ SELECT_CHARACTERS, l->cursor, l->cursor };
	look_go(l, spot);
}

/* The first movement after a press on a live pane begins to look back: there, where it was pressed. */
static unsigned drag(struct app *app, struct panes_state *s, size_t at, const struct typed *typed)
{
	struct pane *p = &s->panes[at];
	struct pane_look *l = &p->look;
	struct rect area = panes_look_area(app, s, at);
	int row = typed->row - area.row;

	if (!l->dragging || (!l->on && row == (int)l->clicked.line && typed->col - area.col == l->clicked.col))
		return NOTHING;
	if (!l->on) {
		pane_look_back(p, area.rows, false);
		look_go(l, look_spot_at(l, (int)l->clicked.line, l->clicked.col));
	}
	l->edge = row < 0 ? -1 : row >= area.rows ? 1 : 0;
	l->edge_col = typed->col - area.col;
	l->edge_ms = app_now_ms(app) + EDGE_MS;
	extend(l, look_spot_at(l, row, l->edge_col));
	return REDRAW;
}

unsigned panes_look_mouse(struct app *app, struct panes_state *s, size_t at, const struct typed *typed)
{
	struct pane_look *l = &s->panes[at].look;

	if (typed->button == BUTTON_WHEEL_UP || typed->button == BUTTON_WHEEL_DOWN)
		return typed->pressed ? wheel(app, s, at, typed->button == BUTTON_WHEEL_UP) : (unsigned)NOTHING;
	if (typed->button != BUTTON_LEFT)
		return PASS;
	if (typed->moved)
		return drag(app, s, at, typed);
	if (typed->pressed)
		return press(app, s, at, typed);
	l->dragging = false;
	l->edge = 0;
	return l->on ? REDRAW : NOTHING;
}

uint64_t panes_look_deadline_ms(const struct app *app, const struct panes_state *s)
{
	const struct pane *p = panes_focused_const(s);

	if (p && p->look.on && p->look.search_due)
		return app_now_ms(app);
	return p && p->look.on && p->look.edge != 0 ? p->look.edge_ms : 0;
}

static unsigned edge_turn(const struct app *app, struct pane_look *l)
{
	if (l->edge == 0 || app_now_ms(app) < l->edge_ms)
		return NOTHING;
	l->edge_ms = app_now_ms(app) + EDGE_MS;
	look_scroll(l, -l->edge);
	extend(l, look_spot_at(l, l->edge < 0 ? 0 : l->rows - 1, l->edge_col));
	return REDRAW;
}

unsigned panes_look_turn(struct app *app, struct panes_state *s)
{
	struct pane *p = panes_focused(s);
	struct pane_look *l = p ? &p->look : NULL;
	bool around;

	if (!l || !l->on)
		return NOTHING;
	if (!l->search_due)
		return edge_turn(app, l);
	(void)look_find(l, field_value(&l->field), l->prompt == PROMPT_SEARCH_BACK, l->before, &around);
	return REDRAW | edge_turn(app, l);
}
