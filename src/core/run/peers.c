/*
 * peers — the viewers of a session: each reads the terminal logs at its own pace.
 */
#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/base/json.h"
#include "core/run/protocol.h"
#include "core/run/session.h"
#include "core/run/socket.h"
#include "core/run/viewer.h"

#define OUT_LOW_BYTES (16u * 1024) /* a peer's queue is filled again below this */
#define CHUNK_BYTES 4096           /* of each child in turn: the answer to a key does not queue behind a flood */
#define READ_BYTES 16384
#define SEALED_WAIT_MS 1000
#define SNAPSHOT_WORTH_BYTES OUT_LOW_BYTES /* less than this comes with it at once */
#define SNAPSHOT_MOST_BYTES (512u * 1024)

void peer_close(struct peer *p)
{
	if (p->fd >= 0)
		(void)close(p->fd);
	text_clear(&p->in);
	text_clear(&p->out);
	memset(p, 0, sizeof *p);
	p->fd = -1;
}

static void say_hello(struct session *s, struct peer *p)
{
	struct json *hello = json_new_object();
	struct json *children = json_new_array();
	CLEARED(text) struct text bytes = { 0 };

	json_set_string(hello, "run_id", s->record->run_id);
	json_set_string(hello, "adapter_title", s->record->adapter_title);
	json_set_int(hello, "started_ms", (int64_t)s->record->started_ms);
	json_set(hello, "request", request_print(&s->record->request));
	for (size_t i = 0; i < s->record->n_children; i++) {
		struct json *child = json_new_object();

		json_set_string(child, "id", s->record->children[i].id);
		json_set_string(child, "label", s->record->children[i].label);
		json_add(children, child);
	}
	json_set(hello, "children", children);
	json_write(hello, JSON_COMPACT, &bytes);
	json_drop(&hello);
	frame_add(&p->out, MESSAGE_HELLO, ALL_CHILDREN, text_c(&bytes), bytes.len);
}

static void refuse(int fd)
{
	CLEARED(text) struct text frame = { 0 };

	frame_add(&frame, MESSAGE_FULL, ALL_CHILDREN, NULL, 0);
	(void)!send(fd, frame.bytes, frame.len, MSG_NOSIGNAL | MSG_DONTWAIT);
	(void)close(fd);
}

static size_t queued(const struct peer *p)
{
	return p->out.len - p->out_at;
}

static void obey(struct session *s, struct peer *p, const struct frame *f)
{
	switch (f->kind) {
	case MESSAGE_WATCH:
		p->unsurveyed = !p->watching;
		p->watching = true;
		break;
	case MESSAGE_KEYS:
		if (typist_types(s, p) && !session_keys(s, f->child, f->payload, f->len) && queued(p) < OUT_LOW_BYTES)
			frame_add(&p->out, MESSAGE_LOST, f->child, NULL, 0);
		break;
	case MESSAGE_TAKE: typist_take(s, p); break;
	case MESSAGE_SEEN: session_attend_input(s, f->child); break;
	case MESSAGE_RESIZE: {
		uint64_t rows = frame_number(f, 0), cols = frame_number(f, 1);

		if (rows <= TERMINAL_ROWS_MAX && cols <= TERMINAL_COLS_MAX)
			typist_wish(s, p, f->child, (int)rows, (int)cols);
		break;
	}
	case MESSAGE_STOP:
		if (f->child == ALL_CHILDREN)
			session_stop_all(s);
		else
			session_stop_child(s, f->child);
		break;
	case MESSAGE_HELLO:
	case MESSAGE_OUTPUT:
	case MESSAGE_SKIPPED:
	case MESSAGE_RESIZED:
	case MESSAGE_CHILD:
	case MESSAGE_ATTENTION:
	case MESSAGE_FULL:
	case MESSAGE_TYPIST:
	case MESSAGE_LOST:
	case MESSAGE_SNAPSHOT:
	case MESSAGE_SEALED: break; /* not a viewer's to say */
	}
}

static void leave(struct session *s, struct peer *p)
{
	typist_left(s, p);
	peer_close(p);
}

void peers_read(struct session *s, struct peer *p)
{
	char bytes[READ_BYTES];
	struct frame f;
	size_t at = 0;
	ssize_t got = read(p->fd, bytes, sizeof bytes);
	int taken = 1;

	if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
		leave(s, p);
		return;
	}
	if (got < 0)
		return;
	text_add(&p->in, bytes, (size_t)got);
	while (taken == 1) {
		taken = frame_take(&p->in, &at, &f);
		if (taken == 1)
			obey(s, p, &f);
	}
	if (taken < 0) {
		leave(s, p);
		return;
	}
	memmove(p->in.bytes, p->in.bytes + at, p->in.len - at);
	p->in.len -= at;
}

