/*
 * Specification of looking back: how the cursor moves, what stays still, what happens when lines go or are wrapped anew.
 */
#include "spec/screens/looking.h"

#include <stdio.h>

#include "core/base/owned.h"
#include "ui/screens/pane_look.h"

static struct terminal *hundred_lines(size_t scrollback)
{
	struct terminal *t = terminal_new(5, 20, scrollback);
	char line[40];

	for (int i = 0; i < 100; i++)
		terminal_feed(t, line, (size_t)snprintf(line, sizeof line, "%sline %d is here", i ? "\r\n" : "", i));
	return t;
}

static const struct { const char *says; enum motion motion; int times; struct spot cursor; uint64_t top; } moves[] = {
	{ "up", MOVE_UP, 1, { 98, 15 }, 95 },
	{ "up beyond the view takes the view along", MOVE_UP, 7, { 92, 15 }, 92 },
	{ "down stops at the end", MOVE_DOWN, 3, { 99, 15 }, 95 },
	{ "a page keeps one line in view", MOVE_PAGE_UP, 1, { 95, 15 }, 91 },
	{ "pages stop at the oldest", MOVE_PAGE_UP, 50, { 0, 15 }, 0 },
	{ "half a page", MOVE_HALF_UP, 1, { 97, 15 }, 93 },
	{ "the oldest", MOVE_OLDEST, 1, { 0, 0 }, 0 },
	{ "the newest", MOVE_NEWEST, 1, { 99, 0 }, 95 },
	{ "the line's beginning", MOVE_LINE_BEGIN, 1, { 99, 0 }, 95 },
	{ "the line's end", MOVE_LINE_END, 1, { 99, 14 }, 95 },
	{ "a word back", MOVE_WORD_BACK, 1, { 99, 11 }, 95 },
	{ "words back over a line's end", MOVE_WORD_BACK, 5, { 98, 11 }, 95 },
	{ "left stops at the edge", MOVE_LEFT, 30, { 99, 0 }, 95 },
	{ "no next word: it stays", MOVE_WORD, 1, { 99, 15 }, 95 },
};

static void the_cursor_moves_and_the_view_follows(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(moves); i++) {
		OWNED(terminal) struct terminal *t = hundred_lines(SCROLLBACK);
		struct pane_look l = { 0 };

		look_enter(&l, t, 5);
		for (int times = 0; times < moves[i].times; times++)
			look_move(&l, moves[i].motion);
		if (spot_compare(l.cursor, moves[i].cursor) != 0 || l.top != moves[i].top)
			fail_msg("%s: line %d, column %d, from line %d on", moves[i].says, (int)l.cursor.line, l.cursor.col, (int)l.top);
		look_clear(&l);
	}
}

static void words_forward_stop_at_each_word(void **unused)
{
	OWNED(terminal) struct terminal *t = printed(3, 20, "one two(three)\r\nfour");
	static const struct spot stops[] = { { 0, 4 }, { 0, 7 }, { 0, 8 }, { 0, 13 }, { 1, 0 }, { 1, 0 } };
	struct pane_look l = { 0 };

	(void)unused;
	look_enter(&l, t, 3);
	look_go(&l, (struct spot){ 0, 0 });
	for (size_t i = 0; i < COUNT_OF(stops); i++) {
		look_move(&l, MOVE_WORD);
		assert_int_equal(spot_compare(l.cursor, stops[i]), 0);
	}
	look_clear(&l);
}

static void the_cursor_never_stands_on_half_a_character(void **unused)
{
	OWNED(terminal) struct terminal *t = printed(1, 20, "a日b");
	struct pane_look l = { 0 };

	(void)unused;
	look_enter(&l, t, 1);
	look_move(&l, MOVE_LINE_BEGIN);
	look_move(&l, MOVE_RIGHT);
	look_move(&l, MOVE_RIGHT);
	assert_int_equal(l.cursor.col, 3);
	look_move(&l, MOVE_LEFT);
	assert_int_equal(l.cursor.col, 1);
	look_clear(&l);
}

static void the_same_lines_are_seen_while_the_child_prints(void **unused)
{
	OWNED(terminal) struct terminal *t = hundred_lines(SCROLLBACK);
	struct pane_look l = { 0 };

	(void)unused;
	look_enter(&l, t, 5);
	look_scroll(&l, 10);
	for (int i = 0; i < 50; i++)
		terminal_feed(t, "more\r\n", 6);
	look_fit(&l, 5);
	assert_int_equal(l.top, 85);
	assert_int_equal(look_lines_back(&l), 10);
	assert_int_equal(l.dropped, 0);
	look_clear(&l);
}

