/*
 * inside — what a bound worktree holds: its HEAD, uncommitted files, unfinished operations. Read from the administrative
 * directory that was bound, never from what the worktree says. Inner header of core/workspace.
 */
#ifndef CORE_WORKSPACE_INSIDE_H
#define CORE_WORKSPACE_INSIDE_H
#include "core/workspace/git.h"
#include "core/workspace/workspace.h"

/* ret_ref NULL: detached. ret_commit NULL: the ref does not exist. Owned both. */
bool inside_head(const struct binding *b, const struct repository *r, char **ret_ref, char **ret_commit, struct error *err) MUST_CHECK;
/* repository_status(), and what it leaves out: submodules that are checked out are left in ret->submodules by their path,
   those at another commit are among the modified. What they hold is not looked into. */
bool inside_compare(struct repository *r, const struct status_question *q, struct status_answer *ret, struct error *err) MUST_CHECK;
/* Compared with commit. fresh: nothing the index says is believed. */
bool inside_status(const struct binding *b, struct repository *r, const char *commit, bool fresh, struct status_answer *ret,
		   struct error *err) MUST_CHECK;
/* What only the index has, the worktree being gone, in ret->staged and ret->conflicts. */
bool inside_staged(const struct binding *b, struct repository *r, const char *commit, struct status_answer *ret, struct error *err) MUST_CHECK;
/* May the index be believed: is it still the file git wrote when the worktree was made, under an ordinary configuration? */
bool inside_index_is_ours(const struct binding *b);
void inside_operations(const char *gitdir, struct strlist *ret); /* "merge", "rebase", … */
/* Conflicts, staged, modified, deleted and untracked paths: sorted, each once, at most limit (0: all). */
void inside_dirty(const struct status_answer *a, size_t limit, struct strlist *ret, bool *ret_truncated);
#endif
