/*
 * help — the keys of the screen one came from, from the table of actions; typing searches.
 */
#include "ui/screens/action_list.h"
#include "ui/screens/screens.h"

static struct rect list_area(struct rect body)
{
	return rect_below(rect_inset(body, 0, 1), 4);
}

static bool open_help(struct app *app, void *state, struct error *err)
{
	struct action_list *l = state;

	(void)app, (void)err;
	l->all_tables = true;
	l->area = list_area;
	return true;
}

static void draw(const struct app *app, const void *state, struct canvas *c, struct rect body)
{
	const struct action_list *l = state;
	struct rect inside = rect_inset(body, 0, 1);
	int col = canvas_format(c, inside, inside.row, inside.col + 2, ROLE_HEADING, "Keys on %s", app_beneath(app)->title);

	(void)canvas_text(c, inside, inside.row, col + 3, ROLE_DIM, "dim: needs something that is not there now");
	(void)canvas_text(c, inside, inside.row + 2, inside.col + 2, ROLE_LABEL, "Search");
	field_draw(&l->filter, c, (struct rect){ inside.row + 2, inside.col + 10, 1, inside.cols - 26 }, true, "type a word");
	list_position(&l->list, c, inside, inside.row + 2, (size_t)list_area(body).rows);
	action_list_draw(l, app, c, list_area(body));
}

const struct screen_ops help_screen = {
	.name = "help", .title = "Help", .all_keys = true, .bindings = action_list_bindings, .state_size = sizeof(struct action_list),
	.open = open_help, .visit = action_list_visit, .close = action_list_close, .key = action_list_key, .act = action_list_act,
	.has = action_list_has, .draw = draw,
};
