/* Specification of sanitize: whatever the bytes, what comes out can be drawn and cannot mislead. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/sanitize.h"

static const struct {
	const char *says, *bytes;
	size_t len;
	const char *line, *lines;
} cases[] = {
#define CASE(says, bytes, line, lines) { says, bytes, sizeof(bytes) - 1, line, lines }
	CASE("plain text stays as it is", "run 41: ok", "run 41: ok", "run 41: ok"),
	CASE("letters of any script stay", "gr\xc3\xbc\xc3\x9f \xe6\xbc\xa2 \xf0\x9f\x9a\xa2", "gr\xc3\xbc\xc3\x9f \xe6\xbc\xa2 \xf0\x9f\x9a\xa2",
	     "gr\xc3\xbc\xc3\x9f \xe6\xbc\xa2 \xf0\x9f\x9a\xa2"),
	CASE("an escape sequence loses its escape", "\x1b[31mred\x1b]0;title\a", "^[[31mred^[]0;title^G", "^[[31mred^[]0;title^G"),
	CASE("NUL and DEL are shown", "a\0b\x7f", "a^@b^?", "a^@b^?"),
	CASE("a newline is shown in one line and kept in lines", "a\nb", "a^Jb", "a\nb"),
	CASE("a carriage return is never kept", "a\rb", "a^Mb", "a^Mb"),
	CASE("a tab reaches the next stop in lines", "\tx\nabc\ty\n12345678\tz", "^Ix^Jabc^Iy^J12345678^Iz",
	     "        x\nabc     y\n12345678        z"),
	CASE("tab stops count characters, not bytes", "\xc3\xbc\tx", "\xc3\xbc^Ix", "\xc3\xbc       x"),
	CASE("an 8-bit control sequence introducer is shown", "\xc2\x9b" "31m", "<U+009B>31m", "<U+009B>31m"),
	CASE("a direction override is shown", "a\xe2\x80\xae" "b", "a<U+202E>b", "a<U+202E>b"),
	CASE("an isolate is shown", "\xe2\x81\xa6x\xe2\x81\xa9", "<U+2066>x<U+2069>", "<U+2066>x<U+2069>"),
	CASE("direction marks are shown", "\xe2\x80\x8e\xe2\x80\x8f\xd8\x9c", "<U+200E><U+200F><U+061C>", "<U+200E><U+200F><U+061C>"),
	CASE("separators are shown", "\xe2\x80\xa8\xe2\x80\xa9", "<U+2028><U+2029>", "<U+2028><U+2029>"),
	CASE("a byte order mark is shown", "\xef\xbb\xbfx", "<U+FEFF>x", "<U+FEFF>x"),
	CASE("shaping controls are shown", "\xe2\x81\xaa\xe2\x81\xaf", "<U+206A><U+206F>", "<U+206A><U+206F>"),
	CASE("a language tag is shown", "\xf3\xa0\x80\x81", "<U+E0001>", "<U+E0001>"),
	CASE("what is no character is shown", "\xef\xb7\x90\xf0\x9f\xbf\xbf", "<U+FDD0><U+1FFFF>", "<U+FDD0><U+1FFFF>"),
	CASE("interlinear annotation is shown", "\xef\xbf\xb9\xef\xbf\xbb", "<U+FFF9><U+FFFB>", "<U+FFF9><U+FFFB>"),
	CASE("bad bytes are shown one by one", "\xff\xc3(\xe2\x82", "\\xFF\\xC3(\\xE2\\x82", "\\xFF\\xC3(\\xE2\\x82"),
	CASE("a surrogate is bad bytes", "\xed\xa0\x80", "\\xED\\xA0\\x80", "\\xED\\xA0\\x80"),
	CASE("nothing gives nothing", "", "", ""),
#undef CASE
};

static void bytes_become_text_that_can_be_drawn(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		CLEARED(text) struct text line = {0};
		CLEARED(text) struct text lines = {0};

		sanitize_add(&line, cases[i].bytes, cases[i].len);
		sanitize_add_lines(&lines, cases[i].bytes, cases[i].len);
		if (strcmp(text_c(&line), cases[i].line) != 0)
			fail_msg("one line: rule broken: %s: %s", cases[i].says, text_c(&line));
		if (strcmp(text_c(&lines), cases[i].lines) != 0)
			fail_msg("lines: rule broken: %s: %s", cases[i].says, text_c(&lines));
		assert_true(sanitize_is_clean(text_c(&line), line.len));
	}
}

static void every_code_point_comes_out_clean(void **unused)
{
	(void)unused;
	for (uint32_t c = 0; c <= 0x10ffff; c++) {
		CLEARED(text) struct text t = {0};
		char bytes[4];
		size_t len = utf8_encode(c, bytes);

		sanitize_add(&t, bytes, len);
		if (!sanitize_is_clean(text_c(&t), t.len))
			fail_msg("U+%04X is not clean", (unsigned)c);
		if (len > 0 && sanitize_is_clean(bytes, len) != sanitize_may_draw(c))
			fail_msg("U+%04X: drawing and cleanness differ", (unsigned)c);
	}
}

static void sanitizing_twice_changes_nothing(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		OWNED_MEM char *once = sanitize_copy(cases[i].bytes);
		OWNED_MEM char *twice = sanitize_copy(once);

		assert_string_equal(once, twice);
	}
}

static void no_string_at_all_is_an_empty_one(void **unused)
{
	OWNED_MEM char *copy = sanitize_copy(NULL);

	(void)unused;
	assert_string_equal(copy, "");
}

static void beyond_unicode_nothing_may_be_drawn(void **unused)
{
	(void)unused;
	assert_true(sanitize_may_draw('a'));
	assert_true(sanitize_may_draw(0xa0));
	assert_false(sanitize_may_draw(0xd800));
	assert_false(sanitize_may_draw(0x110000));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bytes_become_text_that_can_be_drawn),
		cmocka_unit_test(every_code_point_comes_out_clean),
		cmocka_unit_test(sanitizing_twice_changes_nothing),
		cmocka_unit_test(no_string_at_all_is_an_empty_one),
		cmocka_unit_test(beyond_unicode_nothing_may_be_drawn),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