void peers_accept(struct session *s)
{
	int fd = socket_accept(s->listener);

	if (fd < 0)
		return;
	for (size_t i = 0; i < SESSION_PEERS_MAX; i++) {
		if (s->peers[i].fd >= 0)
			continue;
		s->peers[i].fd = fd;
		s->peers[i].pace.since_ms = s->engine->ports->steady_ms(s->engine->ports->self);
		say_hello(s, &s->peers[i]);
		peers_read(s, &s->peers[i]); /* what it said with its first words is answered with ours */
		return;
	}
	refuse(fd);
}

static void queue_child_state(struct session *s, struct peer *p, size_t at)
{
	const struct child_record *c = &s->record->children[at];
	const uint64_t numbers[] = { c->state, (uint64_t)(int64_t)c->exit_status, (uint64_t)c->signal, c->started_ms, c->ended_ms,
		c->timed_out, c->stopped, c->killed, c->swept > 0 ? (uint64_t)c->swept : 0 };

	frame_add_numbers(&p->out, MESSAGE_CHILD, (unsigned)at, numbers, COUNT_OF(numbers));
	p->seen[at] = s->stamp[at];
}

static void queue_resize(const struct session_child *c, struct peer *p, size_t at)
{
	const struct resize_note *note = &c->resizes[p->resized[at]++];
	const uint64_t numbers[] = { (uint64_t)note->rows, (uint64_t)note->cols };

	frame_add_numbers(&p->out, MESSAGE_RESIZED, (unsigned)at, numbers, COUNT_OF(numbers));
}

static void queue_attention(struct session *s, struct peer *p, size_t at)
{
	const struct attention_state *a = &s->children[at].attention;
	const uint64_t numbers[] = { a->attention, a->evidence, session_wall_ms(s, a->since_ms) };

	frame_add_said(&p->out, MESSAGE_ATTENTION, (unsigned)at, numbers, COUNT_OF(numbers), a->words);
	p->attended[at] = s->attention_stamp[at];
}

static void queue_typist(struct session *s, struct peer *p)
{
	const bool mine = s->typist == (size_t)(p - s->peers);
	const uint64_t numbers[] = { s->typist == SESSION_PEERS_MAX ? TYPIST_NOBODY : mine ? TYPIST_YOU : TYPIST_OTHER, p->refused };

	frame_add_numbers(&p->out, MESSAGE_TYPIST, ALL_CHILDREN, numbers, COUNT_OF(numbers));
	p->typist_seen = s->typist_stamp;
	p->refused = false;
}

static bool has_typist_news(const struct session *s, const struct peer *p)
{
	return p->typist_seen != s->typist_stamp || p->refused;
}

/* What a child is at does not wait for its output; that it is over comes behind all of it. */
static bool attention_is_due(const struct session *s, const struct peer *p, size_t at)
{
	return p->attended[at] != s->attention_stamp[at] && !attention_is_over(s->children[at].attention.attention);
}

/* One step for one child: a resize whose place is reached, or a chunk of output up to the next resize. */
static bool queue_output(struct session *s, struct peer *p, size_t at)
{
	struct session_child *c = &s->children[at];
	uint64_t offset = p->offset[at], was = offset;
	size_t room = CHUNK_BYTES, got;
	char bytes[CHUNK_BYTES];

	if (!c->log)
		return false;
	if (p->resized[at] < c->n_resizes) {
		uint64_t place = c->resizes[p->resized[at]].offset;

		if (place <= offset) {
			queue_resize(c, p, at);
			return true;
		}
		room = place - offset < room ? (size_t)(place - offset) : room;
	}
	got = termlog_read(c->log, &offset, bytes, room);
	if (offset != was) {
		const uint64_t skipped = offset - was;

		frame_add_numbers(&p->out, MESSAGE_SKIPPED, (unsigned)at, &skipped, 1);
	}
	if (got > 0)
		frame_add(&p->out, MESSAGE_OUTPUT, (unsigned)at, bytes, got);
	p->offset[at] = offset + got;
	return got > 0 || offset != was;
}

/* How a child's screen stands, for a viewer that has much to read until it gets there. */
static void queue_snapshot(const struct session *s, struct peer *p, size_t at, uint64_t now_ms)
{
	const struct session_child *c = &s->children[at];
	uint64_t total = termlog_total(c->log);
	CLEARED(text) struct text screen = { 0 };

	if (!terminal_redraw(c->terminal, SNAPSHOT_MOST_BYTES, &screen)) {
		hold_back_shown(s, p, at, 0, now_ms);
		return;
	}
	const uint64_t numbers[] = { total, (uint64_t)terminal_rows(c->terminal), (uint64_t)terminal_cols(c->terminal) };

	frame_add_said(&p->out, MESSAGE_SNAPSHOT, (unsigned)at, numbers, COUNT_OF(numbers), text_c(&screen));
	hold_back_shown(s, p, at, screen.len, now_ms);
}

