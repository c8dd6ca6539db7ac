/*
 * canvas_text — strings that must fit: shortened, right-aligned, wrapped; lines and boxes; the canvas as text.
 */
#include <string.h>

#include "core/base/sanitize.h"
#include "ui/tui/canvas.h"

#define ELLIPSIS "…"

static int clean_cols(const struct text *clean)
{
	return terminal_text_cols(clean->bytes, clean->len);
}

int text_cols(const char *s)
{
	CLEARED(text) struct text clean = { 0 };

	if (s)
		sanitize_add(&clean, s, strlen(s));
	return clean_cols(&clean);
}

/* Bytes of clean that fit into cols columns, from the front. */
static size_t bytes_within(const char *bytes, size_t len, int cols)
{
	struct terminal_walk walk = { 0 };
	size_t at = 0, start = 0;

	while (at < len) {
		uint32_t code = 0;
		size_t used = utf8_decode(bytes + at, len - at, &code);

		cols -= terminal_walk(&walk, code);
		if (!walk.joins)
			start = at;
		if (cols < 0)
			return start;
		at += used ? used : 1;
	}
	return at;
}

int canvas_fit(struct canvas *c, struct rect area, int row, int col, int room, enum role role, const char *s)
{
	CLEARED(text) struct text clean = { 0 };
	size_t fits;

	if (!s || room <= 0)
		return col;
	sanitize_add(&clean, s, strlen(s));
	if (clean_cols(&clean) <= room)
		return canvas_text_n(c, area, row, col, role, clean.bytes, clean.len);
	fits = bytes_within(clean.bytes, clean.len, room - 1);
	while (fits > 0 && clean.bytes[fits - 1] == ' ')
		fits--;
	col = canvas_text_n(c, area, row, col, role, clean.bytes, fits);
	return canvas_text(c, area, row, col, role, ELLIPSIS);
}

int canvas_fit_front(struct canvas *c, struct rect area, int row, int col, int room, enum role role, const char *s)
{
	CLEARED(text) struct text clean = { 0 };
	struct terminal_walk walk = { 0 };
	size_t at = 0;
	int cols;

	if (!s || room <= 0)
		return col;
	sanitize_add(&clean, s, strlen(s));
	cols = clean_cols(&clean);
	if (cols <= room)
		return canvas_text_n(c, area, row, col, role, clean.bytes, clean.len);
	while (at < clean.len) {
		uint32_t code = 0;
		size_t used = utf8_decode(clean.bytes + at, clean.len - at, &code);
		int taken = terminal_walk(&walk, code);

		if (!walk.joins && cols <= room - 1)
			break;
		at += used ? used : 1;
		cols -= taken;
	}
	col = canvas_text(c, area, row, col, role, ELLIPSIS);
	return canvas_text_n(c, area, row, col, role, clean.bytes + at, clean.len - at);
}

void canvas_right(struct canvas *c, struct rect area, int row, int end, enum role role, const char *s)
{
	canvas_text(c, area, row, end - text_cols(s), role, s);
}

void canvas_rule(struct canvas *c, struct rect area, int row, enum role role)
{
	for (int col = area.col; col < area.col + area.cols; col++)
		canvas_text(c, area, row, col, role, "─");
}

void canvas_divider(struct canvas *c, struct rect area, int col, enum role role)
{
	for (int row = area.row; row < area.row + area.rows; row++)
		canvas_text(c, area, row, col, role, "│");
}

void canvas_frame(struct canvas *c, struct rect area, enum role role, const char *title)
{
	const int last_row = area.row + area.rows - 1;
	const int last_col = area.col + area.cols - 1;
	int col;

	canvas_fill(c, area, ROLE_TEXT);
	canvas_rule(c, area, area.row, role);
	canvas_rule(c, area, last_row, role);
	canvas_divider(c, area, area.col, role);
	canvas_divider(c, area, last_col, role);
	canvas_text(c, area, area.row, area.col, role, "┌");
	canvas_text(c, area, area.row, last_col, role, "┐");
	canvas_text(c, area, last_row, area.col, role, "└");
	canvas_text(c, area, last_row, last_col, role, "┘");
	if (!title)
		return;
	col = canvas_text(c, area, area.row, area.col + 2, role, " ");
	col = canvas_fit(c, area, area.row, col, area.cols - 6, role, title);
	canvas_text(c, area, area.row, col, role, " ");
}

