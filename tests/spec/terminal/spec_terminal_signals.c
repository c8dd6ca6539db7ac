/*
 * Specification of what a child says about itself besides its cells: counted, sanitized, bounded, and never drawn.
 */
#include "core/base/sanitize.h"
#include "spec/terminal/screen_support.h"

static const struct {
	const char *says, *bytes;
	struct terminal_signals signals;
} cases[] = {
	{ "silence", "x", { .notice = "", .mark_status = -1, .percent = -1 } },
	{ "a bell, but not the end of a title", "\a\033]0;t\a\a", { .bells = 2, .titles = 1, .notice = "", .mark_status = -1, .percent = -1 } },
	{ "OSC 9", "\033]9;Approval needed\a", { .notices = 1, .notice = "Approval needed", .mark_status = -1, .percent = -1 } },
	{ "an empty OSC 9 says nothing", "\033]9;\a\033]9\a", { .notice = "", .mark_status = -1, .percent = -1 } },
	{ "a notice cannot be a sequence", "\033]9;a\xc2\x9b" "31m\xe2\x80\xae\a",
	  { .notices = 1, .notice = "a<U+009B>31m<U+202E>", .mark_status = -1, .percent = -1 } },
	{ "OSC 9 that begins with a number of its own", "\033]9;9;C:/x\a\033]9;1;100\a\033]9;12\a",
	  { .notice = "", .mark_status = -1, .percent = -1 } },
	{ "OSC 9 that begins with another number", "\033]9;42;is it\a", { .notices = 1, .notice = "42;is it", .mark_status = -1, .percent = -1 } },
	{ "progress", "\033]9;4;1;42\a", { .notice = "", .mark_status = -1, .progress = PROGRESS_KNOWN, .percent = 42 } },
	{ "progress that failed", "\033]9;4;1;42\a\033]9;4;2;50\a",
	  { .notice = "", .mark_status = -1, .progress = PROGRESS_FAILED, .percent = 50 } },
	{ "progress without an end", "\033]9;4;3;7\a", { .notice = "", .mark_status = -1, .progress = PROGRESS_UNKNOWN, .percent = -1 } },
	{ "progress beyond its end", "\033]9;4;1;101\a", { .notice = "", .mark_status = -1, .progress = PROGRESS_KNOWN, .percent = -1 } },
	{ "progress is taken back", "\033]9;4;1;42\a\033]9;4;0\a", { .notice = "", .mark_status = -1, .percent = -1 } },
	{ "progress of another kind", "\033]9;4;9;1\a\033]9;4;x\a", { .notice = "", .mark_status = -1, .percent = -1 } },
	{ "a full reset takes progress back", "\033]9;4;1;42\a\033c", { .notice = "", .mark_status = -1, .percent = -1 } },
	{ "777 notify", "\033]777;notify;Build;done; all green\033\\",
	  { .notices = 1, .notice = "Build: done; all green", .mark_status = -1, .percent = -1 } },
	{ "777 with one half", "\033]777;notify;Build\a", { .notices = 1, .notice = "Build", .mark_status = -1, .percent = -1 } },
	{ "777 of another kind", "\033]777;precmd\a\033]777;open;x\a", { .notice = "", .mark_status = -1, .percent = -1 } },
	{ "99", "\033]99;;hello; you\a", { .notices = 1, .notice = "hello; you", .mark_status = -1, .percent = -1 } },
	{ "99 in pieces", "\033]99;i=1:d=0:p=title;Claude\a\033]99;i=1:p=body;waits\a",
	  { .notices = 1, .notice = "Claude: waits", .mark_status = -1, .percent = -1 } },
	{ "99 that ends with an act", "\033]99;i=1:d=0;Claude\a\033]99;i=1:d=1:a=focus;\a",
	  { .notices = 1, .notice = "Claude", .mark_status = -1, .percent = -1 } },
	{ "99 that asks or closes", "\033]99;i=1:p=?;\a\033]99;i=1:p=close;\a", { .notice = "", .mark_status = -1, .percent = -1 } },
	{ "99 in code", "\033]99;e=1;aGVsbG8=\a", { .notices = 1, .notice = "", .mark_status = -1, .percent = -1 } },
	{ "the prompt", "\033]133;A\a$ \033]133;B\a", { .notice = "", .marks = 2, .mark = 'B', .mark_status = -1, .percent = -1 } },
	{ "a command that failed", "\033]133;C;x\a\033]133;D;127\a", { .notice = "", .marks = 2, .mark = 'D', .mark_status = 127, .percent = -1 } },
	{ "an end without a number", "\033]133;D;0\a\033]133;D\a", { .notice = "", .marks = 2, .mark = 'D', .mark_status = -1, .percent = -1 } },
	{ "a number that is none", "\033]133;D;9999\a\033]133;D;-1;aid=3\a",
	  { .notice = "", .marks = 2, .mark = 'D', .mark_status = -1, .percent = -1 } },
	{ "a number belongs to an end only", "\033]133;C;5\a", { .notice = "", .marks = 1, .mark = 'C', .mark_status = -1, .percent = -1 } },
	{ "the next prompt forgets the number", "\033]133;D;1\a\033]133;A;k=i\a",
	  { .notice = "", .marks = 2, .mark = 'A', .mark_status = -1, .percent = -1 } },
	{ "a mark of another kind", "\033]133;P;k=i\a\033]133;AB\a\033]133;\a", { .notice = "", .mark_status = -1, .percent = -1 } },
	{ "titles are counted", "\033]2;a\a\033]0;a\033\\\033]1;icon\a", { .titles = 2, .notice = "", .mark_status = -1, .percent = -1 } },
};

