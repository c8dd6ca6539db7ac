/*
 * pane_hold — a frame that a child wants shown at once (its ?2026): until it is whole, and at most HOLD_MS, the pane shows
 * the frame before.
 */
#ifndef UI_SCREENS_PANE_HOLD_H
#define UI_SCREENS_PANE_HOLD_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/terminal/terminal.h"

#define HOLD_MS 150

/* Zero-initialised holds nothing. */
struct pane_hold {
	bool on;
	uint64_t due_ms;        /* steady: then it is let go; 0: not known yet, see hold_time() */
	int rows, cols;
	struct cell *cells;     /* the frame before: rows * cols */
	int cursor_row, cursor_col, cursor_style;
	bool cursor_shown;
};

void hold_drop(struct pane_hold *h); /* lets go, and frees */
/* Feeds the terminal. true: what the pane shows may have changed. */
bool hold_feed(struct pane_hold *h, struct terminal *t, const char *bytes, size_t len);
/* true: it was held long enough and is let go. */
bool hold_time(struct pane_hold *h, uint64_t now_ms);
/* What to show, as terminal_cell(), terminal_cursor() and terminal_cursor_style(). */
void hold_cell(const struct pane_hold *h, const struct terminal *t, int row, int col, struct cell *ret);
void hold_cursor(const struct pane_hold *h, const struct terminal *t, int *ret_row, int *ret_col, bool *ret_shown);
int hold_cursor_style(const struct pane_hold *h, const struct terminal *t);
#endif
