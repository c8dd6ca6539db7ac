/*
 * hook — see hook.h.
 */
#include "ui/tui/hook.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ui/tui/sane.h"

#define NOT_EXECUTED 127

/* The alarm outlives exec, so the program is bounded also when the console is gone. */
static void become(const char *path, char *const *argv)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	sane_reset_signals();
	(void)setsid();
	(void)dup2(null, STDIN_FILENO);
	(void)dup2(null, STDOUT_FILENO);
	(void)dup2(null, STDERR_FILENO);
	(void)alarm(HOOK_LIMIT_MS / 1000);
	(void)execv(path, argv);
	_exit(NOT_EXECUTED);
}

bool hook_start(struct hook *h, const char *path, char *const *argv, uint64_t now_ms, struct error *err)
{
	pid_t pid;

	if (path[0] != '/' || access(path, X_OK) != 0)
		return error_set(err, REASON_MISUSE, "$BULKHEAD_NOTIFY names %s, which is not a program with an absolute path.", path);
	pid = fork();
	if (pid == 0)
		become(path, argv);
	if (pid < 0)
		return error_set_sys(err, REASON_SYSTEM, "%s of $BULKHEAD_NOTIFY cannot be started", path);
	*h = (struct hook){ .pid = pid, .fd = pidfd_open(pid, 0), .deadline_ms = now_ms + HOOK_LIMIT_MS };
	if (h->fd >= 0)
		return true;
	(void)error_set_sys(err, REASON_SYSTEM, "%s of $BULKHEAD_NOTIFY cannot be watched", path);
	(void)kill(pid, SIGKILL);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {}
	return false;
}

static void forget(struct hook *h)
{
	(void)close(h->fd);
	*h = (struct hook)HOOK_IDLE;
}

bool hook_over(struct hook *h, const char *path, uint64_t now_ms, struct error *err)
{
	int status = 0;
	pid_t got = waitpid(h->pid, &status, WNOHANG);

	if (got == 0 && now_ms < h->deadline_ms)
		return false;
	if (got == 0) {
		(void)kill(-h->pid, SIGKILL);
		(void)kill(h->pid, SIGKILL);
		while (waitpid(h->pid, &status, 0) < 0 && errno == EINTR) {}
		(void)error_set(err, REASON_MISUSE, "%s of $BULKHEAD_NOTIFY took longer than %d seconds and was ended.", path,
				HOOK_LIMIT_MS / 1000);
	} else if (got > 0 && WIFEXITED(status) && WEXITSTATUS(status) != 0) {
		(void)error_set(err, REASON_MISUSE, "%s of $BULKHEAD_NOTIFY ended with exit status %d.", path, WEXITSTATUS(status));
	} else if (got > 0 && WIFSIGNALED(status)) {
		(void)error_set(err, REASON_MISUSE, "%s of $BULKHEAD_NOTIFY was ended by signal %d.", path, WTERMSIG(status));
	}
	forget(h);
	return true;
}

void hook_leave(struct hook *h)
{
	if (h->fd >= 0)
		forget(h);
}
