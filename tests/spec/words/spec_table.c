/*
 * Specification of tables: columns line up by what the eye sees, and nothing in a cell can move the cursor.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "ui/table.h"

static const struct table_column columns[] = { { "name", 8, false }, { "took", 0, true }, { "what", 0, false } };

static void prints(const char *const *cells, size_t count, const char *wanted)
{
	CLEARED(table) struct table table = { .columns = columns, .n_columns = 3 };
	CLEARED(text) struct text out = { 0 };

	for (size_t i = 0; i < count; i++)
		table_add(&table, cells[i]);
	table_print(&table, &out);
	assert_string_equal(text_c(&out), wanted);
}

static void words_stand_left_and_numbers_right(void **unused)
{
	(void)unused;
	prints((const char *const[]){ "a", "0:03", "x", "bcd", "1:02:03", "yy" }, 6,
	       "name     took  what\n"
	       "a        0:03  x\n"
	       "bcd   1:02:03  yy\n");
}

static void wide_letters_take_two_columns(void **unused)
{
	(void)unused;
	prints((const char *const[]){ "漢字", "1", "x", "ab", "2", "y" }, 6,
	       "name  took  what\n"
	       "漢字     1  x\n"
	       "ab       2  y\n");
}

static void a_long_cell_is_cut_with_an_ellipsis_by_columns(void **unused)
{
	(void)unused;
	prints((const char *const[]){ "abcdefghijkl", "1", "x", "漢字漢字漢", "2", "y" }, 6,
	       "name      took  what\n"
	       "abcdefg…     1  x\n"
	       "漢字漢…      2  y\n");
}

static void a_hostile_cell_becomes_visible_text_on_one_line(void **unused)
{
	(void)unused;
	prints((const char *const[]){ "a\033[2J", "\n", "\xff" }, 3,
	       "name    took  what\n"
	       "a^[[2J    ^J  \\xFF\n");
}

static void empty_cells_leave_no_trailing_spaces(void **unused)
{
	(void)unused;
	prints((const char *const[]){ "a", NULL, "", NULL, "1", NULL }, 6,
	       "name  took  what\n"
	       "a\n"
	       "         1\n");
	prints(NULL, 0, "name  took  what\n");
}

static void a_row_that_was_not_finished_is_not_printed(void **unused)
{
	(void)unused;
	prints((const char *const[]){ "a", "1" }, 2, "name  took  what\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_stand_left_and_numbers_right),
		cmocka_unit_test(wide_letters_take_two_columns),
		cmocka_unit_test(a_long_cell_is_cut_with_an_ellipsis_by_columns),
		cmocka_unit_test(a_hostile_cell_becomes_visible_text_on_one_line),
		cmocka_unit_test(empty_cells_leave_no_trailing_spaces),
		cmocka_unit_test(a_row_that_was_not_finished_is_not_printed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
