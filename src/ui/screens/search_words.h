/*
 * search_words — words that are looked for: whatever their case, or exactly where they hold a capital. However they repeat
 * themselves, every letter that is searched is looked at once. Pure.
 */
#ifndef UI_SCREENS_SEARCH_WORDS_H
#define UI_SCREENS_SEARCH_WORDS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct search_words {
	const char *bytes; size_t len; /* borrowed */
	bool exact;
	/* Unless exact, count of each: */
	uint32_t *letters;             /* without their case */
	size_t *shorter;               /* where a letter differs: so many letters before it stand there all the same */
	size_t *places;                /* where the last letters that were looked at began, as a ring */
	size_t count;
};

void search_words_set(struct search_words *w, const char *words);
void search_words_clear(struct search_words *w);
/* The next match in hay from *at on, at which *at is set; its length in bytes, 0: none. */
size_t search_words_find(struct search_words *w, const char *hay, size_t len, size_t *at);
#endif
