/*
 * pane_text — what can be looked back on: the scrollback and the screen as it stood when looking began. Pure.
 *
 * Lines have numbers that stay: they count from the first line that ever left the screen. The screen is a copy, so what
 * a child prints meanwhile changes nothing that is looked at; only the scrollback's oldest lines may go.
 */
#ifndef UI_SCREENS_PANE_TEXT_H
#define UI_SCREENS_PANE_TEXT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"
#include "core/terminal/terminal.h"

struct spot { uint64_t line; int col; };

struct pane_text {
	const struct terminal *terminal; /* borrowed; NULL: empty */
	uint64_t edge;                   /* the number of the copied screen's first row */
	int rows, cols;
	struct cell *cells;              /* rows * cols */
	bool *wrapped;
	char **links;                    /* addresses by their number, of the copied screen; NULL: it has none */
};

void pane_text_freeze(struct pane_text *t, const struct terminal *terminal); /* replaces what was there */
void pane_text_clear(struct pane_text *t);
uint64_t pane_text_first(const struct pane_text *t); /* the oldest line that is still there */
uint64_t pane_text_end(const struct pane_text *t);   /* behind the last */
bool pane_text_has(const struct pane_text *t, uint64_t line);
/* The cells of a line, at most room; returns how many columns it has. */
int pane_text_cells(const struct pane_text *t, uint64_t line, struct cell *ret_cells, int room);
bool pane_text_wrapped(const struct pane_text *t, uint64_t line); /* it goes on in the next line */
/* A line's characters as UTF-8, an empty cell as a space; borrowed from the terminal or from scratch. */
const char *pane_text_bytes(const struct pane_text *t, uint64_t line, struct text *scratch, size_t *ret_len);
/* The address of the hyperlink at a spot; NULL: none. Borrowed from the text or the terminal. */
const char *pane_text_link(const struct pane_text *t, struct spot spot);
void cell_characters(const struct cell *cell, struct text *out); /* its characters; a right half adds nothing */

/* A spot as it survives a change of the width: the how manyth line as it was printed, and how far into it. */
struct anchor { uint64_t nth, offset; };
struct anchor pane_text_anchor(const struct pane_text *t, struct spot spot);
struct spot pane_text_spot(const struct pane_text *t, struct anchor anchor);

/* spot comes before other in reading order: -1; the same: 0; behind it: 1. */
int spot_compare(struct spot spot, struct spot other);
#endif
