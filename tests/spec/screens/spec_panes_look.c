/*
 * Specification of choosing by mouse and of the keys while looking back, in a Panes screen with one pane.
 */
#include "spec/screens/looking.h"

#include "core/base/mem.h"
#include "ui/screens/panes_look.h"
#include "ui/screens/panes_parts.h"
#include "ui/tui/app_parts.h"

#define ROWS 24
#define COLS 80
#define FIRST_ROW (HEAD_ROWS + PANE_TITLE_ROWS) /* of the child's cells */

struct stage { struct app *app; struct panes_state *state; struct pane *pane; };

static void draw_nothing(const struct app *app, const void *state, struct canvas *canvas, struct rect body)
{
	(void)app;
	(void)state;
	(void)canvas;
	(void)body;
}

/* Panes itself would look for live runs. */
static const struct screen_ops plain = { .name = "plain", .title = "Plain", .tab = true, .draw = draw_nothing };
static const struct screen_ops *const screens[] = { &plain };
static const struct screen_set set = { screens, 1 };

static int set_up(void **state)
{
	struct stage *stage = mem_new(1, sizeof *stage);
	char line[40];

	stage->app = app_new(NULL, &set, "/", ROWS, COLS);
	stage->state = mem_new(1, sizeof *stage->state);
	stage->state->count = 1;
	stage->pane = &stage->state->panes[0];
	stage->pane->slot = 1;
	stage->pane->id = str_copy("a1");
	stage->pane->terminal = terminal_new(ROWS - HEAD_ROWS - FOOT_ROWS - PANE_TITLE_ROWS, COLS, SCROLLBACK);
	for (int i = 0; i < 100; i++)
		terminal_feed(stage->pane->terminal, line, (size_t)snprintf(line, sizeof line, "%sline %d is (here)", i ? "\r\n" : "", i));
	*state = stage;
	return 0;
}

static int tear_down(void **state)
{
	struct stage *stage = *state;

	pane_clear(stage->pane);
	app_drop(&stage->app);
	free(stage->state);
	free(stage);
	return 0;
}

static void mouse(struct stage *stage, enum mouse_button button, bool pressed, bool moved, int row, int col)
{
	const struct typed typed = { .kind = TYPED_MOUSE, .button = button, .pressed = pressed, .moved = moved,
		.row = FIRST_ROW + row, .col = col };

	(void)panes_mouse(stage->app, stage->state, &typed);
}

static void click(struct stage *stage, int row, int col)
{
	mouse(stage, BUTTON_LEFT, true, false, row, col);
	mouse(stage, BUTTON_LEFT, false, false, row, col);
}

static void expect_chosen(const struct stage *stage, const char *wanted)
{
	CLEARED(text) struct text chosen = { 0 };

	(void)selection_text(&stage->pane->look.selection, &stage->pane->look.text, 10000, &chosen);
	assert_string_equal(text_c(&chosen), wanted);
}

static void one_click_leaves_the_pane_live(void **state)
{
	struct stage *stage = *state;

	click(stage, 3, 5);
	assert_false(stage->pane->look.on);
}

static void dragging_chooses_from_where_it_was_pressed(void **state)
{
	struct stage *stage = *state;

	mouse(stage, BUTTON_LEFT, true, false, 3, 5);
	mouse(stage, BUTTON_LEFT, true, true, 3, 6);
	mouse(stage, BUTTON_LEFT, true, true, 4, 3);
	mouse(stage, BUTTON_LEFT, false, false, 4, 3);
	assert_true(stage->pane->look.on);
	expect_chosen(stage, "84 is (here)\nline");
	mouse(stage, BUTTON_LEFT, true, true, 8, 3);
	expect_chosen(stage, "84 is (here)\nline");
}

static void two_clicks_choose_a_word_and_three_a_line(void **state)
{
	struct stage *stage = *state;

	click(stage, 3, 12);
	click(stage, 3, 12);
	expect_chosen(stage, "here");
	click(stage, 3, 12);
	expect_chosen(stage, "line 84 is (here)\n");
}

static void clicks_that_are_late_or_elsewhere_are_single(void **state)
{
	struct stage *stage = *state;

	click(stage, 3, 12);
	click(stage, 4, 12);
	assert_false(stage->pane->look.on);
	stage->app->now_ms += 1000;
	click(stage, 4, 12);
	assert_false(stage->pane->look.on);
}

static void held_beyond_the_edge_the_view_goes_on_by_itself(void **state)
{
	struct stage *stage = *state;
	uint64_t top;

	mouse(stage, BUTTON_LEFT, true, false, 3, 5);
	mouse(stage, BUTTON_LEFT, true, true, 1, 5);
	mouse(stage, BUTTON_LEFT, true, true, -1, 5);
	top = stage->pane->look.top;
	assert_int_not_equal(panes_look_deadline_ms(stage->app, stage->state), 0);
	assert_int_equal(panes_look_turn(stage->app, stage->state), NOTHING);
	stage->app->now_ms += 50;
	assert_int_equal(panes_look_turn(stage->app, stage->state), REDRAW);
	assert_int_equal(stage->pane->look.top, top - 1);
	mouse(stage, BUTTON_LEFT, false, false, -1, 5);
	assert_int_equal(panes_look_deadline_ms(stage->app, stage->state), 0);
}

static void the_wheel_looks_back_and_returns(void **state)
{
	struct stage *stage = *state;

	mouse(stage, BUTTON_WHEEL_DOWN, true, false, 3, 5);
	assert_false(stage->pane->look.on);
	mouse(stage, BUTTON_WHEEL_UP, true, false, 3, 5);
	mouse(stage, BUTTON_WHEEL_UP, true, false, 3, 5);
	assert_int_equal(look_lines_back(&stage->pane->look), 6);
	mouse(stage, BUTTON_WHEEL_DOWN, true, false, 3, 5);
	assert_true(stage->pane->look.on);
	mouse(stage, BUTTON_WHEEL_DOWN, true, false, 3, 5);
	assert_false(stage->pane->look.on);
}

