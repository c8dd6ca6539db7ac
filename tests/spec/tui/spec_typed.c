/* Specification of typed: what terminals send becomes one value each, in any chunking, and nothing turns into other keys. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ui/tui/typed.h"

static void every_sequence_is_the_key_it_means(void **unused)
{
	static const struct { const char *bytes; uint32_t key; } cases[] = {
		{ "a", 'a' }, { "é", 0xe9 }, { "日", 0x65E5 }, { "\r", TYPED_ENTER }, { "\n", CONTROL('j') }, { "\t", TYPED_TAB }, { "\x7f", TYPED_BACKSPACE },
		{ "\x02", CONTROL('b') }, { "\x1a", CONTROL('z') }, { "\x08", CONTROL('h') }, { "\x1c", CONTROL('\\') },
		{ "\033[A", TYPED_UP }, { "\033OA", TYPED_UP }, { "\033[B", TYPED_DOWN }, { "\033[1;5C", TYPED_CONTROL | TYPED_RIGHT },
		{ "\033[1;3D", TYPED_ALT | TYPED_LEFT }, { "\033[1;2H", TYPED_SHIFT | TYPED_HOME }, { "\033[F", TYPED_END }, { "\033[4~", TYPED_END },
		{ "\033[3~", TYPED_DELETE }, { "\033[5~", TYPED_PAGE_UP }, { "\033[6;5~", TYPED_CONTROL | TYPED_PAGE_DOWN }, { "\033OP", TYPED_F1 },
		{ "\033[11~", TYPED_F1 }, { "\033[[A", TYPED_F1 }, { "\033[[E", TYPED_F5 }, { "\033[15~", TYPED_F5 }, { "\033[24~", TYPED_F12 },
		{ "\033[1;2P", TYPED_SHIFT | TYPED_F1 }, { "\033[Z", TYPED_SHIFT | TYPED_TAB }, { "\033x", TYPED_ALT | 'x' },
		{ "\033\x7f", TYPED_ALT | TYPED_BACKSPACE }, { "\033é", TYPED_ALT | 0xe9 }, { "\033[97;5u", CONTROL('a') }, { "\xff", 0xFFFD },
		/* kitty's keyboard: what legacy bytes cannot tell apart */
		{ "\033[27u", TYPED_ESCAPE }, { "\033[13;2u", TYPED_SHIFT | TYPED_ENTER }, { "\033[13;5u", TYPED_CONTROL | TYPED_ENTER },
		{ "\033[105;5u", CONTROL('i') }, { "\033[109;5u", CONTROL('m') }, { "\033[91;5u", CONTROL('[') }, { "\033[9;5u", TYPED_CONTROL | TYPED_TAB },
		{ "\033[127;5u", TYPED_CONTROL | TYPED_BACKSPACE }, { "\033[32;5u", CONTROL(' ') }, { "\033[97;3u", TYPED_ALT | 'a' },
		{ "\033[97;4u", TYPED_ALT | 'A' }, { "\033[97;6u", CONTROL('a') | TYPED_SHIFT }, { "\033[97;7u", CONTROL('a') | TYPED_ALT },
		{ "\033[97;69u", CONTROL('a') }, { "\033[97;133u", CONTROL('a') }, { "\033[97:65;5u", CONTROL('a') }, { "\033[97;5:1u", CONTROL('a') },
		{ "\033[97;5:2u", CONTROL('a') }, { "\033[97;;97u", 'a' }, { "\033[97;2;65u", 'A' }, { "\033[233u", 0xe9 }, { "\033[57404u", '5' },
		{ "\033[57414u", TYPED_ENTER }, { "\033[57419;5u", TYPED_CONTROL | TYPED_UP }, { "\033[1;5:2A", TYPED_CONTROL | TYPED_UP },
		/* xterm's modifyOtherKeys */
		{ "\033[27;2;13~", TYPED_SHIFT | TYPED_ENTER }, { "\033[27;5;105~", CONTROL('i') }, { "\033[27;6;97~", CONTROL('a') | TYPED_SHIFT },
		{ "\033[1;2R", TYPED_SHIFT | TYPED_F3 }, { "\033OR", TYPED_F3 }, { "\033[13;2~", TYPED_SHIFT | TYPED_F3 },
		{ "\033]", TYPED_ALT | ']' }, { "\033P", TYPED_ALT | 'P' },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct decoder d = { 0 };
		struct typed t = { 0 };
		size_t len = strlen(cases[i].bytes);

		for (size_t at = 0; at < len; at++) { /* byte by byte: no chunking may matter */
			if (decoder_next(&d, false, &t))
				fail_msg("a key came before its last byte: case %zu", i);
			decoder_add(&d, cases[i].bytes + at, 1);
		}
		if (!decoder_next(&d, len == 2, &t) || t.kind != TYPED_KEY || t.key != cases[i].key)
			fail_msg("case %zu: key %x instead of %x", i, t.key, cases[i].key);
		assert_false(decoder_has_waiting(&d));
		decoder_clear(&d);
	}
}

