/*
 * session — see session.h.
 */
#include "core/run/session.h"

#include <poll.h>

#include "core/base/mem.h"
#include "core/child/signals.h"

#define READ_BYTES 16384          /* per child and turn: bounds what one flooding child takes from the others */
#define POLL_MAX (2 * REQUEST_CHILDREN_MAX + SESSION_PEERS_MAX + 2)

static uint64_t steady(const struct session *s)
{
	return s->engine->ports->steady_ms(s->engine->ports->self);
}

void session_init(struct session *s, const struct engine *e, struct run_record *record)
{
	memset(s, 0, sizeof *s);
	s->engine = e;
	s->record = record;
	s->adapter = adapter_find(e->adapters, record->request.adapter ? record->request.adapter : "");
	s->wall_offset_ms = e->ports->wall_ms(e->ports->self) - steady(s);
	s->typist = SESSION_PEERS_MAX;
	s->typist_stamp = 1;
	s->children_fd = s->listener = s->signals = -1;
	for (size_t i = 0; i < SESSION_PEERS_MAX; i++)
		s->peers[i].fd = -1;
}

static void log_problem(struct session *s, size_t at, const struct error *err)
{
	struct session_child *c = &s->children[at];

	if (c->log_failed)
		return;
	c->log_failed = true;
	run_record_unknown(s->record, "terminal_log_incomplete", err->text, s->record->children[at].id);
}

bool session_add(struct session *s, size_t at, struct child *child, struct error *err)
{
	struct session_child *c = &s->children[at];
	uint64_t timeout = request_timeout_ms(&s->record->request);

	c->child = child;
	c->phase = PHASE_LIVE;
	c->started_ms = steady(s);
	c->timeout_at_ms = timeout ? c->started_ms + timeout : 0;
	c->terminal = terminal_new(SESSION_ROWS, SESSION_COLS, SESSION_SCROLLBACK_BYTES);
	terminal_scrollback_lazily(c->terminal);
	c->resizes[c->n_resizes++] = (struct resize_note){ 0, SESSION_ROWS, SESSION_COLS };
	s->stamp[at]++;
	session_attend_started(s, at);
	if (termlog_new(s->children_fd, s->record->children[at].id, TERMLOG_LIMIT_BYTES, &c->log, err) &&
	    termlog_resized(c->log, SESSION_ROWS, SESSION_COLS, 0, err))
		return true;
	child_drop(&c->child);
	return false;
}

static void answer_queries(struct session_child *c)
{
	char replies[TERMINAL_REPLIES_BYTES];
	size_t len = terminal_take_replies(c->terminal, replies, sizeof replies);

	if (len > 0)
		(void)child_write(c->child, replies, len);
}

/* A terminal hands over at most a page at a time; the log and the viewers take larger pieces for the same trouble. */
static ssize_t read_much(struct child *child, char *ret_bytes, size_t room)
{
	size_t done = 0;
	ssize_t got = 1;

	while (got > 0 && done < room) {
		got = child_read(child, ret_bytes + done, room - done);
		done += got > 0 ? (size_t)got : 0;
	}
	return (ssize_t)done;
}

static void read_child(struct session *s, size_t at)
{
	struct session_child *c = &s->children[at];
	struct error err = { 0 };
	char bytes[READ_BYTES];
	ssize_t got = read_much(c->child, bytes, sizeof bytes);

	if (got <= 0)
		return;
	if (!termlog_add(c->log, bytes, (size_t)got, steady(s) - c->started_ms, &err))
		log_problem(s, at, &err);
	terminal_feed(c->terminal, bytes, (size_t)got);
	answer_queries(c);
	pace_read(c, (size_t)got, steady(s));
	session_attend_output(s, at);
}

static void perform(struct session *s, size_t at, enum happening on)
{
	struct session_child *c = &s->children[at];
	struct child_record *record = &s->record->children[at];
	enum duty duty;

	if (!c->child || !phase_move(c->phase, on, &c->phase, &duty))
		return;
	record->timed_out |= on == ON_TIMEOUT && duty == DUTY_SEND_TERM;
	record->stopped |= on == ON_STOP_ASKED;
	if (duty == DUTY_SEND_TERM)
		child_stop(c->child, STOP_TERM);
	if (duty == DUTY_SEND_KILL)
		child_stop(c->child, STOP_KILL);
	record->killed |= duty == DUTY_SEND_TERM || duty == DUTY_SEND_KILL;
	if (duty == DUTY_SEND_TERM || duty == DUTY_SEND_KILL)
		c->grace_at_ms = steady(s) + STOP_GRACE_MS;
}

void session_stop_child(struct session *s, size_t child)
{
	if (child < s->record->n_children)
		perform(s, child, ON_STOP_ASKED);
}

