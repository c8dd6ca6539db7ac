/*
 * put — text onto the screen. Runs of printable ASCII are written a slot at a time without asking about width;
 * everything else takes the long way, where what may not be drawn becomes U+FFFD.
 */
#include "core/terminal/engine.h"

#include "core/base/sanitize.h"

/* DEC special graphics, 0x5F to 0x7E. */
static const uint16_t line_drawing[] = {
	0x00A0, 0x25C6, 0x2592, 0x2409, 0x240C, 0x240D, 0x240A, 0x00B0, 0x00B1, 0x2424, 0x240B, 0x2518, 0x2510, 0x250C,
	0x2514, 0x253C, 0x23BA, 0x23BB, 0x2500, 0x23BC, 0x23BD, 0x251C, 0x2524, 0x2534, 0x252C, 0x2502, 0x2264, 0x2265,
	0x03C0, 0x2260, 0x00A3, 0x00B7,
};
_Static_assert(COUNT_OF(line_drawing) == 0x7E - 0x5F + 1, "one glyph per byte");

static void put_wrap(struct terminal *t)
{
	t->cursor.pending_wrap = false;
	if (!t->modes.autowrap)
		return;
	grid_row(t, t->cursor.row)->wrapped = true;
	t->cursor.col = 0;
	screen_line_feed(t);
}

void screen_advance(struct terminal *t, int count)
{
	t->cursor.col += count;
	if (t->cursor.col < t->cols)
		return;
	t->cursor.col = t->cols - 1;
	t->cursor.pending_wrap = true;
}

/* As many bytes as fit into this row. */
static size_t put_run(struct terminal *t, const uint8_t *bytes, size_t len)
{
	struct row *row = grid_row(t, t->cursor.row);
	int room = t->cols - t->cursor.col;
	int count = len < (size_t)room ? (int)len : room;
	struct slot *slot = &row->slots[t->cursor.col];
	uint16_t style = styles_pen(t);

	row_open(t, row, t->cursor.col, count);
	for (int i = 0; i < count; i++)
		slot[i] = (struct slot){ .glyph = bytes[i], .style = style };
	if (t->cursor.col + count > row->used)
		row->used = t->cursor.col + count;
	screen_advance(t, count);
	return (size_t)count;
}

static bool put_is_plain(const struct terminal *t)
{
	return !t->modes.insert && t->charsets[t->shift] == CHARSET_ASCII;
}

static void put_each(struct terminal *t, const uint8_t *bytes, size_t len)
{
	bool lines = t->charsets[t->shift] == CHARSET_LINES;

	for (size_t i = 0; i < len; i++)
		screen_put(t, lines && bytes[i] >= 0x5F ? line_drawing[bytes[i] - 0x5F] : bytes[i]);
}

void screen_put_ascii(struct terminal *t, const uint8_t *bytes, size_t len)
{
	if (!put_is_plain(t)) {
		put_each(t, bytes, len);
		return;
	}
	for (size_t at = 0; at < len;) {
		if (t->cursor.pending_wrap)
			put_wrap(t);
		/* Without wrapping all that does not fit overwrites the last column, so only the last byte shows. */
		if (!t->modes.autowrap && t->cursor.col == t->cols - 1)
			at = len - 1;
		at += put_run(t, bytes + at, len - at);
	}
	t->last_glyph = bytes[len - 1];
}

/* The column of the cell before the cursor; -1: at the start of a row there is none. */
static int cell_before(const struct terminal *t, const struct row *row)
{
	int col = t->cursor.pending_wrap ? t->cursor.col : t->cursor.col - 1;

	if (col >= 0 && col < row->used && row->slots[col].kind == SLOT_RIGHT_HALF)
		col--;
	return col;
}

static void put_wide(struct terminal *t, struct row *row, int col, struct slot slot)
{
	slot.kind = SLOT_WIDE;
	row->slots[col] = slot;
	row->slots[col + 1] = (struct slot){ .style = slot.style, .kind = SLOT_RIGHT_HALF };
	if (col + 2 > row->used)
		row->used = col + 2;
	t->cursor.col = col;
	screen_advance(t, 2);
}

