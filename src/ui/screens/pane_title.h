/*
 * pane_title — the row above a child's terminal: who it is, what it may do, and how it stands. What matters least is
 * shortened or left out first, so that it says what it must in any width. Behind the words a line runs to the edge: the
 * words are where a pane is taken to be moved, the line where it is taken to be resized.
 */
#ifndef UI_SCREENS_PANE_TITLE_H
#define UI_SCREENS_PANE_TITLE_H
#include "ui/screens/pane.h"

void pane_title_draw(const struct pane *p, size_t number, bool focused, struct canvas *c, struct rect row);
/* How many columns of so many the words take; the line begins behind them. */
int pane_title_cols(const struct pane *p, size_t number, int room);
/* "wants you", "done", "failed with exit 3", "its supervisor is gone": appended. */
void pane_state_add(const struct pane *p, struct text *out);
bool pane_wants_you(const struct pane *p);
#endif
