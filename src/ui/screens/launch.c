/*
 * launch — the first screen: what to run, where, under which policy; and beside it, before anything starts, the verdict.
 */
#include "ui/screens/launch.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "ui/screens/screens.h"

#define GAP_COLS 2
#define VERDICT_COLS_MIN 31
#define FORM_COLS_MIN 46
#define FORM_COLS_MAX 84

static bool typing(const struct app *app, const void *state)
{
	const struct launch *l = state;

	(void)app;
	return l->editing;
}

static bool open_launch(struct app *app, void *state, struct error *err)
{
	struct launch *l = state;

	(void)err;
	request_init(&l->request);
	l->counting = (struct errand)ERRAND_IDLE;
	l->launching = (struct errand)ERRAND_IDLE;
	l->prompt.many_lines = true;
	l->focus = FIELD_PROMPT;
	str_set(&l->request.repository, app_path(app));
	form_defaults(l, app);
	return true;
}

static void close_launch(struct app *app, void *state)
{
	struct launch *l = state;

	(void)app;
	errand_give_up(&l->counting);
	errand_give_up(&l->launching);
	suggestions_clear(l);
	check_clear(&l->check);
	request_clear(&l->request);
	layout_drop(&l->layout);
	repository_facts_clear(&l->facts);
	field_clear(&l->prompt);
	field_clear(&l->roots);
	field_clear(&l->model);
	field_clear(&l->timeout);
	free(l->layout_why);
	free(l->facts_why);
	free(l->check_why);
}

static unsigned shown(struct app *app, void *state)
{
	struct launch *l = state;

	if (!l->layout && !l->layout_why)
		launch_open_repository(l, app, l->request.repository);
	return REDRAW;
}

/* A whole request from another screen: everything but the grant, which is asked for anew each time. */
static unsigned take_request(struct launch *l, struct app *app, const char *json)
{
	CLEARED(request) struct request request = { 0 };
	struct error err = { 0 };
	bool granted;

	request_init(&request);
	if (!request_parse(json, strlen(json), &request, &err))
		return app_alert(app, "%s", err.text);
	granted = request.git_write != GIT_WRITE_NONE;
	request_clear(&l->request);
	request_copy(&l->request, &request);
	form_scatter(l);
	if (request.prompt && strcmp(request.prompt, PROMPT_STAND_IN) != 0)
		field_set(&l->prompt, request.prompt);
	l->chosen = true;
	enum topology topology = request.topology;
	launch_open_repository(l, app, l->request.repository ? l->request.repository : app_path(app));
	l->request.topology = topology;
	launch_judge(l, app);
	return granted ? app_say(app, "Everything is taken over but the Git grant: g asks for it.") : REDRAW;
}

static unsigned visit(struct app *app, void *state, const char *argument)
{
	struct launch *l = state;

	if (!argument)
		return REDRAW;
	if (argument[0] == '{')
		return take_request(l, app, argument);
	launch_open_repository(l, app, argument);
	return REDRAW;
}

static unsigned hear(struct app *app, void *state, const struct news *news)
{
	return launch_hear(state, app, news);
}

static unsigned focus(struct launch *l, int to)
{
	if (to >= 0 && to < FIELD_COUNT)
		l->focus = (enum form_field)to;
	return REDRAW;
}

static unsigned edit(struct launch *l, struct app *app)
{
	if (l->focus == FIELD_REPOSITORY)
		return app_go(app, "picker", NULL);
	if (form_is_text(l->focus))
		l->editing = true;
	return REDRAW;
}

static unsigned turn_grant(struct launch *l, struct app *app, bool on)
{
	if (on && l->request.git_write == GIT_WRITE_NONE)
		return grant_ask(l, app);
	if (!on)
		l->request.git_write = GIT_WRITE_NONE;
	launch_judge(l, app);
	return REDRAW;
}

static unsigned choose(struct launch *l, struct app *app, int by)
{
	if (l->focus == FIELD_GRANT)
		return turn_grant(l, app, by > 0);
	if (form_move(l, app, l->focus, by))
		launch_judge(l, app);
	return REDRAW;
}

static unsigned apply(struct launch *l, struct app *app, size_t at)
{
	if (!suggestion_apply(l, app, at))
		return app_say(app, "There is no change number %zu to apply.", at + 1);
	return REDRAW;
}

static unsigned done(struct launch *l, struct app *app)
{
	l->editing = false;
	launch_judge(l, app);
	return REDRAW;
}

static unsigned move(struct launch *l, struct app *app, enum action action)
{
	if (l->whole_shown) {
		whole_move(l, app, action);
		return REDRAW;
	}
	if (action == ACTION_UP || action == ACTION_DOWN)
		return focus(l, (int)l->focus + (action == ACTION_UP ? -1 : 1));
	if (action == ACTION_LEFT || action == ACTION_RIGHT)
		return choose(l, app, action == ACTION_LEFT ? -1 : 1);
	return focus(l, action == ACTION_FIRST ? 0 : FIELD_COUNT - 1);
}

