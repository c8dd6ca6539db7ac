/*
 * compare — two recorded runs side by side: what differs, or everything.
 */
#include <string.h>

#include "core/base/mem.h"
#include "ui/run_compare.h"
#include "ui/screens/screens.h"
#include "ui/tui/glyphs.h"
#include "ui/tui/page.h"
#include "ui/words.h"

#define LABEL_COLS 16
#define GAP_COLS 2

struct compare_state {
	struct run_view left, right;
	struct comparison comparison;
	char *problem; /* NULL, or why the two are not shown */
	bool open, everything;
	int first;
};

static const struct key_binding compare_bindings[] = {
	{ TYPED_UP, ACTION_UP, "scroll" }, { TYPED_DOWN, ACTION_DOWN, "" }, { 'k', ACTION_UP, NULL }, { 'j', ACTION_DOWN, NULL },
	{ TYPED_PAGE_UP, ACTION_PAGE_UP, NULL }, { TYPED_PAGE_DOWN, ACTION_PAGE_DOWN, NULL }, { ' ', ACTION_PAGE_DOWN, NULL },
	{ TYPED_HOME, ACTION_FIRST, NULL }, { TYPED_END, ACTION_LAST, NULL }, { 'd', ACTION_DIFFERENT, "all, or what differs" },
	{ TYPED_ESCAPE, ACTION_BACK, "back" },
	{ 0 }
};

static bool open_view(struct app *app, const char *run_id, struct run_view *ret, struct error *err)
{
	const char *state = app_engine(app)->places->state;
	OWNED_MEM char *directory = NULL;

	if (!browse_find(state, run_id, &directory, err) || !browse_open_known(state, directory, ret, err))
		return false;
	browse_compare(state, ret);
	return true;
}

static void forget(struct compare_state *s)
{
	comparison_clear(&s->comparison);
	run_view_clear(&s->left);
	run_view_clear(&s->right);
	str_set(&s->problem, NULL);
	s->open = false;
	s->first = 0;
}

/* argument: two run ids, a line each. */
static unsigned visit(struct app *app, void *state, const char *argument)
{
	struct compare_state *s = state;
	const char *end = argument ? strchr(argument, '\n') : NULL;
	OWNED_MEM char *left = end ? str_copy_n(argument, (size_t)(end - argument)) : NULL;
	struct error err = { 0 };

	if (!end)
		return REDRAW;
	forget(s);
	s->open = open_view(app, left, &s->left, &err) && open_view(app, end + 1, &s->right, &err);
	if (s->open)
		run_compare(&s->left, &s->right, &s->comparison);
	else
		str_set(&s->problem, err.text);
	return REDRAW;
}

static void close_screen(struct app *app, void *state)
{
	(void)app;
	forget(state);
}

static struct rect side(struct rect area, bool right)
{
	struct rect values = rect_right(area, LABEL_COLS + 1);
	const int cols = (values.cols - GAP_COLS) / 2;

	return right ? rect_right(values, cols + GAP_COLS) : rect_left(values, cols);
}

/* What differs is marked by more than its looks. */
static struct rect draw_fact(const struct compared *f, bool everything, struct canvas *c, struct rect area)
{
	const enum role role = !everything ? ROLE_TEXT : f->differs ? ROLE_STRONG : ROLE_DIM;
	int left, right;

	if (everything && f->differs)
		(void)canvas_text(c, area, area.row, area.col, ROLE_ACCENT, MARK_CHOSEN);
	(void)canvas_fit(c, area, area.row, area.col + 1, LABEL_COLS - 1, ROLE_LABEL, f->name);
	left = canvas_wrap(c, side(area, false), f->left ? role : ROLE_DIM, f->left ? f->left : "not said");
	right = canvas_wrap(c, side(area, true), f->right ? role : ROLE_DIM, f->right ? f->right : "not said");
	left = left > right ? left : right;
	return rect_below(area, left > 0 ? left : 1);
}

static struct rect draw_head(const struct compare_state *s, struct canvas *c, struct rect area)
{
	const struct run_view *views[] = { &s->left, &s->right };
	CLEARED(text) struct text count = { 0 };

	for (int i = 0; i < 2; i++) {
		struct rect half = side(area, i == 1);
		CLEARED(text) struct text when = { 0 };

		words_moment(&when, views[i]->row.started_ms);
		(void)canvas_fit_front(c, half, half.row, half.col, half.cols, ROLE_STRONG, views[i]->row.run_id);
		(void)canvas_fit(c, half, half.row + 1, half.col, half.cols, ROLE_DIM, text_c(&when));
	}
	words_count(&count, s->comparison.differing, "difference", "differences");
	(void)canvas_fit(c, area, area.row, area.col + 1, LABEL_COLS - 1, ROLE_LABEL, text_c(&count));
	return rect_below(area, 2);
}

static struct rect draw_facts(const void *about, struct canvas *c, struct rect area)
{
	const struct compare_state *s = about;
	const char *section = "";

	area = draw_head(s, c, area);
	if (s->comparison.differing == 0 && !s->everything)
		(void)canvas_text(c, area, area.row + 1, area.col + 1, ROLE_TEXT, "Nothing that is compared differs. d shows all of it.");
	for (size_t i = 0; i < s->comparison.count && area.rows > 1; i++) {
		const struct compared *f = &s->comparison.facts[i];

		if (!s->everything && !f->differs)
			continue;
		if (strcmp(section, f->section) != 0) {
			section = f->section;
			(void)canvas_text(c, area, area.row + 1, area.col + 1, ROLE_HEADING, section);
			area = rect_below(area, 2);
		}
		area = draw_fact(f, s->everything, c, area);
	}
	return s->comparison.differing == 0 && !s->everything ? rect_below(area, 2) : area;
}

static void draw(const struct app *app, const void *state, struct canvas *c, struct rect body)
{
	const struct compare_state *s = state;
	struct page page = { 0 };

	(void)app;
	if (!s->open) {
		(void)canvas_wrap(c, rect_inset(body, 1, 1), ROLE_ALERT, s->problem ? s->problem : "There are no two runs to compare.");
		return;
	}
	page_make(&page, body.cols, PAGE_ROWS_MAX, draw_facts, s);
	page_show(&page, s->first, c, body, "Down shows them");
	page_clear(&page);
}

static unsigned act(struct app *app, void *state, enum action action)
{
	struct compare_state *s = state;
	struct rect body = app_body(app);
	struct page page = { 0 };

	if (action == ACTION_BACK)
		return LEAVE;
	if (action == ACTION_DIFFERENT) {
		s->everything = !s->everything;
		s->first = 0;
		return REDRAW;
	}
	if (!s->open || action < ACTION_UP || action > ACTION_LAST)
		return NOTHING;
	page_make(&page, body.cols, PAGE_ROWS_MAX, draw_facts, s);
	s->first = page_move(&page, s->first, action, body.rows);
	page_clear(&page);
	return REDRAW;
}

const struct screen_ops compare_screen = {
	.name = "compare", .title = "Compare", .bindings = compare_bindings, .state_size = sizeof(struct compare_state),
	.close = close_screen, .visit = visit, .act = act, .draw = draw,
};
