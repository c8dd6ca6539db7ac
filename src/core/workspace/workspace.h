/*
 * workspace — where children work: classified, bound by identity, made, attested and released.
 *
 * Reads go through our own resolver (layout.c) or libgit2 (git.c); the git program is run for one thing only, creating
 * a linked worktree, with everything a repository could make it execute switched off. Removal is our own code, by
 * device and inode. All or nothing: an error or a kill at any step leaves nothing, or something that the journal entry
 * written before the first step names and workspace_release() removes.
 */
#ifndef CORE_WORKSPACE_WORKSPACE_H
#define CORE_WORKSPACE_WORKSPACE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/base/strlist.h"

struct identity { uint64_t device, inode; };
struct place { char *path; struct identity id; }; /* realpath, owned; path NULL: there is none */

enum layout_kind {
	LAYOUT_DIRECTORY, /* a directory without a repository */
	LAYOUT_PLAIN, LAYOUT_GITFILE /* submodule or --separate-git-dir */, LAYOUT_LINKED /* linked worktree */, LAYOUT_BARE,
	LAYOUT_REFUSED    /* a repository that cannot be served; why says it */
};

/* What a picked directory is. top is found by walking up from the picked directory like git does. */
struct layout {
	enum layout_kind kind;
	struct place picked, top, gitdir, common;
	char *main_root;      /* top level of the main checkout; NULL: bare or without a repository */
	char *superproject;   /* top level of the superproject of a submodule; NULL */
	char *head_ref;       /* "refs/heads/main"; NULL: detached, unborn or none */
	char *branch;         /* short name; NULL like head_ref */
	char *head;           /* commit id in hex; NULL: unborn or none */
	bool detached, unborn;
	char *why;            /* LAYOUT_REFUSED: the complete sentence */
	char *words;          /* the layout said in words, one line, e.g. "linked worktree of ~/src/orders, on main at 1a2b3c4" */
	char *no_worktree;    /* NULL, or the complete sentence why a linked worktree cannot be made from here */
};

bool layout_read(const char *path, struct layout **ret, struct error *err) MUST_CHECK; /* REASON_WORKSPACE_UNAVAILABLE: not a directory, unreadable */
void layout_drop(struct layout **l);

/* Cheap facts for screens and warnings; each may take long on a large repository, so they are apart from layout_read. */
struct repository_facts {
	size_t branches, stashes, worktrees, submodules, tracked_files;
	bool dirty_known; struct strlist dirty; /* at most dirty_limit paths, unquoted */
	bool dirty_truncated;
};
bool repository_read(const struct layout *l, size_t dirty_limit, struct repository_facts *ret, struct error *err) MUST_CHECK;
void repository_facts_clear(struct repository_facts *f);

/* Kind of path in the base commit's tree, for a root of a worktree that is not made yet: 1 directory, 0 missing, -1 other
   (a file, a symlink anywhere on the way). relative is without a leading slash; "" is the root: 1. */
int tree_kind(const struct layout *l, const char *relative);

/* The verified workspace of a run. For the shared topology: isolated false, only workspace/active/source/… are set. */
struct binding {
	bool isolated;
	char *binding_id, *workspace_id, *recovery_token; /* record identities; NULL when shared */
	struct place parent;        /* directory the worktree was made in (".harnery-workspaces"); path NULL when shared */
	struct place workspace;     /* workspace root */
	struct place active;        /* the picked subdirectory inside it, else the same as workspace */
	struct place source;        /* top level of the repository it was made from, or the directory itself */
	struct place gitdir, common; /* path NULL without a repository */
	char *main_root;            /* NULL without a main checkout */
	char *base_commit, *target_ref, *target_commit; /* NULL without a repository; target_ref NULL when detached */
	char *branch;               /* short name of the branch made for this run; NULL when shared */
	bool branch_created;
	uint64_t created_ms;
	struct strlist filters_off; /* names of filters that only the repository defines: they did not run; not recorded */
	uint64_t index_inode, index_ctime_ns; /* the worktree's index as git made it; not recorded, 0: not known */
};
void binding_drop(struct binding **b);

struct workspace_plan {
	const char *run_id, *binding_id, *workspace_id, *recovery_token;
	const char *parent;      /* absolute: where the worktree directory is made; created 0700 with a ".gitignore" of "*" */
	const char *branch;      /* "harnery/workspace/<binding_id>" */
	const char *relative;    /* active root inside the workspace, "" for its root */
	uint64_t created_ms;
	uint64_t timeout_ms;     /* for the git program */
	const char *git_program; /* absolute path of git */
	const char *home, *path; /* the scrubbed environment's HOME and PATH */
	const char *lock_dir;    /* directory for the per-repository lock file, keyed by the common dir's identity */
};

/* Where a worktree for this layout goes by default: owned path "<parent of source>/.harnery-workspaces", or one under
   state when that cannot be written, is a symlink or lies under a temporary directory. Its own realpath. */
char *workspace_parent_for(const struct layout *l, const char *state, const struct strlist *temporary);

bool workspace_bind_shared(const struct layout *l, struct binding **ret, struct error *err) MUST_CHECK;
bool workspace_make(const struct layout *l, const struct workspace_plan *plan, struct binding **ret, struct error *err) MUST_CHECK;

/* A worktree is made locked against git's own pruning and removal. Takes this run's lock off, when the run is over; one that
   cannot be taken off, or is another's, stays: workspace_release() removes a locked worktree as well. */
void workspace_unlock(const struct binding *b, const char *run_id);

/* Compare every identity and pointer with the disk: drift (sentences) empty means the workspace is what was bound. */
struct attestation {
	bool ok, exists;
	struct strlist drift;
	char *head_commit, *current_ref;   /* NULL: none */
	bool base_is_ancestor, target_is_ancestor;
	struct strlist dirty, ignored, conflicts, operations; /* complete, unquoted */
	bool dirty_known;
	struct strlist commits;            /* on the branch since the base, the newest first: at most 200 */
	bool commits_more;                 /* there are more */
	char *target_ref_oid;              /* where the target ref is now; NULL: gone or none */
};
void workspace_attest(const struct binding *b, struct attestation *ret);
void attestation_clear(struct attestation *a);

/* Release: removes the worktree, its administrative directory and the branch, each only when it is what was bound, when
   nothing uncommitted and no other repository is in it, and when no commit would become unreachable. What is uncommitted
   is never discarded. Refusals: REASON_WORKSPACE_NOT_RELEASED (names what would be lost), REASON_WORKSPACE_CHANGED.
   Repeating it after success is true with already_gone. */
struct release_options {
	bool discard_ignored;     /* remove it although files that git ignores are in it */
	bool discard_unreachable; /* remove it although the log of the worktree, or of a branch that goes, is all that leads to
				     some commits (amended, reset or rebased away); one at a detached HEAD is refused even so */
	bool keep_branch;
};
struct release_report {
	bool already_gone, worktree_removed, gitdir_removed, branch_deleted;
	uint64_t files_removed;
	char *branch_kept_why;   /* NULL, or why the branch was left */
	struct strlist ignored;  /* the ignored files that were (or would be) removed */
	struct strlist unreachable; /* the commits (in hex; the newest stands for its ancestors) that only those logs led (lead) to */
};
bool workspace_release(const struct binding *b, const struct release_options *options, const char *lock_dir,
		       struct release_report *ret, struct error *err) MUST_CHECK;
void release_report_clear(struct release_report *r);
#endif
