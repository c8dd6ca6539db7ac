/*
 * Specification of app: where keys go, what the head and the foot say, questions, and moving between screens. Screens
 * are made here; the terminal is a canvas.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "ui/tui/app_parts.h"

struct seen { enum action acted; int answers, opened, closed, shown; bool yes, typing; struct text typed; };

static unsigned act(struct app *app, void *state, enum action action)
{
	struct seen *s = state;
	struct ask ask = { .id = 7, .title = str_copy("Sure?"), .word = str_copy("orders"), .purpose = str_copy("to go on"), .grave = true };

	s->acted = action;
	if (action == ACTION_GRANT) {
		strlist_add(&ask.lines, "This is what it costs.");
		return app_ask(app, &ask);
	}
	ask_clear(&ask);
	if (action == ACTION_OPEN)
		return app_go(app, "deep", "an argument");
	return action == ACTION_EDIT ? (s->typing = true, (unsigned)REDRAW) : (unsigned)NOTHING;
}

static unsigned answered(struct app *app, void *state, int id, bool yes)
{
	struct seen *s = state;

	(void)app;
	assert_int_equal(id, 7);
	s->answers++;
	s->yes = yes;
	return NOTHING;
}

static unsigned key(struct app *app, void *state, const struct typed *t)
{
	struct seen *s = state;

	(void)app;
	if (!s->typing)
		return PASS;
	if (t->key == TYPED_ESCAPE)
		return s->typing = false, (unsigned)REDRAW;
	text_add_byte(&s->typed, (char)t->key);
	return REDRAW;
}

static void close_one(struct app *app, void *state)
{
	struct seen *s = state;

	(void)app;
	text_clear(&s->typed);
}

static unsigned shown(struct app *app, void *state)
{
	struct seen *s = state;

	(void)app;
	s->shown++;
	return NOTHING;
}

static unsigned has(const struct app *app, const void *state)
{
	(void)app, (void)state;
	return NEEDS_ROW;
}

static void draw_one(const struct app *app, const void *state, struct canvas *c, struct rect body)
{
	(void)app, (void)state;
	(void)canvas_text(c, body, body.row, body.col, ROLE_TEXT, "the first screen");
}

static void draw_other(const struct app *app, const void *state, struct canvas *c, struct rect body)
{
	(void)app, (void)state;
	(void)canvas_text(c, body, body.row, body.col, ROLE_TEXT, "the other screen");
}

static void badge(const struct app *app, const void *state, struct text *out)
{
	(void)app, (void)state;
	text_add_string(out, "2");
}

static const struct key_binding one_bindings[] = {
	{ 'g', ACTION_GRANT, "grant" }, { 'o', ACTION_OPEN, "open" }, { 'x', ACTION_STOP, "stop" }, { 'e', ACTION_EDIT, NULL },
	{ TYPED_UP, ACTION_UP, "move" }, { TYPED_DOWN, ACTION_DOWN, "" }, { 0 },
};
static const struct screen_ops one = {
	.name = "launch", .title = "Launch", .tab = true, .bindings = one_bindings, .state_size = sizeof(struct seen), .act = act, .key = key,
	.answered = answered, .shown = shown, .close = close_one, .has = has, .draw = draw_one,
};
static const struct screen_ops other = {
	.name = "panes", .title = "Panes", .tab = true, .state_size = sizeof(struct seen), .draw = draw_other, .badge = badge,
};
static const struct screen_ops deep = { .name = "deep", .title = "Deep", .state_size = sizeof(struct seen), .draw = draw_other };
static const struct screen_ops *const items[] = { &one, &other, &deep };
static const struct screen_set set = { items, COUNT_OF(items) };

static struct app *app_of(int rows, int cols)
{
	return app_new(NULL, &set, "/somewhere", rows, cols);
}

static unsigned press(struct app *app, uint32_t key_code)
{
	const struct typed t = { .kind = TYPED_KEY, .key = key_code };

	return app_type(app, &t);
}

static void press_all(struct app *app, const char *letters)
{
	for (; *letters; letters++)
		(void)press(app, (unsigned char)*letters);
}

static struct seen *state_of_one(struct app *app)
{
	return app_state_of(app, "launch");
}

static char *frame(struct app *app)
{
	struct text out = { 0 };

	app_draw(app);
	canvas_print(&app->canvas, &out);
	return text_take(&out);
}

static bool frame_has(struct app *app, const char *words)
{
	OWNED_MEM char *text = frame(app);

	return strstr(text, words) != NULL;
}

static void a_key_becomes_its_action_on_this_screen(void **unused)
{
	struct app *app = app_of(24, 80);

	(void)unused;
	(void)press(app, TYPED_UP);
	assert_int_equal(state_of_one(app)->acted, ACTION_UP);
	app_drop(&app);
}

static void an_unbound_key_is_answered_with_the_way_on(void **unused)
{
	struct app *app = app_of(24, 80);

	(void)unused;
	assert_true(press(app, 'w') & REDRAW);
	assert_true(frame_has(app, "w does nothing here; ? lists the keys"));
	(void)press(app, TYPED_UP);
	assert_false(frame_has(app, "does nothing here"));
	app_drop(&app);
}

static void an_action_whose_need_is_missing_is_refused_in_words(void **unused)
{
	struct app *app = app_of(24, 80);

	(void)unused;
	(void)press(app, 'x');
	assert_int_equal(state_of_one(app)->acted, ACTION_NONE);
	assert_true(frame_has(app, "stop needs a pane; launch a run first"));
	app_drop(&app);
}

static void what_is_typed_as_text_is_no_command(void **unused)
{
	struct app *app = app_of(24, 80);

	(void)unused;
	press_all(app, "eqP?");
	assert_string_equal(text_c(&state_of_one(app)->typed), "qP?");
	assert_true(frame_has(app, "the first screen"));
	app_drop(&app);
}

static void keys_typed_before_a_question_was_painted_do_not_answer_it(void **unused)
{
	struct app *app = app_of(24, 80);

	(void)unused;
	press_all(app, "gorders");
	(void)press(app, TYPED_ENTER);
	assert_int_equal(state_of_one(app)->answers, 0);
	(void)app_painted(app);
	press_all(app, "orders");
	(void)press(app, TYPED_ENTER);
	assert_int_equal(state_of_one(app)->answers, 1);
	assert_true(state_of_one(app)->yes);
	app_drop(&app);
}

static void a_question_is_its_askers_alone(void **unused)
{
	struct app *app = app_of(24, 80);
	const struct seen stranger = { 0 };

	(void)unused;
	assert_false(app_is_asking(app, state_of_one(app), 7));
	(void)press(app, 'g');
	assert_true(app_is_asking(app, state_of_one(app), 7));
	assert_false(app_is_asking(app, state_of_one(app), 8));
	assert_false(app_is_asking(app, &stranger, 7));
	app_drop(&app);
}

static void a_question_takes_every_key_until_it_is_answered(void **unused)
{
	struct app *app = app_of(24, 80);

	(void)unused;
	(void)press(app, 'g');
	(void)app_painted(app);
	assert_int_equal(press(app, 'q') & QUIT, 0);
	(void)press(app, 'P');
	(void)press(app, TYPED_ENTER);
	assert_true(frame_has(app, "This is what it costs.") && frame_has(app, "Type  orders  and Enter to go on"));
	assert_true(frame_has(app, "\n ⏎ yes, once the word is typed   Esc no, go back\n"));
	str_set(&app->ask.word, NULL);
	assert_true(frame_has(app, "\n y yes   n/Esc no, go back\n"));
	str_set(&app->ask.word, "orders");
	assert_int_equal(state_of_one(app)->answers, 0);
	(void)press(app, TYPED_ESCAPE);
	assert_int_equal(state_of_one(app)->answers, 1);
	assert_false(state_of_one(app)->yes);
	assert_true(frame_has(app, "the first screen"));
	app_drop(&app);
}

static void a_pasted_word_is_not_a_deliberate_answer(void **unused)
{
	struct app *app = app_of(24, 80);
	const struct typed paste = { .kind = TYPED_PASTE, .bytes = "orders", .len = 6 };

	(void)unused;
	(void)press(app, 'g');
	(void)app_painted(app);
	(void)app_type(app, &paste);
	(void)press(app, TYPED_ENTER);
	assert_int_equal(state_of_one(app)->answers, 0);
	app_drop(&app);
}

static void the_wheel_moves_as_the_arrows_do_where_they_move(void **unused)
{
	static const struct { enum mouse_button button; bool pressed; enum action moves; } turns[] = {
		{ BUTTON_WHEEL_DOWN, true, ACTION_DOWN }, { BUTTON_WHEEL_UP, true, ACTION_UP }, { BUTTON_WHEEL_DOWN, false, ACTION_NONE },
	};
	struct app *app = app_of(24, 80);
	struct seen *s = state_of_one(app);

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(turns); i++) {
		const struct typed wheel = { .kind = TYPED_MOUSE, .button = turns[i].button, .pressed = turns[i].pressed, .row = 5, .col = 5 };

		s->acted = ACTION_NONE;
		(void)app_type(app, &wheel);
		assert_int_equal(s->acted, turns[i].moves);
	}
	app_drop(&app);
}

static void screens_are_reached_by_key_and_by_the_mouse(void **unused)
{
	struct app *app = app_of(24, 80);
	const struct typed click = { .kind = TYPED_MOUSE, .button = BUTTON_LEFT, .pressed = true, .row = 0, .col = 13 };

	(void)unused;
	(void)press(app, 'P');
	assert_true(frame_has(app, "the other screen"));
	(void)app_type(app, &click);
	assert_true(frame_has(app, "the first screen"));
	(void)press(app, TYPED_TAB);
	assert_true(frame_has(app, "the other screen"));
	(void)press(app, TYPED_TAB);
	assert_true(frame_has(app, "the first screen"));
	app_drop(&app);
}

static void a_screen_on_top_is_left_with_escape(void **unused)
{
	struct app *app = app_of(24, 80);

	(void)unused;
	(void)press(app, 'o');
	assert_int_equal(app->depth, 1);
	(void)press(app, TYPED_ESCAPE);
	assert_int_equal(app->depth, 0);
	assert_true(frame_has(app, "the first screen"));
	app_drop(&app);
}

static void the_first_frame_comes_before_the_first_look_at_anything(void **unused)
{
	struct app *app = app_of(24, 80);

	(void)unused;
	assert_int_equal(state_of_one(app)->shown, 0);
	(void)app_painted(app);
	(void)app_painted(app);
	assert_int_equal(state_of_one(app)->shown, 1);
	app_drop(&app);
}

static void head_and_foot_say_where_one_is_and_what_is_next(void **unused)
{
	struct app *app = app_of(24, 80);
	OWNED_MEM char *text = NULL;

	(void)unused;
	(void)press(app, 'P');
	(void)press(app, 'L');
	text = frame(app);
	assert_memory_equal(text, " bulkhead   Launch  Panes 2", 27);
	assert_non_null(strstr(text, "g grant   o open   x stop   ↑↓ move"));
	assert_non_null(strstr(text, ": everything   ? keys   q quit"));
	app_drop(&app);
}

static void a_small_terminal_is_told_how_large_it_must_be(void **unused)
{
	static const struct { int rows, cols; } sizes[] = { { 1, 1 }, { 1, 80 }, { 19, 80 }, { 24, 79 }, { 3, 10 }, { 100, 20 } };
	struct app *app = app_of(24, 80);

	(void)unused;
	(void)press(app, 'g');
	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		app_resize(app, sizes[i].rows, sizes[i].cols);
		app_draw(app);
		assert_false(frame_has(app, "the first screen"));
	}
	app_resize(app, 19, 60);
	assert_true(frame_has(app, "80 columns and 20 rows"));
	app_resize(app, 12, 40);
	assert_true(frame_has(app, "q quits. "));
	assert_true(frame_has(app, "40 columns"));
	app_resize(app, 4, 10);
	assert_true(frame_has(app, "q quits;\n"));
	assert_true(frame_has(app, "needed\n"));
	app_resize(app, 1, 9);
	assert_true(frame_has(app, "q quits\n"));
	app_resize(app, 24, 80);
	assert_true(frame_has(app, "This is what it costs."));
	app_drop(&app);
}

static void nothing_that_is_typed_below_the_smallest_size_reaches_a_screen(void **unused)
{
	struct app *app = app_of(24, 80);
	const struct typed paste = { .kind = TYPED_PASTE, .bytes = "ls\n", .len = 3 };
	struct seen *s = state_of_one(app);

	(void)unused;
	(void)press(app, 'e');
	app_resize(app, 19, 80);
	press_all(app, "abcy");
	assert_int_equal(press(app, TYPED_ESCAPE), NOTHING);
	assert_int_equal(app_type(app, &paste), NOTHING);
	assert_true(press(app, 'q') & QUIT);
	assert_true(press(app, CONTROL('c')) & QUIT);
	(void)app_painted(app);
	app_resize(app, 24, 80);
	press_all(app, "a"); /* the notice stands until the next frame */
	assert_int_equal(s->typed.len, 0);
	assert_true(s->typing);
	(void)app_painted(app);
	press_all(app, "a");
	assert_int_equal(s->typed.len, 1);
	app_drop(&app);
}

