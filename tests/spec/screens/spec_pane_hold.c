/* Specification of pane_hold: a frame a child wants shown at once is not shown in part, in any chunking, nor held for long. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/owned.h"
#include "ui/screens/pane_hold.h"

#define BEGIN "\033[?2026h"
#define END "\033[?2026l"

struct bench { struct terminal *terminal; struct pane_hold hold; };

static void bench_open(struct bench *b)
{
	*b = (struct bench){ .terminal = terminal_new(2, 8, 0) };
}

static void bench_close(struct bench *b)
{
	hold_drop(&b->hold);
	terminal_drop(&b->terminal);
}

static bool feed(struct bench *b, const char *bytes)
{
	return hold_feed(&b->hold, b->terminal, bytes, strlen(bytes));
}

static void assert_shown(const struct bench *b, const char *first)
{
	struct cell cell;

	for (int col = 0; first[col]; col++) {
		hold_cell(&b->hold, b->terminal, 0, col, &cell);
		assert_int_equal(cell.codepoint ? cell.codepoint : ' ', first[col]);
	}
}

static void the_frame_before_is_shown_until_the_new_one_is_whole(void **unused)
{
	static const struct { const char *fed[4]; const char *shown[4]; } cases[] = {
		{ { "old", BEGIN "\rnew", "er", END }, { "old  ", "old  ", "old  ", "newer" } },
		{ { "old\033[?20", "26h\rnew", "er", END }, { "old  ", "new  ", "new  ", "newer" } },
		{ { "a" BEGIN "b", "c", END "d", BEGIN "\rxxxx" }, { "a   ", "a   ", "abcd", "abcd" } },
		{ { BEGIN "1" END BEGIN "2", "3", END BEGIN "4", END }, { "1   ", "1   ", "123 ", "1234" } },
		{ { BEGIN "1", BEGIN "2", BEGIN "3", END }, { "    ", "    ", "    ", "123 " } },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct bench b;

		bench_open(&b);
		for (size_t step = 0; step < COUNT_OF(cases[i].fed); step++) {
			(void)feed(&b, cases[i].fed[step]);
			assert_shown(&b, cases[i].shown[step]);
		}
		bench_close(&b);
	}
}

static void it_says_whether_what_is_shown_may_have_changed(void **unused)
{
	struct bench b;

	(void)unused;
	bench_open(&b);
	assert_true(feed(&b, "old"));
	assert_true(feed(&b, "er" BEGIN "new"));
	assert_false(feed(&b, "er"));
	assert_true(feed(&b, END));
	assert_true(feed(&b, "x"));
	bench_close(&b);
}

static void a_child_that_never_finishes_is_shown_after_a_while(void **unused)
{
	struct bench b;

	(void)unused;
	bench_open(&b);
	assert_false(hold_time(&b.hold, 1000));
	(void)feed(&b, "old" BEGIN "\rnew");
	assert_false(hold_time(&b.hold, 1000));
	assert_int_equal(b.hold.due_ms, 1000 + HOLD_MS);
	(void)feed(&b, "er");
	assert_false(hold_time(&b.hold, 1000 + HOLD_MS - 1));
	assert_shown(&b, "old  ");
	assert_true(hold_time(&b.hold, 1000 + HOLD_MS));
	assert_shown(&b, "newer");
	assert_true(feed(&b, "!"));
	assert_shown(&b, "newer!");
	bench_close(&b);
}

static void the_cursor_waits_too(void **unused)
{
	struct bench b;
	bool shown;
	int row, col;

	(void)unused;
	bench_open(&b);
	(void)feed(&b, "\033[4 qab" BEGIN "\033[?25l\033[2;5H\033[6 q");
	hold_cursor(&b.hold, b.terminal, &row, &col, &shown);
	assert_true(shown && row == 0 && col == 2);
	assert_int_equal(hold_cursor_style(&b.hold, b.terminal), 4);
	(void)feed(&b, END);
	hold_cursor(&b.hold, b.terminal, &row, &col, &shown);
	assert_false(shown);
	assert_int_equal(hold_cursor_style(&b.hold, b.terminal), 6);
	bench_close(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_frame_before_is_shown_until_the_new_one_is_whole),
		cmocka_unit_test(it_says_whether_what_is_shown_may_have_changed),
		cmocka_unit_test(a_child_that_never_finishes_is_shown_after_a_while),
		cmocka_unit_test(the_cursor_waits_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
