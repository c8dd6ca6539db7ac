/*
 * Specification of a pane that is attached behind a long history: it shows the screen as the supervisor drew it, until it
 * has read how that came about, and then the same screen with its history.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "ui/screens/pane.h"

#define ROWS 4
#define COLS 20
#define LINES 300

struct bench {
	struct pane pane;
	struct run_record run;
	struct text history;
	struct terminal *there; /* the supervisor's */
};

static void bench_open(struct bench *b)
{
	*b = (struct bench){ .there = terminal_new(ROWS, COLS, 1024 * 1024) };
	request_init(&b->run.request);
	b->run.n_children = 1;
	pane_init(&b->pane, &b->run, 0, 0);
	(void)pane_hear(&b->pane, &(struct viewer_event){ .kind = VIEWER_RESIZED, .rows = ROWS, .cols = COLS });
	for (int i = 0; i < LINES; i++)
		text_add_format(&b->history, "line %d\r\n", i);
	text_add_string(&b->history, "\033[?2004hthe end");
	terminal_feed(b->there, text_c(&b->history), b->history.len);
}

static void bench_close(struct bench *b)
{
	pane_clear(&b->pane);
	run_record_clear(&b->run);
	text_clear(&b->history);
	terminal_drop(&b->there);
}

static void later(struct bench *b, const char *bytes)
{
	text_add_string(&b->history, bytes);
	terminal_feed(b->there, bytes, strlen(bytes));
}

static void snapshot(struct bench *b)
{
	CLEARED(text) struct text bytes = { 0 };

	assert_true(terminal_redraw(b->there, 65536, &bytes));
	(void)(pane_hear(&b->pane, &(struct viewer_event){ .kind = VIEWER_SNAPSHOT, .bytes = text_c(&bytes), .len = bytes.len,
								 .rows = ROWS, .cols = COLS, .offset = b->history.len }));
}

static bool output(struct bench *b, size_t from, size_t to)
{
	return pane_hear(&b->pane, &(struct viewer_event){ .kind = VIEWER_OUTPUT, .bytes = text_c(&b->history) + from, .len = to - from });
}

static void assert_screen(const struct bench *b, const char *screen)
{
	CLEARED(text) struct text is = { 0 };

	terminal_print(b->pane.terminal, &is);
	assert_string_equal(text_c(&is), screen);
}

static void the_screen_stands_at_once_and_its_history_comes_behind_it(void **unused)
{
	struct bench b;

	(void)unused;
	bench_open(&b);
	snapshot(&b);
	assert_screen(&b, "line 297\nline 298\nline 299\nthe end");
	assert_true(terminal_bracketed_paste(b.pane.terminal));
	for (size_t at = 0; at < b.history.len - 1; at++) {
		assert_false(output(&b, at, at + 1));
		assert_screen(&b, "line 297\nline 298\nline 299\nthe end");
		assert_non_null(b.pane.reading);
	}
	assert_true(output(&b, b.history.len - 1, b.history.len));
	assert_null(b.pane.reading);
	assert_screen(&b, "line 297\nline 298\nline 299\nthe end");
	assert_int_equal(terminal_scrollback_lines(b.pane.terminal), LINES - ROWS + 1);
	bench_close(&b);
}

static void what_comes_in_one_piece_with_the_history_is_seen_too(void **unused)
{
	struct bench b;

	(void)unused;
	bench_open(&b);
	snapshot(&b);
	text_add_string(&b.history, "\r\nlater");
	assert_true(output(&b, 0, b.history.len));
	assert_null(b.pane.reading);
	assert_screen(&b, "line 298\nline 299\nthe end\nlater");
	bench_close(&b);
}

static void what_was_not_kept_counts_as_read(void **unused)
{
	struct bench b;

	(void)unused;
	bench_open(&b);
	snapshot(&b);
	(void)pane_hear(&b.pane, &(struct viewer_event){ .kind = VIEWER_SKIPPED, .skipped_bytes = b.history.len - 7 });
	assert_non_null(b.pane.reading);
	(void)output(&b, b.history.len - 7, b.history.len);
	assert_null(b.pane.reading);
	assert_screen(&b, "the end");
	bench_close(&b);
}

