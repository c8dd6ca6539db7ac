/*
 * terminal_checks — what holds for a terminal after any bytes, and what is the same for two that got the same bytes in
 * different pieces. For the fuzzers of the terminal.
 */
#ifndef TESTS_TERMINAL_CHECKS_H
#define TESTS_TERMINAL_CHECKS_H
#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "core/base/text.h"
#include "core/terminal/engine.h"

#define SCROLLBACK_MAX 20000u

#define REQUIRE(condition) ((condition) ? (void)0 : require_failed(#condition, __LINE__))
_Noreturn static inline void require_failed(const char *condition, int line)
{
	(void)fprintf(stderr, "line %d: not true: %s\n", line, condition);
	abort();
}

static inline void check_cell(const struct cell *cell)
{
	REQUIRE(cell->codepoint == 0 || sanitize_may_draw(cell->codepoint));
	REQUIRE(cell->codepoint == 0 || cell->width == 0 || terminal_width(cell->codepoint) == cell->width ||
		(cell->width == 2 && cell->marks[0]));
	for (int i = 0; i < CELL_MARKS_MAX; i++)
		REQUIRE(cell->marks[i] == 0 || sanitize_may_draw(cell->marks[i]));
}

static inline void check_cells(const struct cell *cells, int cols)
{
	for (int col = 0; col < cols; col++) {
		check_cell(&cells[col]);
		if (cells[col].width == 2)
			REQUIRE(col + 1 < cols && cells[col + 1].width == 0 && cells[col + 1].codepoint == 0);
		if (cells[col].width == 0)
			REQUIRE(col > 0 && cells[col - 1].width == 2);
	}
}

static inline void check_slot(const struct terminal *t, const struct slot *slot)
{
	REQUIRE(slot->style < t->styles.count);
	REQUIRE(!(slot->glyph & CLUSTER_BIT) || (slot->glyph & ~CLUSTER_BIT) < t->clusters.count);
}

static inline void check_grids(const struct terminal *t)
{
	static const struct slot empty;

	for (int grid = 0; grid < 2; grid++) {
		for (int row = 0; row < t->rows; row++) {
			const struct row *r = t->grids[grid].rows[row];

			REQUIRE(r->used >= 0 && r->used <= t->cols);
			REQUIRE(r->fill.kind == SLOT_SINGLE && !(r->fill.glyph & CLUSTER_BIT));
			check_slot(t, &r->fill);
			for (int col = 0; col < r->used; col++)
				check_slot(t, &r->slots[col]);
			for (int col = r->used; col < t->cols; col++)
				REQUIRE(memcmp(&r->slots[col], &empty, sizeof empty) == 0);
		}
	}
}

static inline void check_screen(const struct terminal *t)
{
	struct cell cells[TERMINAL_COLS_MAX];

	for (int row = 0; row < terminal_rows(t); row++) {
		for (int col = 0; col < terminal_cols(t); col++)
			terminal_cell(t, row, col, &cells[col]);
		check_cells(cells, terminal_cols(t));
	}
}

static inline void check_scrollback(const struct terminal *t)
{
	struct cell cells[TERMINAL_COLS_MAX];
	size_t lines = terminal_scrollback_lines(t);

	REQUIRE(terminal_scrollback_bytes(t) <= SCROLLBACK_MAX);
	for (size_t line = 0; line < lines; line++) {
		int cols = terminal_scrollback_cells(t, line, cells, TERMINAL_COLS_MAX);

		REQUIRE(cols >= 0 && cols <= TERMINAL_COLS_MAX);
		check_cells(cells, cols);
	}
}

/* A reply is typed into the child: it holds no control but the one that begins it and the one that ends it. */
static inline void check_replies(const struct terminal *t)
{
	REQUIRE(t->replies_len <= TERMINAL_REPLIES_BYTES);
	for (size_t i = 0; i < t->replies_len; i++)
		REQUIRE(t->replies[i] == '\033' || (t->replies[i] >= ' ' && t->replies[i] <= '~'));
}

static inline void check_signals(const struct terminal *t)
{
	struct terminal_signals s;

	terminal_signals(t, &s);
	REQUIRE(strlen(s.notice) <= TERMINAL_NOTICE_BYTES && sanitize_is_clean(s.notice, strlen(s.notice)));
	REQUIRE(s.mark == 0 || (s.mark >= 'A' && s.mark <= 'D'));
	REQUIRE(s.mark_status >= -1 && s.mark_status <= 999 && (s.mark == 'D' || s.mark_status == -1));
	REQUIRE(s.percent >= -1 && s.percent <= 100 && s.progress <= PROGRESS_PAUSED);
	REQUIRE((terminal_keyboard(t) & ~(unsigned)KEYBOARD_HONOURED) == 0);
}

static inline void check_cursor(const struct terminal *t, const struct cursor *c)
{
	REQUIRE(c->row >= 0 && c->row < t->rows && c->col >= 0 && c->col < t->cols);
}

static inline void check_bounds(const struct terminal *t)
{
	int row, col;
	bool visible;
	enum terminal_cursor_shape shape;

	terminal_cursor(t, &row, &col, &visible, &shape);
	REQUIRE(row >= 0 && row < terminal_rows(t) && col >= 0 && col < terminal_cols(t));
	if (t->shown)
		check_cursor(t, &t->grids[0].left);
	check_cursor(t, &t->grids[0].saved.cursor);
	check_cursor(t, &t->grids[1].saved.cursor);
	REQUIRE(t->top >= 0 && t->bottom < t->rows && (t->top < t->bottom || t->rows == 1));
	REQUIRE(strlen(terminal_title(t)) <= TERMINAL_TITLE_BYTES);
	REQUIRE(sanitize_is_clean(terminal_title(t), strlen(terminal_title(t))));
	REQUIRE(t->styles.count <= STYLES_MAX && t->clusters.count <= CLUSTERS_MAX);
	check_replies(t);
	check_signals(t);
}

static inline void check_all(const struct terminal *t)
{
	CLEARED(text) struct text screen = { 0 };

	check_bounds(t);
	check_grids(t);
	check_screen(t);
	check_scrollback(t);
	terminal_print(t, &screen);
	REQUIRE(utf8_valid(text_c(&screen), screen.len));
}

static inline void check_equal(const struct terminal *a, const struct terminal *b)
{
	CLEARED(text) struct text text_a = { 0 }, text_b = { 0 };

	REQUIRE(a->cursor.row == b->cursor.row && a->cursor.col == b->cursor.col);
	REQUIRE(a->replies_len == b->replies_len && !memcmp(a->replies, b->replies, a->replies_len));
	REQUIRE(a->scrollback.lines == b->scrollback.lines && a->scrollback.bytes == b->scrollback.bytes);
	REQUIRE(a->styles.count == b->styles.count && a->clusters.count == b->clusters.count);
	REQUIRE(strcmp(a->title, b->title) == 0 && strcmp(a->notice, b->notice) == 0);
	terminal_print(a, &text_a);
	terminal_print(b, &text_b);
	REQUIRE(text_a.len == text_b.len && !memcmp(text_c(&text_a), text_c(&text_b), text_a.len));
}
#endif
