/*
 * Specification of terminal_resize(): what stays where, what goes to the scrollback, and that nothing is left outside.
 */
#include "spec/terminal/screen_support.h"

static void feed_text(struct terminal *t, const char *bytes)
{
	terminal_feed(t, bytes, strlen(bytes));
}

static const struct {
	const char *says, *before;
	int rows, cols;
	const char *after, *screen;
	size_t lines;
} cases[] = {
	{ "more rows are added at the bottom", "1\r\n2\r\n3\r\n4", 6, 10, "X", "1|2|3|4X", 0 },
	{ "fewer rows push the top out while the cursor stays", "1\r\n2\r\n3\r\n4", 2, 10, "X", "3|4X", 2 },
	{ "fewer rows below the cursor cost nothing", "1\r\n2", 2, 10, "X", "1|2X", 0 },
	{ "fewer columns wrap the rows", "0123456789\r\nab", 4, 5, "X", "01234|56789|abX", 0 },
	{ "more columns take up a wrap that had not happened yet", "0123456789", 4, 12, "X", "0123456789X", 0 },
	{ "more columns join what was wrapped", "0123456789abcd\r\ne", 4, 12, "X", "0123456789ab|cd|eX", 0 },
	{ "a row that ended with a line feed is not joined", "0123456789\r\nab", 4, 20, "X", "0123456789|abX", 0 },
	{ "a wide sign that has no room goes to the next row", "abcd日e\r\n", 4, 5, "X", "abcd|日e|X", 0 },
	{ "and comes back from it", "012345678日\r\n", 4, 12, "X", "012345678日|X", 0 },
	{ "marks stay with their sign", "abce\xcc\x81" "f", 4, 4, "X", "abce\xcc\x81|fX", 0 },
	{ "the cursor stays on its sign", "0123456789ab\033[1;8H", 4, 5, "X", "01234|56X89|ab", 0 },
	{ "the cursor stays behind a full row", "01234", 4, 5, "X", "01234|X", 0 },
	{ "a wrap to come is kept", "0123456789", 4, 5, "X", "01234|56789|X", 0 },
	{ "the cursor stays as far behind the text", "ab\033[6C", 4, 20, "X", "ab      X", 0 },
	{ "but on the screen", "ab\033[6C", 4, 5, "X", "ab  X", 0 },
	{ "a row below the text keeps its place", "ab\033[3;2H", 4, 5, "X", "ab|| X", 0 },
	{ "rows that have no room leave at the top", "0123456789\r\nabcdefghi\r\nz", 3, 5, "X", "abcde|fghi|zX", 2 },
	{ "a blank in colour makes no further row", "a\033[44m\033[K\033[m\r\nb", 4, 5, "X", "a|bX", 0 },
	{ "what scrolled away comes back when the text reached the bottom", "1\r\n2\r\n3\r\n4\r\n5", 5, 10, "X", "1|2|3|4|5X", 0 },
	{ "and stays away when it did not", "1\r\n2\r\n3\r\n4\r\n5\033[2J\033[H$", 6, 10, "X", "$X", 1 },
	{ "a line is joined with its start in the scrollback", "0123456789abcdefghij\r\n2\r\n3\r\n4", 4, 25, "X",
	  "0123456789abcdefghij|2|3|4X", 0 },
	{ "the scroll region is the whole screen again", "1\r\n2\r\n3\r\n4\033[3;4r\033[4;1H", 2, 10, "\nX", "4|X", 3 },
	{ "tab stops go on in new columns", "", 4, 20, "\t\tX", "                X", 0 },
	{ "the alternate screen is cut at the bottom", "main\033[?1049h\033[H1\r\n2\r\n3\r\n4", 2, 10, "X", "1|2X", 0 },
	{ "the main screen behind it keeps its text", "1\r\n2\r\n3\r\nmain\033[?1049hALT", 2, 10, "\033[?1049lX", "3|mainX", 2 },
	{ "the main screen behind it is wrapped anew", "0123456789\r\nmain\033[?1049hALT", 4, 5, "\033[?1049lX", "01234|56789|mainX", 0 },
	{ "it does so where no cursor was saved", "1\r\n2\r\n3\r\nmain\033[?1047h\033[HALT", 2, 10, "\033[?1047lX", "3  X|main", 2 },
	{ "a saved cursor comes back inside", "\033[4;9H\0337\033[H", 2, 5, "\0338X", "|    X", 0 },
	{ "a wide sign that has no room at all stays under the cursor", "日\033[H", 4, 1, "X", "X", 0 },
	{ "so does its right half", "日\033[1;2H", 4, 1, "X", "X", 0 },
	{ "sizes are clamped to one", "ab", 0, -5, "X", "X", 2 },
};

static void resizing_keeps_what_it_should(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(4, 10, 1 << 20);
		CLEARED(text) struct text screen = { 0 };

		feed_text(t, cases[i].before);
		terminal_resize(t, cases[i].rows, cases[i].cols);
		feed_text(t, cases[i].after);
		terminal_print(t, &screen);
		for (size_t at = 0; at < screen.len; at++)
			if (screen.bytes[at] == '\n')
				screen.bytes[at] = '|';
		if (strcmp(text_c(&screen), cases[i].screen) != 0 || terminal_scrollback_lines(t) != cases[i].lines)
			fail_msg("%s: \"%s\", %zu lines", cases[i].says, text_c(&screen), terminal_scrollback_lines(t));
	}
}

