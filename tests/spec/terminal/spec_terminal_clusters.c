/*
 * Specification of which code points share a cell and how wide it is: on the screen, in the scrollback after it was laid
 * out anew, and in text that is counted.
 */
#include "spec/terminal/screen_support.h"

static void feed_text(struct terminal *t, const char *bytes)
{
	terminal_feed(t, bytes, strlen(bytes));
}

#define ZWJ "\xe2\x80\x8d"
#define VS16 "\xef\xb8\x8f"

/* One cell each. */
static const struct { const char *says, *bytes; int cols; } cells[] = {
	{ "a letter", "x", 1 },
	{ "a letter with a mark", "e\xcc\x81", 1 },
	{ "an ideograph", "日", 2 },
	{ "a picture", "🚀", 2 },
	{ "a picture that is text by default", "❤", 1 },
	{ "the same in emoji style", "❤" VS16, 2 },
	{ "a sign that is no picture stays what it is", "─" VS16, 1 },
	{ "a keycap", "1" VS16 "\xe2\x83\xa3", 2 },
	{ "a keycap without the style", "1\xe2\x83\xa3", 1 },
	{ "a flag", "🇯🇵", 2 },
	{ "half a flag", "🇯", 1 },
	{ "a flag of the same letter twice", "🇨🇨", 2 },
	{ "a skin tone", "👍🏽", 2 },
	{ "a skin tone on a picture that is text by default", "☝🏽", 2 },
	{ "a skin tone alone", "🏽", 2 },
	{ "a profession", "👩" ZWJ "💻", 2 },
	{ "a profession with a sign that is text by default", "👩" ZWJ "⚕" VS16, 2 },
	{ "a heart on fire", "❤" VS16 ZWJ "🔥", 2 },
	{ "a family", "👨" ZWJ "👩" ZWJ "👧" ZWJ "👦", 2 },
	{ "the longest there is", "👩🏽" ZWJ "❤" VS16 ZWJ "💋" ZWJ "👨🏽", 2 },
	{ "a flag of tags", "🏴\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F", 2 },
};

static void cell_text(const struct cell *cell, struct text *out)
{
	char bytes[4];

	text_add(out, bytes, utf8_encode(cell->codepoint, bytes));
	for (int i = 0; i < CELL_MARKS_MAX && cell->marks[i]; i++)
		text_add(out, bytes, utf8_encode(cell->marks[i], bytes));
}

static void a_cell_holds_what_belongs_together(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cells); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(2, 20, 0);
		CLEARED(text) struct text shown = { 0 };
		struct cell cell, next;

		feed_text(t, cells[i].bytes);
		feed_text(t, "|");
		terminal_cell(t, 0, 0, &cell);
		terminal_cell(t, 0, cells[i].cols, &next);
		cell_text(&cell, &shown);
		if (cell.width != cells[i].cols || next.codepoint != '|' || strcmp(text_c(&shown), cells[i].bytes) != 0)
			fail_msg("%s: %d columns, then U+%04X", cells[i].says, cell.width, next.codepoint);
		if (terminal_text_cols(cells[i].bytes, strlen(cells[i].bytes)) != cells[i].cols)
			fail_msg("%s: counted otherwise", cells[i].says);
	}
}

/* Rows by '|', a right half as nothing. */
static const struct { const char *says, *bytes, *screen; int cols; } screens[] = {
	{ "three indicators are a flag and a half", "🇯🇵🇩x", "🇯🇵🇩x", 4 },
	{ "two pictures side by side stay two", "🚀🚀x", "🚀🚀x", 5 },
	{ "a joiner does not reach over a cursor movement to another cell", "👩" ZWJ "\033[1;6H💻\033[1;3Hx", "👩" ZWJ "x  💻", 3 },
	{ "widening overwrites what stood there", "❤abc\r❤" VS16, "❤" VS16 "bc", 2 },
	{ "widening cuts a wide sign that stood there", "a日b\r❤" VS16 "x", "❤" VS16 "xb", 3 },
	{ "widening makes room in insert mode", "abc\r\033[4h❤" VS16, "❤" VS16 "abc", 2 },
	{ "at the edge it goes to the next row", "1234567890123456789❤" VS16 "x", "1234567890123456789|❤" VS16 "x", 3 },
	{ "without wrapping it stays where it is", "\033[?7l1234567890123456789❤" VS16, "1234567890123456789❤" VS16, 19 },
	{ "a flag goes to the next row as well", "1234567890123456789🇯🇵x", "1234567890123456789|🇯🇵x", 3 },
	{ "a picture after a joiner without a picture before it is one of its own", "a" ZWJ "🚀x", "a🚀x", 4 },
};

