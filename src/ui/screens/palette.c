/*
 * palette — everything that can be done where one is, found by typing; Enter does it there.
 */
#include "ui/screens/action_list.h"
#include "ui/screens/screens.h"

#define BOX_COLS 96
#define BOX_ROWS 16

struct palette_state { struct action_list actions; };

static const struct key_binding bindings[] = {
	{ TYPED_ENTER, ACTION_OPEN, "do it" },
	{ TYPED_UP, ACTION_UP, "move" },
	{ TYPED_DOWN, ACTION_DOWN, "" },
	{ TYPED_ESCAPE, ACTION_BACK, "back" },
	{ 0 },
};

static struct rect box_of(struct rect body)
{
	int cols = body.cols < BOX_COLS + 14 ? body.cols : BOX_COLS; /* no slivers of the screen beneath */
	int rows = body.rows - 2 < BOX_ROWS ? body.rows - 2 : BOX_ROWS;

	return rect_centered(body, rows, cols);
}

static struct rect list_area(struct rect body)
{
	return rect_below(rect_inset(box_of(body), 1, 2), 2);
}

static unsigned palette_visit(struct app *app, void *state, const char *argument)
{
	struct palette_state *p = state;

	(void)argument;
	action_list_fill(&p->actions, app, false);
	return REDRAW;
}

static void palette_close(struct app *app, void *state)
{
	struct palette_state *p = state;

	(void)app;
	action_list_clear(&p->actions);
}

static unsigned palette_key(struct app *app, void *state, const struct typed *t)
{
	struct palette_state *p = state;

	return action_list_key(&p->actions, app, t, false, (size_t)list_area(app_body(app)).rows);
}

static unsigned palette_act(struct app *app, void *state, enum action action)
{
	struct palette_state *p = state;
	enum action selected = action_list_selected(&p->actions);

	if (action == ACTION_BACK)
		return LEAVE;
	if (action == ACTION_OPEN && selected != ACTION_NONE)
		return app_perform_beneath(app, selected);
	return NOTHING;
}

static unsigned palette_has(const struct app *app, const void *state)
{
	const struct palette_state *p = state;

	(void)app;
	return action_list_selected(&p->actions) != ACTION_NONE ? NEEDS_ROW : 0;
}

static void palette_draw(const struct app *app, const void *state, struct canvas *c, struct rect body)
{
	const struct palette_state *p = state;
	struct rect box = box_of(body);
	struct rect inside = rect_inset(box, 1, 2);

	canvas_tint(c, body, ROLE_DIM);
	canvas_frame(c, box, ROLE_ACCENT, app_beneath(app)->title);
	field_draw(&p->actions.filter, c, (struct rect){ inside.row, inside.col + 2, 1, inside.cols - 20 }, true, "what do you want to do?");
	list_position(&p->actions.list, c, inside, inside.row, (size_t)list_area(body).rows);
	action_list_draw(&p->actions, app, c, list_area(body));
}

const struct screen_ops palette_screen = {
	.name = "palette", .title = "Everything", .overlay = true, .all_keys = true, .bindings = bindings, .state_size = sizeof(struct palette_state),
	.visit = palette_visit, .close = palette_close, .key = palette_key, .act = palette_act, .has = palette_has, .draw = palette_draw,
};
