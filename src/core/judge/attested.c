/*
 * attested — see attested.h.
 */
#include "core/judge/attested.h"

#include <string.h>

#include "core/base/owned.h"

#define X(id, mode, grant, roots) [ATTEST_##id] = { mode, grant, roots },
const struct attest_policy attest_policies[ATTEST_CELL_COUNT] = { ATTEST_CELLS(X) };
#undef X

static const struct { const char *word, *expected, *words; } sights[] = {
#define X(id, word, expected, words) [SIGHT_##id] = { word, expected, words },
	ATTEST_SIGHTS(X)
#undef X
};

static const char *const result_words[] = { "declared", "attested", "contradicted", "inconclusive" };

/* What was seen in a cell that holds, and no more than that. */
static const char *const attested_words[] = {
	[ATTEST_WRITE] = "with workspace-write the command wrote in the workspace and not outside of it; its commit failed and "
			 "the repository's administrative directory stayed as it was",
	[ATTEST_READ] = "with read-only the same command changed nothing",
	[ATTEST_ROOTS] = "with workspace-write and one named directory it wrote there too, in no other directory of the workspace "
			 "and not outside of it",
	[ATTEST_GRANT] = "with the Git grant it committed, and wrote nothing outside of the workspace and the repository",
};

const char *attest_sight_word(enum attest_sight s)
{
	return sights[s].word;
}

const char *attest_result_word(enum attest_result r)
{
	return result_words[r];
}

bool attest_result_from_word(const char *word, enum attest_result *ret)
{
	for (size_t i = 0; word && i < COUNT_OF(result_words); i++)
		if (strcmp(word, result_words[i]) == 0) {
			*ret = (enum attest_result)i;
			return true;
		}
	return false;
}

static void add_policy(enum attest_cell cell, struct text *out)
{
	text_add_string(out, policy_word(attest_policies[cell].mode));
	if (attest_policies[cell].roots)
		text_add_string(out, " and a named directory");
	if (attest_policies[cell].git_write != GIT_WRITE_NONE)
		text_add_string(out, " and the Git grant");
}

/* Everything the cell forbids and that happened all the same. */
static bool contradicts(const struct attest_seen *seen, enum attest_cell cell, struct text *why)
{
	size_t found = 0;

	for (int s = 0; s < SIGHT_COUNT; s++) {
		if (sights[s].expected[cell] != '-' || !seen->sight[s])
			continue;
		text_add_string(why, found++ ? ", " : "with ");
		if (found == 1) {
			add_policy(cell, why);
			text_add_string(why, " the command ");
		}
		text_add_string(why, sights[s].words);
	}
	return found > 0;
}

static bool inconclusive(const struct attest_seen seen[ATTEST_CELL_COUNT], enum attest_cell cell, struct text *why)
{
	const struct attest_seen *own = &seen[cell];

	if (own->why_not) {
		text_add_string(why, own->why_not);
		return true;
	}
	text_add_string(why, "with ");
	add_policy(cell, why);
	if (!own->in_time) {
		text_add_string(why, " the command did not end in time");
		return true;
	}
	for (int s = 0; s < SIGHT_COUNT; s++)
		if (sights[s].expected[cell] == '+' && !own->sight[s]) {
			text_add_format(why, " it was not seen that the command %s, so what it did not do elsewhere shows nothing",
					sights[s].words);
			return true;
		}
	if (!own->ran) {
		text_add_string(why, " nothing shows that the command ran to its end");
		return true;
	}
	if (cell == ATTEST_READ && !seen[ATTEST_WRITE].sight[SIGHT_INSIDE]) {
		text_add_string(why, " nothing was written, but neither was it with workspace-write");
		return true;
	}
	text_empty(why);
	return false;
}

enum attest_result attest_judge(const struct attest_seen seen[ATTEST_CELL_COUNT], enum attest_cell cell, struct text *why)
{
	text_empty(why);
	if (!seen[cell].tried) {
		text_add_string(why, "not declared, so there was nothing to try");
		return ATTEST_DECLARED;
	}
	if (contradicts(&seen[cell], cell, why))
		return ATTEST_CONTRADICTED;
	if (inconclusive(seen, cell, why))
		return ATTEST_INCONCLUSIVE;
	text_add_string(why, attested_words[cell]);
	if (cell == ATTEST_WRITE && !seen[ATTEST_GRANT].sight[SIGHT_COMMITTED])
		text_add_string(why, " (that shows little: the same commit was not seen to succeed with the grant either)");
	return ATTEST_ATTESTED;
}

enum attest_result attest_all(const enum attest_result results[ATTEST_CELL_COUNT])
{
	static const enum attest_result order[] = { ATTEST_CONTRADICTED, ATTEST_INCONCLUSIVE, ATTEST_ATTESTED };

	for (size_t i = 0; i < COUNT_OF(order); i++)
		for (int cell = 0; cell < ATTEST_CELL_COUNT; cell++)
			if (results[cell] == order[i])
				return order[i];
	return ATTEST_DECLARED;
}

enum attest_cell attest_cell_of(enum policy_mode mode, enum git_write git_write, bool roots)
{
	int cell = 0;

	while (cell < ATTEST_CELL_COUNT &&
	       (attest_policies[cell].mode != mode || attest_policies[cell].git_write != git_write || attest_policies[cell].roots != roots))
		cell++;
	return (enum attest_cell)cell;
}
