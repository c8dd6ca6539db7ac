/*
 * browse_row — one row of the runs list from the files of a record, whoever wrote them.
 */
#ifndef CORE_RECORD_BROWSE_ROW_H
#define CORE_RECORD_BROWSE_ROW_H
#include "core/record/browse.h"

/* Fills row from what the record says; view->events may be NULL. Adds sentences to view->damage. */
void browse_row_fill(struct run_view *view, const char *directory, uint64_t transcript_changed_ms);
/* Adds the lines of a transcript to v->events (an array, yours to make) and sentences to v->damage. */
void browse_events(const char *bytes, size_t len, struct run_view *v);
/* Room for one more row behind the last, which the caller fills and counts. */
struct run_row *browse_row_next(struct run_list *l);
void browse_row_add(struct run_list *l, const struct run_row *row);
/* The newest first, by the time they started. */
void browse_list_sort(struct run_list *l);
/* Puts the rows of from, sorted too, where they belong in to. from is left empty. */
void browse_list_merge(struct run_list *to, struct run_list *from);
/* Where a row with that id is; count: there is none. started_ms: when that run started. */
size_t browse_list_find(const struct run_list *l, const char *run_id, uint64_t started_ms);
/* Says of every row whether somebody looked at its alerts and whether its record was taken away. */
void browse_list_note(const char *state, struct run_list *l);
/* A live entry as a row. entry NULL: it is damaged. */
void browse_row_live(const char *run_id, bool owned, const struct json *entry, struct run_row *ret);
#endif
