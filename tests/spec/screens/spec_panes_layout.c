/*
 * Specification of panes_layout: where panes stand, for every number of them in every size, and how sizes are changed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "ui/screens/panes_layout.h"

static const struct { int rows, cols; } sizes[] = {
	{ 1, 1 }, { 1, 500 }, { 200, 1 }, { 2, 2 }, { 5, 19 }, { 7, 38 }, { 8, 77 }, { 12, 76 }, { 20, 80 }, { 26, 100 }, { 46, 200 },
	{ 37, 137 }, { 60, 61 }, { 200, 500 }, { 200, 40 }, { 6, 500 },
};

static const size_t counts[] = { 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 16, 23, 32, 47, 48 };

static bool overlap(struct rect a, struct rect b)
{
	return a.row < b.row + b.rows && b.row < a.row + a.rows && a.col < b.col + b.cols && b.col < a.col + a.cols;
}

static bool inside(struct rect r, struct rect area)
{
	return r.row >= area.row && r.col >= area.col && r.row + r.rows <= area.row + area.rows && r.col + r.cols <= area.col + area.cols;
}

static void for_all(void (*check)(const struct arrangement *a, struct rect area, const struct layout_plan *plan))
{
	for (size_t size = 0; size < COUNT_OF(sizes); size++)
		for (size_t n = 0; n < COUNT_OF(counts); n++)
			for (int layout = 0; layout < 2 * LAYOUT_COUNT; layout++) {
				const struct arrangement a = { .layout = (enum panes_layout)(layout % LAYOUT_COUNT), .zoomed = layout >= LAYOUT_COUNT };
				struct rect area = { 2, 3, sizes[size].rows, sizes[size].cols };
				struct layout_plan plan;

				for (size_t focus = 0; focus < counts[n]; focus++) {
					layout_plan(&a, area, counts[n], focus, &plan);
					assert_int_not_equal(plan_rect(&plan, focus).rows, 0);
					check(&a, area, &plan);
				}
			}
}

static void check_apart(const struct arrangement *a, struct rect area, const struct layout_plan *plan)
{
	(void)a;
	assert_true(inside(plan->strip, area));
	for (size_t i = 0; i < plan->shown; i++) {
		assert_true(inside(plan->places[i], area));
		assert_false(overlap(plan->places[i], plan->strip));
		for (size_t other = 0; other < i; other++)
			assert_false(overlap(plan->places[i], plan->places[other]));
	}
}

static void no_place_covers_another_or_leaves_the_area(void **unused)
{
	(void)unused;
	for_all(check_apart);
}

/* Every cell is a place's, the strip's, or a divider's: one column between two places of one line. */
static void check_covered(const struct arrangement *a, struct rect area, const struct layout_plan *plan)
{
	long cells = (long)plan->strip.rows * plan->strip.cols;

	(void)a;
	for (size_t i = 0; i < plan->shown; i++)
		cells += (long)plan->places[i].rows * plan->places[i].cols;
	for (size_t i = 0; i + 1 < plan->shown; i++)
		if (plan->places[i].row == plan->places[i + 1].row) {
			assert_int_equal(plan->places[i].col + plan->places[i].cols + 1, plan->places[i + 1].col);
			cells += plan->places[i].rows;
		}
	assert_int_equal(cells, (long)area.rows * area.cols);
}

static void nothing_of_the_area_is_left_over(void **unused)
{
	(void)unused;
	for_all(check_covered);
}

static void check_readable(const struct arrangement *a, struct rect area, const struct layout_plan *plan)
{
	(void)a;
	if (plan->shown < 2)
		return;
	for (size_t i = 0; i < plan->shown; i++) {
		assert_true(plan->places[i].rows >= PLACE_ROWS_READABLE || plan->places[i].rows == plan->area.rows);
		assert_true(plan->places[i].cols >= PLACE_COLS_READABLE || plan->places[i].cols == area.cols);
	}
}

static void what_would_be_too_small_to_read_goes_to_another_page(void **unused)
{
	(void)unused;
	for_all(check_readable);
}

static void check_pages(const struct arrangement *a, struct rect area, const struct layout_plan *plan)
{
	size_t seen = 0, focus = 0;

	for (size_t page = 0; page < plan->pages; page++) {
		struct layout_plan other;

		layout_plan(a, area, plan->count, focus, &other);
		assert_int_equal(other.first, seen);
		assert_int_equal(other.page, page);
		assert_true(other.shown > 0);
		seen += other.shown;
		focus = seen;
	}
	assert_int_equal(seen, plan->count);
	assert_true(plan->strip.rows == (plan->shown < plan->count && area.rows > PLACE_ROWS_MIN ? 1 : 0));
}

static void every_pane_is_on_exactly_one_page_and_the_strip_says_so(void **unused)
{
	(void)unused;
	for_all(check_pages);
}