static void a_lone_escape_is_the_escape_key_once_nothing_follows(void **unused)
{
	struct decoder d = { 0 };
	struct typed t;

	(void)unused;
	decoder_add(&d, "\033", 1);
	assert_false(decoder_next(&d, false, &t));
	assert_true(decoder_has_waiting(&d));
	assert_true(decoder_next(&d, true, &t));
	assert_int_equal(t.key, TYPED_ESCAPE);
	decoder_add(&d, "\033\033[A", 4);
	assert_true(decoder_next(&d, false, &t) && t.key == TYPED_ESCAPE);
	assert_true(decoder_next(&d, false, &t) && t.key == TYPED_UP);
	decoder_clear(&d);
}

static void what_is_no_key_is_swallowed_whole(void **unused)
{
	static const char *const no_keys[] = {
		"\033[99~", "\033[200;1;1;1;1;1;1;1;1;1y", "\033[57358u", "\033[57441;2u", "\033[97;5:3u", "\033[97;9u", "\033[1;9A",
		/* what terminals answer: DA1, DA2, DA3, DSR, CPR, DECRPM, kitty, sizes, XTVERSION, XTGETTCAP, DECRQSS, colours, graphics */
		"\033[?1;2c", "\033[?62;22;52c", "\033[>0;276;0c", "\033P!|00000000\033\\", "\033[0n", "\033[?997;1n", "\033[12;40R", "\033[?12;40R",
		"\033[?2026;2$y", "\033[4;1$y", "\033[?0u", "\033[?31u", "\033[8;24;80t", "\033[4;480;640t", "\033P>|XTerm(379)\033\\",
		"\033P1+r544e=787465\033\\", "\033P1$r0m\033\\", "\033]11;rgb:0000/0000/0000\033\\", "\033]10;rgb:ffff/ffff/ffff\007",
		"\033]52;c;cXF5eQ==\007", "\033_Gi=31;OK\033\\",
		"\033[<128;5;3M", "\033[<66;5;3M", "\033[<67;5;3M", "\033[<64;5;3m", "\033[<65;5;3m",
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(no_keys); i++) {
		struct decoder d = { 0 };
		struct typed t = { 0 };

		for (const char *at = no_keys[i]; *at; at++) {
			decoder_add(&d, at, 1);
			if (decoder_next(&d, false, &t))
				fail_msg("\"%s\" became the key %x", no_keys[i] + 1, t.key);
		}
		decoder_add(&d, "q", 1);
		if (!decoder_next(&d, false, &t) || t.key != 'q')
			fail_msg("behind \"%s\" no key comes through", no_keys[i] + 1);
		decoder_clear(&d);
	}
}

