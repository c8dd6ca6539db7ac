/*
 * field_draw — fields and choices on a canvas.
 */
#include <string.h>

#include "ui/tui/field.h"
#include "ui/tui/glyphs.h"

static int cols_between(const char *bytes, size_t from, size_t to)
{
	int cols = 0;

	while (from < to) {
		uint32_t code = 0;
		size_t used = utf8_decode(bytes + from, to - from, &code);

		from += used ? used : 1;
		cols += codepoint_cols(code);
	}
	return cols;
}

void field_draw(const struct field *f, struct canvas *c, struct rect area, bool focused, const char *hint)
{
	const char *bytes = text_c(&f->text);
	size_t from = 0;

	if (area.cols < 2 || area.rows < 1)
		return;
	while (from < f->cursor && cols_between(bytes, from, f->cursor) > area.cols - 1) {
		uint32_t code = 0;
		size_t used = utf8_decode(bytes + from, f->text.len - from, &code);

		from += used ? used : 1;
	}
	if (f->text.len == 0 && hint)
		canvas_fit(c, area, area.row, area.col, area.cols, ROLE_DIM, hint);
	else if (focused)
		canvas_text_n(c, area, area.row, area.col, ROLE_TEXT, bytes + from, f->text.len - from);
	else
		canvas_fit(c, area, area.row, area.col, area.cols, ROLE_TEXT, bytes);
	if (focused)
		canvas_cursor(c, area.row, area.col + cols_between(bytes, from, f->cursor));
}

/* One row of the wrapped text. */
struct row { size_t from, to; };

/* The row that begins at from: up to a newline, or as many columns as fit, broken behind a blank where there is one. */
static struct row row_from(const char *bytes, size_t len, size_t from, int cols)
{
	size_t at = from, blank = 0;
	int used_cols = 0;

	while (at < len && bytes[at] != '\n') {
		uint32_t code = 0;
		size_t used = utf8_decode(bytes + at, len - at, &code);

		used_cols += codepoint_cols(code);
		if (used_cols > cols && at > from)
			return (struct row){ from, blank > from ? blank : at };
		at += used ? used : 1;
		if (code == ' ')
			blank = at;
	}
	return (struct row){ from, at };
}

static size_t next_row_start(const char *bytes, size_t len, struct row row)
{
	return row.to < len && bytes[row.to] == '\n' ? row.to + 1 : row.to;
}

int field_rows(const struct field *f, int cols)
{
	const char *bytes = text_c(&f->text);
	int rows = 0;
	size_t from = 0;

	if (cols < 2)
		return 1;
	while (true) {
		struct row row = row_from(bytes, f->text.len, from, cols - 1);

		rows++;
		if (row.to == f->text.len)
			return rows;
		from = next_row_start(bytes, f->text.len, row);
	}
}

/* The wrapped row the cursor is in. */
static int cursor_row(const struct field *f, int cols)
{
	const char *bytes = text_c(&f->text);
	size_t from = 0;

	for (int at = 0;; at++) {
		struct row row = row_from(bytes, f->text.len, from, cols - 1);
		size_t next = next_row_start(bytes, f->text.len, row);

		if (f->cursor < next || row.to == f->text.len || (f->cursor == row.to && bytes[row.to] == '\n'))
			return at;
		from = next;
	}
}

void field_draw_lines(const struct field *f, struct canvas *c, struct rect area, bool focused, const char *hint)
{
	const char *bytes = text_c(&f->text);
	size_t from = 0;
	int here, top;

	if (area.cols < 2 || area.rows < 1)
		return;
	if (f->text.len == 0 && hint)
		canvas_fit(c, area, area.row, area.col, area.cols, ROLE_DIM, hint);
	here = cursor_row(f, area.cols);
	top = focused && here >= area.rows ? here - area.rows + 1 : 0;
	for (int at = 0; at < top + area.rows; at++) {
		struct row row = row_from(bytes, f->text.len, from, area.cols - 1);
		int screen_row = area.row + at - top;

		if (at >= top)
			canvas_text_n(c, area, screen_row, area.col, ROLE_TEXT, bytes + row.from, row.to - row.from);
		if (at == here && focused && at >= top)
			canvas_cursor(c, screen_row, area.col + cols_between(bytes, row.from, f->cursor));
		if (row.to == f->text.len)
			return;
		from = next_row_start(bytes, f->text.len, row);
	}
}

