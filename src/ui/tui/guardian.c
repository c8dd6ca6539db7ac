/*
 * guardian — the parent's side: wait, pass signals on, give the terminal back.
 */
#include "ui/tui/guardian.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "core/base/owned.h"
#include "core/host/file.h"
#include "ui/tui/sane.h"

static const int passed_on[] = { SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGUSR1, SIGUSR2, SIGWINCH };

/* A terminal that another job has now is not ours to change. */
static bool in_front(int terminal_fd)
{
	return tcgetpgrp(terminal_fd) == getpgrp();
}

/* The terminal as it was found. */
struct found { int fd; bool keeps_screen; struct termios modes; };

static void give_back(const struct found *t)
{
	if (!in_front(t->fd))
		return;
	sane_reset(t->fd, t->keeps_screen);
	(void)tcsetattr(t->fd, TCSADRAIN, &t->modes);
}

static bool same_modes(int terminal_fd, const struct termios *modes)
{
	struct termios now;

	return tcgetattr(terminal_fd, &now) != 0 ||
	       (now.c_lflag == modes->c_lflag && now.c_iflag == modes->c_iflag && now.c_oflag == modes->c_oflag);
}

_Noreturn static void end_like(int status, const struct found *t)
{
	if (WIFEXITED(status)) {
		if (!same_modes(t->fd, &t->modes))
			give_back(t);
		_exit(WEXITSTATUS(status));
	}
	give_back(t);
	(void)dprintf(STDERR_FILENO,
		      "bulkhead: the console was ended by signal %d (%s). The terminal is as it was; runs go on without the console.\n",
		      WTERMSIG(status), strsignal(WTERMSIG(status)));
	_exit(128 + WTERMSIG(status));
}

/* The console stopped: so does its parent, or the shell would not notice. Continued, it wakes the console. */
static void stop_too(pid_t console)
{
	(void)raise(SIGSTOP);
	(void)kill(console, SIGCONT);
}

static void look_after(pid_t console, const struct found *t)
{
	int status;

	while (waitpid(console, &status, WNOHANG | WUNTRACED) == console) {
		if (!WIFSTOPPED(status))
			end_like(status, t);
		stop_too(console);
	}
}

_Noreturn static void guard(pid_t console, const struct found *t, const sigset_t *signals)
{
	while (true) {
		siginfo_t info;
		int signal = sigwaitinfo(signals, &info);

		if (signal == SIGCHLD)
			look_after(console, t);
		/* What the kernel or a shell sent to the whole group has reached the console already. */
		else if (signal > 0 && info.si_code == SI_USER && signal != SIGTSTP && signal != SIGCONT)
			(void)kill(console, signal);
		else if (signal == SIGTSTP && info.si_code == SI_USER)
			(void)kill(console, signal);
	}
}

bool guardian_start(int terminal_fd, bool keeps_screen, struct error *err)
{
	struct found found = { .fd = terminal_fd, .keeps_screen = keeps_screen };
	sigset_t signals, before;
	pid_t parent = getpid();
	pid_t console;

	if (tcgetattr(terminal_fd, &found.modes) != 0)
		return error_set_sys(err, REASON_SYSTEM, "the terminal's modes cannot be read");
	(void)sigemptyset(&signals);
	(void)sigaddset(&signals, SIGCHLD);
	for (size_t i = 0; i < COUNT_OF(passed_on); i++)
		(void)sigaddset(&signals, passed_on[i]);
	(void)sigaddset(&signals, SIGTTOU); /* so that giving the terminal back cannot stop the guardian */
	(void)sigprocmask(SIG_BLOCK, &signals, &before);
	console = fork();
	if (console < 0) {
		(void)sigprocmask(SIG_SETMASK, &before, NULL);
		return error_set_sys(err, REASON_SYSTEM, "the console's process cannot be started");
	}
	if (console > 0)
		guard(console, &found, &signals);
	(void)prctl(PR_SET_PDEATHSIG, SIGTERM);
	(void)sigprocmask(SIG_SETMASK, &before, NULL);
	if (getppid() != parent)
		(void)raise(SIGTERM);
	return true;
}
