/*
 * Specification of the scrollback: which lines it keeps, what they look like afterwards, and how much it may hold.
 */
#include "spec/terminal/screen_support.h"

#define ROOM 40

static void feed_text(struct terminal *t, const char *bytes)
{
	terminal_feed(t, bytes, strlen(bytes));
}

static void line_text(const struct terminal *t, size_t line, char *ret, size_t room)
{
	struct cell cells[ROOM];
	int cols = terminal_scrollback_cells(t, line, cells, ROOM);
	size_t len = 0;

	for (int col = 0; col < cols && col < ROOM && len + 1 < room; col++)
		ret[len++] = (char)cells[col].codepoint;
	ret[len] = '\0';
}

static const struct {
	const char *says, *bytes;
	size_t lines;
	const char *newest;
} cases[] = {
	{ "a line that scrolls off is kept", "one\r\ntwo\r\nthree\r\nfour", 1, "one" },
	{ "line 0 is the newest", "one\r\ntwo\r\nthree\r\nfour\r\nfive", 2, "two" },
	{ "SU keeps what leaves", "one\r\ntwo\033[2S", 2, "two" },
	{ "a region at the top keeps", "one\r\ntwo\033[1;2r\033[2;1H\n", 1, "one" },
	{ "a region below the top does not", "one\r\ntwo\033[2;3r\033[3;1H\n\n", 0, "" },
	{ "the alternate screen keeps nothing", "\033[?1049hone\r\ntwo\r\nthree\r\nfour", 0, "" },
	{ "deleted lines are gone", "one\r\ntwo\033[H\033[2M", 0, "" },
	{ "ED 3 forgets all and leaves the screen", "one\r\ntwo\r\nthree\r\nfour\033[3J", 0, "" },
	{ "blanks at the end are cut", "a  \033[5C\r\n\n\n\n", 2, "" },
	{ "RIS keeps what is there", "one\r\ntwo\r\nthree\r\nfour\033c", 1, "one" },
};

static void the_right_lines_are_kept(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(3, 10, 1 << 20);
		char newest[ROOM + 1] = "";

		feed_text(t, cases[i].bytes);
		line_text(t, 0, newest, sizeof newest);
		if (terminal_scrollback_lines(t) != cases[i].lines || strcmp(newest, cases[i].newest) != 0)
			fail_msg("%s: %zu lines, the newest is \"%s\"", cases[i].says, terminal_scrollback_lines(t), newest);
	}
}

static const char *const rich[] = {
	"plain", "", "  indented", "\033[1mbold\033[m and \033[31;48;5;200mcolour\033[m",
	"\033[38;2;1;2;3;58:2::4:5:6;4:3mtrue\033[m colour", "\033[44m      \033[m", "wide 日本 sign", "e\xcc\x81 and a\xcc\x80\xcc\x81\xcc\x82",
	"👩\xe2\x80\x8d💻 joined", "\033[1;2;3;4;5;7;8;9mall\033[m", "bad \xff byte", "\033[21;3mdouble italic",
};

/* The cells of the first line, before and after it left the screen. */
static void a_line_looks_the_same_after_it_left(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(rich); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(2, 30, 1 << 20);
		struct cell before[30], after[30];
		int cols;

		feed_text(t, rich[i]);
		for (int col = 0; col < 30; col++)
			terminal_cell(t, 0, col, &before[col]);
		feed_text(t, "\033[m\r\n\n");
		cols = terminal_scrollback_cells(t, 0, after, 30);
		for (int col = 0; col < cols; col++) {
			if (before[col].codepoint == 0 && before[col].width == 1)
				before[col].codepoint = ' ';
			if (!cell_equal(&before[col], &after[col]))
				fail_msg("case %zu: column %d changed", i, col);
		}
		for (int col = cols; col < 30; col++)
			assert_int_equal(before[col].codepoint, 0);
	}
}

static void a_short_room_gets_no_half_sign(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(2, 10, 1 << 20);
	struct cell cells[3];

	(void)state;
	feed_text(t, "ab日c\r\n\n");
	assert_int_equal(terminal_scrollback_cells(t, 0, cells, 3), 5);
	assert_int_equal(cells[1].codepoint, 'b');
	assert_int_equal(cells[2].width, 1);
	assert_int_equal(cells[2].codepoint, 0);
	assert_int_equal(terminal_scrollback_cells(t, 1, cells, 3), 0);
}

static void a_wrapped_line_says_so(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(3, 4, 1 << 20);

	(void)state;
	feed_text(t, "abcdefgh\r\n");
	assert_true(terminal_row_wrapped(t, 0));
	assert_false(terminal_row_wrapped(t, 1));
	feed_text(t, "\n\n");
	assert_true(terminal_scrollback_wrapped(t, 1));
	assert_false(terminal_scrollback_wrapped(t, 0));
}

#define MARKED "a\xcc\x81\xcc\x82\xcc\x83\xcc\x84\xcc\x85\xcc\x86\xcc\x87"
#define MARKED_10 MARKED MARKED MARKED MARKED MARKED MARKED MARKED MARKED MARKED MARKED

