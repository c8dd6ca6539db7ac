/*
 * supervisor — the process of one run; see supervision.h for the order of its steps.
 */
#include <signal.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/child/signals.h"
#include "core/host/file.h"
#include "core/record/custody.h"
#include "core/record/writers.h"
#include "core/run/socket.h"
#include "core/run/supervision.h"

static const int stop_signals[] = { SIGTERM, SIGINT, SIGHUP, SIGQUIT };

void supervision_init(struct supervision *s, const struct engine *e, const char *run_id)
{
	memset(s, 0, sizeof *s);
	s->engine = e;
	s->run_fd = s->children_fd = s->live_lock = -1;
	request_init(&s->record.request);
	(void)snprintf(s->record.run_id, sizeof s->record.run_id, "%s", run_id);
	s->record.started_ms = wall_now(e);
	s->record.custody = custody_new(e->places->state, run_id, true);
	session_init(&s->session, e, &s->record);
}

void supervision_clear(struct supervision *s)
{
	session_clear(&s->session);
	owned_fd_close(&s->session.listener);
	owned_fd_close(&s->session.signals);
	owned_fd_close(&s->children_fd);
	owned_fd_close(&s->run_fd);
	owned_fd_close(&s->live_lock);
	snapshot_drop(&s->before);
	strlist_clear(&s->open);
	layout_drop(&s->layout);
	free(s->coordination_root);
	run_record_clear(&s->record);
}

static bool read_request(int fd, struct supervision *s, struct error *err)
{
	CLEARED(text) struct text bytes = { 0 };
	char chunk[65536];
	ssize_t got = 1;

	while (got > 0 && bytes.len <= REQUEST_BYTES_MAX) {
		got = read(fd, chunk, sizeof chunk);
		if (got > 0)
			text_add(&bytes, chunk, (size_t)got);
	}
	return request_parse(text_c(&bytes), bytes.len, &s->record.request, err);
}

static void name_children(struct run_record *r)
{
	r->name = str_copy(r->request.label ? r->request.label : r->request.adapter);
	r->n_children = r->request.n_children;
	for (size_t i = 0; i < r->n_children; i++) {
		(void)snprintf(r->children[i].id, sizeof r->children[i].id, "a%u", (unsigned)(i % 100) + 1);
		r->children[i].label = str_copy(r->request.children[i].label);
		r->children[i].exit_status = -1;
	}
}

static void report(const struct supervision *s, int fd, bool started)
{
	const struct run_record *r = &s->record;
	OWNED(json) struct json *line = json_new_object();
	CLEARED(text) struct text bytes = { 0 };

	json_set_bool(line, "started", started);
	json_set_string(line, "reason", reason_slug(r->reason));
	json_set_string(line, "message", r->message);
	json_set_string(line, "directory", r->directory);
	json_write(line, JSON_COMPACT, &bytes);
	text_add_byte(&bytes, '\n');
	(void)!write_all(fd, bytes.bytes, bytes.len);
}

static bool open_doors(struct supervision *s, struct error *err)
{
	const char *runtime = s->engine->places->runtime;
	struct error why = { 0 };

	if (!socket_listen(runtime, s->record.run_id, &s->session.listener, &why)) {
		s->session.listener = -1;
		run_record_unknown(&s->record, "not_watchable", why.text, NULL);
	}
	s->session.children_fd = s->children_fd;
	return signals_take(stop_signals, COUNT_OF(stop_signals), &s->session.signals, err);
}

static bool prepare(struct supervision *s, struct error *err)
{
	return child_adopt_orphans(err) && prepare_judge(s, err) && prepare_bind(s, err) && prepare_freeze(s, err) && open_doors(s, err);
}

/* What is known so far, for whoever must seal the run if this process dies. */
static void keep_known(struct supervision *s)
{
	struct error err = { 0 };

	if (!store_live_update(s->engine->places->state, &s->record, &err))
		run_record_unknown(&s->record, "live_entry_stale", err.text, NULL);
}

/* The end of one child while others go on; behind the last one the proof saves everything at once. */
static void keep_end(struct supervision *s, size_t child)
{
	struct error err = { 0 };

	if (!transcript_save(s->run_fd, &err))
		run_record_unknown(&s->record, "transcript_incomplete", err.text, s->record.children[child].id);
	keep_known(s);
}

/* Behind the last one the run is sealed at once, or the entry is written when it could not be. */
static void conclude(void *supervision, size_t child)
{
	struct supervision *s = supervision;
	bool all = true;

	children_concluded(s, child);
	for (size_t i = 0; i < s->record.n_children; i++)
		all = all && s->record.children[i].ended_ms != 0;
	if (!all)
		keep_end(s, child);
}

/* A run none of whose children could be started leaves no workspace behind. */
static bool start(struct supervision *s, int report_fd)
{
	struct error err = { 0 };
	bool started = children_start(s, &err);

	keep_known(s);
	if (started)
		report(s, report_fd, true);
	session_run(&s->session, conclude, s);
	return started;
}

static bool nothing_ran(const struct run_record *r)
{
	for (size_t i = 0; i < r->n_children; i++)
		if (r->children[i].pid != 0)
			return false;
	return true;
}

static int supervise(struct supervision *s, int request_fd, int report_fd)
{
	struct error err = { 0 };

	if (!read_request(request_fd, s, &err)) {
		s->record.reason = err.reason;
		str_set(&s->record.message, err.text);
		report(s, report_fd, false);
		return EXIT_REFUSED;
	}
	name_children(&s->record);
	if (!prepare(s, &err)) {
		refuse_run(s, &err);
		report(s, report_fd, false);
		return (int)reason_exit(s->record.reason);
	}
	if (start(s, report_fd)) {
		(void)close(report_fd);
		finish_run(s);
		return s->record.outcome == OUTCOME_DONE ? EXIT_YES : EXIT_RUN_FAILED;
	}
	finish_run(s);
	if (nothing_ran(&s->record))
		undo_workspace(s);
	report(s, report_fd, false);
	return EXIT_MACHINE;
}

int supervise_main(const struct engine *e, const char *run_id, int request_fd, int report_fd)
{
	struct supervision *s = mem_new(1, sizeof *s);
	int status;

	supervision_init(s, e, run_id);
	status = supervise(s, request_fd, report_fd);
	supervision_clear(s);
	free(s);
	return status;
}
