/*
 * app — the screens that are open, and moving between them.
 */
#include "ui/tui/app_parts.h"

#include <assert.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "ui/tui/clipboard.h"
#include "ui/words.h"

struct app *app_make(const struct engine *e, const struct screen_set *screens, const char *path, int rows, int cols)
{
	struct app *app = mem_new(1, sizeof *app);

	app->engine = e;
	app->set = screens;
	app->path = str_copy(path);
	app->now_ms = e && e->ports ? e->ports->steady_ms(e->ports->self) : 0;
	canvas_size(&app->canvas, rows, cols);
	app_strip_open(app);
	for (size_t i = 0; i < screens->count; i++) {
		if (!screens->items[i]->tab)
			continue;
		assert(app->n_tabs < TABS_MAX);
		app->tabs[app->n_tabs++].ops = screens->items[i];
	}
	return app;
}

void app_open(struct app *app, const char *screen, const char *argument)
{
	if (screen)
		(void)app_settle(app, app_go(app, screen, argument));
	if (!app_top(app)->state)
		(void)app_settle(app, app_go(app, app->tabs[0].ops->name, NULL));
}

struct app *app_new(const struct engine *e, const struct screen_set *screens, const char *path, int rows, int cols)
{
	struct app *app = app_make(e, screens, path, rows, cols);

	app_open(app, NULL, NULL);
	return app;
}

static void screen_close(struct app *app, struct screen *s)
{
	if (s->state && s->ops->close)
		s->ops->close(app, s->state);
	free(s->state);
	*s = (struct screen){ .ops = s->ops };
}

void app_drop(struct app **slot)
{
	struct app *app = *slot;

	if (!app)
		return;
	while (app->depth > 0)
		screen_close(app, &app->stack[--app->depth]);
	for (size_t i = 0; i < app->n_tabs; i++)
		screen_close(app, &app->tabs[i]);
	app_strip_close(app);
	ask_clear(&app->ask);
	canvas_clear(&app->canvas);
	free(app->path);
	free(app->notice);
	free(app->going);
	free(app->going_argument);
	free(app);
	*slot = NULL;
}

struct screen *app_top(struct app *app)
{
	return app->depth ? &app->stack[app->depth - 1] : &app->tabs[app->tab];
}

const struct screen *app_top_const(const struct app *app)
{
	return app->depth ? &app->stack[app->depth - 1] : &app->tabs[app->tab];
}

bool app_is_on_top(const struct app *app, const void *state)
{
	return app_top_const(app)->state == state;
}

static const struct screen *under(const struct app *app)
{
	return app->depth > 1 ? &app->stack[app->depth - 2] : &app->tabs[app->tab];
}

struct screen *app_under(struct app *app)
{
	return app->depth > 1 ? &app->stack[app->depth - 2] : &app->tabs[app->tab];
}

static bool screen_open(struct app *app, struct screen *s)
{
	struct error err = { 0 };
	struct rect body = app_body(app);

	if (s->state)
		return true;
	s->state = mem_new(1, s->ops->state_size ? s->ops->state_size : 1);
	if (s->ops->open && !s->ops->open(app, s->state, &err)) {
		screen_close(app, s);
		(void)app_alert(app, "%s", err.text);
		return false;
	}
	if (s->ops->resized)
		s->ops->resized(app, s->state, body.rows, body.cols);
	return true;
}

unsigned app_go(struct app *app, const char *name, const char *argument)
{
	str_set(&app->going, name);
	str_set(&app->going_argument, argument);
	return REDRAW;
}

static void pop(struct app *app)
{
	if (app->depth > 0)
		screen_close(app, &app->stack[--app->depth]);
}

static struct screen *tab_named(struct app *app, const char *name)
{
	for (size_t i = 0; i < app->n_tabs; i++) {
		if (strcmp(app->tabs[i].ops->name, name) == 0)
			return &app->tabs[i];
	}
	return NULL;
}

static const struct screen_ops *ops_named(const struct app *app, const char *name)
{
	for (size_t i = 0; i < app->set->count; i++) {
		if (strcmp(app->set->items[i]->name, name) == 0)
			return app->set->items[i];
	}
	return NULL;
}

static struct screen *push(struct app *app, const struct screen_ops *ops)
{
	struct screen *top = app_top(app);

	if (top->ops == ops)
		return top;
	if (app->depth == STACK_MAX)
		pop(app);
	top = &app->stack[app->depth];
	*top = (struct screen){ .ops = ops };
	if (!screen_open(app, top))
		return NULL;
	app->depth++;
	return top;
}

static struct screen *arrive(struct app *app, const char *name)
{
	struct screen *tab = tab_named(app, name);
	const struct screen_ops *ops = ops_named(app, name);

	if (!tab)
		return ops ? push(app, ops) : NULL;
	if (!screen_open(app, tab))
		return NULL;
	while (app->depth > 0)
		pop(app);
	app->tab = (size_t)(tab - app->tabs);
	return tab;
}

static unsigned go_now(struct app *app)
{
	OWNED_MEM char *name = app->going;
	OWNED_MEM char *argument = app->going_argument;
	struct screen *s;

	app->going = NULL;
	app->going_argument = NULL;
	s = arrive(app, name);
	if (!s)
		return app->notice ? REDRAW : app_say(app, "There is no screen \"%s\" here.", name);
	return REDRAW | (s->ops->visit ? s->ops->visit(app, s->state, argument) : NOTHING);
}

