/*
 * Specification of redrawing: what terminal_redraw() gives draws the same screen in a new terminal of that size, and keys
 * and pastes then go out as the child asked for them.
 */
#include "spec/terminal/screen_support.h"

#include "core/base/mem.h"

#define MOST (8u * 1024 * 1024)

static void feed_text(struct terminal *t, const char *bytes)
{
	terminal_feed(t, bytes, strlen(bytes));
}

static struct terminal *redrawn(const struct terminal *t)
{
	struct terminal *again = terminal_new(terminal_rows(t), terminal_cols(t), 0);
	CLEARED(text) struct text bytes = { 0 };
	char replies[TERMINAL_REPLIES_BYTES];

	assert_true(terminal_redraw(t, MOST, &bytes));
	terminal_feed(again, text_c(&bytes), bytes.len);
	assert_int_equal(terminal_take_replies(again, replies, sizeof replies), 0);
	return again;
}

/* As the header says: an empty cell that looks like something, and a cell as wide as nothing in it is. */
static bool is_odd(const struct cell *cell)
{
	struct terminal_walk walk = { 0 };

	(void)terminal_walk(&walk, cell->codepoint);
	for (int i = 0; i < CELL_MARKS_MAX && cell->marks[i]; i++)
		(void)terminal_walk(&walk, cell->marks[i]);
	return cell->codepoint && cell->width > 0 && walk.width != cell->width;
}

static bool same_link(const struct terminal *a, uint16_t x, const struct terminal *b, uint16_t y)
{
	const char *one = terminal_link(a, x), *other = terminal_link(b, y);

	return one && other ? strcmp(one, other) == 0 : one == other;
}

static bool same_cell(const struct terminal *t, const struct terminal *again, int row, int col)
{
	struct cell was, is;

	terminal_cell(t, row, col, &was);
	terminal_cell(again, row, col, &is);
	if (!same_link(t, was.link, again, is.link))
		return false;
	is.link = was.link;
	if (was.codepoint == 0 && is.codepoint == ' ' && was.width == 1)
		was.codepoint = ' ';
	if (is_odd(&was)) {
		memset(was.marks, 0, sizeof was.marks);
		is.width = was.width;
	}
	return cell_equal(&was, &is);
}

static void assert_redrawn(const struct terminal *t, const char *says)
{
	OWNED(terminal) struct terminal *again = redrawn(t);
	int row[2], col[2];
	bool visible[2];
	enum terminal_cursor_shape shape[2];

	for (int at = 0; at < terminal_rows(t); at++)
		for (int i = 0; i < terminal_cols(t); i++)
			if (!same_cell(t, again, at, i))
				fail_msg("cell %d,%d differs: %s", at, i, says);
	terminal_cursor(t, &row[0], &col[0], &visible[0], &shape[0]);
	terminal_cursor(again, &row[1], &col[1], &visible[1], &shape[1]);
	if (row[0] != row[1] || col[0] != col[1] || visible[0] != visible[1] || shape[0] != shape[1] ||
	    terminal_cursor_style(t) != terminal_cursor_style(again))
		fail_msg("the cursor differs: %s", says);
	assert_int_equal(terminal_alternate_screen(t), terminal_alternate_screen(again));
	assert_string_equal(terminal_title(t), terminal_title(again));
	assert_int_equal(terminal_scrollback_lines(again), 0);
}

static const struct { const char *says, *bytes; } screens[] = {
	{ "a title", "\033]2;d\xC3\xA9part; it calls itself so\007text" },
	{ "nothing", "" },
	{ "words and a cursor", "one\r\ntwo \033[31mred\033[m\r\n\r\nlast" },
	{ "a full last column", "0123456789ab" },
	{ "a whole screen", "0123456789abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" },
	{ "every look", "\033[1mb\033[2;3md\033[4mu\033[4:3mc\033[21mD\033[5mB\033[7mr\033[8mh\033[9ms\033[53mo" },
	{ "colours", "\033[38;5;200;48:2::1:2:3ma\033[58:5:7;4mb\033[97;103mc" },
	{ "erased with a background", "\033[44m\033[2J\033[2;3H\033[41m\033[3X\033[m" },
	{ "wide and joined", "日本\033[2;1He\u0301\u0302x👩\u200d💻🇯🇵❤\ufe0f1\ufe0f⃣👍🏽" },
	{ "neighbours that were never joined", "\033[1;3H🇵\033[1;2H🇯\033[2;3H🏽\033[2;1H👍" },
	{ "a wide sign in the last columns", "\033[1;11H日\033[2;12H本" },
	{ "links", "\033]8;;http://a.example/x\033\\one\033]8;;http://b.example/\033\\two\033]8;;\033\\three" },
	{ "the alternate screen", "main\033[?1049halternate\033[2;2H\033[1mx" },
	{ "a reversed screen", "\033[?5ha\033[7mb" },
	{ "a block that was asked for", "\033[2 q" }, { "a blinking underline", "\033[3 q" }, { "a cursor that only blinks", "\033[?12h" },
	{ "a hidden bar", "\033[?25l\033[6 q\033[3;4H" },
	{ "an underlined blank", "\033[4m\033[2;2H \033[1;4Hx" },
	{ "line drawing", "\033(0lqk\033(B" },
	{ "a scroll region and origin mode", "\033[2;3r\033[?6h\033[2;5Hin\r\n\r\n\r\nx" },
	{ "insert mode", "abc\033[4h\033[1;1Hxy" },
};

static void what_is_redrawn_is_the_same_screen(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(screens); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(4, 12, 0);

		feed_text(t, screens[i].bytes);
		assert_redrawn(t, screens[i].says);
	}
}

