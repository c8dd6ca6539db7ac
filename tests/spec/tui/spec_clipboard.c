/*
 * Specification of the clipboard's sequence: what any bytes become, and that none of them ends it early.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ui/tui/clipboard.h"

static const struct { const char *bytes; size_t len; const char *sequence; } cases[] = {
	{ "", 0, "\033]52;c;\033\\" },
	{ "f", 1, "\033]52;c;Zg==\033\\" },
	{ "fo", 2, "\033]52;c;Zm8=\033\\" },
	{ "foo", 3, "\033]52;c;Zm9v\033\\" },
	{ "foob", 4, "\033]52;c;Zm9vYg==\033\\" },
	{ "\033\\\a", 3, "\033]52;c;G1wH\033\\" },
	{ "\0\xff", 2, "\033]52;c;AP8=\033\\" },
};

static void bytes_become_base64_in_the_sequence(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		CLEARED(text) struct text out = { 0 };

		clipboard_encode(cases[i].bytes, cases[i].len, &out);
		assert_string_equal(text_c(&out), cases[i].sequence);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(bytes_become_base64_in_the_sequence) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
