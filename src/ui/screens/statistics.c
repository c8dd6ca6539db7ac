/*
 * statistics — the runs that the filter of the Runs screen lets through, counted and charted.
 */
#include <string.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "ui/chart.h"
#include "ui/screens/runs_state.h"
#include "ui/screens/screens.h"
#include "ui/tui/page.h"
#include "ui/words.h"

#define AGAIN_MS 200
#define CHART_ROWS 6
#define AXIS_COLS 9
#define BAR_COLS_MOST 3
#define NAMES_MOST 8
#define SIDE_COLS_LEAST 48
#define COUNT_COLS 9

struct statistics_state {
	struct run_statistics counted;
	char *filter; /* NULL: none */
	bool whole, ascii;
	int first;
};

static const struct key_binding statistics_bindings[] = {
	{ TYPED_UP, ACTION_UP, "scroll" }, { TYPED_DOWN, ACTION_DOWN, "" }, { 'k', ACTION_UP, NULL }, { 'j', ACTION_DOWN, NULL },
	{ TYPED_PAGE_UP, ACTION_PAGE_UP, NULL }, { TYPED_PAGE_DOWN, ACTION_PAGE_DOWN, NULL }, { ' ', ACTION_PAGE_DOWN, NULL },
	{ TYPED_HOME, ACTION_FIRST, NULL }, { TYPED_END, ACTION_LAST, NULL }, { 'r', ACTION_REFRESH, "count again" },
	{ TYPED_ESCAPE, ACTION_BACK, "back" },
	{ 0 }
};

static unsigned recount(struct app *app, struct statistics_state *s)
{
	run_statistics_clear(&s->counted);
	s->whole = runs_count(app, &s->counted);
	return REDRAW;
}

static unsigned visit(struct app *app, void *state, const char *argument)
{
	struct statistics_state *s = state;

	s->ascii = app_ascii(app);
	str_set(&s->filter, argument && *argument ? argument : NULL);
	return recount(app, s);
}

static void close_screen(struct app *app, void *state)
{
	struct statistics_state *s = state;

	(void)app;
	run_statistics_clear(&s->counted);
	free(s->filter);
}

/* While older runs are being read, what is counted so far is shown and grows. */
static uint64_t deadline_ms(const struct app *app, const void *state)
{
	const struct statistics_state *s = state;

	return s->whole ? 0 : app_now_ms(app) + AGAIN_MS;
}

static unsigned hear(struct app *app, void *state, const struct news *news)
{
	struct statistics_state *s = state;

	return news->deadline && !s->whole ? recount(app, s) : NOTHING;
}

static void date_words(uint64_t at_ms, enum period unit, struct text *out)
{
	static const size_t lengths[] = { sizeof "2026-11-30 14:02", sizeof "2026-11-30", sizeof "2026-11-30", sizeof "2026-11", sizeof "2026" };
	size_t len = lengths[unit] - 1;

	words_moment(out, at_ms);
	out->len = out->len < len ? out->len : len;
	out->bytes[out->len] = '\0';
}

static size_t most_of(const struct run_statistics *s)
{
	size_t most = 0;

	for (size_t i = 0; i < s->n_over_time; i++)
		most = s->over_time[i].runs > most ? s->over_time[i].runs : most;
	return most;
}

/* The axis says what the top and the bottom of the chart are, and which times its ends. */
static void draw_axis(const struct run_statistics *s, size_t most, int width, struct canvas *c, struct rect area)
{
	CLEARED(text) struct text top = { 0 }, from = { 0 }, to = { 0 };
	const int bottom = area.row + CHART_ROWS, end = area.col + AXIS_COLS + width;

	text_add_format(&top, "%zu", most);
	date_words(s->over_time[0].from_ms, s->unit, &from);
	date_words(s->over_time[s->n_over_time - 1].from_ms, s->unit, &to);
	canvas_right(c, area, area.row, area.col + AXIS_COLS - 1, ROLE_LABEL, text_c(&top));
	canvas_right(c, area, bottom - 1, area.col + AXIS_COLS - 1, ROLE_LABEL, "0");
	(void)canvas_text(c, area, bottom, area.col + AXIS_COLS, ROLE_LABEL, text_c(&from));
	if (s->n_over_time > 1 && width > text_cols(text_c(&from)) + text_cols(text_c(&to)) + 1)
		canvas_right(c, area, bottom, end, ROLE_LABEL, text_c(&to));
	else if (s->n_over_time > 1)
		(void)canvas_format(c, area, bottom, area.col + AXIS_COLS + text_cols(text_c(&from)), ROLE_LABEL, " to %s", text_c(&to));
}

static struct rect draw_time(const struct statistics_state *state, struct canvas *c, struct rect area)
{
	const struct run_statistics *s = &state->counted;
	const size_t most = most_of(s);
	int each = s->n_over_time > 0 ? (area.cols - AXIS_COLS) / (int)s->n_over_time : 0;

	if (s->n_over_time == 0 || each < 1)
		return area;
	each = each > BAR_COLS_MOST ? BAR_COLS_MOST : each;
	(void)canvas_format(c, area, area.row, area.col, ROLE_HEADING, "RUNS PER %s", (const char *[]){ "HOUR", "DAY", "WEEK", "MONTH", "YEAR" }[s->unit]);
	area = rect_below(area, 1);
	for (size_t i = 0; i < s->n_over_time; i++) {
		for (int row = 0; row < CHART_ROWS; row++) {
			const char *cell = chart_cell(s->over_time[i].runs, most, row, CHART_ROWS, state->ascii);

			for (int col = 0; col < (each > 1 ? each - 1 : 1); col++)
				(void)canvas_text(c, area, area.row + CHART_ROWS - 1 - row, area.col + AXIS_COLS + (int)i * each + col,
						  ROLE_ACCENT, cell);
		}
	}
	draw_axis(s, most, (int)s->n_over_time * each, c, area);
	return rect_below(area, CHART_ROWS + 2);
}

