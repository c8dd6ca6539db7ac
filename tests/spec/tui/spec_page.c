/* Specification of page: drawn whole, shown in part, and how much more there is is said and right. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/owned.h"
#include "ui/tui/page.h"

/* about is how many rows: "row 0", "row 1", … */
static struct rect rows_drawn(const void *about, struct canvas *c, struct rect area)
{
	const int *count = about;

	for (int i = 0; i < *count && area.rows > 0; i++) {
		(void)canvas_format(c, area, area.row, area.col, ROLE_TEXT, "row %d", i);
		area = rect_below(area, 1);
	}
	return area;
}

static void a_page_is_as_high_as_what_is_drawn(void **unused)
{
	static const int counts[] = { 0, 1, 63, 64, 65, 127, 128, 129, 1000, 4096, 8191 };
	struct page page = { 0 };

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(counts); i++) {
		page_make(&page, 12, PAGE_ROWS_MAX, rows_drawn, &counts[i]);
		assert_int_equal(page.rows, counts[i]);
		page_make(&page, 12, 20, rows_drawn, &counts[i]);
		assert_int_equal(page.rows, counts[i] < 20 ? counts[i] : 20);
	}
	page_clear(&page);
}

static void what_is_not_shown_is_counted(void **unused)
{
	static const struct { int count, first; const char *seen; } cases[] = {
		{ 3, 0, "row 0\nrow 1\nrow 2\n\n" }, { 4, 0, "row 0\nrow 1\nrow 2\nrow 3\n" },
		{ 5, 0, "row 0\nrow 1\nrow 2\n▾ 2 more lines: on\n" }, { 5, 1, "row 1\nrow 2\nrow 3\nrow 4\n" },
		{ 90, 80, "row 80\nrow 81\nrow 82\n▾ 7 more lines: on\n" }, { 90, 86, "row 86\nrow 87\nrow 88\nrow 89\n" },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct canvas c = { 0 };
		struct page page = { 0 };
		CLEARED(text) struct text out = { 0 };

		canvas_size(&c, 4, 30);
		page_make(&page, 30, PAGE_ROWS_MAX, rows_drawn, &cases[i].count);
		page_show(&page, cases[i].first, &c, canvas_rect(&c), "on");
		canvas_print(&c, &out);
		assert_string_equal(text_c(&out), cases[i].seen);
		page_clear(&page);
		canvas_clear(&c);
	}
}

static void moves_stay_inside(void **unused)
{
	static const struct { int from; enum action action; int to; } cases[] = {
		{ 0, ACTION_UP, 0 }, { 0, ACTION_DOWN, 1 }, { 96, ACTION_DOWN, 96 }, { 0, ACTION_PAGE_DOWN, 2 }, { 95, ACTION_PAGE_DOWN, 96 },
		{ 1, ACTION_PAGE_UP, 0 }, { 50, ACTION_FIRST, 0 }, { 50, ACTION_LAST, 96 }, { 500, ACTION_NONE, 96 }, { 500, ACTION_UP, 96 },
	};
	const int count = 100;
	struct page page = { 0 };

	(void)unused;
	page_make(&page, 12, PAGE_ROWS_MAX, rows_drawn, &count);
	assert_int_equal(page_last(&page, 4), 96);
	assert_int_equal(page_last(&page, 100), 0);
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(page_move(&page, cases[i].from, cases[i].action, 4), cases[i].to);
	page_clear(&page);
}

static void nothing_is_drawn_outside_the_area(void **unused)
{
	const int count = 100;
	struct page page = { 0 };

	(void)unused;
	page_make(&page, 40, PAGE_ROWS_MAX, rows_drawn, &count);
	for (int rows = 0; rows < 4; rows++) {
		struct canvas c = { 0 };

		canvas_size(&c, 6, 8);
		page_show(&page, 0, &c, (struct rect){ 1, 2, rows, 3 }, "on");
		for (int at = 0; at < 6 * 8; at++) {
			if (!rect_holds((struct rect){ 1, 2, rows, 3 }, at / 8, at % 8))
				assert_int_equal(canvas_at(&c, at / 8, at % 8)->cell.codepoint, canvas_at(&c, 0, 0)->cell.codepoint);
		}
		canvas_clear(&c);
	}
	page_clear(&page);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_page_is_as_high_as_what_is_drawn),
		cmocka_unit_test(what_is_not_shown_is_counted),
		cmocka_unit_test(moves_stay_inside),
		cmocka_unit_test(nothing_is_drawn_outside_the_area),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
