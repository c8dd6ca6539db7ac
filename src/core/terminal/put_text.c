/*
 * put_text — runs of text beyond ASCII, written slot by slot within a row as long as nothing about them is special. Whatever
 * is (a mark, a sign that may join, one that is not drawn, the edge of the row, bytes that are no UTF-8) ends the run, and
 * screen_put() looks at it closely.
 */
#include "core/terminal/engine.h"

#include "core/terminal/class_tables.inc"

static unsigned class_of(uint32_t codepoint)
{
	if (codepoint >= CLASS_END)
		return CLASS_LOOK;
	return class_bits[class_pages[codepoint >> 8]][(codepoint & 0xFF) >> 2] >> 2 * (codepoint & 3) & 3;
}

static bool goes_on(uint8_t byte)
{
	return (byte & 0xC0) == 0x80;
}

/* The code point at the start of bytes and how long it is; 0: no whole one of at most four bytes that is surely valid. */
static size_t sign_read(const uint8_t *bytes, size_t len, uint32_t *ret)
{
	uint8_t lead = bytes[0];

	*ret = lead;
	if (lead < 0x80)
		return 1;
	if (lead < 0xE0) {
		*ret = (lead & 0x1Fu) << 6 | (len > 1 ? bytes[1] & 0x3Fu : 0);
		return len > 1 && lead >= 0xC2 && goes_on(bytes[1]) ? 2 : 0;
	}
	if (len < 3 || !goes_on(bytes[1]) || !goes_on(bytes[2]))
		return 0;
	*ret = (lead & 0x0Fu) << 12 | (bytes[1] & 0x3Fu) << 6 | (bytes[2] & 0x3Fu);
	if (lead < 0xF0)
		return *ret >= 0x800 ? 3 : 0;
	if (lead > 0xF0 || len < 4 || !goes_on(bytes[3]))
		return 0;
	*ret = *ret << 6 | (bytes[3] & 0x3Fu);
	return *ret >= 0x10000 ? 4 : 0;
}

/* The cell before col has several code points, so that a picture may be one more of them. */
static bool cluster_before(const struct row *row, int col)
{
	col -= col > 1 && row->slots[col - 1].kind == SLOT_RIGHT_HALF ? 2 : 1;
	return col >= 0 && row->slots[col].glyph & CLUSTER_BIT;
}

/* Writes from the cursor's column on; ret_col is where it ends. Returns how many bytes were used. */
static size_t run_put(struct terminal *t, struct row *row, const uint8_t *bytes, size_t len, int *ret_col)
{
	uint16_t style = 0;
	int col = t->cursor.col;
	size_t at = 0;

	while (at < len) {
		uint32_t codepoint;
		size_t used = sign_read(bytes + at, len - at, &codepoint);
		unsigned class = used ? class_of(codepoint) : CLASS_LOOK;

		if (class == CLASS_LOOK || col + (class > CLASS_NARROW) >= t->cols || (class == CLASS_PICTURE && cluster_before(row, col)))
			break;
		if (at == 0)
			style = styles_pen(t);
		row->slots[col++] = (struct slot){ codepoint, style, class > CLASS_NARROW ? SLOT_WIDE : SLOT_SINGLE };
		if (class > CLASS_NARROW)
			row->slots[col++] = (struct slot){ .style = style, .kind = SLOT_RIGHT_HALF };
		t->last_glyph = codepoint;
		at += used;
	}
	*ret_col = col;
	return at;
}

size_t screen_put_run(struct terminal *t, const uint8_t *bytes, size_t len)
{
	struct row *row = grid_row_unchanged(t, t->cursor.row);
	int start = t->cursor.col, col;
	bool halved = row->slots[start].kind == SLOT_RIGHT_HALF;
	size_t used;

	if (t->cursor.pending_wrap || t->modes.insert || t->charsets[t->shift] != CHARSET_ASCII)
		return 0;
	used = run_put(t, row, bytes, len, &col);
	if (col == start)
		return 0;
	row->generation = t->generation;
	if (halved)
		row->slots[start - 1] = (struct slot){ .style = row->slots[start - 1].style };
	if (col < row->used && row->slots[col].kind == SLOT_RIGHT_HALF)
		row->slots[col] = (struct slot){ .style = row->slots[col].style };
	if (col > row->used)
		row->used = col;
	screen_advance(t, col - start);
	return used;
}
