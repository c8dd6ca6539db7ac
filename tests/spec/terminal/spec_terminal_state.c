/*
 * Specification of what a viewer asks a terminal besides its cells: modes, cursor, title, bells, what changed, and what
 * a key sends to the child now.
 */
#include "spec/terminal/screen_support.h"

static void feed_text(struct terminal *t, const char *bytes)
{
	terminal_feed(t, bytes, strlen(bytes));
}

static const struct {
	const char *says, *bytes;
	bool (*question)(const struct terminal *t);
	bool answer;
} flags[] = {
	{ "the main screen is shown at first", "", terminal_alternate_screen, false },
	{ "47 shows the alternate screen", "\033[?47h", terminal_alternate_screen, true },
	{ "1047 shows the alternate screen", "\033[?1047h", terminal_alternate_screen, true },
	{ "1049 shows the alternate screen", "\033[?1049h", terminal_alternate_screen, true },
	{ "RIS shows the main screen", "\033[?1049h\033c", terminal_alternate_screen, false },
	{ "2004 brackets pastes", "\033[?2004h", terminal_bracketed_paste, true },
	{ "2004 ends too", "\033[?2004h\033[?2004l", terminal_bracketed_paste, false },
	{ "several modes go in one sequence", "\033[?25;2004h", terminal_bracketed_paste, true },
	{ "1 is the application cursor", "\033[?1h", terminal_application_cursor, true },
	{ "ANSI mode 1 is not", "\033[1h", terminal_application_cursor, false },
	{ "1004 reports focus", "\033[?1004h", terminal_focus_events, true },
	{ "2026 holds the frame", "\033[?2026h", terminal_synchronized, true },
	{ "2026 lets it go", "\033[?2026h\033[?2026l", terminal_synchronized, false },
	{ "2026 is no count", "\033[?2026h\033[?2026h\033[?2026l", terminal_synchronized, false },
	{ "RIS lets the frame go", "\033[?2026h\033c", terminal_synchronized, false },
	{ "DECSTR resets the application cursor", "\033[?1h\033[!p", terminal_application_cursor, false },
	{ "RIS resets what DECSTR leaves", "\033[?2004h\033[!p\033c", terminal_bracketed_paste, false },
};

static void every_mode_is_seen_from_outside(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(flags); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(4, 10, 0);

		feed_text(t, flags[i].bytes);
		if (flags[i].question(t) != flags[i].answer)
			fail_msg("rule broken: %s", flags[i].says);
	}
}

static const struct {
	const char *bytes;
	enum mouse_mode mode;
	bool sgr;
} mice[] = {
	{ "", MOUSE_OFF, false },
	{ "\033[?9h", MOUSE_PRESS, false },
	{ "\033[?9h\033[?1000h", MOUSE_CLICK, false },
	{ "\033[?1003h\033[?9l", MOUSE_OFF, false },
	{ "\033[?1000h", MOUSE_CLICK, false },
	{ "\033[?1000;1006;1015h", MOUSE_CLICK, false },
	{ "\033[?1002;1006h", MOUSE_DRAG, true },
	{ "\033[?1003h\033[?1006h", MOUSE_ANY, true },
	{ "\033[?1003h\033[?1000h", MOUSE_CLICK, false },
	{ "\033[?1000;1002;1003;1006h\033[?1006l\033[?1003l", MOUSE_OFF, false },
};

static void the_last_mouse_mode_counts(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(mice); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(4, 10, 0);
		bool sgr;

		feed_text(t, mice[i].bytes);
		assert_int_equal(terminal_mouse(t, &sgr), mice[i].mode);
		assert_int_equal(sgr, mice[i].sgr);
	}
}

static const struct {
	const char *bytes;
	bool visible;
	enum terminal_cursor_shape shape;
	int style;
} cursors[] = {
	{ "", true, CURSOR_BLOCK, 0 }, { "\033[?25l", false, CURSOR_BLOCK, 0 }, { "\033[?25l\033[?25h", true, CURSOR_BLOCK, 0 },
	{ "\033[3 q", true, CURSOR_UNDERLINE, 3 }, { "\033[4 q", true, CURSOR_UNDERLINE, 4 }, { "\033[5 q", true, CURSOR_BAR, 5 },
	{ "\033[6 q", true, CURSOR_BAR, 6 }, { "\033[6 q\033[0 q", true, CURSOR_BLOCK, 0 }, { "\033[6 q\033[9 q", true, CURSOR_BAR, 6 },
	{ "\033[1 q", true, CURSOR_BLOCK, 1 }, { "\033[2 q", true, CURSOR_BLOCK, 2 }, { "\033[6 q\033c", true, CURSOR_BLOCK, 0 },
	{ "\033[?12l\033[?25h", true, CURSOR_BLOCK, 0 }, { "\033[?12h", true, CURSOR_BLOCK, 0 }, { "\033[6 q\033[?12h", true, CURSOR_BAR, 5 },
};