static void the_answers_to_our_questions_are_kept(void **unused)
{
	static const struct { const char *bytes; struct answers answers; } cases[] = {
		{ "\033[?0u\033[?2026;2$y\033[?62;22c", { .keyboard = true, .synchronized = true, .over = true } },
		{ "\033[?2026;0$y\033[?1;2c", { .over = true } },
		{ "\033[?2026;4$y\033[?1;2c", { .over = true } },
		{ "\033[?2027;2$y\033[?6c", { .over = true } },
		{ "\033[?62c\033[?5u", { .over = true } },
		{ "\033[>0;1;0c", { .over = false } },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct decoder d = { 0 };
		struct typed t;

		decoder_add(&d, cases[i].bytes, strlen(cases[i].bytes));
		assert_false(decoder_next(&d, false, &t));
		if (d.answers.keyboard != cases[i].answers.keyboard || d.answers.synchronized != cases[i].answers.synchronized ||
		    d.answers.over != cases[i].answers.over)
			fail_msg("case %zu", i);
		decoder_clear(&d);
	}
}

/* One that is cut off, or was never one, must not eat keys for ever. */
static void a_string_that_never_ends_lets_the_next_control_through(void **unused)
{
	static const struct { const char *bytes; uint32_t key; } cases[] = {
		{ "\033]11;rgb:00\r", TYPED_ENTER }, { "\033]11;rgb:00\033[A", TYPED_UP }, { "\033P>|XTerm\x03", CONTROL('c') },
	};
	struct decoder d = { 0 };
	struct typed t;

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		decoder_add(&d, cases[i].bytes, strlen(cases[i].bytes));
		assert_true(decoder_next(&d, false, &t));
		assert_int_equal(t.key, cases[i].key);
	}
	decoder_add(&d, "\033]1", 3);
	for (int i = 0; i < 70000; i++) {
		decoder_add(&d, "x", 1);
		if (decoder_next(&d, false, &t))
			break;
		assert_false(decoder_has_waiting(&d)); /* nothing to wake up for */
	}
	assert_int_equal(t.key, 'x');
	decoder_clear(&d);
}

static void a_paste_is_one_value_whatever_is_in_it(void **unused)
{
	const char *bytes = "\033[200~rm -rf\r\033[A\x03 日\033[201~z";
	struct decoder d = { 0 };
	struct typed t = { 0 };
	bool pasted = false;

	(void)unused;
	for (size_t at = 0; at < strlen(bytes); at++) {
		decoder_add(&d, bytes + at, 1);
		if (!decoder_next(&d, false, &t))
			continue;
		if (t.kind == TYPED_KEY) {
			assert_true(pasted);
			assert_int_equal(t.key, 'z');
			continue;
		}
		pasted = true;
		assert_int_equal(t.kind, TYPED_PASTE);
		assert_int_equal(t.len, 15);
		assert_memory_equal(t.bytes, "rm -rf\r\033[A\x03 日", 15);
	}
	assert_true(pasted);
	decoder_clear(&d);
}

static void a_paste_without_end_is_bounded(void **unused)
{
	struct decoder d = { 0 };
	struct typed t;
	char bytes[4096];

	(void)unused;
	memset(bytes, 'x', sizeof bytes);
	decoder_add(&d, "\033[200~", 6);
	for (int i = 0; i < 600; i++) {
		decoder_add(&d, bytes, sizeof bytes);
		assert_false(decoder_next(&d, false, &t));
	}
	assert_true(d.paste.len <= TYPED_PASTE_MAX && d.waiting.len < 16);
	decoder_add(&d, "\033[201~", 6);
	assert_true(decoder_next(&d, false, &t) && t.kind == TYPED_PASTE && t.cut && t.len == TYPED_PASTE_MAX);
	decoder_add(&d, "\033[200~y\033[201~", 13);
	assert_true(decoder_next(&d, false, &t) && t.kind == TYPED_PASTE && !t.cut && t.len == 1);
	decoder_clear(&d);
}

