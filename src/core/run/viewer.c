/*
 * viewer — see viewer.h.
 */
#include "core/run/viewer.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/base/json.h"
#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "core/run/protocol.h"
#include "core/run/socket.h"

#define READ_BYTES 65536
#define OUT_MAX_BYTES (1024u * 1024) /* keys queued for a supervisor that does not read; more is dropped */

struct viewer {
	int fd;
	bool known; /* it said whose supervisor it is */
	bool sealed;
	struct text in, out;
	size_t in_at, out_at;
	struct run_record run;
	char words[ATTENTION_WORDS_BYTES]; /* of the last attention event */
};

static void read_children(struct viewer *v, const struct json *children)
{
	struct run_record *r = &v->run;

	r->n_children = json_count(children) < REQUEST_CHILDREN_MAX ? json_count(children) : REQUEST_CHILDREN_MAX;
	for (size_t i = 0; i < r->n_children; i++) {
		const char *id = json_get_string(json_at(children, i), "id");

		(void)snprintf(r->children[i].id, sizeof r->children[i].id, "%s", id ? id : "");
		str_set(&r->children[i].label, json_get_string(json_at(children, i), "label"));
	}
}

static bool read_hello(struct viewer *v, const struct frame *f, struct error *err)
{
	OWNED(json) struct json *hello = NULL;
	CLEARED(text) struct text request = { 0 };
	int64_t started = 0;

	if (f->kind == MESSAGE_FULL)
		return error_set(err, REASON_SUPERVISOR_FAILED,
				 "As many viewers as there may be watch that run already; close one of them.");
	if (f->kind != MESSAGE_HELLO || !json_parse(f->payload, f->len, &hello, err))
		return error_set(err, REASON_SUPERVISOR_FAILED, "The supervisor does not speak this program's protocol.");
	json_write(json_get(hello, "request"), JSON_COMPACT, &request);
	if (!request_parse(text_c(&request), request.len, &v->run.request, err))
		return error_wrap(err, "the supervisor's request");
	(void)snprintf(v->run.run_id, sizeof v->run.run_id, "%s", json_get_string(hello, "run_id"));
	str_set(&v->run.adapter_title, json_get_string(hello, "adapter_title"));
	if (json_get_int(hello, "started_ms", &started))
		v->run.started_ms = (uint64_t)started;
	read_children(v, json_get(hello, "children"));
	v->known = true;
	return true;
}

/* Reads what is there; false: the connection ended. */
static bool take_bytes(struct viewer *v)
{
	char bytes[READ_BYTES];
	ssize_t got = read(v->fd, bytes, sizeof bytes);

	if (got < 0)
		return errno == EAGAIN || errno == EINTR;
	if (got == 0)
		return false;
	if (v->in_at > 0) {
		memmove(v->in.bytes, v->in.bytes + v->in_at, v->in.len - v->in_at);
		v->in.len -= v->in_at;
		v->in_at = 0;
	}
	text_add(&v->in, bytes, (size_t)got);
	return true;
}

/* false: it refused, or went away. One that says nothing in time may do so later. */
static bool await_hello(const struct engine *e, struct viewer *v, uint64_t wait_ms, struct error *err)
{
	uint64_t now = e->ports->steady_ms(e->ports->self), until = now + wait_ms;
	struct frame f;

	for (; now <= until; now = e->ports->steady_ms(e->ports->self)) {
		struct pollfd waiting = { .fd = v->fd, .events = POLLIN };
		int taken = frame_take(&v->in, &v->in_at, &f);

		if (taken == 1)
			return read_hello(v, &f, err);
		if (taken < 0 || (poll(&waiting, 1, (int)(until - now)) > 0 && !take_bytes(v)))
			return error_set(err, REASON_SUPERVISOR_FAILED, "The supervisor accepted the connection and said nothing.");
		if (now == until)
			return true;
	}
	return true;
}

bool viewer_open_states(const struct engine *e, const char *run_id, struct viewer **ret, struct error *err)
{
	struct viewer *v = mem_new(1, sizeof *v);

	v->fd = -1;
	request_init(&v->run.request);
	if (!socket_connect(e->places->runtime, run_id, &v->fd, err)) {
		viewer_drop(&v);
		return false;
	}
	*ret = v;
	return true;
}

bool viewer_known(const struct viewer *v)
{
	return v->known;
}

