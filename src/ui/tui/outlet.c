/*
 * outlet — a second description of the terminal, written to without waiting.
 */
#include "ui/tui/outlet.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include "core/child/poll.h"

/* The controlling terminal may be opened whoever owns its name, after su(1) for one. */
static int open_again(int terminal_fd)
{
	const int flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
	const char *name;
	int fd = -1;

	if (tcgetsid(terminal_fd) == getsid(0))
		fd = open("/dev/tty", flags);
	name = fd < 0 ? ttyname(terminal_fd) : NULL;
	return name ? open(name, flags) : fd;
}

void outlet_open(struct outlet *o, int terminal_fd)
{
	o->fd = open_again(terminal_fd);
	if (o->fd < 0)
		o->fd = fcntl(terminal_fd, F_DUPFD_CLOEXEC, 3); /* no second one to be had: this one waits */
	o->sent = 0;
	text_empty(&o->waiting);
}

void outlet_close(struct outlet *o)
{
	owned_fd_close(&o->fd);
	text_clear(&o->waiting);
	o->sent = 0;
}

bool outlet_idle(const struct outlet *o)
{
	return o->sent == o->waiting.len;
}

void outlet_push(struct outlet *o)
{
	while (!outlet_idle(o)) {
		ssize_t done = write(o->fd, o->waiting.bytes + o->sent, o->waiting.len - o->sent);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0 && errno == EAGAIN)
			return;
		/* A terminal that hung up takes everything, and nobody sees it. */
		o->sent += done < 0 ? o->waiting.len - o->sent : (size_t)done;
	}
	o->sent = 0;
	text_empty(&o->waiting);
}

bool outlet_drain(struct outlet *o, int wait_ms)
{
	const uint64_t until = poll_now_ms() + (uint64_t)wait_ms;

	for (outlet_push(o); !outlet_idle(o); outlet_push(o)) {
		if (!poll_one(o->fd, POLLOUT, until))
			return false;
	}
	return true;
}
