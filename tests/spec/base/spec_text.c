/* Specification of text: a growing byte string, and UTF-8 decoded strictly. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/text.h"

static void an_empty_text_reads_as_an_empty_string(void **unused)
{
	struct text t = {0};

	(void)unused;
	assert_string_equal(text_c(&t), "");
	text_empty(&t);
	text_clear(&t);
	assert_string_equal(text_c(&t), "");
}

static void bytes_are_kept_in_order_and_ended_with_nul(void **unused)
{
	CLEARED(text) struct text t = {0};

	(void)unused;
	text_add_string(&t, "a");
	text_add(&t, "\0b", 2);
	text_add_byte(&t, 'c');
	text_add_format(&t, "%d%%", 42);
	assert_int_equal(t.len, 7);
	assert_memory_equal(text_c(&t), "a\0bc42%", 8);
}

static void it_grows_by_itself(void **unused)
{
	CLEARED(text) struct text t = {0};

	(void)unused;
	for (int i = 0; i < 100000; i++)
		text_add_format(&t, "%c", 'a' + i % 26);
	assert_int_equal(t.len, 100000);
	assert_int_equal(strlen(text_c(&t)), 100000);
	assert_int_equal(text_c(&t)[99999], 'a' + 99999 % 26);
}

static void emptying_keeps_the_room_and_taking_gives_it_away(void **unused)
{
	struct text t = {0};
	OWNED_MEM char *taken = NULL;
	OWNED_MEM char *nothing = NULL;

	(void)unused;
	text_add_string(&t, "first");
	text_empty(&t);
	assert_int_equal(t.len, 0);
	assert_true(t.room > 0);
	assert_string_equal(text_c(&t), "");
	text_add_string(&t, "second");
	taken = text_take(&t);
	assert_string_equal(taken, "second");
	assert_null(t.bytes);
	nothing = text_take(&t);
	assert_string_equal(nothing, "");
}

static const struct {
	const char *says, *bytes;
	size_t len, used;
	uint32_t codepoint;
} sequences[] = {
	{ "a letter",                        "A",                1, 1, 'A' },
	{ "NUL is a code point",             "\0",               1, 1, 0 },
	{ "the first of two bytes",          "\xc2\x80",         2, 2, 0x80 },
	{ "the last of two bytes",           "\xdf\xbf",         2, 2, 0x7ff },
	{ "the first of three bytes",        "\xe0\xa0\x80",     3, 3, 0x800 },
	{ "the last before the surrogates",  "\xed\x9f\xbf",     3, 3, 0xd7ff },
	{ "the first after the surrogates",  "\xee\x80\x80",     3, 3, 0xe000 },
	{ "the last of three bytes",         "\xef\xbf\xbf",     3, 3, 0xffff },
	{ "the first of four bytes",         "\xf0\x90\x80\x80", 4, 4, 0x10000 },
	{ "the last code point there is",    "\xf4\x8f\xbf\xbf", 4, 4, 0x10ffff },
	{ "only the first is decoded",       "AB",               2, 1, 'A' },
	{ "no bytes at all",                 "",                 0, 0, 0 },
	{ "a lone continuation",             "\x80",             1, 0, 0 },
	{ "overlong slash",                  "\xc0\xaf",         2, 0, 0 },
	{ "overlong in three",               "\xe0\x9f\xbf",     3, 0, 0 },
	{ "overlong in four",                "\xf0\x8f\xbf\xbf", 4, 0, 0 },
	{ "a high surrogate",                "\xed\xa0\x80",     3, 0, 0 },
	{ "a low surrogate",                 "\xed\xbf\xbf",     3, 0, 0 },
	{ "beyond the last code point",      "\xf4\x90\x80\x80", 4, 0, 0 },
	{ "a five byte start",               "\xf8\x88\x80\x80", 4, 0, 0 },
	{ "cut off after one",               "\xe2",             1, 0, 0 },
	{ "cut off after two",               "\xe2\x82",         2, 0, 0 },
	{ "broken by a letter",              "\xe2" "AB",        3, 0, 0 },
	{ "never a byte of UTF-8",           "\xff",             1, 0, 0 },
};

static void code_points_are_decoded_strictly(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(sequences); i++) {
		uint32_t codepoint = 0xdead;
		size_t used = utf8_decode(sequences[i].bytes, sequences[i].len, &codepoint);

		if (used != sequences[i].used || codepoint != (used ? sequences[i].codepoint : 0xdead))
			fail_msg("rule broken: %s", sequences[i].says);
	}
}

static void every_code_point_survives_there_and_back(void **unused)
{
	(void)unused;
	for (uint32_t c = 0; c <= 0x110000; c++) {
		char bytes[4];
		uint32_t back = 0;
		size_t len = utf8_encode(c, bytes);
		bool scalar = c < 0xd800 || (c > 0xdfff && c <= 0x10ffff);

		if (scalar && (len == 0 || utf8_decode(bytes, len, &back) != len || back != c))
			fail_msg("U+%04X does not survive", (unsigned)c);
		if (!scalar && len != 0)
			fail_msg("U+%04X is encoded", (unsigned)c);
	}
}

static void whole_strings_are_valid_or_not(void **unused)
{
	(void)unused;
	assert_true(utf8_valid("", 0));
	assert_true(utf8_valid("gr\xc3\xbc\xc3\x9f\x65\0n", 10));
	assert_false(utf8_valid("fine\xc3", 5));
	assert_false(utf8_valid("\xed\xa0\x80", 3));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_text_reads_as_an_empty_string),
		cmocka_unit_test(bytes_are_kept_in_order_and_ended_with_nul),
		cmocka_unit_test(it_grows_by_itself),
		cmocka_unit_test(emptying_keeps_the_room_and_taking_gives_it_away),
		cmocka_unit_test(code_points_are_decoded_strictly),
		cmocka_unit_test(every_code_point_survives_there_and_back),
		cmocka_unit_test(whole_strings_are_valid_or_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
