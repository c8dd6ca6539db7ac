/*
 * Specification of what a child is told about its terminal: constants and numbers of ours, bounded, and never a byte
 * that the child chose.
 */
#include "spec/terminal/screen_support.h"

static const struct {
	const char *says, *bytes, *reply;
} cases[] = {
	{ "DA1 is a VT220 with colour", "\033[c\033[0c", "\033[?62;22c\033[?62;22c" },
	{ "DECID is DA1", "\033Z", "\033[?62;22c" },
	{ "DA2 names no product", "\033[>c", "\033[>0;277;0c" },
	{ "DA3 is not answered", "\033[=c", "" },
	{ "a question with a number of its own is not answered", "\033[1c\033[>1q", "" },
	{ "DSR 5 is well", "\033[5n", "\033[0n" },
	{ "DSR 6 is the cursor, from one", "\033[3;5H\033[6n", "\033[3;5R" },
	{ "DSR ?6 is the same with a mark", "\033[3;5H\033[?6n", "\033[?3;5R" },
	{ "DSR 6 counts from the region in origin mode", "\033[2;4r\033[?6h\033[2;1H\033[6n", "\033[2;1R" },
	{ "other reports are not answered", "\033[7n\033[?15n\033[?996n\033[n", "" },
	{ "XTVERSION is our name", "\033[>0q\033[>q", "\033P>|bulkhead\033\\\033P>|bulkhead\033\\" },
	{ "the keyboard protocol is what is in force", "\033[?u\033[>31u\033[?u\033[<u\033[?u", "\033[?0u\033[?25u\033[?0u" },
	{ "modifyOtherKeys is what is in force", "\033[?4m\033[>4;2m\033[?4m\033[>4;9m\033[?4m\033[?1m", "\033[>4;0m\033[>4;2m\033[>4;2m" },
	{ "DECRQM knows what is set", "\033[?2004h\033[?2004$p", "\033[?2004;1$y" },
	{ "DECRQM knows what is not set", "\033[?2026$p\033[?1049$p\033[4$p", "\033[?2026;2$y\033[?1049;2$y\033[4;2$y" },
	{ "DECRQM knows the screen that is shown", "\033[?1049h\033[?1049$p\033[?47$p", "\033[?1049;1$y\033[?47;1$y" },
	{ "DECRQM says what is not offered", "\033[?69$p\033[?2031$p\033[?2027$p",
	  "\033[?69;0$y\033[?2031;0$y\033[?2027;0$y" },
	{ "DECRQM repeats no number it does not know", "\033[?31337$p\033[31337$p\033[?$p", "" },
	{ "one mouse mode ends another", "\033[?1000h\033[?1003h\033[?1000$p\033[?1003$p", "\033[?1000;2$y\033[?1003;1$y" },
	{ "OSC 10 and 11 are fixed colours", "\033]10;?\033\\\033]11;?\a",
	  "\033]10;rgb:e5e5/e5e5/e5e5\033\\\033]11;rgb:0000/0000/0000\033\\" },
	{ "OSC 10 may ask for both", "\033]10;?;?\a", "\033]10;rgb:e5e5/e5e5/e5e5\033\\\033]11;rgb:0000/0000/0000\033\\" },
	{ "OSC 4 is the usual palette", "\033]4;1;?;16;?;231;?;232;?\a",
	  "\033]4;1;rgb:cdcd/0000/0000\033\\\033]4;16;rgb:0000/0000/0000\033\\"
	  "\033]4;231;rgb:ffff/ffff/ffff\033\\\033]4;232;rgb:0808/0808/0808\033\\" },
	{ "OSC 4 has 256 colours", "\033]4;256;?\a\033]4;99999999999999999999;?\a\033]4;-1;?\a", "" },
	{ "setting a colour is not answered", "\033]10;#112233\a\033]4;1;#112233\a\033]11;rgb:11/22/33\a", "" },
	{ "nothing asks for the title, the selection or a file",
	  "\033]0;rm -rf\a\033[21t\033[20t\033]52;c;?\a\033P$qm\033\\\033P+q544e\033\\\033[14t\033[18t\033]l\a\005", "" },
};

static void every_question_gets_its_answer(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(5, 20, 0);
		char reply[TERMINAL_REPLIES_BYTES + 1];

		feed_in(t, cases[i].bytes, strlen(cases[i].bytes), 3);
		reply[terminal_take_replies(t, reply, TERMINAL_REPLIES_BYTES)] = '\0';
		if (strcmp(reply, cases[i].reply) != 0)
			fail_msg("rule broken: %s", cases[i].says);
	}
}

static void replies_are_taken_once_and_in_order(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(5, 20, 0);
	char reply[8];

	(void)state;
	terminal_feed(t, "\033[5n\033[6n", 8);
	assert_int_equal(terminal_take_replies(t, reply, 3), 3);
	assert_memory_equal(reply, "\033[0", 3);
	assert_int_equal(terminal_take_replies(t, reply, sizeof reply), 7);
	assert_memory_equal(reply, "n\033[1;1R", 7);
	assert_int_equal(terminal_take_replies(t, reply, sizeof reply), 0);
}

static void a_child_that_never_reads_fills_a_bounded_queue(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(5, 20, 0);
	char replies[TERMINAL_REPLIES_BYTES * 2];
	size_t len;

	(void)state;
	for (int i = 0; i < 5000; i++)
		terminal_feed(t, "\033[6n", 4);
	len = terminal_take_replies(t, replies, sizeof replies);
	assert_true(len <= TERMINAL_REPLIES_BYTES);
	assert_int_equal(replies[len - 1], 'R');
	terminal_feed(t, "\033[5n", 4);
	assert_int_equal(terminal_take_replies(t, replies, sizeof replies), 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_question_gets_its_answer),
		cmocka_unit_test(replies_are_taken_once_and_in_order),
		cmocka_unit_test(a_child_that_never_reads_fills_a_bounded_queue),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
