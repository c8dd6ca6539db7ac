/*
 * runs_order — the lines of the Runs screen: the runs that a filter lets through, sorted and grouped.
 */
#ifndef UI_SCREENS_RUNS_ORDER_H
#define UI_SCREENS_RUNS_ORDER_H
#include "ui/run_filter.h"

/* id, word */
#define RUNS_SORTS(X) \
	X(WHEN, "newest first") X(REPOSITORY, "by repository") X(ADAPTER, "by adapter") X(TOPOLOGY, "by topology") X(MODE, "by mode") \
	X(GRANT, "by grant") X(OUTCOME, "by outcome") X(ALERTS, "alerts first")
#define RUNS_GROUPS(X) \
	X(NONE, "not grouped") X(REPOSITORY, "grouped by repository") X(DAY, "grouped by day") \
	X(LABEL, "grouped by label")

#define X(id, word) RUNS_SORT_##id,
enum runs_sort { RUNS_SORTS(X) RUNS_SORT_COUNT };
#undef X
#define X(id, word) RUNS_GROUP_##id,
enum runs_group { RUNS_GROUPS(X) RUNS_GROUP_COUNT };
#undef X
const char *runs_sort_word(enum runs_sort s);
const char *runs_group_word(enum runs_group g);

/* heading > 0: a line above that many runs of one group, of which row is the first. Rows are borrowed from the list. */
struct runs_line { const struct run_row *row; size_t heading; };
struct runs_lines { struct runs_line *items; size_t count, runs; };
void runs_lines_clear(struct runs_lines *l);
/* Replaces what is in *l. filter NULL: all. Runs that are equal in a column stay newest first. */
void runs_arrange(const struct run_list *list, const struct run_filter *filter, enum runs_sort sort, enum runs_group group,
		  struct runs_lines *l);
#endif
