/*
 * errand — fork, a pipe, and the patience of one poll.
 */
#include "ui/tui/errand.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/host/file.h"
#include "ui/tui/sane.h"

/* In the child: no terminal, no input, default signals, dies with the console. */
static void leave_console(int out)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	sane_reset_signals();
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	(void)setsid();
	(void)dup2(null, STDIN_FILENO);
	(void)dup2(out, STDOUT_FILENO);
	(void)dup2(null, STDERR_FILENO);
}

/* Forks with a pipe; 0 in the child, with *ret_fd the end to write to. */
static pid_t depart(int *ret_fd, struct error *err)
{
	int ends[2];
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC) != 0) {
		(void)error_set_sys(err, REASON_SYSTEM, "no pipe for a helper process");
		return -1;
	}
	pid = fork();
	if (pid < 0) {
		(void)error_set_sys(err, REASON_SYSTEM, "no helper process");
		(void)close(ends[0]);
		(void)close(ends[1]);
		return -1;
	}
	(void)close(ends[pid == 0 ? 0 : 1]);
	*ret_fd = ends[pid == 0 ? 1 : 0];
	if (pid == 0)
		leave_console(ends[1]);
	else
		(void)fcntl(ends[0], F_SETFL, O_NONBLOCK);
	return pid;
}

static void under_way(struct errand *e, pid_t pid, int fd, uint64_t now_ms, uint64_t limit_ms)
{
	e->pid = pid;
	e->fd = fd;
	e->deadline_ms = limit_ms ? now_ms + limit_ms : 0;
	e->timed_out = false;
}

bool errand_start(struct errand *e, void (*work)(const void *argument, struct text *out), const void *argument, uint64_t now_ms,
		  uint64_t limit_ms, struct error *err)
{
	int fd = -1;
	pid_t pid;

	errand_give_up(e);
	pid = depart(&fd, err);
	if (pid < 0)
		return false;
	if (pid == 0) {
		struct text out = { 0 };

		work(argument, &out);
		(void)write_all(fd, text_c(&out), out.len);
		_exit(0);
	}
	under_way(e, pid, fd, now_ms, limit_ms);
	return true;
}

struct program { const char *path; char *const *argv; };

/* Its output goes straight into the pipe; where there is no such program the pipe stays empty. */
static void become(const void *argument, struct text *out)
{
	const struct program *program = argument;

	(void)out;
	(void)dup2(STDOUT_FILENO, STDERR_FILENO);
	(void)execv(program->path, program->argv);
}

bool errand_program(struct errand *e, const char *path, char *const *argv, uint64_t now_ms, uint64_t limit_ms, struct error *err)
{
	const struct program program = { path, argv };

	return errand_start(e, become, &program, now_ms, limit_ms, err);
}

static void come_home(struct errand *e, bool kill_first)
{
	if (kill_first)
		(void)kill(-e->pid, SIGKILL);
	if (kill_first)
		(void)kill(e->pid, SIGKILL);
	while (waitpid(e->pid, NULL, 0) < 0 && errno == EINTR) {}
	(void)close(e->fd);
	e->fd = -1;
	e->pid = 0;
	e->deadline_ms = 0;
}

bool errand_hear(struct errand *e, uint64_t now_ms)
{
	char bytes[16384];
	ssize_t got;

	if (e->fd < 0)
		return false;
	if (e->deadline_ms && now_ms >= e->deadline_ms) {
		come_home(e, true);
		text_empty(&e->result);
		e->timed_out = true;
		return true;
	}
	got = read(e->fd, bytes, sizeof bytes);
	if (got < 0)
		return false;
	if (got == 0) {
		come_home(e, false);
		return true;
	}
	if (e->result.len < ERRAND_BYTES_MAX)
		text_add(&e->result, bytes, (size_t)got);
	return false;
}

bool errand_busy(const struct errand *e)
{
	return e->fd >= 0;
}

void errand_give_up(struct errand *e)
{
	if (e->fd >= 0 && e->pid > 0)
		come_home(e, true);
	text_clear(&e->result);
}
