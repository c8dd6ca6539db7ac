/*
 * Specification of floods: whatever a child prints without an end, what the terminal keeps of it is bounded, and what
 * it costs is proportional to what was printed.
 *
 * BULKHEAD_TEST_FULL set: strings of 1 GB, 50 MB of random bytes; otherwise 4 MB and 1 MB.
 */
#include <malloc.h>

#include "core/base/sanitize.h"
#include "core/terminal/engine.h"
#include "spec/terminal/screen_support.h"

#define SCROLLBACK 100000
#define MEMORY_MAX (24u << 20) /* of one terminal of 24 by 80: tables that are full of what is in use are the most of it */

size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

/* What the program holds now; under Valgrind this is 0. */
static size_t memory_held(void)
{
	struct mallinfo2 info = mallinfo2();

	if (__sanitizer_get_current_allocated_bytes)
		return __sanitizer_get_current_allocated_bytes();
	return info.uordblks + info.hblkhd;
}

static bool full(void)
{
	return getenv("BULKHEAD_TEST_FULL") != NULL;
}

static void feed_text(struct terminal *t, const char *bytes)
{
	terminal_feed(t, bytes, strlen(bytes));
}

static void assert_bounded(const char *says, const struct terminal *t, size_t before)
{
	size_t now = memory_held();

	if (now > before && now - before > MEMORY_MAX)
		fail_msg("%s: %zu bytes are held", says, now - before);
	assert_true(t->replies_len <= TERMINAL_REPLIES_BYTES && terminal_scrollback_bytes(t) <= SCROLLBACK);
	assert_true(t->styles.room <= STYLES_MAX && t->clusters.room <= CLUSTERS_MAX && t->links.room <= LINKS_MAX);
	for (int row = 0; row < terminal_rows(t); row++) {
		for (int col = 0; col < terminal_cols(t); col++) {
			struct cell cell;

			terminal_cell(t, row, col, &cell);
			assert_true(!cell.codepoint || sanitize_may_draw(cell.codepoint));
		}
	}
}

/* Sequences that never end: all of it is swallowed. */
static const struct {
	const char *start, *filler;
} strings[] = {
	{ "\033]0;", "7" }, { "\033]52;c;", "QUFB" }, { "\033]8;;", "http://a/" }, { "\033]99;d=0;", "long " }, { "\033]4;", "1;?;" },
	{ "\033P", "7;" }, { "\033P+q", "544e;" }, { "\033P$q", "m" }, { "\033Ptmux;", "\a\n" }, { "\033_", "\xf0\x9f\x98\x80" },
	{ "\033^", "\xff" }, { "\033X", "\xc2\x9c" }, { "\033[", "1;" }, { "\033[38", ":2" }, { "\033[?", "9" }, { "\033[>", "<=>?" },
	{ "\033(", " !" }, { "\033[1 ", "!\"" },
};

static void a_string_without_an_end_is_swallowed(void **state)
{
	size_t flood = full() ? (size_t)1 << 30 : (size_t)4 << 20;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(strings); i++) {
		size_t before = memory_held(), len = strlen(strings[i].filler);
		OWNED(terminal) struct terminal *t = terminal_new(24, 80, SCROLLBACK);
		CLEARED(text) struct text filler = { 0 }, screen = { 0 };

		while (filler.len < 65536)
			text_add(&filler, strings[i].filler, len);
		feed_text(t, strings[i].start);
		for (size_t fed = 0; fed < flood; fed += filler.len)
			terminal_feed(t, filler.bytes, filler.len);
		assert_bounded(strings[i].start + 1, t, before);
		feed_text(t, "\030x");
		terminal_print(t, &screen);
		if (strcmp(text_c(&screen), "x") != 0)
			fail_msg("\"%s\" leaves \"%s\"", strings[i].start + 1, text_c(&screen));
	}
}

static void number_add(struct text *out, unsigned number)
{
	text_add_format(out, "%u", number);
}

/* The i-th piece of a flood, where no two are the same: %a, %b and %c are bytes of i, %n is i, %m one of 112 marks. */
static void piece_of(const char *flood, unsigned i, struct text *out)
{
	char mark[4];

	text_empty(out);
	for (; *flood; flood++) {
		if (*flood != '%')
			text_add_byte(out, *flood);
		else if (*++flood == 'm')
			text_add(out, mark, utf8_encode(0x300 + i % 112, mark));
		else
			number_add(out, *flood == 'n' ? i : i >> (*flood - 'a') * 8 & 255);
	}
}

