/*
 * attest_try — one cell tried: one command through the adapter's own rendering, and what the disk says afterwards.
 */
#ifndef CORE_RUN_ATTEST_TRY_H
#define CORE_RUN_ATTEST_TRY_H
#include "core/judge/attested.h"
#include "core/run/attest_place.h"

struct attempt {
	const struct attest_place *place;
	const struct adapter *adapter;
	const struct strlist *open; /* what the adapter's question found open and is to be closed; NULL: not asked */
	bool agent;                 /* the prompt is for a model, which is asked to run the command */
	uint64_t limit_ms;
};

/* ret->why_not, when set, is ret_why's. A cell the adapter does not declare is left untried. */
void attest_try(const struct attempt *a, enum attest_cell cell, struct attest_seen *ret, struct text *ret_why);
#endif
