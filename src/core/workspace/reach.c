#include "core/workspace/reach.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/workspace/config.h"
#include "core/workspace/git.h"
#include "core/workspace/head.h"
#include "core/workspace/place.h"

#define ID_BYTES 20
#define HEX_CHARS 40
#define SHALLOW_BYTES_MAX ((size_t)16 << 20)
#define LOST_REFS_MAX 1000
#define OBJECTS_BETWEEN_LOOKS 256 /* at the clock */

struct id { unsigned char bytes[ID_BYTES]; };

/* Open addressing; the ids are as good as any hash of them. All zero: a free place. */
struct id_set {
	struct id *places;
	size_t count, room; /* a power of two */
};

struct walk {
	struct repository *repository;
	struct id_set seen, shallow;
	struct id *left;         /* commits, trees and tags still to be read */
	size_t n_left, room;
	uint64_t until_ms;
	uint64_t missing;        /* of the ref that is walked now */
	char first_missing[HEX_CHARS + 1];
	struct text bytes;
	struct reach_found *found;
};

static uint64_t now_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000u + (uint64_t)t.tv_nsec / 1000000u;
}

static struct id *place_of(const struct id_set *s, const struct id *id)
{
	static const struct id none = { { 0 } };
	size_t at;

	memcpy(&at, id->bytes, sizeof at);
	for (at &= s->room - 1; memcmp(&s->places[at], &none, sizeof none) != 0; at = (at + 1) & (s->room - 1))
		if (memcmp(&s->places[at], id, sizeof *id) == 0)
			break;
	return &s->places[at];
}

static void grow(struct id_set *s)
{
	struct id_set larger = { .count = s->count, .room = s->room ? s->room * 2 : 1024 };

	larger.places = mem_new(larger.room, sizeof *larger.places);
	for (size_t i = 0; i < s->room; i++) {
		static const struct id none = { { 0 } };

		if (memcmp(&s->places[i], &none, sizeof none) != 0)
			*place_of(&larger, &s->places[i]) = s->places[i];
	}
	free(s->places);
	*s = larger;
}

/* true: it was not in it yet. */
static bool set_add(struct id_set *s, const struct id *id)
{
	if (s->count * 4 >= s->room * 3)
		grow(s);
	struct id *place = place_of(s, id);
	const bool fresh = memcmp(place, id, sizeof *id) != 0;

	*place = *id;
	s->count += fresh;
	return fresh;
}

static bool set_has(const struct id_set *s, const struct id *id)
{
	return s->room > 0 && memcmp(place_of(s, id), id, sizeof *id) == 0;
}

static int digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool id_read(const char *hex, struct id *ret)
{
	for (size_t i = 0; i < ID_BYTES; i++) {
		const int high = digit(hex[2 * i]), low = high < 0 ? -1 : digit(hex[2 * i + 1]);

		if (low < 0)
			return false;
		ret->bytes[i] = (unsigned char)(high * 16 + low);
	}
	return true;
}

static void note_missing(struct walk *w, const struct id *id)
{
	if (w->missing++ > 0)
		return;
	for (size_t i = 0; i < ID_BYTES; i++)
		(void)snprintf(w->first_missing + 2 * i, 3, "%02x", id->bytes[i]);
}

static void push(struct walk *w, const struct id *id)
{
	if (!set_add(&w->seen, id))
		return;
	if (w->n_left == w->room) {
		w->room = w->room ? w->room * 2 : 1024;
		w->left = mem_grow(w->left, w->room, sizeof *w->left);
	}
	w->left[w->n_left++] = *id;
}

/* Header lines up to the empty one: "tree ID", "parent ID", "object ID". */
static void read_header(struct walk *w, const struct id *self)
{
	const bool shallow = set_has(&w->shallow, self);
	const char *at = text_c(&w->bytes), *end = at + w->bytes.len;

	while (at < end && *at != '\n') {
		static const char *const words[] = { "tree ", "parent ", "object " };
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		struct id id;

		for (size_t i = 0; i < COUNT_OF(words); i++) {
			const size_t n = strlen(words[i]);
			if ((size_t)(end - at) >= n + HEX_CHARS && memcmp(at, words[i], n) == 0 && !(shallow && i == 1) &&
			    id_read(at + n, &id))
				push(w, &id);
		}
		at = stop ? stop + 1 : end;
	}
}

/* "MODE NAME\0" and 20 bytes each. What a submodule's entry names lies in another repository. */
static void read_tree(struct walk *w)
{
	const char *at = text_c(&w->bytes), *end = at + w->bytes.len;

	while (at < end) {
		const char *nul = memchr(at, 0, (size_t)(end - at));
		struct id id;

		if (!nul || (size_t)(end - nul) <= ID_BYTES)
			return;
		memcpy(id.bytes, nul + 1, ID_BYTES);
		if (strncmp(at, "40000 ", 6) == 0) {
			push(w, &id);
		} else if (strncmp(at, "160000 ", 7) != 0 && set_add(&w->seen, &id)) {
			w->found->objects++;
			if (repository_object(w->repository, id.bytes, NULL) == OBJECT_MISSING)
				note_missing(w, &id);
		}
		at = nul + 1 + ID_BYTES;
	}
}

