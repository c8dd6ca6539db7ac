/*
 * lent — see lent.h. The program gets a process group of its own in the foreground, so that Ctrl-C there means it alone.
 */
#include "ui/tui/lent.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/mem.h"

#define NOT_FOUND 127 /* of sh */
#define BY_SIGNAL 128
#define SHELL "/bin/sh"

struct lent { const char *command, *file; int sys, status; };

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

/* One that stops itself would leave the console waiting for ever: it is ended with all it started. */
static int wait_for(pid_t pid)
{
	int status = 0;
	pid_t got;

	do
		got = waitpid(pid, &status, WUNTRACED);
	while (got < 0 && errno == EINTR);
	if (got == pid && WIFSTOPPED(status)) {
		int ended;

		(void)kill(-pid, SIGKILL);
		while (waitpid(pid, &ended, 0) < 0 && errno == EINTR)
			;
	}
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
		lent->status = wait_for(pid);
	take_back();
}

bool lent_run(struct app *app, const char *command, const char *file, struct error *err)
{
	struct lent lent = { .command = command, .file = file };

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
