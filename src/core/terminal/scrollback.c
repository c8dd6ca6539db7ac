/*
 * scrollback — the lines that left the main screen, in blocks that are bounded in bytes: a bound in lines would be none
 * against a child that colours every cell. A line is encoded once, when it leaves, and decoded when somebody looks;
 * scroll.h has the format. A block has its own looks, so that what it holds stays right whatever is interned later.
 */
#include "core/base/mem.h"
#include "core/terminal/scroll.h"

#define BLOCK_BYTES 65536u
#define BLOCK_FIRST_BYTES 256u
#define BLOCKS_WANTED 8u   /* a small bound is still cut into that many, so that little is lost at once */
#define BLOCK_BYTES_MIN 256u
_Static_assert(BLOCK_BYTES_MIN >= PIECE_CELL_MAX + PIECE_HEAD_MAX + sizeof(struct look), "every cell fits into a block");

size_t block_weight(const struct block *b)
{
	return sizeof *b + b->room + b->offsets_room * sizeof *b->offsets + b->looks_room * sizeof *b->looks;
}

static void block_drop(struct block *b)
{
	free(b->bytes);
	free(b->offsets);
	free(b->looks);
	free(b);
}

void scrollback_init(struct scrollback *s, size_t bytes_max, int cols)
{
	size_t share = bytes_max / BLOCKS_WANTED;

	*s = (struct scrollback){ .bytes_max = bytes_max, .block_bytes = share < BLOCK_BYTES ? share : BLOCK_BYTES, .cols = cols };
}

void scrollback_clear(struct scrollback *s)
{
	uint64_t dropped = s->dropped + s->lines, changes = s->changes + 1;
	bool lazy = s->lazy;

	for (size_t i = 0; i < s->count; i++)
		block_drop(s->blocks[i]);
	free(s->blocks);
	free(s->line);
	free(s->numbers);
	recalled_drop(&s->recalled);
	scrollback_init(s, s->bytes_max, s->cols);
	s->dropped = dropped;
	s->changes = changes;
	s->lazy = lazy;
}

void scrollback_forget_numbers(struct scrollback *s)
{
	if (s->numbers)
		memset(s->numbers, 0, s->numbers_room * sizeof *s->numbers);
}

void scrollback_mark_links(const struct scrollback *s, uint8_t *seen)
{
	for (size_t i = 0; i < s->count; i++)
		for (size_t look = 0; look < s->blocks[i]->n_looks; look++)
			seen[s->blocks[i]->looks[look].link] = 1;
}

static void blocks_evict(struct scrollback *s)
{
	size_t gone = 0;

	while (s->bytes > s->bytes_max && gone < s->count) {
		s->bytes -= block_weight(s->blocks[gone]);
		s->lines -= s->blocks[gone]->rows;
		s->dropped += s->blocks[gone]->rows;
		block_drop(s->blocks[gone++]);
	}
	if (gone == 0)
		return;
	s->count -= gone;
	memmove(s->blocks, s->blocks + gone, s->count * sizeof *s->blocks);
	if (s->count == 0)
		scrollback_forget_numbers(s);
}

void scrollback_forget_lines(struct scrollback *s)
{
	size_t bytes_max = s->bytes_max;

	s->bytes_max = 0;
	blocks_evict(s);
	s->bytes_max = bytes_max;
}

static void block_resize(struct scrollback *s, struct block *b, size_t room, size_t offsets_room, size_t looks_room)
{
	s->bytes -= block_weight(b);
	b->room = room;
	b->offsets_room = offsets_room;
	b->looks_room = looks_room;
	b->bytes = mem_grow(b->bytes, room, 1);
	b->offsets = mem_grow(b->offsets, offsets_room, sizeof *b->offsets);
	b->looks = mem_grow(b->looks, looks_room, sizeof *b->looks);
	s->bytes += block_weight(b);
}

void block_room_for_look(struct scrollback *s, struct block *b)
{
	if (b->n_looks == b->looks_room)
		block_resize(s, b, b->room, b->offsets_room, b->looks_room ? b->looks_room * 2 : 4);
}

static struct block *block_newest(const struct scrollback *s)
{
	return s->count ? s->blocks[s->count - 1] : NULL;
}

static struct block *block_add(struct scrollback *s)
{
	struct block *last = block_newest(s);

	if (last)
		block_resize(s, last, last->used, last->count, last->n_looks);
	if (s->count == s->room) {
		s->room = s->room ? s->room * 2 : 8;
		s->blocks = mem_grow(s->blocks, s->room, sizeof(struct block *));
	}
	s->blocks[s->count] = mem_new(1, sizeof(struct block));
	s->blocks[s->count]->plain = true;
	s->bytes += block_weight(s->blocks[s->count]);
	scrollback_forget_numbers(s);
	return s->blocks[s->count++];
}

