/*
 * Specification of what a child cannot say through its terminal: nothing but cells comes out to the operator, and what
 * comes back to the child's own input never holds a byte that the child chose. Each sequence carries a mark that must
 * be in no cell and in no reply, neither as it is nor in hexadecimal.
 */
#include <ctype.h>

#include "core/base/sanitize.h"
#include "spec/terminal/screen_support.h"

#define MARK "rmrf"
#define MARK_HEX "726d7266"

static const struct {
	const char *says, *bytes;
} leaks[] = {
	{ "OSC 0 title", "\033]0;" MARK "\a" }, { "OSC 1 icon", "\033]1;" MARK "\a" }, { "OSC 2 title", "\033]2;" MARK "\033\\" },
	{ "OSC 3 property", "\033]3;" MARK "=" MARK "\a" }, { "OSC l and L", "\033]l" MARK "\033\\\033]L" MARK "\033\\" },
	{ "OSC 4 palette", "\033]4;1;#ff0000;2;" MARK "\a" }, { "OSC 4 query", "\033]4;7;?;" MARK ";?\a\033]4;1;?" MARK "\a" },
	{ "OSC 5 query", "\033]5;0;?" MARK "\a" }, { "OSC 7 directory", "\033]7;file://" MARK "/" MARK "\a" },
	{ "OSC 9 notice", "\033]9;" MARK "\a" }, { "OSC 9;4 progress", "\033]9;4;1;" MARK "\a" },
	{ "OSC 10 to 19 set", "\033]10;" MARK "\a\033]11;" MARK "\a\033]12;" MARK "\a\033]17;" MARK "\a\033]19;" MARK "\a" },
	{ "OSC 10 query", "\033]10;?;" MARK "\a\033]11;?" MARK "\a\033]12;?\a" }, { "OSC 50 font", "\033]50;" MARK "\a\033]50;?" MARK "\a" },
	{ "OSC 52 write", "\033]52;c;cm1yZg==\a\033]52;c;" MARK "\a" }, { "OSC 52 read", "\033]52;c;?\a\033]52;" MARK ";?\033\\" },
	{ "OSC 60, 61 queries", "\033]60;" MARK "\a\033]61;" MARK "\a" }, { "OSC 99 notice", "\033]99;i=" MARK ":p=?;" MARK "\a" },
	{ "OSC 99 query", "\033]99;i=" MARK ":p=alive;\a" }, { "OSC 104 and 110 to 112", "\033]104;" MARK "\a\033]110\a\033]112;" MARK "\a" },
	{ "OSC 133 mark", "\033]133;A;" MARK "\a\033]133;D;" MARK "\a" }, { "OSC 633 mark", "\033]633;E;" MARK "\a" },
	{ "OSC 777 notice", "\033]777;notify;" MARK ";" MARK "\a" }, { "OSC 777 of another kind", "\033]777;" MARK "\a" },
	{ "OSC 1337 file", "\033]1337;File=name=" MARK ":" MARK "\a" }, { "OSC 1337 report", "\033]1337;ReportVariable=" MARK "\a" },
	{ "OSC 5522 clipboard", "\033]5522;type=read;" MARK "\a" }, { "OSC of a number beyond all", "\033]99999999999999999999;" MARK "\a" },
	{ "OSC 21 colours", "\033]21;foreground=?;" MARK "=?\a" }, { "OSC 22 pointer", "\033]22;?" MARK "\a" },
	{ "DCS for tmux", "\033Ptmux;\033\033]52;c;" MARK "\a\033\\" }, { "DCS for screen", "\033P\033]0;" MARK "\a\033\\" },
	{ "DCS $q", "\033P$q" MARK "\033\\\033P$qm" MARK "\033\\\033P$q\"p\033\\" },
	{ "DCS +q", "\033P+q" MARK_HEX "\033\\\033P+q544e" MARK_HEX ";544e;" MARK "\033\\" },
	{ "DCS +p", "\033P+p" MARK_HEX "\033\\" }, { "DCS sixel", "\033Pq#0;2;0;0;0" MARK "\033\\" },
	{ "DCS keys", "\033P0;1|17/" MARK_HEX "\033\\" }, { "DCS $t", "\033P1$t" MARK "\033\\" },
	{ "DCS synchronized", "\033P=1s" MARK "\033\\" }, { "APC", "\033_" MARK "\033\\" },
	{ "APC graphics", "\033_Gi=1,a=q,s=1,v=1;" MARK "\033\\" }, { "PM", "\033^" MARK "\033\\" }, { "SOS", "\033X" MARK "\033\\" },
	{ "ESC k of screen", "\033k\033\\" }, { "ENQ", "\005" }, { "BEL", "\a" },
	{ "the printer", "\033[5i\033[4i\033[?5i\033[?4i\033[i" }, { "the window", "\033[1t\033[2t\033[3;9;9t\033[4;9;9t\033[5t\033[8;1;1t\033[9;1t" },
	{ "the title reported", "\033]0;" MARK "\a\033[21t\033[20t" }, { "the title kept", "\033]0;" MARK "\a\033[22t\033[23t\033[>2t" },
	{ "the checksum of a rectangle", "\033[1;1;1;1;1;1*y" }, { "the locator", "\033[1'z\033['|" }, { "a macro", "\033[1*z" },
	{ "DECRQM of any number", "\033[?7266$p\033[7266$p" }, { "DA and reports with numbers", "\033[7266c\033[>7266c\033[=7266c\033[7266n\033[?7266n" },
	{ "XTVERSION with a number", "\033[>7266q" }, { "XTMODKEYS with numbers", "\033[>4;7266m\033[?7266m" },
	{ "the keyboard with numbers", "\033[>7266u\033[=7266;7266u\033[?u\033[<7266u" }, { "the modes of the mouse", "\033[?1003;1006;1004h" },
	{ "modes of the screen", "\033[?1049h\033[?5h\033[?3h" }, { "the cursor's shape", "\033[5 q" }, { "media and LEDs", "\033[1q\033[2\"q" },
	{ "C1 in UTF-8", "\xc2\x9b" "5n\r\xc2\x9d" "0;t\r\xc2\x90q\r\xc2\x9f" "a\r\033[2K" },
	{ "controls in a title", "\033]0;\xc2\x9b" "31m\xe2\x80\xae\b\n\a" },
};

