/*
 * Specification of what a child cannot do: the inputs that broke other emulators, and tables that it fills. What would
 * reach the operator's own terminal is in spec_terminal_leaks.c, floods are in spec_terminal_floods.c.
 */
#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "core/terminal/engine.h"
#include "spec/terminal/screen_support.h"

static void feed_text(struct terminal *t, const char *bytes)
{
	terminal_feed(t, bytes, strlen(bytes));
}

static void assert_drawable(const struct terminal *t)
{
	for (int row = 0; row < terminal_rows(t); row++) {
		for (int col = 0; col < terminal_cols(t); col++) {
			struct cell cell;

			terminal_cell(t, row, col, &cell);
			assert_true(!cell.codepoint || sanitize_may_draw(cell.codepoint));
			for (int i = 0; i < CELL_MARKS_MAX; i++)
				assert_true(!cell.marks[i] || sanitize_may_draw(cell.marks[i]));
		}
	}
}

/* What broke the packaged emulators, each with a resize to rows x cols in the middle when rows is not 0. */
static const struct {
	const char *says, *before;
	int rows, cols;
	const char *after, *screen;
} broken_elsewhere[] = {
	{ "more parameters than a table holds", "\033[;;;;;;;;;;;;;;;;1094795585mA", 0, 0, "", "A" },
	{ "a number beyond any integer", "\033[99999999999999999999999999;1HX", 0, 0, "\033[H", "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\nX" },
	{ "REP with nothing before it", "\033[2b", 0, 0, "", "" },
	{ "REP after a sign of no width", "\xe2\x80\x8b\033[2bx", 0, 0, "", "x" },
	{ "an encoded C1 control, then EL", "\xc2\x9b\033[K", 0, 0, "", "" },
	{ "an encoded C1 control, then ED", "\xc2\x9b\033[J\033[5X", 0, 0, "", "" },
	{ "encoded C1 controls, then a tab stop", "\xc2\x9b\xc2\x9b\033H", 0, 0, "", "" },
	{ "a scroll region and a smaller screen", "\033[20;24r", 10, 80, "\nx", "\nx" },
	{ "a truncated sequence, then an invalid lead", "\xe6\x97", 0, 0, "aaaa\xf8z", "\xef\xbf\xbd" "aaaa\xef\xbf\xbdz" },
	{ "a wide sign on one column", "", 3, 1, "日x", "\xef\xbf\xbd\nx" },
	{ "wide signs and scrolling on one row of two", "", 1, 2, "日本\n\n日\033[9@\033[9Pé", " é" },
};

static void what_broke_others_is_harmless(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(broken_elsewhere); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(24, 80, 1 << 16);
		CLEARED(text) struct text screen = { 0 };

		feed_text(t, broken_elsewhere[i].before);
		if (broken_elsewhere[i].rows)
			terminal_resize(t, broken_elsewhere[i].rows, broken_elsewhere[i].cols);
		feed_text(t, broken_elsewhere[i].after);
		assert_drawable(t);
		terminal_print(t, &screen);
		if (strcmp(text_c(&screen), broken_elsewhere[i].screen) != 0)
			fail_msg("%s: \"%s\"", broken_elsewhere[i].says, text_c(&screen));
	}
}

static void a_wide_sign_is_repeated_at_the_edge(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(24, 80, 1 << 16);

	(void)state;
	feed_text(t, "a 日\033[99b");
	assert_drawable(t);
}

static void no_control_gets_into_a_cell(void **state)
{
	static const uint32_t refused[][2] = {
		{ 0x7F, 0xA0 }, { 0x61C, 0x61D }, { 0x200E, 0x2010 }, { 0x2028, 0x202F }, { 0x2066, 0x206A }, { 0xFEFF, 0xFF00 },
		{ 0xFFF9, 0xFFFC },
	};
	OWNED(terminal) struct terminal *t = terminal_new(4, 80, 0);

	(void)state;
	for (size_t i = 0; i < COUNT_OF(refused); i++) {
		for (uint32_t codepoint = refused[i][0]; codepoint < refused[i][1]; codepoint++) {
			char bytes[4];

			terminal_feed(t, bytes, utf8_encode(codepoint, bytes));
		}
	}
	for (int byte = 0x7F; byte < 0x100; byte++)
		terminal_feed(t, &(char){ (char)byte }, 1);
	assert_drawable(t);
}

/* The i-th of many different clusters: a letter and a mark. */
static uint32_t letter_of(int i)
{
	return (uint32_t)('a' + i % 26);
}

static uint32_t mark_of(int i)
{
	return 0x300u + (uint32_t)(i / 7 % 64);
}

static void feed_clusters(struct terminal *t, int from, int count)
{
	for (int i = from; i < from + count; i++) {
		char bytes[8] = { (char)letter_of(i) };
		size_t len = 1 + utf8_encode(mark_of(i), bytes + 1);

		terminal_feed(t, bytes, len);
	}
}

/* A screen of 24 by 80 that was written without a break and ends with the one before next. */
static int first_on_screen(int next)
{
	return next <= 24 * 80 ? 0 : (next + 79) / 80 * 80 - 24 * 80;
}