static unsigned act(struct app *app, void *state, enum action action)
{
	struct launch *l = state;

	if (action >= ACTION_UP && action <= ACTION_LAST)
		return move(l, app, action);
	if (action >= ACTION_APPLY_1 && action <= ACTION_APPLY_3)
		return apply(l, app, (size_t)(action - ACTION_APPLY_1));
	if (action == ACTION_GRANT)
		return focus(l, FIELD_GRANT) | turn_grant(l, app, l->request.git_write == GIT_WRITE_NONE);
	if (action == ACTION_PROMPT) {
		l->focus = FIELD_PROMPT;
		l->editing = true;
	}
	if (action == ACTION_WHOLE) {
		l->whole_shown = !l->whole_shown;
		l->whole_first = 0;
	}
	if (action == ACTION_NEW_LINE && l->focus == FIELD_PROMPT)
		(void)field_insert(&l->prompt, "\n", 1);
	if (action == ACTION_EDIT)
		return edit(l, app);
	if (action == ACTION_PICK)
		return app_go(app, "picker", NULL);
	if (action == ACTION_DONE)
		return done(l, app);
	return action == ACTION_LAUNCH ? launch_start(l, app) : REDRAW;
}

static struct rect form_area(struct rect body)
{
	struct rect inside = rect_inset(body, 0, 1);
	int cols = inside.cols * 55 / 100 > FORM_COLS_MIN ? inside.cols * 55 / 100 : FORM_COLS_MIN;

	inside = rect_below(inside, body.rows > 22 ? 1 : 0);
	if (cols > FORM_COLS_MAX)
		cols = FORM_COLS_MAX;
	if (inside.cols - cols < VERDICT_COLS_MIN + GAP_COLS)
		cols = inside.cols - VERDICT_COLS_MIN - GAP_COLS;
	return rect_left(inside, cols);
}

static struct rect verdict_area(struct rect body)
{
	struct rect form = form_area(body);
	struct rect inside = rect_inset(body, 0, 1);

	inside = rect_below(inside, inside.rows - form.rows);
	return rect_right(inside, form.cols + GAP_COLS);
}

static unsigned click(struct launch *l, struct app *app, const struct typed *t)
{
	struct rect area = form_area(app_body(app));
	enum form_field field = FIELD_COUNT;

	if (rect_holds(area, t->row, t->col) && t->button == BUTTON_LEFT && t->pressed && !t->moved)
		field = form_at(l, app, area, t->row);
	return field < FIELD_COUNT ? focus(l, (int)field) : NOTHING;
}

static unsigned key(struct app *app, void *state, const struct typed *t)
{
	struct launch *l = state;

	if (t->kind == TYPED_MOUSE && l->whole_shown)
		return PASS;
	if (t->kind == TYPED_MOUSE)
		return l->editing ? (unsigned)NOTHING : click(l, app, t);
	if (!l->editing && t->kind == TYPED_PASTE && form_is_text(l->focus))
		l->editing = true;
	if (!l->editing)
		return PASS;
	if (t->kind == TYPED_KEY && keymap_find(launch_editing, t->key) != ACTION_NONE)
		return PASS;
	if (!field_type(form_text(l, l->focus), t))
		return t->kind == TYPED_KEY ? NOTHING : PASS;
	launch_judge(l, app);
	return REDRAW;
}

static unsigned answered(struct app *app, void *state, int id, bool yes)
{
	struct launch *l = state;

	if (id == ASK_GRANT && yes)
		l->request.git_write = GIT_WRITE_SHARED_REPOSITORY;
	launch_judge(l, app);
	return REDRAW;
}

static unsigned has(const struct app *app, const void *state)
{
	const struct launch *l = state;

	(void)app;
	return (launch_can_start(l) ? NEEDS_ACCEPTED : 0u) | (l->judged && !l->check.verdict.accepted ? NEEDS_REFUSED : 0u);
}

static size_t watch(const struct app *app, const void *state, struct pollfd *fds, size_t room)
{
	(void)app;
	return launch_watch(state, fds, room);
}

static uint64_t deadline_ms(const struct app *app, const void *state)
{
	(void)app;
	return launch_deadline_ms(state);
}

static void draw(const struct app *app, const void *state, struct canvas *c, struct rect body)
{
	const struct launch *l = state;

	if (l->whole_shown) {
		whole_draw(l, app, c, body);
		return;
	}
	form_draw(state, app, c, form_area(body));
	verdict_draw(state, app, c, verdict_area(body));
}

const struct screen_ops launch_screen = {
	.name = "launch", .title = "Launch", .tab = true,
	.bindings = launch_bindings, .more = launch_more, .state_size = sizeof(struct launch),
	.open = open_launch, .close = close_launch, .shown = shown, .visit = visit, .hear = hear, .act = act, .key = key,
	.answered = answered, .draw = draw, .bindings_now = launch_bindings_now, .typing = typing, .has = has, .watch = watch,
	.deadline_ms = deadline_ms,
};
