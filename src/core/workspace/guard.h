/*
 * guard — what libgit2 would wait for or read without end: a FIFO, device or symlink where it expects a file. Looked for
 * before it is let near. Inner header of core/workspace.
 */
#ifndef CORE_WORKSPACE_GUARD_H
#define CORE_WORKSPACE_GUARD_H
#include <stdbool.h>

#include "core/base/error.h"

/* REASON_REPOSITORY_UNREADABLE: names the first entry that is not a regular file. */
bool guard_repository(const char *common, struct error *err) MUST_CHECK; /* configuration, refs' files, object store */
bool guard_file(const char *directory, const char *name, struct error *err) MUST_CHECK; /* missing is fine */
bool guard_worktree(const char *worktree, struct error *err) MUST_CHECK; /* .gitignore and .gitattributes at every level */
#endif
