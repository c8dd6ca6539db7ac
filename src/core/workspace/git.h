/*
 * git — what only libgit2 can answer: objects, refs, ancestry, status. The only file that knows libgit2 is git.c.
 * Inner header of core/workspace.
 *
 * A handle is opened on the common directory that our own resolver found, never on a worktree: what a child can write
 * (its .git file, gitdir, commondir) is not read. libgit2 runs no hook, fsmonitor, textconv or filter. One handle
 * belongs to one thread. Commit ids are 40 hexadecimal digits.
 *
 * Ownership is judged in ownership.c (libgit2 1.5.1 does not honour safe.directory=*), so libgit2's own check is off.
 */
#ifndef CORE_WORKSPACE_GIT_H
#define CORE_WORKSPACE_GIT_H
#include <stdbool.h>
#include <stddef.h>

#include "core/base/error.h"
#include "core/base/strlist.h"
#include "core/base/text.h"

struct repository;
/* REASON_REPOSITORY_UNREADABLE in all of these. */
bool repository_open(const char *common, struct repository **ret, struct error *err) MUST_CHECK;
void repository_drop(struct repository **r);

/* The commit a ref leads to (symbolic refs followed, tags peeled). Owned; NULL when there is no such ref. */
bool repository_commit_of(const struct repository *r, const char *ref, char **ret_commit, struct error *err) MUST_CHECK;
bool repository_has_commit(const struct repository *r, const char *commit); /* and its tree */
/* 1 directory, 0 missing, -1 anything else (a symlink on the way, too). "" is the root. */
int repository_tree_kind(const struct repository *r, const char *commit, const char *relative);
bool repository_is_ancestor(const struct repository *r, const char *older, const char *newer); /* equal counts */
/* Is commit reachable from one of these (commits, or tags of some)? What is not in the object store counts for nothing. */
bool repository_is_reachable(const struct repository *r, const char *commit, const struct strlist *tips, bool *ret,
			     struct error *err) MUST_CHECK;
/* Adds the commit newer and every ancestor of it that older does not have; at most limit. */
void repository_history(const struct repository *r, const char *newer, const char *older, size_t limit, struct strlist *ret);
/* Deletes ref if it is still at commit. */
bool repository_delete_ref(const struct repository *r, const char *ref, const char *commit, struct error *err) MUST_CHECK;
/* How many of the first limit files of a commit are not in the object store (a partial clone)? */
size_t repository_missing_files(const struct repository *r, const char *commit, size_t limit);
/* What an object is, by its 20 bytes; ret gets its content, checked against its name (NULL: only whether it is there, which
   is OBJECT_BLOB then). OBJECT_MISSING: not there, damaged, or larger than any commit or tree;
   of a file over 64 MiB only the header is read. */
enum object_kind { OBJECT_MISSING = 0, OBJECT_COMMIT = 1, OBJECT_TREE = 2, OBJECT_BLOB = 3, OBJECT_TAG = 4 };
enum object_kind repository_object(const struct repository *r, const unsigned char id[20], struct text *ret);
/* Is the file open at fd the beginning of, or all of, what commit has at path: a checkout that was cut off? */
bool repository_is_beginning(const struct repository *r, const char *commit, const char *path, int fd);

struct status_question {
	const char *worktree; /* top level, verified by the caller; NULL: only the index is compared with the commit */
	const char *commit;   /* what to compare with; NULL: an empty tree */
	const char *index;    /* path of the index file; NULL or missing: none */
	bool fresh;           /* hash every file: no stat data, assume-unchanged or skip-worktree is believed */
	bool ignored;         /* list ignored files, too */
	size_t limit;         /* at most so many paths a list; 0: all */
};
struct status_answer {
	struct strlist modified, deleted, untracked, staged, conflicts, ignored; /* paths relative to the worktree */
	struct strlist submodules; /* "ID PATH" of every one recorded; they are never looked into */
	size_t tracked;
	bool truncated;
};
bool repository_status(struct repository *r, const struct status_question *q, struct status_answer *ret, struct error *err) MUST_CHECK;
void status_answer_clear(struct status_answer *a);
#endif
