/*
 * canvas — a grid of cells. Screens draw on it and on nothing else; a terminal, a test and a screenshot read it.
 *
 * Every string is treated as hostile: it is sanitized, its display width is honoured, and it is clipped to the
 * rectangle it is drawn in. A canvas never holds half a wide character and never a code point that may not be drawn.
 */
#ifndef UI_TUI_CANVAS_H
#define UI_TUI_CANVAS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"
#include "core/terminal/terminal.h"
#include "ui/tui/theme.h"

struct rect { int row, col, rows, cols; };

struct canvas_cell {
	struct cell cell;   /* codepoint, marks, width; style counts only when explicit_style */
	uint8_t role;       /* enum role */
	bool explicit_style;
};

struct canvas {
	int rows, cols;
	struct canvas_cell *cells;  /* rows * cols, row by row */
	bool cursor_shown;
	int cursor_row, cursor_col;
	int cursor_style;           /* as terminal_cursor_style() has it; 0: the operator's own */
	int touched_from, touched_to; /* rows that were drawn on since the canvas settled; from == to: none */
};

void canvas_size(struct canvas *c, int rows, int cols); /* empties it; sizes below 1 are 1 */
void canvas_clear(struct canvas *c);                    /* frees */
void canvas_empty(struct canvas *c);                    /* all cells blank, no cursor */
void canvas_settled(struct canvas *c);                  /* it is shown as it stands */
void canvas_touch(struct canvas *c, int row);           /* by whoever writes to cells itself */
struct rect canvas_rect(const struct canvas *c);
const struct canvas_cell *canvas_at(const struct canvas *c, int row, int col); /* NULL: outside */

/* Draw s at row, col (relative to the canvas) without leaving area. Returns the column behind it. NULL draws nothing. */
int canvas_text(struct canvas *c, struct rect area, int row, int col, enum role role, const char *s);
int canvas_text_n(struct canvas *c, struct rect area, int row, int col, enum role role, const char *s, size_t len);
int canvas_format(struct canvas *c, struct rect area, int row, int col, enum role role, const char *fmt, ...) PRINTF(6, 7);
/* The same in at most room columns, with an ellipsis at the end (or, for paths, at the front) when it is longer. */
int canvas_fit(struct canvas *c, struct rect area, int row, int col, int room, enum role role, const char *s);
int canvas_fit_front(struct canvas *c, struct rect area, int row, int col, int room, enum role role, const char *s);
/* Ends at column end (exclusive). */
void canvas_right(struct canvas *c, struct rect area, int row, int end, enum role role, const char *s);
void canvas_rule(struct canvas *c, struct rect area, int row, enum role role);   /* a horizontal line over the area */
void canvas_divider(struct canvas *c, struct rect area, int col, enum role role); /* a vertical line over the area */
void canvas_fill(struct canvas *c, struct rect area, enum role role);            /* blanks */
void canvas_tint(struct canvas *c, struct rect area, enum role role);            /* keeps the characters, changes the role */
void canvas_frame(struct canvas *c, struct rect area, enum role role, const char *title); /* a box, inside emptied */
/* One cell of a child's terminal, with its own style. A wide cell needs both columns inside area, else a blank. */
void canvas_cell(struct canvas *c, struct rect area, int row, int col, const struct cell *cell);
void canvas_cursor(struct canvas *c, int row, int col);  /* show the terminal's cursor here, in the operator's own shape */
void canvas_cursor_style(struct canvas *c, int style);   /* in that of a child */

/* Words wrapped to the area, from its first row, at most area.rows; returns how many rows were used. A word longer than
   a row is broken. dry runs (c NULL) only count, without the limit of rows. */
int canvas_wrap(struct canvas *c, struct rect area, enum role role, const char *s);

/* A label and what it says, wrapped beside it: returns what is left of the area below. NULL words draw nothing. */
struct rect canvas_fact(struct canvas *c, struct rect area, int label_cols, enum role label_role, const char *label, enum role role,
			const char *words);

int text_cols(const char *s);                           /* display columns after sanitizing */
int codepoint_cols(uint32_t codepoint);                 /* 0 combining, 1, 2 */
void canvas_print(const struct canvas *c, struct text *out); /* rows joined by newlines, trailing blanks cut; UTF-8 */
/* The same with "role{…}" around every run whose role is not plain text: for specifications. */
void canvas_print_roles(const struct canvas *c, struct text *out);

/* Rectangles. Results never leave their source; sizes never go below 0. */
struct rect rect_top(struct rect r, int rows);          /* the first rows */
struct rect rect_bottom(struct rect r, int rows);       /* the last rows */
struct rect rect_below(struct rect r, int rows);        /* without the first rows */
struct rect rect_above(struct rect r, int rows);        /* without the last rows */
struct rect rect_left(struct rect r, int cols);
struct rect rect_right(struct rect r, int cols);        /* what lies right of the first cols columns */
struct rect rect_inset(struct rect r, int rows, int cols);
struct rect rect_centered(struct rect r, int rows, int cols);
/* A box over a body: cols and rows where they fit, the whole width where slivers of the screen beneath would show. */
struct rect rect_overlay(struct rect body, int rows, int cols);
bool rect_holds(struct rect r, int row, int col);
#endif
