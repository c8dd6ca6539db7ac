/*
 * private_gitdir — an administrative directory of our own, for the one command that writes files: git reads this one's
 * configuration instead of the repository's, so that nothing the repository's files say can name a program. Only the
 * objects, the worktree's index and plain settings are the repository's. Inner header of core/workspace.
 */
#ifndef CORE_WORKSPACE_PRIVATE_GITDIR_H
#define CORE_WORKSPACE_PRIVATE_GITDIR_H
#include "core/base/text.h"
#include "core/workspace/workspace.h"

/* What the repository says and a checkout needs: keys and values in pairs, values only, never a program. */
struct plain_settings {
	struct strlist pairs;
	struct strlist filters, own_filters; /* names of those the repository defines, of those the operator does */
	bool promisor;       /* some of its objects may be missing */
	bool storage_is_set; /* the operator's own configuration has a place for large files */
};
/* listed: what "git config --list -z --show-scope" printed. home expands "~/". */
void plain_settings_read(const struct text *listed, const char *home, struct plain_settings *ret);
/* Adds the filters that only the repository defines: they do not exist for the checkout. */
void plain_settings_filters_off(const struct plain_settings *s, struct strlist *ret);
void plain_settings_clear(struct plain_settings *s);

/* In lock_dir, one for each repository, whose lock the caller holds; what an interrupted making left there goes first.
   gitdir: of the worktree. ret_path is owned. */
bool private_gitdir_make(const struct layout *l, const char *lock_dir, const char *gitdir, const struct plain_settings *s,
			 char **ret_path, struct error *err) MUST_CHECK;
void private_gitdir_remove(const char *path);
#endif
