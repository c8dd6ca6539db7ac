/*
 * Specification of the counts of runs and of the bars that show them: every run is in each count once, time has no gap
 * left out, and a bar is as long as its number.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "ui/chart.h"
#include "ui/run_statistics.h"

#define HOUR_MS 3600000ull
#define DAY_MS (24 * HOUR_MS)
#define MONDAY (20059 * DAY_MS) /* 2024-12-02; the specification runs in UTC */

static char words[][16] = { "codex", "shell", "/o/a", "/o/b", "no_projection", "child_failed" };

static struct run_row rows[] = {
	{ .adapter = words[0], .repository = words[2], .outcome = OUTCOME_DONE, .started_ms = MONDAY, .grant_known = true,
	  .git_write = GIT_WRITE_SHARED_REPOSITORY, .grant_used_known = true, .grant_used = true },
	{ .adapter = words[1], .repository = words[3], .outcome = OUTCOME_REFUSED, .reason = words[4], .started_ms = MONDAY + HOUR_MS,
	  .grant_known = true },
	{ .adapter = words[1], .repository = words[2], .outcome = OUTCOME_FAILED, .reason = words[5], .started_ms = MONDAY + 3 * HOUR_MS,
	  .grant_known = true },
	{ .outcome = OUTCOME_LOST },
};

static void print(const struct tallies *t, struct text *out)
{
	for (size_t i = 0; i < t->count; i++)
		text_add_format(out, "%s%s %zu", i > 0 ? ", " : "", t->items[i].name, t->items[i].runs);
}

static void every_run_is_counted_once_by_each_name(void **unused)
{
	const struct run_list list = { .rows = rows, .count = COUNT_OF(rows) };
	CLEARED(run_statistics) struct run_statistics s = { 0 };
	const struct { const struct tallies *tallies; const char *says; } counts[] = {
		{ &s.outcomes, "done 1, failed 1, lost 1, refused 1" }, { &s.refusals, "no_projection 1" },
		{ &s.grants, "none 2, granted and used 1, not recorded 1" }, { &s.adapters, "shell 2, codex 1, not recorded 1" },
		{ &s.repositories, "/o/a 2, /o/b 1, not recorded 1" },
	};

	(void)unused;
	(void)setenv("TZ", "UTC0", 1);
	run_statistics(&list, NULL, &s);
	assert_int_equal(s.runs, 4);
	assert_int_equal(s.without_time, 1);
	for (size_t i = 0; i < COUNT_OF(counts); i++) {
		CLEARED(text) struct text out = { 0 };

		print(counts[i].tallies, &out);
		assert_string_equal(text_c(&out), counts[i].says);
	}
}

static void a_filter_leaves_out_what_it_does_not_let_through(void **unused)
{
	const struct run_list list = { .rows = rows, .count = COUNT_OF(rows) };
	CLEARED(run_statistics) struct run_statistics s = { 0 };
	OWNED(run_filter) struct run_filter *filter = NULL;
	struct error err = { 0 };

	(void)unused;
	assert_true(run_filter_parse("agent:shell", &filter, &err));
	run_statistics(&list, filter, &s);
	assert_int_equal(s.runs, 2);
	assert_int_equal(s.without_time, 0);
}

/* Two runs so far apart: which unit is taken, and how many of it there are. */
static const struct { uint64_t apart_ms; enum period unit; size_t periods; } spans[] = {
	{ 0, PERIOD_HOUR, 1 }, { HOUR_MS - 1, PERIOD_HOUR, 1 }, { HOUR_MS, PERIOD_HOUR, 2 }, { 59 * HOUR_MS, PERIOD_HOUR, 60 },
	{ 60 * HOUR_MS, PERIOD_DAY, 3 }, { 59 * DAY_MS, PERIOD_DAY, 60 }, { 60 * DAY_MS, PERIOD_WEEK, 9 }, { 419 * DAY_MS, PERIOD_WEEK, 60 },
	{ 420 * DAY_MS, PERIOD_MONTH, 14 }, { 3650 * DAY_MS, PERIOD_YEAR, 11 },
};

static void time_is_counted_in_the_shortest_unit_that_needs_few_and_none_is_left_out(void **unused)
{
	(void)unused;
	(void)setenv("TZ", "UTC0", 1);
	for (size_t i = 0; i < COUNT_OF(spans); i++) {
		struct run_row two[] = { { .started_ms = MONDAY + spans[i].apart_ms }, { .started_ms = MONDAY } };
		const struct run_list list = { .rows = two, .count = 2 };
		CLEARED(run_statistics) struct run_statistics s = { 0 };
		size_t all = 0;

		run_statistics(&list, NULL, &s);
		for (size_t at = 0; at < s.n_over_time; at++) {
			all += s.over_time[at].runs;
			assert_true(at == 0 || s.over_time[at - 1].from_ms < s.over_time[at].from_ms);
		}
		if (s.unit != spans[i].unit || s.n_over_time != spans[i].periods || all != 2)
			fail_msg("%zu: %zu times a %s with %zu runs", i, s.n_over_time, period_word(s.unit), all);
	}
}

static void a_time_that_no_calendar_holds_is_survived(void **unused)
{
	struct run_row two[] = { { .started_ms = UINT64_MAX }, { .started_ms = 1 } };
	const struct run_list list = { .rows = two, .count = 2 };
	CLEARED(run_statistics) struct run_statistics s = { 0 };

	(void)unused;
	run_statistics(&list, NULL, &s);
	assert_int_equal(s.runs, 2);
	assert_true(s.n_over_time <= PERIODS_MOST);
}

static const struct { size_t n, most; int cols; bool ascii; const char *bar; } bars[] = {
	{ 0, 8, 4, false, "" }, { 8, 8, 4, false, "████" }, { 4, 8, 4, false, "██" }, { 1, 8, 1, false, "▏" }, { 3, 8, 1, false, "▍" },
	{ 1, 100000, 4, false, "▏" }, { 9, 8, 2, false, "██" }, { 5, 8, 2, false, "█▎" }, { 0, 0, 4, false, "" }, { 8, 8, 4, true, "####" },
	{ 1, 100, 4, true, "#" },
};

static void a_bar_is_as_long_as_its_number_and_never_nothing_for_something(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(bars); i++) {
		CLEARED(text) struct text out = { 0 };

		chart_bar(&out, bars[i].n, bars[i].most, bars[i].cols, bars[i].ascii);
		assert_string_equal(text_c(&out), bars[i].bar);
	}
	assert_string_equal(chart_cell(5, 8, 0, 1, false), "▅");
	assert_string_equal(chart_cell(5, 8, 1, 2, false), "▂");
	assert_string_equal(chart_cell(5, 8, 0, 2, true), "#");
	assert_string_equal(chart_cell(0, 8, 0, 2, false), " ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_run_is_counted_once_by_each_name),
		cmocka_unit_test(a_filter_leaves_out_what_it_does_not_let_through),
		cmocka_unit_test(time_is_counted_in_the_shortest_unit_that_needs_few_and_none_is_left_out),
		cmocka_unit_test(a_time_that_no_calendar_holds_is_survived),
		cmocka_unit_test(a_bar_is_as_long_as_its_number_and_never_nothing_for_something),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
