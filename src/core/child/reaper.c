/*
 * reaper — a loop over the control socket and SIGCHLD; see the header. Only system calls and the stack: no allocation,
 * no buffered output.
 */
#include "core/child/reaper.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/child/child.h"
#include "core/child/poll.h"
#include "core/child/signals.h"

enum order { ORDER_NONE, ORDER_TERM, ORDER_KILL, ORDER_VANISH };

struct reaper {
	int control, deaths; /* deaths: a signalfd of SIGCHLD */
	pid_t self, program;
	bool ended;          /* the program was reaped, with wait_status */
	bool alone;          /* no child of any kind is left */
	int wait_status, swept;
	uint64_t sweep_until_ms; /* 0: not sweeping yet */
	struct tree tree;
};

static void tell(const struct reaper *r, const struct reaper_news *news)
{
	(void)send(r->control, news, sizeof *news, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* Everything that waits to be reaped. That -1 is asked for is right here only: every child of this process is ours. */
static void reap(struct reaper *r)
{
	int status;
	pid_t pid;

	do {
		pid = waitpid(-1, &status, WNOHANG);
		if (pid == r->program && !r->ended) {
			r->ended = true;
			r->wait_status = status;
		}
	} while (pid > 0);
	r->alone = pid < 0 && errno == ECHILD;
}

static void rest(const struct reaper *r, uint64_t until_ms)
{
	(void)poll_one(r->deaths, POLLIN, until_ms);
	while (signals_next(r->deaths))
		;
}

/* The group at once, so that no member sees another one vanish first; then whoever left the group. While the program
   is not reaped its number cannot name another group. CONT, because a stopped process does not hear TERM. */
static void ask_to_end(struct reaper *r)
{
	pid_t group = r->ended ? 0 : r->program;

	tree_walk(&r->tree, r->self, 0);
	if (group) {
		(void)kill(-group, SIGTERM);
		(void)kill(-group, SIGCONT);
	}
	tree_send(&r->tree, SIGTERM, group);
	tree_send(&r->tree, SIGCONT, group);
}

static void kill_all(struct reaper *r)
{
	uint64_t deadline = poll_now_ms() + REAPER_KILL_MS;

	for (reap(r); !r->alone && poll_now_ms() < deadline; reap(r)) {
		tree_walk(&r->tree, r->self, SIGSTOP);
		tree_send(&r->tree, SIGKILL, 0);
		rest(r, poll_now_ms() + 5);
	}
}

static void begin_sweep(struct reaper *r)
{
	tree_walk(&r->tree, r->self, 0);
	r->swept = (int)tree_living(&r->tree);
	ask_to_end(r);
	r->sweep_until_ms = poll_now_ms() + REAPER_GRACE_MS;
}

static void report(struct reaper *r)
{
	struct reaper_news ended = { .kind = REAPER_ENDED, .wait_status = r->wait_status, .swept = r->swept };
	int told = 0;

	tree_walk(&r->tree, r->self, 0);
	for (size_t i = 0; i < r->tree.count && told < REAPER_SURVIVORS_MAX; i++) {
		struct reaper_news news = { .kind = REAPER_SURVIVOR, .pid = r->tree.members[i].pid };

		if (!tree_name(&r->tree.members[i], news.name))
			continue;
		tell(r, &news);
		told++;
	}
	tell(r, &ended);
}

static enum order hear_order(const struct reaper *r)
{
	enum stop_rung rung;
	ssize_t len = recv(r->control, &rung, sizeof rung, MSG_DONTWAIT);

	if (len < 0 && (errno == EAGAIN || errno == EINTR))
		return ORDER_NONE;
	if (len != (ssize_t)sizeof rung)
		return ORDER_VANISH;
	return rung == STOP_TERM ? ORDER_TERM : ORDER_KILL;
}

static enum order wait_for_news(struct reaper *r)
{
	struct pollfd fds[] = { { .fd = r->control, .events = POLLIN }, { .fd = r->deaths, .events = POLLIN } };

	(void)poll_until(fds, COUNT_OF(fds), r->sweep_until_ms ? r->sweep_until_ms : POLL_FOR_EVER);
	while (signals_next(r->deaths))
		;
	return fds[0].revents ? hear_order(r) : ORDER_NONE;
}

/* Until nothing is left, or the supervisor is gone and all that could be killed was. */
static void serve(struct reaper *r)
{
	enum order order = ORDER_NONE;

	for (reap(r); !r->alone; reap(r)) {
		if (r->ended && !r->sweep_until_ms)
			begin_sweep(r);
		order = wait_for_news(r);
		if (order == ORDER_TERM)
			ask_to_end(r);
		if (r->sweep_until_ms && poll_now_ms() >= r->sweep_until_ms)
			order = ORDER_KILL;
		if (order == ORDER_KILL || order == ORDER_VANISH)
			break;
	}
	if (!r->alone)
		kill_all(r);
	if (!r->ended)
		r->wait_status = SIGKILL; /* sent, and not seen to take effect: it is among the survivors */
	report(r);
}

/* Standard streams go nowhere, control becomes 3, everything else is closed: also the copies of this and other control
   sockets' near ends, which would keep a supervisor's death from being seen. */
static bool keep_only(int *control)
{
	int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);

	for (int fd = 0; fd < 3; fd++) {
		if (nowhere < 0 || (nowhere != fd && dup2(nowhere, fd) < 0))
			return false;
	}
	if (*control != 3 && dup2(*control, 3) < 0)
		return false;
	*control = 3;
	return close_range(4, ~0U, 0) == 0;
}

_Noreturn void reaper_serve(int control, pid_t program)
{
	struct reaper r = { .self = getpid(), .program = program };
	sigset_t deaths;

	sigemptyset(&deaths);
	sigaddset(&deaths, SIGCHLD);
	r.control = control;
	if (keep_only(&r.control))
		r.deaths = signalfd(-1, &deaths, SFD_CLOEXEC | SFD_NONBLOCK);
	if (r.deaths <= 0)
		kill_all(&r);
	else
		serve(&r);
	_exit(0);
}
