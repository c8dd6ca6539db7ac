/*
 * run_statistics — recorded runs counted: over time, by how they ended, why they were refused, what became of the grant,
 * and of whom and where they were. Both faces show it.
 */
#ifndef UI_RUN_STATISTICS_H
#define UI_RUN_STATISTICS_H
#include "core/record/browse.h"
#include "ui/run_filter.h"

/* id, word */
#define PERIODS(X) X(HOUR, "hour") X(DAY, "day") X(WEEK, "week") X(MONTH, "month") X(YEAR, "year")
#define X(id, word) PERIOD_##id,
enum period { PERIODS(X) PERIOD_COUNT };
#undef X
const char *period_word(enum period p);

#define PERIODS_MOST 60 /* the shortest unit is taken that needs no more */

struct tally { char *name; size_t runs; };                  /* name owned and raw */
struct tallies { struct tally *items; size_t count; };       /* the most first, then by name */
struct moment_tally { uint64_t from_ms; size_t runs; };      /* of one unit of time, which may have none */

/* Zero-initialised is empty. */
struct run_statistics {
	size_t runs, without_time;
	uint64_t first_ms, last_ms;                          /* 0: no run says when */
	enum period unit;
	struct moment_tally *over_time; size_t n_over_time;
	struct tallies outcomes, refusals, grants, adapters, repositories;
};
/* Of the runs that filter lets through; NULL: of all. Local time. */
void run_statistics(const struct run_list *list, const struct run_filter *filter, struct run_statistics *ret);
void run_statistics_clear(struct run_statistics *s);
#endif
