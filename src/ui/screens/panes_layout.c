/*
 * panes_layout — see panes_layout.h.
 */
#include "ui/screens/panes_layout.h"

#define COLUMN_COLS_MIN 40

/* As many columns as fit, but never more than a square of them needs. */
static int columns_for(struct rect area, size_t count)
{
	int fitting = (area.cols + 1) / (COLUMN_COLS_MIN + 1);
	int square = 1;

	while ((size_t)square * (size_t)square < count)
		square++;
	if (count == 2)
		square = 2;
	if (fitting < 1)
		fitting = 1;
	return square < fitting ? square : fitting;
}

static int share(int total, int parts, int at)
{
	return total * (at + 1) / parts - total * at / parts;
}

struct rect panes_place(struct rect area, size_t count, size_t at, bool zoomed)
{
	int columns, rows, column, row, in_row;
	struct rect r = area;

	if (zoomed || count < 2)
		return area;
	columns = columns_for(area, count);
	rows = ((int)count + columns - 1) / columns;
	column = (int)at % columns;
	row = (int)at / columns;
	in_row = row == rows - 1 ? (int)count - row * columns : columns;
	r.row = area.row + area.rows * row / rows;
	r.rows = share(area.rows, rows, row);
	r.col = area.col + area.cols * column / in_row;
	r.cols = share(area.cols, in_row, column);
	if (column < in_row - 1)
		r.cols--;
	return r;
}

void panes_dividers(struct canvas *c, struct rect area, size_t count)
{
	for (size_t at = 0; at < count; at++) {
		struct rect r = panes_place(area, count, at, false);

		if (r.col + r.cols >= area.col + area.cols)
			continue;
		r.cols++;
		canvas_divider(c, r, r.col + r.cols - 1, ROLE_RULE);
	}
}
