/*
 * pane_search — every spot where some words stand in a pane's text, also across wrapped lines. Pure.
 *
 * Upper and lower case are the same unless the words hold a capital. Nothing is decoded that need not be: four
 * megabytes of scrollback take some milliseconds. It is done anew for what was typed, once however many letters came.
 */
#ifndef UI_SCREENS_PANE_SEARCH_H
#define UI_SCREENS_PANE_SEARCH_H
#include <stdbool.h>
#include <stddef.h>

#include "ui/screens/pane_text.h"

#define SEARCH_MATCHES_MAX 100000u
#define SEARCH_WORDS_BYTES 256u

struct match { struct spot from, to; }; /* to: behind its last column; may be on a later line */

struct search {
	struct match *items;  /* oldest first */
	size_t count, room;
	bool more;            /* there are more than SEARCH_MATCHES_MAX */
	size_t current;       /* 1 … count; 0: none */
	bool made;            /* what is found, perhaps nothing, is what a search found */
};

void search_clear(struct search *s);
/* Replaces what was found. Empty words find nothing. */
void search_run(struct search *s, const struct pane_text *t, const char *words);
/* Makes the next match behind spot (or before it) the current one. false: nothing was found at all. *ret_around: it went
   over the end and began at the other. */
bool search_go(struct search *s, const struct pane_text *t, struct spot spot, bool back, bool *ret_around);
/* The matches that touch a line, from *ret_at on; how many. */
size_t search_on_line(const struct search *s, uint64_t line, size_t *ret_at);
/* "match 3 of 41", "nothing found" */
void search_say(const struct search *s, struct text *out);
#endif
