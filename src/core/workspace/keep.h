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

/* Refuses with a sentence that has the first of paths in place of its @. REASON_WORKSPACE_NOT_RELEASED. */
bool keep_refuse(struct error *err, const char *fmt, const struct strlist *paths);

/* Uncommitted files, unfinished operations, submodules and other repositories, ignored files. REASON_WORKSPACE_NOT_RELEASED. */
bool keep_files(const struct releasing *r, struct error *err) MUST_CHECK;
/* Commits that only this worktree's HEAD, its private refs, its logs or its branch's log lead to. */
bool keep_commits(const struct releasing *r, struct error *err) MUST_CHECK;
/* Would the branch be deleted? ret_commit: where it is (owned; NULL: there is none). ret_why (owned): why it stays. */
bool keep_branch_goes(const struct releasing *r, char **ret_commit, char **ret_why, bool *ret, struct error *err) MUST_CHECK;
/* The commits that only logs lead to and that nothing leads to afterwards, without the ancestors of another of them. */
bool keep_logged(const struct releasing *r, bool branch_goes, const char *branch_commit, struct strlist *ret, struct error *err) MUST_CHECK;
#endif
