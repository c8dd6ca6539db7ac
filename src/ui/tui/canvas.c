/*
 * canvas — cells, and putting characters into them so that no wide one is ever halved.
 */
#include "ui/tui/canvas.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "core/terminal/terminal.h"

static const struct canvas_cell blank = { .cell = { .codepoint = ' ', .width = 1 }, .role = ROLE_TEXT };

void canvas_size(struct canvas *c, int rows, int cols)
{
	c->rows = rows < 1 ? 1 : rows;
	c->cols = cols < 1 ? 1 : cols;
	c->cells = mem_grow(c->cells, (size_t)c->rows * (size_t)c->cols, sizeof *c->cells);
	canvas_empty(c);
}

void canvas_clear(struct canvas *c)
{
	free(c->cells);
	*c = (struct canvas){ 0 };
}

void canvas_empty(struct canvas *c)
{
	for (int i = 0; i < c->rows * c->cols; i++)
		c->cells[i] = blank;
	c->cursor_shown = false;
	c->cursor_style = 0;
	c->touched_from = 0;
	c->touched_to = c->rows;
}

void canvas_settled(struct canvas *c)
{
	c->touched_from = c->touched_to = 0;
}

void canvas_touch(struct canvas *c, int row)
{
	bool none = c->touched_from == c->touched_to;

	if (none || row < c->touched_from)
		c->touched_from = row;
	if (none || row >= c->touched_to)
		c->touched_to = row + 1;
}

struct rect canvas_rect(const struct canvas *c)
{
	return (struct rect){ 0, 0, c->rows, c->cols };
}

static struct canvas_cell *cell_at(struct canvas *c, int row, int col)
{
	if (row < 0 || col < 0 || row >= c->rows || col >= c->cols)
		return NULL;
	canvas_touch(c, row);
	return &c->cells[row * c->cols + col];
}

const struct canvas_cell *canvas_at(const struct canvas *c, int row, int col)
{
	if (row < 0 || col < 0 || row >= c->rows || col >= c->cols)
		return NULL;
	return &c->cells[row * c->cols + col];
}

/* Blanks the other half of a wide character that is about to lose one. */
static void unhalve(struct canvas *c, int row, int col)
{
	struct canvas_cell *here = cell_at(c, row, col);
	struct canvas_cell *left = cell_at(c, row, col - 1);
	struct canvas_cell *right = cell_at(c, row, col + 1);

	if (here && here->cell.width == 0 && left)
		left->cell = blank.cell;
	if (here && here->cell.width == 2 && right)
		right->cell = blank.cell;
}

static void put(struct canvas *c, int row, int col, const struct canvas_cell *what)
{
	struct canvas_cell *to = cell_at(c, row, col);
	struct canvas_cell *half = what->cell.width == 2 ? cell_at(c, row, col + 1) : NULL;

	if (!to)
		return;
	unhalve(c, row, col);
	if (half) {
		unhalve(c, row, col + 1);
		*half = *what;
		half->cell.codepoint = 0;
		half->cell.marks[0] = 0;
		half->cell.width = 0;
	}
	*to = *what;
}

int codepoint_cols(uint32_t codepoint)
{
	return terminal_width(codepoint);
}

static void add_mark(struct canvas *c, int row, int col, uint32_t mark)
{
	struct canvas_cell *to = cell_at(c, row, col);

	if (to && to->cell.width == 0)
		to = cell_at(c, row, col - 1);
	for (int i = 0; to && i < CELL_MARKS_MAX; i++) {
		if (to->cell.marks[i])
			continue;
		to->cell.marks[i] = mark;
		if (i + 1 < CELL_MARKS_MAX)
			to->cell.marks[i + 1] = 0;
		return;
	}
}

/* The cell before col takes col too. */
static void widen(struct canvas *c, int row, int col)
{
	struct canvas_cell *cell = cell_at(c, row, col - 1);
	struct canvas_cell wide;

	if (!cell || !cell_at(c, row, col))
		return;
	wide = *cell;
	wide.cell.width = 2;
	put(c, row, col - 1, &wide);
}

