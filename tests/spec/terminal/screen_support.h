/*
 * screen_support — what the specifications of the terminal share: feeding in pieces, the screen as text, and a
 * comparison of two terminals cell by cell.
 */
#ifndef TESTS_SCREEN_SUPPORT_H
#define TESTS_SCREEN_SUPPORT_H
#include <setjmp.h>
#include <stdbool.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/text.h"
#include "core/terminal/terminal.h"

static inline void feed_in(struct terminal *t, const char *bytes, size_t len, size_t piece)
{
	for (size_t at = 0; at < len; at += piece)
		terminal_feed(t, bytes + at, len - at < piece ? len - at : piece);
}

static inline bool cell_equal(const struct cell *a, const struct cell *b)
{
	const struct style_info *x = &a->style, *y = &b->style;

	return a->codepoint == b->codepoint && a->link == b->link && a->width == b->width && !memcmp(a->marks, b->marks, sizeof a->marks) &&
	       x->attrs == y->attrs && !memcmp(&x->fg, &y->fg, sizeof x->fg) && !memcmp(&x->bg, &y->bg, sizeof x->bg) &&
	       !memcmp(&x->underline, &y->underline, sizeof x->underline);
}

/* Cells and the cursor. */
static inline void assert_screens_equal(const struct terminal *a, const struct terminal *b, const char *says)
{
	int row_a, col_a, row_b, col_b;
	bool visible_a, visible_b;
	enum terminal_cursor_shape shape;

	terminal_cursor(a, &row_a, &col_a, &visible_a, &shape);
	terminal_cursor(b, &row_b, &col_b, &visible_b, &shape);
	if (row_a != row_b || col_a != col_b || visible_a != visible_b)
		fail_msg("the cursors differ: %s", says);
	for (int row = 0; row < terminal_rows(a); row++) {
		for (int col = 0; col < terminal_cols(a); col++) {
			struct cell cell_a, cell_b;

			terminal_cell(a, row, col, &cell_a);
			terminal_cell(b, row, col, &cell_b);
			if (!cell_equal(&cell_a, &cell_b))
				fail_msg("cell %d,%d differs: %s", row, col, says);
		}
	}
}

/* Cells, cursor, replies, scrollback: everything that comes out is the same. */
static inline void assert_terminals_equal(struct terminal *a, struct terminal *b, const char *says)
{
	char replies_a[TERMINAL_REPLIES_BYTES], replies_b[TERMINAL_REPLIES_BYTES];
	size_t len = terminal_take_replies(a, replies_a, sizeof replies_a);

	if (len != terminal_take_replies(b, replies_b, sizeof replies_b) || memcmp(replies_a, replies_b, len))
		fail_msg("the replies differ: %s", says);
	if (terminal_scrollback_lines(a) != terminal_scrollback_lines(b) || terminal_scrollback_bytes(a) != terminal_scrollback_bytes(b))
		fail_msg("the scrollback differs: %s", says);
	assert_screens_equal(a, b, says);
}
#endif
