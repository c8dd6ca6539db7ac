/*
 * spawn — fork, fork, exec; see the header and reaper.h.
 *
 *   supervisor ──fork──> become_reaper ──fork──> become_program ──exec──> the program
 *
 * Everything between the forks and exec is async-signal-safe and runs with every signal blocked.
 */
#include "core/child/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/child/poll.h"
#include "core/child/pty.h"
#include "core/child/reaper.h"
#include "core/child/signals.h"

/* What a start that failed writes into the start pipe: smaller than PIPE_BUF, so all or nothing. */
struct stopped {
	enum spawn_stage stage;
	int sys;
};

/* The reaper's and the program's ends of what the supervisor made; all above 2. */
struct far_ends {
	int control, slave, tell;
};

_Noreturn static void stop(int tell, enum spawn_stage stage)
{
	struct stopped why = { stage, stage == SPAWN_IDENTITY ? 0 : errno };

	(void)!write(tell, &why, sizeof why);
	_exit(127);
}

static bool take_terminal(int slave, bool stdin_null)
{
	int input = stdin_null ? open("/dev/null", O_RDONLY | O_CLOEXEC) : slave;

	return ioctl(slave, TIOCSCTTY, 0) == 0 && input >= 0 && dup2(input, 0) == 0 && dup2(slave, 1) == 1 && dup2(slave, 2) == 2;
}

/* The descriptor that is compared is the one that is entered. */
static void enter_directory(const struct child_spec *spec, int tell)
{
	struct stat found;
	int dir = open(spec->dir, O_PATH | O_DIRECTORY | O_CLOEXEC);

	if (dir < 0 || fstat(dir, &found) != 0)
		stop(tell, SPAWN_DIRECTORY);
	if (found.st_dev != spec->dir_device || found.st_ino != spec->dir_inode)
		stop(tell, SPAWN_IDENTITY);
	if (fchdir(dir) != 0)
		stop(tell, SPAWN_DIRECTORY);
}

/* The death signal survives exec; it is asked for before looking whether the reaper is still there. */
_Noreturn static void become_program(const struct child_spec *spec, struct far_ends ends, pid_t reaper)
{
	int tell = 3;

	if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != reaper)
		_exit(127);
	signals_default();
	if (setsid() < 0)
		stop(ends.tell, SPAWN_SESSION);
	if (!take_terminal(ends.slave, spec->stdin_null))
		stop(ends.tell, SPAWN_TERMINAL);
	if ((ends.tell != tell && dup3(ends.tell, tell, O_CLOEXEC) < 0) || close_range(4, ~0U, 0) != 0)
		stop(ends.tell, SPAWN_FDS);
	enter_directory(spec, tell);
	signals_unblock_all();
	execve(spec->program, spec->argv, spec->env);
	stop(tell, SPAWN_EXEC);
}

/* SIGCONT as the reaper's own death signal wakes it when a program has stopped it and the supervisor dies. */
_Noreturn static void become_reaper(const struct child_spec *spec, struct far_ends ends)
{
	struct sigaction deaths = { .sa_handler = SIG_DFL, .sa_flags = SA_NOCLDSTOP };
	struct reaper_news started = { .kind = REAPER_STARTED };
	pid_t self = getpid();

	signals_default();
	if (sigaction(SIGCHLD, &deaths, NULL) != 0 || setsid() < 0 || prctl(PR_SET_CHILD_SUBREAPER, 1) != 0 ||
	    prctl(PR_SET_PDEATHSIG, SIGCONT) != 0 || prctl(PR_SET_NAME, REAPER_NAME) != 0)
		stop(ends.tell, SPAWN_REAPER);
	started.pid = fork();
	if (started.pid < 0)
		stop(ends.tell, SPAWN_REAPER);
	if (started.pid == 0)
		become_program(spec, ends, self);
	(void)send(ends.control, &started, sizeof started, MSG_NOSIGNAL);
	reaper_serve(ends.control, started.pid);
}

static const char *const stage_words[] = {
#define X(id, words) [SPAWN_##id] = words,
	SPAWN_STAGES(X)
#undef X
};

static bool say_stopped(const struct child_spec *spec, struct stopped why, struct error *err)
{
	bool about_dir = why.stage == SPAWN_DIRECTORY || why.stage == SPAWN_IDENTITY;
	const char *words = (unsigned)why.stage < SPAWN_STAGE_COUNT ? stage_words[why.stage] : "cannot start %s";
	const char *hole = strstr(words, "%s");
	const char *thing = about_dir ? spec->dir : spec->program;
	int before = (int)(hole - words);

	errno = why.sys;
	if (why.sys == 0)
		return error_set(err, REASON_CHILD_NOT_STARTED, "%.*s%s%s; nothing was started", before, words, thing, hole + 2);
	return error_set_sys(err, REASON_CHILD_NOT_STARTED, "%.*s%s%s", before, words, thing, hole + 2);
}

