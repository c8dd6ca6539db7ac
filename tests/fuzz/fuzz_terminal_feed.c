/*
 * fuzz_terminal_feed — any bytes, any size, any chunking: the terminal keeps its invariants and its bounds.
 *
 * 0xFE a b resizes and 0xFF ends a chunk (neither occurs in UTF-8); all else is what the child prints. The same input
 * goes to a second terminal byte by byte, and both have to come out the same.
 */
#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "core/base/text.h"
#include "core/terminal/engine.h"

#define SCROLLBACK_MAX 20000u
enum { MARK_RESIZE = 0xFE, MARK_CHUNK = 0xFF };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define REQUIRE(condition) ((condition) ? (void)0 : require_failed(#condition, __LINE__))
_Noreturn static void require_failed(const char *condition, int line)
{
	(void)fprintf(stderr, "line %d: not true: %s\n", line, condition);
	abort();
}

static void check_cell(const struct cell *cell)
{
	REQUIRE(cell->codepoint == 0 || sanitize_may_draw(cell->codepoint));
	REQUIRE(cell->codepoint == 0 || cell->width == 0 || terminal_width(cell->codepoint) == cell->width);
	for (int i = 0; i < CELL_MARKS_MAX; i++)
		REQUIRE(cell->marks[i] == 0 || (sanitize_may_draw(cell->marks[i]) && terminal_width(cell->marks[i]) == 0));
}

static void check_cells(const struct cell *cells, int cols)
{
	for (int col = 0; col < cols; col++) {
		check_cell(&cells[col]);
		if (cells[col].width == 2)
			REQUIRE(col + 1 < cols && cells[col + 1].width == 0 && cells[col + 1].codepoint == 0);
		if (cells[col].width == 0)
			REQUIRE(col > 0 && cells[col - 1].width == 2);
	}
}

static void check_slot(const struct terminal *t, const struct slot *slot)
{
	REQUIRE(slot->style < t->styles.count);
	REQUIRE(!(slot->glyph & CLUSTER_BIT) || (slot->glyph & ~CLUSTER_BIT) < t->clusters.count);
}

static void check_grids(const struct terminal *t)
{
	static const struct slot empty;

	for (int grid = 0; grid < 2; grid++) {
		for (int row = 0; row < t->rows; row++) {
			const struct row *r = t->grids[grid].rows[row];

			REQUIRE(r->used >= 0 && r->used <= t->cols);
			for (int col = 0; col < r->used; col++)
				check_slot(t, &r->slots[col]);
			for (int col = r->used; col < t->cols; col++)
				REQUIRE(memcmp(&r->slots[col], &empty, sizeof empty) == 0);
		}
	}
}

static void check_screen(const struct terminal *t)
{
	struct cell cells[TERMINAL_COLS_MAX];

	for (int row = 0; row < terminal_rows(t); row++) {
		for (int col = 0; col < terminal_cols(t); col++)
			terminal_cell(t, row, col, &cells[col]);
		check_cells(cells, terminal_cols(t));
	}
}

static void check_scrollback(const struct terminal *t)
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

static void check_bounds(const struct terminal *t)
{
	int row, col;
	bool visible;
	enum terminal_cursor_shape shape;

	terminal_cursor(t, &row, &col, &visible, &shape);
	REQUIRE(row >= 0 && row < terminal_rows(t) && col >= 0 && col < terminal_cols(t));
	REQUIRE(t->top >= 0 && t->bottom < t->rows && (t->top < t->bottom || t->rows == 1));
	REQUIRE(t->replies_len <= TERMINAL_REPLIES_BYTES);
	REQUIRE(strlen(terminal_title(t)) <= TERMINAL_TITLE_BYTES);
	REQUIRE(sanitize_is_clean(terminal_title(t), strlen(terminal_title(t))));
	REQUIRE(t->styles.count <= STYLES_MAX && t->clusters.count <= CLUSTERS_MAX);
}

static void check_all(const struct terminal *t)
{
	CLEARED(text) struct text screen = { 0 };

	check_bounds(t);
	check_grids(t);
	check_screen(t);
	check_scrollback(t);
	terminal_print(t, &screen);
	REQUIRE(utf8_valid(text_c(&screen), screen.len));
}

static size_t chunk_end(const uint8_t *data, size_t at, size_t size)
{
	while (at < size && data[at] != MARK_RESIZE && data[at] != MARK_CHUNK)
		at++;
	return at;
}

/* a and b of a resize: mostly small sizes, where the edges are and a run is short; the last two are larger. */
static int rows_from(uint8_t a)
{
	return a < 254 ? a % 12 : (a - 253) * 30;
}

static int cols_from(uint8_t b)
{
	return b < 254 ? b % 25 : (b - 253) * 60;
}

static struct terminal *terminal_fed(const uint8_t *data, size_t size, bool split)
{
	struct terminal *t = terminal_new(5, 12, SCROLLBACK_MAX);

	for (size_t at = 0; at < size;) {
		size_t end = chunk_end(data, at, size);

		for (size_t i = at; split && i < end; i++)
			terminal_feed(t, data + i, 1);
		if (!split)
			terminal_feed(t, data + at, end - at);
		if (end + 2 < size && data[end] == MARK_RESIZE) {
			terminal_resize(t, rows_from(data[end + 1]), cols_from(data[end + 2]));
			end += 2;
		}
		check_bounds(t);
		at = end + 1;
	}
	return t;
}

static void check_equal(const struct terminal *a, const struct terminal *b)
{
	CLEARED(text) struct text text_a = { 0 }, text_b = { 0 };

	REQUIRE(a->cursor.row == b->cursor.row && a->cursor.col == b->cursor.col);
	REQUIRE(a->replies_len == b->replies_len && !memcmp(a->replies, b->replies, a->replies_len));
	REQUIRE(a->scrollback.lines == b->scrollback.lines && a->scrollback.bytes == b->scrollback.bytes);
	REQUIRE(a->styles.count == b->styles.count && a->clusters.count == b->clusters.count);
	REQUIRE(strcmp(a->title, b->title) == 0);
	terminal_print(a, &text_a);
	terminal_print(b, &text_b);
	REQUIRE(text_a.len == text_b.len && !memcmp(text_c(&text_a), text_c(&text_b), text_a.len));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	OWNED(terminal) struct terminal *whole = terminal_fed(data, size, false);
	OWNED(terminal) struct terminal *split = terminal_fed(data, size, true);

	check_all(whole);
	check_equal(whole, split);
	return 0;
}
