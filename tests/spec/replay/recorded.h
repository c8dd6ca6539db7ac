/*
 * recorded — a run's directory with the terminal log of one child, written by the real writer from a script:
 * "12o:text" prints at 12 ms, "12r:24x80" resizes, "12c" is cut there, "12e" ends.
 */
#ifndef TESTS_RECORDED_H
#define TESTS_RECORDED_H
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <sys/stat.h>

#include "core/base/mem.h"
#include "core/child/termlog.h"
#include "core/replay/recording.h"
#include "support/repo.h"

struct recorded {
	char *scratch;
	int children;            /* the directory of logs */
	struct termlog *log;
	struct run_view view;
	struct recording *recording;
};

static inline void must(bool ok, const struct error *err)
{
	if (!ok)
		fail_msg("%s", err->text);
}

static inline void recorded_print(struct recorded *r, uint64_t at_ms, const void *bytes, size_t len)
{
	struct error err = { 0 };

	must(termlog_add(r->log, bytes, len, at_ms, &err), &err);
}

static inline void recorded_event(struct recorded *r, const char *event)
{
	char *rest = NULL;
	uint64_t at_ms = strtoull(event, &rest, 10);
	int rows = 0, cols = 0;
	struct error err = { 0 };

	if (*rest == 'o')
		recorded_print(r, at_ms, rest + 2, strlen(rest + 2));
	else if (*rest == 'r' && sscanf(rest, "r:%dx%d", &rows, &cols) == 2)
		must(termlog_resized(r->log, rows, cols, at_ms, &err), &err);
	else if (*rest == 'e')
		must(termlog_end(r->log, at_ms, &err), &err);
	else
		fail_msg("no event: %s", event);
}

/* limit_bytes: where the log is cut. The script ends with NULL. */
static inline void recorded_begin(struct recorded *r, uint64_t limit_bytes, const char *const *script)
{
	struct error err = { 0 };
	struct json *children = json_new_array(), *child = json_new_object(), *console = json_new_object();

	*r = (struct recorded){ .scratch = scratch_new("replay") };
	OWNED_MEM char *path = str_format("%s/children", r->scratch);
	assert_int_equal(mkdir(path, 0700), 0);
	r->children = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	must(termlog_new(r->children, "a1", limit_bytes, &r->log, &err), &err);
	for (; script && *script; script++)
		recorded_event(r, *script);
	json_set_string(child, "id", "a1");
	json_add(children, child);
	json_set(console, "children", children);
	r->view.proof = json_new_object();
	json_set(r->view.proof, "console", console);
	r->view.row.directory = r->scratch;
	r->view.row.run_id = str_copy("r1");
	r->view.row.outcome = OUTCOME_DONE;
}

static inline void recorded_open(struct recorded *r, uint64_t limit_bytes, const char *const *script)
{
	struct error err = { 0 };

	recorded_begin(r, limit_bytes, script);
	must(recording_open(&r->view, "a1", &r->recording, &err), &err);
}

static inline void recorded_end(struct recorded *r)
{
	recording_drop(&r->recording);
	termlog_drop(&r->log);
	close(r->children);
	json_drop(&r->view.proof);
	free(r->view.row.run_id);
	scratch_drop(&r->scratch);
}
#endif
