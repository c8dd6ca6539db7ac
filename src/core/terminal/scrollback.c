/*
 * scrollback — the lines that left the main screen, in blocks that are bounded in bytes: a bound in lines would be none
 * against a child that colours every cell. A line is encoded once, when it leaves, and decoded when somebody looks.
 *
 *   block:  line, line, …                    oldest first; offsets[] says where each starts
 *   line:   number(text bytes * 2 + wrapped) number(run bytes) text runs
 *   text:   UTF-8, one sequence for each code point of each cell that is not a right half; an empty cell is a space
 *   runs:   (number(cells) style)*           none when the whole line is in the default style
 *   style:  kinds byte (two bits each: foreground, background, underline, bytes of attributes), then what they need
 *   number: seven bits a byte, low ones first, the top bit says that more follow
 */
#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/terminal/engine.h"

#define BLOCK_BYTES 65536u
#define BLOCK_FIRST_BYTES 1024u
#define BLOCKS_WANTED 8u   /* a small bound is still cut into that many, so that little is lost at once */
#define BLOCK_BYTES_MIN 256u
#define CELL_BYTES_MAX (4u * (1 + CELL_MARKS_MAX) + 13u)
#define LINE_BYTES_MAX(cells) ((size_t)(cells) * CELL_BYTES_MAX + 8u)
_Static_assert(LINE_BYTES_MAX(TERMINAL_COLS_MAX) <= BLOCK_BYTES, "every line fits into a block");

struct block {
	uint8_t *bytes;
	uint16_t *offsets;
	size_t used, room, count, offsets_room;
};

static size_t block_weight(const struct block *b)
{
	return sizeof *b + b->room + b->offsets_room * sizeof *b->offsets;
}

static void block_drop(struct block *b)
{
	free(b->bytes);
	free(b->offsets);
	free(b);
}

void scrollback_init(struct scrollback *s, size_t bytes_max)
{
	size_t share = bytes_max / BLOCKS_WANTED;

	*s = (struct scrollback){ .bytes_max = bytes_max, .block_bytes = share < BLOCK_BYTES ? share : BLOCK_BYTES };
}

void scrollback_clear(struct scrollback *s)
{
	uint64_t dropped = s->dropped + s->lines;

	for (size_t i = 0; i < s->count; i++)
		block_drop(s->blocks[i]);
	free(s->blocks);
	free(s->line);
	scrollback_init(s, s->bytes_max);
	s->dropped = dropped;
}

static uint8_t *number_put(uint8_t *at, size_t number)
{
	for (; number >= 0x80; number >>= 7)
		*at++ = (uint8_t)(number | 0x80);
	*at++ = (uint8_t)number;
	return at;
}

static uint8_t *color_put(uint8_t *at, struct color c)
{
	if (c.kind == COLOR_DEFAULT)
		return at;
	*at++ = c.r;
	if (c.kind == COLOR_RGB) {
		*at++ = c.g;
		*at++ = c.b;
	}
	return at;
}

static uint8_t *style_put(uint8_t *at, const struct style_info *s)
{
	unsigned attrs = s->attrs > 0xFF ? 2 : s->attrs > 0;

	*at++ = (uint8_t)((unsigned)s->fg.kind | (unsigned)s->bg.kind << 2 | (unsigned)s->underline.kind << 4 | attrs << 6);
	at = color_put(color_put(color_put(at, s->fg), s->bg), s->underline);
	if (attrs)
		*at++ = (uint8_t)s->attrs;
	if (attrs == 2)
		*at++ = (uint8_t)(s->attrs >> 8);
	return at;
}

static uint8_t *codepoint_put(uint8_t *at, uint32_t codepoint)
{
	char bytes[4];
	size_t len = utf8_encode(codepoint, bytes);

	memcpy(at, bytes, len);
	return at + len;
}

static uint8_t *glyph_put(const struct terminal *t, uint8_t *at, const struct slot *slot)
{
	const struct cluster *cluster;

	if (!(slot->glyph & CLUSTER_BIT))
		return codepoint_put(at, slot->glyph ? slot->glyph : ' ');
	cluster = &t->clusters.items[slot->glyph & ~CLUSTER_BIT];
	at = codepoint_put(at, cluster->codepoint);
	for (int i = 0; i < CELL_MARKS_MAX && cluster->marks[i]; i++)
		at = codepoint_put(at, cluster->marks[i]);
	return at;
}

static uint8_t *text_put(const struct terminal *t, uint8_t *at, const struct row *row, int cells)
{
	for (int col = 0; col < cells; col++) {
		const struct slot *slot = &row->slots[col];

		if (slot->glyph - 1 < 0x7F)
			*at++ = (uint8_t)slot->glyph;
		else if (slot->kind != SLOT_RIGHT_HALF)
			at = glyph_put(t, at, slot);
	}
	return at;
}

static uint8_t *runs_put(const struct terminal *t, uint8_t *at, const struct row *row, int cells)
{
	uint8_t *start = at;
	bool any = false;

	for (int col = 0; col < cells;) {
		uint16_t style = row->slots[col].style;
		int from = col;

		while (col < cells && row->slots[col].style == style)
			col++;
		at = style_put(number_put(at, (size_t)(col - from)), &t->styles.items[style].style);
		any = any || style;
	}
	return any ? at : start;
}

