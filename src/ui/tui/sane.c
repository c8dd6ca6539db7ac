/*
 * sane — the one place with signal handlers; see sane.h.
 */
#include "ui/tui/sane.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/owned.h"
#include "core/host/file.h"

#define STACK_BYTES 65536

static const int heard[] = { SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH };
static const int fatal[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };

static struct {
	struct termios modes;
	int terminal_fd, pipe_in, pipe_out;
	struct sigaction heard_before[COUNT_OF(heard)], fatal_before[COUNT_OF(fatal)];
	void *stack; /* for the handler of a stack overflow */
	volatile sig_atomic_t taken;
	bool keeps_screen;
} saved;

static void hear(int signal)
{
	int before = errno;
	unsigned char byte = (unsigned char)signal;

	(void)!write(saved.pipe_in, &byte, 1);
	errno = before;
}

void sane_reset(int terminal_fd, bool keeps_screen)
{
	(void)!write(terminal_fd, SANE_RESET_STRING, sizeof SANE_RESET_STRING - 1);
	if (!keeps_screen)
		(void)!write(terminal_fd, SANE_EMPTY_STRING, sizeof SANE_EMPTY_STRING - 1);
}

static void restore_and_die(int signal)
{
	if (saved.taken) {
		saved.taken = 0;
		sane_reset(saved.terminal_fd, saved.keeps_screen);
		(void)tcsetattr(saved.terminal_fd, TCSANOW, &saved.modes);
	}
	for (size_t i = 0; i < COUNT_OF(fatal); i++) {
		if (fatal[i] == signal)
			(void)sigaction(signal, &saved.fatal_before[i], NULL);
	}
	(void)raise(signal); /* blocked until this returns, then dies as it always would have */
}

static void alternate_stack(void)
{
	stack_t now;

	if (sigaltstack(NULL, &now) != 0 || !(now.ss_flags & SS_DISABLE))
		return;
	saved.stack = mem_new(1, STACK_BYTES);
	now = (stack_t){ .ss_sp = saved.stack, .ss_size = STACK_BYTES };
	(void)sigaltstack(&now, NULL);
}

bool sane_start(int terminal_fd, bool keeps_screen, int *ret_fd, struct error *err)
{
	struct sigaction hearing = { .sa_handler = hear, .sa_flags = SA_RESTART };
	struct sigaction dying = { .sa_handler = restore_and_die, .sa_flags = SA_ONSTACK };
	int ends[2];

	if (tcgetattr(terminal_fd, &saved.modes) != 0)
		return error_set_sys(err, REASON_SYSTEM, "the terminal's modes cannot be read");
	if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
		return error_set_sys(err, REASON_SYSTEM, "no pipe for signals");
	saved.terminal_fd = terminal_fd;
	saved.keeps_screen = keeps_screen;
	saved.pipe_out = ends[0];
	saved.pipe_in = ends[1];
	saved.taken = 1;
	alternate_stack();
	for (size_t i = 0; i < COUNT_OF(heard); i++)
		(void)sigaction(heard[i], &hearing, &saved.heard_before[i]);
	for (size_t i = 0; i < COUNT_OF(fatal); i++)
		(void)sigaction(fatal[i], &dying, &saved.fatal_before[i]);
	*ret_fd = ends[0];
	return true;
}

/* Keys of a terminal whose modes are the shell's again: typed into a console that is ending, they must not end it before
   it has said what goes on. */
static bool is_typed(int signal)
{
	return signal == SIGINT || signal == SIGQUIT;
}

static void pass(int signal)
{
	(void)signal;
}

void sane_stop(void)
{
	const struct sigaction passing = { .sa_handler = pass, .sa_flags = SA_RESTART };
	const stack_t none = { .ss_flags = SS_DISABLE };

	if (!saved.taken)
		return;
	saved.taken = 0;
	for (size_t i = 0; i < COUNT_OF(heard); i++)
		(void)sigaction(heard[i], is_typed(heard[i]) ? &passing : &saved.heard_before[i], NULL);
	for (size_t i = 0; i < COUNT_OF(fatal); i++)
		(void)sigaction(fatal[i], &saved.fatal_before[i], NULL);
	if (saved.stack)
		(void)sigaltstack(&none, NULL);
	free(saved.stack);
	saved.stack = NULL;
	owned_fd_close(&saved.pipe_out);
	owned_fd_close(&saved.pipe_in);
}

int sane_next(int fd)
{
	unsigned char byte;

	return read(fd, &byte, 1) == 1 ? byte : 0;
}

void sane_reset_signals(void)
{
	sigset_t none;

	saved.taken = 0;
	for (int i = 1; i < NSIG; i++)
		(void)signal(i, SIG_DFL);
	(void)sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, &none, NULL);
}