/* The cell at col, before the cursor, needs another column; at the edge it goes to the next row, as a wide sign would. */
static void put_widen(struct terminal *t, struct row *row, int col)
{
	struct slot slot = row->slots[col];

	if (col + 1 < t->cols) {
		if (t->modes.insert)
			row_shift(t, row, col + 1, 1);
		row_open(t, row, col + 1, 1);
		put_wide(t, row, col, slot);
	} else if (t->modes.autowrap && t->cols > 1) {
		row->slots[col] = (struct slot){ .style = slot.style };
		put_wrap(t);
		row = grid_row(t, t->cursor.row);
		if (t->modes.insert)
			row_shift(t, row, 0, 2);
		row_open(t, row, 0, 2);
		put_wide(t, row, 0, slot);
	}
}

/* Of what has a width of its own only pictures, skin tones and regional indicators ever join. */
static bool may_join(uint32_t codepoint, int width)
{
	return width == 0 || codepoint >= 0x1F000 || (codepoint >= 0x2000 && codepoint < 0x2C00);
}

/* Nothing but an indicator or a skin tone joins a single code point. */
static bool may_join_one(uint32_t codepoint, int width)
{
	return width == 0 || (codepoint >= 0x1F1E6 && codepoint <= 0x1F3FF);
}

/* False: the code point needs a cell of its own. A mark at the start of a row belongs to no cell and is dropped. */
static bool put_joined(struct terminal *t, uint32_t codepoint, int width)
{
	struct row *row = grid_row_unchanged(t, t->cursor.row);
	int col = cell_before(t, row);
	uint32_t base = 0, last = 0;
	enum join join;

	if (col < 0)
		return width == 0;
	if (!may_join_one(codepoint, width) && (col >= row->used || !(row->slots[col].glyph & CLUSTER_BIT)))
		return false;
	if (col < row->used)
		base = clusters_ends(t, &row->slots[col], &last);
	join = terminal_join(base, last, col < row->used && row->slots[col].kind == SLOT_WIDE ? 2 : 1, codepoint);
	if (join == JOIN_NOT)
		return false;
	if (join == JOIN_MARK && width == 0 && !terminal_may_mark(base, last, codepoint))
		return true;
	row = grid_row(t, t->cursor.row);
	if (col >= row->used)
		row->used = col + 1;
	if (!clusters_mark(t, &row->slots[col], codepoint))
		return width == 0;
	if (join == JOIN_WIDENS)
		put_widen(t, row, col);
	return true;
}

static void put_glyph(struct terminal *t, uint32_t codepoint, int width)
{
	struct row *row;
	struct slot *slot;

	if (t->cursor.pending_wrap)
		put_wrap(t);
	if (t->cursor.col + width > t->cols) {
		if (t->modes.autowrap)
			put_wrap(t);
		else
			t->cursor.col = t->cols - width;
	}
	row = grid_row(t, t->cursor.row);
	if (t->modes.insert)
		row_shift(t, row, t->cursor.col, width);
	row_open(t, row, t->cursor.col, width);
	slot = &row->slots[t->cursor.col];
	slot[0] = (struct slot){ codepoint, styles_pen(t), width == 2 ? SLOT_WIDE : SLOT_SINGLE };
	if (width == 2)
		slot[1] = (struct slot){ .style = slot->style, .kind = SLOT_RIGHT_HALF };
	if (t->cursor.col + width > row->used)
		row->used = t->cursor.col + width;
	screen_advance(t, width);
}

void screen_put(struct terminal *t, uint32_t codepoint)
{
	int width;

	if (!sanitize_may_draw(codepoint))
		codepoint = REPLACEMENT;
	width = terminal_width(codepoint);
	if (may_join(codepoint, width) && put_joined(t, codepoint, width))
		return;
	if (width > t->cols) {
		codepoint = REPLACEMENT;
		width = 1;
	}
	put_glyph(t, codepoint, width);
	t->last_glyph = codepoint;
}

/* At most a row of it: a short sequence must not buy a screenful of work. */
void screen_repeat(struct terminal *t, int count)
{
	if (!t->last_glyph)
		return;
	if (count > t->cols)
		count = t->cols;
	for (int i = 0; i < count; i++)
		screen_put(t, t->last_glyph);
}
