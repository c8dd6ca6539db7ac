/*
 * refs — every ref of a repository by our own reading: packed ones under loose ones, so that packing them changes
 * nothing; the HEAD and private refs of every worktree, and the depth of the stash. Inner header of core/workspace.
 *
 * Values are a commit id, "ref: NAME", or "!" and a word for what is neither (never opened when it is no regular file).
 */
#ifndef CORE_WORKSPACE_REFS_H
#define CORE_WORKSPACE_REFS_H
#include <stdbool.h>

#include "core/base/error.h"
#include "core/workspace/entries.h"

/* REASON_REPOSITORY_UNREADABLE: packed-refs exists and cannot be read. Sorted. */
bool refs_read(const char *common, struct entries *ret, struct error *err) MUST_CHECK;
/* The object a ref leads to through symbolic refs. Owned; NULL: there is no such ref. REASON_REPOSITORY_UNREADABLE:
   it is damaged, or no regular file. */
bool refs_find(const char *common, const char *name, char **ret_id, struct error *err) MUST_CHECK;
/* Every loose ref beneath directory, named prefix/…; unsorted. */
void refs_read_loose(const char *directory, const char *prefix, struct entries *ret);
#endif