static void escape_lets_go_first_and_leaves_then(void **state)
{
	struct stage *stage = *state;

	(void)panes_look_act(stage->app, stage->state, ACTION_SCROLL);
	(void)panes_look_act(stage->app, stage->state, ACTION_SELECT);
	(void)panes_look_act(stage->app, stage->state, ACTION_BACK);
	assert_true(stage->pane->look.on);
	(void)panes_look_act(stage->app, stage->state, ACTION_BACK);
	assert_false(stage->pane->look.on);
}

static void giving_a_search_up_goes_back_to_where_it_began(void **state)
{
	struct stage *stage = *state;
	const struct typed typed = { .kind = TYPED_KEY, .key = '7' };
	struct spot before;

	(void)panes_look_act(stage->app, stage->state, ACTION_SEARCH_BACK);
	before = stage->pane->look.cursor;
	(void)panes_look_type(stage->app, stage->state, &typed);
	(void)panes_look_turn(stage->app, stage->state);
	assert_true(spot_compare(stage->pane->look.cursor, before) < 0);
	(void)panes_look_act(stage->app, stage->state, ACTION_BACK);
	assert_int_equal(spot_compare(stage->pane->look.cursor, before), 0);
	assert_true(stage->pane->look.on);
	(void)panes_look_act(stage->app, stage->state, ACTION_NEXT_MATCH);
	assert_non_null(strstr(stage->app->notice, "Nothing was looked for yet"));
}

static void type_all(struct stage *stage, const char *letters)
{
	for (; *letters; letters++) {
		const struct typed typed = { .kind = TYPED_KEY, .key = (unsigned char)*letters };

		(void)panes_look_type(stage->app, stage->state, &typed);
	}
}

/* A burst of keys must not wait for a search of everything at each of them. */
static void keys_that_came_together_are_looked_for_once(void **state)
{
	struct stage *stage = *state;
	const struct pane_look *l = &stage->pane->look;

	stage->app->now_ms = 1000;
	(void)panes_look_act(stage->app, stage->state, ACTION_SEARCH_BACK);
	assert_int_equal(panes_look_deadline_ms(stage->app, stage->state), 0);
	for (int i = 0; i < 60; i++)
		type_all(stage, "line ");
	assert_int_equal(l->searches, 0);
	assert_int_equal(panes_look_deadline_ms(stage->app, stage->state), 1000);
	assert_int_equal(panes_look_turn(stage->app, stage->state), REDRAW);
	assert_int_equal(l->searches, 1);
	assert_int_equal(l->search.count, 0);
	assert_int_equal(panes_look_turn(stage->app, stage->state), NOTHING);
	assert_int_equal(l->searches, 1);
}

static void what_was_typed_is_found_also_when_the_end_came_with_it(void **state)
{
	struct stage *stage = *state;
	const struct pane_look *l = &stage->pane->look;

	(void)panes_look_act(stage->app, stage->state, ACTION_SEARCH_BACK);
	type_all(stage, "line 7 ");
	(void)panes_look_act(stage->app, stage->state, ACTION_DONE);
	assert_int_equal(l->searches, 1);
	assert_int_equal(l->search.count, 1);
	assert_int_equal(panes_look_turn(stage->app, stage->state), NOTHING);
	(void)panes_look_act(stage->app, stage->state, ACTION_SEARCH_BACK);
	type_all(stage, "here");
	(void)panes_look_act(stage->app, stage->state, ACTION_BACK);
	assert_int_equal(panes_look_turn(stage->app, stage->state), NOTHING);
	assert_int_equal(l->searches, 1);
}

static void words_that_are_nowhere_are_not_looked_for_at_every_next(void **state)
{
	struct stage *stage = *state;

	(void)panes_look_act(stage->app, stage->state, ACTION_SEARCH_BACK);
	type_all(stage, "absent");
	(void)panes_look_act(stage->app, stage->state, ACTION_DONE);
	for (int i = 0; i < 300; i++)
		(void)panes_look_act(stage->app, stage->state, ACTION_NEXT_MATCH);
	assert_int_equal(stage->pane->look.searches, 1);
	assert_non_null(strstr(stage->app->notice, "is nowhere in what this pane printed"));
}

static void nothing_chosen_is_not_copied_and_said(void **state)
{
	struct stage *stage = *state;

	(void)panes_look_act(stage->app, stage->state, ACTION_SCROLL);
	(void)panes_look_act(stage->app, stage->state, ACTION_COPY);
	assert_non_null(strstr(stage->app->notice, "Nothing is chosen"));
	assert_true(stage->pane->look.on);
}

#define STAGED(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGED(one_click_leaves_the_pane_live),
		STAGED(dragging_chooses_from_where_it_was_pressed),
		STAGED(two_clicks_choose_a_word_and_three_a_line),
		STAGED(clicks_that_are_late_or_elsewhere_are_single),
		STAGED(held_beyond_the_edge_the_view_goes_on_by_itself),
		STAGED(the_wheel_looks_back_and_returns),
		STAGED(escape_lets_go_first_and_leaves_then),
		STAGED(giving_a_search_up_goes_back_to_where_it_began),
		STAGED(keys_that_came_together_are_looked_for_once),
		STAGED(what_was_typed_is_found_also_when_the_end_came_with_it),
		STAGED(words_that_are_nowhere_are_not_looked_for_at_every_next),
		STAGED(nothing_chosen_is_not_copied_and_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