/* Draws clean UTF-8; returns the column behind it, also for what was clipped away. */
static int draw_clean(struct canvas *c, struct rect area, int row, int col, enum role role, const struct text *clean)
{
	const int end = area.col + area.cols;
	struct terminal_walk walk = { 0 };
	bool drawn = false;

	for (size_t at = 0; at < clean->len;) {
		struct canvas_cell cell = { .role = (uint8_t)role };
		size_t used = utf8_decode(clean->bytes + at, clean->len - at, &cell.cell.codepoint);
		int cols = terminal_walk(&walk, cell.cell.codepoint);

		at += used ? used : 1;
		if (walk.joins) {
			if (drawn)
				add_mark(c, row, col - 1, cell.cell.codepoint);
			if (drawn && cols && col < end)
				widen(c, row, col);
			col += cols;
			continue;
		}
		drawn = rect_holds(area, row, col) && col + cols <= end;
		cell.cell.width = (uint8_t)cols;
		if (drawn)
			put(c, row, col, &cell);
		col += cols;
	}
	return col;
}

int canvas_text_n(struct canvas *c, struct rect area, int row, int col, enum role role, const char *s, size_t len)
{
	CLEARED(text) struct text clean = { 0 };

	if (!s)
		return col;
	sanitize_add(&clean, s, len);
	return draw_clean(c, area, row, col, role, &clean);
}

int canvas_text(struct canvas *c, struct rect area, int row, int col, enum role role, const char *s)
{
	return s ? canvas_text_n(c, area, row, col, role, s, strlen(s)) : col;
}

int canvas_format(struct canvas *c, struct rect area, int row, int col, enum role role, const char *fmt, ...)
{
	OWNED_MEM char *s = NULL;
	va_list args;
	int len;

	va_start(args, fmt);
	len = vasprintf(&s, fmt, args);
	va_end(args);
	return len < 0 ? col : canvas_text_n(c, area, row, col, role, s, (size_t)len);
}

void canvas_fill(struct canvas *c, struct rect area, enum role role)
{
	struct canvas_cell cell = blank;

	cell.role = (uint8_t)role;
	for (int row = area.row; row < area.row + area.rows; row++) {
		for (int col = area.col; col < area.col + area.cols; col++)
			put(c, row, col, &cell);
	}
}

void canvas_tint(struct canvas *c, struct rect area, enum role role)
{
	for (int row = area.row; row < area.row + area.rows; row++) {
		for (int col = area.col; col < area.col + area.cols; col++) {
			struct canvas_cell *cell = cell_at(c, row, col);

			if (!cell)
				continue;
			cell->role = (uint8_t)role;
			cell->explicit_style = false;
		}
	}
}

void canvas_cell(struct canvas *c, struct rect area, int row, int col, const struct cell *cell)
{
	struct canvas_cell put_in = { .cell = *cell, .role = ROLE_TEXT, .explicit_style = true };
	bool drawable = cell->codepoint != 0 && sanitize_may_draw(cell->codepoint);

	if (cell->width == 0 || !rect_holds(area, row, col))
		return;
	if (!drawable || (cell->width == 2 && col + 1 >= area.col + area.cols)) {
		put_in.cell.codepoint = ' ';
		put_in.cell.marks[0] = 0;
		put_in.cell.width = 1;
	}
	for (int i = 0; i < CELL_MARKS_MAX && put_in.cell.marks[i]; i++) {
		if (!sanitize_may_draw(put_in.cell.marks[i]))
			put_in.cell.marks[i] = 0;
	}
	put(c, row, col, &put_in);
}

void canvas_cursor(struct canvas *c, int row, int col)
{
	c->cursor_shown = cell_at(c, row, col) != NULL;
	c->cursor_row = row;
	c->cursor_col = col;
	c->cursor_style = 0;
}

void canvas_cursor_style(struct canvas *c, int style)
{
	c->cursor_style = style;
}
