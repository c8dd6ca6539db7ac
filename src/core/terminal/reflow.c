/*
 * reflow — the main screen in another size. A line that was wrapped is joined and cut anew, also where its start already
 * lies in the scrollback. The cursor stays on the sign it was on, or as far behind the line's end as it was.
 *
 * Rows that have no room leave at the top. When the text reached the bottom, what has room again comes back from the
 * scrollback; otherwise the room below stays empty, so that a cleared screen stays cleared. Text below the cursor that
 * has no room is cut: the cursor's row cannot leave.
 */
#include "core/base/mem.h"
#include "core/terminal/scroll.h"

#define LINE_BYTES_BACK 16384u /* a line with more than that in the scrollback stays there: a resize is no place to read it */

/* A cursor on its way: where it was, counted in the old rows, and where it is, counted in the loose ones. */
struct mark {
	struct cursor *cursor;
	int row, col;
	bool pending;
};
struct flow {
	struct terminal *t;
	int cols;
	struct row *row; /* the line that is being laid out ends here; NULL: none is */
	int col;
	struct mark marks[2];
};

static void flow_row(struct flow *f)
{
	struct loose *l = &f->t->loose;

	if (l->count == l->room) {
		l->room = l->room ? l->room * 2 : 64;
		l->items = mem_grow(l->items, (size_t)l->room, sizeof *l->items);
	}
	f->row = l->items[l->count++] = row_new(f->cols);
	f->col = 0;
}

/* One cell; returns its slot. */
static struct slot *flow_put(struct flow *f, struct slot slot)
{
	int width = slot.kind == SLOT_WIDE ? 2 : 1;

	if (width > f->cols) {
		slot = (struct slot){ .glyph = REPLACEMENT, .style = slot.style };
		width = 1;
	}
	if (!f->row)
		flow_row(f);
	if (f->col + width > f->cols) {
		f->row->wrapped = true;
		flow_row(f);
	}
	f->row->slots[f->col] = slot;
	if (width == 2)
		f->row->slots[f->col + 1] = (struct slot){ .style = slot.style, .kind = SLOT_RIGHT_HALF };
	f->col += width;
	f->row->used = f->col;
	return &f->row->slots[f->col - width];
}

/* A blank at the end of the line never makes another row. */
static void flow_blank(struct flow *f, uint16_t style)
{
	if (!f->row || f->col < f->cols)
		(void)flow_put(f, (struct slot){ .style = style });
}

static void flow_end_line(struct flow *f)
{
	if (!f->row)
		flow_row(f);
	f->row = NULL;
}

static void mark_set(struct flow *f, struct mark *mark, int col)
{
	bool behind = col >= f->cols;

	if (!f->row)
		flow_row(f);
	if (col < 0) /* a wide sign became one column */
		col = 0;
	*mark->cursor = (struct cursor){ .row = f->t->loose.count - 1, .col = behind ? f->cols - 1 : col };
	mark->row = -1;
}

/* Where the cell of the old column col was put; col is behind the text of length. */
static void marks_behind(struct flow *f, int row, int length)
{
	for (size_t i = 0; i < COUNT_OF(f->marks); i++) {
		struct mark *mark = &f->marks[i];
		int beyond = mark->col + mark->pending - length;

		if (mark->row != row || beyond < 0)
			continue;
		mark_set(f, mark, (f->row ? f->col : 0) + beyond);
		mark->cursor->pending_wrap = beyond == 0 && f->col == f->cols && f->row;
	}
}

static void marks_on(struct flow *f, int row, int col, int behind)
{
	for (size_t i = 0; i < COUNT_OF(f->marks); i++) {
		struct mark *mark = &f->marks[i];

		if (mark->row == row && mark->col >= col && mark->col < behind && !(mark->pending && mark->col + 1 == behind))
			mark_set(f, mark, f->col - (behind - col) + (mark->col - col));
	}
}

static int text_length(const struct row *row)
{
	int length = row_length(row);

	while (!row->wrapped && length && !row->slots[length - 1].glyph && row->slots[length - 1].kind == SLOT_SINGLE)
		length--;
	return length;
}

/* A row of the old grid; its slots are moved, so that no cluster is in two of them. */
static void flow_old_row(struct flow *f, struct row *row, int at)
{
	int length = text_length(row), used = row->used;
	bool to_the_edge = used == f->t->cols;

	row->used = 0;
	for (int col = 0; col < length;) {
		int width = row->slots[col].kind == SLOT_WIDE ? 2 : 1;

		(void)flow_put(f, row->slots[col]);
		marks_on(f, at, col, col + width);
		col += width;
	}
	marks_behind(f, at, length);
	if (row->wrapped)
		return;
	for (int col = length; col < used; col++)
		flow_blank(f, row->slots[col].style);
	while (to_the_edge && length < used && f->col < f->cols)
		flow_blank(f, row->slots[used - 1].style);
	flow_end_line(f);
}

static uint16_t cell_style(struct terminal *t, const struct cell *cell)
{
	return styles_intern(t, &(struct look){ cell->style, cell->link });
}

