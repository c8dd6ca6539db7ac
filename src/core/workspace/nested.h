/*
 * nested — repositories inside a worktree that are not its own: what is committed in one exists nowhere else, whatever
 * the worktree's .gitignore says of it. Inner header of core/workspace.
 */
#ifndef CORE_WORKSPACE_NESTED_H
#define CORE_WORKSPACE_NESTED_H
#include "core/base/error.h"
#include "core/base/strlist.h"

struct nested_found {
	struct strlist checkouts; /* directories beneath the worktree with a .git of their own: relative, with a slash at the end */
	struct strlist bare;      /* those that look like a repository without a checkout: HEAD, objects and refs */
};
/* No symlink is followed. REASON_WORKSPACE_NOT_RELEASED: names a directory that cannot be looked into. */
bool nested_find(const char *worktree, struct nested_found *ret, struct error *err) MUST_CHECK;
void nested_found_clear(struct nested_found *f);
#endif