static void who_wants_the_operator_is_said_with_number_label_and_reason(void **unused)
{
	static const struct { struct strip_change who; size_t number, waiting; const char *says, *briefly; } calls[] = {
		{ { "R", "a2", NULL, "codex", ATTENTION_WANTS_YOU, EVIDENCE_NOTICE, "please look" }, 3, 2,
		  "3 a2 wants you: notice, please look (and 1 more)", "3 a2 wants you: please look" },
		{ { "R", "a2", "invoices", "codex", ATTENTION_WANTS_YOU, EVIDENCE_BELL, "" }, 12, 1, "12 a2 invoices wants you: bell",
		  "12 a2 invoices wants you" },
		{ { "R", "a1", NULL, "codex", ATTENTION_WANTS_YOU, EVIDENCE_BELL, "" }, 0, 1, "a1 codex wants you: bell", "a1 codex wants you" },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(calls); i++) {
		CLEARED(text) struct text out = { 0 };

		strip_first_say(&calls[i].who, calls[i].number, calls[i].waiting, false, &out);
		assert_string_equal(text_c(&out), calls[i].says);
		text_empty(&out);
		strip_first_say(&calls[i].who, calls[i].number, calls[i].waiting, true, &out);
		assert_string_equal(text_c(&out), calls[i].briefly);
	}
}

