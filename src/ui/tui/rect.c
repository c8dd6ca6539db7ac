/*
 * rect — cutting rectangles out of rectangles. No result leaves its source, no size is negative.
 */
#include "ui/tui/canvas.h"

static int at_most(int want, int have)
{
	if (want < 0)
		return 0;
	return want < have ? want : have;
}

struct rect rect_top(struct rect r, int rows)
{
	r.rows = at_most(rows, r.rows);
	return r;
}

struct rect rect_below(struct rect r, int rows)
{
	rows = at_most(rows, r.rows);
	r.row += rows;
	r.rows -= rows;
	return r;
}

struct rect rect_bottom(struct rect r, int rows)
{
	return rect_below(r, r.rows - at_most(rows, r.rows));
}

struct rect rect_above(struct rect r, int rows)
{
	return rect_top(r, r.rows - at_most(rows, r.rows));
}

struct rect rect_left(struct rect r, int cols)
{
	r.cols = at_most(cols, r.cols);
	return r;
}

struct rect rect_right(struct rect r, int cols)
{
	cols = at_most(cols, r.cols);
	r.col += cols;
	r.cols -= cols;
	return r;
}

struct rect rect_inset(struct rect r, int rows, int cols)
{
	r = rect_above(rect_below(r, rows), rows);
	r = rect_right(r, cols);
	return rect_left(r, r.cols - at_most(cols, r.cols));
}

struct rect rect_centered(struct rect r, int rows, int cols)
{
	rows = at_most(rows, r.rows);
	cols = at_most(cols, r.cols);
	return (struct rect){ r.row + (r.rows - rows) / 2, r.col + (r.cols - cols) / 2, rows, cols };
}

struct rect rect_overlay(struct rect body, int rows, int cols)
{
	const int sliver_cols = 14;

	return rect_centered(body, body.rows - 2 < rows ? body.rows - 2 : rows, body.cols < cols + sliver_cols ? body.cols : cols);
}

bool rect_holds(struct rect r, int row, int col)
{
	return row >= r.row && row < r.row + r.rows && col >= r.col && col < r.col + r.cols;
}
