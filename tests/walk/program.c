/*
 * program — a process in a PTY of fixed size, and the PTY's modes before and after it.
 */
#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/child/poll.h"
#include "walk.h"

_Noreturn static void become(int slave, const char *path, char *const *argv, char *const *env, const char *dir)
{
	bool ready = setsid() > 0 && ioctl(slave, TIOCSCTTY, 0) == 0 && dup2(slave, 0) == 0 && dup2(slave, 1) == 1 && dup2(slave, 2) == 2;

	if (ready && chdir(dir) == 0)
		(void)execve(path, argv, env);
	_exit(127);
}

bool program_start(struct program *p, const char *path, char *const *argv, char *const *env, const char *dir, int rows, int cols,
		   struct error *err)
{
	struct winsize size = { .ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols };

	*p = (struct program){ 0 };
	if (openpty(&p->master, &p->slave, NULL, NULL, &size) != 0)
		return error_set_sys(err, REASON_SYSTEM, "cannot make a terminal");
	(void)fcntl(p->master, F_SETFD, FD_CLOEXEC);
	(void)fcntl(p->slave, F_SETFD, FD_CLOEXEC);
	(void)fcntl(p->master, F_SETFL, O_RDWR | O_NONBLOCK);
	(void)tcgetattr(p->slave, &p->before);
	p->pid = fork();
	if (p->pid == 0)
		become(p->slave, path, argv, env, dir);
	return p->pid > 0 || error_set_sys(err, REASON_SYSTEM, "cannot fork");
}

void program_resize(const struct program *p, int rows, int cols)
{
	struct winsize size = { .ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols };

	(void)ioctl(p->master, TIOCSWINSZ, &size);
}

bool program_send(const struct program *p, const struct text *bytes)
{
	uint64_t deadline = poll_now_ms() + 5000;
	size_t at = 0;

	while (at < bytes->len) {
		ssize_t done = write(p->master, bytes->bytes + at, bytes->len - at);

		if (done < 0 && errno != EINTR && (errno != EAGAIN || !poll_one(p->master, POLLOUT, deadline)))
			return false;
		at += done > 0 ? (size_t)done : 0;
	}
	return true;
}

ssize_t program_read(const struct program *p, char *bytes, size_t room)
{
	ssize_t len = read(p->master, bytes, room);

	return len > 0 ? len : 0;
}

bool program_has_ended(struct program *p)
{
	if (!p->ended)
		p->ended = waitpid(p->pid, &p->wait_status, WNOHANG) == p->pid;
	return p->ended;
}

bool program_modes_kept(const struct program *p)
{
	struct termios after;

	return tcgetattr(p->slave, &after) == 0 && after.c_iflag == p->before.c_iflag && after.c_oflag == p->before.c_oflag &&
	       after.c_cflag == p->before.c_cflag && after.c_lflag == p->before.c_lflag &&
	       memcmp(after.c_cc, p->before.c_cc, sizeof after.c_cc) == 0;
}

void program_close(struct program *p)
{
	if (p->pid == 0)
		return;
	close(p->master);
	close(p->slave);
	*p = (struct program){ 0 };
}
