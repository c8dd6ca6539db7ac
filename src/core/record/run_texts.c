/*
 * run_texts — reading: where each run stands in the index, and which of them hold a word. The index itself is read anew
 * for each word, a piece at a time: it lies in the machine's memory already, and not a second time in ours.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/record/run_text.h"

#define PIECE_BYTES (256u * 1024u)
#define LINE_BYTES_MAX 4096u /* a longer line is none of ours */
#define NOWHERE UINT32_MAX

/* One line of the index: where it begins, where its words do, which row of the list it is of. */
struct text_place { uint32_t at, row; uint16_t words, len; };

struct run_texts {
	const struct run_list *list;
	int fd; /* -1: there is no index */
	struct text_place *places;
	size_t count, room, missing, cut;
	uint32_t *slots; /* rows by the hash of their run id; NOWHERE: free; NULL while each line is where it is expected */
	size_t n_slots;  /* a power of two */
	uint32_t next;   /* the row whose line is expected: the list is newest first, the index grows at its end */
};

void run_texts_drop(struct run_texts **t)
{
	if (!*t)
		return;
	owned_fd_close(&(*t)->fd);
	free((*t)->places);
	free((*t)->slots);
	free(*t);
	*t = NULL;
}

static size_t hash_of(const char *id, size_t len)
{
	uint64_t hash = 14695981039346656037u;

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ (unsigned char)id[i]) * 1099511628211u;
	return (size_t)(hash ^ hash >> 32);
}

static void put_rows(struct run_texts *t)
{
	for (t->n_slots = 64; t->n_slots < t->list->count * 2; t->n_slots *= 2)
		;
	t->slots = mem_grow(NULL, t->n_slots, sizeof *t->slots);
	memset(t->slots, 0xFF, t->n_slots * sizeof *t->slots);
	for (size_t i = 0; i < t->list->count; i++) {
		const char *id = t->list->rows[i].run_id;
		size_t slot = hash_of(id, strlen(id)) & (t->n_slots - 1);

		while (t->slots[slot] != NOWHERE)
			slot = (slot + 1) & (t->n_slots - 1);
		t->slots[slot] = (uint32_t)i;
	}
}

static bool is_row(const struct run_texts *t, uint32_t row, const char *id, size_t len)
{
	const char *known = row < t->list->count ? t->list->rows[row].run_id : "";

	return strncmp(known, id, len) == 0 && known[len] == '\0';
}

static uint32_t row_of(struct run_texts *t, const char *id, size_t len)
{
	size_t slot;

	if (len > 0 && is_row(t, t->next, id, len))
		return t->next--;
	if (!t->slots)
		put_rows(t);
	slot = hash_of(id, len) & (t->n_slots - 1);

	for (; t->slots[slot] != NOWHERE; slot = (slot + 1) & (t->n_slots - 1)) {
		if (!is_row(t, t->slots[slot], id, len))
			continue;
		t->next = t->slots[slot] - 1;
		return t->slots[slot];
	}
	return NOWHERE;
}

static void see_line(struct run_texts *t, const char *line, size_t len, uint64_t at, bool *seen)
{
	const char *tab = memchr(line, '\t', len), *second = tab ? memchr(tab + 1, '\t', len - (size_t)(tab + 1 - line)) : NULL;
	uint32_t row = second && len <= LINE_BYTES_MAX && at < UINT32_MAX ? row_of(t, line, (size_t)(tab - line)) : NOWHERE;

	if (row == NOWHERE)
		return;
	t->cut += !seen[row] && tab[1] != 'w';
	seen[row] = true;
	if (t->count == t->room) {
		t->room = t->room ? t->room * 2 : 1024;
		t->places = mem_grow(t->places, t->room, sizeof *t->places);
	}
	t->places[t->count++] = (struct text_place){ (uint32_t)at, row, (uint16_t)(second + 1 - line), (uint16_t)len };
}

/* Whole lines only; what begins in one piece and ends in the next is read again with that one. */
static void see_lines(struct run_texts *t, bool *seen)
{
	OWNED_MEM char *piece = mem_grow(NULL, PIECE_BYTES, 1);
	uint64_t at = 0;
	ssize_t got = pread(t->fd, piece, PIECE_BYTES, 0);

	for (; got > 0; got = pread(t->fd, piece, PIECE_BYTES, (off_t)at)) {
		const char *line = piece, *limit = piece + got, *end = memchr(piece, '\n', (size_t)got);

		for (; end; end = memchr(line, '\n', (size_t)(limit - line))) {
			if (end > line)
				see_line(t, line, (size_t)(end - line), at + (uint64_t)(line - piece), seen);
			line = end + 1;
		}
		at += line > piece ? (uint64_t)(line - piece) : (uint64_t)got;
	}
}

