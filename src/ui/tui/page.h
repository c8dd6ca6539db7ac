/*
 * page — what may be longer than its place: drawn whole on a canvas of its own, of which the place shows a part and
 * says how much more there is.
 */
#ifndef UI_TUI_PAGE_H
#define UI_TUI_PAGE_H
#include "ui/tui/actions.h"
#include "ui/tui/canvas.h"

/* Draws from the first row of area; returns what is left of it below. */
typedef struct rect page_drawing(const void *about, struct canvas *c, struct rect area);

/* Zero-initialised is empty. */
struct page { struct canvas canvas; int rows; };
#define PAGE_ROWS_MAX 8192

/* At most so many rows: what would be below is left out, and rows is rows_max. What the page held before is forgotten. */
void page_make(struct page *p, int cols, int rows_max, page_drawing *draw, const void *about);
void page_clear(struct page *p);
int page_last(const struct page *p, int rows);  /* the first row when its end is shown in so many rows; 0: it fits */
/* The rows from first on. While more lies below, the last row of area says how many lines, and how they are reached. */
void page_show(const struct page *p, int first, struct canvas *c, struct rect area, const char *how);
/* Where UP, DOWN, PAGE_UP, PAGE_DOWN, FIRST and LAST lead from first. */
int page_move(const struct page *p, int first, enum action action, int rows);
#endif
