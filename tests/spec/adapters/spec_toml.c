/*
 * Specification of toml: how a writable root is said to codex. Each row was measured with codex 0.171.0; the rows that
 * a string cannot say exactly are refused, because saying them inexactly grants another directory.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "adapters/toml.h"

static const struct { const char *says, *string, *toml; } rows[] = {
	{ "a slash is never escaped", "/a/b", "\"/a/b\"" },
	{ "a quote gets a backslash", "/a\"b", "\"/a\\\"b\"" },
	{ "a backslash gets a backslash", "/a\\b", "\"/a\\\\b\"" },
	{ "a directory named like two roots stays one", "/a\",\"/victim", "\"/a\\\",\\\"/victim\"" },
	{ "newline, return and form feed are escaped", "/\n\r\f", "\"/\\u000A\\u000D\\u000C\"" },
	{ "backspace, escape and bell are escaped", "/\b\033\a", "\"/\\u0008\\u001B\\u0007\"" },
	{ "the first and the last control are escaped", "/\001\037", "\"/\\u0001\\u001F\"" },
	{ "a tab is escaped too", "/\t", "\"/\\u0009\"" },
	{ "DEL is escaped, which json-c would not do", "/\177", "\"/\\u007F\"" },
	{ "letters beyond ASCII are verbatim", "/\xc3\xa9\xe6\xbc\xa2", "\"/\xc3\xa9\xe6\xbc\xa2\"" },
	{ "an emoji is verbatim", "/\xf0\x9f\x9a\xa2", "\"/\xf0\x9f\x9a\xa2\"" },
	{ "U+0085 and U+2028 are verbatim", "/\xc2\x85\xe2\x80\xa8", "\"/\xc2\x85\xe2\x80\xa8\"" },
	{ "a replacement character that is really there is verbatim", "/\xef\xbf\xbd", "\"/\xef\xbf\xbd\"" },
	{ "spaces inside and at the end stay", "/a b ", "\"/a b \"" },
	{ "punctuation of TOML and of shells is verbatim", "/-']#$%=*{}", "\"/-']#$%=*{}\"" },
	{ "a dollar name is not expanded", "$HOME/x", "\"$HOME/x\"" },
	{ "the empty string is a string", "", "\"\"" },
};

static void a_string_is_said_exactly(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CLEARED(text) struct text out = { 0 };

		if (!toml_add_string(&out, rows[i].string) || strcmp(text_c(&out), rows[i].toml) != 0)
			fail_msg("%s: %s instead of %s", rows[i].says, text_c(&out), rows[i].toml);
	}
}

static const struct { const char *says, *string; } unsayable[] = {
	{ "a lone byte of 0xff", "/\xff" },
	{ "a cut off sequence", "/\xe6\xbc" },
	{ "an overlong slash", "/\xc0\xaf" },
	{ "a surrogate", "/\xed\xa0\x80" },
	{ "a code point beyond the last one", "/\xf4\x90\x80\x80" },
};

static void bytes_that_are_not_utf8_are_refused_and_leave_nothing(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(unsayable); i++) {
		CLEARED(text) struct text out = { 0 };
		CLEARED(strlist) struct strlist list = { 0 };

		text_add_string(&out, "key=");
		strlist_add(&list, "/good");
		strlist_add(&list, unsayable[i].string);
		if (toml_add_string(&out, unsayable[i].string) || toml_add_list(&out, &list))
			fail_msg("rule broken: %s is refused", unsayable[i].says);
		assert_string_equal(text_c(&out), "key=");
		assert_int_equal(out.len, strlen("key="));
	}
}

static void a_list_is_there_even_when_it_is_empty(void **unused)
{
	CLEARED(text) struct text out = { 0 };
	CLEARED(strlist) struct strlist list = { 0 };

	(void)unused;
	assert_true(toml_add_list(&out, &list));
	assert_string_equal(text_c(&out), "[]");
	text_empty(&out);
	strlist_add(&list, "/a");
	strlist_add(&list, "/b\"");
	assert_true(toml_add_list(&out, &list));
	assert_string_equal(text_c(&out), "[\"/a\",\"/b\\\"\"]");
}

static void the_longest_path_is_said_whole(void **unused)
{
	char path[3776];
	CLEARED(text) struct text out = { 0 };

	(void)unused;
	memset(path, 'a', sizeof path - 1);
	path[0] = '/';
	path[sizeof path - 1] = '\0';
	assert_true(toml_add_string(&out, path));
	assert_int_equal(out.len, sizeof path - 1 + 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_string_is_said_exactly),
		cmocka_unit_test(bytes_that_are_not_utf8_are_refused_and_leave_nothing),
		cmocka_unit_test(a_list_is_there_even_when_it_is_empty),
		cmocka_unit_test(the_longest_path_is_said_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