static void the_cursor_has_a_shape_and_may_hide(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cursors); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(4, 10, 0);
		enum terminal_cursor_shape shape;
		int row, col;
		bool visible;

		feed_text(t, cursors[i].bytes);
		terminal_cursor(t, &row, &col, &visible, &shape);
		assert_int_equal(visible, cursors[i].visible);
		assert_int_equal(shape, cursors[i].shape);
		assert_int_equal(terminal_cursor_style(t), cursors[i].style);
	}
}

static const struct { const char *says, *bytes, *title; } titles[] = {
	{ "OSC 0 sets the title", "\033]0;codex\a", "codex" },
	{ "OSC 2 sets it too, ended by ST", "\033]2;a b\033\\", "a b" },
	{ "OSC 1 does not", "\033]1;icon\a", "" },
	{ "a later title replaces it", "\033]0;one\a\033]0;two\a", "two" },
	{ "a check mark is no end", "\033]0;\xe2\x9c\x93 done\a", "\xe2\x9c\x93 done" },
	{ "controls become visible", "\033]0;a\nb\xc2\x9b" "c\xe2\x80\xae\a", "a^Jb<U+009B>c<U+202E>" },
	{ "bad bytes become visible", "\033]0;a\xff\a", "a\\xFF" },
	{ "CAN forgets it", "\033]0;a\030\033\\", "" },
	{ "RIS forgets it", "\033]0;a\a\033c", "" },
	{ "an empty title is empty", "\033]0;a\a\033]0;\a", "" },
	{ "a title that was put away comes back", "\033]0;a\a\033[22;0;0t\033]0;b\a\033[22;2t\033]0;c\a\033[23;2t\033[23;0;0t", "a" },
	{ "an icon's title is another", "\033]0;a\a\033[22;1t\033]0;b\a\033[23;1t\033[23t", "b" },
	{ "what was not put away does not come back", "\033]0;a\a\033[23t", "a" },
	{ "of more than eight the oldest are forgotten",
	  "\033]0;1\a\033[22t\033]0;2\a\033[22t\033]0;3\a\033[22t\033[22t\033[22t\033[22t\033[22t\033[22t\033[22t\033[22t\033]0;x\a"
	  "\033[23t\033[23t\033[23t\033[23t\033[23t\033[23t\033[23t\033[23t\033[23t", "3" },
	{ "of nine the first is", "\033]0;1\a\033[22t\033]0;2\a\033[22t\033[22t\033[22t\033[22t\033[22t\033[22t\033[22t\033[22t"
	  "\033[23t\033[23t\033[23t\033[23t\033[23t\033[23t\033[23t\033[23t\033[23t", "2" },
	{ "RIS forgets what was put away", "\033]0;a\a\033[22t\033c\033[23t", "" },
	{ "a number without a semicolon is nothing", "\033]0\a\033];x\a\033]x;y\a", "" },
};

static void titles_are_kept_clean(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(titles); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(4, 10, 0);

		feed_in(t, titles[i].bytes, strlen(titles[i].bytes), 1);
		if (strcmp(terminal_title(t), titles[i].title) != 0)
			fail_msg("%s: \"%s\"", titles[i].says, terminal_title(t));
	}
}

static void a_long_title_is_cut_between_characters(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(4, 10, 0);

	(void)state;
	feed_text(t, "\033]0;x");
	for (int i = 0; i < 100000; i++)
		feed_text(t, "\xe6\x97\xa5");
	feed_text(t, "\a");
	assert_int_equal(strlen(terminal_title(t)), 1 + 255 / 3 * 3);
	assert_true(utf8_valid(terminal_title(t), strlen(terminal_title(t))));
}

static void bells_are_counted(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(4, 10, 0);

	(void)state;
	feed_text(t, "\a\a\033]0;no bell\a\a");
	assert_int_equal(terminal_bells(t), 3);
}

