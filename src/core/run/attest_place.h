/*
 * attest_place — the private scratch of one attestation: <state>/attest/<id>/, removed when it is over, and swept at the
 * next start of any command when this one was killed. One attestation at a time: <state>/attest/lock.
 */
#ifndef CORE_RUN_ATTEST_PLACE_H
#define CORE_RUN_ATTEST_PLACE_H
#include "core/host/ports.h"
#include "core/run/engine.h"

#define ATTEST_NAMED "named"   /* directories of its repository: the one that a policy names, */
#define ATTEST_BESIDE "beside" /* one beside it that none names, */
#define ATTEST_WORK "work"     /* and the one the children work in where a directory is named */

/* Of one attestation. */
struct attest_scratch {
	const struct engine *engine;
	char id[RUN_ID_BYTES + 8];
	int lock;
	char *directory;
};
/* REASON_SYSTEM. Waits a minute at most for another attestation to end. */
bool attest_scratch_make(const struct engine *e, struct attest_scratch *ret, struct error *err) MUST_CHECK;
void attest_scratch_clear(struct attest_scratch *s); /* ends what still bears its id, removes the scratch */

/* Of one cell, so that cells can be tried at the same time and what one does is not seen in another. */
struct attest_place {
	const struct attest_scratch *scratch;
	int heard;                   /* a pipe that the command writes to also where nothing may be written */
	char *directory, *repository, *outside, *tmp, *pipe;
	struct layout *layout;
	struct binding *binding;
};
/* <scratch>/<name>/. REASON_SYSTEM, or why a worktree cannot be made. */
bool attest_place_make(const struct attest_scratch *s, const char *name, struct attest_place *ret, struct error *err) MUST_CHECK;
void attest_place_clear(struct attest_place *p); /* what is on the disk goes with the scratch */
#endif