static void sizes_are_clamped(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(-1, 100000, 0);

	(void)state;
	assert_int_equal(terminal_rows(t), 1);
	assert_int_equal(terminal_cols(t), TERMINAL_COLS_MAX);
	terminal_resize(t, 100000, 0);
	assert_int_equal(terminal_rows(t), TERMINAL_ROWS_MAX);
	assert_int_equal(terminal_cols(t), 1);
}

static void assert_sound(const struct terminal *t)
{
	int row, col;
	bool visible;
	enum terminal_cursor_shape shape;

	terminal_cursor(t, &row, &col, &visible, &shape);
	assert_in_range(row, 0, terminal_rows(t) - 1);
	assert_in_range(col, 0, terminal_cols(t) - 1);
	for (row = 0; row < terminal_rows(t); row++) {
		for (col = 0; col < terminal_cols(t); col++) {
			struct cell cell, next;

			terminal_cell(t, row, col, &cell);
			terminal_cell(t, row, col + 1, &next);
			assert_int_equal(cell.width == 2, next.width == 0);
		}
	}
}

/* Between two sizes: text, regions, wide signs, marks, tabs and both screens, whatever size there is. */
static const char *const stirs[] = {
	"\033[2;9r\033[?6h\033[9;9H日本日本\r\n\n\n", "\033[?1049h\033[H日\033[2L\033[3@\033[99;99H日e\xcc\x81", "\033[r\033[?6l\0337\t\t\033H日日日日日日",
	"\033[?1049l\0338\033[44m\033[2J\033[H", "\033[99;99H\033[48;5;1m\033[2S\033[99b日\033[99b\033[99P", "\033M\033M\033[5T\033[99X\033#8",
};

static void a_storm_of_sizes_leaves_a_sound_screen(void **state)
{
	static const int sizes[][2] = {
		{ 1, 1 }, { 500, 200 }, { 1, 2 }, { 2, 1 }, { 24, 80 }, { 3, 3 }, { 50, 132 }, { 1, 200 }, { 500, 1 }, { 7, 9 },
	};
	OWNED(terminal) struct terminal *t = terminal_new(24, 80, 1 << 16);

	(void)state;
	for (size_t i = 0; i < 120; i++) {
		size_t size = (i * 7 + i / 10) % COUNT_OF(sizes);

		feed_text(t, stirs[i % COUNT_OF(stirs)]);
		terminal_resize(t, sizes[size][0], sizes[size][1]);
		feed_text(t, stirs[(i + i / 6) % COUNT_OF(stirs)]);
		assert_sound(t);
	}
}

static void outside_the_screen_there_is_an_empty_cell(void **state)
{
	static const int places[][2] = { { -1, 0 }, { 0, -1 }, { 4, 0 }, { 0, 10 } };
	OWNED(terminal) struct terminal *t = terminal_new(4, 10, 0);
	struct cell cell, empty = { .width = 1 };

	(void)state;
	feed_text(t, "\033#8");
	for (size_t i = 0; i < COUNT_OF(places); i++) {
		terminal_cell(t, places[i][0], places[i][1], &cell);
		assert_true(cell_equal(&cell, &empty));
		assert_true(places[i][0] == 0 || !terminal_row_wrapped(t, places[i][0]));
	}
}

/* What a supervisor's engine does, and the console's: they must show the same after any resize. */
static void lines_kept_lazily_come_back_the_same(void **state)
{
	static const struct { int rows, cols; } sizes[] = { { 40, 30 }, { 5, 12 }, { 30, 200 }, { 3, 30 }, { 500, 7 }, { 24, 30 } };
	OWNED(terminal) struct terminal *eager = terminal_new(5, 30, 1 << 20), *lazy = terminal_new(5, 30, 1 << 18);

	(void)state;
	terminal_scrollback_lazily(lazy);
	for (unsigned n = 0; n < 3000; n++) {
		CLEARED(text) struct text line = { 0 };

		text_add_format(&line, "\033[3%um%u \xe4\xb8\xad e\xcc\x81 %.*s\033[m\r\n", n % 8, n, (int)(n * 7 % 60),
				"a line that is sometimes longer than the screen is wide, and wrapped");
		terminal_feed(eager, line.bytes, line.len);
		terminal_feed(lazy, line.bytes, line.len);
		if (n % 250 != 249 && n != 3)
			continue;
		terminal_resize(eager, sizes[n / 250 % COUNT_OF(sizes)].rows, sizes[n / 250 % COUNT_OF(sizes)].cols);
		terminal_resize(lazy, sizes[n / 250 % COUNT_OF(sizes)].rows, sizes[n / 250 % COUNT_OF(sizes)].cols);
		assert_screens_equal(eager, lazy, "lazily");
	}
	assert_true(terminal_scrollback_dropped(lazy) + terminal_scrollback_lines(lazy) > 2000);
	assert_true(terminal_scrollback_bytes(lazy) <= 1 << 18);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(resizing_keeps_what_it_should),
		cmocka_unit_test(sizes_are_clamped),
		cmocka_unit_test(a_storm_of_sizes_leaves_a_sound_screen),
		cmocka_unit_test(outside_the_screen_there_is_an_empty_cell),
		cmocka_unit_test(lines_kept_lazily_come_back_the_same),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
