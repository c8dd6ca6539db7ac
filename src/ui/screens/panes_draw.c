/*
 * panes_draw — the panes of the shown page, the lines between them, and a strip that says what is not drawn and how to
 * see it.
 */
#include "core/base/mem.h"
#include "ui/screens/pane_title.h"
#include "ui/screens/panes_parts.h"
#include "ui/words.h"

#define GAP_COLS 2

static void say_empty(struct canvas *c, struct rect body, const char *heading, const char *words)
{
	struct rect area = rect_inset(body, 1, 1);

	(void)canvas_text(c, area, area.row, area.col, ROLE_HEADING, heading);
	(void)canvas_wrap(c, rect_below(area, 2), ROLE_DIM, words);
}

/* That nobody works is said only when the live runs were looked at and there is none. */
static void draw_empty(const struct panes_state *s, struct canvas *c, struct rect body)
{
	const char *run_id = "";
	size_t waiting = panes_waiting(s, &run_id), live = waiting + s->missed + s->let_go.count;
	CLEARED(text) struct text words = { 0 };

	if (waiting > 0) {
		text_add_format(&words, "The supervisor of run %s has not said yet which children it has. They appear here when it does.",
				run_id);
		if (waiting > 1)
			text_add_format(&words, " Nor have those of %zu more.", waiting - 1);
		say_empty(c, body, "A live run does not answer", text_c(&words));
	} else if (live > 0) {
		words_count(&words, live, "live run has", "live runs have");
		text_add_string(&words, " no pane here. R goes to Runs, where one is opened.");
		say_empty(c, body, "No pane is open", text_c(&words));
	} else if (s->looked) {
		say_empty(c, body, "Nobody is working",
			  "A run's children appear here, each in a terminal of its own, wherever the run was started. L goes to Launch, "
			  "where one is started. Runs that go on without the console come back by themselves.");
	} else {
		say_empty(c, body, "No pane is open", "The live runs are looked for.");
	}
}

/* "7", "7!" when it wants the operator, "7x" when it is over. */
static void slot_words(const struct pane *p, struct text *out)
{
	text_add_format(out, "%zu%s", p->slot, pane_wants_you(p) ? "!" : pane_lives(p) ? "" : "x");
}

static enum role slot_role(const struct panes_state *s, const struct layout_plan *plan, size_t place)
{
	const struct pane *p = &s->panes[place];

	if (place == s->focus)
		return ROLE_FOCUS;
	if (pane_wants_you(p))
		return ROLE_ALERT;
	return place >= plan->first && place - plan->first < plan->shown ? ROLE_STRONG : ROLE_DIM;
}

static void hidden_words(const struct panes_state *s, const struct layout_plan *plan, struct text *out)
{
	text_add_format(out, "%zu not drawn: " PREFIX_NAME " %s, w list", plan->count - plan->shown,
			s->arrangement.zoomed ? "z all" : "o next");
}

/* The numbers from the page's first on have room; those before it give way. */
static size_t first_slot(const struct panes_state *s, const struct layout_plan *plan, int room)
{
	int cols = 0;

	for (size_t i = 0; i < s->count; i++) {
		CLEARED(text) struct text words = { 0 };

		slot_words(&s->panes[i], &words);
		cols += text_cols(text_c(&words)) + 1;
	}
	return cols > room ? plan->first : 0;
}

/* Walks over the numbers of the strip; draws them on c, or with c NULL finds the one at column find. */
static size_t walk_strip(const struct panes_state *s, const struct layout_plan *plan, struct canvas *c, int find)
{
	CLEARED(text) struct text hidden = { 0 };
	struct rect room;
	int col;

	hidden_words(s, plan, &hidden);
	room = rect_left(rect_right(plan->strip, 1), plan->strip.cols - 2 - GAP_COLS - text_cols(text_c(&hidden)));
	col = room.col;
	for (size_t i = first_slot(s, plan, room.cols); i < s->count; i++) {
		CLEARED(text) struct text words = { 0 };
		int cols;

		slot_words(&s->panes[i], &words);
		cols = text_cols(text_c(&words));
		if (col + cols > room.col + room.cols)
			break;
		if (!c && find >= col && find < col + cols)
			return s->panes[i].slot;
		if (c)
			(void)canvas_text(c, room, plan->strip.row, col, slot_role(s, plan, i), text_c(&words));
		col += cols + 1;
	}
	if (c)
		canvas_right(c, plan->strip, plan->strip.row, plan->strip.col + plan->strip.cols - 1, ROLE_HINT, text_c(&hidden));
	return 0;
}

size_t panes_strip_slot_at(const struct panes_state *s, const struct layout_plan *plan, int col)
{
	return walk_strip(s, plan, NULL, col);
}

bool panes_draw_cells(const struct app *app, const void *state, struct canvas *c, struct rect body)
{
	const struct panes_state *s = state;
	struct layout_plan plan;

	(void)app;
	if (s->count == 0 || s->mode == PANES_LISTING)
		return false;
	panes_plan(s, body, &plan);
	c->cursor_shown = false;
	for (size_t i = plan.first; i < plan.first + plan.shown; i++)
		if (!pane_draw_cells(&s->panes[i], i == s->focus, c, plan_rect(&plan, i)))
			return false;
	return true;
}

void panes_painted(void *state)
{
	struct panes_state *s = state;

	for (size_t i = 0; i < s->count; i++)
		pane_painted(&s->panes[i]);
}

void panes_draw(const struct app *app, const void *state, struct canvas *c, struct rect body)
{
	const struct panes_state *s = state;
	struct layout_plan plan;

	(void)app;
	if (s->count == 0) {
		draw_empty(s, c, body);
		return;
	}
	panes_plan(s, body, &plan);
	for (size_t i = plan.first; i < plan.first + plan.shown; i++)
		pane_draw(&s->panes[i], s->panes[i].slot, i == s->focus, c, plan_rect(&plan, i));
	plan_dividers(&plan, s->focus, c);
	if (plan.strip.rows > 0)
		(void)walk_strip(s, &plan, c, 0);
	if (s->mode == PANES_LISTING)
		panes_list_draw(s, c, body);
}
