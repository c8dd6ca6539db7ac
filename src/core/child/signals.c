/*
 * signals — signals as reads, and a clean slate for programs; see the header.
 */
#include "core/child/signals.h"

#include <sys/signalfd.h>
#include <unistd.h>

bool signals_take(const int *numbers, size_t count, int *ret_fd, struct error *err)
{
	sigset_t set;
	int fd;

	sigemptyset(&set);
	for (size_t i = 0; i < count; i++)
		sigaddset(&set, numbers[i]);
	if (sigprocmask(SIG_BLOCK, &set, NULL) != 0)
		return error_set_sys(err, REASON_SYSTEM, "cannot block signals");
	fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (fd < 0)
		return error_set_sys(err, REASON_SYSTEM, "cannot read signals from a file descriptor");
	*ret_fd = fd;
	return true;
}

int signals_next(int fd)
{
	struct signalfd_siginfo info;

	return read(fd, &info, sizeof info) == (ssize_t)sizeof info ? (int)info.ssi_signo : 0;
}

void signals_block_all(sigset_t *ret_old)
{
	sigset_t all;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, ret_old);
}

void signals_restore(const sigset_t *old)
{
	sigprocmask(SIG_SETMASK, old, NULL);
}

void signals_default(void)
{
	struct sigaction usual = { .sa_handler = SIG_DFL };

	/* KILL, STOP and the two that the C library keeps for itself refuse; there is nothing to set for them. */
	for (int number = 1; number < NSIG; number++)
		(void)sigaction(number, &usual, NULL);
}

void signals_unblock_all(void)
{
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}
