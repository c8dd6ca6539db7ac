/*
 * pane_search — see pane_search.h.
 */
#include "ui/screens/pane_search.h"

#include <string.h>

#include "core/base/mem.h"
#include "ui/screens/search_words.h"

/* One line as it was printed: the bytes of the wrapped lines it lies in, joined, and where each begins. */
struct joined {
	uint64_t first;              /* number of the first of them */
	const char *bytes; size_t len;
	size_t *starts, count, room; /* of each line in bytes */
	struct text whole, scratch;
	size_t row, at;              /* columns were last counted in that line up to that byte */
	int cols;
};

void search_clear(struct search *s)
{
	free(s->items);
	*s = (struct search){ 0 };
}

static void start_add(struct joined *j, size_t start)
{
	if (j->count == j->room) {
		j->room = j->room ? j->room * 2 : 16;
		j->starts = mem_grow(j->starts, j->room, sizeof *j->starts);
	}
	j->starts[j->count++] = start;
}

/* Returns the line behind. A line that does not go on, nearly all, is not copied. */
static uint64_t join(const struct pane_text *t, uint64_t line, struct joined *j)
{
	size_t len;

	j->first = line;
	j->count = 0;
	j->row = j->at = 0;
	j->cols = 0;
	start_add(j, 0);
	j->bytes = pane_text_bytes(t, line, &j->scratch, &j->len);
	if (!pane_text_wrapped(t, line))
		return line + 1;
	text_empty(&j->whole);
	text_add(&j->whole, j->bytes, j->len);
	while (pane_text_wrapped(t, line)) {
		const char *bytes = pane_text_bytes(t, ++line, &j->scratch, &len);

		start_add(j, j->whole.len);
		text_add(&j->whole, bytes, len);
	}
	j->bytes = text_c(&j->whole);
	j->len = j->whole.len;
	return line + 1;
}

/* Columns of the first len bytes. */
static int cols_of(const char *bytes, size_t len)
{
	int cols = 0;

	for (size_t at = 0; at < len;) {
		uint32_t codepoint = (unsigned char)bytes[at];
		size_t used = 1;

		if (codepoint >= 0x80)
			used = utf8_decode(bytes + at, len - at, &codepoint);
		cols += codepoint < 0x80 ? 1 : terminal_width(codepoint);
		at += used ? used : 1;
	}
	return cols;
}

/* at grows from call to call, so that columns are counted once. */
static struct spot spot_of(struct joined *j, size_t at, bool end)
{
	size_t low = 0, high = j->count;

	/* An end at a line's very beginning belongs to the line before. */
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (j->starts[middle] < at + !end)
			low = middle;
		else
			high = middle;
	}
	if (low != j->row || at < j->at) {
		j->row = low;
		j->at = j->starts[low];
		j->cols = 0;
	}
	j->cols += cols_of(j->bytes + j->at, at - j->at);
	j->at = at;
	return (struct spot){ j->first + low, j->cols };
}

static void match_add(struct search *s, struct joined *j, size_t at, size_t len)
{
	struct spot from = spot_of(j, at, false);

	if (s->count == s->room) {
		s->room = s->room ? s->room * 2 : 64;
		s->items = mem_grow(s->items, s->room, sizeof *s->items);
	}
	s->items[s->count++] = (struct match){ from, spot_of(j, at + len, true) };
}

static void find_all(struct search *s, struct joined *j, struct search_words *w)
{
	size_t at = 0, taken;

	for (; !s->more && (taken = search_words_find(w, j->bytes, j->len, &at)) > 0; at += taken) {
		s->more = s->count == SEARCH_MATCHES_MAX;
		if (!s->more)
			match_add(s, j, at, taken);
	}
}

void search_run(struct search *s, const struct pane_text *t, const char *words)
{
	CLEARED(search_words) struct search_words w;
	struct joined j = { 0 };

	search_clear(s);
	search_words_set(&w, words);
	for (uint64_t line = pane_text_first(t); w.len > 0 && !s->more && line < pane_text_end(t);) {
		line = join(t, line, &j);
		find_all(s, &j, &w);
	}
	s->made = true;
	free(j.starts);
	text_clear(&j.whole);
	text_clear(&j.scratch);
}

/* The first match that begins at spot or behind it; count: none. */
static size_t first_from(const struct search *s, struct spot spot)
{
	size_t low = 0, high = s->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (spot_compare(s->items[middle].from, spot) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool search_go(struct search *s, const struct pane_text *t, struct spot spot, bool back, bool *ret_around)
{
	size_t oldest = first_from(s, (struct spot){ pane_text_first(t), 0 });
	size_t at = first_from(s, spot);
	bool stands = at < s->count && spot_compare(s->items[at].from, spot) == 0;

	*ret_around = false;
	s->current = 0;
	if (oldest == s->count)
		return false;
	at += !back && stands;
	*ret_around = back ? at <= oldest : at == s->count;
	if (*ret_around)
		at = back ? s->count : oldest;
	at -= back;
	s->current = at + 1;
	return true;
}

size_t search_on_line(const struct search *s, uint64_t line, size_t *ret_at)
{
	size_t at = first_from(s, (struct spot){ line, 0 }), count = 0;

	while (at > 0 && s->items[at - 1].to.line >= line)
		at--;
	*ret_at = at;
	while (at + count < s->count && s->items[at + count].from.line <= line)
		count++;
	return count;
}

void search_say(const struct search *s, struct text *out)
{
	if (s->count == 0)
		text_add_string(out, "nothing found");
	else if (s->current == 0)
		text_add_format(out, "%zu found", s->count);
	else
		text_add_format(out, "match %zu of %s%zu", s->current, s->more ? "more than " : "", s->count);
}