/* End of file means exec happened; a message means it did not. */
static bool heard_start(const struct child_spec *spec, int hear, uint64_t deadline_ms, struct error *err)
{
	struct stopped why;
	ssize_t len;

	if (!poll_one(hear, POLLIN, deadline_ms))
		return error_set(err, REASON_CHILD_NOT_STARTED,
				 "%s was not running after %d seconds; see whether %s lies on a mount that does not answer", spec->program,
				 SPAWN_START_MS / 1000, spec->dir);
	do {
		len = read(hear, &why, sizeof why);
	} while (len < 0 && errno == EINTR);
	return len == (ssize_t)sizeof why ? say_stopped(spec, why, err) : true;
}

static bool heard_pid(const struct child_spec *spec, struct spawned *s, uint64_t deadline_ms, struct error *err)
{
	struct reaper_news news;

	if (poll_one(s->control, POLLIN, deadline_ms) && recv(s->control, &news, sizeof news, 0) == (ssize_t)sizeof news &&
	    news.kind == REAPER_STARTED) {
		s->program = news.pid;
		return true;
	}
	return error_set(err, REASON_CHILD_NOT_STARTED, "the process that watches over %s died while starting it; try again",
			 spec->program);
}

/* A standard stream that is closed here would put our ends where the program's streams go. */
static bool lift(int *fd)
{
	int high = *fd > 2 ? *fd : fcntl(*fd, F_DUPFD_CLOEXEC, 3);

	if (high < 0)
		return false;
	if (high != *fd)
		(void)close(*fd);
	*fd = high;
	return true;
}

static bool make_ends(const struct child_spec *spec, struct spawned *s, struct far_ends *far, int *hear, struct error *err)
{
	int control[2], start[2];

	if (!pty_open(spec->rows, spec->cols, &s->master, &s->slave, err))
		return error_wrap(err, "%s", spec->program);
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, control) != 0)
		return error_set_sys(err, REASON_CHILD_NOT_STARTED, "cannot make a control socket for %s", spec->program);
	s->control = control[0];
	far->control = control[1];
	if (pipe2(start, O_CLOEXEC) != 0)
		return error_set_sys(err, REASON_CHILD_NOT_STARTED, "cannot make a start pipe for %s", spec->program);
	*hear = start[0];
	far->tell = start[1];
	if (!lift(&s->slave) || !lift(&far->control) || !lift(&far->tell) || fcntl(s->control, F_SETFL, O_NONBLOCK) != 0)
		return error_set_sys(err, REASON_CHILD_NOT_STARTED, "cannot prepare the file descriptors for %s", spec->program);
	far->slave = s->slave;
	return true;
}

static bool fork_reaper(const struct child_spec *spec, struct spawned *s, struct far_ends far, struct error *err)
{
	sigset_t old;

	signals_block_all(&old);
	s->reaper = fork();
	if (s->reaper == 0)
		become_reaper(spec, far);
	signals_restore(&old);
	if (s->reaper < 0) {
		s->reaper = 0;
		return error_set_sys(err, REASON_CHILD_NOT_STARTED, "cannot fork for %s", spec->program);
	}
	s->reaper_fd = pidfd_open(s->reaper, 0);
	if (s->reaper_fd < 0)
		return error_set_sys(err, REASON_CHILD_NOT_STARTED, "cannot watch over the start of %s", spec->program);
	return true;
}

static void shut(int *fd)
{
	owned_fd_close(fd);
	*fd = -1;
}

bool spawn(const struct child_spec *spec, struct spawned *ret, struct error *err)
{
	struct spawned s = { .reaper_fd = -1, .control = -1, .master = -1, .slave = -1 };
	struct far_ends far = { -1, -1, -1 };
	uint64_t deadline = poll_now_ms() + SPAWN_START_MS;
	OWNED_FD int hear = -1;
	bool ok = make_ends(spec, &s, &far, &hear, err) && fork_reaper(spec, &s, far, err);

	shut(&far.control);
	shut(&far.tell);
	ok = ok && heard_start(spec, hear, deadline, err) && heard_pid(spec, &s, deadline, err);
	if (!ok) {
		spawn_end(&s);
		return false;
	}
	*ret = s;
	return true;
}

void spawn_wake(const struct spawned *s)
{
	if (s->reaper_fd >= 0)
		(void)pidfd_send_signal(s->reaper_fd, SIGCONT, NULL, 0);
}

void spawn_reap(struct spawned *s)
{
	uint64_t deadline = poll_now_ms() + REAPER_KILL_MS + 2000;
	siginfo_t unused;

	while (s->reaper_fd >= 0 && poll_now_ms() < deadline && !poll_one(s->reaper_fd, POLLIN, poll_now_ms() + 50))
		spawn_wake(s);
	/* Its own killing is bounded; what is slower than that will not end by itself. */
	if (s->reaper_fd >= 0)
		(void)pidfd_send_signal(s->reaper_fd, SIGKILL, NULL, 0);
	while (s->reaper > 0 && waitid(P_PID, (id_t)s->reaper, &unused, WEXITED) != 0 && errno == EINTR)
		;
	s->reaper = 0;
	shut(&s->reaper_fd);
}

void spawn_end(struct spawned *s)
{
	shut(&s->control);
	spawn_wake(s);
	spawn_reap(s);
	shut(&s->master);
	shut(&s->slave);
}
