/*
 * help — the keys of the screen one came from, from the table of actions; typing searches.
 */
#include "ui/screens/action_list.h"
#include "ui/screens/screens.h"

struct help { struct action_list actions; };

static const struct key_binding bindings[] = {
	{ TYPED_ENTER, ACTION_OPEN, "do it" },
	{ TYPED_UP, ACTION_UP, "move" },
	{ TYPED_DOWN, ACTION_DOWN, "" },
	{ TYPED_ESCAPE, ACTION_BACK, "back" },
	{ 0 },
};

static struct rect list_area(struct rect body)
{
	return rect_below(rect_inset(body, 0, 1), 4);
}

static unsigned help_visit(struct app *app, void *state, const char *argument)
{
	struct help *h = state;

	(void)argument;
	action_list_fill(&h->actions, app, true);
	return REDRAW;
}

static void help_close(struct app *app, void *state)
{
	struct help *h = state;

	(void)app;
	action_list_clear(&h->actions);
}

static unsigned help_key(struct app *app, void *state, const struct typed *t)
{
	struct help *h = state;

	return action_list_key(&h->actions, app, t, true, (size_t)list_area(app_body(app)).rows);
}

static unsigned help_act(struct app *app, void *state, enum action action)
{
	struct help *h = state;
	enum action selected = action_list_selected(&h->actions);

	if (action == ACTION_BACK)
		return LEAVE;
	if (action == ACTION_OPEN && selected != ACTION_NONE)
		return app_perform_beneath(app, selected);
	return NOTHING;
}

static unsigned help_has(const struct app *app, const void *state)
{
	const struct help *h = state;

	(void)app;
	return action_list_selected(&h->actions) != ACTION_NONE ? NEEDS_ROW : 0;
}

static void help_draw(const struct app *app, const void *state, struct canvas *c, struct rect body)
{
	const struct help *h = state;
	struct rect inside = rect_inset(body, 0, 1);
	int col = canvas_format(c, inside, inside.row, inside.col + 2, ROLE_HEADING, "Keys on %s", app_beneath(app)->title);

	canvas_text(c, inside, inside.row, col + 3, ROLE_DIM, "dim: needs something that is not there now");
	canvas_text(c, inside, inside.row + 2, inside.col + 2, ROLE_LABEL, "Search");
	field_draw(&h->actions.filter, c, (struct rect){ inside.row + 2, inside.col + 16, 1, inside.cols - 30 }, true, "type a word");
	list_position(&h->actions.list, c, inside, inside.row + 2, (size_t)list_area(body).rows);
	action_list_draw(&h->actions, app, c, list_area(body));
}

const struct screen_ops help_screen = {
	.name = "help", .title = "Help", .all_keys = true, .bindings = bindings, .state_size = sizeof(struct help),
	.visit = help_visit, .close = help_close, .key = help_key, .act = help_act, .has = help_has, .draw = help_draw,
};
