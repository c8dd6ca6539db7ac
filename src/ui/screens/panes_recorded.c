/*
 * panes_recorded — the panes of a run that is over: every child's terminal log is fed to an engine, from its first byte,
 * so that it stands as it stood at the end.
 */
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/child/termlog.h"
#include "core/host/file.h"
#include "core/record/browse.h"
#include "ui/screens/panes_state.h"

#define SEALING_WAIT_MS 3000 /* a run that ended a moment ago is still writing its proof */

static bool read_request(const struct run_view *v, struct request *ret, struct error *err)
{
	CLEARED(text) struct text bytes = { 0 };

	json_write(v->request, JSON_COMPACT, &bytes);
	return request_parse(text_c(&bytes), bytes.len, ret, err);
}

static void read_child(const struct json *child, struct child_record *ret)
{
	const char *id = json_get_string(child, "id"), *state = json_get_string(child, "state");
	const char *started = json_get_string(child, "started_at"), *ended = json_get_string(child, "ended_at");
	int64_t number = 0;

	(void)snprintf(ret->id, sizeof ret->id, "%.7s", id ? id : "?");
	str_set(&ret->label, json_get_string(child, "label"));
	if (json_get_int(json_get(child, "terminal"), "bytes", &number) && number > 0)
		ret->output_bytes = (uint64_t)number;
	if (json_get_int(json_get(child, "terminal"), "kept", &number) && number > 0)
		ret->output_kept = (uint64_t)number;
	ret->exit_status = json_get_int(child, "exit_status", &number) ? (int)number : -1;
	ret->signal = json_get_int(child, "signal", &number) ? (int)number : 0;
	if (!state || !child_state_from_word(state, &ret->state))
		ret->state = CHILD_FAILED;
	if (!started || !time_read(started, &ret->started_ms))
		ret->started_ms = 0;
	if (!ended || !time_read(ended, &ret->ended_ms))
		ret->ended_ms = 0;
}

static bool read_run(const struct run_view *v, struct run_record *ret, struct error *err)
{
	const struct json *console = json_get(v->proof, "console");
	const struct json *children = json_get(console, "children");
	const char *outcome = json_get_string(console, "outcome");

	if (outcome && strcmp(outcome, outcome_word(OUTCOME_REFUSED)) == 0)
		return error_set(err, REASON_NOT_FOUND, "The run was refused: nothing was started, so there is no terminal to show.");
	if (!children)
		return error_set(err, REASON_NOT_FOUND, "The run is not live, and its record names no terminal of a child.");
	if (!read_request(v, &ret->request, err))
		return false;
	ret->n_children = json_count(children) < REQUEST_CHILDREN_MAX ? json_count(children) : REQUEST_CHILDREN_MAX;
	for (size_t i = 0; i < ret->n_children; i++)
		read_child(json_at(children, i), &ret->children[i]);
	return true;
}

static void play(struct pane *p, int children_fd)
{
	OWNED(termlog_reader) struct termlog_reader *log = NULL;
	struct termlog_event event;
	struct error err = { 0 };

	if (!termlog_open(children_fd, p->id, &log, &err))
		return;
	while (termlog_next(log, &event, &err)) {
		const struct viewer_event output = { .kind = VIEWER_OUTPUT, .bytes = event.bytes, .len = event.len };
		const struct viewer_event resized = { .kind = VIEWER_RESIZED, .rows = event.rows, .cols = event.cols };

		if (event.kind == 'o')
			(void)pane_hear(p, &output);
		if (event.kind == 'r')
			(void)pane_hear(p, &resized);
	}
}

static void stand_as_at_the_end(struct pane *p, const struct child_record *c)
{
	p->state = c->state;
	p->exit_status = c->exit_status;
	p->signal = c->signal;
	p->started_ms = c->started_ms;
	p->ended_ms = c->ended_ms;
	p->gone = true;
	if (c->output_bytes > c->output_kept)
		p->skipped_bytes = c->output_bytes - c->output_kept;
}

static bool show(struct panes_state *s, const struct run_view *v, const char *run_id, struct run_record *run, struct error *err)
{
	OWNED_MEM char *path = path_join(v->row.directory, "children");
	OWNED_FD int fd = -1;

	if (!read_run(v, run, err) || !dir_open(path, &fd, err) || !panes_add(s, NULL, run, run_id, err))
		return false;
	for (size_t i = 0; i < s->count; i++) {
		if (!panes_is_of(s, i, run_id))
			continue;
		play(&s->panes[i], fd);
		stand_as_at_the_end(&s->panes[i], &run->children[s->panes[i].child]);
	}
	return true;
}

bool panes_show_recorded(struct panes_state *s, const struct engine *e, const char *run_id, struct error *err)
{
	OWNED_MEM char *directory = NULL;
	struct run_record *run = mem_new(1, sizeof *run);
	struct run_view view = { 0 };
	struct error slow = { 0 };
	bool ok;

	request_init(&run->request);
	(void)!engine_wait(e, run_id, SEALING_WAIT_MS, &slow);
	ok = browse_find(e->places->state, run_id, &directory, err) && browse_open(directory, &view, err) &&
	     show(s, &view, run_id, run, err);
	run_view_clear(&view);
	run_record_clear(run);
	free(run);
	return ok;
}
