/*
 * pane_link — addresses in what a pane printed: a hyperlink's, or one that stands there as text. Pure.
 */
#ifndef UI_SCREENS_PANE_LINK_H
#define UI_SCREENS_PANE_LINK_H
#include <stdbool.h>

#include "ui/screens/pane_text.h"

/* How a cell is shown: a link's is underlined, whatever the child made of it. */
void link_show(struct cell *cell);
/* Owned: the address at a spot, printable ASCII without spaces; NULL: there is none. *ret_hidden: it is not what stands
   there but behind it. */
char *link_at(const struct pane_text *t, struct spot spot, bool *ret_hidden);
/* May it be opened: http or https, with a host. */
bool link_may_open(const char *address);
#endif