static bool signals_same(const struct terminal_signals *a, const struct terminal_signals *b)
{
	return a->bells == b->bells && a->notices == b->notices && a->titles == b->titles && a->marks == b->marks &&
	       !strcmp(a->notice, b->notice) && a->mark == b->mark && a->mark_status == b->mark_status && a->progress == b->progress &&
	       a->percent == b->percent;
}

static void every_signal_is_kept_and_nothing_is_drawn(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(5, 20, 0);
		CLEARED(text) struct text screen = { 0 };
		struct terminal_signals got;
		char replies[64];

		feed_in(t, cases[i].bytes, strlen(cases[i].bytes), 3);
		terminal_signals(t, &got);
		if (!signals_same(&got, &cases[i].signals))
			fail_msg("%s: \"%s\"", cases[i].says, got.notice);
		assert_int_equal(terminal_take_replies(t, replies, sizeof replies), 0);
		terminal_print(t, &screen);
		assert_true(screen.len <= 2);
	}
}

/* Pieces that never end, in characters of several bytes and in what becomes longer when it is made visible. */
static void a_notice_is_bounded(void **state)
{
	static const char *const said[] = { "ab\xe6\x97\xa5", "\xe6\x97\xa5", "\xc2\x9b", "\xff", ";" };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(said); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(5, 20, 0);
		struct terminal_signals got;

		for (int piece = 0; piece < 200; piece++) {
			terminal_feed(t, "\033]99;d=0;", 9);
			for (int times = 0; times < 20; times++)
				terminal_feed(t, said[i], strlen(said[i]));
			terminal_feed(t, "\a", 1);
		}
		terminal_signals(t, &got);
		assert_true(strlen(got.notice) <= TERMINAL_NOTICE_BYTES);
		assert_true(strlen(got.notice) > TERMINAL_NOTICE_BYTES - 8);
		assert_true(sanitize_is_clean(got.notice, strlen(got.notice)));
		assert_int_equal(got.notices, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_signal_is_kept_and_nothing_is_drawn),
		cmocka_unit_test(a_notice_is_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