static void read_one(struct walk *w, const struct id *id)
{
	w->found->objects++;
	switch (repository_object(w->repository, id->bytes, &w->bytes)) {
	case OBJECT_MISSING: note_missing(w, id); break;
	case OBJECT_COMMIT:
	case OBJECT_TAG: read_header(w, id); break;
	case OBJECT_TREE: read_tree(w); break;
	case OBJECT_BLOB: break;
	}
}

static bool walk_left(struct walk *w)
{
	for (size_t n = 1; w->n_left > 0; n++) {
		const struct id id = w->left[--w->n_left];

		read_one(w, &id);
		if (n % OBJECTS_BETWEEN_LOOKS == 0 && now_ms() > w->until_ms)
			return false;
	}
	return now_ms() <= w->until_ms;
}

static void say_lost(struct walk *w, const char *ref)
{
	if (w->missing > 0 && w->found->lost.count < LOST_REFS_MAX)
		strlist_add_format(&w->found->lost, "%s: %llu object%s that it led to, %.12s the first", ref,
				   (unsigned long long)w->missing, w->missing == 1 ? "" : "s", w->first_missing);
	w->missing = 0;
}

static bool walk_refs(struct walk *w, const struct entries *refs)
{
	bool in_time = true;

	for (size_t i = 0; i < refs->count && in_time; i++) {
		struct id id;

		if (!commit_is_hex(refs->items[i].value) || !id_read(refs->items[i].value, &id))
			continue;
		push(w, &id);
		in_time = w->n_left == 0 || walk_left(w);
		say_lost(w, refs->items[i].name);
	}
	return in_time;
}

static void read_shallow(const char *common, struct id_set *ret)
{
	CLEARED(text) struct text t = {0};
	OWNED_MEM char *path = path_join(common, "shallow");
	struct id id;

	if (!admin_read(AT_FDCWD, path, SHALLOW_BYTES_MAX, &t))
		return;
	for (size_t at = 0; at + HEX_CHARS < t.len; at += HEX_CHARS + 1)
		if (id_read(t.bytes + at, &id))
			(void)set_add(ret, &id);
}

static void see_promisor(void *self, const char *key, const char *value)
{
	static const char *const names[] = { "promisor", "partialclonefilter", NULL };
	OWNED_MEM char *remote = config_subsection(key, "remote", names);
	bool *promisor = self;

	(void)value;
	*promisor = *promisor || remote || strcmp(key, "extensions.partialclone") == 0;
}

/* What a partial clone has not fetched was never there to be lost. */
static bool is_partial(const char *common)
{
	OWNED_MEM char *config = path_join(common, "config");
	struct error ignored = {0};
	bool promisor = false;

	(void)!config_read(config, see_promisor, &promisor, &ignored);
	return promisor;
}

static void walk_clear(struct walk *w)
{
	repository_drop(&w->repository);
	free(w->seen.places);
	free(w->shallow.places);
	free(w->left);
	text_clear(&w->bytes);
}

void reach_check(const char *common, const struct entries *refs, uint64_t limit_ms, struct reach_found *ret)
{
	CLEARED(walk) struct walk w = { .found = ret, .until_ms = limit_ms ? now_ms() + limit_ms : UINT64_MAX };
	struct error err = {0};

	ret->finished = false;
	if (is_partial(common)) {
		ret->why = str_copy("this is a partial clone, so objects that were never fetched cannot be told from lost ones");
		return;
	}
	if (!repository_open(common, &w.repository, &err)) {
		ret->why = str_copy(err.text);
		return;
	}
	read_shallow(common, &w.shallow);
	ret->finished = walk_refs(&w, refs);
	if (!ret->finished)
		ret->why = str_format("the time for it ran out after %llu objects", (unsigned long long)ret->objects);
}

void reach_check_each(const char *common, const struct strlist *ids, struct reach_found *ret)
{
	CLEARED(walk) struct walk w = { .found = ret };
	struct error err = {0};

	ret->finished = repository_open(common, &w.repository, &err);
	if (!ret->finished)
		ret->why = str_copy(err.text);
	for (size_t i = 0; i < ids->count && ret->finished; i++) {
		struct id id;

		ret->objects++;
		if (id_read(ids->items[i], &id) && repository_object(w.repository, id.bytes, &w.bytes) == OBJECT_MISSING)
			strlist_add_format(&ret->lost, "the object %s", ids->items[i]);
	}
}

void reach_found_clear(struct reach_found *f)
{
	strlist_clear(&f->lost);
	free(f->why);
	*f = (struct reach_found){0};
}