static void survey(const struct session *s, struct peer *p, uint64_t now_ms)
{
	for (size_t i = 0; i < s->record->n_children; i++)
		if (s->children[i].log && termlog_total(s->children[i].log) >= SNAPSHOT_WORTH_BYTES)
			queue_snapshot(s, p, i, now_ms);
	p->unsurveyed = false;
}

/* What is next to tell of one child; false: nothing, or the last of it. */
static bool serve(struct session *s, struct peer *p, size_t at, uint64_t now_ms)
{
	hold_back_turn(s, p, at, now_ms);
	if (attention_is_due(s, p, at))
		queue_attention(s, p, at);
	if (hold_back_shows(s, p, at, now_ms))
		queue_snapshot(s, p, at, now_ms);
	if (hold_back_is_on(s, p, at, now_ms))
		return false;
	if (p->watching && queue_output(s, p, at))
		return true;
	if (p->seen[at] != s->stamp[at])
		queue_child_state(s, p, at);
	if (p->attended[at] != s->attention_stamp[at])
		queue_attention(s, p, at);
	return false;
}

static void fill(struct session *s, struct peer *p, uint64_t now_ms)
{
	if (has_typist_news(s, p))
		queue_typist(s, p);
	if (p->unsurveyed)
		survey(s, p, now_ms);
	for (size_t idle = 0; idle < s->record->n_children && queued(p) < OUT_LOW_BYTES;) {
		idle = serve(s, p, p->turn, now_ms) ? 0 : idle + 1;
		p->turn = (p->turn + 1) % s->record->n_children;
	}
}

/* How many bytes the peer took. */
static size_t drain(struct peer *p)
{
	size_t before = p->out_at;

	while (queued(p) > 0) {
		ssize_t sent = send(p->fd, p->out.bytes + p->out_at, queued(p), MSG_NOSIGNAL | MSG_DONTWAIT);

		if (sent < 0 && (errno == EAGAIN || errno == EINTR))
			return p->out_at - before;
		if (sent <= 0) {
			p->deaf = true;
			break;
		}
		p->out_at += (size_t)sent;
	}
	before = p->out_at - before;
	text_empty(&p->out);
	p->out_at = 0;
	return before;
}

void peers_pump(struct session *s, struct peer *p)
{
	uint64_t now_ms;

	if (p->fd < 0 || p->deaf)
		return;
	if (p->out_at > OUT_LOW_BYTES) {
		memmove(p->out.bytes, p->out.bytes + p->out_at, queued(p));
		p->out.len = queued(p);
		p->out_at = 0;
	}
	now_ms = s->engine->ports->steady_ms(s->engine->ports->self);
	fill(s, p, now_ms);
	pace_sent(s, p, drain(p), now_ms);
}

/* Whatever is there to be sent now. */
static bool behind(const struct session *s, const struct peer *p)
{
	uint64_t now_ms = s->engine->ports->steady_ms(s->engine->ports->self);

	for (size_t i = 0; i < s->record->n_children; i++) {
		const struct session_child *c = &s->children[i];

		if (hold_back_is_on(s, p, i, now_ms))
			continue;
		if (p->watching && c->log && (p->offset[i] < termlog_total(c->log) || p->resized[i] < c->n_resizes))
			return true;
		if (p->seen[i] != s->stamp[i] || p->attended[i] != s->attention_stamp[i])
			return true;
	}
	return has_typist_news(s, p);
}

bool peers_wants_write(const struct session *s, const struct peer *p)
{
	return p->fd >= 0 && !p->deaf && (queued(p) > 0 || behind(s, p));
}

/* Who connected while the run was being sealed: nobody listens to it any more, so it is told everything. */
static void accept_late(struct session *s)
{
	struct pollfd waiting = { .fd = s->listener, .events = POLLIN };

	for (size_t at = 0; at < SESSION_PEERS_MAX && s->listener >= 0; at++) {
		if (s->peers[at].fd >= 0 || poll(&waiting, 1, 0) <= 0)
			continue;
		peers_accept(s); /* takes the first free place, which is this one */
		s->peers[at].watching = true;
	}
}

/* Gives every viewer a bounded while to take what it has not seen, then says that the run is sealed. */
void peers_say_sealed(struct session *s)
{
	const struct ports *ports = s->engine->ports;
	uint64_t until = ports->steady_ms(ports->self) + SEALED_WAIT_MS;

	accept_late(s);

	for (size_t i = 0; i < SESSION_PEERS_MAX; i++) {
		struct peer *p = &s->peers[i];
		bool told = false;

		while (p->fd >= 0 && !p->deaf && ports->steady_ms(ports->self) < until) {
			struct pollfd waiting = { .fd = p->fd, .events = POLLOUT };

			if (!told && !behind(s, p)) {
				frame_add(&p->out, MESSAGE_SEALED, ALL_CHILDREN, NULL, 0);
				told = true;
			}
			peers_pump(s, p);
			if (told && p->fd >= 0 && queued(p) == 0)
				break;
			if (p->fd >= 0)
				(void)poll(&waiting, 1, 50);
		}
	}
}