static const struct {
	const char *says, *flood;
} floods[] = {
	{ "colours", "\033[38;2;%a;%b;%c;48;2;%b;%a;%cmx" }, { "marks", "%m" }, { "marks on letters", "e%m\r\nx%m%m" },
	{ "links", "\033]8;id=%n;http://a/%n\a%n" }, { "titles", "\033]2;%n\a\033[22t" }, { "notices", "\033]99;d=0;%n\a" },
	{ "keyboards", "\033[>%au\033[?1049h\033[=%b;2u\033[?1049l" }, { "saved cursors", "\0337\033[%a;%bH\033[s\0338" },
	{ "questions", "\033[6n\033[c\033P$qm\033\\" }, { "screens", "\033[?1049h%n\033[?1049l" }, { "resets", "%n\033c" },
	{ "repeats", "%n\033[65535b" }, { "scrolling up", "%n\033[65535S" }, { "scrolling down", "%n\033[65535T" },
	{ "inserted lines", "%n\033[H\033[65535L" }, { "deleted lines", "%n\033[H\033[65535M" }, { "inserted cells", "%n\r\033[65535@" },
	{ "deleted cells", "%n\r\033[65535P" }, { "inserted columns", "%n\r\033[65535'}" }, { "columns to the left", "%n\033[65535 @" },
	{ "rectangles", "%n\033[$z" }, { "regions", "\033[%a;%br\n\033M" }, { "tabs", "\033[%aG\033H\033[65535I\033[65535Z" },
	{ "reverse wraps", "\033[?45h%n\033[65535D" }, { "coloured blanks", "\033[4%am\033[2J\033[65535S" }, { "lines", "%n\n" },
	{ "emoji", "👩\xe2\x80\x8d💻🇯🇵👍🏽" }, { "wide signs", "日本%n" }, { "bells", "\a" },
};

static void a_flood_of_anything_is_bounded(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(floods); i++) {
		size_t before = memory_held();
		OWNED(terminal) struct terminal *t = terminal_new(24, 80, SCROLLBACK);
		CLEARED(text) struct text piece = { 0 };

		for (unsigned at = 0; at < (full() ? 1000000u : 20000u); at++) {
			piece_of(floods[i].flood, at, &piece);
			terminal_feed(t, piece.bytes, piece.len);
		}
		assert_bounded(floods[i].says, t, before);
	}
}

static void a_million_marks_cost_one_cell(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(4, 20, SCROLLBACK);
	struct cell cell;

	(void)state;
	feed_text(t, "e");
	for (int i = 0; i < 1000000; i++)
		terminal_feed(t, "\xcc\x81", 2);
	terminal_cell(t, 0, 0, &cell);
	assert_int_equal(cell.codepoint, 'e');
	assert_int_equal(cell.marks[CELL_MARKS_MAX - 1], 0x301);
	assert_int_equal(t->clusters.count, 1);
}

