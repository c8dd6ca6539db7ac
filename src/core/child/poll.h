/*
 * poll — the one place where this layer waits: for file descriptors, until a moment of the monotonic clock.
 */
#ifndef CORE_CHILD_POLL_H
#define CORE_CHILD_POLL_H
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define POLL_FOR_EVER UINT64_MAX

uint64_t poll_now_ms(void); /* CLOCK_MONOTONIC; async-signal-safe like everything here */
/* How many of fds are ready; 0: deadline_ms (of poll_now_ms) passed. Interruptions are waited through. */
int poll_until(struct pollfd *fds, size_t count, uint64_t deadline_ms);
bool poll_one(int fd, short events, uint64_t deadline_ms); /* ready, or hung up, before the deadline */
#endif
