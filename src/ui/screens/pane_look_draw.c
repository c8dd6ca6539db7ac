/*
 * pane_look_draw — the lines that are looked at, with what is chosen, what was found and what is being typed.
 */
#include "ui/screens/pane_link.h"
#include "ui/screens/pane_look.h"

static bool is_chosen(const struct pane_look *l, uint64_t line, int col)
{
	int from, to;

	return selection_span(&l->selection, line, &from, &to) && col >= from && col < to;
}

/* What is chosen is seen to be chosen also where something was found. */
static void draw_match(const struct pane_look *l, size_t at, uint64_t line, struct canvas *c, struct rect row)
{
	const struct match *m = &l->search.items[at];
	int from = m->from.line == line ? m->from.col : 0;
	int to = m->to.line == line ? m->to.col : row.cols;

	for (int col = from; col < to && col < row.cols; col++)
		if (!is_chosen(l, line, col))
			canvas_tint(c, (struct rect){ row.row, row.col + col, 1, 1 }, at + 1 == l->search.current ? ROLE_FOCUS : ROLE_MATCH);
}

static void draw_matches(const struct pane_look *l, uint64_t line, struct canvas *c, struct rect row)
{
	size_t at, count = search_on_line(&l->search, line, &at);

	for (size_t i = at; i < at + count; i++)
		draw_match(l, i, line, c, row);
}

/* Chosen cells are turned; a line's end is too, by one blank, so that an empty line is seen to be chosen. */
static void draw_line(const struct pane_look *l, uint64_t line, struct canvas *c, struct rect row)
{
	struct cell cells[TERMINAL_COLS_MAX];
	int cols = pane_text_cells(&l->text, line, cells, TERMINAL_COLS_MAX);
	const struct cell end = { .codepoint = ' ', .width = 1, .style.attrs = ATTR_REVERSE };

	for (int col = 0; col < cols && col < row.cols; col++) {
		struct cell cell = cells[col];
		bool half = cell.width == 2 && is_chosen(l, line, col + 1);

		link_show(&cell);
		if (is_chosen(l, line, col) || half)
			cell.style.attrs ^= ATTR_REVERSE;
		canvas_cell(c, row, row.row, row.col + col, &cell);
	}
	if (cols < row.cols && l->selection.kind != SELECT_BLOCK && is_chosen(l, line, cols) && !pane_text_wrapped(&l->text, line))
		canvas_cell(c, row, row.row, row.col + cols, &end);
	draw_matches(l, line, c, row);
}

static void draw_prompt(const struct pane_look *l, struct canvas *c, struct rect row)
{
	static const char *const words[] = { "", " Look for (newer): ", " Look for (older): ", " Save to: " };
	CLEARED(text) struct text found = { 0 };
	int col, room = 0;

	canvas_fill(c, row, ROLE_TEXT);
	col = canvas_text(c, row, row.row, row.col, ROLE_KEY, words[l->prompt]);
	if (l->prompt != PROMPT_SAVE && !field_is_empty(&l->field)) {
		search_say(&l->search, &found);
		room = text_cols(text_c(&found)) + 2;
		canvas_right(c, row, row.row, row.col + row.cols - 1, l->search.count ? ROLE_DIM : ROLE_ALERT, text_c(&found));
	}
	field_draw(&l->field, c, rect_left(rect_right(row, col - row.col), row.cols - (col - row.col) - room), true, NULL);
}

void look_draw(const struct pane_look *l, struct canvas *c, struct rect area, bool focused)
{
	long row = (long)(l->cursor.line - l->top);

	for (int at = 0; at < area.rows; at++)
		draw_line(l, l->top + (uint64_t)at, c, (struct rect){ area.row + at, area.col, 1, area.cols });
	if (focused && row >= 0 && row < area.rows && l->cursor.col < area.cols)
		canvas_cursor(c, area.row + (int)row, area.col + l->cursor.col);
	if (l->prompt != PROMPT_NONE && area.rows > 0)
		draw_prompt(l, c, rect_bottom(area, 1));
}

bool look_on_match(const struct pane_look *l)
{
	return l->search.current > 0 && spot_compare(l->search.items[l->search.current - 1].from, l->cursor) == 0;
}

void look_say(const struct pane_look *l, struct text *out)
{
	uint64_t back = look_lines_back(l), all = pane_text_end(&l->text) - pane_text_first(&l->text);

	if (back == 0)
		text_add_string(out, "looking back");
	else
		text_add_format(out, "%llu of %llu lines back", (unsigned long long)back, (unsigned long long)all);
	if (look_on_match(l) && l->prompt == PROMPT_NONE) {
		text_add_string(out, ", ");
		search_say(&l->search, out);
	}
	if (l->dropped > 0)
		text_add_format(out, ", moved: %llu lines are gone", (unsigned long long)l->dropped);
}

void look_say_briefly(const struct pane_look *l, struct text *out)
{
	if (look_at_end(l))
		text_add_string(out, "back");
	else
		text_add_format(out, "%llu back", (unsigned long long)look_lines_back(l));
}
