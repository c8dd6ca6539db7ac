/*
 * pane_log — a pane that shows a record: the child's terminal log is read into it piece by piece, so that a long one stops
 * nothing. Until it was read, the pane says so in place of a screen that never stood.
 */
#ifndef UI_SCREENS_PANE_LOG_H
#define UI_SCREENS_PANE_LOG_H
#include "ui/screens/pane.h"

#define PANE_LOG_SLICE_BYTES (256u * 1024) /* some milliseconds */
#define PANE_LOG_FIRST_BYTES (1024u * 1024) /* what is shorter is there at once */

/* all_bytes: how much of it was kept. A log that is not there leaves the pane empty. */
void pane_log_begin(struct pane *p, int children_fd, uint64_t all_bytes);
void pane_log_read(struct pane *p, size_t most);
void pane_log_say(const struct pane *p, struct text *out); /* "Reading what a1 printed: 3.0 MiB of 64 MiB."; appended */
#endif
