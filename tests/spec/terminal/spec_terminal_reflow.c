/*
 * Specification of reflow: whatever sizes a screen goes through, its lines are the same, in the scrollback and on the
 * screen together, and a resize is bounded in time and memory.
 */
#include <time.h>

#include "core/base/mem.h"
#include "spec/terminal/screen_support.h"

static uint32_t random_next(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

static void cell_add(struct text *out, const struct cell *cell)
{
	char bytes[4];

	if (cell->width == 0)
		return;
	text_add(out, bytes, utf8_encode(cell->codepoint ? cell->codepoint : ' ', bytes));
	for (int i = 0; i < CELL_MARKS_MAX && cell->marks[i]; i++)
		text_add(out, bytes, utf8_encode(cell->marks[i], bytes));
	if (cell->codepoint && cell->codepoint != ' ')
		text_add_format(out, "<%d>", cell->style.fg.r);
}

static void spaces_cut(struct text *out)
{
	while (out->len && out->bytes[out->len - 1] == ' ')
		out->len--;
}

static void row_end(struct text *out, bool wrapped)
{
	if (wrapped)
		return;
	spaces_cut(out);
	text_add_byte(out, '\n');
}

/* Every line of the scrollback and the screen with the first colour of each sign, joined where it was wrapped. */
static void lines_print(const struct terminal *t, struct text *out)
{
	struct cell cells[TERMINAL_COLS_MAX];

	for (size_t line = terminal_scrollback_lines(t); line-- > 0;) {
		int cols = terminal_scrollback_cells(t, line, cells, TERMINAL_COLS_MAX);

		assert_in_range(cols, 0, terminal_cols(t));
		for (int col = 0; col < cols; col++)
			cell_add(out, &cells[col]);
		row_end(out, terminal_scrollback_wrapped(t, line));
	}
	for (int row = 0; row < terminal_rows(t); row++) {
		bool wrapped = terminal_row_wrapped(t, row);

		for (int col = 0; col < terminal_cols(t); col++) {
			struct cell cell;

			terminal_cell(t, row, col, &cell);
			/* The blank that a wide sign leaves at the edge. */
			if (!wrapped || col < terminal_cols(t) - 1 || cell.codepoint)
				cell_add(out, &cell);
		}
		row_end(out, wrapped);
	}
	while (out->len && out->bytes[out->len - 1] == '\n')
		out->len--;
	text_add_byte(out, '\n');
}

static const char *const words[] = {
	"a", "word", "日本語", "e\xcc\x81te\xcc\x81", "한국", "naïve", "\033[31mred", "\033[38;5;7mgrey", "\033[mplain", "1234567890", " ", "  gap  ",
};

static void lines_feed(struct terminal *t, uint32_t *seed, int lines)
{
	for (int line = 0; line < lines; line++) {
		uint32_t count = random_next(seed) % 40;

		for (uint32_t i = 0; i < count; i++) {
			const char *word = words[random_next(seed) % COUNT_OF(words)];

			terminal_feed(t, word, strlen(word));
		}
		terminal_feed(t, "\r\n", 2);
	}
}

static void any_sizes_and_back_keep_every_line(void **state)
{
	(void)state;
	for (uint32_t round = 1; round <= 12; round++) {
		OWNED(terminal) struct terminal *t = terminal_new(10, 40, 1 << 20);
		CLEARED(text) struct text before = { 0 };
		uint32_t seed = round * 2654435761u;

		lines_feed(t, &seed, 60);
		lines_print(t, &before);
		for (int i = 0; i < 12; i++) {
			CLEARED(text) struct text after = { 0 };
			int rows = 1 + (int)(random_next(&seed) % 30), cols = 2 + (int)(random_next(&seed) % 100);

			terminal_resize(t, rows, cols);
			lines_print(t, &after);
			if (strcmp(text_c(&before), text_c(&after)) != 0)
				fail_msg("round %u, size %d by %d: was\n%s\nis\n%s", round, rows, cols, text_c(&before), text_c(&after));
		}
	}
}

/* A line a scrollback line at a time: what is lent for searching is what the cells say. */
static void the_text_that_is_lent_is_that_of_the_cells(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(10, 40, 1 << 20);
	uint32_t seed = 7;

	(void)state;
	lines_feed(t, &seed, 100);
	for (int cols = 2; cols < 100; cols += 7) {
		terminal_resize(t, 10, cols);
		for (size_t line = 0; line < terminal_scrollback_lines(t); line++) {
			CLEARED(text) struct text wanted = { 0 };
			struct cell cells[TERMINAL_COLS_MAX];
			int n = terminal_scrollback_cells(t, line, cells, TERMINAL_COLS_MAX);
			size_t len;
			const char *lent;

			for (int col = 0; col < n; col++) {
				cells[col].style.fg.r = 0;
				cell_add(&wanted, &cells[col]);
			}
			lent = terminal_scrollback_text(t, line, &len);
			while (!terminal_scrollback_wrapped(t, line) && wanted.len > 0 && wanted.bytes[wanted.len - 1] == ' ')
				wanted.len--;
			for (size_t at = 0, out = 0; at < wanted.len; at++) {
				if (strncmp(wanted.bytes + at, "<0>", 3) == 0) {
					at += 2;
					continue;
				}
				assert_true(out < len && lent[out] == wanted.bytes[at]);
				out++;
			}
		}
	}
}

static void a_storm_with_text_between_stays_bounded(void **state)
{
	enum { BOUND = 200000 };
	OWNED(terminal) struct terminal *t = terminal_new(24, 80, BOUND);
	uint32_t seed = 99;

	(void)state;
	for (int i = 0; i < 500; i++) {
		terminal_resize(t, 1 + (int)(random_next(&seed) % 60), 1 + (int)(random_next(&seed) % 200));
		lines_feed(t, &seed, 3);
		assert_true(terminal_scrollback_bytes(t) <= BOUND);
	}
}

static double seconds(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Each a line of a full scrollback of 1 MiB; with BULKHEAD_TEST_FULL set of 4 MiB, and then it says the time. That is the
   processor's, and what is allowed is generous: sanitizers and old machines. */
static const struct { const char *says, *line; } full[] = {
	{ "empty lines", "\r\n" },
	{ "ASCII", "0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789\r\n" },
	{ "ideographs", "日本語中文字日本語中文字日本語中文字日本語中文字日本語中文字日本語中文字\r\n" },
	{ "colours", "\033[31mred\033[32mgreen\033[33myellow\033[m\r\n" },
	{ "one line without an end", "0123456789 0123456789 0123456789 0123456789 0123456789 0123456789" },
};

static void resizing_a_full_scrollback_takes_a_moment(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(full); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(24, 80, getenv("BULKHEAD_TEST_FULL") ? 4 << 20 : 1 << 20);
		double begin, took;

		while (terminal_scrollback_dropped(t) == 0)
			terminal_feed(t, full[i].line, strlen(full[i].line));
		begin = seconds();
		for (int cols = 60; cols < 70; cols++)
			terminal_resize(t, 24, cols);
		took = (seconds() - begin) / 10;
		if (getenv("BULKHEAD_TEST_FULL"))
			print_message("%s: %.2f ms\n", full[i].says, took * 1e3);
		if (took > 0.4)
			fail_msg("%s: %.3f s", full[i].says, took);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_sizes_and_back_keep_every_line),
		cmocka_unit_test(the_text_that_is_lent_is_that_of_the_cells),
		cmocka_unit_test(a_storm_with_text_between_stays_bounded),
		cmocka_unit_test(resizing_a_full_scrollback_takes_a_moment),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
