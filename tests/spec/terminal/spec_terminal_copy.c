/*
 * Specification of terminal_copy: what comes out of a copy is what comes out of the original, at once and after whatever
 * is fed to both, and neither is changed by the other.
 */
#include "spec/terminal/screen_support.h"
#include "support/recorded.h"

#define CUTS 5

static const struct { int rows, cols; } sizes[] = { { 24, 80 }, { 10, 33 }, { 50, 200 }, { 3, 7 }, { 24, 80 } };

static void assert_all_equal(struct terminal *a, struct terminal *b, const char *says)
{
	assert_terminals_equal(a, b, says);
	assert_string_equal(terminal_title(a), terminal_title(b));
	assert_int_equal(terminal_bells(a), terminal_bells(b));
	assert_int_equal(terminal_cursor_style(a), terminal_cursor_style(b));
	assert_int_equal(terminal_keyboard(a), terminal_keyboard(b));
	assert_int_equal(terminal_alternate_screen(a), terminal_alternate_screen(b));
	for (size_t line = 0; line < terminal_scrollback_lines(a); line++) {
		size_t len_a, len_b;
		const char *text_a = terminal_scrollback_text(a, line, &len_a), *text_b = terminal_scrollback_text(b, line, &len_b);

		if (len_a != len_b || memcmp(text_a, text_b, len_a) != 0)
			fail_msg("line %zu of the scrollback differs: %s", line, says);
	}
}

static void feed_some(struct terminal *t, const struct text *bytes, size_t part)
{
	size_t len = bytes->len / CUTS, at = part * len;

	terminal_resize(t, sizes[part].rows, sizes[part].cols);
	terminal_feed(t, bytes->bytes + at, part + 1 < CUTS ? len : bytes->len - at);
}

/* The copy is fed first, to the end: the original must not notice. */
static void copy_at(const struct text *bytes, size_t cut, size_t scrollback_bytes, bool lazily, const char *says)
{
	OWNED(terminal) struct terminal *t = terminal_new(24, 80, scrollback_bytes), *alone = terminal_new(24, 80, scrollback_bytes);
	OWNED(terminal) struct terminal *copy = NULL;

	if (lazily) {
		terminal_scrollback_lazily(t);
		terminal_scrollback_lazily(alone);
	}
	for (size_t part = 0; part < cut; part++) {
		feed_some(t, bytes, part);
		feed_some(alone, bytes, part);
	}
	copy = terminal_copy(t);
	for (size_t part = cut; part < CUTS; part++)
		feed_some(copy, bytes, part);
	assert_all_equal(t, alone, says);
	for (size_t part = cut; part < CUTS; part++)
		feed_some(t, bytes, part);
	if (cut < CUTS)
		(void)assert_screens_equal(t, copy, says);
	terminal_drop(&t);
	for (size_t part = cut; part < CUTS; part++)
		feed_some(alone, bytes, part);
	assert_screens_equal(alone, copy, says);
	assert_int_equal(terminal_scrollback_lines(alone), terminal_scrollback_lines(copy));
}

static void a_copy_goes_on_as_the_original_for_every_recorded_stream(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(recorded_names); i++) {
		CLEARED(text) struct text bytes = { 0 };

		recorded_read(recorded_names[i], &bytes);
		for (size_t cut = 0; cut <= CUTS; cut++) {
			copy_at(&bytes, cut, 1 << 16, false, recorded_names[i]);
			copy_at(&bytes, cut, 1 << 16, true, recorded_names[i]);
			copy_at(&bytes, cut, 0, false, recorded_names[i]);
		}
	}
}

static void everything_that_is_kept_is_copied(void **state)
{
	static const char *const streams[] = {
		"\033]0;a title\a\033[22t\033]0;another\a", "\033]8;;http://a.example/x\033\\link\033]8;;\033\\", "e\u0301x\u0302👩\u200d💻",
		"\033[6 q\033[?25l\033[2;5r\033[?6h", "\033[5n\033[6n\033[c", "\033[>1u\033[?1049h\033[>5u", "\033]9;may I?\a\033]133;A\a\a",
		"\033[31", "\033]0;half a ti", "\xe6\x97", "\033(0lqk", "\033[3g\033[10G\033H\r\t", "\0337\033[5;5H", "1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\n8",
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(streams); i++) {
		static const char rest[] = "mx\a\033\\y\xa5z\033[23t\033[u\0338\tq\033[?1049l\033[<u\r\nend";
		OWNED(terminal) struct terminal *t = terminal_new(6, 20, 1 << 14), *copy = NULL;

		terminal_feed(t, streams[i], strlen(streams[i]));
		copy = terminal_copy(t);
		assert_all_equal(t, copy, streams[i]);
		terminal_feed(t, rest, sizeof rest - 1);
		terminal_feed(copy, rest, sizeof rest - 1);
		assert_all_equal(t, copy, streams[i]);
	}
}

/* The table of joined code points is as large as ever many there were; the copy needs only those that are seen. */
static void a_copy_keeps_no_more_joined_signs_than_are_seen(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(24, 80, 1 << 14), *copy = NULL;

	(void)state;
	for (int i = 0; i < 20000; i++)
		terminal_feed(t, "e\u0301", 3);
	copy = terminal_copy(t);
	assert_screens_equal(t, copy, "as it was copied");
	assert_true(terminal_bytes(copy) < terminal_bytes(t) / 2);
	terminal_feed(t, "\033[3Ho\u0302", 7);
	terminal_feed(copy, "\033[3Ho\u0302", 7);
	assert_screens_equal(t, copy, "after more");
}

static void its_size_in_memory_is_known(void **state)
{
	OWNED(terminal) struct terminal *small = terminal_new(24, 80, 1 << 20), *large = terminal_new(500, 1000, 1 << 20);
	size_t before = terminal_bytes(small);

	(void)state;
	assert_true(terminal_bytes(large) > 2u * 500 * 1000 * 8);
	for (int i = 0; i < 20000; i++)
		terminal_feed(small, "some line of text\r\n", 19);
	assert_true(terminal_bytes(small) > before + terminal_scrollback_bytes(small) / 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_copy_goes_on_as_the_original_for_every_recorded_stream),
		cmocka_unit_test(everything_that_is_kept_is_copied),
		cmocka_unit_test(a_copy_keeps_no_more_joined_signs_than_are_seen),
		cmocka_unit_test(its_size_in_memory_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
