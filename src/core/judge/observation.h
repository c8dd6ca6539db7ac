/*
 * observation — what a vendor recorded as the policy in force, beside what was rendered. Pure.
 */
#ifndef CORE_JUDGE_OBSERVATION_H
#define CORE_JUDGE_OBSERVATION_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/strlist.h"
#include "core/judge/verdict.h"

/* none: no policy was applied, so there is nothing to compare. */
enum observed { OBSERVED_NONE, OBSERVED_UNKNOWN, OBSERVED_MATCHED, OBSERVED_CONTRADICTED, OBSERVED_COUNT };
const char *observed_word(enum observed o); /* none unknown matched contradicted */

/* One statement of the vendor's, and what came of comparing it. Strings and lists are owned. */
struct observation {
	enum observed state;
	char *why;               /* one sentence: what differs, or why it is not known; NULL: matched, none */
	bool understood;         /* everything below was read; false: why says what was not */
	char *directory;         /* the working directory */
	char *mode;              /* in the vendor's word; NULL: not stated */
	struct strlist writable; /* absolute paths, or the vendor's word for a place; a single "/": everything */
	bool network;
	bool approvals;          /* something could be approved to run outside the sandbox */
	char *approval;          /* in the vendor's words */
	char *extract;           /* the statement itself: canonical JSON of what was read of it */
	char *record;            /* file it stands in; NULL: none was found */
	size_t statements;       /* how many the record holds; all of them were compared */
	uint64_t made_ms;        /* when the vendor made it, by its own words (wall clock); 0: not stated */
};
void observation_clear(struct observation *o);

/* What was rendered: borrowed. */
struct rendered { const char *mode, *directory; const struct strlist *writable; };
/* Sets state and why. Every difference is named, not only the first. */
void observation_judge(const struct rendered *rendered, struct observation *o);
/* The word for a run of these children: contradicted beats unknown beats matched; none adds nothing. */
enum observed observed_together(enum observed a, enum observed b);
#endif