static void what_changed_can_be_told(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(4, 10, 0);
	uint64_t all, rows[4];

	(void)state;
	feed_text(t, "a\r\nb\r\nc\r\nd\033[2;1H");
	all = terminal_generation(t);
	for (int row = 0; row < 4; row++)
		rows[row] = terminal_row_generation(t, row);
	terminal_feed(t, "", 0);
	assert_int_equal(terminal_generation(t), all);
	feed_text(t, "x");
	assert_int_not_equal(terminal_generation(t), all);
	assert_int_equal(terminal_row_generation(t, 0), rows[0]);
	assert_int_not_equal(terminal_row_generation(t, 1), rows[1]);
	rows[1] = terminal_row_generation(t, 1);
	feed_text(t, "\033[4;1H\n");
	for (int row = 0; row < 4; row++)
		assert_int_not_equal(terminal_row_generation(t, row), rows[row]);
	rows[0] = terminal_row_generation(t, 0);
	terminal_resize(t, 4, 9);
	assert_int_not_equal(terminal_row_generation(t, 0), rows[0]);
}

static void a_line_that_lost_its_end_no_longer_goes_on(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(4, 4, 0);

	(void)state;
	feed_text(t, "abcdef");
	assert_true(terminal_row_wrapped(t, 0));
	feed_text(t, "\033[1;3H\033[K");
	assert_false(terminal_row_wrapped(t, 0));
}

static const struct {
	const char *bytes;
	enum terminal_key key;
	unsigned modifiers;
	const char *sent;
} keys[] = {
	{ "", TKEY_UP, 0, "\033[A" }, { "\033[?1h", TKEY_UP, 0, "\033OA" }, { "\033[?1h", TKEY_UP, 1, "\033[1;2A" },
	{ "", TKEY_LEFT, 4, "\033[1;5D" }, { "", TKEY_RIGHT, 2, "\033[1;3C" }, { "", TKEY_DOWN, 7, "\033[1;8B" },
	{ "", TKEY_HOME, 0, "\033[H" }, { "\033[?1h", TKEY_END, 0, "\033OF" }, { "", TKEY_INSERT, 0, "\033[2~" },
	{ "", TKEY_DELETE, 4, "\033[3;5~" }, { "", TKEY_PAGE_UP, 0, "\033[5~" }, { "", TKEY_PAGE_DOWN, 1, "\033[6;2~" },
	{ "", TKEY_F1, 0, "\033OP" }, { "", TKEY_F4, 1, "\033[1;2S" }, { "", TKEY_F5, 0, "\033[15~" },
	{ "", TKEY_F12, 0, "\033[24~" }, { "", TKEY_BACKSPACE, 0, "\177" }, { "", TKEY_BACKSPACE, 4, "\b" },
	{ "", TKEY_BACKSPACE, 2, "\033\177" }, { "", TKEY_TAB, 0, "\t" }, { "", TKEY_TAB, 1, "\033[Z" },
	{ "", TKEY_BACKTAB, 0, "\033[Z" }, { "", TKEY_ENTER, 0, "\r" }, { "", TKEY_ENTER, 2, "\033\r" },
	{ "\033[20h", TKEY_ENTER, 0, "\r\n" }, { "", TKEY_ESCAPE, 0, "\033" }, { "", (enum terminal_key)99, 0, "" },
};

static void every_key_sends_what_the_child_expects(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(keys); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(4, 10, 0);
		char sent[32];

		feed_text(t, keys[i].bytes);
		sent[terminal_encode_key(t, keys[i].key, keys[i].modifiers, sent, sizeof sent - 1)] = '\0';
		if (strcmp(sent, keys[i].sent) != 0)
			fail_msg("case %zu sends \"%s\"", i, sent + 1);
		assert_true(!*keys[i].sent || !terminal_encode_key(t, keys[i].key, keys[i].modifiers, sent, 0));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_mode_is_seen_from_outside),
		cmocka_unit_test(the_last_mouse_mode_counts),
		cmocka_unit_test(the_cursor_has_a_shape_and_may_hide),
		cmocka_unit_test(titles_are_kept_clean),
		cmocka_unit_test(a_long_title_is_cut_between_characters),
		cmocka_unit_test(bells_are_counted),
		cmocka_unit_test(what_changed_can_be_told),
		cmocka_unit_test(a_line_that_lost_its_end_no_longer_goes_on),
		cmocka_unit_test(every_key_sends_what_the_child_expects),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
