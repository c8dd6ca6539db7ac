/*
 * Specification of what keys, mouse and focus send to the child: the usual encoding of xterm, and exactly what the child
 * asked for when it asked for another.
 */
#include "core/base/mem.h"
#include "spec/terminal/screen_support.h"

enum { SHIFT = 1, ALT = 2, CONTROL = 4 };

#define KITTY_1 "\033[>1u"
#define KITTY_ALL "\033[>9u"
#define KITTY_TEXT "\033[>25u"
#define OTHER_1 "\033[>4;1m"
#define OTHER_2 "\033[>4;2m"

static const struct {
	const char *asked;
	enum terminal_key key;
	unsigned modifiers;
	const char *sent;
} keys[] = {
	{ "", TKEY_UP, 0, "\033[A" }, { "\033[?1h", TKEY_UP, 0, "\033OA" }, { "\033[?1h", TKEY_UP, SHIFT, "\033[1;2A" },
	{ "", TKEY_F1, 0, "\033OP" }, { "", TKEY_F5, CONTROL, "\033[15;5~" }, { "", TKEY_DELETE, 0, "\033[3~" },
	{ "", TKEY_ENTER, SHIFT, "\r" }, { "", TKEY_ENTER, ALT, "\033\r" }, { "\033[20h", TKEY_ENTER, 0, "\r\n" },
	{ "", TKEY_TAB, SHIFT, "\033[Z" }, { "", TKEY_BACKTAB, 0, "\033[Z" }, { "", TKEY_BACKSPACE, CONTROL, "\b" },
	{ "", TKEY_ESCAPE, 0, "\033" },
	/* kitty's protocol: what is ambiguous is told apart, a shell can still be typed into */
	{ KITTY_1, TKEY_ESCAPE, 0, "\033[27u" }, { KITTY_1, TKEY_ENTER, 0, "\r" }, { KITTY_1, TKEY_ENTER, SHIFT, "\033[13;2u" },
	{ KITTY_1, TKEY_TAB, 0, "\t" }, { KITTY_1, TKEY_TAB, CONTROL, "\033[9;5u" }, { KITTY_1, TKEY_BACKTAB, 0, "\033[9;2u" },
	{ KITTY_1, TKEY_BACKSPACE, 0, "\177" }, { KITTY_1, TKEY_BACKSPACE, ALT, "\033[127;3u" },
	{ KITTY_1 "\033[?1h", TKEY_UP, 0, "\033[A" }, { KITTY_1, TKEY_F1, 0, "\033[P" }, { KITTY_1, TKEY_F3, 0, "\033[13~" },
	{ KITTY_1, TKEY_F3, SHIFT, "\033[13;2~" }, { KITTY_1, TKEY_F12, CONTROL | ALT, "\033[24;7~" },
	{ KITTY_ALL, TKEY_ENTER, 0, "\033[13u" }, { KITTY_ALL, TKEY_TAB, SHIFT, "\033[9;2u" },
	{ KITTY_ALL, TKEY_BACKSPACE, 0, "\033[127u" },
	/* modifyOtherKeys */
	{ OTHER_1, TKEY_ENTER, 0, "\r" }, { OTHER_1, TKEY_ENTER, SHIFT, "\033[27;2;13~" },
	{ OTHER_1, TKEY_TAB, SHIFT, "\033[Z" }, { OTHER_1, TKEY_TAB, CONTROL, "\033[27;5;9~" },
	{ OTHER_1, TKEY_ESCAPE, ALT, "\033\033" }, { OTHER_2, TKEY_ESCAPE, ALT, "\033[27;3;27~" },
	{ OTHER_2, TKEY_BACKSPACE, CONTROL, "\033[27;5;127~" }, { OTHER_2 "\033[>4;0m", TKEY_ENTER, SHIFT, "\r" },
	{ OTHER_2 "\033[>4m", TKEY_ENTER, SHIFT, "\r" }, { OTHER_2 "\033[>m", TKEY_ENTER, SHIFT, "\r" },
	{ OTHER_2 "\033[>4n", TKEY_ENTER, SHIFT, "\r" }, { OTHER_2 KITTY_1, TKEY_ENTER, SHIFT, "\033[13;2u" },
};

