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
		if (!decoder_next(&d, false, &t) || t.kind != TYPED_KEY || t.key != cases[i].key)
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

static void unknown_sequences_are_swallowed_whole(void **unused)
{
	static const char *const unknown[] = { "\033[99~", "\033[?1;2c", "\033[>0;276;0c", "\033[200;1;1;1;1;1;1;1;1;1y" };

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(unknown); i++) {
		struct decoder d = { 0 };
		struct typed t = { 0 };

		decoder_add(&d, unknown[i], strlen(unknown[i]));
		decoder_add(&d, "q", 1);
		assert_true(decoder_next(&d, false, &t));
		if (t.key != 'q' && !(t.key & ~TYPED_MODIFIERS & TYPED_NAMED_BASE))
			fail_msg("\"%s\" became the letter %x", unknown[i] + 1, t.key);
		decoder_clear(&d);
	}
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
	decoder_clear(&d);
}

static void mouse_and_focus_are_values_too(void **unused)
{
	const char *bytes = "\033[<0;5;3M\033[<0;5;3m\033[<64;1;1M\033[<32;300;200M\033[I\033[O";
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
			bytes[i] = (seed >> 16) % 3 == 0 ? "\033[O<;~M0"[(seed >> 20) % 8] : (char)(seed >> 16);
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
		cmocka_unit_test(unknown_sequences_are_swallowed_whole),
		cmocka_unit_test(a_paste_is_one_value_whatever_is_in_it),
		cmocka_unit_test(a_paste_without_end_is_bounded),
		cmocka_unit_test(mouse_and_focus_are_values_too),
		cmocka_unit_test(any_bytes_are_consumed_in_the_end),
		cmocka_unit_test(keys_have_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
