/*
 * links — the addresses of hyperlinks (OSC 8), each once. A look names one by its number, and so does every block of the
 * scrollback, so an address is kept as long as anything shows it.
 *
 * The child chooses the addresses, so they are bounded in length by what the parser keeps of a string and in number by
 * LINKS_MAX. When all are taken, those that nothing names any more are thrown out; if nearly all are named, new links
 * are plain text for a while, so that a hostile stream cannot make every one of them cost a sweep.
 */
#include "core/terminal/engine.h"

#include "core/base/mem.h"

#define PROBES_MAX 64u /* a child can choose addresses whose hashes collide: they must not make it expensive */

void links_clear(struct links *l)
{
	for (uint32_t i = 0; i < l->count; i++)
		free(l->items[i]);
	free(l->items);
	free(l->hashes);
	free(l->index);
	*l = (struct links){ 0 };
}

const char *terminal_link(const struct terminal *t, uint16_t link)
{
	return link && link <= t->links.count ? t->links.items[link - 1] : NULL;
}

/* An address is what may stand in a URI: a child that sends anything else gets no link, rather than another one. */
static bool address_is_sound(const char *address, size_t len)
{
	if (len == 0 || len >= OSC_BYTES)
		return false;
	for (size_t i = 0; i < len; i++)
		if (address[i] <= ' ' || address[i] > '~')
			return false;
	return true;
}

static uint32_t address_hash(const char *address, size_t len)
{
	uint32_t hash = 2166136261u;

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ (uint8_t)address[i]) * 16777619u;
	return hash;
}

/* Where the address is or could be put in the index; LINKS_INDEX_SIZE: neither, within PROBES_MAX. */
static uint32_t index_place(struct links *l, const char *address, size_t len, uint32_t hash)
{
	for (uint32_t probe = 0; probe < PROBES_MAX; probe++) {
		uint32_t at = ((hash ^ hash >> 16) + probe) & (LINKS_INDEX_SIZE - 1), id = l->index[at];

		l->steps++;
		if (!id)
			return at;
		if (l->hashes[id - 1] == hash && strlen(l->items[id - 1]) == len && !memcmp(l->items[id - 1], address, len))
			return at;
	}
	return LINKS_INDEX_SIZE;
}

/* An address that finds no place is not found again: it gets another number the next time. */
static void index_put(struct links *l, uint32_t link)
{
	const char *address = l->items[link - 1];
	uint32_t at = index_place(l, address, strlen(address), l->hashes[link - 1]);

	if (at < LINKS_INDEX_SIZE)
		l->index[at] = (uint16_t)link;
}

static void index_rebuild(struct links *l)
{
	memset(l->index, 0, LINKS_INDEX_SIZE * sizeof *l->index);
	for (uint32_t i = 0; i < l->count; i++)
		if (l->items[i])
			index_put(l, i + 1);
}

/* Throw out what neither a look nor a line of the scrollback names. The looks are swept first: most name nothing on a screen. */
static void links_sweep(struct terminal *t)
{
	struct links *l = &t->links;
	OWNED_MEM uint8_t *seen = mem_new(LINKS_MAX + 1, 1);
	uint32_t kept = 0;

	styles_sweep(t);
	for (uint32_t id = 0; id < t->styles.count; id++)
		seen[t->styles.items[id].link] = 1;
	scrollback_mark_links(&t->scrollback, seen);
	for (uint32_t i = 0; i < l->count; i++) {
		kept += seen[i + 1];
		if (seen[i + 1])
			continue;
		free(l->items[i]);
		l->items[i] = NULL;
	}
	l->taken = 0;
	index_rebuild(l);
	l->refusals = kept > LINKS_MAX / 4 * 3 ? LINKS_MAX / 4 : 0;
}

/* LINKS_MAX: there is no free place. */
static uint32_t place_find(struct links *l)
{
	while (l->taken < l->count && l->items[l->taken]) {
		l->taken++;
		l->steps++;
	}
	return l->taken;
}

static uint32_t place_make(struct terminal *t)
{
	struct links *l = &t->links;
	uint32_t at = place_find(l);

	if (at == LINKS_MAX && l->refusals) {
		l->refusals--;
		return at;
	}
	if (at == LINKS_MAX) {
		links_sweep(t);
		return place_find(l);
	}
	if (at == l->room) {
		l->room = l->room ? l->room * 2 : 32;
		l->items = mem_grow(l->items, l->room, sizeof *l->items);
		l->hashes = mem_grow(l->hashes, l->room, sizeof *l->hashes);
	}
	return at;
}

static uint16_t links_intern(struct terminal *t, const char *address, size_t len)
{
	struct links *l = &t->links;
	uint32_t hash = address_hash(address, len), at;

	if (!l->index)
		l->index = mem_new(LINKS_INDEX_SIZE, sizeof *l->index);
	at = index_place(l, address, len, hash);
	if (at < LINKS_INDEX_SIZE && l->index[at])
		return l->index[at];
	at = place_make(t);
	if (at == LINKS_MAX)
		return 0;
	l->items[at] = str_format("%.*s", (int)len, address);
	l->hashes[at] = hash;
	if (at == l->count)
		l->count++;
	index_put(l, at + 1);
	return (uint16_t)(at + 1);
}

void screen_set_link(struct terminal *t, const char *address, size_t len)
{
	t->pen_link = 0; /* the one before may be what a sweep throws out */
	t->pen_link = address_is_sound(address, len) ? links_intern(t, address, len) : 0;
	t->pen_known = false;
}
