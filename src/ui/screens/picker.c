/*
 * picker — which repository: recent ones first, a few letters narrow them; a path is completed with Tab. What lies at
 * the selected place is said in words.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "ui/screens/launch.h"
#include "ui/screens/places_list.h"
#include "ui/screens/screens.h"
#include "ui/tui/glyphs.h"
#include "ui/tui/list.h"

#define BOX_COLS 96
#define BOX_ROWS 20
#define ERRAND_MS 20000

struct picker {
	struct field line;
	struct strlist known;   /* recent ones, this directory first */
	struct strlist places;  /* what is listed now */
	struct list list;
	struct errand recent;
	char *words;            /* the selected place in words */
};

static const struct key_binding bindings[] = {
	{ TYPED_ENTER, ACTION_OPEN, "pick" },
	{ TYPED_UP, ACTION_UP, "move" }, { TYPED_DOWN, ACTION_DOWN, "" },
	{ TYPED_TAB, ACTION_COMPLETE, "complete" },
	{ TYPED_PAGE_UP, ACTION_PAGE_UP, NULL }, { TYPED_PAGE_DOWN, ACTION_PAGE_DOWN, NULL },
	{ TYPED_ESCAPE, ACTION_BACK, "back" },
	{ 0 },
};

static struct rect box_of(struct rect body)
{
	return rect_overlay(body, BOX_ROWS, BOX_COLS);
}

static struct rect list_area(struct rect body)
{
	return rect_above(rect_below(rect_inset(box_of(body), 1, 2), 2), 3);
}

static const char *selected(const struct picker *p)
{
	return p->list.selected < p->places.count ? p->places.items[p->list.selected] : NULL;
}

static void say_in_words(struct picker *p)
{
	struct layout *layout = NULL;
	struct error err = { 0 };
	const char *path = selected(p);

	str_set(&p->words, NULL);
	if (!path)
		return;
	if (!layout_read(path, &layout, &err))
		str_set(&p->words, err.text);
	else
		str_set(&p->words, layout->kind == LAYOUT_REFUSED ? layout->why : layout->words);
	layout_drop(&layout);
}

static void narrow(struct picker *p, const struct app *app)
{
	const char *line = field_value(&p->line);

	strlist_clear(&p->places);
	if (path_is_typed(line))
		directories_at(line, app_engine(app)->places->home, app_path(app), &p->places);
	else
		fuzzy_filter(&p->known, line, &p->places);
	list_count(&p->list, p->places.count);
	say_in_words(p);
}

static bool open_picker(struct app *app, void *state, struct error *err)
{
	struct picker *p = state;

	(void)err;
	p->recent = (struct errand)ERRAND_IDLE;
	strlist_add(&p->known, app_path(app));
	return true;
}

static void close_picker(struct app *app, void *state)
{
	struct picker *p = state;

	(void)app;
	errand_give_up(&p->recent);
	field_clear(&p->line);
	strlist_clear(&p->known);
	strlist_clear(&p->places);
	free(p->words);
}

static unsigned shown(struct app *app, void *state)
{
	struct picker *p = state;
	struct error err = { 0 };

	recent_read(app_engine(app), &p->known);
	narrow(p, app);
	if (!errand_start(&p->recent, recent_errand, app_engine(app), app_now_ms(app), ERRAND_MS, &err))
		return REDRAW | app_say(app, "The recorded runs could not be looked through: %s", err.text);
	return REDRAW;
}

static unsigned hear(struct app *app, void *state, const struct news *news)
{
	struct picker *p = state;
	const char *path;

	if (!errand_hear(&p->recent, news->now_ms))
		return NOTHING;
	path = text_c(&p->recent.result);
	while (path < text_c(&p->recent.result) + p->recent.result.len) {
		if (!strlist_has(&p->known, path))
			strlist_add(&p->known, path);
		path += strlen(path) + 1;
	}
	narrow(p, app);
	return REDRAW;
}

static unsigned complete(struct picker *p, const struct app *app)
{
	const char *path = selected(p);
	bool first_is_line = p->list.selected == 0 && p->places.count > 1 && path_is_typed(field_value(&p->line));
	OWNED_MEM char *meant = path_meant(field_value(&p->line), app_engine(app)->places->home, app_path(app));
	OWNED_MEM char *tidy = path_tidy(meant);
	OWNED_MEM char *line = NULL;

	if (first_is_line && path && strcmp(path, tidy) == 0 && field_value(&p->line)[p->line.text.len - 1] == '/')
		path = p->places.items[1];
	if (!path)
		return NOTHING;
	line = str_format("%s%s", path, strcmp(path, "/") == 0 ? "" : "/");
	field_set(&p->line, line);
	list_select(&p->list, 0);
	narrow(p, app);
	return REDRAW;
}