/* Room for a piece of len bytes. */
static void block_make_room(struct scrollback *s, struct block *b, size_t len)
{
	size_t room = b->room ? b->room : BLOCK_FIRST_BYTES;
	size_t offsets_room = b->count < b->offsets_room ? b->offsets_room : b->count + b->count / 2 + 16;

	while (room < b->used + len)
		room *= 2;
	if (room > s->block_bytes)
		room = s->block_bytes;
	if (room != b->room || offsets_room != b->offsets_room)
		block_resize(s, b, room, offsets_room, b->looks_room);
}

static bool block_fits(const struct scrollback *s, const struct block *b, size_t len)
{
	return b->used + len + b->n_looks * sizeof *b->looks <= s->block_bytes;
}

static void block_put(struct scrollback *s, struct block *b, size_t len)
{
	size_t rows = b->rows;

	block_make_room(s, b, len);
	b->offsets[b->count++] = (uint16_t)b->used;
	memcpy(b->bytes + b->used, s->piece, len);
	b->used += len;
	block_lay(b, b->count - 1, s->cols);
	s->lines += b->rows - rows;
	s->changes++;
}

/* Looks that were added for a piece that did not fit belong to no piece. */
static void looks_cut(struct scrollback *s, struct block *b, size_t n_looks)
{
	if (b->n_looks > n_looks)
		scrollback_forget_numbers(s);
	b->n_looks = n_looks;
}

/* Slots [from, to) as one piece, in halves when no block can hold them. */
static void push_piece(struct terminal *t, const struct row *row, int from, int to, bool wrapped)
{
	struct scrollback *s = &t->scrollback;
	struct block *b = s->count ? block_newest(s) : block_add(s);
	size_t n_looks = b->n_looks, len = piece_encode(t, b, row, from, to, wrapped);
	int middle = from + (to - from) / 2;

	if (!block_fits(s, b, len) && b->count) {
		looks_cut(s, b, n_looks);
		b = block_add(s);
		n_looks = 0;
		len = piece_encode(t, b, row, from, to, wrapped);
	}
	if (block_fits(s, b, len)) {
		block_put(s, b, len);
		return;
	}
	looks_cut(s, b, n_looks);
	middle += row->slots[middle].kind == SLOT_RIGHT_HALF;
	if (middle == to)
		return; /* one wide cell: smaller blocks than BLOCK_BYTES_MIN there are none */
	push_piece(t, row, from, middle, true);
	push_piece(t, row, middle, to, wrapped);
}

/* Blanks behind the text are encoded as they are, without being slots. */
void scrollback_push(struct terminal *t, struct row *row)
{
	if (t->scrollback.block_bytes < BLOCK_BYTES_MIN)
		return;
	if (row->fill.glyph)
		row_settle(row, t->cols);
	push_piece(t, row, 0, row_has_fill(row) ? row->used : row_length(row), row->wrapped);
	blocks_evict(&t->scrollback);
}

void scrollback_take(struct scrollback *s, size_t pieces)
{
	struct block *b = block_newest(s);

	s->lines -= b->rows;
	b->count -= pieces;
	b->used = b->offsets[b->count];
	block_lay_all(b, s->cols);
	s->lines += b->rows;
	s->changes++;
	if (b->count)
		return;
	s->bytes -= block_weight(b);
	block_drop(b);
	s->count--;
	s->cut = s->cut && s->count;
	scrollback_forget_numbers(s);
}

void scrollback_set_cols(struct scrollback *s, int cols)
{
	if (cols == s->cols)
		return;
	s->cols = cols;
	s->lines = 0;
	s->changes++;
	for (size_t i = 0; i < s->count; i++) {
		block_lay_all(s->blocks[i], cols);
		s->lines += s->blocks[i]->rows;
	}
}

static const struct scrollback *settled(const struct terminal *t)
{
	fresh_settle((struct terminal *)(uintptr_t)t);
	return &t->scrollback;
}

size_t terminal_scrollback_lines(const struct terminal *t)
{
	return settled(t)->lines;
}

size_t terminal_scrollback_bytes(const struct terminal *t)
{
	return settled(t)->bytes;
}

uint64_t terminal_scrollback_dropped(const struct terminal *t)
{
	return settled(t)->dropped;
}

void terminal_scrollback_clear(struct terminal *t)
{
	fresh_settle(t);
	scrollback_clear(&t->scrollback);
}