void session_stop_all(struct session *s)
{
	s->stopping = true;
	for (size_t i = 0; i < s->record->n_children; i++)
		perform(s, i, ON_STOP_ASKED);
}

static int clamp(int value, int low, int high)
{
	if (value < low)
		return low;
	return value > high ? high : value;
}

void session_resize(struct session *s, size_t child, int rows, int cols)
{
	struct session_child *c = child < s->record->n_children ? &s->children[child] : NULL;
	struct error err = { 0 };

	rows = clamp(rows, 1, TERMINAL_ROWS_MAX);
	cols = clamp(cols, 1, TERMINAL_COLS_MAX);
	if (!c || !c->child || (terminal_rows(c->terminal) == rows && terminal_cols(c->terminal) == cols))
		return;
	child_resize(c->child, rows, cols);
	terminal_resize(c->terminal, rows, cols);
	session_attend_resize(s, child);
	if (c->n_resizes == SESSION_RESIZES_MAX) {
		memmove(c->resizes, c->resizes + 1, (SESSION_RESIZES_MAX - 1) * sizeof c->resizes[0]);
		c->n_resizes--;
		for (size_t i = 0; i < SESSION_PEERS_MAX; i++)
			s->peers[i].resized[child] -= s->peers[i].resized[child] > 0;
	}
	c->resizes[c->n_resizes++] = (struct resize_note){ termlog_total(c->log), rows, cols };
	if (!termlog_resized(c->log, rows, cols, steady(s) - c->started_ms, &err))
		log_problem(s, child, &err);
}

bool session_keys(struct session *s, size_t child, const char *bytes, size_t len)
{
	bool taken;

	if (child >= s->record->n_children || !s->children[child].child)
		return true;
	taken = child_write(s->children[child].child, bytes, len);
	session_attend_input(s, child);
	return taken;
}

/* Orphans of a killed reaper are nobody's by now but ours. */
static void sweep_orphans(struct session *s, struct child_record *record)
{
	struct child *children[REQUEST_CHILDREN_MAX];
	size_t count = 0;

	for (size_t i = 0; i < s->record->n_children; i++)
		if (s->children[i].child)
			children[count++] = s->children[i].child;
	record->swept += child_sweep(children, count, &record->survivors);
}

static struct written_file written_file(const struct termlog_file *f)
{
	struct written_file w = {
		.device = f->at_end.st_dev,
		.inode = f->at_end.st_ino,
		.bytes = (uint64_t)f->at_end.st_size,
		.changed_ns = (uint64_t)f->at_end.st_ctim.tv_sec * 1000000000u + (uint64_t)f->at_end.st_ctim.tv_nsec,
	};

	memcpy(w.sha256, f->sha256, sizeof w.sha256);
	return w;
}

static void note_log(struct child_record *record, const struct termlog *log)
{
	struct termlog_file out, timing;

	record->output_bytes = termlog_total(log);
	record->output_kept = termlog_kept(log);
	record->log_written = termlog_written(log, &out, &timing);
	record->output_written = written_file(&out);
	record->timing_written = written_file(&timing);
}

static void conclude(struct session *s, size_t at, session_concluded *concluded, void *user)
{
	struct session_child *c = &s->children[at];
	struct child_record *record = &s->record->children[at];
	struct error err = { 0 };

	perform(s, at, ON_CHILD_DONE);
	record->ended_ms = s->engine->ports->wall_ms(s->engine->ports->self);
	record->exit_status = child_exit_status(c->child);
	record->signal = child_signal(c->child);
	record->swept = child_swept(c->child);
	strlist_copy(&record->survivors, child_survivors(c->child));
	if (child_reaper_lost(c->child))
		sweep_orphans(s, record);
	if (!termlog_end(c->log, steady(s) - c->started_ms, &err))
		log_problem(s, at, &err);
	note_log(record, c->log);
	concluded(user, at);
	session_attend_ended(s, at);
	child_drop(&c->child);
	s->stamp[at]++;
}

static void earlier(uint64_t *deadline, uint64_t candidate)
{
	if (candidate != 0 && (*deadline == 0 || candidate < *deadline))
		*deadline = candidate;
}

static int wait_ms(const struct session *s)
{
	uint64_t deadline = 0, now = steady(s);

	for (size_t i = 0; i < s->record->n_children; i++) {
		const struct session_child *c = &s->children[i];

		if (!c->child)
			continue;
		if (c->phase == PHASE_LIVE)
			earlier(&deadline, c->timeout_at_ms);
		earlier(&deadline, c->grace_at_ms);
		earlier(&deadline, child_deadline_ms(c->child));
		earlier(&deadline, c->attention.until_ms);
		earlier(&deadline, pace_until_ms(s, i, now));
		earlier(&deadline, hold_back_until_ms(s, i, now));
	}
	if (deadline == 0)
		return -1;
	if (deadline <= now)
		return 0;
	return deadline - now > 60000 ? 60000 : (int)(deadline - now);
}

