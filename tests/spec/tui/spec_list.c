/* Specification of list: a selection that stays inside and in sight. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ui/tui/list.h"

static void moves_keep_the_selection_inside_and_in_sight(void **unused)
{
	static const struct { const char *says; size_t count, page, from; enum action action; size_t selected, top; } cases[] = {
		{ "Up at the top stays", 5, 3, 0, ACTION_UP, 0, 0 },
		{ "Down goes on", 5, 3, 0, ACTION_DOWN, 1, 0 },
		{ "Down below the page scrolls", 5, 3, 2, ACTION_DOWN, 3, 1 },
		{ "Down at the end stays", 5, 3, 4, ACTION_DOWN, 4, 2 },
		{ "a page keeps one row in sight", 20, 5, 0, ACTION_PAGE_DOWN, 4, 0 },
		{ "a page stops at the end", 6, 5, 4, ACTION_PAGE_DOWN, 5, 1 },
		{ "a page up stops at the first", 20, 5, 2, ACTION_PAGE_UP, 0, 0 },
		{ "Last goes to the last", 20, 5, 0, ACTION_LAST, 19, 15 },
		{ "First goes to the first", 20, 5, 19, ACTION_FIRST, 0, 0 },
		{ "an empty list has nowhere to go", 0, 5, 0, ACTION_DOWN, 0, 0 },
		{ "a page of no rows moves by one", 5, 0, 0, ACTION_PAGE_DOWN, 1, 0 },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct list l = { 0 };

		list_count(&l, cases[i].count);
		list_select(&l, cases[i].from);
		l.top = list_top(&l, cases[i].page);
		assert_true(list_act(&l, cases[i].action, cases[i].page));
		if (l.selected != cases[i].selected || list_top(&l, cases[i].page) != cases[i].top)
			fail_msg("rule broken: %s (%zu at %zu)", cases[i].says, l.selected, list_top(&l, cases[i].page));
	}
}

static void what_is_not_a_move_is_left_to_the_screen(void **unused)
{
	struct list l = { 0 };

	(void)unused;
	list_count(&l, 3);
	assert_false(list_act(&l, ACTION_OPEN, 3));
}

static void a_shorter_list_takes_the_selection_along(void **unused)
{
	struct list l = { 0 };

	(void)unused;
	list_count(&l, 10);
	list_select(&l, 9);
	list_count(&l, 4);
	assert_int_equal(l.selected, 3);
	assert_int_equal(list_top(&l, 10), 0);
}

static void a_click_selects_the_row_that_is_there(void **unused)
{
	struct list l = { 0 };
	const struct rect area = { 4, 0, 3, 10 };

	(void)unused;
	list_count(&l, 10);
	list_select(&l, 5);
	assert_false(list_click(&l, area, 3));
	assert_false(list_click(&l, area, 7));
	assert_true(list_click(&l, area, 4));
	assert_int_equal(l.selected, 3);
}

static void where_one_is_is_said_when_not_all_fit(void **unused)
{
	CLEARED(text) struct text out = { 0 };
	struct canvas c = { 0 };
	struct list l = { 0 };

	(void)unused;
	list_count(&l, 18204);
	list_select(&l, 5);
	canvas_size(&c, 1, 20);
	list_position(&l, &c, canvas_rect(&c), 0, 10);
	canvas_print(&c, &out);
	assert_string_equal(text_c(&out), "         6 of 18,204\n");
	canvas_clear(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(moves_keep_the_selection_inside_and_in_sight),
		cmocka_unit_test(what_is_not_a_move_is_left_to_the_screen),
		cmocka_unit_test(a_shorter_list_takes_the_selection_along),
		cmocka_unit_test(a_click_selects_the_row_that_is_there),
		cmocka_unit_test(where_one_is_is_said_when_not_all_fit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