void viewer_drop(struct viewer **v)
{
	if (!*v)
		return;
	if ((*v)->fd >= 0)
		(void)close((*v)->fd);
	text_clear(&(*v)->in);
	text_clear(&(*v)->out);
	run_record_clear(&(*v)->run);
	free(*v);
	*v = NULL;
}

int viewer_fd(const struct viewer *v)
{
	return v->fd;
}

bool viewer_wants_write(const struct viewer *v)
{
	return v->out.len > v->out_at;
}

const struct run_record *viewer_run(const struct viewer *v)
{
	return &v->run;
}

static void flush(struct viewer *v)
{
	while (viewer_wants_write(v)) {
		ssize_t sent = send(v->fd, v->out.bytes + v->out_at, v->out.len - v->out_at, MSG_NOSIGNAL | MSG_DONTWAIT);

		if (sent <= 0)
			return;
		v->out_at += (size_t)sent;
	}
	text_empty(&v->out);
	v->out_at = 0;
}

/* Asks for the output with its first words: the screens come with the greeting. */
bool viewer_open(const struct engine *e, const char *run_id, uint64_t wait_ms, struct viewer **ret, struct error *err)
{
	if (!viewer_open_states(e, run_id, ret, err))
		return false;
	frame_add(&(*ret)->out, MESSAGE_WATCH, ALL_CHILDREN, NULL, 0);
	flush(*ret);
	if (await_hello(e, *ret, wait_ms, err))
		return true;
	viewer_drop(ret);
	return false;
}

static void child_event(struct viewer *v, const struct frame *f, struct viewer_event *ret)
{
	struct child_record *c = &v->run.children[f->child];
	uint64_t state = frame_number(f, 0);

	ret->kind = VIEWER_CHILD;
	ret->state = state < CHILD_STATE_COUNT ? (enum child_state)state : CHILD_FAILED;
	ret->exit_status = (int)(int64_t)frame_number(f, 1);
	ret->signal = (int)frame_number(f, 2);
	ret->started_ms = frame_number(f, 3);
	ret->ended_ms = frame_number(f, 4);
	ret->timed_out = frame_number(f, 5) != 0;
	ret->stopped = frame_number(f, 6) != 0;
	ret->killed = frame_number(f, 7) != 0;
	ret->swept = (int)frame_number(f, 8);
	c->state = ret->state;
	c->exit_status = ret->exit_status;
	c->signal = ret->signal;
	c->started_ms = ret->started_ms;
	c->ended_ms = ret->ended_ms;
	c->timed_out = ret->timed_out;
	c->stopped = ret->stopped;
	c->killed = ret->killed;
	c->swept = ret->swept;
}

static void attention_event(struct viewer *v, const struct frame *f, struct viewer_event *ret)
{
	const size_t head = 3 * FRAME_NUMBER_BYTES;
	uint64_t attention = frame_number(f, 0), evidence = frame_number(f, 1);
	CLEARED(text) struct text clean = { 0 };

	ret->kind = VIEWER_ATTENTION;
	ret->attention = attention < ATTENTION_COUNT ? (enum attention)attention : ATTENTION_UNKNOWN;
	ret->evidence = evidence < EVIDENCE_COUNT ? (enum evidence)evidence : EVIDENCE_NONE;
	ret->since_ms = frame_number(f, 2);
	if (f->len > head)
		sanitize_add(&clean, f->payload + head, f->len - head);
	attention_words_set(v->words, text_c(&clean));
	ret->words = v->words;
}

static void snapshot_event(const struct frame *f, struct viewer_event *ret)
{
	const size_t head = 3 * FRAME_NUMBER_BYTES;

	ret->kind = VIEWER_SNAPSHOT;
	ret->offset = frame_number(f, 0);
	ret->rows = (int)frame_number(f, 1);
	ret->cols = (int)frame_number(f, 2);
	ret->bytes = f->payload + head;
	ret->len = f->len - head;
}

static void typist_event(const struct frame *f, struct viewer_event *ret)
{
	uint64_t typist = frame_number(f, 0);

	ret->kind = VIEWER_TYPIST;
	ret->typist = typist <= TYPIST_OTHER ? (enum typist)typist : TYPIST_NOBODY;
	ret->refused = frame_number(f, 1) != 0;
}