static void check_reach(const struct arrangement *a, struct rect area, const struct layout_plan *plan)
{
	static const enum direction all[] = { TO_LEFT, TO_RIGHT, TO_UP, TO_DOWN };
	bool reached[PLACES_MAX] = { [0] = true };
	bool more = true;

	if (plan->first > 0)
		return;
	while (more) {
		more = false;
		for (size_t i = 0; i < plan->count; i++)
			for (size_t d = 0; reached[i] && d < COUNT_OF(all); d++) {
				struct layout_plan here;
				size_t to;

				layout_plan(a, area, plan->count, i, &here);
				to = plan_towards(&here, i, all[d]);
				assert_true(to < plan->count);
				more |= !reached[to];
				reached[to] = true;
			}
	}
	for (size_t i = 0; i < plan->count; i++)
		assert_true(reached[i]);
}

static void arrows_lead_to_every_pane(void **unused)
{
	(void)unused;
	for (size_t size = 0; size < COUNT_OF(sizes); size++)
		for (int layout = 0; layout < LAYOUT_COUNT; layout++) {
			const struct arrangement a = { .layout = (enum panes_layout)layout };
			struct rect area = { 0, 0, sizes[size].rows, sizes[size].cols };
			struct layout_plan plan;

			layout_plan(&a, area, 11, 0, &plan);
			check_reach(&a, area, &plan);
		}
}

static void arrows_go_where_the_eye_does(void **unused)
{
	const struct arrangement a = { .layout = LAYOUT_TILE };
	struct layout_plan plan;

	(void)unused;
	layout_plan(&a, (struct rect){ 2, 0, 46, 200 }, 4, 0, &plan); /* 0 1 over 2 3 */
	assert_int_equal(plan.columns, 2);
	assert_int_equal(plan_towards(&plan, 0, TO_RIGHT), 1);
	assert_int_equal(plan_towards(&plan, 0, TO_DOWN), 2);
	assert_int_equal(plan_towards(&plan, 3, TO_LEFT), 2);
	assert_int_equal(plan_towards(&plan, 3, TO_UP), 1);
	assert_int_equal(plan_towards(&plan, 1, TO_RIGHT), 0);
	assert_int_equal(plan_towards(&plan, 1, TO_UP), 3);
}

static const struct { const char *says; enum panes_layout layout; int rows, cols; size_t count, shown; int columns; } shapes[] = {
	{ "two panes of a usual terminal stand side by side", LAYOUT_TILE, 20, 80, 2, 2, 2 },
	{ "four panes of a wide terminal are two by two", LAYOUT_TILE, 46, 200, 4, 4, 2 },
	{ "sixteen panes of a small terminal come in three pages", LAYOUT_TILE, 20, 80, 16, 6, 2 },
	{ "columns are side by side however low", LAYOUT_COLUMNS, 46, 200, 4, 4, 4 },
	{ "columns too narrow to read go to another page", LAYOUT_COLUMNS, 20, 80, 3, 2, 2 },
	{ "a stack has one column", LAYOUT_STACK, 46, 200, 4, 4, 1 },
	{ "full shows one", LAYOUT_FULL, 46, 200, 4, 1, 1 },
};

static void each_layout_has_its_shape(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(shapes); i++) {
		const struct arrangement a = { .layout = shapes[i].layout };
		struct layout_plan plan;

		layout_plan(&a, (struct rect){ 0, 0, shapes[i].rows, shapes[i].cols }, shapes[i].count, 0, &plan);
		if (plan.shown != shapes[i].shown || plan.columns != shapes[i].columns)
			fail_msg("%s: %zu are shown in %d columns", shapes[i].says, plan.shown, plan.columns);
	}
}

/* Any sequence of shifts, by a generator with a fixed seed. */
static uint32_t next(uint32_t *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 8;
}

static void no_shift_makes_a_place_smaller_than_the_least(void **unused)
{
	struct arrangement *a = mem_new(1, sizeof *a);
	uint32_t seed = 7;

	(void)unused;
	for (int step = 0; step < 20000; step++) {
		size_t count = counts[next(&seed) % COUNT_OF(counts)], focus = next(&seed) % count;
		size_t size = next(&seed) % COUNT_OF(sizes);
		struct rect area = { 0, 0, sizes[size].rows, sizes[size].cols };
		struct layout_plan plan;

		a->layout = (enum panes_layout)(next(&seed) % LAYOUT_COUNT);
		layout_plan(a, area, count, focus, &plan);
		(void)layout_shift(a, &plan, focus, next(&seed) & 1, (int)(next(&seed) % 301) - 150);
		layout_plan(a, area, count, focus, &plan);
		check_apart(a, area, &plan);
		check_covered(a, area, &plan);
		for (size_t i = 0; plan.shown > 1 && i < plan.shown; i++) {
			assert_true(plan.places[i].rows >= PLACE_ROWS_MIN || plan.places[i].rows == plan.area.rows);
			assert_true(plan.places[i].cols >= PLACE_COLS_MIN || plan.places[i].cols == area.cols);
		}
	}
	free(a);
}

