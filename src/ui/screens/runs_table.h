/*
 * runs_table — the recorded runs as rows of words.
 */
#ifndef UI_SCREENS_RUNS_TABLE_H
#define UI_SCREENS_RUNS_TABLE_H
#include <stdbool.h>
#include <stdint.h>

#include "core/record/browse.h"
#include "ui/screens/runs_order.h"
#include "ui/tui/canvas.h"

/* What this console saw when it recomputed a record; a record that was not verified here is never said to hold. */
enum seen_record { RECORD_NOT_VERIFIED, RECORD_HOLDS, RECORD_BROKEN };

struct row_look {
	uint64_t now_ms; /* wall */
	enum seen_record seen;
	int mark; /* 1 or 2 of those to be compared; 0: not marked */
	bool selected;
};

void runs_draw_head(struct canvas *c, struct rect row);
void runs_draw_heading(struct canvas *c, struct rect row, const struct runs_line *heading, enum runs_group group, bool selected);
void runs_draw_row(struct canvas *c, struct rect row, const struct run_row *run, const struct row_look *look);
#endif
