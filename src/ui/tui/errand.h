/*
 * errand — something slow done in a process of its own, so that the console keeps answering keys.
 *
 * The function runs in a forked child without a terminal; what it writes into its text comes back through a pipe the
 * loop polls. It shares nothing with the console afterwards: no lock, no memory, no crash. Its child is killed with it.
 */
#ifndef UI_TUI_ERRAND_H
#define UI_TUI_ERRAND_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/base/error.h"
#include "core/base/text.h"

#define ERRAND_BYTES_MAX (4u * 1024u * 1024u) /* more is cut */

/* Zero-initialised with fd -1 is idle: use ERRAND_IDLE. */
struct errand {
	int fd;             /* poll for POLLIN; -1: idle */
	pid_t pid;
	uint64_t deadline_ms; /* steady; 0: none */
	struct text result; /* what came so far */
	bool timed_out;
};
#define ERRAND_IDLE { .fd = -1 }

/* Runs work(argument, out) in a child; argument is the forked copy. limit_ms from now_ms; 0: none. An errand under way is given up. */
bool errand_start(struct errand *e, void (*work)(const void *argument, struct text *out), const void *argument, uint64_t now_ms,
		  uint64_t limit_ms, struct error *err) MUST_CHECK;
/* The same for a program: its standard output and error, both, as the result. */
bool errand_program(struct errand *e, const char *path, char *const *argv, uint64_t now_ms, uint64_t limit_ms, struct error *err) MUST_CHECK;
/* Call when fd is readable or the deadline passed. true: it is over, result holds everything (empty and timed_out when killed). */
bool errand_hear(struct errand *e, uint64_t now_ms);
bool errand_busy(const struct errand *e);
void errand_give_up(struct errand *e); /* kills it; idle and empty afterwards */
#endif
