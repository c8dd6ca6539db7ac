/*
 * clusters — cells of more than one code point. Most cells are one; the others hold an index into this table.
 *
 * Every cluster belongs to one slot. A mark costs O(1): it is added in place, and beyond CELL_MARKS_MAX it is dropped.
 * The table is bounded; when it is full, clusters that no slot holds any more are thrown out. If nearly all are held,
 * marks are dropped for a while before the next sweep.
 */
#include "core/terminal/engine.h"

#include "core/base/mem.h"

#define CLUSTERS_FEW 1024u

void clusters_clear(struct clusters *c)
{
	free(c->items);
	*c = (struct clusters){ 0 };
}

static void row_renumber(struct row *row, const struct cluster *old, struct clusters *to)
{
	for (int col = 0; col < row->used; col++) {
		struct slot *slot = &row->slots[col];

		if (!(slot->glyph & CLUSTER_BIT) || to->count == to->room)
			continue;
		to->items[to->count] = old[slot->glyph & ~CLUSTER_BIT];
		slot->glyph = CLUSTER_BIT | to->count++;
	}
}

static void clusters_sweep(struct terminal *t)
{
	struct clusters *c = &t->clusters;
	OWNED_MEM struct cluster *old = c->items;

	fresh_settle(t);
	c->items = mem_new(c->room, sizeof *c->items);
	c->count = 0;
	for (int i = 0; i < 2; i++)
		for (int row = 0; row < t->rows; row++)
			row_renumber(t->grids[i].rows[row], old, c);
	for (int row = 0; row < t->loose.count; row++)
		row_renumber(t->loose.items[row], old, c);
	c->refusals = c->count > CLUSTERS_MAX / 4 * 3 ? CLUSTERS_MAX / 4 : 0;
}

void clusters_compact(struct terminal *t)
{
	struct clusters *c = &t->clusters;
	uint32_t refusals = c->refusals;

	if (c->room <= CLUSTERS_FEW)
		return;
	clusters_sweep(t);
	c->refusals = refusals;
	while (c->room > CLUSTERS_FEW && c->room / 2 >= c->count)
		c->room /= 2;
	c->items = mem_grow(c->items, c->room, sizeof *c->items);
}

static bool clusters_make_room(struct terminal *t)
{
	struct clusters *c = &t->clusters;

	if (c->count < c->room)
		return true;
	if (c->room < CLUSTERS_MAX) {
		c->room = c->room ? c->room * 2 : 64;
		c->items = mem_grow(c->items, c->room, sizeof *c->items);
		return true;
	}
	if (c->refusals) {
		c->refusals--;
		return false;
	}
	clusters_sweep(t);
	return c->count < c->room;
}

bool clusters_mark(struct terminal *t, struct slot *slot, uint32_t mark)
{
	struct cluster *cluster;

	if (!(slot->glyph & CLUSTER_BIT)) {
		if (!clusters_make_room(t))
			return false;
		t->clusters.items[t->clusters.count] = (struct cluster){ .codepoint = slot->glyph ? slot->glyph : ' ' };
		slot->glyph = CLUSTER_BIT | t->clusters.count++;
	}
	cluster = &t->clusters.items[slot->glyph & ~CLUSTER_BIT];
	for (int i = 0; i < CELL_MARKS_MAX; i++) {
		if (cluster->marks[i])
			continue;
		cluster->marks[i] = mark;
		break;
	}
	return true;
}

uint32_t clusters_ends(const struct terminal *t, const struct slot *slot, uint32_t *ret_last)
{
	const struct cluster *cluster;

	*ret_last = slot->glyph;
	if (!(slot->glyph & CLUSTER_BIT))
		return slot->glyph;
	cluster = &t->clusters.items[slot->glyph & ~CLUSTER_BIT];
	*ret_last = cluster->codepoint;
	for (int i = 0; i < CELL_MARKS_MAX && cluster->marks[i]; i++)
		*ret_last = cluster->marks[i];
	return cluster->codepoint;
}

void cell_from_slot(const struct terminal *t, const struct slot *slot, struct cell *ret)
{
	static const uint8_t widths[] = { [SLOT_SINGLE] = 1, [SLOT_WIDE] = 2, [SLOT_RIGHT_HALF] = 0 };

	const struct look *look = &t->styles.items[slot->style];

	*ret = (struct cell){ .codepoint = slot->glyph, .width = widths[slot->kind], .style = look->style, .link = look->link };
	if (slot->glyph & CLUSTER_BIT) {
		const struct cluster *cluster = &t->clusters.items[slot->glyph & ~CLUSTER_BIT];

		ret->codepoint = cluster->codepoint;
		memcpy(ret->marks, cluster->marks, sizeof ret->marks);
	}
}