/* The longest piece of a row: whole words, or as much of one word as fits. Sets *next behind the blank it broke at. */
static size_t row_piece(const char *bytes, size_t len, int cols, size_t *next)
{
	size_t fits = bytes_within(bytes, len, cols);
	size_t cut = fits;

	*next = fits;
	if (fits == len)
		return fits;
	while (cut > 0 && bytes[cut] != ' ')
		cut--;
	if (cut == 0) {
		*next = fits > 0 ? fits : len;
		return fits;
	}
	*next = cut + 1;
	return cut;
}

int canvas_wrap(struct canvas *c, struct rect area, enum role role, const char *s)
{
	CLEARED(text) struct text clean = { 0 };
	size_t at = 0;
	int rows = 0;

	if (!s || area.cols <= 0)
		return 0;
	sanitize_add(&clean, s, strlen(s));
	while (at < clean.len && (!c || rows < area.rows)) {
		size_t next;
		size_t len = row_piece(clean.bytes + at, clean.len - at, area.cols, &next);
		bool cut = c && rows + 1 == area.rows && at + next < clean.len;

		if (cut)
			canvas_fit(c, area, area.row + rows, area.col, area.cols, role, clean.bytes + at);
		else if (c)
			canvas_text_n(c, area, area.row + rows, area.col, role, clean.bytes + at, len);
		at += next;
		rows++;
	}
	return rows;
}

struct rect canvas_fact(struct canvas *c, struct rect area, int label_cols, enum role label_role, const char *label, enum role role,
			const char *words)
{
	int rows;

	if (!words || area.rows < 1)
		return area;
	(void)canvas_text(c, area, area.row, area.col, label_role, label);
	rows = canvas_wrap(c, rect_right(area, label_cols), role, words);
	return rect_below(area, rows > 1 ? rows : 1);
}

static void cell_print(const struct cell *cell, struct text *out)
{
	char bytes[4];

	if (cell->width == 0)
		return;
	text_add(out, bytes, utf8_encode(cell->codepoint ? cell->codepoint : ' ', bytes));
	for (int i = 0; i < CELL_MARKS_MAX && cell->marks[i]; i++)
		text_add(out, bytes, utf8_encode(cell->marks[i], bytes));
}

static int row_end(const struct canvas *c, int row, bool roles)
{
	int end = c->cols;

	while (end > 0) {
		const struct canvas_cell *cell = canvas_at(c, row, end - 1);

		if (cell->cell.codepoint != ' ' || (roles && cell->role != ROLE_TEXT))
			break;
		end--;
	}
	return end;
}

void canvas_print(const struct canvas *c, struct text *out)
{
	for (int row = 0; row < c->rows; row++) {
		int end = row_end(c, row, false);

		for (int col = 0; col < end; col++)
			cell_print(&canvas_at(c, row, col)->cell, out);
		text_add_byte(out, '\n');
	}
}

void canvas_print_roles(const struct canvas *c, struct text *out)
{
	for (int row = 0; row < c->rows; row++) {
		int end = row_end(c, row, true);
		int role = ROLE_TEXT;

		for (int col = 0; col < end; col++) {
			const struct canvas_cell *cell = canvas_at(c, row, col);

			if (cell->role != role && role != ROLE_TEXT)
				text_add_byte(out, '}');
			if (cell->role != role && cell->role != ROLE_TEXT)
				text_add_format(out, "%s{", role_name((enum role)cell->role));
			role = cell->role;
			cell_print(&cell->cell, out);
		}
		text_add_string(out, role != ROLE_TEXT ? "}\n" : "\n");
	}
}
