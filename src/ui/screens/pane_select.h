/*
 * pane_select — what is chosen of a pane's text: characters, whole lines or a rectangle; and words. Pure.
 */
#ifndef UI_SCREENS_PANE_SELECT_H
#define UI_SCREENS_PANE_SELECT_H
#include <stdbool.h>
#include <stddef.h>

#include "core/base/text.h"
#include "ui/screens/pane_text.h"

enum selection_kind { SELECT_NOTHING, SELECT_CHARACTERS, SELECT_LINES, SELECT_BLOCK };

/* Both ends belong to it; from is where it began and may lie behind to. */
struct selection { enum selection_kind kind; struct spot from, to; };

/* The columns of line that are chosen, *ret_to exclusive and perhaps beyond its end. false: none. */
bool selection_span(const struct selection *s, uint64_t line, int *ret_from, int *ret_to);
/* Appends the chosen text: wrapped lines joined (not of a rectangle), blanks at the end of a line cut, a wide character
   whole when half of it is chosen. false: it is longer than limit bytes, and out is as it was. */
bool selection_text(const struct selection *s, const struct pane_text *t, size_t limit, struct text *out);
/* Everything there is. */
struct selection selection_all(const struct pane_text *t);

enum letter { LETTER_BLANK, LETTER_WORD, LETTER_OTHER };
enum letter letter_at(const struct pane_text *t, struct spot spot);
/* One step in reading order, over line ends. false: there is nothing further. */
bool spot_forward(const struct pane_text *t, struct spot *spot);
bool spot_back(const struct pane_text *t, struct spot *spot);
/* The run of letters of one kind around spot, also over wrapped lines. */
struct selection selection_word(const struct pane_text *t, struct spot spot);
#endif