struct run_texts *run_texts_open(const char *state, const struct run_list *list)
{
	struct run_texts *t = mem_new(1, sizeof *t);
	OWNED_MEM char *path = path_join(state, RUN_TEXT_NAME);
	OWNED_MEM bool *seen = mem_new(list->count + 1, sizeof *seen);
	struct stat st;

	t->list = list;
	t->next = (uint32_t)list->count - 1;
	t->fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (t->fd >= 0 && (fstat(t->fd, &st) != 0 || !S_ISREG(st.st_mode)))
		owned_fd_close(&t->fd);
	if (t->fd >= 0)
		see_lines(t, seen);
	for (size_t i = 0; i < list->count; i++)
		t->missing += !seen[i] && list->rows[i].outcome != OUTCOME_RUNNING;
	return t;
}

size_t run_texts_missing(const struct run_texts *t)
{
	return t->missing;
}

size_t run_texts_cut(const struct run_texts *t)
{
	return t->cut;
}

/* Letters from the rarest on, roughly; what is not in it is rarer. */
static size_t rank_of(char c)
{
	static const char common[] = "zqjxkvbpgwyfmculdhrsnioate ";
	const char *at = memchr(common, c, sizeof common - 1);

	return at ? (size_t)(at - common) + 1 : 0;
}

struct needle { const char *bytes; size_t len, rare; }; /* rare: where its rarest letter is */

static struct needle needle_of(const char *bytes)
{
	struct needle n = { .bytes = bytes, .len = strlen(bytes) };

	for (size_t i = 1; i < n.len; i++)
		if (rank_of(bytes[i]) < rank_of(bytes[n.rare]))
			n.rare = i;
	return n;
}

/* By its rarest letter, which the machine looks for many bytes at a time. */
static const char *find(const struct needle *n, const char *from, const char *end)
{
	const char *last = end - from >= (ptrdiff_t)n->len ? end - n->len : NULL, *at;

	for (; last && from <= last; from = at - n->rare + 1) {
		at = memchr(from + n->rare, n->bytes[n->rare], (size_t)(last - from) + 1);
		if (!at)
			return NULL;
		if (memcmp(at - n->rare, n->bytes, n->len) == 0)
			return at - n->rare;
	}
	return NULL;
}

/* Looks through the lines from first to last, which lie in piece; the search passes from hit to hit over all of them. */
static void find_in(const struct run_texts *t, const char *piece, size_t first, size_t last, const struct needle *needle, bool *hits)
{
	const size_t base = t->places[first].at;
	const char *end = piece + (t->places[last].at + t->places[last].len - base), *from = piece;
	const char *found = find(needle, from, end);
	size_t at = first;

	for (; found; found = find(needle, from, end)) {
		const char *line, *words;

		while (at < last && piece + (t->places[at].at + t->places[at].len - base) <= found)
			at++;
		line = piece + (t->places[at].at - base);
		words = line + t->places[at].words;
		if (found >= words && found + needle->len <= line + t->places[at].len) {
			hits[t->places[at].row] = true;
			words = line + t->places[at].len;
		}
		from = words > found ? words : found + 1;
		if (from > end)
			return;
	}
}

void run_texts_find(const struct run_texts *t, const char *needle, bool *hits)
{
	OWNED_MEM char *piece = mem_grow(NULL, PIECE_BYTES, 1);
	const struct needle n = needle_of(needle);

	for (size_t first = 0, last; first < t->count; first = last + 1) {
		const uint32_t base = t->places[first].at;
		size_t len;

		for (last = first; last + 1 < t->count && t->places[last + 1].at - base + t->places[last + 1].len <= PIECE_BYTES; last++)
			;
		len = t->places[last].at - base + t->places[last].len;
		for (size_t i = first; !*needle && i <= last; i++)
			hits[t->places[i].row] = true;
		if (*needle && pread(t->fd, piece, len, base) == (ssize_t)len)
			find_in(t, piece, first, last, &n, hits);
	}
}
