/*
 * event_loop — plain poll(2) against libuv for what a supervisor does: read N terminals that flood, in slices of 16 KiB.
 * Prints MB/s of both, interleaved, and the ratio of the medians. Behind docs/decisions/0007.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <uv.h>

#include "core/base/owned.h"

#define TERMINALS 4
#define BYTES_EACH (8u * 1000 * 1000)
#define SLICE 16384
#define ROUNDS 11

struct flood { int fd; pid_t pid; size_t got; uv_poll_t handle; };

static double now_s(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static _Noreturn void flood_terminal(int fd)
{
	static char line[4096];
	size_t sent = 0;

	memset(line, 'x', sizeof line);
	while (sent < BYTES_EACH) {
		ssize_t n = write(fd, line, sizeof line);

		if (n <= 0)
			_exit(1);
		sent += (size_t)n;
	}
	_exit(0);
}

static bool start(struct flood *f)
{
	struct termios raw;
	int slave;

	f->got = 0;
	f->fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
	if (f->fd < 0 || grantpt(f->fd) != 0 || unlockpt(f->fd) != 0)
		return false;
	slave = ioctl(f->fd, TIOCGPTPEER, O_RDWR | O_NOCTTY);
	if (slave < 0 || tcgetattr(slave, &raw) != 0)
		return false;
	cfmakeraw(&raw);
	(void)tcsetattr(slave, TCSANOW, &raw);
	f->pid = fork();
	if (f->pid == 0)
		flood_terminal(slave);
	(void)close(slave);
	return f->pid > 0;
}

/* false: drained. */
static bool take(struct flood *f)
{
	char bytes[SLICE];
	ssize_t n = read(f->fd, bytes, sizeof bytes);

	if (n > 0)
		f->got += (size_t)n;
	return n > 0 || (n < 0 && errno == EAGAIN);
}

static void run_poll(struct flood *floods)
{
	struct pollfd fds[TERMINALS];
	int open = TERMINALS;

	for (int i = 0; i < TERMINALS; i++)
		fds[i] = (struct pollfd){ .fd = floods[i].fd, .events = POLLIN };
	while (open > 0 && poll(fds, TERMINALS, -1) > 0)
		for (int i = 0; i < TERMINALS; i++)
			if (fds[i].revents && !take(&floods[i])) {
				fds[i].fd = -1;
				open--;
			}
}

static void on_readable(uv_poll_t *handle, int status, int events)
{
	struct flood *f = handle->data;

	(void)events;
	if (status < 0 || !take(f))
		(void)uv_poll_stop(handle);
}

static void run_libuv(struct flood *floods)
{
	uv_loop_t loop;

	(void)uv_loop_init(&loop);
	for (int i = 0; i < TERMINALS; i++) {
		(void)uv_poll_init(&loop, &floods[i].handle, floods[i].fd);
		floods[i].handle.data = &floods[i];
		(void)uv_poll_start(&floods[i].handle, UV_READABLE | UV_DISCONNECT, on_readable);
	}
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	for (int i = 0; i < TERMINALS; i++)
		uv_close((uv_handle_t *)&floods[i].handle, NULL);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	(void)uv_loop_close(&loop);
}

static double measure(void (*loop)(struct flood *))
{
	struct flood floods[TERMINALS];
	double began, took;
	size_t bytes = 0;

	for (int i = 0; i < TERMINALS; i++)
		if (!start(&floods[i]))
			exit(1);
	began = now_s();
	loop(floods);
	took = now_s() - began;
	for (int i = 0; i < TERMINALS; i++) {
		bytes += floods[i].got;
		(void)close(floods[i].fd);
		(void)waitpid(floods[i].pid, NULL, 0);
	}
	return (double)bytes / 1e6 / took;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

int main(void)
{
	double plain[ROUNDS], uv[ROUNDS];

	for (int i = 0; i < ROUNDS; i++) {
		plain[i] = measure(run_poll);
		uv[i] = measure(run_libuv);
		(void)printf("round %d: poll %.1f MB/s, libuv %.1f MB/s\n", i + 1, plain[i], uv[i]);
	}
	qsort(plain, ROUNDS, sizeof plain[0], by_value);
	qsort(uv, ROUNDS, sizeof uv[0], by_value);
	(void)printf("median of %d: poll %.1f MB/s, libuv %.1f MB/s, ratio %.2f\n", ROUNDS, plain[ROUNDS / 2], uv[ROUNDS / 2],
		     plain[ROUNDS / 2] / uv[ROUNDS / 2]);
	return 0;
}
