/*
 * attest_try — one cell tried: one command through the adapter's own rendering, and what the disk says afterwards.
 */
#ifndef CORE_RUN_ATTEST_TRY_H
#define CORE_RUN_ATTEST_TRY_H
#include "core/judge/attested.h"
#include "core/run/attest_place.h"
#include "core/run/probe.h"

struct attempt {
	const struct attest_scratch *scratch;
	const struct adapter *adapter;
	const struct strlist *open; /* what the adapter's question found open and is to be closed; NULL: not asked */
	bool agent;                 /* the prompt is for a model, which is asked to run the command */
	uint64_t limit_ms;
};

/* In a place of its own; its command runs when this returns, unless the adapter does not declare the cell or it could not be
   started. Watch its probe, then end it: what the disk says. Never NULL. */
struct attest_trial;
struct attest_trial *attest_trial_begin(const struct attempt *a, enum attest_cell cell);
struct probe *attest_trial_probe(struct attest_trial *t);
void attest_trial_end(struct attest_trial **t, struct attest_seen *ret, struct text *ret_why); /* ret->why_not is ret_why's */
#endif
