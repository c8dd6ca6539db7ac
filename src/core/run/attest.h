/*
 * attest — trying an adapter's sandbox for real: in a private scratch beneath the state directory, for each cell a repository
 * with a linked worktree made by the same code as a run's, and one command, rendered as a launch renders it. Every
 * verdict is what the host finds on the disk afterwards (core/judge/attested.h), never what a program says.
 */
#ifndef CORE_RUN_ATTEST_H
#define CORE_RUN_ATTEST_H
#include "core/record/attestation.h"
#include "core/run/engine.h"
#include "core/run/facts.h"

/* Set to "never" in the environment: a launch tries nothing first. */
#define ATTEST_ENVIRONMENT "BULKHEAD_ATTEST"

struct attest_report {
	enum attest_result result;       /* of all cells; inconclusive when nothing could be tried */
	char *sentence;                  /* owned: what is to be said of the whole */
	const struct adapter *subject;   /* whose rendering was tried; NULL: there is none for this way */
	bool tried, stored;
	struct sandbox_attestation made; /* empty when nothing was tried */
};
/* Bounded in time: 10 seconds a cell, all at the same time; 3 minutes through an agent, one after the other. What cannot be
   tried or stored is inconclusive. version: what the program said of itself just now; NULL: it is asked. */
void engine_attest(const struct engine *e, const struct adapter *adapter, enum attest_way way, const char *version,
		   struct attest_report *ret);
void attest_report_clear(struct attest_report *r);
/* The adapter whose rendering is tried that way for this one; NULL, and a static sentence why. */
const struct adapter *attest_subject(const struct adapter *adapter, enum attest_way way, const char **ret_why);

/* What is kept of the adapter's own rendering here: false with *ret_why (owned) as in sandbox_attestation_find(). */
bool attest_known(const struct engine *e, const struct adapter *adapter, const char *version, struct sandbox_attestation *ret,
		  char **ret_why);
/* What is known of this request's cell, into facts.attested, attested_how and the digest it rests on. */
void attest_gather(const struct engine *e, const struct request *r, struct gathered *g);
/* Removes what an attestation that was killed left in its scratch. Cheap when there is nothing. */
void attest_sweep(const struct engine *e);
#endif
