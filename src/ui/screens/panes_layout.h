/*
 * panes_layout — where n panes stand in an area. Pure.
 */
#ifndef UI_SCREENS_PANES_LAYOUT_H
#define UI_SCREENS_PANES_LAYOUT_H
#include <stddef.h>

#include "ui/tui/canvas.h"

/* The area of pane at of count, side by side while each is at least 40 columns wide, else in rows; a column is left free
   for a divider between neighbours. zoomed: the whole area. */
struct rect panes_place(struct rect area, size_t count, size_t at, bool zoomed);
void panes_dividers(struct canvas *c, struct rect area, size_t count);
#endif
