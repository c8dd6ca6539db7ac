/*
 * bind — where the parts of a made worktree are, found again by what points at what. Inner header of core/workspace.
 */
#ifndef CORE_WORKSPACE_BIND_H
#define CORE_WORKSPACE_BIND_H
#include "core/workspace/workspace.h"

#define LOCK_NAME_BYTES 64
#define WORKTREES_NAME ".harnery-workspaces" /* beside the source */

/* The administrative directory in common whose gitdir file names <worktree>/.git. false: there is none. */
bool bind_find_gitdir(const struct place *common, const char *worktree, struct place *ret);
/* Adds a sentence for every pointer that is not what was bound: W/.git, G/gitdir, G/commondir. missing_is_fine: the
   making was interrupted, a pointer that is not there yet is no change. */
void bind_check_pointers(const struct binding *b, bool missing_is_fine, struct strlist *changed);
/* The lock of the repository a common directory belongs to; held until *ret_fd is closed. */
bool bind_lock(const char *lock_dir, struct identity common, int *ret_fd, struct error *err) MUST_CHECK;
/* Removes the directory of worktrees when it has our name for it and nothing but our .gitignore is left in it. */
void bind_drop_parent(const char *parent);
void bind_drop_empty(const struct place *common); /* its worktrees directory, when it is empty, as git does */
#endif
