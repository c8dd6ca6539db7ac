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
/* Adds a row to a list with room for *room of them. */
void browse_row_add(struct run_list *l, size_t *room, const struct run_row *row);
/* A live entry as a row. entry NULL: it is damaged. */
void browse_row_live(const char *run_id, bool owned, const struct json *entry, struct run_row *ret);
#endif
