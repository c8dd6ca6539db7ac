#include "core/workspace/keep.h"

#include <fcntl.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "core/workspace/format.h"
#include "core/workspace/head.h"
#include "core/workspace/inside.h"
#include "core/workspace/place.h"
#include "core/workspace/refs.h"

#define NAMED_MAX 3

/* "a, b, c and 4 more" */
static char *name_some(const struct strlist *paths)
{
	CLEARED(text) struct text t = {0};

	for (size_t i = 0; i < paths->count && i < NAMED_MAX; i++) {
		text_add_string(&t, i ? ", " : "");
		sanitize_add(&t, paths->items[i], strlen(paths->items[i]));
	}
	if (paths->count > NAMED_MAX)
		text_add_format(&t, " and %zu more", paths->count - NAMED_MAX);
	return text_take(&t);
}

static bool refuse(struct error *err, const char *fmt, const struct strlist *paths)
{
	OWNED_MEM char *some = name_some(paths);
	CLEARED(text) struct text t = {0};
	const char *mark = strchr(fmt, '@');

	text_add(&t, fmt, (size_t)(mark - fmt));
	text_add_string(&t, some);
	text_add_string(&t, mark + 1);
	return error_set(err, REASON_WORKSPACE_NOT_RELEASED, "%s", text_c(&t));
}

/* git was cut off in the middle of a checkout: what is there of a file is the beginning of it. */
static void forgive_cut_off(const struct releasing *r, const struct strlist *modified, struct strlist *ret)
{
	OWNED_FD int dir = open(r->bound.workspace.path, O_PATH | O_DIRECTORY | O_CLOEXEC);

	for (size_t i = 0; i < modified->count; i++) {
		OWNED_FD int fd = openat(dir, modified->items[i], O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
		if (fd < 0 || !repository_is_beginning(r->repository, r->bound.base_commit, modified->items[i], fd))
			strlist_add(ret, modified->items[i]);
	}
}

static bool is_sparse(const struct releasing *r)
{
	CLEARED(format) struct format f = {0};
	struct error ignored = {0};

	return r->bound.gitdir.path && format_read(r->bound.common.path, r->bound.gitdir.path, &f, &ignored) && f.sparse;
}

static void gather(const struct releasing *r, struct status_answer *a, struct strlist *ret)
{
	bool truncated = false;

	if (r->interrupted) {
		forgive_cut_off(r, &a->modified, ret);
		strlist_copy(ret, &a->untracked);
		return;
	}
	if (is_sparse(r))
		strlist_clear(&a->deleted); /* left out by the operator's own choice; nothing of them is lost */
	inside_dirty(a, 0, ret, &truncated);
}

static bool read_commit(const struct releasing *r, char **ret, struct error *err)
{
	OWNED_MEM char *ref = NULL;
	OWNED_MEM char *own = str_format("refs/heads/%s", r->bound.branch);

	if (r->gitdir && !r->interrupted) {
		if (!inside_head(&r->bound, r->repository, &ref, ret, err))
			return false;
		OWNED_MEM char *clean = sanitize_copy(ref);
		return *ret || error_set(err, REASON_WORKSPACE_NOT_RELEASED,
					 "its branch %s is gone; make it again at the right commit, "
					 "or release it with --discard-changes --discard-ignored",
					 clean);
	}
	if (!r->interrupted && !repository_commit_of(r->repository, own, ret, err))
		return false;
	if (!*ret)
		*ret = str_copy(r->bound.base_commit);
	return true;
}

static bool read_status(const struct releasing *r, struct status_answer *a, struct error *err)
{
	OWNED_MEM char *commit = NULL;

	if (!r->repository)
		return error_set(err, REASON_WORKSPACE_NOT_RELEASED,
				 "the repository of this worktree is gone, so it cannot be seen what in it "
				 "is uncommitted; save what you need, then release it with --discard-changes --discard-ignored");
	if (!read_commit(r, &commit, err) || !inside_status(&r->bound, r->repository, commit, true, a, err)) {
		err->reason = REASON_WORKSPACE_NOT_RELEASED;
		return error_wrap(err, "it cannot be seen what in this worktree is uncommitted");
	}
	return true;
}

static bool keep_unfinished(const struct releasing *r, struct error *err)
{
	CLEARED(strlist) struct strlist operations = {0};

	if (!r->gitdir || r->interrupted)
		return true;
	inside_operations(r->bound.gitdir.path, &operations);
	if (operations.count > 0)
		return refuse(err, "a @ is unfinished in this worktree; finish or abort it, or release it with --discard-changes",
			      &operations);
	if (admin_exists(r->bound.gitdir.path, "modules"))
		return error_set(err, REASON_WORKSPACE_NOT_RELEASED,
				 "submodules were checked out in this worktree, and their repositories "
				 "would go with it; push what you need, then release it with --discard-changes");
	return true;
}

bool keep_files(const struct releasing *r, struct error *err)
{
	CLEARED(status_answer) struct status_answer a = {0};
	CLEARED(strlist) struct strlist dirty = {0};
	const struct release_options *o = r->options;
	struct error unknown = {0};

	if (!r->worktree)
		return true;
	if (!o->discard_changes && !keep_unfinished(r, err))
		return false;
	if (!read_status(r, &a, &unknown)) {
		if (o->discard_changes && o->discard_ignored)
			return true;
		*err = unknown;
		return false;
	}
	strlist_copy(&r->report->ignored, &a.ignored);
	gather(r, &a, &dirty);
	if (a.submodules.count > 0 && !o->discard_changes)
		return refuse(err,
			      "submodules are checked out in this worktree: @; push what you need of them, then release it with "
			      "--discard-changes",
			      &a.submodules);
	if (dirty.count > 0 && !o->discard_changes)
		return refuse(err, "uncommitted work would be lost: @; commit it, or release the worktree with --discard-changes", &dirty);
	if (a.ignored.count > 0 && !o->discard_ignored)
		return refuse(err, "files that git ignores would be lost: @; save them, or release the worktree with --discard-ignored",
			      &a.ignored);
	return true;
}

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

static bool is_kept(const struct releasing *r, const char *commit, bool without_branch, bool *ret, struct error *err)
{
	CLEARED(strlist) struct strlist tips = {0};

	return gather_tips(r, without_branch, &tips, err) && repository_is_reachable(r->repository, commit, &tips, ret, err);
}

bool keep_is_elsewhere(const struct releasing *r, const char *commit, bool *ret, struct error *err)
{
	return is_kept(r, commit, true, ret, err);
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

bool keep_commits(const struct releasing *r, struct error *err)
{
	OWNED_MEM char *ref = NULL;
	OWNED_MEM char *commit = NULL;

	if (!r->gitdir || r->interrupted || !r->repository)
		return true;
	if (!inside_head(&r->bound, r->repository, &ref, &commit, err))
		return false;
	if (!ref && commit && !keep_commit(r, "the detached HEAD", commit, err))
		return false; /* a branch stays, or is judged for itself */
	return keep_private_refs(r, err);
}
