/*
 * attested — what was seen on the disk when an adapter's sandbox was tried, and what may be said of it: an observation
 * with its control, never the declaration, never what a program printed. Pure.
 *
 * A cell is one projection that is tried. What must happen in it is the control of what must not: a sandbox that lets
 * everything through and a program that does nothing both fail.
 */
#ifndef CORE_JUDGE_ATTESTED_H
#define CORE_JUDGE_ATTESTED_H
#include <stdbool.h>

#include "core/base/text.h"
#include "core/judge/facts.h"
#include "core/judge/request.h"

/* id, mode, grant, a directory of the workspace is named that the mode alone does not make writable */
#define ATTEST_CELLS(X)                                                     \
	X(WRITE, POLICY_WORKSPACE_WRITE, GIT_WRITE_NONE, false)             \
	X(READ, POLICY_READ_ONLY, GIT_WRITE_NONE, false)                    \
	X(ROOTS, POLICY_WORKSPACE_WRITE, GIT_WRITE_NONE, true)              \
	X(GRANT, POLICY_WORKSPACE_WRITE, GIT_WRITE_SHARED_REPOSITORY, false)

#define X(id, mode, grant, roots) ATTEST_##id,
enum attest_cell { ATTEST_CELLS(X) ATTEST_CELL_COUNT /* none: never tried */ };
#undef X

struct attest_policy { enum policy_mode mode; enum git_write git_write; bool roots; };
extern const struct attest_policy attest_policies[ATTEST_CELL_COUNT];

/* id, word in the file, what a cell says of it in the order of the cells: + must happen, - must not, . not asked */
#define ATTEST_SIGHTS(X)                                                                               \
	X(INSIDE, "inside", "+-++", "wrote in its working directory")                                  \
	X(OUTSIDE, "outside", "----", "wrote outside of the workspace")                                \
	X(BESIDE, "beside", "..-.", "wrote in a directory of the workspace that was not named")        \
	X(ROOT, "root", "..+.", "wrote in the directory that was named")                               \
	X(COMMITTED, "committed", "---+", "committed")                                                 \
	X(ADMINISTRATIVE, "administrative", "---.", "changed the repository's administrative directory")

#define X(id, word, expected, words) SIGHT_##id,
enum attest_sight { ATTEST_SIGHTS(X) SIGHT_COUNT };
#undef X
const char *attest_sight_word(enum attest_sight s);

enum attest_result { ATTEST_DECLARED /* not tried */, ATTEST_ATTESTED, ATTEST_CONTRADICTED, ATTEST_INCONCLUSIVE, ATTEST_RESULT_COUNT };
const char *attest_result_word(enum attest_result r); /* "declared" "attested" "contradicted" "inconclusive" */
bool attest_result_from_word(const char *word, enum attest_result *ret);

/* One cell as it was seen. */
struct attest_seen {
	bool tried;          /* false: the adapter does not declare it */
	const char *why_not; /* it was to be tried and could not be: the sentence; NULL */
	bool in_time, ran;   /* ran: the command reached its end, as its last mark on the disk or in the host's pipe says */
	bool sight[SIGHT_COUNT];
};

/* What may be said of one cell, given all of them; appends a sentence without a full stop. */
enum attest_result attest_judge(const struct attest_seen seen[ATTEST_CELL_COUNT], enum attest_cell cell, struct text *why);
/* Of all cells: contradicted beats inconclusive beats attested. */
enum attest_result attest_all(const enum attest_result results[ATTEST_CELL_COUNT]);
/* The cell a request asks for; roots: it names a directory that its mode alone does not make writable. */
enum attest_cell attest_cell_of(enum policy_mode mode, enum git_write git_write, bool roots);
#endif
