/* Specification of canvas: whatever is drawn stays in its rectangle, whole and harmless. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ui/tui/canvas.h"

static char *drawn(const struct canvas *c)
{
	struct text out = { 0 };

	canvas_print(c, &out);
	return text_take(&out);
}

static void a_string_is_drawn_where_it_is_told_to_be_clipped_and_harmless(void **unused)
{
	static const struct { const char *says, *text; int col, cols; const char *row; } cases[] = {
		{ "plain text stands where it was put", "abc", 2, 10, "  abc" },
		{ "text does not leave its area to the right", "abcdef", 0, 3, "abc" },
		{ "a wide character takes two columns", "日本", 0, 10, "日本" },
		{ "joined pictures take two", "👩\xe2\x80\x8d💻🇯🇵|", 0, 5, "👩\xe2\x80\x8d💻🇯🇵|" },
		{ "a style of its own makes a picture wide", "❤\xef\xb8\x8f|", 0, 3, "❤\xef\xb8\x8f|" },
		{ "half a wide character is never drawn at the edge", "a日", 0, 2, "a" },
		{ "a combining mark stays with its base", "e\xcc\x81x", 0, 2, "e\xcc\x81x" },
		{ "a combining mark whose base was clipped is not put on another", "ab\xcc\x81", 0, 1, "a" },
		{ "an escape sequence becomes visible", "\x1b[31mred", 0, 20, "^[[31mred" },
		{ "a C1 control becomes visible", "\xc2\x9b" "2J", 0, 20, "<U+009B>2J" },
		{ "a right-to-left override becomes visible", "\xe2\x80\xae" "abc", 0, 20, "<U+202E>abc" },
		{ "bad UTF-8 becomes visible", "\xff\xc3", 0, 20, "\\xFF\\xC3" },
		{ "a newline does not break the row", "a\nb", 0, 20, "a^Jb" },
		{ "nothing is nothing", "", 0, 20, "" },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct canvas c = { 0 };
		OWNED_MEM char *expected = NULL;
		OWNED_MEM char *got = NULL;

		canvas_size(&c, 1, 30);
		(void)canvas_text(&c, (struct rect){ 0, 0, 1, cases[i].cols }, 0, cases[i].col, ROLE_TEXT, cases[i].text);
		got = drawn(&c);
		if (asprintf(&expected, "%s\n", cases[i].row) < 0 || strcmp(got, expected) != 0)
			fail_msg("rule broken: %s (drew \"%s\")", cases[i].says, got);
		canvas_clear(&c);
	}
}

static void the_column_behind_a_text_is_told_even_when_it_was_clipped(void **unused)
{
	struct canvas c = { 0 };

	(void)unused;
	canvas_size(&c, 1, 10);
	assert_int_equal(canvas_text(&c, canvas_rect(&c), 0, 1, ROLE_TEXT, "日b"), 4);
	assert_int_equal(canvas_text(&c, (struct rect){ 0, 0, 1, 2 }, 0, 0, ROLE_TEXT, "abcdef"), 6);
	assert_int_equal(canvas_text(&c, canvas_rect(&c), 0, 3, ROLE_TEXT, NULL), 3);
	canvas_clear(&c);
}

static void overwriting_one_half_of_a_wide_character_blanks_the_other(void **unused)
{
	static const struct { int col; const char *row; } cases[] = { { 0, "x b\n" }, { 1, " xb\n" } };

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct canvas c = { 0 };
		OWNED_MEM char *got = NULL;

		canvas_size(&c, 1, 6);
		(void)canvas_text(&c, canvas_rect(&c), 0, 0, ROLE_TEXT, "日b");
		(void)canvas_text(&c, canvas_rect(&c), 0, cases[i].col, ROLE_TEXT, "x");
		got = drawn(&c);
		assert_string_equal(got, cases[i].row);
		canvas_clear(&c);
	}
}

static void a_string_that_does_not_fit_ends_or_begins_with_an_ellipsis(void **unused)
{
	static const struct { bool front; int room; const char *text, *row; } cases[] = {
		{ false, 5, "abcdef", "abcd…\n" }, { false, 6, "abcdef", "abcdef\n" }, { false, 4, "日本語", "日…\n" }, { false, 4, "🇯🇵🇩🇪🇫🇷", "🇯🇵…\n" }, { true, 4, "🇯🇵🇩🇪🇫🇷", "…🇫🇷\n" },
		{ false, 5, "abc def", "abc…\n" }, { true, 5, "/a/b/cd", "…b/cd\n" }, { true, 4, "日本語", "…語\n" }, { false, 0, "abc", "\n" },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct canvas c = { 0 };
		OWNED_MEM char *got = NULL;

		canvas_size(&c, 1, 12);
		(void)(cases[i].front ? canvas_fit_front : canvas_fit)(&c, canvas_rect(&c), 0, 0, cases[i].room, ROLE_TEXT, cases[i].text);
		got = drawn(&c);
		assert_string_equal(got, cases[i].row);
		canvas_clear(&c);
	}
}

static void words_wrap_whole_where_they_can_and_what_is_left_out_shows(void **unused)
{
	static const struct { int rows, cols, used; const char *text, *drawn; } cases[] = {
		{ 4, 8, 2, "one two three", "one two\nthree\n\n\n" },
		{ 4, 4, 3, "abcdefghij", "abcd\nefgh\nij\n\n" },
		{ 2, 8, 2, "one two three four five", "one two\nthree f…\n" },
		{ 4, 8, 1, "exactly8", "exactly8\n\n\n\n" },
		{ 4, 3, 2, "日本", "日\n本\n\n\n" },
		{ 4, 1, 1, "日", "\n\n\n\n" },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct canvas c = { 0 };
		OWNED_MEM char *got = NULL;

		canvas_size(&c, cases[i].rows, cases[i].cols);
		assert_int_equal(canvas_wrap(&c, canvas_rect(&c), ROLE_TEXT, cases[i].text), cases[i].used);
		got = drawn(&c);
		assert_string_equal(got, cases[i].drawn);
		canvas_clear(&c);
	}
	assert_int_equal(canvas_wrap(NULL, (struct rect){ 0, 0, 0, 5 }, ROLE_TEXT, "one two three"), 3);
}

static void a_cell_of_a_child_is_drawn_only_when_it_may_be(void **unused)
{
	struct canvas c = { 0 };
	struct cell escape = { .codepoint = 0x1b, .width = 1 }, wide = { .codepoint = 0x65E5, .width = 2 };
	struct cell marked = { .codepoint = 'e', .marks = { 0x301, 0x202E, 0x301 }, .width = 1 };
	OWNED_MEM char *got = NULL;

	(void)unused;
	canvas_size(&c, 1, 6);
	canvas_cell(&c, canvas_rect(&c), 0, 0, &escape);
	canvas_cell(&c, canvas_rect(&c), 0, 1, &marked);
	canvas_cell(&c, (struct rect){ 0, 0, 1, 4 }, 0, 3, &wide);
	canvas_cell(&c, canvas_rect(&c), 0, 4, &wide);
	canvas_cell(&c, canvas_rect(&c), 5, 5, &wide);
	got = drawn(&c);
	assert_string_equal(got, " e\xcc\x81  日\n");
	canvas_clear(&c);
}

static void any_bytes_at_any_place_leave_no_half_and_nothing_undrawable(void **unused)
{
	static const char *const pieces[] = { "日", "a", "\xcc\x81", "\x1b", "\xff", "\xe2\x80\xae", "🙂", " ", "\xc2\x85", "é" };
	struct canvas c = { 0 };
	unsigned seed = 7;

	(void)unused;
	canvas_size(&c, 3, 9);
	for (int i = 0; i < 20000; i++) {
		struct rect area = { 0, 0, 3, 1 + (int)(seed / 3 % 9) };

		seed = seed * 1103515245u + 12345u;
		(void)canvas_text(&c, area, (int)(seed >> 8) % 5 - 1, (int)(seed >> 12) % 12 - 2, ROLE_TEXT,
				  pieces[(seed >> 16) % COUNT_OF(pieces)]);
	}
	for (int at = 0; at < 27; at++) {
		const struct cell *cell = &c.cells[at].cell;
		bool last = at % 9 == 8;

		assert_true(cell->width != 2 || (!last && c.cells[at + 1].cell.width == 0));
		assert_true(cell->width != 0 || (at % 9 > 0 && c.cells[at - 1].cell.width == 2));
		assert_true(cell->width == 0 || (cell->codepoint >= 0x20 && cell->codepoint != 0x202E && cell->codepoint != 0x85));
	}
	canvas_clear(&c);
}

static void rectangles_never_leave_their_source(void **unused)
{
	const struct rect r = { 2, 3, 4, 5 };
	const struct rect cuts[] = {
		rect_top(r, 9), rect_bottom(r, 9), rect_below(r, 9), rect_above(r, 9), rect_left(r, 9), rect_right(r, 9), rect_inset(r, 9, 9),
		rect_centered(r, 9, 9), rect_top(r, -1), rect_bottom(r, -1), rect_below(r, -1), rect_left(r, -1), rect_right(r, -1),
		rect_inset(r, 1, 1), rect_centered(r, 2, 2),
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cuts); i++) {
		assert_true(cuts[i].rows >= 0 && cuts[i].cols >= 0);
		assert_true(cuts[i].row >= r.row && cuts[i].row + cuts[i].rows <= r.row + r.rows);
		assert_true(cuts[i].col >= r.col && cuts[i].col + cuts[i].cols <= r.col + r.cols);
	}
	assert_true(rect_holds(r, 2, 3) && rect_holds(r, 5, 7) && !rect_holds(r, 6, 3) && !rect_holds(r, 2, 8));
}

static void roles_can_be_read_back(void **unused)
{
	CLEARED(text) struct text out = { 0 };
	struct canvas c = { 0 };

	(void)unused;
	canvas_size(&c, 1, 20);
	(void)canvas_text(&c, canvas_rect(&c), 0, canvas_text(&c, canvas_rect(&c), 0, 0, ROLE_TEXT, "a "), ROLE_GRANT, "b");
	canvas_print_roles(&c, &out);
	assert_string_equal(text_c(&out), "a GRANT{b}\n");
	canvas_clear(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_string_is_drawn_where_it_is_told_to_be_clipped_and_harmless),
		cmocka_unit_test(the_column_behind_a_text_is_told_even_when_it_was_clipped),
		cmocka_unit_test(overwriting_one_half_of_a_wide_character_blanks_the_other),
		cmocka_unit_test(a_string_that_does_not_fit_ends_or_begins_with_an_ellipsis),
		cmocka_unit_test(words_wrap_whole_where_they_can_and_what_is_left_out_shows),
		cmocka_unit_test(a_cell_of_a_child_is_drawn_only_when_it_may_be),
		cmocka_unit_test(any_bytes_at_any_place_leave_no_half_and_nothing_undrawable),
		cmocka_unit_test(rectangles_never_leave_their_source),
		cmocka_unit_test(roles_can_be_read_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