size_t choice_count(const struct choice *c)
{
	size_t n = 0;

	while (c->words && c->words[n])
		n++;
	return n;
}

bool choice_move(struct choice *c, int by)
{
	size_t n = choice_count(c);
	size_t before = c->chosen;

	if (by < 0 && c->chosen > 0)
		c->chosen--;
	if (by > 0 && c->chosen + 1 < n)
		c->chosen++;
	return c->chosen != before;
}

const char *choice_word(const struct choice *c)
{
	return c->chosen < choice_count(c) ? c->words[c->chosen] : NULL;
}

/* Columns of the words up to the one before end, each with its mark and the gap between two. */
static int words_cols_between(const struct choice *c, size_t from, size_t end, int gap)
{
	int cols = -gap;

	for (size_t i = from; i < end && c->words[i]; i++)
		cols += 1 + text_cols(c->words[i]) + gap;
	return cols;
}

/* Beside the words: an ellipsis where words before them are left out, and " +12 more" behind them. */
#define BEFORE_COLS 1
#define MORE_COLS 9

/* The first word to show so that the chosen one is seen. */
static size_t first_word(const struct choice *c, int room, int gap)
{
	size_t first = 0;

	while (first < c->chosen && words_cols_between(c, first, c->chosen + 1, gap) > room)
		first++;
	return first;
}

/* The words from first up to the one before end. */
static int draw_words(const struct choice *c, struct canvas *canvas, struct rect row, int col, size_t first, size_t end, int gap,
		      enum role chosen_role)
{
	for (size_t i = first; i < end; i++) {
		enum role role = i == c->chosen ? chosen_role : ROLE_DIM;

		(void)canvas_text(canvas, row, row.row, col, role, i == c->chosen ? MARK_CHOSEN : " ");
		col = canvas_fit(canvas, row, row.row, col + 1, row.col + row.cols - col - 1, role, c->words[i]);
		col += i + 1 < end ? gap : 0;
	}
	return col;
}

int choice_draw(const struct choice *c, struct canvas *canvas, struct rect area, int row, int col, bool focused, enum role chosen_role)
{
	const size_t n = choice_count(c);
	const int room = area.col + area.cols - col;
	const int gap = words_cols_between(c, 0, n, 2) <= room ? 2 : 1;
	const int counted = room - BEFORE_COLS - MORE_COLS;
	const bool counts = words_cols_between(c, c->chosen, c->chosen + 1, gap) <= counted; /* else the chosen word alone has the room */
	const int left = counts ? counted : room - BEFORE_COLS;
	const enum role role = focused ? ROLE_FOCUS : chosen_role;
	struct rect line = { row, area.col, 1, area.cols };
	size_t first, end;

	if (words_cols_between(c, 0, n, gap) <= room)
		return draw_words(c, canvas, line, col, 0, n, gap, role);
	first = first_word(c, left, gap);
	end = first + 1;
	while (end < n && words_cols_between(c, first, end + 1, gap) <= left)
		end++;
	if (first > 0)
		col = canvas_text(canvas, area, row, col, ROLE_DIM, "…");
	line.cols -= counts ? MORE_COLS : 0;
	col = draw_words(c, canvas, line, col, first, end, gap, role);
	if (counts)
		return canvas_format(canvas, area, row, col, ROLE_DIM, " +%zu more", n - (end - first));
	return end < n ? canvas_text(canvas, area, row, col, ROLE_DIM, " …") : col;
}
