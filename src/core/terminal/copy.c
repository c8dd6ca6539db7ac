/*
 * copy — a terminal as it is, once more: whoever is to come back to this moment feeds the copy from here on.
 */
#include "core/base/mem.h"
#include "core/terminal/scroll.h"

/* Of an array with room for so many, or of none. */
static void *array_copy(const void *items, size_t room, size_t size)
{
	return items ? mem_copy(items, room * size) : NULL;
}

static size_t row_bytes(const struct terminal *t)
{
	return sizeof(struct row) + (size_t)t->cols * sizeof(struct slot);
}

static struct grid grid_copy(const struct terminal *t, const struct grid *g)
{
	struct grid copy = *g;

	copy.rows = mem_new((size_t)t->rows, sizeof *copy.rows);
	for (int row = 0; row < t->rows; row++)
		copy.rows[row] = mem_copy(g->rows[row], row_bytes(t));
	return copy;
}

static struct block *block_copy(const struct block *b)
{
	struct block *copy = mem_copy(b, sizeof *b);

	copy->bytes = array_copy(b->bytes, b->room, 1);
	copy->offsets = array_copy(b->offsets, b->offsets_room, sizeof *b->offsets);
	copy->looks = array_copy(b->looks, b->looks_room, sizeof *b->looks);
	return copy;
}

static struct fresh fresh_copy(const struct terminal *t)
{
	struct fresh copy = t->scrollback.fresh;

	copy.rows = array_copy(copy.rows, (size_t)copy.room, sizeof(struct row *));
	for (int i = 0; i < copy.count; i++) {
		struct row **row = &copy.rows[(copy.first + i) % copy.room];

		*row = mem_copy(*row, row_bytes(t));
	}
	return copy;
}

/* Where lines are put together, and what recall.c remembers, is made again when it is needed. */
static void scrollback_copy(const struct terminal *t, struct scrollback *ret)
{
	const struct scrollback *s = &t->scrollback;

	ret->fresh = fresh_copy(t);
	ret->blocks = array_copy(s->blocks, s->room, sizeof(struct block *));
	for (size_t i = 0; i < s->count; i++)
		ret->blocks[i] = block_copy(s->blocks[i]);
	ret->numbers = array_copy(s->numbers, s->numbers_room, sizeof *s->numbers);
	ret->line = ret->piece = NULL;
	ret->line_room = 0;
	ret->recalled = NULL;
}

static void links_copy(const struct links *l, struct links *ret)
{
	ret->items = array_copy(l->items, l->room, sizeof *l->items);
	ret->hashes = array_copy(l->hashes, l->room, sizeof *l->hashes);
	ret->index = array_copy(l->index, LINKS_INDEX_SIZE, sizeof *l->index);
	for (uint32_t i = 0; i < l->count; i++)
		ret->items[i] = str_copy(l->items[i]);
}

struct terminal *terminal_copy(const struct terminal *t)
{
	struct terminal *copy = mem_copy(t, sizeof *t);

	for (int i = 0; i < 2; i++)
		copy->grids[i] = grid_copy(t, &t->grids[i]);
	copy->loose = (struct loose){ 0 };
	copy->styles.items = array_copy(t->styles.items, t->styles.room, sizeof *t->styles.items);
	copy->styles.index = array_copy(t->styles.index, t->styles.index_size, sizeof *t->styles.index);
	copy->clusters.items = array_copy(t->clusters.items, t->clusters.room, sizeof *t->clusters.items);
	links_copy(&t->links, &copy->links);
	scrollback_copy(t, &copy->scrollback);
	clusters_compact(copy);
	return copy;
}

size_t terminal_bytes(const struct terminal *t)
{
	size_t bytes = sizeof *t + (size_t)t->rows * 2 * (sizeof(struct row *) + row_bytes(t));

	bytes += t->styles.room * sizeof *t->styles.items + t->styles.index_size * sizeof *t->styles.index;
	bytes += t->clusters.room * sizeof *t->clusters.items + t->scrollback.bytes + t->scrollback.room * sizeof *t->scrollback.blocks;
	bytes += (size_t)t->scrollback.fresh.count * row_bytes(t) + (size_t)t->scrollback.fresh.room * sizeof *t->scrollback.fresh.rows;
	bytes += t->scrollback.numbers_room * sizeof *t->scrollback.numbers + t->scrollback.line_room;
	bytes += t->links.room * (sizeof *t->links.items + sizeof *t->links.hashes);
	bytes += t->links.index ? LINKS_INDEX_SIZE * sizeof *t->links.index : 0;
	for (uint32_t i = 0; i < t->links.count; i++)
		bytes += t->links.items[i] ? strlen(t->links.items[i]) + 1 : 0;
	return bytes;
}