static void bytes_are_the_bound_whatever_the_lines_hold(void **state)
{
	static const char *const lines[] = {
		"\r\n", "x\r\n", "\033[31ma\033[32mb\033[33mc\033[34md\033[35me\r\n", "日本日本日本日本\r\n",
		MARKED "b\r\n", MARKED_10 MARKED_10 MARKED_10 MARKED_10 "\r\n", "\033[38;2;1;2;3;48;2;3;4;5mx\033[mx\r\n",
	};
	static const size_t bounds[] = { 0, 1000, 3000, 20000, 60000 };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(lines) * COUNT_OF(bounds); i++) {
		size_t bound = bounds[i / COUNT_OF(lines)];
		OWNED(terminal) struct terminal *t = terminal_new(4, 40, bound);

		for (int line = 0; line < 1000; line++)
			feed_text(t, lines[i % COUNT_OF(lines)]);
		if (terminal_scrollback_bytes(t) > bound)
			fail_msg("%zu bytes in a bound of %zu", terminal_scrollback_bytes(t), bound);
		if (bound >= 3000 && terminal_scrollback_lines(t) == 0)
			fail_msg("a bound of %zu bytes holds no line", bound);
	}
}

static void the_oldest_lines_go_first(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(1, 20, 4000);
	char text[ROOM + 1];
	size_t lines;

	(void)state;
	for (int i = 0; i < 3000; i++) {
		(void)snprintf(text, sizeof text, "line %d\r\n", i);
		feed_text(t, text);
	}
	lines = terminal_scrollback_lines(t);
	assert_in_range(lines, 20, 2000);
	for (size_t i = 0; i < lines; i++) {
		char wanted[ROOM + 1];

		line_text(t, i, text, sizeof text);
		(void)snprintf(wanted, sizeof wanted, "line %zu", 2999 - i);
		assert_string_equal(text, wanted);
	}
}

static void clearing_leaves_room_for_new_lines(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(1, 20, 1 << 20);

	(void)state;
	feed_text(t, "a\r\nb\r\n");
	terminal_scrollback_clear(t);
	assert_int_equal(terminal_scrollback_lines(t), 0);
	assert_int_equal(terminal_scrollback_bytes(t), 0);
	feed_text(t, "c\r\n");
	assert_int_equal(terminal_scrollback_lines(t), 1);
}

static void what_was_dropped_is_counted(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(1, 20, 2048);

	(void)state;
	for (int i = 0; i < 1000; i++)
		feed_text(t, "some line\r\n");
	assert_true(terminal_scrollback_dropped(t) > 0);
	assert_int_equal(terminal_scrollback_dropped(t) + terminal_scrollback_lines(t), 1000);
	feed_text(t, "\033[3J");
	assert_int_equal(terminal_scrollback_dropped(t), 1000);
}

static void the_text_of_a_line_ends_at_its_last_character(void **state)
{
	static const struct { const char *says, *bytes, *text; } lines[] = {
		{ "blanks that were printed", "ab   \r\n", "ab" },
		{ "blanks in a colour", "ab\033[41m   \033[m\r\n", "ab" },
		{ "the rest of the row in a colour", "ab\033[41m\033[K\033[m\r\n", "ab" },
		{ "blanks in a colour behind a style", "\033[1ma\033[mb\033[41m  \033[m\r\n", "ab" },
		{ "nothing but a colour", "\033[41m\033[K\033[m\r\n", "" },
		{ "a blank with a mark is no blank", "a \xcc\x81  \r\n", "a \xcc\x81" },
		{ "a blank before the line goes on stays", "12345678 0123456789 x", "12345678 0123456789 " },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(1, 20, 1 << 20);
		const char *bytes;
		size_t len;

		feed_text(t, lines[i].bytes);
		bytes = terminal_scrollback_text(t, 0, &len);
		if (!bytes || len != strlen(lines[i].text) || memcmp(bytes, lines[i].text, len) != 0)
			fail_msg("%s: \"%.*s\"", lines[i].says, (int)len, bytes ? bytes : "");
	}
}

static void the_text_of_a_line_is_lent_without_its_styles(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(1, 20, 1 << 20);
	const char *bytes;
	size_t len;

	(void)state;
	feed_text(t, "a\033[1mb\033[m 日e\xcc\x81\r\n");
	bytes = terminal_scrollback_text(t, 0, &len);
	assert_int_equal(len, strlen("ab 日e\xcc\x81"));
	assert_memory_equal(bytes, "ab 日e\xcc\x81", len);
	assert_null(terminal_scrollback_text(t, 1, &len));
	assert_int_equal(len, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_right_lines_are_kept),
		cmocka_unit_test(a_line_looks_the_same_after_it_left),
		cmocka_unit_test(a_short_room_gets_no_half_sign),
		cmocka_unit_test(a_wrapped_line_says_so),
		cmocka_unit_test(bytes_are_the_bound_whatever_the_lines_hold),
		cmocka_unit_test(the_oldest_lines_go_first),
		cmocka_unit_test(clearing_leaves_room_for_new_lines),
		cmocka_unit_test(what_was_dropped_is_counted),
		cmocka_unit_test(the_text_of_a_line_ends_at_its_last_character),
		cmocka_unit_test(the_text_of_a_line_is_lent_without_its_styles),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
