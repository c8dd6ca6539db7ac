/*
 * list — a selection in a scrolling column of rows. It knows numbers only; the screen draws the rows it is told to.
 */
#ifndef UI_TUI_LIST_H
#define UI_TUI_LIST_H
#include <stdbool.h>
#include <stddef.h>

#include "ui/tui/actions.h"
#include "ui/tui/canvas.h"

/* Zero-initialised is an empty list. */
struct list { size_t count, selected, top; };

void list_count(struct list *l, size_t count);              /* keeps the selection inside */
void list_select(struct list *l, size_t at);
bool list_act(struct list *l, enum action action, size_t page_rows); /* UP DOWN PAGE_UP PAGE_DOWN FIRST LAST; true: taken */
/* The first row to show in page_rows rows so that the selection is visible. Pure: for draw, which may change nothing. */
size_t list_top(const struct list *l, size_t page_rows);
bool list_click(struct list *l, struct rect area, int row); /* rows of area show the list; true: a row was hit */
/* "6 of 18,204" when they do not all fit, right-aligned in the row. */
void list_position(const struct list *l, struct canvas *c, struct rect area, int row, size_t page_rows);
#endif
