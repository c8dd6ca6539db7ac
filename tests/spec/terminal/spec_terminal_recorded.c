/*
 * Specification with the streams of real programs: any chunking gives the same cells, scrollback and replies, also with
 * sizes that change between, and a program that counts by grapheme clusters finds its columns.
 */
#include "spec/terminal/screen_support.h"
#include "support/recorded.h"

static const struct { int rows, cols; } sizes[] = { { 24, 80 }, { 10, 33 }, { 50, 200 }, { 3, 7 }, { 24, 80 } };

/* The stream in as many parts as there are sizes, each in pieces. */
static struct terminal *fed(const struct text *bytes, size_t piece)
{
	struct terminal *t = terminal_new(24, 80, 1 << 16);
	size_t part = bytes->len / COUNT_OF(sizes) + 1;

	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		size_t at = i * part, len = bytes->len - at < part ? bytes->len - at : part;

		terminal_resize(t, sizes[i].rows, sizes[i].cols);
		feed_in(t, bytes->bytes + at, len, piece);
	}
	return t;
}

static void assert_scrollbacks_equal(const struct terminal *a, const struct terminal *b, const char *says)
{
	for (size_t line = 0; line < terminal_scrollback_lines(a); line++) {
		struct cell cells_a[200], cells_b[200];
		int cols = terminal_scrollback_cells(a, line, cells_a, 200);

		if (cols != terminal_scrollback_cells(b, line, cells_b, 200))
			fail_msg("%s: line %zu is of another length", says, line);
		for (int col = 0; col < cols; col++)
			if (!cell_equal(&cells_a[col], &cells_b[col]))
				fail_msg("%s: column %d of line %zu differs", says, col, line);
	}
}

static void any_chunking_gives_the_same(void **state)
{
	static const size_t pieces[] = { 1, 7, 4096 };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(recorded_names); i++) {
		CLEARED(text) struct text bytes = { 0 };

		recorded_read(recorded_names[i], &bytes);
		for (size_t p = 0; p < COUNT_OF(pieces); p++) {
			OWNED(terminal) struct terminal *whole = fed(&bytes, bytes.len);
			OWNED(terminal) struct terminal *split = fed(&bytes, pieces[p]);

			assert_scrollbacks_equal(whole, split, recorded_names[i]);
			assert_terminals_equal(whole, split, recorded_names[i]);
		}
	}
}

/* Claude Code put the heart before "rld" and went on at the column behind it: all was where it believed it to be. */
static void joined_pictures_stand_where_claude_counts_them(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(24, 80, 1 << 16);
	CLEARED(text) struct text bytes = { 0 }, screen = { 0 };

	(void)state;
	recorded_read("claude", &bytes);
	terminal_feed(t, bytes.bytes, bytes.len);
	terminal_print(t, &screen);
	if (!strstr(text_c(&screen), "hello 日本 👩\xe2\x80\x8d💻 🇯🇵 wo❤\xef\xb8\x8f/rld\n"))
		fail_msg("%s", text_c(&screen));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_chunking_gives_the_same),
		cmocka_unit_test(joined_pictures_stand_where_claude_counts_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
