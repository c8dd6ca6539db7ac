/*
 * policy — the words of topology, mode, grant and style, one table each, read in both directions.
 */
#include "core/judge/policy.h"

#include "core/base/text.h"
#include "core/judge/request.h"

static const char *const topology_words[] = {
	[TOPOLOGY_SHARED] = "shared", [TOPOLOGY_WORKTREE] = "worktree",
};
_Static_assert(COUNT_OF(topology_words) == TOPOLOGY_COUNT, "one word per topology");

static const char *const mode_words[] = {
	[POLICY_ABSENT] = "none", [POLICY_READ_ONLY] = "read-only", [POLICY_WORKSPACE_WRITE] = "workspace-write",
};
_Static_assert(COUNT_OF(mode_words) == POLICY_COUNT, "one word per mode");

static const char *const git_write_words[] = {
	[GIT_WRITE_NONE] = "none", [GIT_WRITE_SHARED_REPOSITORY] = "shared-repository",
};
_Static_assert(COUNT_OF(git_write_words) == GIT_WRITE_COUNT, "one word per grant");

static const char *const style_words[] = {
	[STYLE_DEFAULT] = "default", [STYLE_HEADLESS] = "headless", [STYLE_INTERACTIVE] = "interactive",
};
_Static_assert(COUNT_OF(style_words) == STYLE_COUNT, "one word per style");

/* first: the lowest value that a request may name. */
static const struct { const char *const *words; unsigned first, count; } sets[] = {
	[WORDS_TOPOLOGY] = { topology_words, 0, TOPOLOGY_COUNT },
	[WORDS_MODE] = { mode_words, POLICY_ABSENT + 1, POLICY_COUNT },
	[WORDS_GIT_WRITE] = { git_write_words, 0, GIT_WRITE_COUNT },
	[WORDS_STYLE] = { style_words, 0, STYLE_COUNT },
};
_Static_assert(COUNT_OF(sets) == WORDS_COUNT, "one set per kind of word");

static const char *word_at(enum word_set set, unsigned at)
{
	return at < sets[set].count ? sets[set].words[at] : "unknown";
}

static bool word_find(enum word_set set, const char *word, unsigned *ret)
{
	for (unsigned i = sets[set].first; word && i < sets[set].count; i++)
		if (strcmp(sets[set].words[i], word) == 0) {
			*ret = i;
			return true;
		}
	return false;
}

void words_known(enum word_set set, struct text *out)
{
	for (unsigned i = sets[set].first; i < sets[set].count; i++)
		text_add_format(out, "%s%s", i == sets[set].first ? "" : ", ", sets[set].words[i]);
}

#define WORDS(type, prefix, set)                                     \
	const char *prefix##_word(enum type value)                   \
	{                                                            \
		return word_at(set, (unsigned)value);                \
	}                                                            \
	bool prefix##_from_word(const char *word, enum type *ret)    \
	{                                                            \
		unsigned at;                                         \
                                                                     \
		if (!word_find(set, word, &at))                      \
			return false;                                \
		*ret = (enum type)at;                                \
		return true;                                         \
	}

WORDS(topology, topology, WORDS_TOPOLOGY)
WORDS(policy_mode, policy, WORDS_MODE)
WORDS(git_write, git_write, WORDS_GIT_WRITE)
WORDS(style, style, WORDS_STYLE)
