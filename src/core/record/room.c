/*
 * room — see room.h.
 */
#include "core/record/room.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "core/base/mem.h"

#define LARGE_PAGE (2048u * 1024)

void room_clear(struct room *r)
{
	if (r->bytes > 0)
		(void)munmap(r->at, r->bytes);
	*r = (struct room){ 0 };
}

static void *map(size_t bytes)
{
	void *at = bytes > 0 ? mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : MAP_FAILED;

	return at == MAP_FAILED ? mem_new(SIZE_MAX, 1) : at; /* the machine's end, and said where every other is */
}

/* A large page begins at a multiple of its size: what was mapped before and behind it is given back. */
static char *map_large(size_t bytes)
{
	char *at = map(bytes + LARGE_PAGE);
	const size_t before = (LARGE_PAGE - (uintptr_t)at % LARGE_PAGE) % LARGE_PAGE;

	if (before > 0)
		(void)munmap(at, before);
	(void)munmap(at + before + bytes, LARGE_PAGE - before);
	(void)madvise(at + before, bytes, MADV_HUGEPAGE);
	return at + before;
}

void room_take(struct room *r, size_t bytes)
{
	const size_t rounded = bytes + LARGE_PAGE - 1 - (bytes + LARGE_PAGE - 1) % LARGE_PAGE;

	room_clear(r);
	*r = bytes < LARGE_PAGE ? (struct room){ map(bytes), bytes } : (struct room){ map_large(rounded), rounded };
}

void room_grow(struct room *r, size_t bytes)
{
	struct room larger = { 0 };

	room_take(&larger, bytes);
	if (r->bytes > 0)
		memcpy(larger.at, r->at, r->bytes);
	room_clear(r);
	*r = larger;
}