static void a_size_that_is_asked_for_meanwhile_is_shown_at_once(void **unused)
{
	struct bench b;

	(void)unused;
	bench_open(&b);
	snapshot(&b);
	b.pane.asked_rows = 2;
	b.pane.asked_cols = 30;
	pane_fit(&b.pane);
	assert_screen(&b, "line 299\nthe end");
	b.pane.typist = TYPIST_OTHER; /* then its size is not ours to choose */
	b.pane.asked_rows = 3;
	pane_fit(&b.pane);
	assert_int_equal(terminal_rows(b.pane.terminal), 2);
	(void)output(&b, 0, b.history.len);
	(void)pane_hear(&b.pane, &(struct viewer_event){ .kind = VIEWER_RESIZED, .rows = 2, .cols = 30 });
	assert_screen(&b, "line 299\nthe end");
	bench_close(&b);
}

static void looking_back_goes_on_at_the_same_lines(void **unused)
{
	struct bench b;

	(void)unused;
	bench_open(&b);
	snapshot(&b);
	pane_look_back(&b.pane, ROWS, false);
	look_move(&b.pane.look, MOVE_UP);
	look_select(&b.pane.look, SELECT_LINES);
	assert_int_equal(look_lines_back(&b.pane.look), 0);
	(void)output(&b, 0, b.history.len);
	assert_null(b.pane.reading);
	assert_true(b.pane.look.on);
	assert_int_equal(look_lines_back(&b.pane.look), 0);
	assert_int_equal(b.pane.look.cursor.line, LINES - 1);
	assert_int_equal(b.pane.look.selection.from.line, LINES - 1);
	look_move(&b.pane.look, MOVE_OLDEST);
	assert_int_equal(look_lines_back(&b.pane.look), LINES - ROWS + 1);
	bench_close(&b);
}

static void a_screen_that_is_drawn_anew_meanwhile_is_shown_and_more_is_read(void **unused)
{
	struct bench b;
	size_t first;

	(void)unused;
	bench_open(&b);
	(void)output(&b, 0, 1000); /* it was there from the start */
	snapshot(&b);
	assert_screen(&b, "line 297\nline 298\nline 299\nthe end");
	first = b.history.len;
	later(&b, "\r\nlater");
	snapshot(&b);
	assert_screen(&b, "line 298\nline 299\nthe end\nlater");
	(void)output(&b, 1000, first);
	assert_non_null(b.pane.reading);
	(void)output(&b, first, b.history.len);
	assert_null(b.pane.reading);
	assert_screen(&b, "line 298\nline 299\nthe end\nlater");
	assert_int_equal(terminal_scrollback_lines(b.pane.terminal), LINES - ROWS + 2);
	bench_close(&b);
}

static void a_screen_that_was_read_already_is_not_drawn_again(void **unused)
{
	struct bench b;

	(void)unused;
	bench_open(&b);
	(void)output(&b, 0, b.history.len);
	snapshot(&b);
	assert_null(b.pane.reading);
	bench_close(&b);
}

static void a_screen_that_is_drawn_anew_does_not_disturb_looking_back(void **unused)
{
	struct bench b;

	(void)unused;
	bench_open(&b);
	(void)output(&b, 0, 1000);
	pane_look_back(&b.pane, ROWS, false);
	look_move(&b.pane.look, MOVE_OLDEST);
	snapshot(&b);
	assert_null(b.pane.reading);
	assert_true(b.pane.look.on);
	assert_int_equal(b.pane.look.cursor.line, 0);
	(void)output(&b, 1000, b.history.len);
	assert_int_equal(b.pane.look.cursor.line, 0);
	assert_screen(&b, "line 297\nline 298\nline 299\nthe end");
	bench_close(&b);
}

static void when_the_supervisor_goes_first_the_later_screen_stays(void **unused)
{
	struct bench b;

	(void)unused;
	bench_open(&b);
	snapshot(&b);
	(void)output(&b, 0, 100);
	assert_true(pane_hear(&b.pane, &(struct viewer_event){ .kind = VIEWER_SEALED }));
	assert_null(b.pane.reading);
	assert_screen(&b, "line 297\nline 298\nline 299\nthe end");
	bench_close(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_screen_stands_at_once_and_its_history_comes_behind_it),
		cmocka_unit_test(what_comes_in_one_piece_with_the_history_is_seen_too),
		cmocka_unit_test(what_was_not_kept_counts_as_read),
		cmocka_unit_test(a_size_that_is_asked_for_meanwhile_is_shown_at_once),
		cmocka_unit_test(looking_back_goes_on_at_the_same_lines),
		cmocka_unit_test(a_screen_that_is_drawn_anew_meanwhile_is_shown_and_more_is_read),
		cmocka_unit_test(a_screen_that_was_read_already_is_not_drawn_again),
		cmocka_unit_test(a_screen_that_is_drawn_anew_does_not_disturb_looking_back),
		cmocka_unit_test(when_the_supervisor_goes_first_the_later_screen_stays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
