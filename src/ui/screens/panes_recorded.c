/*
 * panes_recorded — the panes of a run that is over: every child's terminal log is fed to an engine, from its first byte,
 * so that it stands as it stood at the end. A long one is read in slices while the screen is looked at, and no further.
 */
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/record/browse.h"
#include "ui/screens/pane_log.h"
#include "ui/screens/panes_state.h"
#include "ui/words.h"

static bool read_request(const struct run_view *v, struct request *ret, struct error *err)
{
	CLEARED(text) struct text bytes = { 0 };

	json_write(v->request, JSON_COMPACT, &bytes);
	return request_parse(text_c(&bytes), bytes.len, ret, err);
}

static void read_ending(const struct json *child, struct child_record *ret)
{
	struct ending ending;

	ending_read(child, &ending);
	ret->state = ending.state;
	ret->timed_out = ending.timed_out;
	ret->stopped = ending.stopped;
	ret->killed = ending.killed;
	ret->exit_status = ending.exit_status;
	ret->signal = ending.signal;
	ret->swept = ending.swept;
}

static void read_child(const struct json *child, struct child_record *ret)
{
	const char *id = json_get_string(child, "id");
	const char *started = json_get_string(child, "started_at"), *ended = json_get_string(child, "ended_at");
	int64_t number = 0;

	(void)snprintf(ret->id, sizeof ret->id, "%.7s", id ? id : "?");
	str_set(&ret->label, json_get_string(child, "label"));
	if (json_get_int(json_get(child, "terminal"), "bytes", &number) && number > 0)
		ret->output_bytes = (uint64_t)number;
	if (json_get_int(json_get(child, "terminal"), "kept", &number) && number > 0)
		ret->output_kept = (uint64_t)number;
	read_ending(child, ret);
	if (!started || !time_read(started, &ret->started_ms))
		ret->started_ms = 0;
	if (!ended || !time_read(ended, &ret->ended_ms))
		ret->ended_ms = 0;
}

static void read_unknowns(const struct json *unknowns, struct run_record *ret)
{
	for (size_t i = 0; json_kind(unknowns) == JSON_ARRAY && i < json_count(unknowns); i++) {
		const struct json *unknown = json_at(unknowns, i);
		const char *code = json_get_string(unknown, "code"), *message = json_get_string(unknown, "message");

		if (code)
			run_record_unknown(ret, code, message ? message : "", json_get_string(unknown, "child"));
	}
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
	read_unknowns(json_get(console, "unknowns"), ret);
	return true;
}

static void stand_as_at_the_end(struct pane *p, const struct child_record *c)
{
	p->state = c->state;
	p->exit_status = c->exit_status;
	p->signal = c->signal;
	p->timed_out = c->timed_out;
	p->stopped = c->stopped;
	p->killed = c->killed;
	p->swept = c->swept;
	p->started_ms = c->started_ms;
	p->ended_ms = c->ended_ms;
	p->gone = p->recorded = true;
	if (c->output_bytes > c->output_kept)
		p->skipped_bytes = c->output_bytes - c->output_kept;
}

/* One record at a time: what an earlier visit showed is not added to. */
static void close_other_records(struct panes_state *s, const char *run_id)
{
	for (size_t i = s->count; i-- > 0;)
		if (s->panes[i].recorded && !panes_is_of(s, i, run_id))
			panes_close(s, i);
}

bool panes_is_reading(const struct panes_state *s)
{
	for (size_t i = 0; i < s->count; i++)
		if (s->panes[i].log)
			return true;
	return false;
}

bool panes_read_logs(struct panes_state *s)
{
	bool read = false;

	for (size_t i = 0; i < s->count; i++) {
		read |= s->panes[i].log != NULL;
		pane_log_read(&s->panes[i], PANE_LOG_SLICE_BYTES);
	}
	return read;
}

static bool show(struct panes_state *s, const struct run_view *v, const char *run_id, struct run_record *run, struct error *err)
{
	OWNED_MEM char *path = path_join(v->row.directory, "children");
	OWNED_FD int fd = -1;

	if (!read_run(v, run, err) || !dir_open(path, &fd, err))
		return false;
	close_other_records(s, run_id);
	if (!panes_add(s, NULL, run, run_id, err))
		return false;
	for (size_t i = 0; i < s->count; i++) {
		if (!panes_is_of(s, i, run_id))
			continue;
		pane_log_begin(&s->panes[i], fd, run->children[s->panes[i].child].output_kept);
		stand_as_at_the_end(&s->panes[i], &run->children[s->panes[i].child]);
	}
	return true;
}

bool panes_show_recorded(struct panes_state *s, const struct engine *e, const char *run_id, struct error *err)
{
	OWNED_MEM char *directory = NULL;
	struct run_record *run = mem_new(1, sizeof *run);
	struct run_view view = { 0 };
	bool ok;

	request_init(&run->request);
	ok = browse_find(e->places->state, run_id, &directory, err) && browse_open_known(e->places->state, directory, &view, err) &&
	     show(s, &view, run_id, run, err);
	run_view_clear(&view);
	run_record_clear(run);
	free(run);
	return ok;
}
