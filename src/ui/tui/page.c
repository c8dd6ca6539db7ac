/*
 * page — drawing something whole and showing a part of it.
 */
#include "ui/tui/page.h"

#include <string.h>

#include "ui/tui/glyphs.h"

#define ROWS_FIRST 64

void page_make(struct page *p, int cols, int rows_max, page_drawing *draw, const void *about)
{
	int left = 0;

	p->rows = 0;
	for (int rows = ROWS_FIRST; left == 0 && p->rows < rows_max; rows *= 2) {
		const int now = rows < rows_max ? rows : rows_max;

		canvas_size(&p->canvas, now, cols);
		left = draw(about, &p->canvas, canvas_rect(&p->canvas)).rows;
		p->rows = now - left;
	}
}

void page_clear(struct page *p)
{
	canvas_clear(&p->canvas);
	p->rows = 0;
}

int page_last(const struct page *p, int rows)
{
	return p->rows > rows ? p->rows - rows : 0;
}

void page_show(const struct page *p, int first, struct canvas *c, struct rect area, const char *how)
{
	const int hidden = p->rows - first - area.rows;
	const int seen = hidden > 0 ? area.rows - 1 : area.rows;
	const int cols = area.cols < p->canvas.cols ? area.cols : p->canvas.cols;

	for (int i = 0; i < seen && first + i < p->rows; i++) {
		canvas_touch(c, area.row + i);
		memcpy(&c->cells[(area.row + i) * c->cols + area.col], &p->canvas.cells[(first + i) * p->canvas.cols],
		       (size_t)cols * sizeof *c->cells);
	}
	if (hidden > 0 && area.rows > 0)
		(void)canvas_format(c, area, area.row + seen, area.col, ROLE_STRONG, MARK_OPEN " %d more lines: %s", hidden + 1, how);
}

int page_move(const struct page *p, int first, enum action action, int rows)
{
	const int last = page_last(p, rows);
	const int by = rows > 2 ? rows - 2 : 1;

	if (action == ACTION_FIRST)
		return 0;
	if (action == ACTION_UP || action == ACTION_PAGE_UP)
		first -= action == ACTION_UP ? 1 : by;
	if (action == ACTION_DOWN || action == ACTION_PAGE_DOWN)
		first += action == ACTION_DOWN ? 1 : by;
	if (action == ACTION_LAST || first > last)
		return last;
	return first > 0 ? first : 0;
}