static const struct {
	const char *asked;
	uint32_t codepoint;
	unsigned modifiers;
	size_t len;
	const char *sent;
} texts[] = {
	{ "", 'a', 0, 1, "a" }, { "", 'A', SHIFT, 1, "A" }, { "", 0x65E5, 0, 3, "日" }, { "", 'x', ALT, 2, "\033x" },
	{ "", 'c', CONTROL, 1, "\003" }, { "", 'C', CONTROL | ALT, 2, "\033\003" }, { "", '[', CONTROL, 1, "\033" },
	{ "", ' ', CONTROL, 1, "\0" }, { "", '@', CONTROL, 1, "\0" }, { "", '2', CONTROL, 1, "\0" }, { "", '/', CONTROL, 1, "\037" },
	{ "", '?', CONTROL, 1, "\177" }, { "", '1', CONTROL, 1, "1" }, { "", 0xE9, CONTROL, 2, "é" },
	/* no character that is none */
	{ "", 0x1B, 0, 0, "" }, { "", 0x7F, 0, 0, "" }, { "", 0x9B, 0, 0, "" }, { "", 0xD800, 0, 0, "" }, { "", 0x110000, ALT, 0, "" },
	{ KITTY_1, 'a', 0, 1, "a" }, { KITTY_1, 'A', SHIFT, 1, "A" }, { KITTY_1, 'c', CONTROL, 7, "\033[99;5u" },
	{ KITTY_1, 'C', CONTROL, 7, "\033[99;6u" }, { KITTY_1, 'x', ALT, 8, "\033[120;3u" },
	{ KITTY_1, '[', CONTROL, 7, "\033[91;5u" },
	{ KITTY_ALL, 'a', 0, 5, "\033[97u" }, { KITTY_ALL, 'A', 0, 7, "\033[97;2u" }, { KITTY_ALL, 0x65E5, 0, 8, "\033[26085u" },
	{ KITTY_TEXT, 'a', 0, 9, "\033[97;;97u" }, { KITTY_TEXT, 'A', SHIFT, 10, "\033[97;2;65u" },
	{ KITTY_TEXT, 'a', CONTROL, 7, "\033[97;5u" },
	{ OTHER_1, 'c', CONTROL, 1, "\003" }, { OTHER_1, '1', CONTROL, 10, "\033[27;5;49~" }, { OTHER_1, 'x', ALT, 2, "\033x" },
	{ OTHER_1, 'C', CONTROL | SHIFT, 10, "\033[27;6;67~" }, { OTHER_2, 'c', CONTROL, 10, "\033[27;5;99~" },
	{ OTHER_2, 'x', ALT, 11, "\033[27;3;120~" }, { OTHER_2, 'X', SHIFT, 1, "X" },
};

