/*
 * watch — one fd that becomes readable when something in a few directories changes: no waking up to look.
 */
#ifndef CORE_HOST_WATCH_H
#define CORE_HOST_WATCH_H
#include <stdbool.h>

/* The fd, yours, non-blocking and close-on-exec; -1: this machine cannot watch. */
int watch_open(void);
/* Files made, renamed into or deleted in directory; not what is written into them, so that looking at locks is no change. false: it is not there, or cannot be watched. */
bool watch_add(int fd, const char *directory);
/* Reads everything that waits; true: something changed. */
bool watch_drain(int fd);
#endif
