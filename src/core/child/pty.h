/*
 * pty — a terminal pair: the master that we read and write, the slave that the program is given.
 */
#ifndef CORE_CHILD_PTY_H
#define CORE_CHILD_PTY_H
#include "core/base/error.h"

/* Both ends close on exec; the master does not block. The size is there before anyone looks. REASON_CHILD_NOT_STARTED. */
bool pty_open(int rows, int cols, int *ret_master, int *ret_slave, struct error *err) MUST_CHECK;
/* Whoever is in the foreground gets SIGWINCH when the size is another one than before. */
void pty_resize(int master, int rows, int cols);
#endif
