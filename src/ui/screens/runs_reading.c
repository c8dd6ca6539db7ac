/*
 * runs_reading — the list of the Runs screen: the newest at once, all of it in pieces between keys, again when it changes.
 */
#include "core/base/mem.h"
#include "core/base/path.h"
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
	for (size_t i = 0; run_id && i < s->lines.count; i++)
		if (!s->lines.items[i].heading && s->lines.items[i].row->run_id && strcmp(s->lines.items[i].row->run_id, run_id) == 0)
			list_select(&s->list, i);
}

static unsigned show_list(struct runs_state *s, struct run_list *taken)
{
	const struct run_row *row = runs_selected(s);
	OWNED_MEM char *was = row ? str_copy(row->run_id) : NULL;

	runs_texts_clear(s);
	run_list_clear(&s->runs);
	s->runs = *taken;
	*taken = (struct run_list){ 0 };
	(void)runs_apply_filter(s);
	select_run(s, was);
	return REDRAW;
}

/* The newest at once, when nothing is shown yet; all of them by and by, and then they replace what is shown. */
unsigned runs_read(struct app *app, struct runs_state *s)
{
	const char *state = app_engine(app)->places->state;
	struct run_list newest = { 0 };
	struct error err = { 0 };

	(void)engine_seal_lost(app_engine(app));
	if (!s->read)
		s->changes = listen_for_changes(state);
	str_set(&s->problem, NULL);
	browse_reading_drop(&s->reading);
	s->again = false;
	if (!browse_begin(state, &s->reading, &err) || (!s->read && !browse_newest(state, LINES_AT_ONCE, &newest, &err)))
		str_set(&s->problem, err.text);
	if (!s->read || s->problem)
		(void)show_list(s, &newest);
	s->read = true;
	return REDRAW;
}

static unsigned read_on(struct runs_state *s)
{
	struct run_list whole;

	if (!s->reading || browse_more(s->reading, LINES_AT_A_TIME))
		return NOTHING;
	browse_take(&s->reading, &whole);
	return show_list(s, &whole);
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

