/*
 * row_text — see row_text.h.
 */
#include "core/record/row_text.h"

#include <stdint.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/record/room.h"

#define FIRST_BYTES (64u * 1024)
#define BLOCK_BYTES (2048u * 1024)
#define LATELY 1024u /* a power of two */

struct block {
	struct block *before;
	struct room room; /* of this block itself */
	char bytes[];
};

struct shared { char *text; size_t len; };

struct row_text {
	struct block *newest;
	char *at;
	size_t room;
	struct shared lately[LATELY];
};

struct row_text *row_text_new(void)
{
	return mem_new(1, sizeof(struct row_text));
}

void row_text_drop(struct row_text **t)
{
	if (!*t)
		return;
	while ((*t)->newest) {
		struct room room = (*t)->newest->room;

		(*t)->newest = (*t)->newest->before;
		room_clear(&room);
	}
	free(*t);
	*t = NULL;
}

static void add_block(struct row_text *t, size_t len)
{
	const size_t most = t->newest ? BLOCK_BYTES : FIRST_BYTES;
	struct room room = { 0 };
	struct block *b;

	room_take(&room, len + sizeof *b < most ? most : len + sizeof *b);
	b = room.at;
	b->before = t->newest;
	b->room = room;
	t->newest = b;
	t->at = b->bytes;
	t->room = room.bytes - sizeof *b;
}

void row_text_join(struct row_text *t, struct row_text *other)
{
	struct block **last = &t->newest;

	while (*last)
		last = &(*last)->before;
	*last = other->newest;
	*other = (struct row_text){ 0 };
}

char *row_text_keep(struct row_text *t, const char *bytes, size_t len)
{
	char *kept;

	if (t->room < len + 1)
		add_block(t, len + 1);
	kept = t->at;
	memcpy(kept, bytes, len);
	kept[len] = '\0';
	t->at += len + 1;
	t->room -= len + 1;
	return kept;
}

/* Ends differ more than beginnings do: paths share their roots. */
static size_t place_of(const char *bytes, size_t len)
{
	uint64_t end = 0, middle = 0;

	memcpy(&end, bytes + (len > sizeof end ? len - sizeof end : 0), len < sizeof end ? len : sizeof end);
	if (len >= sizeof middle)
		memcpy(&middle, bytes + len / 2 - sizeof middle / 2, sizeof middle);
	return (size_t)(((end ^ middle * 31 ^ len) * 0x9E3779B97F4A7C15u) >> 40) % LATELY;
}

char *row_text_share(struct row_text *t, const char *bytes, size_t len)
{
	struct shared *s = &t->lately[place_of(bytes, len)];

	if (!s->text || s->len != len || memcmp(s->text, bytes, len) != 0)
		*s = (struct shared){ row_text_keep(t, bytes, len), len };
	return s->text;
}
