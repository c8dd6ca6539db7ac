/*
 * keep_commits — which commits would be unreachable if a worktree and its branch were removed now.
 *
 * What a ref leads to stays. What only a log leads to (an amended commit, one before a reset or a rebase) goes with that
 * log: with the worktree its own logs, with the branch the branch's. Logs that stay keep what they name.
 */
#include <fcntl.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "core/workspace/head.h"
#include "core/workspace/inside.h"
#include "core/workspace/keep.h"
#include "core/workspace/place.h"
#include "core/workspace/reflog.h"
#include "core/workspace/refs.h"

#define LOST_MAX 32      /* so many are named at most */
#define EXAMINED_MAX 2000 /* asking what leads to a commit is slow in a large repository */
#define HISTORY_MAX 200000

/* In a worktree's administrative directory: commits that git remembers outside of refs and logs. */
static const char *const remembered[] = {
	"ORIG_HEAD", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "REBASE_HEAD", "MERGE_AUTOSTASH",
	"rebase-merge/orig-head", "rebase-merge/autostash", "rebase-merge/stopped-sha",
	"rebase-apply/orig-head", "rebase-apply/autostash",
};

/* Every commit that a ref, or the HEAD of another worktree, leads to; without what goes with this one. */
static bool gather_tips(const struct releasing *r, bool without_branch, struct strlist *ret, struct error *err)
{
	CLEARED(entries) struct entries refs = {0};
	OWNED_MEM char *branch = str_format("refs/heads/%s", r->bound.branch);
	OWNED_MEM char *own = r->bound.gitdir.path ? str_format("worktrees/%s/", path_base(r->bound.gitdir.path)) : NULL;

	if (!refs_read(r->bound.common.path, &refs, err))
		return false;
	for (size_t i = 0; i < refs.count; i++) {
		const struct entry *e = &refs.items[i];
		const bool ours = (without_branch && strcmp(e->name, branch) == 0) || (own && strncmp(e->name, own, strlen(own)) == 0);

		if (!ours && commit_is_hex(e->value))
			strlist_add(ret, e->value);
	}
	return true;
}

/* Is the branch checked out elsewhere, or does another symbolic ref lead to it? */
static bool is_in_use(const struct releasing *r, bool *ret, struct error *err)
{
	CLEARED(entries) struct entries refs = {0};
	OWNED_MEM char *value = str_format("ref: refs/heads/%s", r->bound.branch);
	OWNED_MEM char *own = r->bound.gitdir.path ? str_format("worktrees/%s/HEAD", path_base(r->bound.gitdir.path)) : NULL;

	*ret = false;
	if (!refs_read(r->bound.common.path, &refs, err))
		return false;
	for (size_t i = 0; i < refs.count && !*ret; i++)
		*ret = strcmp(refs.items[i].value, value) == 0 && !(own && strcmp(refs.items[i].name, own) == 0);
	return true;
}

static bool is_kept(const struct releasing *r, const char *commit, bool without_branch, bool *ret, struct error *err)
{
	CLEARED(strlist) struct strlist tips = {0};

	return gather_tips(r, without_branch, &tips, err) && repository_is_reachable(r->repository, commit, &tips, ret, err);
}

static bool keep_commit(const struct releasing *r, const char *name, const char *commit, struct error *err)
{
	bool kept = false;

	if (!is_kept(r, commit, false, &kept, err))
		return false;
	if (kept)
		return true;
	OWNED_MEM char *clean = sanitize_copy(name);
	return error_set(err, REASON_WORKSPACE_NOT_RELEASED,
			 "the commit %.12s at %s of this worktree is on no branch and would be lost; "
			 "keep it with git branch NAME %.12s, then release again",
			 commit, clean, commit);
}

/* Refs that only this worktree has: refs/worktree, refs/bisect, refs/rewritten. */
static bool keep_private_refs(const struct releasing *r, struct error *err)
{
	CLEARED(entries) struct entries refs = {0};
	OWNED_MEM char *directory = path_join(r->bound.gitdir.path, "refs");

	refs_read_loose(directory, "refs", &refs);
	for (size_t i = 0; i < refs.count; i++)
		if (commit_is_hex(refs.items[i].value) && repository_has_commit(r->repository, refs.items[i].value) &&
		    !keep_commit(r, refs.items[i].name, refs.items[i].value, err))
			return false;
	return true;
}

bool keep_branch_goes(const struct releasing *r, char **ret_commit, char **ret_why, bool *ret, struct error *err)
{
	const struct binding *b = &r->bound;
	OWNED_MEM char *ref = str_format("refs/heads/%s", b->branch);
	bool elsewhere = false, in_use = false;

	*ret_commit = *ret_why = NULL;
	*ret = false;
	if (!r->repository || !b->branch || (!b->branch_created && !r->interrupted))
		return true;
	if (!repository_commit_of(r->repository, ref, ret_commit, err))
		return false;
	if (!*ret_commit)
		return true;
	if (r->options->keep_branch) {
		*ret_why = str_copy("it was asked to be kept");
		return true;
	}
	if (!is_in_use(r, &in_use, err) || !is_kept(r, *ret_commit, true, &elsewhere, err))
		return false;
	if (in_use)
		*ret_why = str_copy("it is checked out elsewhere");
	else if (!elsewhere)
		*ret_why = str_format("its commit %.12s is reachable from nowhere else", *ret_commit);
	*ret = elsewhere && !in_use;
	return true;
}

