/*
 * worktree_add — the one place where the git program runs: git worktree add, with a scrubbed environment and everything
 * off that a repository could make it execute. Inner header of core/workspace.
 */
#ifndef CORE_WORKSPACE_WORKTREE_ADD_H
#define CORE_WORKSPACE_WORKTREE_ADD_H
#include "core/workspace/workspace.h"

#define WORKTREE_LOCK_REASON "bulkhead run %s" /* the run id */

/* Into the existing empty directory worktree. lock_fd is inherited by git, so that the repository's lock is held until
   the last of its processes is gone, whatever becomes of us. *ret_raced: a prune got in between; once more is right.
   ret_filters_off gets
   the names of the filters that only the repository's configuration defines: they did not run.
   REASON_WORKSPACE_UNAVAILABLE with git's last words; what it left behind is the caller's to undo. */
bool worktree_add(const struct layout *l, const struct workspace_plan *plan, const char *worktree, int lock_fd,
		  struct strlist *ret_filters_off, bool *ret_raced, struct error *err) MUST_CHECK;
#endif