#define MOUSE_SGR "\033[?1006h"
static const struct {
	const char *asked;
	struct terminal_mouse event;
	const char *sent;
} mice[] = {
	{ "", { TBUTTON_LEFT, true, false, 0, 0, 0 }, "" },
	{ "\033[?9h", { TBUTTON_RIGHT, true, false, 2, 3, CONTROL }, "\033[M\"$#" },
	{ "\033[?9h", { TBUTTON_LEFT, false, false, 2, 3, 0 }, "" }, { "\033[?9h", { TBUTTON_WHEEL_UP, true, false, 2, 3, 0 }, "" },
	{ "\033[?1000h", { TBUTTON_LEFT, true, false, 0, 0, 0 }, "\033[M !!" },
	{ "\033[?1000h", { TBUTTON_LEFT, false, false, 0, 0, 0 }, "\033[M#!!" },
	{ "\033[?1000h", { TBUTTON_LEFT, true, false, 0, 0, SHIFT | ALT | CONTROL }, "\033[M<!!" },
	{ "\033[?1000h", { TBUTTON_LEFT, true, false, 299, 299, 0 }, "" },
	{ "\033[?1000h", { TBUTTON_LEFT, true, false, 222, 222, 0 }, "\033[M \377\377" },
	{ "\033[?1000h", { TBUTTON_LEFT, true, false, 223, 0, 0 }, "" }, { "\033[?1000h", { TBUTTON_LEFT, true, false, 0, 223, 0 }, "" },
	{ "\033[?1000h", { TBUTTON_LEFT, true, true, 0, 0, 0 }, "" }, { "\033[?1000h", { TBUTTON_NONE, false, true, 0, 0, 0 }, "" },
	{ "\033[?1000h" MOUSE_SGR, { TBUTTON_LEFT, true, false, 4, 9, 0 }, "\033[<0;10;5M" },
	{ "\033[?1000h" MOUSE_SGR, { TBUTTON_MIDDLE, false, false, 4, 9, 0 }, "\033[<1;10;5m" },
	{ "\033[?1000h" MOUSE_SGR, { TBUTTON_WHEEL_DOWN, true, false, 299, 299, CONTROL }, "\033[<81;300;300M" },
	{ "\033[?1000h" MOUSE_SGR, { TBUTTON_WHEEL_RIGHT, true, false, 0, 0, 0 }, "\033[<67;1;1M" },
	{ "\033[?1000h" MOUSE_SGR, { TBUTTON_WHEEL_DOWN, false, false, 0, 0, 0 }, "" },
	{ "\033[?1002h" MOUSE_SGR, { TBUTTON_LEFT, true, true, 0, 1, 0 }, "\033[<32;2;1M" },
	{ "\033[?1002h" MOUSE_SGR, { TBUTTON_NONE, false, true, 0, 1, 0 }, "" },
	{ "\033[?1003h" MOUSE_SGR, { TBUTTON_NONE, false, true, 0, 1, ALT }, "\033[<43;2;1M" },
	{ "\033[?1003h", { TBUTTON_NONE, false, true, 0, 1, 0 }, "\033[MC\"!" },
	{ "\033[?1000h\033[?1015h", { TBUTTON_LEFT, false, false, 4, 9, 0 }, "\033[35;10;5M" },
	{ "\033[?1000h\033[?1015h" MOUSE_SGR, { TBUTTON_LEFT, true, false, 4, 9, 0 }, "\033[<0;10;5M" },
	{ "\033[?1000h\033[?1015h\033[?1006l", { TBUTTON_LEFT, true, false, 0, 0, 0 }, "\033[M !!" },
	{ "\033[?1000h\033[?1003l", { TBUTTON_LEFT, true, false, 0, 0, 0 }, "" },
	{ "\033[?1000h\033c", { TBUTTON_LEFT, true, false, 0, 0, 0 }, "" },
	{ "\033[?1003h", { TBUTTON_LEFT, true, false, -1, 0, 0 }, "" }, { "\033[?1003h", { TBUTTON_LEFT, true, false, 0, 300, 0 }, "" },
	{ "\033[?1003h" MOUSE_SGR, { TBUTTON_LEFT, true, false, 300, 0, 0 }, "" },
	{ "\033[?1003h" MOUSE_SGR, { TBUTTON_LEFT, true, false, 0, 300, 0 }, "" },
	{ "\033[?1003h", { (enum terminal_button)99, true, false, 0, 0, 0 }, "" },
	/* the wheel where nobody asked for the mouse */
	{ "", { TBUTTON_WHEEL_UP, true, false, 0, 0, 0 }, "" },
	{ "\033[?1049h", { TBUTTON_WHEEL_UP, true, false, 0, 0, 0 }, "\033[A\033[A\033[A" },
	{ "\033[?1049h\033[?1h", { TBUTTON_WHEEL_DOWN, true, false, 0, 0, 0 }, "\033OB\033OB\033OB" },
	{ "\033[?1049h", { TBUTTON_WHEEL_LEFT, true, false, 0, 0, 0 }, "" }, { "\033[?1049h", { TBUTTON_LEFT, true, false, 0, 0, 0 }, "" },
	{ "\033[?1049h\033[?1007l", { TBUTTON_WHEEL_UP, true, false, 0, 0, 0 }, "" },
	{ "\033[?1049h\033[?1000h", { TBUTTON_WHEEL_UP, true, false, 0, 0, 0 }, "\033[M`!!" },
};

