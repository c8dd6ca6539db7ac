/*
 * panes_layout — where panes stand in an area, and how their sizes are changed. Pure: numbers in, rectangles out.
 *
 * A place is a pane's position in the order of the panes. Places stand in lines, one below the other; a line holds one
 * or more places side by side with a column between them for a divider. Every place has a row for its title, which is
 * also the line between it and the place above. What is too many to be readable goes to further pages, and the last row
 * of the area is kept for a strip that says so; only the page with the focus has rectangles.
 */
#ifndef UI_SCREENS_PANES_LAYOUT_H
#define UI_SCREENS_PANES_LAYOUT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ui/tui/canvas.h"

#define PLACES_MAX 48
#define LINE_PLACES_MAX 16
#define PLACE_NONE ((size_t)-1)
/* Nobody can make a place smaller than this, unless the whole area is. */
#define PLACE_ROWS_MIN 4
#define PLACE_COLS_MIN 20
/* More places than have this much go to further pages. Two stand side by side in 80 columns. */
#define PLACE_ROWS_READABLE 6
#define PLACE_COLS_READABLE 38

/* id, word */
#define LAYOUTS(X) X(TILE, "tile") X(COLUMNS, "columns") X(STACK, "stack") X(FULL, "full")
#define X(id, word) LAYOUT_##id,
enum panes_layout { LAYOUTS(X) LAYOUT_COUNT };
#undef X
const char *layout_word(enum panes_layout layout);

/* How a line or a column shares what is above the minimum; 0: like the others. By line, and by line and column. */
struct layout_weights { uint32_t high[PLACES_MAX], wide[PLACES_MAX][LINE_PLACES_MAX]; };

/* Zero-initialised is tile with even sizes. */
struct arrangement {
	enum panes_layout layout;
	bool zoomed;                                /* the focus alone, whatever the layout */
	struct layout_weights weights[LAYOUT_COUNT]; /* each layout keeps its own */
};

struct layout_plan {
	struct rect area;               /* without the strip */
	struct rect strip;              /* rows 0: everything is shown */
	size_t count, first, shown;     /* places; those from first on have rectangles */
	size_t pages, page;             /* of so many, from 0 */
	int columns;                    /* places in a full line */
	struct rect places[PLACES_MAX]; /* of the first shown place on */
};

enum direction { TO_LEFT, TO_RIGHT, TO_UP, TO_DOWN };

/* count up to PLACES_MAX; focus < count, or both 0. */
void layout_plan(const struct arrangement *a, struct rect area, size_t count, size_t focus, struct layout_plan *ret);
struct rect plan_rect(const struct layout_plan *plan, size_t place); /* 0 by 0: not drawn */
size_t plan_lines(const struct layout_plan *plan);
size_t plan_in_line(const struct layout_plan *plan, size_t line);    /* how many places it holds */
size_t plan_at(const struct layout_plan *plan, int row, int col);    /* PLACE_NONE: a divider, the strip, or outside */
/* The place to the left of the divider that is there; PLACE_NONE: there is none. */
size_t plan_divider_at(const struct layout_plan *plan, int row, int col);
/* The nearest place in that direction, level with the middle of this one; at the edge of a page the next page, at the
   edge of the only page the other side. */
size_t plan_towards(const struct layout_plan *plan, size_t from, enum direction direction);
/* Move the line behind a place (to its right, or below it) by so many cells, as far as the smallest size allows. false:
   there is no such line, or no room. */
bool layout_shift(struct arrangement *a, const struct layout_plan *plan, size_t place, bool below, int by);
/* As an operator means it by an arrow: the line behind the place moves that way, or the one before it at the far edge. */
bool layout_resize(struct arrangement *a, const struct layout_plan *plan, size_t place, enum direction direction, int by);
void layout_even(struct arrangement *a);       /* the sizes of the present layout */
void plan_dividers(const struct layout_plan *plan, size_t focus, struct canvas *c);
#endif
