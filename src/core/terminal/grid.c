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

static bool is_fill(struct slot slot)
{
	return slot.glyph || slot.style;
}

bool row_has_fill(const struct row *row)
{
	return is_fill(row->fill);
}

/* Slots up to a column stand for themselves. */
static void row_reach(struct row *row, int end)
{
	while (row->used < end)
		row->slots[row->used++] = row->fill;
}

void row_settle(struct row *row, int cols)
{
	if (!row_has_fill(row))
		return;
	row_reach(row, cols);
	row->fill = (struct slot){ 0 };
}

void grid_settle(struct terminal *t)
{
	for (int grid = 0; grid < 2; grid++)
		for (int row = 0; row < t->rows; row++)
			row_settle(t->grids[grid].rows[row], t->cols);
}

struct row *grid_row_filled(struct terminal *t, int row)
{
	struct row *r = t->grids[t->shown].rows[row];

	r->generation = t->generation;
	return r;
}

struct row *grid_row_unchanged(const struct terminal *t, int row)
{
	struct row *r = t->grids[t->shown].rows[row];

	row_settle(r, t->cols);
	return r;
}

struct row *grid_row(struct terminal *t, int row)
{
	struct row *r = grid_row_filled(t, row);

	t->cleared += row_has_fill(r) ? (uint64_t)(t->cols - r->used) : 0;
	row_settle(r, t->cols);
	return r;
}

const struct row *grid_peek(const struct terminal *t, int row)
{
	return grid_row_unchanged(t, row);
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

void row_fill(struct terminal *t, struct row *row, int from, struct slot fill)
{
	row->wrapped = false;
	if (row->used > from) {
		memset(&row->slots[from], 0, (size_t)(row->used - from) * sizeof *row->slots);
		t->cleared += (uint64_t)(row->used - from);
		row->used = from;
	} else if (row_has_fill(row) || is_fill(fill)) {
		t->cleared += (uint64_t)(from - row->used);
		row_reach(row, from);
	}
	row->fill = fill;
}

static void row_erase_tail(struct terminal *t, struct row *row, int from)
{
	row_open(t, row, from, t->cols - from);
	row_fill(t, row, from, (struct slot){ .style = styles_blank(t) });
}

void row_erase(struct terminal *t, struct row *row, int from, int to)
{
	uint16_t style;

	if (from < to && to >= t->cols) {
		row_erase_tail(t, row, from);
		return;
	}
	style = styles_blank(t);
	row_settle(row, t->cols);
	if (style == 0 && to > row->used)
		to = row->used;
	if (from >= to)
		return;
	t->cleared += (uint64_t)(to - from);
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
	row_settle(row, t->cols); /* who shifts goes on writing */
}