static struct terminal *terminal_asked(const char *asked)
{
	struct terminal *t = terminal_new(300, 300, 0);

	terminal_feed(t, asked, strlen(asked));
	return t;
}

static void must_be(const char *what, size_t row, const char *sent, size_t len, const char *wanted, size_t wanted_len)
{
	if (len != wanted_len || memcmp(sent, wanted, len) != 0)
		fail_msg("%s %zu: \"%.*s\"", what, row, (int)len, sent);
}

static void every_key_is_sent_as_the_child_asked(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(keys); i++) {
		OWNED(terminal) struct terminal *t = terminal_asked(keys[i].asked);
		char sent[64];

		must_be("key", i, sent, terminal_encode_key(t, keys[i].key, keys[i].modifiers, sent, sizeof sent), keys[i].sent,
			strlen(keys[i].sent));
	}
}

static void every_character_is_sent_as_the_child_asked(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		OWNED(terminal) struct terminal *t = terminal_asked(texts[i].asked);
		char sent[64];

		must_be("text", i, sent, terminal_encode_text(t, texts[i].codepoint, texts[i].modifiers, sent, sizeof sent), texts[i].sent,
			texts[i].len);
	}
}

static void the_mouse_is_sent_as_the_child_asked(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(mice); i++) {
		OWNED(terminal) struct terminal *t = terminal_asked(mice[i].asked);
		char sent[64];

		must_be("mouse", i, sent, terminal_encode_mouse(t, &mice[i].event, sent, sizeof sent), mice[i].sent, strlen(mice[i].sent));
	}
}

static void the_focus_is_told_to_who_asked(void **state)
{
	OWNED(terminal) struct terminal *quiet = terminal_asked("");
	OWNED(terminal) struct terminal *t = terminal_asked("\033[?1004h");
	char sent[64];

	(void)state;
	assert_int_equal(terminal_encode_focus(quiet, true, sent, sizeof sent), 0);
	must_be("focus", 0, sent, terminal_encode_focus(t, true, sent, sizeof sent), "\033[I", 3);
	must_be("focus", 1, sent, terminal_encode_focus(t, false, sent, sizeof sent), "\033[O", 3);
}

static void nothing_is_sent_in_parts(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_asked(KITTY_TEXT "\033[?1003;1006;1004h");
	const struct terminal_mouse press = { .button = TBUTTON_LEFT, .pressed = true };
	char sent[4] = "";

	(void)state;
	assert_int_equal(terminal_encode_key(t, TKEY_ENTER, 0, sent, sizeof sent), 0);
	assert_int_equal(terminal_encode_text(t, 'a', 0, sent, sizeof sent), 0);
	assert_int_equal(terminal_encode_mouse(t, &press, sent, sizeof sent), 0);
	assert_int_equal(terminal_encode_focus(t, true, sent, 2), 0);
	assert_string_equal(sent, "");
}