static void quitting_is_one_key(void **unused)
{
	struct app *app = app_of(24, 80);

	(void)unused;
	assert_true(press(app, 'q') & QUIT);
	app_drop(&app);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_key_becomes_its_action_on_this_screen),
		cmocka_unit_test(an_unbound_key_is_answered_with_the_way_on),
		cmocka_unit_test(an_action_whose_need_is_missing_is_refused_in_words),
		cmocka_unit_test(what_is_typed_as_text_is_no_command),
		cmocka_unit_test(keys_typed_before_a_question_was_painted_do_not_answer_it),
		cmocka_unit_test(a_question_is_its_askers_alone),
		cmocka_unit_test(a_question_takes_every_key_until_it_is_answered),
		cmocka_unit_test(a_pasted_word_is_not_a_deliberate_answer),
		cmocka_unit_test(the_wheel_moves_as_the_arrows_do_where_they_move),
		cmocka_unit_test(screens_are_reached_by_key_and_by_the_mouse),
		cmocka_unit_test(a_screen_on_top_is_left_with_escape),
		cmocka_unit_test(the_first_frame_comes_before_the_first_look_at_anything),
		cmocka_unit_test(head_and_foot_say_where_one_is_and_what_is_next),
		cmocka_unit_test(a_small_terminal_is_told_how_large_it_must_be),
		cmocka_unit_test(nothing_that_is_typed_below_the_smallest_size_reaches_a_screen),
		cmocka_unit_test(who_wants_the_operator_is_said_with_number_label_and_reason),
		cmocka_unit_test(quitting_is_one_key),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