static void lines_that_are_dropped_move_the_view_and_are_counted(void **unused)
{
	OWNED(terminal) struct terminal *t = hundred_lines(8192);
	CLEARED(text) struct text said = { 0 };
	struct pane_look l = { 0 };

	(void)unused;
	look_enter(&l, t, 5);
	look_move(&l, MOVE_OLDEST);
	look_select(&l, SELECT_LINES);
	for (int i = 0; i < 5000; i++)
		terminal_feed(t, "more and more\r\n", 15);
	look_fit(&l, 5);
	assert_true(l.dropped > 0);
	assert_true(l.top >= pane_text_first(&l.text));
	assert_true(l.selection.from.line >= pane_text_first(&l.text));
	look_say(&l, &said);
	assert_non_null(strstr(text_c(&said), "lines are gone"));
	look_clear(&l);
}

static void a_new_width_keeps_what_is_looked_at(void **unused)
{
	OWNED(terminal) struct terminal *t = hundred_lines(SCROLLBACK);
	CLEARED(text) struct text seen = { 0 };
	struct pane_look l = { 0 };
	struct look_anchors anchors;
	struct selection word;

	(void)unused;
	look_enter(&l, t, 5);
	look_go(&l, (struct spot){ 42, 5 });
	anchors = look_hold(&l);
	terminal_resize(t, 5, 11);
	look_resume(&l, t, &anchors);
	word = selection_word(&l.text, l.cursor);
	(void)selection_text(&word, &l.text, 100, &seen);
	assert_string_equal(text_c(&seen), "42");
	assert_true(l.cursor.line >= l.top && l.cursor.line < l.top + 5);
	look_clear(&l);
}

static void searching_goes_there_and_giving_up_is_possible(void **unused)
{
	OWNED(terminal) struct terminal *t = hundred_lines(SCROLLBACK);
	struct pane_look l = { 0 };
	bool around;

	(void)unused;
	look_enter(&l, t, 5);
	assert_true(look_find(&l, "line 7 ", true, l.cursor, &around));
	assert_int_equal(l.cursor.line, 7);
	assert_int_equal(l.top, 7);
	assert_false(look_find(&l, "nowhere", true, (struct spot){ 50, 0 }, &around));
	assert_int_equal(l.cursor.line, 50);
	look_clear(&l);
}

static void what_is_chosen_follows_the_cursor(void **unused)
{
	OWNED(terminal) struct terminal *t = hundred_lines(SCROLLBACK);
	struct pane_look l = { 0 };

	(void)unused;
	look_enter(&l, t, 5);
	look_select(&l, SELECT_CHARACTERS);
	look_move(&l, MOVE_UP);
	assert_int_equal(l.selection.from.line, 99);
	assert_int_equal(l.selection.to.line, 98);
	look_select(&l, SELECT_LINES);
	assert_int_equal(l.selection.kind, SELECT_LINES);
	look_select(&l, SELECT_LINES);
	assert_int_equal(l.selection.kind, SELECT_NOTHING);
	look_clear(&l);
}

static void it_is_drawn_with_what_was_found_and_chosen(void **unused)
{
	OWNED(terminal) struct terminal *t = printed(3, 12, "a word here\r\nword again\r\nlast");
	CLEARED(canvas) struct canvas c = { 0 };
	CLEARED(text) struct text drawn = { 0 };
	struct pane_look l = { 0 };
	bool around;

	(void)unused;
	canvas_size(&c, 3, 12);
	look_enter(&l, t, 3);
	assert_true(look_find(&l, "word", true, l.cursor, &around));
	look_draw(&l, &c, canvas_rect(&c), true);
	canvas_print_roles(&c, &drawn);
	assert_string_equal(text_c(&drawn), "a MATCH{word} here\nFOCUS{word} again\nlast\n");
	assert_true(c.cursor_shown && c.cursor_row == 1 && c.cursor_col == 0);
	look_select(&l, SELECT_CHARACTERS);
	look_draw(&l, &c, canvas_rect(&c), true);
	assert_true(canvas_at(&c, 1, 0)->explicit_style && canvas_at(&c, 1, 0)->cell.style.attrs == ATTR_REVERSE);
	look_clear(&l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_cursor_moves_and_the_view_follows),
		cmocka_unit_test(words_forward_stop_at_each_word),
		cmocka_unit_test(the_cursor_never_stands_on_half_a_character),
		cmocka_unit_test(the_same_lines_are_seen_while_the_child_prints),
		cmocka_unit_test(lines_that_are_dropped_move_the_view_and_are_counted),
		cmocka_unit_test(a_new_width_keeps_what_is_looked_at),
		cmocka_unit_test(searching_goes_there_and_giving_up_is_possible),
		cmocka_unit_test(what_is_chosen_follows_the_cursor),
		cmocka_unit_test(it_is_drawn_with_what_was_found_and_chosen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
