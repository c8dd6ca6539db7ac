/*
 * runs_table — the recorded runs as rows of words.
 */
#ifndef UI_SCREENS_RUNS_TABLE_H
#define UI_SCREENS_RUNS_TABLE_H
#include <stdbool.h>
#include <stdint.h>

#include "core/record/browse.h"
#include "ui/tui/canvas.h"

void runs_draw_head(struct canvas *c, struct rect row);
/* One line above count runs of a group, of which run is the first. */
void runs_draw_heading(struct canvas *c, struct rect row, const struct run_row *run, bool by_day, size_t count, bool selected);
void runs_draw_row(struct canvas *c, struct rect row, const struct run_row *run, uint64_t now_ms, bool selected);
#endif
