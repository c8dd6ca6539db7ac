/*
 * checkpoints — see checkpoints.h.
 */
#include "core/replay/checkpoints.h"

#include <string.h>

static void drop(struct checkpoints *c, size_t at)
{
	c->bytes -= c->items[at].bytes;
	terminal_drop(&c->items[at].terminal);
}

void checkpoints_clear(struct checkpoints *c)
{
	for (size_t i = 0; i < c->count; i++)
		drop(c, i);
	*c = (struct checkpoints){ .count = 0 };
}

static uint64_t weight(size_t next, uint64_t offset)
{
	return offset + (uint64_t)next * CHECKPOINTS_MOMENT;
}

/* The second, the fourth and so on stay: the first is as far from the start as two of them from each other. */
static void thin_out(struct checkpoints *c)
{
	size_t kept = 0;

	for (size_t i = 0; i < c->count; i++) {
		if (i % 2)
			c->items[kept++] = c->items[i];
		else
			drop(c, i);
	}
	c->count = kept;
	c->space *= 2;
}

void checkpoints_pass(struct checkpoints *c, size_t next, uint64_t offset, const struct terminal *t)
{
	const struct checkpoint *last = c->count > 0 ? &c->items[c->count - 1] : NULL;
	uint64_t from = last ? weight(last->next, last->offset) : 0;
	struct checkpoint new = { next, offset, NULL, 0 };

	if (c->space == 0)
		c->space = CHECKPOINTS_SPACE;
	if (weight(next, offset) < from + c->space)
		return;
	new.terminal = terminal_copy(t);
	new.bytes = terminal_bytes(new.terminal); /* the copy is the smaller one */
	while (c->count > 0 && (c->count == CHECKPOINTS_MAX || c->bytes + new.bytes > CHECKPOINTS_BYTES_MAX))
		thin_out(c);
	if (c->bytes + new.bytes > CHECKPOINTS_BYTES_MAX) {
		terminal_drop(&new.terminal);
		return;
	}
	c->items[c->count++] = new;
	c->bytes += new.bytes;
}

const struct checkpoint *checkpoints_before(const struct checkpoints *c, size_t next)
{
	size_t at = c->count;

	while (at > 0 && c->items[at - 1].next > next)
		at--;
	return at > 0 ? &c->items[at - 1] : NULL;
}