static unsigned act(struct app *app, void *state, enum action action)
{
	struct picker *p = state;

	if (action == ACTION_BACK)
		return LEAVE;
	if (action == ACTION_COMPLETE)
		return complete(p, app);
	if (action == ACTION_OPEN && selected(p))
		return app_go(app, "launch", selected(p));
	if (list_act(&p->list, action, (size_t)list_area(app_body(app)).rows))
		say_in_words(p);
	return REDRAW;
}

static unsigned click(struct picker *p, const struct app *app, const struct typed *t)
{
	if (!t->pressed || t->moved || !list_click(&p->list, list_area(app_body(app)), t->row))
		return NOTHING;
	say_in_words(p);
	return REDRAW;
}

static unsigned key(struct app *app, void *state, const struct typed *t)
{
	struct picker *p = state;

	if (t->kind == TYPED_MOUSE)
		return click(p, app, t);
	if (!field_type(&p->line, t))
		return PASS;
	list_select(&p->list, 0);
	narrow(p, app);
	return REDRAW;
}

static unsigned has(const struct app *app, const void *state)
{
	const struct picker *p = state;

	(void)app;
	return selected(p) ? NEEDS_ROW : 0;
}

static size_t watch(const struct app *app, const void *state, struct pollfd *fds, size_t room)
{
	const struct picker *p = state;

	(void)app;
	if (!errand_busy(&p->recent) || room < 1)
		return 0;
	fds[0] = (struct pollfd){ .fd = p->recent.fd, .events = POLLIN };
	return 1;
}

static uint64_t deadline_ms(const struct app *app, const void *state)
{
	const struct picker *p = state;

	(void)app;
	return p->recent.deadline_ms;
}

static void draw_places(const struct picker *p, const struct app *app, struct canvas *c, struct rect area)
{
	size_t top = list_top(&p->list, (size_t)area.rows);

	if (p->places.count == 0)
		(void)canvas_text(c, area, area.row, area.col + 2, ROLE_DIM,
				  "Nothing fits. A path begins with / or ~ or . and is completed with Tab.");
	for (size_t i = top; i < p->places.count && i < top + (size_t)area.rows; i++) {
		OWNED_MEM char *shown_path = path_for_eye(app_engine(app)->places->home, p->places.items[i]);
		int row = area.row + (int)(i - top);
		bool here = i == p->list.selected;

		(void)canvas_text(c, area, row, area.col, ROLE_ACCENT, here ? MARK_CHOSEN : " ");
		(void)canvas_fit_front(c, area, row, area.col + 2, area.cols - 2, here ? ROLE_ACCENT : ROLE_TEXT, shown_path);
	}
	if (p->line.text.len == 0 && p->places.count + 3 < (size_t)area.rows)
		(void)canvas_wrap(
			c, rect_right(rect_below(area, (int)p->places.count + 1), 2), ROLE_DIM,
			"Repositories of recorded runs are listed here. Any other is reached by its path: it begins with / or ~ or . and Tab completes it.");
}

static void draw(const struct app *app, const void *state, struct canvas *c, struct rect body)
{
	const struct picker *p = state;
	struct rect box = box_of(body);
	struct rect inside = rect_inset(box, 1, 2);
	struct rect words = rect_bottom(inside, 2);

	canvas_tint(c, body, ROLE_DIM);
	canvas_frame(c, box, ROLE_ACCENT, "Repository");
	field_draw(&p->line, c, (struct rect){ inside.row, inside.col + 2, 1, inside.cols - 16 }, true, "a few letters, or a path");
	list_position(&p->list, c, inside, inside.row, (size_t)list_area(body).rows);
	draw_places(p, app, c, list_area(body));
	(void)canvas_wrap(c, rect_right(words, 2), ROLE_DIM, p->words ? p->words : "");
}

const struct screen_ops picker_screen = {
	.name = "picker", .title = "Repository", .overlay = true, .all_keys = true, .bindings = bindings, .state_size = sizeof(struct picker),
	.open = open_picker, .close = close_picker, .shown = shown, .hear = hear, .act = act, .key = key, .has = has, .watch = watch,
	.deadline_ms = deadline_ms, .draw = draw,
};