unsigned app_settle(struct app *app, unsigned reaction)
{
	for (int i = 0; i < 8; i++) {
		enum action then = app->then;

		if (reaction & LEAVE) {
			pop(app);
			if (!app_top(app)->state && !app->going) /* the console was opened above it */
				(void)app_go(app, app_top(app)->ops->name, NULL);
			reaction = (reaction & ~(unsigned)LEAVE) | REDRAW;
		}
		if (app->going) {
			reaction |= go_now(app);
		} else if (then != ACTION_NONE) {
			app->then = ACTION_NONE;
			reaction |= app_perform(app, then);
		} else if (!(reaction & LEAVE)) {
			break;
		}
	}
	return reaction & ~(unsigned)PASS;
}

unsigned app_perform_beneath(struct app *app, enum action action)
{
	app->then = action;
	return LEAVE;
}

void app_resize(struct app *app, int rows, int cols)
{
	struct rect body;

	canvas_size(&app->canvas, rows, cols);
	app->drawn = NULL;
	body = app_body(app);
	for (size_t i = 0; i < app->n_tabs + app->depth; i++) {
		struct screen *s = i < app->n_tabs ? &app->tabs[i] : &app->stack[i - app->n_tabs];

		if (s->state && s->ops->resized)
			s->ops->resized(app, s->state, body.rows, body.cols);
	}
}

unsigned app_painted(struct app *app)
{
	struct screen *s = app_top(app);

	app->unseen = app_too_small(app);
	if (ask_open(&app->ask))
		app->ask.painted = true;
	if (app->strip)
		strip_begin(app->strip, app->now_ms);
	canvas_settled(&app->canvas);
	if (s->state && s->ops->painted)
		s->ops->painted(s->state);
	if (s->shown || !s->state)
		return NOTHING;
	s->shown = true;
	return s->ops->shown ? s->ops->shown(app, s->state) : NOTHING;
}

const struct key_binding *screen_bindings(const struct app *app, const struct screen *s)
{
	const struct key_binding *now = NULL;

	if (s->ops->bindings_now && s->state)
		now = s->ops->bindings_now(app, s->state);
	return now ? now : s->ops->bindings;
}

unsigned screen_has(const struct app *app, const struct screen *s)
{
	return s->ops->has && s->state ? s->ops->has(app, s->state) : 0;
}

const struct engine *app_engine(const struct app *app) { return app->engine; }
const char *app_path(const struct app *app) { return app->path; }
uint64_t app_now_ms(const struct app *app) { return app->now_ms; }
bool app_ascii(const struct app *app) { return app->ascii; }
const struct screen_ops *app_beneath(const struct app *app) { return under(app)->ops; }
unsigned app_has_beneath(const struct app *app) { return screen_has(app, under(app)); }
const struct key_binding *app_bindings_beneath(const struct app *app) { return screen_bindings(app, under(app)); }

struct rect app_body(const struct app *app)
{
	return rect_above(rect_below(canvas_rect(&app->canvas), HEAD_ROWS), FOOT_ROWS);
}

void *app_state_of(struct app *app, const char *name)
{
	struct screen *tab = tab_named(app, name);

	return tab ? tab->state : NULL;
}

bool news_of(const struct news *news, int fd)
{
	for (size_t i = 0; i < news->n_fds; i++)
		if (news->fds[i].fd == fd)
			return news->fds[i].revents != 0;
	return true;
}

static unsigned PRINTF(3, 0) notice_set(struct app *app, bool alert, const char *fmt, va_list args)
{
	OWNED_MEM char *s = NULL;

	if (vasprintf(&s, fmt, args) < 0)
		return NOTHING;
	free(app->notice);
	/* What a layer below said of a failure begins in the middle of a line; what the console says may begin with a key. */
	app->notice = alert ? words_sentence(s) : str_copy(s);
	app->notice_alert = alert;
	return REDRAW;
}

unsigned app_say(struct app *app, const char *fmt, ...)
{
	va_list args;
	unsigned reaction;

	va_start(args, fmt);
	reaction = notice_set(app, false, fmt, args);
	va_end(args);
	return reaction;
}

unsigned app_alert(struct app *app, const char *fmt, ...)
{
	va_list args;
	unsigned reaction;

	va_start(args, fmt);
	reaction = notice_set(app, true, fmt, args);
	va_end(args);
	return reaction;
}

unsigned app_ask(struct app *app, struct ask *ask)
{
	ask_clear(&app->ask);
	app->ask = *ask;
	app->ask.painted = false;
	app->asker = app_top(app)->ops;
	*ask = (struct ask){ 0 };
	return REDRAW;
}

bool app_is_asking(const struct app *app, const void *state, int id)
{
	return app_is_on_top(app, state) && ask_open(&app->ask) && app->ask.id == id && app->asker == app_top_const(app)->ops;
}

void app_lend_terminal(struct app *app, void (*use)(void *context), void *context)
{
	if (app->term)
		term_pause(app->term);
	use(context);
	if (!app->term)
		return;
	term_resume(app->term);
	app_resize(app, term_rows(app->term), term_cols(app->term));
}

int app_signal_fd(const struct app *app)
{
	return app->term ? term_signal_fd(app->term) : -1;
}

/* The others would speak of a terminal that another program has; it is measured anew afterwards. */
bool app_told_to_end(struct app *app)
{
	for (int signal = app->term ? term_signal(app->term) : 0; signal; signal = term_signal(app->term))
		app->told_to_end |= app_is_end(signal);
	return app->told_to_end;
}

bool app_is_end(int signal)
{
	return signal == SIGTERM || signal == SIGHUP || signal == SIGINT || signal == SIGQUIT;
}

bool app_copy(struct app *app, const char *bytes, size_t len)
{
	CLEARED(text) struct text sequence = { 0 };

	clipboard_encode(bytes, len, &sequence);
	return app->term && term_send(app->term, sequence.bytes, sequence.len);
}
