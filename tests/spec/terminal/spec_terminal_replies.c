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
	{ "DA3 names no unit", "\033[=c\033[=1c", "\033P!|00000000\033\\" },
	{ "a question with a number of its own is not answered", "\033[1c\033[>1q", "" },
	{ "DSR 5 is well", "\033[5n", "\033[0n" },
	{ "DSR 6 is the cursor, from one", "\033[3;5H\033[6n", "\033[3;5R" },
	{ "DSR ?6 is the same with a mark", "\033[3;5H\033[?6n", "\033[?3;5R" },
	{ "DSR 6 counts from the region in origin mode", "\033[2;4r\033[?6h\033[2;1H\033[6n", "\033[2;1R" },
	{ "other reports are not answered", "\033[7n\033[?15n\033[?5n\033[996n\033[n", "" },
	{ "DSR ?996 is dark, as OSC 11 says", "\033[?996n", "\033[?997;1n" },
	{ "nothing is told of a scheme that does not change", "\033[?2031h\033[?2031$p\033[?2031l", "\033[?2031;1$y" },
	{ "XTVERSION is our name", "\033[>0q\033[>q", "\033P>|bulkhead\033\\\033P>|bulkhead\033\\" },
	{ "the keyboard protocol is what is in force", "\033[?u\033[>31u\033[?u\033[<u\033[?u", "\033[?0u\033[?25u\033[?0u" },
	{ "modifyOtherKeys is what is in force", "\033[?4m\033[>4;2m\033[?4m\033[>4;9m\033[?4m\033[?1m", "\033[>4;0m\033[>4;2m\033[>4;2m" },
	{ "DECRQM knows what is set", "\033[?2004h\033[?2004$p", "\033[?2004;1$y" },
	{ "DECRQM knows what is not set", "\033[?2026$p\033[?1049$p\033[4$p", "\033[?2026;2$y\033[?1049;2$y\033[4;2$y" },
	{ "DECRQM knows the screen that is shown", "\033[?1049h\033[?1049$p\033[?47$p", "\033[?1049;1$y\033[?47;1$y" },
	{ "DECRQM says what is not offered", "\033[?69$p\033[?1005$p\033[?1016$p\033[?3$p\033[?2048$p",
	  "\033[?69;0$y\033[?1005;0$y\033[?1016;0$y\033[?3;0$y\033[?2048;0$y" },
	{ "DECRQM says what is always so", "\033[?2027$p\033[?2027l\033[?2027$p", "\033[?2027;3$y\033[?2027;3$y" },
	{ "DECRQM knows the wheel's arrows", "\033[?1007$p\033[?1007l\033[?1007$p", "\033[?1007;1$y\033[?1007;2$y" },
	{ "DECRQM knows the cursor and the wrapping", "\033[?7$p\033[?45$p\033[?25l\033[?25$p\033[1 q\033[?12$p\033[2 q\033[?12$p",
	  "\033[?7;1$y\033[?45;2$y\033[?25;2$y\033[?12;1$y\033[?12;2$y" },
	{ "DECRQM knows the keypad", "\033=\033[?66$p\033>\033[?66$p\033[?66h\033[?66$p", "\033[?66;1$y\033[?66;2$y\033[?66;1$y" },
	{ "DECRQM knows what is turned round", "\033[?5h\033[?5$p\033[?6h\033[?6$p", "\033[?5;1$y\033[?6;1$y" },
	{ "DECRQM knows one encoding of the mouse", "\033[?9h\033[?9$p\033[?1015h\033[?1006h\033[?1015$p\033[?1006$p",
	  "\033[?9;1$y\033[?1015;2$y\033[?1006;1$y" },
	{ "DECRQM repeats no number it does not know", "\033[?31337$p\033[31337$p\033[?$p", "" },
	{ "one mouse mode ends another", "\033[?1000h\033[?1003h\033[?1000$p\033[?1003$p", "\033[?1000;2$y\033[?1003;1$y" },
	{ "OSC 10 and 11 are fixed colours", "\033]10;?\033\\\033]11;?\a",
	  "\033]10;rgb:e5e5/e5e5/e5e5\033\\\033]11;rgb:0000/0000/0000\033\\" },
	{ "OSC 10 may ask for what follows", "\033]10;?;?;?;?\a",
	  "\033]10;rgb:e5e5/e5e5/e5e5\033\\\033]11;rgb:0000/0000/0000\033\\\033]12;rgb:e5e5/e5e5/e5e5\033\\" },
	{ "OSC 11 and 12 may be asked alone", "\033]11;?;?\a\033]12;?\a",
	  "\033]11;rgb:0000/0000/0000\033\\\033]12;rgb:e5e5/e5e5/e5e5\033\\\033]12;rgb:e5e5/e5e5/e5e5\033\\" },
	{ "the sizes fit together", "\033[14t\033[16t\033[18t\033[19t", "\033[4;80;160t\033[6;16;8t\033[8;5;20t\033[9;5;20t" },
	{ "nothing else of the window is told or done", "\033[11t\033[13t\033[15t\033[20t\033[21t\033[22;0t\033[23;0t\033[t", "" },
	{ "no graphics are told of", "\033[?1;1;0S\033[?2;1;0S\033_Gi=1,a=q;AAAA\033\\", "" },
	{ "DECRQSS is our state", "\033[2;4r\033[1;31m\033[3 q\033P$qr\033\\\033P$qm\033\\\033P$q q\033\\",
	  "\033P1$r2;4r\033\\\033P1$r0;1;31m\033\\\033P1$r3 q\033\\" },
	{ "DECRQSS tells a cursor that blinks from one that does not",
	  "\033P$q q\033\\\033[q\033[0 q\033P$q q\033\\\033[6 q\033P$q q\033\\\033[?12h\033P$q q\033\\",
	  "\033P1$r2 q\033\\\033P1$r1 q\033\\\033P1$r6 q\033\\\033P1$r5 q\033\\" },
	{ "DECRQSS says every rendition", "\033[1;2;3;4:3;5;7;8;9;53;92;48;5;200;58;2;255;254;253m\033P$qm\033\\",
	  "\033P1$r0;1;2;3;4:3;5;7;8;9;53;92;48:5:200;58:2::255:254:253m\033\\" },
	{ "DECRQSS of all else is refused without its name", "\033P$q\"p\033\\\033P$qrm -rf\033\\\033P$q\033\\",
	  "\033P0$r\033\\\033P0$r\033\\\033P0$r\033\\" },
	{ "XTGETTCAP knows a few names", "\033P+q436f\033\\\033P+q5463;544E\033\\",
	  "\033P1+r436F=323536\033\\\033P1+r5463\033\\\033P1+r544E=787465726D2D323536636F6C6F72\033\\" },
	{ "XTGETTCAP of all else is refused without its name", "\033P+q726d;zz;4;;726d202d7266202f20202020\033\\\033P+q\033\\",
	  "\033P0+r\033\\\033P0+r\033\\\033P0+r\033\\\033P0+r\033\\\033P0+r\033\\" },
	{ "a question that is not ended is none", "\033P$qm\a\030\033P$qm\033[A", "" },
	{ "OSC 4 is the usual palette", "\033]4;1;?;16;?;231;?;232;?\a",
	  "\033]4;1;rgb:cdcd/0000/0000\033\\\033]4;16;rgb:0000/0000/0000\033\\"
	  "\033]4;231;rgb:ffff/ffff/ffff\033\\\033]4;232;rgb:0808/0808/0808\033\\" },
	{ "OSC 4 has 256 colours", "\033]4;256;?\a\033]4;99999999999999999999;?\a\033]4;-1;?\a", "" },
	{ "setting a colour is not answered", "\033]10;#112233\a\033]4;1;#112233\a\033]11;rgb:11/22/33\a", "" },
	{ "nothing asks for the title, the selection or a file",
	  "\033]0;rm -rf\a\033[21t\033[20t\033]52;c;?\a\033]52;;?\a\033]7;?\a\033]l\a\005\033[5i", "" },
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
