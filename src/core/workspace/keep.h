/*
 * keep — what would be lost if a worktree were removed now. Inner header of core/workspace.
 */
#ifndef CORE_WORKSPACE_KEEP_H
#define CORE_WORKSPACE_KEEP_H
#include "core/workspace/git.h"
#include "core/workspace/workspace.h"

/* What release.c knows while it works. bound is a copy whose places may be filled in from the disk. */
struct releasing {
	struct binding bound;      /* shallow: pointers are borrowed */
	const struct release_options *options;
	struct release_report *report;
	struct repository *repository; /* NULL: the repository itself is gone */
	bool interrupted;          /* the making was: nothing but git ever worked in it */
	bool worktree, gitdir;     /* is it there under its own name? */
};

/* Uncommitted files, unfinished operations, checked-out submodules, ignored files. REASON_WORKSPACE_NOT_RELEASED. */
bool keep_files(const struct releasing *r, struct error *err) MUST_CHECK;
/* Commits that only this worktree's HEAD or its private refs lead to. */
bool keep_commits(const struct releasing *r, struct error *err) MUST_CHECK;
/* Is commit reachable without the run's branch: from another ref, or the HEAD of another worktree? */
bool keep_is_elsewhere(const struct releasing *r, const char *commit, bool *ret, struct error *err) MUST_CHECK;
#endif
