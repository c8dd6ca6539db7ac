/*
 * format — what a repository's own configuration says about its format, and which of it can be served.
 * Inner header of core/workspace.
 */
#ifndef CORE_WORKSPACE_FORMAT_H
#define CORE_WORKSPACE_FORMAT_H
#include <stdbool.h>

#include "core/base/error.h"
#include "core/base/strlist.h"

struct format {
	int version;              /* core.repositoryformatversion */
	bool bare, bare_known;    /* core.bare, also from config.worktree where that is on */
	char *worktree;           /* core.worktree as written; NULL: unset */
	bool worktree_config, promisor, sparse;
	bool split_index, sparse_index, skip_hash; /* the index would be one that libgit2 cannot read */
	struct strlist extensions; /* "name=value", names in lower case */
};

bool format_read(const char *common, const char *gitdir, struct format *ret, struct error *err) MUST_CHECK;
void format_clear(struct format *f);
char *format_refusal(const struct format *f); /* owned sentence why nobody may read this repository; NULL: fine */
char *format_no_worktree(const struct format *f); /* owned sentence why no worktree is made from it; NULL: fine */
#endif
