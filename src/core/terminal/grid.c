/*
 * grid — rows of slots. Rows are allocated one by one so that scrolling moves pointers, and each knows up to where it
 * was ever written, so that clearing an almost empty row costs almost nothing.
 */
#include "core/terminal/engine.h"

#include "core/base/mem.h"

struct row *row_new(int cols)
{
	return mem_new(1, sizeof(struct row) + (size_t)cols * sizeof(struct slot));
}

struct grid grid_new(int rows, int cols)
{
	struct grid g = { .rows = mem_new((size_t)rows, sizeof *g.rows) };

	for (int row = 0; row < rows; row++)
		g.rows[row] = row_new(cols);
	return g;
}

void grid_clear(struct grid *g, int rows)
{
	for (int row = 0; g->rows && row < rows; row++)
		free(g->rows[row]);
	free(g->rows);
	*g = (struct grid){ 0 };
}

/* A copy of old with another number of columns; a wide cell cut by the new edge becomes blank. */
static struct row *row_resized(const struct row *old, int cols)
{
	struct row *row = row_new(cols);

	row->used = old->used < cols ? old->used : cols;
	row->wrapped = old->wrapped && old->used <= cols;
	memcpy(row->slots, old->slots, (size_t)row->used * sizeof *row->slots);
	if (row->used == cols && row->slots[cols - 1].kind == SLOT_WIDE)
		row->slots[cols - 1] = (struct slot){ .style = row->slots[cols - 1].style };
	return row;
}

void grid_resize(struct terminal *t, struct grid *g, int rows, int cols)
{
	struct row **fresh = mem_new((size_t)rows, sizeof *fresh);

	for (int row = 0; row < rows; row++)
		fresh[row] = row < t->rows ? row_resized(g->rows[row], cols) : row_new(cols);
	for (int row = 0; row < t->rows; row++)
		free(g->rows[row]);
	free(g->rows);
	g->rows = fresh;
}

int row_length(const struct row *row)
{
	int length = row->used;

	if (row->wrapped && length && !row->slots[length - 1].glyph && row->slots[length - 1].kind == SLOT_SINGLE)
		return length - 1;
	while (!row->wrapped && length && !row->slots[length - 1].glyph && !row->slots[length - 1].style &&
	       row->slots[length - 1].kind == SLOT_SINGLE)
		length--;
	return length;
}

struct row *grid_row(struct terminal *t, int row)
{
	struct row *r = t->grids[t->shown].rows[row];

	r->generation = t->generation;
	return r;
}

const struct row *grid_peek(const struct terminal *t, int row)
{
	return t->grids[t->shown].rows[row];
}

static void slot_blank(struct slot *slot)
{
	*slot = (struct slot){ .style = slot->style };
}

void row_open(struct terminal *t, struct row *row, int col, int count)
{
	int end = col + count;

	if (col < row->used && row->slots[col].kind == SLOT_RIGHT_HALF)
		slot_blank(&row->slots[col - 1]);
	if (end < t->cols && end < row->used && row->slots[end].kind == SLOT_RIGHT_HALF)
		slot_blank(&row->slots[end]);
}

void row_erase(struct terminal *t, struct row *row, int from, int to)
{
	uint16_t style = styles_blank(t);

	if (to >= t->cols)
		row->wrapped = false;
	if (style == 0 && to > row->used)
		to = row->used;
	if (from >= to)
		return;
	row_open(t, row, from, to - from);
	memset(&row->slots[from], 0, (size_t)(to - from) * sizeof *row->slots);
	if (style == 0) {
		row->used = to == row->used ? from : row->used;
		return;
	}
	for (int col = from; col < to; col++)
		row->slots[col].style = style;
	row->used = row->used > to ? row->used : to;
}

/* Insert count blank slots at col; what leaves the row at its end is lost. */
static void row_insert(struct terminal *t, struct row *row, int col, int count)
{
	int moved = row->used - col;

	if (moved > t->cols - col - count)
		moved = t->cols - col - count;
	if (moved > 0) {
		row_open(t, row, col, 0);
		row_open(t, row, col + moved, 0);
		memmove(&row->slots[col + count], &row->slots[col], (size_t)moved * sizeof *row->slots);
		row->used = col + count + moved > row->used ? col + count + moved : row->used;
		memset(&row->slots[col], 0, (size_t)count * sizeof *row->slots);
	}
	row_erase(t, row, col, col + count);
}

static void row_delete(struct terminal *t, struct row *row, int col, int count)
{
	int moved = row->used - col - count;

	row_open(t, row, col, count);
	if (moved > 0)
		memmove(&row->slots[col], &row->slots[col + count], (size_t)moved * sizeof *row->slots);
	if (col < row->used) {
		int end = col + (moved > 0 ? moved : 0);

		memset(&row->slots[end], 0, (size_t)(row->used - end) * sizeof *row->slots);
		row->used = end;
	}
	row_erase(t, row, t->cols - count, t->cols);
}

void row_shift(struct terminal *t, struct row *row, int col, int count)
{
	int room = t->cols - col;

	if (count > 0)
		row_insert(t, row, col, count < room ? count : room);
	else
		row_delete(t, row, col, -count < room ? -count : room);
}
