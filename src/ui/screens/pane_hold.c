/*
 * pane_hold — the frame before is copied where the new one begins, inside of what is fed.
 */
#include "ui/screens/pane_hold.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

#define BEGIN "\033[?2026h"

void hold_drop(struct pane_hold *h)
{
	free(h->cells);
	*h = (struct pane_hold){ 0 };
}

static void keep(struct pane_hold *h, const struct terminal *t)
{
	enum terminal_cursor_shape shape;

	h->rows = terminal_rows(t);
	h->cols = terminal_cols(t);
	h->cells = mem_grow(h->cells, (size_t)h->rows * (size_t)h->cols, sizeof *h->cells);
	for (int row = 0; row < h->rows; row++)
		for (int col = 0; col < h->cols; col++)
			terminal_cell(t, row, col, &h->cells[row * h->cols + col]);
	terminal_cursor(t, &h->cursor_row, &h->cursor_col, &h->cursor_shown, &shape);
	h->cursor_style = terminal_cursor_style(t);
	h->on = true;
	h->due_ms = 0;
}

/* Feeds up to and behind where the last frame begins; returns how much that was, 0: none begins here. */
static size_t feed_to_begin(struct pane_hold *h, struct terminal *t, const char *bytes, size_t len, bool *ret_kept)
{
	const size_t mark = sizeof BEGIN - 1;
	const char *last = NULL;

	for (const char *at = memmem(bytes, len, BEGIN, mark); at; at = memmem(at + mark, len - (size_t)(at + mark - bytes), BEGIN, mark))
		last = at;
	if (!last)
		return 0;
	terminal_feed(t, bytes, (size_t)(last - bytes));
	*ret_kept = !terminal_synchronized(t);
	if (*ret_kept)
		keep(h, t);
	terminal_feed(t, last, mark);
	return (size_t)(last - bytes) + mark;
}

bool hold_feed(struct pane_hold *h, struct terminal *t, const char *bytes, size_t len)
{
	bool kept = false, before;
	size_t fed = feed_to_begin(h, t, bytes, len, &kept);

	before = terminal_synchronized(t);
	terminal_feed(t, bytes + fed, len - fed);
	if (!before && terminal_synchronized(t)) { /* its beginning was cut in two */
		keep(h, t);
		kept = true;
	}
	if (!terminal_synchronized(t))
		h->on = false;
	return kept || !h->on;
}

bool hold_time(struct pane_hold *h, uint64_t now_ms)
{
	if (!h->on)
		return false;
	if (!h->due_ms)
		h->due_ms = now_ms + HOLD_MS;
	h->on = now_ms < h->due_ms;
	return !h->on;
}

void hold_cell(const struct pane_hold *h, const struct terminal *t, int row, int col, struct cell *ret)
{
	if (h->on && row >= 0 && col >= 0 && row < h->rows && col < h->cols)
		*ret = h->cells[row * h->cols + col];
	else
		terminal_cell(t, row, col, ret);
}

void hold_cursor(const struct pane_hold *h, const struct terminal *t, int *ret_row, int *ret_col, bool *ret_shown)
{
	enum terminal_cursor_shape shape;

	terminal_cursor(t, ret_row, ret_col, ret_shown, &shape);
	if (!h->on)
		return;
	*ret_row = h->cursor_row;
	*ret_col = h->cursor_col;
	*ret_shown = h->cursor_shown;
}

int hold_cursor_style(const struct pane_hold *h, const struct terminal *t)
{
	return h->on ? h->cursor_style : terminal_cursor_style(t);
}