static void flow_piece(struct flow *f, struct piece p)
{
	struct cell cell;

	while (piece_next(&p, &cell)) {
		uint16_t style = cell_style(f->t, &cell);
		struct slot *slot = flow_put(f, (struct slot){ cell.codepoint, style, cell.width == 2 ? SLOT_WIDE : SLOT_SINGLE });

		for (int i = 0; i < CELL_MARKS_MAX && cell.marks[i]; i++)
			(void)clusters_mark(f->t, slot, cell.marks[i]);
	}
	while (!(p.flags & PIECE_WRAPPED) && piece_blank(&p, &cell))
		flow_blank(f, cell_style(f->t, &cell));
}

/* How many pieces the newest line in the scrollback has; 0: there is none, or it is too long to come back, or its
   start is gone. */
static size_t newest_line(const struct scrollback *s)
{
	const struct block *b = s->count ? s->blocks[s->count - 1] : NULL;
	size_t first;

	if (!b || !b->count)
		return 0;
	first = b->count - 1;
	while (first > 0 && piece_open(b, first - 1).flags & PIECE_WRAPPED)
		first--;
	if (first == 0 && s->count == 1 && s->cut)
		return 0;
	return b->used - b->offsets[first] <= LINE_BYTES_BACK ? b->count - first : 0;
}

/* The newest line, laid out behind what is there. */
static void flow_newest_line(struct flow *f, size_t pieces)
{
	struct scrollback *s = &f->t->scrollback;
	const struct block *b = s->blocks[s->count - 1];

	for (size_t at = b->count - pieces; at < b->count; at++)
		flow_piece(f, piece_open(b, at));
	scrollback_take(s, pieces);
}

static bool scrollback_goes_on(const struct scrollback *s)
{
	return s->count && s->blocks[s->count - 1]->open;
}

/* The rows from the from-th on become the first. */
static void loose_rotate(struct loose *l, int from)
{
	int moved = l->count - from;
	struct row **rest = mem_copy(l->items, (size_t)from * sizeof *l->items);

	memmove(l->items, l->items + from, (size_t)moved * sizeof *l->items);
	memcpy(l->items + moved, rest, (size_t)from * sizeof *l->items);
	free(rest);
}

static void lines_back(struct flow *f, int rows)
{
	struct loose *l = &f->t->loose;

	while (l->count < rows && !scrollback_goes_on(&f->t->scrollback)) {
		size_t pieces = newest_line(&f->t->scrollback);
		int count = l->count;

		if (!pieces)
			return;
		flow_newest_line(f, pieces);
		flow_end_line(f);
		for (size_t i = 0; i < COUNT_OF(f->marks); i++)
			f->marks[i].cursor->row += l->count - count;
		loose_rotate(l, count);
	}
}

static void cursor_up(struct cursor *c, int by, int rows)
{
	c->row = c->row > by ? c->row - by : 0;
	if (c->row >= rows)
		c->row = rows - 1;
}

/* The loose rows from top on are the grid's; those before go to the scrollback. */
static void loose_settle(struct terminal *t, int top, int rows, int cols)
{
	struct loose *l = &t->loose;
	struct grid *g = &t->grids[0];
	struct row **fresh = mem_new((size_t)rows, sizeof *fresh);

	for (int row = 0; row < top; row++) {
		scrollback_push(t, l->items[row]);
		l->items[row]->used = 0;
	}
	for (int row = 0; row < t->rows; row++)
		free(g->rows[row]);
	free(g->rows);
	for (int row = 0; row < l->count; row++) {
		if (row < top || row >= top + rows)
			free(l->items[row]);
		else
			fresh[row - top] = l->items[row];
	}
	for (int row = l->count - top; row < rows; row++)
		fresh[row] = row_new(cols);
	g->rows = fresh;
	free(l->items);
	*l = (struct loose){ 0 };
}

static int last_row(const struct grid *g, int rows, int cursor_row)
{
	int last = rows - 1;

	while (last > cursor_row && row_length(g->rows[last]) == 0)
		last--;
	return last;
}

/* Marks below the last row that was laid out: as far below it as they were. */
static void marks_below(struct flow *f, int last)
{
	for (size_t i = 0; i < COUNT_OF(f->marks); i++) {
		struct mark *mark = &f->marks[i];

		if (mark->row > last)
			*mark->cursor = (struct cursor){ f->t->loose.count + mark->row - last - 1, mark->col < f->cols ? mark->col : f->cols - 1,
							 false };
	}
}

void reflow_main(struct terminal *t, int rows, int cols)
{
	struct grid *g = &t->grids[0];
	struct cursor *cursor = t->shown ? &g->left : &t->cursor, *saved = &g->saved.cursor;
	struct flow f = { .t = t, .cols = cols, .marks = {
		{ cursor, cursor->row, cursor->col, cursor->pending_wrap }, { saved, saved->row, saved->col, saved->pending_wrap } } };
	int last = last_row(g, t->rows, cursor->row), top;

	fresh_settle(t);
	scrollback_set_cols(&t->scrollback, cols);
	if (cols != t->cols && scrollback_goes_on(&t->scrollback) && newest_line(&t->scrollback))
		flow_newest_line(&f, newest_line(&t->scrollback));
	for (int row = 0; row <= last; row++)
		flow_old_row(&f, g->rows[row], row);
	if (f.row)
		flow_end_line(&f);
	marks_below(&f, last);
	if (last == t->rows - 1)
		lines_back(&f, rows);
	top = t->loose.count - rows;
	if (top > cursor->row)
		top = cursor->row;
	if (top < 0)
		top = 0;
	loose_settle(t, top, rows, cols);
	cursor_up(cursor, top, rows);
	cursor_up(saved, top, rows);
}