/* false: a frame that is no event. */
static bool event_of(struct viewer *v, const struct frame *f, struct viewer_event *ret)
{
	*ret = (struct viewer_event){ .child = f->child, .words = "" };
	if (f->kind == MESSAGE_SEALED) {
		v->sealed = true;
		ret->kind = VIEWER_SEALED;
		return true;
	}
	if (f->kind == MESSAGE_TYPIST) {
		typist_event(f, ret);
		return true;
	}
	if (f->child >= v->run.n_children)
		return false;
	switch (f->kind) {
	case MESSAGE_OUTPUT:
		ret->kind = VIEWER_OUTPUT;
		ret->bytes = f->payload;
		ret->len = f->len;
		return true;
	case MESSAGE_SNAPSHOT:
		if (f->len < 3 * FRAME_NUMBER_BYTES)
			return false;
		snapshot_event(f, ret);
		return true;
	case MESSAGE_SKIPPED:
		ret->kind = VIEWER_SKIPPED;
		ret->skipped_bytes = frame_number(f, 0);
		return true;
	case MESSAGE_RESIZED:
		ret->kind = VIEWER_RESIZED;
		ret->rows = (int)frame_number(f, 0);
		ret->cols = (int)frame_number(f, 1);
		return true;
	case MESSAGE_CHILD: child_event(v, f, ret); return true;
	case MESSAGE_ATTENTION: attention_event(v, f, ret); return true;
	case MESSAGE_LOST: ret->kind = VIEWER_LOST; return true;
	case MESSAGE_HELLO:
	case MESSAGE_FULL:
	case MESSAGE_SEALED:
	case MESSAGE_TYPIST:
	case MESSAGE_WATCH:
	case MESSAGE_KEYS:
	case MESSAGE_RESIZE:
	case MESSAGE_STOP:
	case MESSAGE_TAKE:
	case MESSAGE_SEEN: break;
	}
	return false;
}

bool viewer_next(struct viewer *v, struct viewer_event *ret, struct error *err)
{
	struct frame f;
	bool open = true;

	if (v->sealed)
		return error_set(err, REASON_SUPERVISOR_FAILED, "The run is sealed.");
	flush(v);
	for (;;) {
		int taken = frame_take(&v->in, &v->in_at, &f);

		if (taken == 1 && !v->known) {
			if (!read_hello(v, &f, err))
				return false;
			continue;
		}
		if (taken == 1) {
			if (event_of(v, &f, ret))
				return true;
			continue;
		}
		if (taken < 0)
			return error_set(err, REASON_SUPERVISOR_FAILED, "The supervisor of run %s sent something unreadable.",
					 v->run.run_id);
		if (!open)
			return error_set(err, REASON_SUPERVISOR_FAILED, "The supervisor of run %s is gone.", v->run.run_id);
		size_t had = v->in.len - v->in_at;
		open = take_bytes(v);
		if (open && v->in.len - v->in_at == had)
			return false;
	}
}

static void queue(struct viewer *v, enum message kind, unsigned child, const void *payload, size_t len)
{
	frame_add(&v->out, kind, child, payload, len);
	flush(v);
}

bool viewer_keys(struct viewer *v, size_t child, const void *bytes, size_t len)
{
	if (v->out.len - v->out_at + len > OUT_MAX_BYTES || child >= v->run.n_children)
		return false;
	queue(v, MESSAGE_KEYS, (unsigned)child, bytes, len);
	return true;
}

void viewer_resize(struct viewer *v, size_t child, int rows, int cols)
{
	const uint64_t numbers[] = { (uint64_t)rows, (uint64_t)cols };

	if (child >= v->run.n_children)
		return;
	frame_add_numbers(&v->out, MESSAGE_RESIZE, (unsigned)child, numbers, 2);
	flush(v);
}

void viewer_take_keyboard(struct viewer *v)
{
	queue(v, MESSAGE_TAKE, ALL_CHILDREN, NULL, 0);
}

void viewer_seen(struct viewer *v, size_t child)
{
	if (child < v->run.n_children)
		queue(v, MESSAGE_SEEN, (unsigned)child, NULL, 0);
}

void viewer_stop(struct viewer *v, size_t child)
{
	if (child < v->run.n_children)
		queue(v, MESSAGE_STOP, (unsigned)child, NULL, 0);
}

void viewer_stop_all(struct viewer *v)
{
	queue(v, MESSAGE_STOP, ALL_CHILDREN, NULL, 0);
}
