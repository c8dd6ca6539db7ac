/*
 * runs_reading — the list of the Runs screen: the newest at once, all of it in pieces between keys, and what comes later
 * added to it: there are never two lists.
 */
#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "core/host/watch.h"
#include "ui/screens/runs_state.h"

#define LINES_AT_ONCE 500    /* of the ledger, before the first frame with runs */
#define LINES_AT_A_TIME 4000 /* of the rest, between keys */

static int listen_for_changes(const char *state)
{
	OWNED_MEM char *live = path_join(state, "live");
	int fd = watch_open();

	(void)watch_add(fd, state);
	(void)watch_add(fd, live);
	return fd;
}

/* The selection stays with its run, wherever that has moved to. */
static void select_run(struct runs_state *s, const char *run_id)
{
	for (size_t i = 0; run_id && i < s->lines.count; i++) {
		if (s->lines.items[i].heading || !s->lines.items[i].row->run_id || strcmp(s->lines.items[i].row->run_id, run_id) != 0)
			continue;
		list_select(&s->list, i);
		str_set(&s->wanted, NULL);
		return;
	}
}

/* Nothing may point into the list while its rows move: the selected run is remembered by its id, until a list has it. */
static void let_go(struct runs_state *s)
{
	const struct run_row *row = runs_selected(s);

	if (row && !s->wanted)
		str_set(&s->wanted, row->run_id);
	runs_texts_clear(s);
	runs_lines_clear(&s->lines);
}

static unsigned show_list(struct runs_state *s)
{
	OWNED_MEM char *wanted = str_copy(s->wanted);

	(void)runs_apply_filter(s);
	select_run(s, wanted);
	if (!s->reading)
		str_set(&s->wanted, NULL);
	return REDRAW;
}

/* The newest at once, all of them by and by. The old list goes before the new one comes. */
static bool read_anew(struct runs_state *s, struct error *err)
{
	let_go(s);
	run_list_clear(&s->runs);
	s->gaining = false;
	return browse_newest(s->state, LINES_AT_ONCE, &s->runs, err) && browse_begin(s->state, &s->reading, err);
}

/* Of another program or account: all of them at once, and nobody tells when they change. */
static unsigned read_records(struct runs_state *s)
{
	OWNED_MEM char *shown = sanitize_copy(s->records);
	struct error err = { 0 };

	browse_reading_drop(&s->reading);
	let_go(s);
	run_list_clear(&s->runs);
	if (!browse_directory(s->records, &s->runs, &err))
		str_set(&s->problem, err.text);
	s->runs.ledger_note = str_format("records in %s; no ledger vouches for them here", shown);
	if (!s->read)
		s->changes = -1;
	s->read = true;
	s->again = false;
	return show_list(s);
}

static unsigned read_list(struct app *app, struct runs_state *s, bool anew)
{
	struct error err = { 0 };
	bool ok = true;

	str_set(&s->problem, NULL);
	if (s->records)
		return read_records(s);
	(void)engine_seal_lost(app_engine(app));
	if (!s->read)
		s->changes = listen_for_changes(s->state);
	browse_reading_drop(&s->reading);
	s->again = false;
	if (!anew)
		ok = browse_gained(s->state, &s->runs, &s->reading, &err);
	s->gaining = ok && s->reading;
	if (ok && !s->reading && !read_anew(s, &err))
		ok = false;
	if (!ok)
		str_set(&s->problem, err.text);
	s->read = true;
	return s->gaining ? REDRAW : show_list(s);
}

unsigned runs_read(struct app *app, struct runs_state *s)
{
	return read_list(app, s, false);
}

unsigned runs_read_anew(struct app *app, struct runs_state *s)
{
	return read_list(app, s, true);
}

static unsigned read_on(struct runs_state *s)
{
	if (!s->reading || browse_more(s->reading, LINES_AT_A_TIME))
		return NOTHING;
	let_go(s);
	if (s->gaining) {
		browse_join(&s->reading, &s->runs);
	} else {
		run_list_clear(&s->runs);
		browse_take(&s->reading, &s->runs);
	}
	return show_list(s);
}

uint64_t runs_deadline_ms(const struct app *app, const struct runs_state *s)
{
	return s->reading || s->again ? app_now_ms(app) : 0;
}

size_t runs_watch(const struct runs_state *s, struct pollfd *fds, size_t room)
{
	size_t count = 0;

	if (s->read && s->changes >= 0 && count < room)
		fds[count++] = (struct pollfd){ .fd = s->changes, .events = POLLIN };
	if (errand_busy(&s->verifying) && count < room)
		fds[count++] = (struct pollfd){ .fd = s->verifying.fd, .events = POLLIN };
	if (errand_busy(&s->indexing) && count < room)
		fds[count++] = (struct pollfd){ .fd = s->indexing.fd, .events = POLLIN };
	return count;
}

unsigned runs_hear(struct app *app, struct runs_state *s)
{
	s->again = (s->read && watch_drain(s->changes) && app_is_on_top(app, s)) || s->again;
	if (s->reading)
		return read_on(s);
	return s->again ? runs_read(app, s) : NOTHING;
}