static uint32_t random_next(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

static void random_bytes_leave_a_drawable_screen(void **state)
{
	size_t before = memory_held(), flood = full() ? 50000000 : 1000000;
	OWNED(terminal) struct terminal *t = terminal_new(24, 80, SCROLLBACK);
	uint32_t seed = 2463534242u;

	(void)state;
	for (size_t fed = 0; fed < flood; fed += 4096) {
		uint32_t words[1024];

		for (size_t i = 0; i < COUNT_OF(words); i++)
			words[i] = random_next(&seed);
		terminal_feed(t, words, sizeof words);
		if (fed % (4096 * 64) == 0)
			assert_bounded("random bytes", t, before);
	}
}

/* From the smallest to the largest, with something on the screen and in the scrollback all the while. */
static void a_storm_of_sizes_is_bounded(void **state)
{
	size_t before = memory_held();
	OWNED(terminal) struct terminal *t = terminal_new(24, 80, SCROLLBACK);
	uint32_t seed = 88172645u;

	(void)state;
	for (int i = 0; i < (full() ? 20000 : 1000); i++) {
		uint32_t size = random_next(&seed);
		bool large = size % 16 == 0;

		feed_text(t, "\033[2;999r\033[1;32mone 日本 e\xcc\x81 line that is longer than most\r\n\033[999;999Hx\033[?1049h");
		terminal_resize(t, 1 + (int)(size >> 8 & 0xFFF) % (large ? 500 : 40), 1 + (int)(size >> 20) % (large ? 200 : 120));
		feed_text(t, "\033[?1049l\n\033M");
	}
	terminal_resize(t, 24, 80);
	assert_bounded("sizes", t, before);
}

/* Each wipes a whole screen with few bytes. What is looked at or written into afterwards is a row at most. */
static const struct {
	const char *says, *bytes;
} wipes[] = {
	{ "erasing in one colour", "\033[2J" },
	{ "erasing in two colours", "\033[44m\033[2J\033[41m\033[2J" },
	{ "erasing behind a letter", "x\033[2J" },
	{ "erasing below", "\033[H\033[J" },
	{ "a rectangle", "\033[1;2;500;1000$z\033[44m\033[1;3;500;1000$z\033[41m" },
	{ "a screen of E", "\033#8" },
	{ "a screen of E, erased", "\033#8\033[2J" },
	{ "lines put in", "\033[500L" },
	{ "lines taken out", "\033[500M" },
	{ "scrolled up", "\033[500S" },
	{ "scrolled down", "\033[500T" },
	{ "the other screen and back", "\033[?1049h\033[?1049l" },
	{ "a reset", "\033c\033[41m" },
};

static void wiping_a_large_screen_costs_what_was_written_on_it(void **state)
{
	const size_t bytes_most = 16384;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(wipes); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(TERMINAL_ROWS_MAX, TERMINAL_COLS_MAX, SCROLLBACK);
		size_t len = strlen(wipes[i].bytes);
		uint64_t before;

		feed_text(t, "\033[41m\033#8\033[2J");
		before = t->cleared;
		for (size_t fed = 0; fed < bytes_most; fed += len)
			feed_text(t, wipes[i].bytes);
		if (t->cleared - before > bytes_most * TERMINAL_COLS_MAX / 2)
			fail_msg("%s: %llu cells", wipes[i].says, (unsigned long long)(t->cleared - before));
	}
}

static void what_is_between_the_text_and_what_was_erased_is_no_part_of_it(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(2, 10, SCROLLBACK);

	(void)state;
	feed_text(t, "x\033[44m\033[1;6H\033[K");
	for (int col = 0; col < 10; col++) {
		struct cell cell;

		terminal_cell(t, 0, col, &cell);
		assert_int_equal(cell.style.bg.kind != COLOR_DEFAULT, col >= 5);
	}
}

/* What a wiped row looks like, however it is looked at and whatever comes on top of it. */
static void a_wiped_screen_looks_as_if_it_were_written_cell_by_cell(void **state)
{
	static const char *const wiped[] = { "\033[44m\033[2J", "\033#8", "\033[44m\033[2J\033[3;3H\033[42m\033[K\033[5;2H\033[K" };
	static const char *const then[] = { "",
					    "x",
					    "\033[3;6Hxy",
					    "\033[3;6H\346\227\245",
					    "\033[3;3H\033[2@",
					    "\033[3;3H\033[2P",
					    "\033[3;5H\033[1K",
					    "\033[3;5H\033[m\033[K",
					    "\033[3;5H\033[X",
					    "\033[3;3Ha\314\201",
					    "\033[9S",
					    "\033[6;1H\n\n\n",
					    "\033[2;2;4;6$z",
					    "\033[1;3H\033[2'}", "\033[4h\033[3;10Hx\033[3;9H\346\227\245" };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(wiped) * COUNT_OF(then); i++) {
		OWNED(terminal) struct terminal *lazy = terminal_new(6, 10, SCROLLBACK);
		OWNED(terminal) struct terminal *eager = terminal_new(6, 10, SCROLLBACK);
		const char *before = wiped[i / COUNT_OF(then)];

		feed_text(lazy, before);
		for (size_t at = 0; at < strlen(before); at++) {
			terminal_feed(eager, before + at, 1);
			grid_settle(eager);
		}
		feed_text(lazy, then[i % COUNT_OF(then)]);
		feed_text(eager, then[i % COUNT_OF(then)]);
		assert_terminals_equal(lazy, eager, then[i % COUNT_OF(then)]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_string_without_an_end_is_swallowed),
		cmocka_unit_test(a_flood_of_anything_is_bounded),
		cmocka_unit_test(a_million_marks_cost_one_cell),
		cmocka_unit_test(random_bytes_leave_a_drawable_screen),
		cmocka_unit_test(a_storm_of_sizes_is_bounded),
		cmocka_unit_test(wiping_a_large_screen_costs_what_was_written_on_it),
		cmocka_unit_test(what_is_between_the_text_and_what_was_erased_is_no_part_of_it),
		cmocka_unit_test(a_wiped_screen_looks_as_if_it_were_written_cell_by_cell),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
