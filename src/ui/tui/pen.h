/*
 * pen — the colours and attributes the painter writes with, in what the terminal can.
 */
#ifndef UI_TUI_PEN_H
#define UI_TUI_PEN_H
#include "ui/tui/painter.h"

/* Appends to the painter's cells what changes the pen to this look; nothing when it has it. */
void pen_set(struct painter *p, const struct look *look);
#endif
