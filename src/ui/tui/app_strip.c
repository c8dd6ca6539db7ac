/*
 * app_strip — what the console does with the strip on every screen: the words in the head, notices, going to who calls,
 * and leaving with or without the runs.
 */
#include <string.h>

#include "core/base/mem.h"
#include "ui/tui/app_parts.h"

static void changed(void *user, const struct strip_change *change)
{
	struct app *app = user;

	notify_add(&app->notify, change);
}

void app_strip_open(struct app *app)
{
	if (!app->engine || !app->engine->places)
		return;
	app->strip = strip_new(app->engine, changed, app);
	notify_open(&app->notify, app->engine->places);
}

void app_strip_close(struct app *app)
{
	if (!app->strip)
		return;
	strip_drop(&app->strip);
	notify_clear(&app->notify);
}

static size_t number_of(const struct app *app, const struct strip_change *caller)
{
	size_t number = 0;

	for (size_t i = 0; i < app->n_tabs && number == 0; i++) {
		const struct screen *s = &app->tabs[i];

		if (s->state && s->ops->number_of)
			number = s->ops->number_of(s->state, caller->run_id, caller->child);
	}
	return number;
}

void app_attention(const struct app *app, bool briefly, struct text *out)
{
	struct strip_change caller;
	size_t waiting = app->strip ? strip_first(app->strip, &caller) : 0;

	if (waiting > 0)
		strip_first_say(&caller, number_of(app, &caller), waiting, briefly, out);
}

size_t app_strip_watch(const struct app *app, struct pollfd *fds, size_t room)
{
	size_t count;

	if (!app->strip)
		return 0;
	count = strip_watch(app->strip, fds, room);
	return count + notify_watch(&app->notify, fds + count, room - count);
}

uint64_t app_strip_deadline_ms(const struct app *app)
{
	uint64_t look = app->strip ? strip_deadline_ms(app->strip) : 0;
	uint64_t notice = app->strip ? notify_deadline_ms(&app->notify) : 0;

	if (look && notice)
		return look < notice ? look : notice;
	return look ? look : notice;
}

static void ring(struct app *app)
{
	CLEARED(text) struct text bytes = { 0 };

	notify_ring(&app->notify, app->now_ms, &bytes);
	if (app->term && bytes.len > 0)
		(void)term_send(app->term, bytes.bytes, bytes.len);
}

unsigned app_strip_hear(struct app *app)
{
	struct error err = { 0 };
	unsigned reaction;

	if (!app->strip)
		return NOTHING;
	reaction = strip_hear(app->strip, app->now_ms) ? REDRAW : NOTHING;
	ring(app);
	if (!notify_call(&app->notify, app->now_ms, &err))
		reaction |= app_alert(app, "%s", err.text);
	return reaction;
}

unsigned app_go_attention(struct app *app)
{
	OWNED_MEM char *who = app->strip ? strip_go(app->strip) : NULL;

	return who ? app_go(app, "panes", who) : app_say(app, "Nobody wants you.");
}

/* The lines of a report that name a run. */
static void add_runs(const struct text *report, struct strlist *lines)
{
	const char *line = text_c(report);

	while (*line) {
		size_t len = strcspn(line, "\n");
		OWNED_MEM char *words = str_copy_n(line, len);

		if (line[0] == ' ')
			strlist_add(lines, words);
		line += len + (line[len] == '\n');
	}
}

unsigned app_ask_quit_stop(struct app *app)
{
	size_t living = app->strip ? strip_living(app->strip) : 0;
	struct ask ask = { .grave = true };
	CLEARED(text) struct text report = { 0 };

	if (living == 0)
		return QUIT;
	ask.title = str_format("Stop %zu run%s and quit", living, living == 1 ? "" : "s");
	strlist_add(&ask.lines,
		    "Every child of every live run, wherever it was started, is asked to end now and killed after three seconds.");
	strlist_add(&ask.lines, "");
	strip_report(app->strip, true, &report);
	add_runs(&report, &ask.lines);
	(void)app_ask(app, &ask);
	app->asker = NULL;
	return REDRAW;
}

unsigned app_answered_quit_stop(struct app *app, bool yes)
{
	if (!yes)
		return REDRAW;
	app->stopping = true;
	if (app->strip)
		strip_stop_all(app->strip);
	return QUIT;
}

void app_farewell(struct app *app, struct text *out)
{
	if (app->strip)
		strip_report(app->strip, app->stopping, out);
}
