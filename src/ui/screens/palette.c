/*
 * palette — everything that can be done where one is, found by typing; Enter does it there.
 */
#include "ui/screens/action_list.h"
#include "ui/screens/screens.h"

#define BOX_COLS 96
#define BOX_ROWS 26

static struct rect list_area(struct rect body)
{
	return rect_below(rect_inset(rect_overlay(body, BOX_ROWS, BOX_COLS), 1, 2), 2);
}

static bool open_palette(struct app *app, void *state, struct error *err)
{
	struct action_list *l = state;

	(void)app, (void)err;
	l->area = list_area;
	return true;
}

static void draw(const struct app *app, const void *state, struct canvas *c, struct rect body)
{
	const struct action_list *l = state;
	struct rect box = rect_overlay(body, BOX_ROWS, BOX_COLS);
	struct rect inside = rect_inset(box, 1, 2);

	canvas_tint(c, body, ROLE_DIM);
	canvas_frame(c, box, ROLE_ACCENT, app_beneath(app)->title);
	field_draw(&l->filter, c, (struct rect){ inside.row, inside.col + 2, 1, inside.cols - 20 }, true, "what do you want to do?");
	list_position(&l->list, c, inside, inside.row, (size_t)list_area(body).rows);
	action_list_draw(l, app, c, list_area(body));
}

const struct screen_ops palette_screen = {
	.name = "palette", .title = "Everything", .overlay = true, .all_keys = true, .bindings = action_list_bindings,
	.state_size = sizeof(struct action_list), .open = open_palette, .visit = action_list_visit, .close = action_list_close,
	.key = action_list_key, .act = action_list_act, .has = action_list_has, .draw = draw,
};
