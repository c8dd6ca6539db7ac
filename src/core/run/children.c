/*
 * children — starting every child of a run, and concluding each by its adapter's own success rule.
 */
#include <sys/stat.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/record/writers.h"
#include "core/run/observe.h"
#include "core/run/render.h"
#include "core/run/supervision.h"

#define LAST_MESSAGE_MAX (1024u * 1024)
#define OUTPUT_PART_BYTES (128u * 1024) /* of what a child printed, at either end */

static const char interactive_result[] =
	"An interactive child is judged by what ended it: its exit status does not say whether any task was done.";

static char *last_message_name(const struct child_record *c)
{
	return str_format("%s.last-message.txt", c->id);
}

static bool style_is_interactive(const struct supervision *s)
{
	return s->record.request.style == STYLE_INTERACTIVE;
}

static bool start_child(struct supervision *s, size_t at, struct error *err)
{
	struct run_record *r = &s->record;
	struct child_record *c = &r->children[at];
	const struct binding *b = r->binding;
	OWNED_MEM char *name = last_message_name(c);
	OWNED_MEM char *last = str_format("%s/children/%s", r->directory, name);
	struct render_places places = { .layout = s->layout, .active_root = b->active.path, .workspace_root = b->workspace.path,
		.private_tmp = r->private_tmp, .open = s->answered ? &s->open : NULL, .last_message_path = last };
	CLEARED(strlist) struct strlist env = { 0 };
	struct child *child = NULL;

	if (!render_argv(s->adapter, &r->request, at, &r->verdict.projection, &places, &c->argv, err))
		return false;
	adapter_environment(s->adapter, &s->engine->places->environment, r->run_id, c->id, r->private_tmp, &env);
	struct child_spec spec = { .program = r->program_path, .argv = c->argv.items, .env = env.items, .dir = b->active.path,
		.dir_device = b->active.id.device, .dir_inode = b->active.id.inode, .rows = SESSION_ROWS, .cols = SESSION_COLS,
		.stdin_null = !style_is_interactive(s) };
	c->started_ms = wall_now(s->engine);
	if (!child_start(&spec, &child, err))
		return false;
	c->state = CHILD_RUNNING;
	c->pid = child_pid(child);
	return session_add(&s->session, at, child, err) && transcript_child_start(s->run_fd, r, s->engine->ports, at, err);
}

static void mark_not_started(struct run_record *r, size_t at, const struct error *why, uint64_t now)
{
	for (size_t i = at; i < r->n_children; i++) {
		struct child_record *c = &r->children[i];

		c->state = CHILD_FAILED;
		c->exit_status = -1;
		c->ended_ms = now;
		str_set(&c->error, i == at ? why->text : "It was not started, because another child could not be.");
	}
}

bool children_start(struct supervision *s, struct error *err)
{
	struct run_record *r = &s->record;

	for (size_t i = 0; i < r->n_children; i++) {
		if (start_child(s, i, err))
			continue;
		r->reason = err->reason;
		str_set(&r->message, err->text);
		session_stop_all(&s->session);
		if (!s->session.children[i].child)
			mark_not_started(r, i, err, wall_now(s->engine));
		return false;
	}
	return true;
}

/* What the child printed from this byte on, at most OUTPUT_PART_BYTES; nothing when the log does not hold it any more. */
static void read_part(struct termlog *log, uint64_t from, struct text *out)
{
	uint64_t offset = from;
	char bytes[16384];
	size_t got = 1;

	while (got > 0 && out->len < OUTPUT_PART_BYTES) {
		got = termlog_read(log, &offset, bytes, sizeof bytes);
		if (offset != from + out->len)
			return;
		text_add(out, bytes, got);
		offset += got;
	}
}

/* The newest bytes, for adapters whose answer is in their output. */
static void read_tail(struct termlog *log, struct text *out)
{
	uint64_t total = termlog_total(log);

	read_part(log, total > OUTPUT_PART_BYTES ? total - OUTPUT_PART_BYTES : 0, out);
}

static void read_last_message(struct supervision *s, const struct child_record *c, struct text *out, bool *ret_found)
{
	OWNED_MEM char *name = last_message_name(c);
	struct error missing = { 0 };

	*ret_found = s->adapter->writes_last_message && file_read(s->children_fd, name, LAST_MESSAGE_MAX, out, &missing);
}

static void take_result(struct child_record *c, struct child_result *result)
{
	c->state = result->succeeded ? CHILD_SUCCEEDED : CHILD_FAILED;
	c->result = result->text;
	c->error = result->why;
	c->session_id = result->session_id;
	c->cost_known = result->cost_known;
	c->cost_usd = result->cost_usd;
	result->text = result->why = result->session_id = NULL;
	if (c->state == CHILD_FAILED && !c->error)
		c->error = str_copy("The child did not succeed, and its adapter does not say why.");
}

/* Whatever the child achieved, it was not under the policy that this run promises. */
static void fail_contradicted(struct child_record *c)
{
	OWNED_MEM char *also = NULL;

	if (c->observation.state != OBSERVED_CONTRADICTED)
		return;
	if (c->error)
		also = str_format("%s It also failed by itself: %s", c->observation.why, c->error);
	c->state = CHILD_FAILED;
	str_set(&c->error, also ? also : c->observation.why);
}

void children_concluded(void *supervision, size_t child)
{
	struct supervision *s = supervision;
	struct child_record *c = &s->record.children[child];
	CLEARED(text) struct text head = { 0 };
	CLEARED(text) struct text tail = { 0 };
	CLEARED(text) struct text last = { 0 };
	struct child_result result = { 0 };
	struct error err = { 0 };
	bool found;

	read_part(s->session.children[child].log, 0, &head);
	read_tail(s->session.children[child].log, &tail);
	read_last_message(s, c, &last, &found);
	const struct child_end end = {
		.started = true, .timed_out = c->timed_out, .stopped = c->stopped, .killed = c->killed,
		.exit_status = c->exit_status, .signal = c->signal, .last_message = found ? text_c(&last) : NULL,
		.output = text_c(&tail), .output_len = tail.len, .head = head.len ? text_c(&head) : NULL, .head_len = head.len,
		.style = s->record.request.style,
	};
	s->adapter->result(s->adapter, &end, &result);
	result.succeeded &= !c->killed && !c->timed_out && !c->stopped && c->signal == 0;
	take_result(c, &result);
	child_result_clear(&result);
	if (style_is_interactive(s))
		run_record_unknown(&s->record, "task_result_unknown", interactive_result, c->id);
	observe_child(s, child);
	fail_contradicted(c);
	if (!transcript_child_end(s->run_fd, &s->record, s->engine->ports, child, &err))
		run_record_unknown(&s->record, "transcript_incomplete", err.text, c->id);
}
