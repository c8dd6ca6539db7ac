/*
 * Specification of the asciicast: a header, an array a line, and strings that are UTF-8 whatever the child printed.
 */
#include "recorded.h"

#include "core/replay/cast.h"

#define BAD "\xEF\xBF\xBD"

/* Parts are separated by a zero byte in the table; "|" in the answer. */
static void a_sequence_that_is_cut_goes_on_and_what_is_bad_is_replaced(void **unused)
{
	static const struct { const char *parts[4]; const char *clean; } cases[] = {
		{ { "plain" }, "plain|" },
		{ { "a\xE6", "\x97", "\xA5z" }, "a||\xE6\x97\xA5z|" },
		{ { "\xF0\x9F", "\x98\x80" }, "|\xF0\x9F\x98\x80|" },
		{ { "a\xE6", "b" }, "a|" BAD "b|" },
		{ { "a\xE6\x97" }, "a|" BAD },
		{ { "\xFF\xC0\x80" }, BAD BAD BAD "|" },
		{ { "\xED\xA0\x80" }, BAD BAD BAD "|" },
		{ { "\xED", "\xA0\x80" }, "|" BAD BAD BAD "|" },
		{ { "\xF0\x9F\x98X" }, BAD "X|" },
		{ { "\xE0\x80" }, BAD BAD "|" },
		{ { "\xC3", "\xA9" }, "|\xC3\xA9|" },
		{ { "\x80" }, BAD "|" },
		{ { "\xF4\x90\x80\x80" }, BAD BAD BAD BAD "|" },
	};
	(void)unused;

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct cast_rest rest = { .len = 0 };
		CLEARED(text) struct text out = { 0 };

		for (size_t at = 0; at < 4 && cases[i].parts[at]; at++) {
			cast_utf8(&rest, cases[i].parts[at], strlen(cases[i].parts[at]), false, &out);
			text_add_byte(&out, '|');
		}
		cast_utf8(&rest, "", 0, true, &out);
		assert_string_equal(text_c(&out), cases[i].clean);
	}
}

static void any_chunking_gives_the_same_text(void **unused)
{
	static const char bytes[] = "x\xE6\x97\xA5\xFF\xF0\x9F\x98\x80\xE6\xC3\xA9\xED\xA0\x80\xF0\x9F\x98y\xC3";
	CLEARED(text) struct text whole = { 0 };
	struct cast_rest rest = { .len = 0 };
	(void)unused;

	cast_utf8(&rest, bytes, sizeof bytes - 1, false, &whole);
	cast_utf8(&rest, "", 0, true, &whole);
	assert_true(utf8_valid(text_c(&whole), whole.len));
	for (size_t chunk = 1; chunk < sizeof bytes; chunk++) {
		CLEARED(text) struct text out = { 0 };

		for (size_t at = 0; at < sizeof bytes - 1; at += chunk)
			cast_utf8(&rest, bytes + at, sizeof bytes - 1 - at < chunk ? sizeof bytes - 1 - at : chunk, false, &out);
		cast_utf8(&rest, "", 0, true, &out);
		assert_string_equal(text_c(&out), text_c(&whole));
	}
}

static void a_recording_becomes_a_header_and_a_line_an_event(void **unused)
{
	static const char *const script[] = { "0r:24x80", "1500o:one\r\n", "2250o:\033[31mred\xE6", "3000r:30x100", "3001o:\x97\xA5", "4000e", NULL };
	const struct cast_header header = { .started_ms = 1700000000123, .idle_ms = 2500, .title = "a \"title\"" };
	struct recorded r;
	CLEARED(text) struct text out = { 0 };
	(void)unused;

	recorded_open(&r, TERMLOG_LIMIT_BYTES, script);
	OWNED(cast) struct cast *c = cast_new(r.recording, &header);
	while (cast_more(c, &out))
		;
	assert_string_equal(text_c(&out), "{\"version\":2,\"width\":80,\"height\":24,\"timestamp\":1700000000,\"idle_time_limit\":2.5,"
					  "\"title\":\"a \\\"title\\\"\",\"env\":{\"TERM\":\"xterm-256color\"}}\n"
					  "[1.5,\"o\",\"one\\r\\n\"]\n"
					  "[2.25,\"o\",\"\\u001b[31mred\"]\n"
					  "[3,\"r\",\"100x30\"]\n"
					  "[3.001,\"o\",\"\xE6\x97\xA5\"]\n");
	assert_int_equal(cast_events(c), 4);
	cast_drop(&c);
	recorded_end(&r);
}

static void a_recording_of_nothing_is_a_header(void **unused)
{
	static const char *const script[] = { "0r:24x80", "5e", NULL };
	const struct cast_header header = { .title = NULL };
	struct recorded r;
	CLEARED(text) struct text out = { 0 };
	(void)unused;

	recorded_open(&r, TERMLOG_LIMIT_BYTES, script);
	OWNED(cast) struct cast *c = cast_new(r.recording, &header);
	while (cast_more(c, &out))
		;
	assert_string_equal(text_c(&out), "{\"version\":2,\"width\":80,\"height\":24,\"env\":{\"TERM\":\"xterm-256color\"}}\n");
	cast_drop(&c);
	recorded_end(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sequence_that_is_cut_goes_on_and_what_is_bad_is_replaced),
		cmocka_unit_test(any_chunking_gives_the_same_text),
		cmocka_unit_test(a_recording_becomes_a_header_and_a_line_an_event),
		cmocka_unit_test(a_recording_of_nothing_is_a_header),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
