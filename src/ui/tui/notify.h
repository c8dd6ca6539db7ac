/*
 * notify — tells the operator who looks elsewhere that a child wants him or is over: the bell (unless BULKHEAD_BELL is
 * 0), a notice of the terminal (OSC 9, when BULKHEAD_OSC9 is 1), a program (BULKHEAD_NOTIFY, an absolute path, run with
 * run id, child and state). At most one bell and notice in NOTIFY_EVERY_MS; what happens meanwhile is counted.
 */
#ifndef UI_TUI_NOTIFY_H
#define UI_TUI_NOTIFY_H
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/base/strlist.h"
#include "core/base/text.h"
#include "core/host/places.h"
#include "ui/tui/hook.h"
#include "ui/tui/strip.h"

#define NOTIFY_EVERY_MS 3000
#define NOTIFY_PENDING_MAX 64 /* calls of the program that wait for the one before; more are dropped, and said */

struct notify {
	bool bell, osc9;
	const char *program;    /* NULL: none; borrowed */
	uint64_t next_ms;       /* no bell or notice before; 0: now */
	size_t waiting;         /* what happened since the last */
	struct text words;      /* of the newest of it */
	struct strlist calls;   /* run id, child, state; three for each call */
	struct hook hook;
	bool complained;        /* a failure of the program was said */
};

void notify_open(struct notify *n, const struct places *places);
void notify_clear(struct notify *n);
void notify_add(struct notify *n, const struct strip_change *change);
/* Appends what goes to the terminal now, our own bytes only. */
void notify_ring(struct notify *n, uint64_t now_ms, struct text *out);
/* Starts and ends calls of the program. false: it failed for the first time, *err says how. */
bool notify_call(struct notify *n, uint64_t now_ms, struct error *err);
uint64_t notify_deadline_ms(const struct notify *n);
size_t notify_watch(const struct notify *n, struct pollfd *fds, size_t room);
#endif
