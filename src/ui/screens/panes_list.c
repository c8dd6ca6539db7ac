/*
 * panes_list — every pane in one list, the hidden ones too: what it is, how it stands, and Enter gives it the keys.
 */
#include "core/base/mem.h"
#include "ui/screens/pane_title.h"
#include "ui/screens/panes_parts.h"
#include "ui/tui/glyphs.h"

#define LIST_COLS 76
#define FRAME_ROWS 2
#define STATE_COL 48

static struct rect box(const struct panes_state *s, struct rect body)
{
	return rect_overlay(body, (int)s->count + FRAME_ROWS, LIST_COLS);
}

unsigned panes_list_open(struct panes_state *s)
{
	s->mode = PANES_LISTING;
	s->list = (struct list){ 0 };
	list_count(&s->list, s->count);
	list_select(&s->list, s->focus);
	return REDRAW;
}

static unsigned choose(struct app *app, struct panes_state *s)
{
	s->mode = PANES_LIVE;
	if (s->list.selected >= s->count)
		return REDRAW;
	panes_focus(s, s->list.selected);
	return panes_arrange(app, s);
}

unsigned panes_list_act(struct app *app, struct panes_state *s, enum action action)
{
	struct rect inside = rect_inset(box(s, app_body(app)), 1, 1);

	list_count(&s->list, s->count);
	if (list_act(&s->list, action, (size_t)inside.rows))
		return REDRAW;
	if (action == ACTION_OPEN)
		return choose(app, s);
	s->mode = PANES_LIVE;
	return REDRAW;
}

unsigned panes_list_click(struct app *app, struct panes_state *s, const struct typed *typed)
{
	struct rect inside = rect_inset(box(s, app_body(app)), 1, 1);

	if (!typed->pressed || typed->moved || typed->button != BUTTON_LEFT)
		return NOTHING;
	list_count(&s->list, s->count);
	if (rect_holds(inside, typed->row, typed->col) && list_click(&s->list, inside, typed->row))
		return choose(app, s);
	return NOTHING;
}

static void draw_row(const struct pane *p, bool here, struct canvas *c, struct rect row)
{
	CLEARED(text) struct text state = { 0 };
	enum role plain = here ? ROLE_SELECTED : ROLE_TEXT;
	int col;

	canvas_fill(c, row, plain);
	col = canvas_format(c, row, row.row, row.col, plain, "%s%3zu ", here ? MARK_CHOSEN : " ", p->slot);
	col = canvas_format(c, row, row.row, col, plain, "%s %s · %s ", p->id, p->adapter ? p->adapter : "",
			    p->mode == POLICY_ABSENT ? "no policy" : policy_word(p->mode));
	if (p->git_write == GIT_WRITE_SHARED_REPOSITORY)
		col = canvas_text(c, row, row.row, col, ROLE_GRANT, "GRANT ");
	(void)canvas_fit(c, row, row.row, col, row.col + STATE_COL - col - 1, here ? plain : ROLE_DIM, p->label ? p->label : "");
	pane_state_add(p, &state);
	(void)canvas_fit(c, row, row.row, row.col + STATE_COL, row.cols - STATE_COL, pane_wants_you(p) && !here ? ROLE_ALERT : plain,
			 text_c(&state));
}

void panes_list_draw(const struct panes_state *s, struct canvas *c, struct rect body)
{
	struct rect outside = box(s, body), inside = rect_inset(outside, 1, 1);
	size_t top = list_top(&s->list, (size_t)inside.rows);

	canvas_frame(c, outside, ROLE_RULE, "Panes");
	for (int i = 0; i < inside.rows && top + (size_t)i < s->count; i++)
		draw_row(&s->panes[top + (size_t)i], top + (size_t)i == s->list.selected, c, rect_top(rect_below(inside, i), 1));
}