static void neighbours_are_treated_right(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(screens); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(3, 20, 0);
		CLEARED(text) struct text screen = { 0 };
		enum terminal_cursor_shape shape;
		bool visible;
		int row, col;

		feed_text(t, screens[i].bytes);
		terminal_print(t, &screen);
		for (size_t at = 0; at < screen.len; at++)
			if (screen.bytes[at] == '\n')
				screen.bytes[at] = '|';
		terminal_cursor(t, &row, &col, &visible, &shape);
		if (strcmp(text_c(&screen), screens[i].screen) != 0 || col != screens[i].cols)
			fail_msg("%s: \"%s\", column %d", screens[i].says, text_c(&screen), col);
	}
}

/* All the cells in a line of the scrollback, at widths that cut it everywhere. */
static void cells_come_back_from_the_scrollback(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(1, 100, 1 << 20);

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cells); i++) {
		feed_text(t, cells[i].bytes);
		feed_text(t, ".");
	}
	feed_text(t, "\r\n");
	for (int cols = 2; cols < 100; cols++) {
		CLEARED(text) struct text shown = { 0 }, wanted = { 0 };
		struct cell line[100];

		terminal_resize(t, 1, cols);
		for (size_t at = terminal_scrollback_lines(t); at-- > 0;) {
			int count = terminal_scrollback_cells(t, at, line, 100);

			for (int col = 0; col < count; col++)
				if (line[col].width)
					cell_text(&line[col], &shown);
		}
		for (size_t i = 0; i < COUNT_OF(cells); i++)
			text_add_format(&wanted, "%s.", cells[i].bytes);
		assert_string_equal(text_c(&shown), text_c(&wanted));
	}
}

/* What comes whole is looked up in tables, what comes a byte at a time is looked at closely: behind a letter, a picture that
   waits for another one, a cell of several code points and itself. */
static void every_code_point_is_the_same_whole_and_in_bytes(void **state)
{
	OWNED(terminal) struct terminal *whole = terminal_new(1, 40, 0), *in_bytes = terminal_new(1, 40, 0);

	(void)state;
	for (uint32_t codepoint = 0x80; codepoint < 0x110000; codepoint += codepoint >= 0x20000 ? 97 : 1) {
		CLEARED(text) struct text line = { 0 };
		char sign[4], says[32];
		size_t len = utf8_encode(codepoint, sign);

		text_add_string(&line, "\r\033[K\xc3\xa4");
		text_add(&line, sign, len);
		text_add_string(&line, "\xc3\xa4☝👩" ZWJ);
		text_add(&line, sign, len);
		text_add_string(&line, "e\xcc\x81");
		text_add(&line, sign, len);
		text_add(&line, sign, len);
		(void)snprintf(says, sizeof says, "U+%04X", (unsigned)codepoint);
		feed_in(whole, line.bytes, line.len, line.len);
		feed_in(in_bytes, line.bytes, line.len, 1);
		assert_terminals_equal(whole, in_bytes, says);
	}
}

/* Fed, and what the first row then is. */
static const struct { const char *says, *bytes, *shown; } unseen[] = {
	{ "a joiner between letters", "a" ZWJ "b", "ab" },
	{ "a second joiner", "👩" ZWJ ZWJ "💻", "👩" ZWJ "💻" },
	{ "spaces and non-joiners of no width", "a\u200b\u200c\u2060\u2063\u180e" "b", "ab" },
	{ "tags on a letter", "a\U000E0068\U000E0069\U000E007F" "b", "ab" },
	{ "tags on another picture", "🚀\U000E0068b", "🚀b" },
	{ "a tag after the end of a flag", "🏴\U000E0067\U000E007F\U000E0067b", "🏴\U000E0067\U000E007F" "b" },
	{ "musical and shorthand format", "a\U0001D173\U0001BCA0" "b", "ab" },
	{ "joiners and quarters of hieroglyphs", "a\U00013430\U00013438\U0001343F" "b", "ab" },
	{ "shaping out of use", "a\u206a" "b", "a\ufffdb" },
	{ "a language tag", "a\U000E0001" "b", "a\ufffdb" },
	{ "no characters", "\ufdd0\uffff\U0010FFFE", "\ufffd\ufffd\ufffd" },
	{ "a mark and a variation stay", "e\u0301❤\ufe0e", "e\u0301❤\ufe0e" },
};

static void what_no_cell_needs_is_not_kept(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(unseen); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(2, 20, 0);
		CLEARED(text) struct text shown = { 0 };

		feed_text(t, unseen[i].bytes);
		terminal_print(t, &shown);
		if (strcmp(text_c(&shown), unseen[i].shown) != 0)
			fail_msg("%s: %s", unseen[i].says, text_c(&shown));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cell_holds_what_belongs_together),
		cmocka_unit_test(what_no_cell_needs_is_not_kept),
		cmocka_unit_test(neighbours_are_treated_right),
		cmocka_unit_test(cells_come_back_from_the_scrollback),
		cmocka_unit_test(every_code_point_is_the_same_whole_and_in_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