static void check_deadlines(struct session *s, session_concluded *concluded, void *user)
{
	uint64_t now = steady(s);

	for (size_t i = 0; i < s->record->n_children; i++) {
		struct session_child *c = &s->children[i];

		if (!c->child)
			continue;
		if (child_done(c->child, now)) {
			conclude(s, i, concluded, user);
			continue;
		}
		session_attend_time(s, i);
		if (c->phase == PHASE_LIVE && c->timeout_at_ms != 0 && now >= c->timeout_at_ms)
			perform(s, i, ON_TIMEOUT);
		else if (c->grace_at_ms != 0 && now >= c->grace_at_ms)
			perform(s, i, ON_GRACE_OVER);
	}
}

enum owner { OF_SIGNALS, OF_LISTENER, OF_TERMINAL, OF_CONTROL, OF_PEER };

/* What one turn waits for; owner says whose fd it is. */
struct waiting {
	struct pollfd fds[POLL_MAX];
	struct { enum owner kind; size_t at; } owners[POLL_MAX];
	nfds_t count;
};

static void wait_for(struct waiting *w, int fd, int events, enum owner kind, size_t at)
{
	if (fd < 0)
		return;
	w->fds[w->count] = (struct pollfd){ .fd = fd, .events = (short)events };
	w->owners[w->count].kind = kind;
	w->owners[w->count].at = at;
	w->count++;
}

static int terminal_events(const struct session *s, size_t at, uint64_t now)
{
	return (pace_until_ms(s, at, now) ? 0 : POLLIN) | (child_wants_write(s->children[at].child) ? POLLOUT : 0);
}

static void gather(struct session *s, struct waiting *w)
{
	uint64_t now = steady(s);

	w->count = 0;
	wait_for(w, s->signals, POLLIN, OF_SIGNALS, 0);
	wait_for(w, s->listener, POLLIN, OF_LISTENER, 0);
	for (size_t i = 0; i < s->record->n_children; i++) {
		const struct child *c = s->children[i].child;

		if (!c)
			continue;
		wait_for(w, child_terminal_fd(c), terminal_events(s, i, now), OF_TERMINAL, i);
		wait_for(w, child_control_fd(c), POLLIN, OF_CONTROL, i);
	}
	for (size_t i = 0; i < SESSION_PEERS_MAX; i++)
		wait_for(w, s->peers[i].fd, POLLIN | (peers_wants_write(s, &s->peers[i]) ? POLLOUT : 0), OF_PEER, i);
}

static void hear_signals(struct session *s)
{
	bool asked = false;

	while (signals_next(s->signals) != 0)
		asked = true;
	if (asked)
		session_stop_all(s);
}

static void hear(struct session *s, const struct waiting *w)
{
	for (nfds_t i = 0; i < w->count; i++) {
		size_t at = w->owners[i].at;
		short got = w->fds[i].revents;

		if (got == 0)
			continue;
		switch (w->owners[i].kind) {
		case OF_SIGNALS: hear_signals(s); break;
		case OF_LISTENER: peers_accept(s); break;
		case OF_TERMINAL:
			if (got & POLLOUT)
				child_flush(s->children[at].child);
			if (got & (POLLIN | POLLHUP | POLLERR))
				read_child(s, at);
			break;
		case OF_CONTROL: child_hear(s->children[at].child, steady(s)); break;
		case OF_PEER:
			if (got & (POLLIN | POLLHUP | POLLERR))
				peers_read(s, &s->peers[at]);
			break;
		}
	}
}

static bool anyone_lives(const struct session *s)
{
	for (size_t i = 0; i < s->record->n_children; i++)
		if (s->children[i].child)
			return true;
	return false;
}

void session_run(struct session *s, session_concluded *concluded, void *user)
{
	struct waiting w;

	while (anyone_lives(s)) {
		gather(s, &w);
		if (poll(w.fds, w.count, wait_ms(s)) > 0)
			hear(s, &w);
		check_deadlines(s, concluded, user);
		for (size_t i = 0; i < SESSION_PEERS_MAX; i++)
			peers_pump(s, &s->peers[i]);
	}
}

void session_clear(struct session *s)
{
	for (size_t i = 0; i < REQUEST_CHILDREN_MAX; i++) {
		child_drop(&s->children[i].child);
		termlog_drop(&s->children[i].log);
		terminal_drop(&s->children[i].terminal);
		str_set(&s->children[i].title, NULL);
	}
	for (size_t i = 0; i < SESSION_PEERS_MAX; i++)
		peer_close(&s->peers[i]);
}
