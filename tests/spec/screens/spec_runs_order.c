/*
 * Specification of the order of the Runs screen: sorted by a column, newest first within it, grouped under headings that
 * say how many runs they stand for.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "ui/screens/runs_order.h"

#define DAY_MS 86400000ull
#define NOON (20000 * DAY_MS + DAY_MS / 2) /* the specification runs in UTC */

static char names[][8] = { "/a", "/b", "codex", "shell" };

/* Newest first, as a list is. */
static struct run_row rows[] = {
	{ .repository = names[1], .adapter = names[3], .outcome = OUTCOME_FAILED, .started_ms = NOON + DAY_MS },
	{ .repository = names[0], .adapter = names[2], .outcome = OUTCOME_DONE, .started_ms = NOON + 3 },
	{ .repository = names[1], .adapter = names[2], .outcome = OUTCOME_DONE, .started_ms = NOON + 2, .alerts = 1 },
	{ .repository = names[0], .adapter = names[3], .outcome = OUTCOME_REFUSED, .started_ms = NOON + 1 },
	{ .outcome = OUTCOME_LOST },
};

/* A digit is a run, [n] a heading of n. */
static const struct { enum runs_sort sort; enum runs_group group; const char *filter, *lines; } orders[] = {
	{ RUNS_SORT_WHEN, RUNS_GROUP_NONE, NULL, "01234" },
	{ RUNS_SORT_REPOSITORY, RUNS_GROUP_NONE, NULL, "41302" },
	{ RUNS_SORT_ADAPTER, RUNS_GROUP_NONE, NULL, "41203" },
	{ RUNS_SORT_OUTCOME, RUNS_GROUP_NONE, NULL, "12043" },
	{ RUNS_SORT_ALERTS, RUNS_GROUP_NONE, NULL, "20134" },
	{ RUNS_SORT_WHEN, RUNS_GROUP_REPOSITORY, NULL, "[1]4[2]13[2]02" },
	{ RUNS_SORT_OUTCOME, RUNS_GROUP_REPOSITORY, NULL, "[1]4[2]13[2]20" },
	{ RUNS_SORT_WHEN, RUNS_GROUP_DAY, NULL, "[1]0[3]123[1]4" },
	{ RUNS_SORT_ADAPTER, RUNS_GROUP_DAY, "outcome:done", "[2]12" },
	{ RUNS_SORT_WHEN, RUNS_GROUP_DAY, "nothing", "" },
};

static void lines_stand_in_the_order_that_was_asked_for(void **unused)
{
	const struct run_list list = { .rows = rows, .count = COUNT_OF(rows) };
	CLEARED(runs_lines) struct runs_lines lines = { 0 };

	(void)unused;
	(void)setenv("TZ", "UTC0", 1);
	for (size_t i = 0; i < COUNT_OF(orders); i++) {
		OWNED(run_filter) struct run_filter *filter = NULL;
		CLEARED(text) struct text seen = { 0 };
		struct error err = { 0 };

		assert_true(run_filter_parse(orders[i].filter ? orders[i].filter : "", &filter, &err));
		runs_arrange(&list, filter, orders[i].sort, orders[i].group, &lines);
		for (size_t at = 0; at < lines.count; at++)
			text_add_format(&seen, lines.items[at].heading ? "[%zu]" : "%zu",
					lines.items[at].heading ? lines.items[at].heading : (size_t)(lines.items[at].row - rows));
		if (strcmp(text_c(&seen), orders[i].lines) != 0)
			fail_msg("%s, %s: %s and not %s", runs_sort_word(orders[i].sort), runs_group_word(orders[i].group), text_c(&seen),
				 orders[i].lines);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(lines_stand_in_the_order_that_was_asked_for) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
