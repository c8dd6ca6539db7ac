/*
 * looking — a terminal of given size that printed something, for the specifications of looking back.
 */
#ifndef SPEC_SCREENS_LOOKING_H
#define SPEC_SCREENS_LOOKING_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/terminal/terminal.h"

#define SCROLLBACK (4u * 1024 * 1024)

static inline struct terminal *printed(int rows, int cols, const char *bytes)
{
	struct terminal *t = terminal_new(rows, cols, SCROLLBACK);

	terminal_feed(t, bytes, strlen(bytes));
	return t;
}
#endif
