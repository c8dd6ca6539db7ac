/*
 * pane_title — the row above a child's terminal: who it is, what it may do, and how it stands.
 */
#ifndef UI_SCREENS_PANE_TITLE_H
#define UI_SCREENS_PANE_TITLE_H
#include "ui/screens/pane.h"

void pane_title_draw(const struct pane *p, size_t number, bool focused, struct canvas *c, struct rect row);
#endif