static bool holds(const char *bytes, const char *mark)
{
	CLEARED(text) struct text lower = { 0 };

	for (; *bytes; bytes++)
		text_add_byte(&lower, (char)tolower((unsigned char)*bytes));
	return strstr(text_c(&lower), mark) != NULL;
}

static void must_be_harmless(const char *says, struct terminal *t)
{
	CLEARED(text) struct text screen = { 0 };
	char replies[TERMINAL_REPLIES_BYTES + 1];
	struct terminal_signals s;

	terminal_feed(t, "x", 1);
	terminal_print(t, &screen);
	replies[terminal_take_replies(t, replies, TERMINAL_REPLIES_BYTES)] = '\0';
	terminal_signals(t, &s);
	if (strcmp(text_c(&screen), "x") != 0)
		fail_msg("%s: \"%s\" is on the screen", says, text_c(&screen));
	if (holds(replies, MARK) || holds(replies, MARK_HEX) || holds(replies, "7266"))
		fail_msg("%s: \"%s\" is typed into the child", says, replies + 1);
	for (const char *at = replies; *at; at++)
		assert_true(*at == '\033' || (*at >= ' ' && *at <= '~'));
	assert_true(sanitize_is_clean(terminal_title(t), strlen(terminal_title(t))));
	assert_true(sanitize_is_clean(s.notice, strlen(s.notice)));
}

static void nothing_but_cells_comes_out(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(leaks); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(4, 20, 1 << 16);

		feed_in(t, leaks[i].bytes, strlen(leaks[i].bytes), 1000);
		must_be_harmless(leaks[i].says, t);
	}
}

/* A string that nobody ends, then what is not its end. */
static void a_string_without_an_end_gives_nothing_away(void **state)
{
	static const char *const ends[] = { "\030", "\032", "\033[m", "\033\033[m", "\033]0;t\a" };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(leaks); i++) {
		for (size_t cut = 2; cut < strlen(leaks[i].bytes); cut++) {
			OWNED(terminal) struct terminal *t = terminal_new(4, 20, 1 << 16);
			CLEARED(text) struct text screen = { 0 };
			char replies[TERMINAL_REPLIES_BYTES + 1];

			terminal_feed(t, leaks[i].bytes, cut);
			terminal_feed(t, ends[cut % COUNT_OF(ends)], strlen(ends[cut % COUNT_OF(ends)]));
			terminal_print(t, &screen);
			replies[terminal_take_replies(t, replies, TERMINAL_REPLIES_BYTES)] = '\0';
			if (holds(text_c(&screen), MARK) || holds(replies, MARK))
				fail_msg("%s, cut at %zu", leaks[i].says, cut);
		}
	}
}

/* What asks the most for its length, over and over, by a child that never reads. */
static void a_flood_of_questions_fills_a_bounded_queue(void **state)
{
	static const char *const questions[] = {
		"\033[c", "\033[6n", "\033[>0q", "\033P$qm\033\\", "\033P+q536574756c63;536574756c63;53796e63\033\\", "\033[?u", "\033[?2026$p",
		"\033]4;0;?;1;?;2;?;3;?;4;?;5;?;6;?;7;?;8;?;9;?;10;?;11;?;12;?;13;?;14;?;15;?;16;?;17;?\a", "\033[18t", "\033[?996n",
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(questions); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(4, 20, 1 << 16);
		char replies[TERMINAL_REPLIES_BYTES * 2];
		size_t len;

		for (int times = 0; times < 2000; times++)
			terminal_feed(t, questions[i], strlen(questions[i]));
		len = terminal_take_replies(t, replies, sizeof replies);
		assert_true(len <= TERMINAL_REPLIES_BYTES && len > TERMINAL_REPLIES_BYTES - 256);
		assert_int_equal(terminal_take_replies(t, replies, sizeof replies), 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_but_cells_comes_out),
		cmocka_unit_test(a_string_without_an_end_gives_nothing_away),
		cmocka_unit_test(a_flood_of_questions_fills_a_bounded_queue),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
