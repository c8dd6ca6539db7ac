/*
 * recall — scrollback lines laid out for the width the screen has now, and read back as cells and text. Where the rows of
 * a block start is found when somebody looks there, and remembered until the scrollback changes.
 */
#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/terminal/scroll.h"

struct row_start { uint16_t piece, text, col; }; /* text and col: from the start of the piece */
struct recalled {
	const struct block *block;
	uint64_t changes;
	struct row_start *rows;
	size_t count, room;
	struct text text;
};

void recalled_drop(struct recalled **r)
{
	if (!*r)
		return;
	free((*r)->rows);
	text_clear(&(*r)->text);
	free(*r);
	*r = NULL;
}

static int fitting(int width, int cols)
{
	return width < cols ? width : cols;
}

static void lay_wide(struct block *b, struct piece *p, int cols)
{
	for (int width = piece_skip(p); width > 0; width = piece_skip(p)) {
		width = fitting(width, cols);
		if (b->last_col + width > cols) {
			b->rows++;
			b->last_col = 0;
		}
		b->last_col += width;
	}
}

void block_lay(struct block *b, size_t at, int cols)
{
	struct piece p = piece_open(b, at);

	if (!b->open) {
		b->rows++;
		b->last_col = 0;
	}
	if (b->last_col + p.cols <= cols) {
		b->last_col += p.cols;
	} else if (!(p.flags & PIECE_WIDE)) {
		b->rows += (size_t)((b->last_col + p.cols - 1) / cols);
		b->last_col = (b->last_col + p.cols - 1) % cols + 1;
	} else {
		lay_wide(b, &p, cols);
	}
	b->open = p.flags & PIECE_WRAPPED;
	b->plain = b->plain && b->rows == at + 1;
}

void block_lay_all(struct block *b, int cols)
{
	b->rows = 0;
	b->open = false;
	b->plain = true;
	for (size_t at = 0; at < b->count; at++)
		block_lay(b, at, cols);
}

static void row_add(struct recalled *r, size_t piece, size_t text, int col)
{
	if (r->count == r->room) {
		r->room = r->room ? r->room * 2 : 256;
		r->rows = mem_grow(r->rows, r->room, sizeof *r->rows);
	}
	r->rows[r->count++] = (struct row_start){ (uint16_t)piece, (uint16_t)text, (uint16_t)col };
}

/* The rows that start in a piece; *col is where the last row ends so far. */
static void piece_rows(struct recalled *r, size_t at, int cols, int *col)
{
	struct piece p = piece_open(r->block, at);
	const uint8_t *start = p.text, *cell = p.text;
	int taken = 0;

	for (int width = piece_skip(&p); width > 0; width = piece_skip(&p)) {
		if (*col + fitting(width, cols) > cols) {
			row_add(r, at, (size_t)(cell - start), taken);
			*col = 0;
		}
		*col += fitting(width, cols);
		taken += width;
		cell = p.text;
	}
}

static const struct row_start *rows_of(struct scrollback *s, const struct block *b)
{
	struct recalled *r = s->recalled;
	bool open = false;
	int col = 0;

	if (!r)
		r = s->recalled = mem_new(1, sizeof *r);
	if (r->block == b && r->changes == s->changes)
		return r->rows;
	r->block = b;
	r->changes = s->changes;
	r->count = 0;
	for (size_t at = 0; at < b->count; at++) {
		if (!open) {
			row_add(r, at, 0, 0);
			col = 0;
		}
		piece_rows(r, at, s->cols, &col);
		open = piece_open(b, at).flags & PIECE_WRAPPED;
	}
	return r->rows;
}

/* What remembers where rows start, or puts lines together, is no part of what a caller may not change. */
static struct scrollback *rememberer(const struct terminal *t)
{
	return &((struct terminal *)(uintptr_t)t)->scrollback;
}

/* The block of a line, and which of its rows it is. NULL: there is no such line. */
static const struct block *block_of(const struct terminal *t, size_t line, size_t *ret_row)
{
	const struct scrollback *s = &t->scrollback;

	fresh_settle((struct terminal *)(uintptr_t)t);
	for (size_t i = s->count; i > 0; i--) {
		const struct block *b = s->blocks[i - 1];

		if (line < b->rows) {
			*ret_row = b->rows - 1 - line;
			return b;
		}
		line -= b->rows;
	}
	return NULL;
}

