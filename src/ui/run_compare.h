/*
 * run_compare — two recorded runs beside each other: what was asked, what was rendered, with which programs, what came of
 * it. Both faces print it. What only names a run (its id, its own worktree, branch and temporary directory) is written as
 * {run}, {workspace}, {gitdir}, {branch} and {tmp}, so that equal runs are equal here.
 */
#ifndef UI_RUN_COMPARE_H
#define UI_RUN_COMPARE_H
#include "core/record/browse.h"

struct compared { const char *section; char *name, *left, *right; bool differs; }; /* values raw; NULL: the record does not say */

/* Zero-initialised is empty. Facts that neither record has are left out. */
struct comparison { struct compared *facts; size_t count, differing; };
void run_compare(const struct run_view *left, const struct run_view *right, struct comparison *ret);
void comparison_clear(struct comparison *c);
#endif
