/*
 * admin — the administrative files of a repository that decide what git runs or where it looks: type, mode and digest
 * of each. Inner header of core/workspace. Nothing but regular files is ever opened for reading.
 */
#ifndef CORE_WORKSPACE_ADMIN_H
#define CORE_WORKSPACE_ADMIN_H
#include "core/workspace/entries.h"
#include "core/workspace/workspace.h"

/* Hooks (also where core.hooksPath leads), configuration and what it includes, info/, alternates, submodules' hooks and
   configuration, pointers of every worktree, and the names of everything at the top of the repository. Sorted. false: there was more than is
   looked at (20,000 files or directories, 8 levels), and what lies beyond is not in it. A file that is too large to be read
   (8 MiB, 64 MiB in all) is there by its size, inode and time of change. */
bool admin_read_all(const struct binding *b, struct entries *ret);
#endif
