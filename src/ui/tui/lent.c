/*
 * lent — see lent.h. The program gets a process group of its own in the foreground, so that Ctrl-C there means it alone.
 */
#include "ui/tui/lent.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/child/poll.h"
#include "core/child/signals.h"

#define NOT_FOUND 127 /* of sh */
#define BY_SIGNAL 128
#define SHELL "/bin/sh"
#define END_MS 1000  /* so long has a program that is to end with the console */
#define LOOK_MS 100  /* where nothing tells of its end */

struct lent { struct app *app; const char *command, *file; int sys, status; };

/* What needs a shell keeps it; a single program takes its place, so that a signal to it is seen here. */
static char *script_of(const char *command)
{
	bool single = strcspn(command, "=;|&<>()$`\\\"'\n") == strlen(command);

	return str_format("%s%s \"$1\"", single ? "exec " : "", command);
}

/* A handler or a mask of the console's is none of the program's. */
static int start(const struct lent *lent, pid_t *ret)
{
	OWNED_MEM char *script = script_of(lent->command);
	OWNED_MEM char *file = str_copy(lent->file);
	char shell[] = SHELL, option[] = "-c", name[] = "sh";
	char *argv[] = { shell, option, script, name, file, NULL };
	posix_spawnattr_t attributes;
	posix_spawn_file_actions_t actions;
	sigset_t all, none;
	int sys;

	(void)sigfillset(&all);
	(void)sigemptyset(&none);
	(void)posix_spawnattr_init(&attributes);
	(void)posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
	(void)posix_spawnattr_setsigdefault(&attributes, &all);
	(void)posix_spawnattr_setsigmask(&attributes, &none);
	(void)posix_spawnattr_setpgroup(&attributes, 0);
	(void)posix_spawn_file_actions_init(&actions);
	(void)posix_spawn_file_actions_addtcsetpgrp_np(&actions, STDIN_FILENO);
	sys = posix_spawn(ret, SHELL, &actions, &attributes, argv, environ);
	(void)posix_spawn_file_actions_destroy(&actions);
	(void)posix_spawnattr_destroy(&attributes);
	return sys;
}

/* It has the terminal for as long as it wants, unless the console is told to end: then it is too. */
static int wait_until_changed(struct app *app, pid_t pid, int children)
{
	struct pollfd fds[] = { { .fd = children, .events = POLLIN }, { .fd = app_signal_fd(app), .events = POLLIN } };
	uint64_t kill_ms = 0;
	int status = 0;

	while (waitpid(pid, &status, WUNTRACED | WNOHANG) == 0) {
		(void)poll(fds, COUNT_OF(fds), kill_ms || children < 0 ? LOOK_MS : -1);
		while (children >= 0 && signals_next(children))
			;
		if (kill_ms && poll_now_ms() >= kill_ms)
			(void)kill(-pid, SIGKILL);
		if (kill_ms || !app_told_to_end(app))
			continue;
		(void)kill(-pid, SIGHUP);
		(void)kill(-pid, SIGTERM);
		(void)kill(-pid, SIGCONT);
		kill_ms = poll_now_ms() + END_MS;
	}
	return status;
}

/* One that stops itself would leave the console waiting for ever: it is ended with all it started. */
static int wait_for(struct app *app, pid_t pid)
{
	static const int told_by[] = { SIGCHLD };
	struct error ignored = { 0 };
	sigset_t before;
	int children = -1, status;

	(void)sigprocmask(SIG_BLOCK, NULL, &before);
	(void)!signals_take(told_by, COUNT_OF(told_by), &children, &ignored);
	status = wait_until_changed(app, pid, children);
	if (WIFSTOPPED(status)) {
		int ended;

		(void)kill(-pid, SIGKILL);
		while (waitpid(pid, &ended, 0) < 0 && errno == EINTR)
			;
	}
	owned_fd_close(&children);
	(void)sigprocmask(SIG_SETMASK, &before, NULL);
	return status;
}

/* Whoever takes the terminal from another group would be stopped by SIGTTOU, were it not held back. */
static void take_back(void)
{
	sigset_t stop, before;

	(void)sigemptyset(&stop);
	(void)sigaddset(&stop, SIGTTOU);
	(void)sigprocmask(SIG_BLOCK, &stop, &before);
	(void)tcsetpgrp(STDIN_FILENO, getpgrp());
	(void)sigprocmask(SIG_SETMASK, &before, NULL);
}

static void use(void *context)
{
	struct lent *lent = context;
	pid_t pid = -1;

	lent->sys = start(lent, &pid);
	if (lent->sys == 0)
		lent->status = wait_for(lent->app, pid);
	take_back();
}

bool lent_run(struct app *app, const char *command, const char *file, struct error *err)
{
	struct lent lent = { .app = app, .command = command, .file = file };

	app_lend_terminal(app, use, &lent);
	if (lent.sys != 0) {
		errno = lent.sys;
		return error_set_sys(err, REASON_SYSTEM, "cannot run %s", SHELL);
	}
	if (WIFSTOPPED(lent.status))
		return error_set(err, REASON_SYSTEM, "\"%s\" stopped itself; the console cannot wait for it, so it was ended.", command);
	if (WIFSIGNALED(lent.status))
		return error_set(err, REASON_SYSTEM, "\"%s\" was ended by signal %d.", command, WTERMSIG(lent.status));
	if (WEXITSTATUS(lent.status) > BY_SIGNAL)
		return error_set(err, REASON_SYSTEM, "\"%s\" was ended by signal %d.", command, WEXITSTATUS(lent.status) - BY_SIGNAL);
	if (WEXITSTATUS(lent.status) == NOT_FOUND)
		return error_set(err, REASON_NOT_FOUND, "\"%s\" was not found.", command);
	if (WEXITSTATUS(lent.status) != 0)
		return error_set(err, REASON_SYSTEM, "\"%s\" ended with status %d.", command, WEXITSTATUS(lent.status));
	return true;
}
