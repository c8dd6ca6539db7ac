/*
 * runs_table — the recorded runs as rows of words, and which of them a filter lets through.
 */
#ifndef UI_SCREENS_RUNS_TABLE_H
#define UI_SCREENS_RUNS_TABLE_H
#include <stdbool.h>
#include <stdint.h>

#include "core/record/browse.h"
#include "ui/tui/canvas.h"

/* Words of a filter are separated by blanks and must all hold; case does not matter. "key:value" looks in one column
   (repo agent topology mode grant outcome reason), a bare word in all of them and in label and message. */
bool runs_filter(const struct run_row *row, const char *filter);
const char *runs_filter_keys(void);           /* "repo agent …" */

void runs_draw_head(struct canvas *c, struct rect row);
void runs_draw_row(struct canvas *c, struct rect row, const struct run_row *run, uint64_t now_ms, bool selected);
#endif
