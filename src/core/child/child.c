/*
 * child — the supervisor's end of one process tree; see the header for when it is done, reaper.h for the other end.
 *
 * The slave stays open here until the reaper said that the tree is gone: a program that closes its terminal and opens
 * /dev/tty again later would otherwise look as if it had ended, and what it prints then would be lost.
 */
#include "core/child/child.h"

#include <errno.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/child/poll.h"
#include "core/child/pty.h"
#include "core/child/reaper.h"
#include "core/child/spawn.h"

#define CHILD_QUEUE_BYTES (1024u * 1024 + 65536) /* the longest paste, and what is typed meanwhile */
#define CHILD_DRAIN_MS 100      /* after the end, for the terminal to say end of file */
#define CHILD_DRAIN_MAX_MS 5000 /* when something outlived the killing and still prints */
#define CHILD_NUDGE_MS 100

struct child {
	struct spawned at;
	char *queue; /* CHILD_QUEUE_BYTES, of which queued are waiting to be written */
	size_t queued;
	bool asked; /* to stop, and it did not end yet */
	bool ended, drained, lost;
	uint64_t ended_ms, nudge_ms;
	int wait_status, swept;
	struct strlist survivors;
};

bool child_start(const struct child_spec *spec, struct child **ret, struct error *err)
{
	struct spawned at;
	struct child *c;

	if (!spawn(spec, &at, err))
		return false;
	c = mem_new(1, sizeof *c);
	c->at = at;
	c->queue = mem_new(1, CHILD_QUEUE_BYTES);
	*ret = c;
	return true;
}

void child_drop(struct child **c)
{
	if (!*c)
		return;
	spawn_end(&(*c)->at);
	strlist_clear(&(*c)->survivors);
	free((*c)->queue);
	free(*c);
	*c = NULL;
}

int child_terminal_fd(const struct child *c)
{
	return c->at.master;
}

int child_control_fd(const struct child *c)
{
	return c->at.control;
}

bool child_wants_write(const struct child *c)
{
	return c->queued > 0;
}

pid_t child_pid(const struct child *c)
{
	return c->at.program;
}

pid_t child_reaper_pid(const struct child *c)
{
	return c->at.reaper;
}

static void close_fd(int *fd)
{
	owned_fd_close(fd);
	*fd = -1;
}

ssize_t child_read(struct child *c, void *ret_bytes, size_t room)
{
	ssize_t len;

	if (c->drained)
		return -1;
	do {
		len = read(c->at.master, ret_bytes, room);
	} while (len < 0 && errno == EINTR);
	if (len > 0 || room == 0)
		return len;
	if (len < 0 && errno == EAGAIN)
		return 0;
	/* EIO: every other end is closed or the session's leader hung up; nothing can follow. */
	c->drained = true;
	c->queued = 0;
	close_fd(&c->at.master);
	return -1;
}

void child_flush(struct child *c)
{
	ssize_t len = 1;

	while (c->queued > 0 && c->at.master >= 0 && len > 0) {
		len = write(c->at.master, c->queue, c->queued);
		if (len < 0 && errno == EINTR)
			len = 1;
		else if (len > 0) {
			c->queued -= (size_t)len;
			memmove(c->queue, c->queue + len, c->queued);
		}
	}
	if (len < 0 && errno != EAGAIN)
		c->queued = 0; /* nobody is there to read it any more */
}

bool child_write(struct child *c, const void *bytes, size_t len)
{
	size_t taken = CHILD_QUEUE_BYTES - c->queued;

	if (c->at.master < 0 || c->ended)
		return len == 0;
	if (taken > len)
		taken = len;
	memcpy(c->queue + c->queued, bytes, taken);
	c->queued += taken;
	child_flush(c);
	return taken == len;
}

void child_resize(struct child *c, int rows, int cols)
{
	if (c->at.master >= 0)
		pty_resize(c->at.master, rows, cols);
}

void child_stop(struct child *c, enum stop_rung rung)
{
	if (c->at.control < 0)
		return;
	(void)send(c->at.control, &rung, sizeof rung, MSG_NOSIGNAL | MSG_DONTWAIT);
	c->asked = true;
	c->nudge_ms = 1; /* at once */
}

/* A program may stop its reaper, being the same user's, also after the order was sent. */
static void nudge(struct child *c, uint64_t now_ms)
{
	if (!c->asked || c->ended || now_ms < c->nudge_ms)
		return;
	spawn_wake(&c->at);
	c->nudge_ms = now_ms + CHILD_NUDGE_MS;
}

static void end(struct child *c, uint64_t now_ms)
{
	spawn_reap(&c->at);
	close_fd(&c->at.control);
	close_fd(&c->at.slave);
	c->ended = true;
	c->ended_ms = now_ms;
}

/* The reaper was killed. Its death took the program along; whatever else there was is an orphan now. */
static void end_unheard(struct child *c, uint64_t now_ms)
{
	c->lost = true;
	c->wait_status = SIGKILL;
	end(c, now_ms);
}

void child_hear(struct child *c, uint64_t now_ms)
{
	struct reaper_news news;
	ssize_t len;

	while (c->at.control >= 0) {
		len = recv(c->at.control, &news, sizeof news, MSG_DONTWAIT);
		if (len < 0 && (errno == EAGAIN || errno == EINTR))
			return;
		if (len != (ssize_t)sizeof news) {
			end_unheard(c, now_ms);
			return;
		}
		if (news.kind == REAPER_SURVIVOR)
			strlist_add_format(&c->survivors, "%d %.*s", (int)news.pid, (int)sizeof news.name, news.name);
		if (news.kind != REAPER_ENDED)
			continue;
		c->wait_status = news.wait_status;
		c->swept = news.swept;
		end(c, now_ms);
	}
}

bool child_ended(const struct child *c)
{
	return c->ended;
}

bool child_reaper_lost(const struct child *c)
{
	return c->lost;
}

bool child_done(struct child *c, uint64_t now_ms)
{
	nudge(c, now_ms);
	if (!c->ended || c->drained || now_ms >= c->ended_ms + CHILD_DRAIN_MAX_MS)
		return c->ended;
	/* A busy supervisor must not lose the last screenful to the clock. */
	return now_ms >= c->ended_ms + CHILD_DRAIN_MS && !poll_one(c->at.master, POLLIN, 0);
}

uint64_t child_deadline_ms(const struct child *c)
{
	if (!c->ended)
		return c->asked ? c->nudge_ms : 0;
	return c->drained ? 0 : c->ended_ms + CHILD_DRAIN_MS;
}

int child_exit_status(const struct child *c)
{
	return c->ended && WIFEXITED(c->wait_status) ? WEXITSTATUS(c->wait_status) : -1;
}

int child_signal(const struct child *c)
{
	return c->ended && WIFSIGNALED(c->wait_status) ? WTERMSIG(c->wait_status) : 0;
}

const struct strlist *child_survivors(const struct child *c)
{
	return &c->survivors;
}

int child_swept(const struct child *c)
{
	return c->swept;
}
