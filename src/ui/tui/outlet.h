/*
 * outlet — the way out to the operator's terminal: bytes wait here while the terminal takes none, and nobody waits with
 * them.
 */
#ifndef UI_TUI_OUTLET_H
#define UI_TUI_OUTLET_H
#include <stdbool.h>
#include <stdint.h>

#include "core/base/text.h"

struct outlet {
	int fd;        /* of its own, never blocking: O_NONBLOCK on a shared description would reach stdin and the shell */
	struct text waiting;
	size_t sent;   /* of waiting */
};

void outlet_open(struct outlet *o, int terminal_fd);
void outlet_close(struct outlet *o);     /* drops what waits */
bool outlet_idle(const struct outlet *o);
void outlet_push(struct outlet *o);      /* writes what goes without waiting */
/* Waits at most that long for everything to be taken. */
bool outlet_drain(struct outlet *o, int wait_ms);
#endif
