/*
 * signals — signals as reads: a process blocks the ones it cares for and reads them from one fd. A program that is
 * started gets none of that: every signal at its default and nothing blocked, whatever the starter had.
 */
#ifndef CORE_CHILD_SIGNALS_H
#define CORE_CHILD_SIGNALS_H
#include <signal.h>
#include <stddef.h>

#include "core/base/error.h"

/* Blocks numbers for good; *ret_fd, yours, is non-blocking and readable when one of them has arrived. REASON_SYSTEM. */
bool signals_take(const int *numbers, size_t count, int *ret_fd, struct error *err) MUST_CHECK;
int signals_next(int fd);                  /* the next signal number that arrived; 0: none */
void signals_block_all(sigset_t *ret_old); /* around a fork, so that no handler runs in the child */
void signals_restore(const sigset_t *old);
void signals_default(void);                /* every signal at its default; the mask is left alone. Async-signal-safe */
void signals_unblock_all(void);            /* the empty mask. Async-signal-safe */
#endif