static struct row_start row_find(const struct terminal *t, const struct block *b, size_t row)
{
	if (b->plain)
		return (struct row_start){ .piece = (uint16_t)row };
	return rows_of(rememberer(t), b)[row];
}

/* Reads the cells of one row, over the ends of pieces. */
struct row_reader {
	struct piece piece;
	size_t at;
	int col, cols;
};

static struct row_reader row_open_at(const struct terminal *t, const struct block *b, size_t row)
{
	struct row_start start = row_find(t, b, row);
	struct row_reader r = { .piece = piece_open(b, start.piece), .at = start.piece, .cols = t->scrollback.cols };

	r.piece.text += start.text;
	piece_skip_looks(&r.piece, start.col);
	return r;
}

static bool row_next(struct row_reader *r, struct cell *ret)
{
	while (r->piece.text == r->piece.text_end) {
		if (!(r->piece.flags & PIECE_WRAPPED))
			return r->col < r->cols && piece_blank(&r->piece, ret);
		if (r->at + 1 == r->piece.block->count)
			return false;
		r->piece = piece_open(r->piece.block, ++r->at);
	}
	(void)piece_next(&r->piece, ret);
	if (ret->width > r->cols)
		*ret = (struct cell){ .codepoint = REPLACEMENT, .width = 1, .style = ret->style };
	return r->col + ret->width <= r->cols;
}

int terminal_scrollback_cells(const struct terminal *t, size_t line, struct cell *ret_cells, int room)
{
	size_t row = 0;
	const struct block *b = block_of(t, line, &row);
	struct row_reader r;
	struct cell cell;

	if (!b)
		return 0;
	r = row_open_at(t, b, row);
	for (; row_next(&r, &cell); r.col += cell.width) {
		if (r.col < room)
			ret_cells[r.col] = cell;
		if (cell.width == 2 && r.col + 1 < room)
			ret_cells[r.col + 1] = (struct cell){ .style = cell.style, .link = cell.link };
	}
	/* A wide cell whose right half has no room is not half drawn. */
	if (room > 0 && room < r.col && ret_cells[room - 1].width == 2)
		ret_cells[room - 1] = (struct cell){ .width = 1, .style = ret_cells[room - 1].style };
	return r.col;
}

static void codepoint_add(struct text *out, uint32_t codepoint)
{
	char bytes[4];

	text_add(out, bytes, utf8_encode(codepoint, bytes));
}

static void row_text(const struct terminal *t, const struct block *b, size_t row, struct text *out)
{
	struct row_reader r = row_open_at(t, b, row);
	struct cell cell;

	for (; row_next(&r, &cell); r.col += cell.width) {
		codepoint_add(out, cell.codepoint);
		for (int i = 0; i < CELL_MARKS_MAX && cell.marks[i]; i++)
			codepoint_add(out, cell.marks[i]);
	}
}

/* Blank cells at the end are no text, whatever their colour, unless the line goes on behind them. */
static size_t text_end(const struct terminal *t, size_t line, const char *bytes, size_t len)
{
	size_t end = len;

	while (end > 0 && bytes[end - 1] == ' ')
		end--;
	return end < len && terminal_scrollback_wrapped(t, line) ? len : end;
}

const char *terminal_scrollback_text(const struct terminal *t, size_t line, size_t *ret_len)
{
	size_t row = 0;
	const struct block *b = block_of(t, line, &row);
	struct recalled *r;
	struct piece p;

	*ret_len = 0;
	if (!b)
		return NULL;
	p = piece_open(b, b->plain ? row : 0);
	if (b->plain && !(p.flags & PIECE_CODED)) {
		*ret_len = text_end(t, line, (const char *)p.text, (size_t)(p.text_end - p.text));
		return (const char *)p.text;
	}
	(void)rows_of(rememberer(t), b);
	r = t->scrollback.recalled;
	r->text.len = 0;
	row_text(t, b, row, &r->text);
	*ret_len = text_end(t, line, text_c(&r->text), r->text.len);
	return text_c(&r->text);
}

bool terminal_scrollback_wrapped(const struct terminal *t, size_t line)
{
	size_t row = 0;
	const struct block *b = block_of(t, line, &row);
	struct row_start next;

	if (!b)
		return false;
	if (row + 1 == b->rows)
		return b->open;
	next = row_find(t, b, row + 1);
	return next.text || piece_open(b, next.piece - 1u).flags & PIECE_WRAPPED;
}