static bool has_sorted(const struct strlist *l, const char *s)
{
	size_t low = 0, high = l->count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const int order = strcmp(l->items[middle], s);
		if (order == 0)
			return true;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

static char *branch_log(const struct releasing *r)
{
	OWNED_MEM char *relative = str_format("logs/refs/heads/%s", r->bound.branch);

	return path_join(r->bound.common.path, relative);
}

/* What is named by something that goes: sorted. */
static bool gather_named(const struct releasing *r, bool branch_goes, struct strlist *ret, struct error *err)
{
	OWNED_MEM char *log = branch_goes ? branch_log(r) : NULL;
	const char *gitdir = r->bound.gitdir.path;
	OWNED_MEM char *logs = gitdir ? path_join(gitdir, "logs") : NULL;

	if ((log && !reflog_read(log, ret, err)) || (r->gitdir && !reflog_read_all(logs, NULL, ret, err)))
		return false;
	for (size_t i = 0; r->gitdir && i < COUNT_OF(remembered); i++) {
		OWNED_MEM char *line = admin_line_of(gitdir, remembered[i]);
		if (line && commit_is_hex(line))
			strlist_add(ret, line);
	}
	strlist_sort(ret);
	return true;
}

/* What is named by a log that stays: sorted. One that cannot be read keeps nothing. */
static void gather_logged(const struct releasing *r, bool branch_goes, struct strlist *ret)
{
	OWNED_MEM char *logs = path_join(r->bound.common.path, "logs");
	OWNED_MEM char *own = branch_goes ? branch_log(r) : NULL;
	struct error ignored = {0};

	if (!reflog_read_all(logs, own, ret, &ignored))
		strlist_clear(ret);
	strlist_sort(ret);
}

/* What can be asked of one commit after the other. */
struct examination {
	const struct releasing *r;
	struct strlist history; /* of the branch, behind the base: sorted */
	struct strlist tips, logged;
	size_t examined;
	bool logged_read, branch_goes;
};

static void examination_clear(struct examination *x)
{
	strlist_clear(&x->history);
	strlist_clear(&x->tips);
	strlist_clear(&x->logged);
}

static bool is_lost(struct examination *x, const char *commit, bool *ret, struct error *err)
{
	bool kept = false;

	*ret = false;
	if (has_sorted(&x->history, commit) || !repository_has_commit(x->r->repository, commit))
		return true;
	if (++x->examined > EXAMINED_MAX)
		return error_set(err, REASON_WORKSPACE_NOT_RELEASED,
				 "the logs of this worktree name too many commits to find out what leads to each; keep those you need "
				 "with git branch NAME COMMIT, then release it with --discard-unreachable");
	if (!repository_is_reachable(x->r->repository, commit, &x->tips, &kept, err))
		return false;
	if (kept)
		return true;
	if (!x->logged_read)
		gather_logged(x->r, x->branch_goes, &x->logged);
	x->logged_read = true;
	*ret = !has_sorted(&x->logged, commit);
	return true;
}

/* One that leads to the others stands for them. */
static void add_lost(const struct repository *r, const char *commit, struct strlist *lost)
{
	for (size_t i = lost->count; i-- > 0;) {
		if (repository_is_ancestor(r, commit, lost->items[i]))
			return;
		if (repository_is_ancestor(r, lost->items[i], commit))
			strlist_remove(lost, i);
	}
	strlist_add(lost, commit);
}

bool keep_logged(const struct releasing *r, bool branch_goes, const char *branch_commit, struct strlist *ret, struct error *err)
{
	CLEARED(strlist) struct strlist named = {0};
	CLEARED(examination) struct examination x = { .r = r, .branch_goes = branch_goes };

	if (!gather_named(r, branch_goes, &named, err))
		return false;
	if (named.count == 0)
		return true;
	if (!gather_tips(r, branch_goes, &x.tips, err))
		return false;
	if (branch_commit)
		repository_history(r->repository, branch_commit, r->bound.base_commit, HISTORY_MAX, &x.history);
	strlist_sort(&x.history);
	for (size_t i = 0; i < named.count && ret->count < LOST_MAX; i++) {
		bool lost = false;
		if (i > 0 && strcmp(named.items[i], named.items[i - 1]) == 0)
			continue;
		if (!is_lost(&x, named.items[i], &lost, err))
			return false;
		if (lost)
			add_lost(r->repository, named.items[i], ret);
	}
	return true;
}

static bool keep_what_logs_name(const struct releasing *r, struct error *err)
{
	CLEARED(strlist) struct strlist shortened = {0};
	OWNED_MEM char *commit = NULL;
	OWNED_MEM char *why = NULL;
	struct strlist *lost = &r->report->unreachable;
	struct error unknown = {0};
	bool goes = false;

	if (!keep_branch_goes(r, &commit, &why, &goes, err))
		return false;
	const bool known = keep_logged(r, goes, commit, lost, &unknown);
	if (r->options->discard_unreachable)
		return true;
	if (!known) {
		*err = unknown;
		return false;
	}
	for (size_t i = 0; i < lost->count; i++)
		strlist_add_format(&shortened, "%.12s", lost->items[i]);
	return lost->count == 0 ||
	       keep_refuse(
		       err,
		       "commits that only the log of this worktree or of its branch leads to would be lost: @; keep each with git branch "
		       "NAME COMMIT, or release the worktree with --discard-unreachable",
		       &shortened);
}

bool keep_commits(const struct releasing *r, struct error *err)
{
	OWNED_MEM char *ref = NULL;
	OWNED_MEM char *commit = NULL;

	if (r->interrupted || !r->repository)
		return true;
	if (r->gitdir && !inside_head(&r->bound, r->repository, &ref, &commit, err))
		return false;
	if (!ref && commit && !keep_commit(r, "the detached HEAD", commit, err))
		return false; /* a branch stays, or is judged for itself */
	return (!r->gitdir || keep_private_refs(r, err)) && keep_what_logs_name(r, err);
}
