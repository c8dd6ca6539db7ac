/*
 * search_words — see search_words.h. Knuth, Morris and Pratt's way, on letters; memmem(3) where case counts.
 */
#include "ui/screens/search_words.h"

#include <string.h>
#include <wctype.h>

#include "core/base/mem.h"
#include "core/base/text.h"

static uint32_t folded(uint32_t codepoint)
{
	if (codepoint < 0x80)
		return codepoint - 'A' < 26 ? codepoint | 0x20 : codepoint;
	return (uint32_t)towlower((wint_t)codepoint);
}

static size_t letter(const char *bytes, size_t len, uint32_t *ret)
{
	size_t used = 1;

	*ret = (unsigned char)bytes[0];
	if (*ret >= 0x80) {
		used = utf8_decode(bytes, len, ret);
		used = used ? used : 1;
	}
	*ret = folded(*ret);
	return used;
}

/* The next place of either case of the words' first byte: most of the time is spent here. Beyond ASCII the cases of one
   letter differ in any of their bytes. */
static const char *likely(const char *hay, size_t len, const struct search_words *w)
{
	unsigned char lower = (unsigned char)w->bytes[0];
	unsigned char upper = (unsigned char)(lower >= 'a' && lower <= 'z' ? lower - 32 : lower);

	for (size_t i = 0; i < len; i++) {
		unsigned char byte = (unsigned char)hay[i];

		if (byte == lower || byte == upper || (byte >= 0x80 && lower >= 0x80))
			return hay + i;
	}
	return NULL;
}

/* With a capital, or where nothing has a case at all, bytes are compared as they are. */
static bool is_exact(const char *words)
{
	size_t len = strlen(words), used;
	bool cased = false;

	for (size_t at = 0; at < len; at += used ? used : 1) {
		uint32_t codepoint = (unsigned char)words[at];

		used = utf8_decode(words + at, len - at, &codepoint);
		if (folded(codepoint) != codepoint)
			return true;
		cased = cased || (uint32_t)towupper((wint_t)codepoint) != codepoint;
	}
	return !cased;
}

/* Of the first at letters: the most that also stand at their end, and are not all of them. */
static void shorter_set(struct search_words *w)
{
	size_t met = 0;

	w->shorter[0] = 0;
	for (size_t at = 1; at < w->count; at++) {
		w->shorter[at] = met;
		while (met > 0 && w->letters[met] != w->letters[at])
			met = w->shorter[met];
		met += w->letters[met] == w->letters[at];
	}
}

void search_words_set(struct search_words *w, const char *words)
{
	*w = (struct search_words){ .bytes = words, .len = strlen(words), .exact = is_exact(words) };
	if (w->exact)
		return;
	w->letters = mem_new(w->len, sizeof *w->letters);
	w->shorter = mem_new(w->len, sizeof *w->shorter);
	w->places = mem_new(w->len, sizeof *w->places);
	for (size_t at = 0; at < w->len; w->count++)
		at += letter(words + at, w->len - at, &w->letters[w->count]);
	shorter_set(w);
}

void search_words_clear(struct search_words *w)
{
	free(w->letters);
	free(w->shorter);
	free(w->places);
	*w = (struct search_words){ 0 };
}

static size_t find_exact(const struct search_words *w, const char *hay, size_t len, size_t *at)
{
	const char *found = memmem(hay + *at, len - *at, w->bytes, w->len);

	*at = found ? (size_t)(found - hay) : len;
	return found ? w->len : 0;
}

/* No match begins within a letter. */
static bool begins(char byte)
{
	return ((unsigned char)byte & 0xC0) != 0x80;
}

static size_t find_folded(struct search_words *w, const char *hay, size_t len, size_t *at)
{
	size_t met = 0, seen = 0;

	for (size_t place = *at; place < len;) {
		const char *next = met > 0 ? hay + place : likely(hay + place, len - place, w);
		uint32_t here;

		if (!next)
			break;
		place = (size_t)(next - hay);
		if (met == 0 && !begins(*next)) {
			place++;
			continue;
		}
		w->places[seen++ % w->count] = place;
		place += letter(next, len - place, &here);
		while (met > 0 && w->letters[met] != here)
			met = w->shorter[met];
		met += w->letters[met] == here;
		if (met == w->count) {
			*at = w->places[seen % w->count];
			return place - *at;
		}
	}
	*at = len;
	return 0;
}

size_t search_words_find(struct search_words *w, const char *hay, size_t len, size_t *at)
{
	return w->exact ? find_exact(w, hay, len, at) : find_folded(w, hay, len, at);
}