static const struct {
	const char *says, *bytes;
	unsigned flags;
} keyboards[] = {
	{ "nobody asked", "", 0 },
	{ "only what is honoured is in force", "\033[>31u", 25 },
	{ "pop ends what was pushed", "\033[>1u\033[>9u\033[<u", 1 },
	{ "pop takes a number", "\033[>1u\033[>9u\033[>1u\033[<2u", 1 },
	{ "a pop of all leaves what was set before", "\033[=1u\033[>9u\033[<u", 1 },
	{ "a pop of one more ends that too", "\033[=1u\033[>9u\033[<2u", 0 },
	{ "a pop of too many ends all", "\033[=1u\033[>9u\033[<99999u", 0 },
	{ "set replaces", "\033[>1u\033[=8u", 8 },
	{ "set adds", "\033[>1u\033[=8;2u", 9 },
	{ "set removes", "\033[>9u\033[=8;3u", 1 },
	{ "another way to set is none", "\033[>9u\033[=1;4u", 9 },
	{ "each screen has its own", "\033[>1u\033[?1049h", 0 },
	{ "and keeps it", "\033[>1u\033[?1049h\033[>9u\033[?1049l", 1 },
	{ "a full reset forgets both", "\033[>1u\033[?1049h\033[>9u\033c\033[?1049h", 0 },
	{ "a soft reset keeps it", "\033[>1u\033[!p", 1 },
};

static void the_keyboard_is_a_stack_for_each_screen(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(keyboards); i++) {
		OWNED(terminal) struct terminal *t = terminal_asked(keyboards[i].bytes);

		if (terminal_keyboard(t) != keyboards[i].flags)
			fail_msg("%s: %u", keyboards[i].says, terminal_keyboard(t));
	}
}

static void a_child_that_only_pushes_loses_its_oldest(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_asked("");

	(void)state;
	for (int i = 0; i < 100000; i++)
		terminal_feed(t, i % 2 ? "\033[>1u" : "\033[>9u", 5);
	assert_int_equal(terminal_keyboard(t), 1);
	terminal_feed(t, "\033[<14u", 6);
	assert_int_equal(terminal_keyboard(t), 1);
	terminal_feed(t, "\033[<9u", 5);
	assert_int_equal(terminal_keyboard(t), 0);
}

static const struct {
	const char *asked, *pasted, *sent;
} pastes[] = {
	{ "", "plain", "plain" },
	{ "\033[?2004h", "plain", "\033[200~plain\033[201~" },
	{ "\033[?2004h", "", "\033[200~\033[201~" },
	{ "", "x\r", "x\r" },
	{ "", "a\nb\r\nc\rd\te", "a\rb\rc\rd\te" },
	{ "\033[?2004h", "x\033[201~rm -rf\n", "\033[200~xrm -rf\r\033[201~" },
	{ "\033[?2004h", "\033[20\033[201~1~y", "\033[200~[201~y\033[201~" },
	{ "\033[?2004h", "\xc2\x9b" "201~y", "\033[200~y\033[201~" },
	{ "\033[?2004h", "\x9b" "201~y", "\033[200~\xef\xbf\xbd" "201~y\033[201~" },
	{ "", "\003\004\032\177\b\a\033[A\xc2\x85z", "[Az" },
	{ "", "日本 é", "日本 é" },
	{ "", "\xff\xe6\x97", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
};

static void a_paste_is_text_and_nothing_else(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(pastes); i++) {
		OWNED(terminal) struct terminal *t = terminal_asked(pastes[i].asked);
		CLEARED(text) struct text out = { 0 };
		size_t len = strlen(pastes[i].pasted);
		OWNED_MEM char *exact = mem_copy(pastes[i].pasted, len); /* so that the sanitizer sees a byte read too far */

		terminal_encode_paste(t, exact, len, &out);
		must_be("paste", i, text_c(&out), out.len, pastes[i].sent, strlen(pastes[i].sent));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_key_is_sent_as_the_child_asked),
		cmocka_unit_test(every_character_is_sent_as_the_child_asked),
		cmocka_unit_test(the_mouse_is_sent_as_the_child_asked),
		cmocka_unit_test(the_focus_is_told_to_who_asked),
		cmocka_unit_test(nothing_is_sent_in_parts),
		cmocka_unit_test(the_keyboard_is_a_stack_for_each_screen),
		cmocka_unit_test(a_child_that_only_pushes_loses_its_oldest),
		cmocka_unit_test(a_paste_is_text_and_nothing_else),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
