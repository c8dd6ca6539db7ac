/*
 * poll — waiting with a deadline; see the header.
 */
#include "core/child/poll.h"

#include <errno.h>
#include <limits.h>
#include <time.h>

uint64_t poll_now_ms(void)
{
	struct timespec now = { 0 };

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static int left_ms(uint64_t deadline_ms)
{
	uint64_t now = poll_now_ms();

	if (deadline_ms == POLL_FOR_EVER)
		return -1;
	if (deadline_ms <= now)
		return 0;
	return deadline_ms - now > INT_MAX ? INT_MAX : (int)(deadline_ms - now);
}

int poll_until(struct pollfd *fds, size_t count, uint64_t deadline_ms)
{
	for (;;) {
		int left = left_ms(deadline_ms);
		int ready = poll(fds, (nfds_t)count, left);

		if (ready > 0 || (ready == 0 && left_ms(deadline_ms) == 0))
			return ready;
		if (ready < 0 && errno != EINTR)
			return 0;
	}
}

bool poll_one(int fd, short events, uint64_t deadline_ms)
{
	struct pollfd one = { .fd = fd, .events = events };

	return poll_until(&one, 1, deadline_ms) > 0;
}