/* Text and runs of the first cells into s->line. */
static void line_encode(struct terminal *t, const struct row *row, int cells, size_t *ret_text, size_t *ret_all)
{
	struct scrollback *s = &t->scrollback;
	size_t needed = LINE_BYTES_MAX(cells);
	uint8_t *end;

	if (s->line_room < needed) {
		s->line = mem_grow(s->line, needed, 1);
		s->line_room = needed;
	}
	end = text_put(t, s->line, row, cells);
	*ret_text = (size_t)(end - s->line);
	end = runs_put(t, end, row, cells);
	*ret_all = (size_t)(end - s->line);
}

static int row_cells(const struct row *row)
{
	int cells = row->used;

	while (cells > 0 && !row->slots[cells - 1].glyph && !row->slots[cells - 1].style && row->slots[cells - 1].kind == SLOT_SINGLE)
		cells--;
	return cells;
}

static void blocks_evict(struct scrollback *s)
{
	size_t gone = 0;

	while (s->bytes > s->bytes_max && gone < s->count) {
		s->bytes -= block_weight(s->blocks[gone]);
		s->lines -= s->blocks[gone]->count;
		s->dropped += s->blocks[gone]->count;
		block_drop(s->blocks[gone++]);
	}
	s->count -= gone;
	memmove(s->blocks, s->blocks + gone, s->count * sizeof *s->blocks);
}

static void block_resize(struct scrollback *s, struct block *b, size_t room, size_t offsets_room)
{
	s->bytes -= block_weight(b);
	b->room = room;
	b->offsets_room = offsets_room;
	b->bytes = mem_grow(b->bytes, room, 1);
	b->offsets = mem_grow(b->offsets, offsets_room, sizeof *b->offsets);
	s->bytes += block_weight(b);
}

static struct block *block_add(struct scrollback *s)
{
	if (s->count)
		block_resize(s, s->blocks[s->count - 1], s->blocks[s->count - 1]->used, s->blocks[s->count - 1]->count);
	if (s->count == s->room) {
		s->room = s->room ? s->room * 2 : 8;
		s->blocks = mem_grow(s->blocks, s->room, sizeof(struct block *));
	}
	s->blocks[s->count] = mem_new(1, sizeof(struct block));
	s->bytes += block_weight(s->blocks[s->count]);
	return s->blocks[s->count++];
}

/* The newest block, with room for len more bytes and one more line. */
static struct block *block_with_room(struct scrollback *s, size_t len)
{
	struct block *b = s->count ? s->blocks[s->count - 1] : block_add(s);
	size_t room, offsets_room;

	if (b->used + len > s->block_bytes)
		b = block_add(s);
	room = b->room ? b->room : BLOCK_FIRST_BYTES / 4;
	while (room < b->used + len)
		room *= 2;
	if (room > s->block_bytes)
		room = s->block_bytes;
	offsets_room = b->count < b->offsets_room ? b->offsets_room : b->count * 2 + 16;
	if (room != b->room || offsets_room != b->offsets_room)
		block_resize(s, b, room, offsets_room);
	return b;
}

void scrollback_push(struct terminal *t, const struct row *row)
{
	struct scrollback *s = &t->scrollback;
	int cells = row_cells(row);
	size_t text, all;
	uint8_t head[16], *head_end;
	struct block *b;

	if (s->block_bytes < BLOCK_BYTES_MIN)
		return;
	line_encode(t, row, cells, &text, &all);
	if (all + sizeof head > s->block_bytes)
		line_encode(t, row, (int)((s->block_bytes - sizeof head) / CELL_BYTES_MAX), &text, &all);
	head_end = number_put(number_put(head, text * 2 + row->wrapped), all - text);
	b = block_with_room(s, (size_t)(head_end - head) + all);
	b->offsets[b->count++] = (uint16_t)b->used;
	memcpy(b->bytes + b->used, head, (size_t)(head_end - head));
	b->used += (size_t)(head_end - head);
	memcpy(b->bytes + b->used, s->line, all);
	b->used += all;
	s->lines++;
	blocks_evict(s);
}

/* Lines do not keep links yet. */
void scrollback_mark_links(const struct scrollback *s, uint8_t *seen)
{
	(void)s;
	(void)seen;
}

size_t terminal_scrollback_lines(const struct terminal *t)
{
	return t->scrollback.lines;
}

size_t terminal_scrollback_bytes(const struct terminal *t)
{
	return t->scrollback.bytes;
}

uint64_t terminal_scrollback_dropped(const struct terminal *t)
{
	return t->scrollback.dropped;
}

void terminal_scrollback_clear(struct terminal *t)
{
	scrollback_clear(&t->scrollback);
}

const uint8_t *scrollback_line(const struct scrollback *s, size_t line)
{
	for (size_t i = s->count; i > 0; i--) {
		const struct block *b = s->blocks[i - 1];

		if (line < b->count)
			return b->bytes + b->offsets[b->count - 1 - line];
		line -= b->count;
	}
	return NULL;
}