static void a_line_goes_exactly_where_it_is_moved(void **unused)
{
	struct arrangement a = { .layout = LAYOUT_COLUMNS };
	struct rect area = { 0, 0, 46, 200 };
	struct layout_plan before, after;

	(void)unused;
	layout_plan(&a, area, 4, 0, &before);
	for (int by = 1; by < 20; by++) {
		assert_true(layout_shift(&a, &before, 1, false, 1));
		layout_plan(&a, area, 4, 0, &after);
		assert_int_equal(after.places[1].cols, before.places[1].cols + 1);
		assert_int_equal(after.places[2].cols, before.places[2].cols - 1);
		assert_int_equal(after.places[0].cols, before.places[0].cols);
		assert_int_equal(after.places[3].cols, before.places[3].cols);
		before = after;
	}
}

static void an_arrow_at_the_far_edge_moves_the_line_before_it(void **unused)
{
	struct arrangement a = { .layout = LAYOUT_STACK };
	struct rect area = { 0, 0, 40, 100 };
	struct layout_plan before, after;

	(void)unused;
	layout_plan(&a, area, 2, 1, &before);
	assert_true(layout_resize(&a, &before, 1, TO_DOWN, 3));
	layout_plan(&a, area, 2, 1, &after);
	assert_int_equal(after.places[0].rows, before.places[0].rows + 3);
	assert_false(layout_resize(&a, &after, 0, TO_LEFT, 3));
}

static void each_layout_keeps_its_own_sizes(void **unused)
{
	struct arrangement a = { .layout = LAYOUT_COLUMNS };
	struct rect area = { 0, 0, 46, 200 };
	struct layout_plan first, plan;

	(void)unused;
	layout_plan(&a, area, 2, 0, &plan);
	(void)layout_shift(&a, &plan, 0, false, 30);
	layout_plan(&a, area, 2, 0, &first);
	a.layout = LAYOUT_TILE;
	layout_plan(&a, area, 2, 0, &plan);
	assert_in_range(plan.places[0].cols, 99, 100);
	a.layout = LAYOUT_COLUMNS;
	layout_plan(&a, area, 2, 0, &plan);
	assert_memory_equal(&plan.places[0], &first.places[0], sizeof plan.places[0]);
	layout_even(&a);
	layout_plan(&a, area, 2, 0, &plan);
	assert_in_range(plan.places[0].cols, 99, 100);
}

static void sizes_keep_their_proportion_in_another_terminal(void **unused)
{
	struct arrangement a = { .layout = LAYOUT_COLUMNS };
	struct layout_plan plan;

	(void)unused;
	layout_plan(&a, (struct rect){ 0, 0, 46, 201 }, 2, 0, &plan);
	(void)layout_shift(&a, &plan, 0, false, 50);
	layout_plan(&a, (struct rect){ 0, 0, 46, 401 }, 2, 0, &plan);
	assert_in_range(plan.places[0].cols, 300, 320);
	layout_plan(&a, (struct rect){ 0, 0, 46, 201 }, 2, 0, &plan);
	assert_int_equal(plan.places[0].cols, 150);
}

static void a_point_belongs_to_one_place_or_one_line(void **unused)
{
	const struct arrangement a = { .layout = LAYOUT_TILE };
	struct layout_plan plan;

	(void)unused;
	layout_plan(&a, (struct rect){ 2, 0, 20, 80 }, 16, 0, &plan);
	for (int row = 0; row < 24; row++)
		for (int col = -1; col < 81; col++) {
			size_t place = plan_at(&plan, row, col), left = plan_divider_at(&plan, row, col);

			assert_true(place == PLACE_NONE || left == PLACE_NONE);
			if (row >= plan.area.row && row < plan.area.row + plan.area.rows && col >= 0 && col < 80)
				assert_true(place != PLACE_NONE || left != PLACE_NONE);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_place_covers_another_or_leaves_the_area),
		cmocka_unit_test(nothing_of_the_area_is_left_over),
		cmocka_unit_test(what_would_be_too_small_to_read_goes_to_another_page),
		cmocka_unit_test(every_pane_is_on_exactly_one_page_and_the_strip_says_so),
		cmocka_unit_test(arrows_lead_to_every_pane),
		cmocka_unit_test(arrows_go_where_the_eye_does),
		cmocka_unit_test(each_layout_has_its_shape),
		cmocka_unit_test(no_shift_makes_a_place_smaller_than_the_least),
		cmocka_unit_test(a_line_goes_exactly_where_it_is_moved),
		cmocka_unit_test(an_arrow_at_the_far_edge_moves_the_line_before_it),
		cmocka_unit_test(each_layout_keeps_its_own_sizes),
		cmocka_unit_test(sizes_keep_their_proportion_in_another_terminal),
		cmocka_unit_test(a_point_belongs_to_one_place_or_one_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
