/*
 * attest_first — before the first launch with a given program and kernel: its sandbox is tried, where that costs no tokens.
 */
#ifndef CORE_RUN_ATTEST_FIRST_H
#define CORE_RUN_ATTEST_FIRST_H
#include "core/run/supervision.h"

/* For a run that was judged and accepted with a policy. True: something was observed just now, so judge again. What could
   not be concluded is among the run's unknowns. Tries nothing when the operator said so. */
bool attest_first(struct supervision *s);
#endif