static void mouse_and_focus_are_values_too(void **unused)
{
	const char *bytes = "\033[<0;5;3M\033[<0;5;3m\033[<64;1;1M\033[<32;300;200M\033[I\033[O"
			    "\033[<29;5;3M\033[<65;7;8M\033[M #$\033[M##$\033[Ma!!";
	struct decoder d = { 0 };
	struct typed t;

	(void)unused;
	decoder_add(&d, bytes, strlen(bytes));
	assert_true(decoder_next(&d, false, &t) && t.kind == TYPED_MOUSE && t.pressed && t.row == 2 && t.col == 4 &&
		    t.button == BUTTON_LEFT);
	assert_true(decoder_next(&d, false, &t) && t.kind == TYPED_MOUSE && !t.pressed);
	assert_true(decoder_next(&d, false, &t) && t.button == BUTTON_WHEEL_UP);
	assert_true(decoder_next(&d, false, &t) && t.moved && t.col == 299 && t.row == 199);
	assert_true(decoder_next(&d, false, &t) && t.kind == TYPED_FOCUS && t.focused);
	assert_true(decoder_next(&d, false, &t) && t.kind == TYPED_FOCUS && !t.focused);
	assert_true(decoder_next(&d, false, &t) && t.button == BUTTON_MIDDLE && t.key == TYPED_MODIFIERS);
	assert_true(decoder_next(&d, false, &t) && t.button == BUTTON_WHEEL_DOWN && t.row == 7 && t.col == 6);
	/* The older report, three bytes: pressed, let go, wheel. */
	assert_true(decoder_next(&d, false, &t) && t.button == BUTTON_LEFT && t.pressed && t.col == 2 && t.row == 3);
	assert_true(decoder_next(&d, false, &t) && !t.pressed && t.col == 2 && t.row == 3);
	assert_true(decoder_next(&d, false, &t) && t.button == BUTTON_WHEEL_DOWN && t.pressed && t.col == 0 && t.row == 0);
	decoder_clear(&d);
}

static void any_bytes_are_consumed_in_the_end(void **unused)
{
	unsigned seed = 3;
	struct decoder d = { 0 };

	(void)unused;
	for (int round = 0; round < 3000; round++) {
		struct typed t;
		char bytes[24];
		int turns = 0;

		for (size_t i = 0; i < sizeof bytes; i++) {
			seed = seed * 1103515245u + 12345u;
			bytes[i] = (seed >> 16) % 3 == 0 ? "\033[O<;~M0]P_?u:"[(seed >> 20) % 14] : (char)(seed >> 16);
		}
		decoder_add(&d, bytes, sizeof bytes);
		while (decoder_next(&d, true, &t))
			assert_true(++turns < 100);
		assert_true(d.pasting || d.waiting.len == 0);
		decoder_clear(&d);
	}
}

static void keys_have_names(void **unused)
{
	static const struct { uint32_t key; const char *name; } cases[] = {
		{ 'q', "q" }, { CONTROL('b'), "Ctrl-B" }, { TYPED_ENTER, "Enter" }, { ' ', "Space" }, { TYPED_ALT | TYPED_LEFT, "Alt-Left" },
		{ TYPED_SHIFT | TYPED_TAB, "Shift-Tab" }, { 0x65E5, "日" }, { 0x1b, "U+001B" },
	};
	char name[KEY_NAME_BYTES];

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_string_equal(typed_name(cases[i].key, name), cases[i].name);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_sequence_is_the_key_it_means),
		cmocka_unit_test(a_lone_escape_is_the_escape_key_once_nothing_follows),
		cmocka_unit_test(what_is_no_key_is_swallowed_whole),
		cmocka_unit_test(the_answers_to_our_questions_are_kept),
		cmocka_unit_test(a_string_that_never_ends_lets_the_next_control_through),
		cmocka_unit_test(a_paste_is_one_value_whatever_is_in_it),
		cmocka_unit_test(a_paste_without_end_is_bounded),
		cmocka_unit_test(mouse_and_focus_are_values_too),
		cmocka_unit_test(any_bytes_are_consumed_in_the_end),
		cmocka_unit_test(keys_have_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