static void marks_on_many_cells_are_bounded_and_stay_right(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(24, 80, 1 << 16);

	(void)state;
	for (int next = 1000; next <= 130000; next += 1000) {
		feed_clusters(t, next - 1000, 1000);
		assert_true(t->clusters.room <= CLUSTERS_MAX);
		for (int i = first_on_screen(next); i < next; i++) {
			struct cell cell;

			terminal_cell(t, (i - first_on_screen(next)) / 80, i % 80, &cell);
			assert_int_equal(cell.codepoint, letter_of(i));
			assert_int_equal(cell.marks[0], mark_of(i));
		}
	}
}

static void more_marked_cells_than_the_table_holds_lose_marks_only(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(TERMINAL_ROWS_MAX, TERMINAL_COLS_MAX, 0);
	struct cell cell;

	(void)state;
	for (int i = 0; i < TERMINAL_ROWS_MAX * TERMINAL_COLS_MAX; i++)
		terminal_feed(t, "e\xcc\x81", 3);
	assert_true(t->clusters.count <= CLUSTERS_MAX);
	terminal_cell(t, TERMINAL_ROWS_MAX - 1, TERMINAL_COLS_MAX - 1, &cell);
	assert_int_equal(cell.codepoint, 'e');
	feed_text(t, "\033[2J\033[H");
	for (int i = 0; i < CLUSTERS_MAX; i++)
		feed_text(t, "\033[He\xcc\x81");
	terminal_cell(t, 0, 0, &cell);
	assert_int_equal(cell.marks[0], 0x301);
}

static void feed_colors(struct terminal *t, int from, int count)
{
	for (int i = from; i < from + count; i++) {
		char bytes[64];
		int len = snprintf(bytes, sizeof bytes, "\033[38;2;%d;%d;%dmx", i >> 16 & 255, i >> 8 & 255, i & 255);

		terminal_feed(t, bytes, (size_t)len);
	}
}

static int color_of(const struct cell *cell)
{
	return cell->style.fg.r << 16 | cell->style.fg.g << 8 | cell->style.fg.b;
}

/* What a slot names is in the tables: a number left over from before a sweep would show another style later. */
static void assert_slots_known(const struct terminal *t)
{
	for (int row = 0; row < t->rows; row++) {
		const struct row *r = t->grids[t->shown].rows[row];

		for (int col = 0; col < r->used; col++)
			if (r->slots[col].style >= t->styles.count)
				fail_msg("cell %d,%d has style %d of %u", row, col, r->slots[col].style, t->styles.count);
	}
}

static void many_styles_are_bounded_and_stay_right(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(24, 80, 1 << 16);

	(void)state;
	for (int next = 1000; next <= 130000; next += 1000) {
		feed_colors(t, next - 1000, 1000);
		assert_true(t->styles.room <= STYLES_MAX);
		assert_slots_known(t);
		for (int i = first_on_screen(next); i < next; i++) {
			struct cell cell;

			terminal_cell(t, (i - first_on_screen(next)) / 80, i % 80, &cell);
			assert_int_equal(color_of(&cell), i);
		}
	}
}

/* Erasing needs a style too, and may be what makes the table throw out old ones. */
static void the_pen_survives_an_erasure_that_sweeps(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(2, 8, 0);

	(void)state;
	for (int i = 0; i < 100000; i++) {
		char bytes[64];
		struct cell x, y;
		int len = snprintf(bytes, sizeof bytes, "\033[H\033[1;48;2;%d;%d;%dmx\033[Ky", i >> 16 & 255, i >> 8 & 255, i & 255);

		terminal_feed(t, bytes, (size_t)len);
		terminal_cell(t, 0, 0, &x);
		terminal_cell(t, 0, 1, &y);
		y.codepoint = x.codepoint;
		assert_true(cell_equal(&x, &y));
		assert_slots_known(t);
	}
}

static void more_styles_than_the_table_holds_fall_back_to_the_default(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(TERMINAL_ROWS_MAX, TERMINAL_COLS_MAX, 0);
	struct cell cell;

	(void)state;
	feed_colors(t, 1, 100000);
	assert_true(t->styles.count <= STYLES_MAX);
	for (int at = 0; at < STYLES_MAX - 1; at++) {
		terminal_cell(t, at / TERMINAL_COLS_MAX, at % TERMINAL_COLS_MAX, &cell);
		assert_int_equal(color_of(&cell), at + 1);
	}
	feed_text(t, "\033[m\033[2J\033[H");
	feed_colors(t, 200000, STYLES_MAX);
	terminal_cell(t, STYLES_MAX / TERMINAL_COLS_MAX - 1, 0, &cell);
	assert_int_equal(cell.style.fg.kind, COLOR_RGB);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_broke_others_is_harmless),
		cmocka_unit_test(a_wide_sign_is_repeated_at_the_edge),
		cmocka_unit_test(no_control_gets_into_a_cell),
		cmocka_unit_test(marks_on_many_cells_are_bounded_and_stay_right),
		cmocka_unit_test(more_marked_cells_than_the_table_holds_lose_marks_only),
		cmocka_unit_test(many_styles_are_bounded_and_stay_right),
		cmocka_unit_test(the_pen_survives_an_erasure_that_sweeps),
		cmocka_unit_test(more_styles_than_the_table_holds_fall_back_to_the_default),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
