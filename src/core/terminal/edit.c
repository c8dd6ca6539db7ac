/*
 * edit — what erases, inserts, deletes and scrolls, each in the blank style of the pen. Counts come from the child and
 * are cut to the screen where they are used.
 */
#include "core/terminal/engine.h"

static void rows_erase(struct terminal *t, int from, int to)
{
	for (int row = from; row < to; row++)
		row_erase(t, grid_row_filled(t, row), 0, t->cols);
}

/* Past the last column nothing is left to erase: a program that colours to the end of a full line keeps its last sign. */
static void line_erase_right(struct terminal *t)
{
	if (!t->cursor.pending_wrap)
		row_erase(t, grid_row_filled(t, t->cursor.row), t->cursor.col, t->cols);
}

static void line_erase_left(struct terminal *t)
{
	row_erase(t, grid_row(t, t->cursor.row), 0, t->cursor.col + 1);
}

static void screen_erase_below(struct terminal *t)
{
	line_erase_right(t);
	rows_erase(t, t->cursor.row + 1, t->rows);
}

static void screen_erase_above(struct terminal *t)
{
	rows_erase(t, 0, t->cursor.row);
	line_erase_left(t);
}

static void screen_erase_all(struct terminal *t)
{
	rows_erase(t, 0, t->rows);
}

void edit_screen_erase(struct terminal *t)
{
	static void (*const ways[])(struct terminal *) = {
		screen_erase_below, screen_erase_above, screen_erase_all, terminal_scrollback_clear
	};
	size_t way = (size_t)csi_value(t, 0, 0);

	if (way < COUNT_OF(ways))
		ways[way](t);
}

void edit_line_erase(struct terminal *t)
{
	int way = csi_value(t, 0, 0);

	if (way == 0)
		line_erase_right(t);
	else if (way == 1)
		line_erase_left(t);
	else if (way == 2)
		rows_erase(t, t->cursor.row, t->cursor.row + 1);
}

void edit_cells_erase(struct terminal *t)
{
	int room = t->cols - t->cursor.col, count = csi_count(t);

	row_erase(t, grid_row(t, t->cursor.row), t->cursor.col, t->cursor.col + (count < room ? count : room));
	t->cursor.pending_wrap = false;
}

void edit_cells_insert(struct terminal *t)
{
	row_shift(t, grid_row(t, t->cursor.row), t->cursor.col, csi_count(t));
	t->cursor.pending_wrap = false;
}

void edit_cells_delete(struct terminal *t)
{
	row_shift(t, grid_row(t, t->cursor.row), t->cursor.col, -csi_count(t));
	t->cursor.pending_wrap = false;
}

static void lines_shift(struct terminal *t, int count)
{
	if (t->cursor.row < t->top || t->cursor.row > t->bottom)
		return;
	screen_scroll(t, t->cursor.row, t->bottom, count);
	screen_go(t, t->cursor.row, 0);
}

void edit_lines_insert(struct terminal *t)
{
	lines_shift(t, -csi_count(t));
}

void edit_lines_delete(struct terminal *t)
{
	lines_shift(t, csi_count(t));
}

void edit_scroll_up(struct terminal *t)
{
	screen_scroll_region(t, csi_count(t));
}

/* With five parameters this is xterm's mouse highlighting, which is not for us. */
void edit_scroll_down(struct terminal *t)
{
	if (t->parser.count <= 1)
		screen_scroll_region(t, -csi_count(t));
}

/* Every row of the scroll region by count columns at col: > 0 to the right. */
static void columns_shift(struct terminal *t, int col, int count)
{
	for (int row = t->top; row <= t->bottom; row++) {
		row_shift(t, grid_row(t, row), col, count);
		grid_row(t, row)->wrapped = false;
	}
}

void edit_scroll_left(struct terminal *t)
{
	columns_shift(t, 0, -csi_count(t));
}

void edit_scroll_right(struct terminal *t)
{
	columns_shift(t, 0, csi_count(t));
}

void edit_columns_insert(struct terminal *t)
{
	if (t->cursor.row >= t->top && t->cursor.row <= t->bottom)
		columns_shift(t, t->cursor.col, csi_count(t));
}

void edit_columns_delete(struct terminal *t)
{
	if (t->cursor.row >= t->top && t->cursor.row <= t->bottom)
		columns_shift(t, t->cursor.col, -csi_count(t));
}

/* DECERA: top, left, bottom, right, from one, both ends included. */
void edit_rectangle_erase(struct terminal *t)
{
	int start = t->modes.origin ? t->top : 0, end = t->modes.origin ? t->bottom : t->rows - 1;
	int top = csi_value(t, 0, 1) - 1 + start, left = csi_value(t, 1, 1) - 1;
	int bottom = csi_value(t, 2, t->rows) - 1 + start, right = csi_value(t, 3, t->cols);

	for (int row = top; row <= bottom && row <= end; row++)
		row_erase(t, grid_row_filled(t, row), left, right < t->cols ? right : t->cols);
}