static const char *const pieces[] = {
	"word", "\r\n", "\033[%d;%dH", "\033[3%dm", "\033[4%dm", "\033[0m", "\033[7;4m", "日本", "e\u0301", "👩\u200d💻", "🇯🇵", "🇯", "❤\ufe0f", "1\ufe0f⃣",
	"\033[%dX", "\033[%d@", "\033[%dP", "\033[K", "\033[1J", "\033[L", "\033[M", "\033[2;4r", "\033[r", "\033[?6h", "\033[?6l", "\033[?7l",
	"\033[?7h", "\033[4h", "\033[4l", "\t", "\b", "\033M", "\033]8;;http://x.example/%d\033\\", "\033]8;;\033\\", "\033[?1049h",
	"\033[?1049l", "\033[?5h", "\033[?5l", "\033[38;5;%dm", "\033[48;2;%d;%d;9m", "\033[4:3m", "\033(0", "\033(B", "qqx", "\u200d", "\ufe0f",
	"\033[%d`", "\033[2J", "\033[5 q", "x",
};

static unsigned next(uint64_t *seed, unsigned below)
{
	*seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
	return (unsigned)(*seed >> 33) % below;
}

static void feed_piece(struct terminal *t, const char *piece, uint64_t *seed)
{
	CLEARED(text) struct text bytes = { 0 };

	for (const char *at = piece; *at; at++) {
		if (at[0] == '%' && at[1] == 'd') {
			text_add_format(&bytes, "%u", next(seed, 9));
			at++;
		} else {
			text_add_byte(&bytes, *at);
		}
	}
	terminal_feed(t, text_c(&bytes), bytes.len);
}

static void any_screen_is_redrawn(void **state)
{
	(void)state;
	for (uint64_t round = 1; round <= 600; round++) {
		uint64_t seed = round;
		OWNED(terminal) struct terminal *t = terminal_new(1 + (int)next(&seed, 8), 1 + (int)next(&seed, 20), 4096);
		OWNED_MEM char *says = str_format("round %d", (int)round);

		for (int i = 0; i < 120; i++) {
			feed_piece(t, pieces[next(&seed, COUNT_OF(pieces))], &seed);
			if (next(&seed, 60) == 0)
				terminal_resize(t, 1 + (int)next(&seed, 8), 1 + (int)next(&seed, 20));
		}
		assert_redrawn(t, says);
	}
}

static void random_bytes_are_redrawn(void **state)
{
	(void)state;
	for (uint64_t round = 1; round <= 100; round++) {
		OWNED(terminal) struct terminal *t = terminal_new(10, 30, 4096);
		OWNED_MEM char *says = str_format("round %d", (int)round);
		uint64_t seed = round;

		for (int i = 0; i < 4000; i++) {
			char byte = (char)next(&seed, 256);

			terminal_feed(t, &byte, 1);
		}
		assert_redrawn(t, says);
	}
}

static const char *const asked[] = {
	"", "\033[?1h", "\033[?66h", "\033[20h", "\033[?1000h", "\033[?1002;1006h", "\033[?1003;1015h", "\033[?9h", "\033[?1004h", "\033[?2004h",
	"\033[>1u", "\033[?1049h\033[>9u", "\033[>4;2m", "\033[?1049h\033[?1007l", "\033[?1049h",
};

static void input_for(struct terminal *t, struct text *out)
{
	static const struct terminal_mouse mice[] = {
		{ TBUTTON_LEFT, true, false, 1, 2, 0 }, { TBUTTON_NONE, false, true, 1, 2, 0 }, { TBUTTON_WHEEL_UP, true, false, 1, 2, 0 },
	};
	char bytes[64];

	for (int key = TKEY_UP; key <= TKEY_ESCAPE; key++)
		for (unsigned modifiers = 0; modifiers < 8; modifiers++)
			text_add(out, bytes, terminal_encode_key(t, (enum terminal_key)key, modifiers, bytes, sizeof bytes));
	text_add(out, bytes, terminal_encode_text(t, 'i', 4, bytes, sizeof bytes));
	for (size_t i = 0; i < COUNT_OF(mice); i++)
		text_add(out, bytes, terminal_encode_mouse(t, &mice[i], bytes, sizeof bytes));
	text_add(out, bytes, terminal_encode_focus(t, true, bytes, sizeof bytes));
	terminal_encode_paste(t, "a\nb", 3, out);
}

static void keys_mouse_and_pastes_go_out_as_the_child_asked(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(asked); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(4, 12, 0);
		OWNED(terminal) struct terminal *again = NULL;
		CLEARED(text) struct text before = { 0 };
		CLEARED(text) struct text after = { 0 };

		feed_text(t, asked[i]);
		again = redrawn(t);
		input_for(t, &before);
		input_for(again, &after);
		if (before.len != after.len || memcmp(text_c(&before), text_c(&after), before.len) != 0)
			fail_msg("other input after row %zu", i);
	}
}

static void what_takes_too_much_is_not_drawn_at_all(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(4, 12, 0);
	CLEARED(text) struct text bytes = { 0 };

	(void)state;
	feed_text(t, "some words\r\nand more");
	text_add_string(&bytes, "before");
	assert_false(terminal_redraw(t, 20, &bytes));
	assert_string_equal(text_c(&bytes), "before");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_redrawn_is_the_same_screen), cmocka_unit_test(any_screen_is_redrawn),
		cmocka_unit_test(random_bytes_are_redrawn), cmocka_unit_test(keys_mouse_and_pastes_go_out_as_the_child_asked),
		cmocka_unit_test(what_takes_too_much_is_not_drawn_at_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
