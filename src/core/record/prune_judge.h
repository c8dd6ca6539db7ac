/*
 * prune_judge — which runs go, and why the others stay; inner to prune.c.
 */
#ifndef CORE_RECORD_PRUNE_JUDGE_H
#define CORE_RECORD_PRUNE_JUDGE_H
#include "core/record/prune.h"

/* Every run of the ledger whose record is there, newest first. Changes nothing. */
bool prune_judge(const char *state, const struct prune_options *options, struct prune_report *ret, struct error *err) MUST_CHECK;
#endif
