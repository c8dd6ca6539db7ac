/* Specification of field and choice: what an operator fills in, and how it is shown. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ui/tui/field.h"

static void type_bytes(struct field *f, const char *bytes)
{
	struct decoder d = { 0 };
	struct typed t;

	decoder_add(&d, bytes, strlen(bytes));
	while (decoder_next(&d, true, &t))
		(void)field_type(f, &t);
	decoder_clear(&d);
}

static void keys_edit_a_line(void **unused)
{
	static const struct { const char *says, *keys, *value; bool many_lines; } cases[] = {
		{ "letters come in order", "abc", "abc", false },
		{ "Backspace takes the character before the cursor", "abc\x7f", "ab", false },
		{ "Left moves before a letter", "ab\033[Dx", "axb", false },
		{ "Delete takes the character under the cursor", "ab\033[D\033[3~", "a", false },
		{ "a base and its marks are one character", "ae\xcc\x81\x7f", "a", false },
		{ "moving goes over a base and its marks at once", "e\xcc\x81" "b\033[D\033[Dx", "xe\xcc\x81" "b", false },
		{ "a wide character is one character", "日本\x7f", "日", false },
		{ "Home and End", "bc\033[Ha\033[Fd", "abcd", false },
		{ "Ctrl-W takes the word before", "one two\x17x", "one x", false },
		{ "Ctrl-U takes everything before, Ctrl-K everything behind", "abc\x15xyz\033[D\x0b", "xy", false },
		{ "Enter is not for a line", "a\rb", "ab", false },
		{ "Enter makes a line where there are many", "a\rb", "a\nb", true },
		{ "Up and Down keep the place in the line", "abc\rdef\033[Ax\033[By", "abcx\ndefy", true },
		{ "a paste loses its controls", "\033[200~a\x1b[31m\x07" "b\tc\033[201~", "a[31mb c", false },
		{ "a pasted newline becomes a blank in one line", "\033[200~a\nb\033[201~", "a b", false },
		{ "a pasted carriage return is a newline where there are many", "\033[200~a\r\nb\rc\033[201~", "a\nb\nc", true },
		{ "bad UTF-8 is left out", "\033[200~a\xff" "b\033[201~", "ab", false },
		{ "editing nothing is nothing", "\x7f\033[3~\x17\x15\033[D", "", false },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct field f = { .many_lines = cases[i].many_lines };

		type_bytes(&f, cases[i].keys);
		if (strcmp(field_value(&f), cases[i].value) != 0)
			fail_msg("rule broken: %s (\"%s\")", cases[i].says, field_value(&f));
		assert_true(utf8_valid(f.text.bytes ? f.text.bytes : "", f.text.len));
		field_clear(&f);
	}
}

static void a_full_field_takes_no_more(void **unused)
{
	struct field f = { .limit_bytes = 4 };

	(void)unused;
	type_bytes(&f, "abcde");
	assert_string_equal(field_value(&f), "abcd");
	assert_false(field_insert(&f, "日", 3));
	field_clear(&f);
}

static char *draw_line(const struct field *f, int cols, bool focused, int *ret_cursor)
{
	struct canvas c = { 0 };
	struct text out = { 0 };

	canvas_size(&c, 1, cols);
	field_draw(f, &c, canvas_rect(&c), focused, "a hint");
	*ret_cursor = c.cursor_shown ? c.cursor_col : -1;
	canvas_print(&c, &out);
	canvas_clear(&c);
	return text_take(&out);
}

static void a_long_line_scrolls_so_that_the_cursor_is_seen(void **unused)
{
	static const struct { const char *keys, *row; int cursor; bool focused; } cases[] = {
		{ "abc", "abc\n", 3, true }, { "abcdefgh", "efgh\n", 4, true }, { "abcdefgh\033[H", "abcde\n", 0, true },
		{ "日本語x", "語x\n", 3, true }, { "", "a hi…\n", 0, true }, { "abcdefgh", "abcd…\n", -1, false },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct field f = { 0 };
		OWNED_MEM char *row = NULL;
		int cursor;

		type_bytes(&f, cases[i].keys);
		row = draw_line(&f, 5, cases[i].focused, &cursor);
		assert_string_equal(row, cases[i].row);
		assert_int_equal(cursor, cases[i].cursor);
		field_clear(&f);
	}
}

static void many_lines_wrap_and_follow_the_cursor(void **unused)
{
	struct field f = { .many_lines = true };
	CLEARED(text) struct text out = { 0 };
	struct canvas c = { 0 };

	(void)unused;
	type_bytes(&f, "one two three\r\rfour");
	canvas_size(&c, 3, 10);
	field_draw_lines(&f, &c, canvas_rect(&c), true, NULL);
	canvas_print(&c, &out);
	assert_string_equal(text_c(&out), "three\n\nfour\n");
	assert_int_equal(c.cursor_row, 2);
	assert_int_equal(c.cursor_col, 4);
	assert_int_equal(field_rows(&f, 10), 4);
	canvas_clear(&c);
	field_clear(&f);
}

static void a_field_can_be_drawn_in_any_area(void **unused)
{
	struct field f = { .many_lines = true };

	(void)unused;
	type_bytes(&f, "日本語 and words\r\rmore 日");
	for (int rows = 1; rows < 5; rows++) {
		for (int cols = 1; cols < 9; cols++) {
			struct canvas c = { 0 };

			canvas_size(&c, rows, cols);
			field_draw_lines(&f, &c, canvas_rect(&c), true, "hint");
			field_draw(&f, &c, canvas_rect(&c), true, "hint");
			(void)field_rows(&f, cols);
			canvas_clear(&c);
		}
	}
	field_clear(&f);
}

static void the_chosen_word_is_marked_and_always_seen(void **unused)
{
	static const char *const words[] = { "none", "read-only", "workspace-write", NULL };
	static const struct { size_t chosen; int cols; const char *row; } cases[] = {
		{ 0, 40, "▸none   read-only   workspace-write\n" }, { 2, 40, " none   read-only  ▸workspace-write\n" },
		{ 2, 33, " none  read-only ▸workspace-write\n" }, { 2, 20, "…▸workspace-write\n" }, { 0, 12, "▸none …\n" },
		{ 0, 30, "▸none  read-only +1 more\n" }, { 1, 24, "…▸read-only +2 more\n" },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct choice choice = { words, cases[i].chosen };
		CLEARED(text) struct text out = { 0 };
		struct canvas c = { 0 };

		canvas_size(&c, 1, cases[i].cols);
		(void)choice_draw(&choice, &c, canvas_rect(&c), 0, 0, false, ROLE_STRONG);
		canvas_print(&c, &out);
		assert_string_equal(text_c(&out), cases[i].row);
		canvas_clear(&c);
	}
}

static void a_choice_stops_at_its_ends(void **unused)
{
	static const char *const words[] = { "a", "b", NULL };
	struct choice c = { words, 0 };

	(void)unused;
	assert_false(choice_move(&c, -1));
	assert_true(choice_move(&c, 1));
	assert_false(choice_move(&c, 1));
	assert_string_equal(choice_word(&c), "b");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_edit_a_line),
		cmocka_unit_test(a_full_field_takes_no_more),
		cmocka_unit_test(a_long_line_scrolls_so_that_the_cursor_is_seen),
		cmocka_unit_test(many_lines_wrap_and_follow_the_cursor),
		cmocka_unit_test(a_field_can_be_drawn_in_any_area),
		cmocka_unit_test(the_chosen_word_is_marked_and_always_seen),
		cmocka_unit_test(a_choice_stops_at_its_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