struct tally_look { const char *title; bool paths, alert, ascii; };

static void draw_tally(const struct tally *t, size_t most, const struct tally_look *look, struct canvas *c, struct rect area)
{
	const int name_cols = area.cols / 2 - COUNT_COLS / 2, bar = area.col + name_cols + COUNT_COLS + 1;
	CLEARED(text) struct text words = { 0 }, number = { 0 };

	chart_bar(&words, t->runs, most, area.col + area.cols - bar, look->ascii);
	text_add_format(&number, "%zu", t->runs);
	(void)canvas_fit(c, area, area.row, area.col, name_cols, ROLE_TEXT, look->paths ? path_base(t->name) : t->name);
	canvas_right(c, area, area.row, area.col + name_cols + COUNT_COLS, ROLE_STRONG, text_c(&number));
	(void)canvas_text(c, area, area.row, bar, look->alert ? ROLE_ALERT : ROLE_ACCENT, text_c(&words));
}

static struct rect draw_tallies(const struct tallies *t, const struct tally_look *look, struct canvas *c, struct rect area)
{
	size_t others = 0;

	if (t->count == 0)
		return area;
	(void)canvas_text(c, area, area.row, area.col, ROLE_HEADING, look->title);
	area = rect_below(area, 1);
	for (size_t i = 0; i < t->count; i++) {
		if (i >= NAMES_MOST) {
			others += t->items[i].runs;
			continue;
		}
		draw_tally(&t->items[i], t->items[0].runs, look, c, area);
		area = rect_below(area, 1);
	}
	if (t->count > NAMES_MOST) {
		(void)canvas_format(c, area, area.row, area.col, ROLE_DIM, "and %zu others with %zu runs", t->count - NAMES_MOST, others);
		area = rect_below(area, 1);
	}
	return rect_below(area, 1);
}

static struct rect draw_head(const struct statistics_state *s, struct canvas *c, struct rect area)
{
	CLEARED(text) struct text line = { 0 };

	words_count(&line, s->counted.runs, "run", "runs");
	if (s->filter)
		text_add_format(&line, "  filter: %s", s->filter);
	if (s->counted.without_time > 0)
		text_add_format(&line, "  %zu without a time are in no chart of time", s->counted.without_time);
	if (!s->whole)
		text_add_string(&line, "  reading older runs");
	(void)canvas_fit(c, area, area.row, area.col, area.cols, ROLE_STRONG, text_c(&line));
	return rect_below(area, 2);
}

static struct rect draw_all(const void *about, struct canvas *c, struct rect whole)
{
	const struct statistics_state *s = about;
	const struct run_statistics *n = &s->counted;
	struct rect area = draw_time(s, c, draw_head(s, c, rect_inset(whole, 0, 1))), left = area, right;
	const bool beside = area.cols >= 2 * SIDE_COLS_LEAST;

	if (beside)
		left = rect_left(area, area.cols / 2 - 2);
	left = draw_tallies(&n->outcomes, &(struct tally_look){ "OUTCOMES", .ascii = s->ascii }, c, left);
	left = draw_tallies(&n->refusals, &(struct tally_look){ "REFUSED BECAUSE", .alert = true, .ascii = s->ascii }, c, left);
	left = draw_tallies(&n->grants, &(struct tally_look){ "GIT GRANT", .ascii = s->ascii }, c, left);
	right = beside ? rect_right(area, area.cols / 2 + 2) : left;
	right = draw_tallies(&n->adapters, &(struct tally_look){ "ADAPTERS", .ascii = s->ascii }, c, right);
	right = draw_tallies(&n->repositories, &(struct tally_look){ "REPOSITORIES", .paths = true, .ascii = s->ascii }, c, right);
	return left.rows < right.rows ? left : right;
}

static void draw(const struct app *app, const void *state, struct canvas *c, struct rect body)
{
	const struct statistics_state *s = state;
	struct page page = { 0 };

	(void)app;
	if (s->counted.runs == 0) {
		(void)canvas_wrap(
			c, rect_inset(body, 1, 1), ROLE_DIM,
			s->filter ? "No run matches the filter, so there is nothing to count. Esc goes back to Runs."
			: s->whole
				? "No run is recorded yet. What runs there were, how they ended and why they were refused is counted here."
				: "Reading the ledger.");
		return;
	}
	page_make(&page, body.cols, PAGE_ROWS_MAX, draw_all, s);
	page_show(&page, s->first, c, body, "Down shows them");
	page_clear(&page);
}

static unsigned act(struct app *app, void *state, enum action action)
{
	struct statistics_state *s = state;
	struct rect body = app_body(app);
	struct page page = { 0 };

	if (action == ACTION_BACK)
		return LEAVE;
	if (action == ACTION_REFRESH)
		return recount(app, s);
	if (action < ACTION_UP || action > ACTION_LAST)
		return NOTHING;
	page_make(&page, body.cols, PAGE_ROWS_MAX, draw_all, s);
	s->first = page_move(&page, s->first, action, body.rows);
	page_clear(&page);
	return REDRAW;
}

const struct screen_ops statistics_screen = {
	.name = "statistics", .title = "Statistics", .bindings = statistics_bindings, .state_size = sizeof(struct statistics_state),
	.close = close_screen, .visit = visit, .act = act, .draw = draw, .hear = hear, .deadline_ms = deadline_ms,
};
