/*
 * guardian — a tiny parent that gives the terminal back when the console is killed in a way nobody can catch.
 *
 * guardian_start() forks: the child returns from it and becomes the console, in the same process group; the parent
 * waits, stops and continues with it, hands it signals, and when it dies by a signal restores the terminal's modes and
 * says so in one sentence. The parent never returns: it ends with the console's exit status, or 128 plus the signal.
 */
#ifndef UI_TUI_GUARDIAN_H
#define UI_TUI_GUARDIAN_H
#include <stdbool.h>

#include "core/base/error.h"

/* Returns in the child only. terminal_fd is the terminal whose modes are kept. */
bool guardian_start(int terminal_fd, bool keeps_screen, struct error *err) MUST_CHECK;
#endif
