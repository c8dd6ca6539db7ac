/*
 * release — takes away what was made for a run, and nothing else.
 *
 *	lock the repository > identities > pointers > files > commits > worktree > administrative directory > branch
 *
 * Everything is judged before the first thing is removed. An interrupted release is taken up where it stopped.
 */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "core/workspace/bind.h"
#include "core/workspace/keep.h"
#include "core/workspace/place.h"
#include "core/workspace/remove.h"

static bool changed(struct error *err, const char *what, const char *path)
{
	OWNED_MEM char *clean = sanitize_copy(path);

	return error_set(err, REASON_WORKSPACE_CHANGED, "the %s %s is not the directory that was recorded; look at it, nothing was removed",
			 what, clean);
}

/* A journal entry knows a path as it was asked for; git wrote it without symlinks. found is freed by the caller. */
static void complete_from_disk(struct releasing *r, struct place *found_workspace, struct place *found_gitdir)
{
	struct binding *b = &r->bound;
	struct place parent = {0};
	OWNED_MEM char *above = path_parent(b->workspace.path);

	r->interrupted = b->workspace.id.inode == 0;
	if (!r->interrupted)
		return;
	if (place_read(above, &parent)) {
		found_workspace->path = path_join(parent.path, path_base(b->workspace.path));
		b->workspace = *found_workspace;
	}
	place_clear(&parent);
	if (!b->gitdir.path && bind_find_gitdir(&b->common, b->workspace.path, found_gitdir))
		b->gitdir = *found_gitdir;
}

static bool check_identities(struct releasing *r, struct error *err)
{
	const struct binding *b = &r->bound;
	OWNED_MEM char *parent = path_parent(b->workspace.path);
	struct place now = {0};

	r->worktree = admin_exists(parent, path_base(b->workspace.path));
	bool same = !r->worktree || (place_read(b->workspace.path, &now) && strcmp(now.path, b->workspace.path) == 0 &&
				     (r->interrupted || place_same(&now, &b->workspace)));
	place_clear(&now);
	if (!same)
		return changed(err, "worktree", b->workspace.path);
	if (!b->gitdir.path)
		return true;
	OWNED_MEM char *all = path_parent(b->gitdir.path);
	r->gitdir = admin_exists(all, path_base(b->gitdir.path));
	if (r->gitdir && !place_unchanged(&b->gitdir))
		return changed(err, "administrative directory", b->gitdir.path);
	return true;
}

static bool check_pointers(const struct releasing *r, struct error *err)
{
	CLEARED(strlist) struct strlist differ = {0};
	struct binding shown = r->bound;

	if (!r->gitdir && !r->worktree)
		return true;
	bind_check_pointers(&shown, r->interrupted || !r->worktree || !r->gitdir, &differ);
	if (differ.count == 0)
		return true;
	return error_set(err, REASON_WORKSPACE_CHANGED, "%s; look at it, nothing was removed", differ.items[0]);
}

static bool check_mounts(const struct releasing *r, struct error *err)
{
	OWNED_MEM char *mount = mount_inside(r->bound.workspace.path);
	OWNED_MEM char *clean = sanitize_copy(mount);

	if (mount)
		return error_set(err, REASON_WORKSPACE_NOT_RELEASED, "something is mounted at %s, inside the worktree; unmount it first",
				 clean);
	return true;
}

static bool remove_place(const char *path, struct identity id, bool *ret_removed, uint64_t *count, struct error *err)
{
	OWNED_MEM char *parent = path_parent(path);

	if (!remove_is_left(parent, path_base(path)))
		return true;
	*ret_removed = remove_tree(parent, path_base(path), id, count, err);
	return *ret_removed;
}

static bool remove_places(struct releasing *r, struct error *err)
{
	struct release_report *report = r->report;
	const struct binding *b = &r->bound;

	if (!remove_place(b->workspace.path, b->workspace.id, &report->worktree_removed, &report->files_removed, err))
		return false;
	uint64_t administrative = 0; /* not the operator's files: not counted */
	return !b->gitdir.path || remove_place(b->gitdir.path, b->gitdir.id, &report->gitdir_removed, &administrative, err);
}

/* What git leaves of a branch when it is killed while it makes it. Our branch names are used once. */
static void sweep_branch_litter(const struct releasing *r)
{
	static const char *const litter[] = { "refs/heads/%s.lock", "logs/refs/heads/%s" };

	for (size_t i = 0; i < COUNT_OF(litter); i++) {
		const char *mark = strstr(litter[i], "%s");
		OWNED_MEM char *relative = str_format("%.*s%s%s", (int)(mark - litter[i]), litter[i], r->bound.branch, mark + 2);
		OWNED_MEM char *path = path_join(r->bound.common.path, relative);
		(void)unlink(path);
	}
}

/* The worktree may have gone before this, and its own logs with it: the branch's log is judged once more. */
static bool log_is_needed(const struct releasing *r, const char *commit, char **ret_why)
{
	CLEARED(strlist) struct strlist lost = {0};
	struct error err = {0};
	const bool known = keep_logged(r, true, commit, &lost, &err);

	if (r->options->discard_unreachable) {
		if (r->report->already_gone)
			strlist_copy(&r->report->unreachable, &lost);
		return false;
	}
	if (!known)
		*ret_why = str_copy(err.text);
	else if (lost.count > 0)
		*ret_why = str_format("only its log leads to the commit %.12s; keep that with git branch NAME %.12s, or release again with "
				      "--discard-unreachable",
				      lost.items[0], lost.items[0]);
	return *ret_why != NULL;
}

static bool settle_branch(struct releasing *r, struct error *err)
{
	OWNED_MEM char *ref = str_format("refs/heads/%s", r->bound.branch);
	OWNED_MEM char *commit = NULL;
	OWNED_MEM char *why = NULL;
	bool goes = false;

	if (!keep_branch_goes(r, &commit, &why, &goes, err))
		return false;
	if (!commit && r->interrupted && r->repository && r->bound.branch)
		sweep_branch_litter(r);
	if (!goes || log_is_needed(r, commit, &why)) {
		if (why)
			str_set(&r->report->branch_kept_why, why);
		return true;
	}
	r->report->branch_deleted = repository_delete_ref(r->repository, ref, commit, err);
	return r->report->branch_deleted;
}

/* The worktree is gone; a branch that cannot be deleted is said and not a failure. */
static void settle_branch_gently(struct releasing *r)
{
	struct error err = {0};

	if (!settle_branch(r, &err))
		str_set(&r->report->branch_kept_why, err.text);
}

static bool release_all(struct releasing *r, struct error *err)
{
	const struct binding *b = &r->bound;
	OWNED_MEM char *parent = path_parent(b->workspace.path);
	OWNED_MEM char *all = b->gitdir.path ? path_parent(b->gitdir.path) : NULL;

	if (!check_identities(r, err) || !check_pointers(r, err))
		return false;
	r->report->already_gone =
		!remove_is_left(parent, path_base(b->workspace.path)) && !(all && remove_is_left(all, path_base(b->gitdir.path)));
	if (!r->report->already_gone && (!check_mounts(r, err) || !keep_files(r, err) || !keep_commits(r, err)))
		return false;
	if (!r->report->already_gone && !remove_places(r, err))
		return false;
	settle_branch_gently(r);
	bind_drop_empty(&b->common);
	bind_drop_parent(parent);
	return true;
}

/* The repository must be the one that was bound; when there is none any more, only the worktree can be judged. */
static bool open_repository(struct releasing *r, struct error *err)
{
	struct place now = {0};
	const struct place *common = &r->bound.common;
	bool exists = common->path && place_read(common->path, &now);
	bool same = exists && strcmp(now.path, common->path) == 0 && place_same(&now, common);

	place_clear(&now);
	if (exists && !same)
		return changed(err, "repository", common->path);
	return !exists || repository_open(common->path, &r->repository, err);
}

bool workspace_release(const struct binding *b, const struct release_options *options, const char *lock_dir,
		       struct release_report *ret, struct error *err)
{
	struct releasing r = { .bound = *b, .options = options, .report = ret };
	struct place workspace = {0}, gitdir = {0};
	OWNED_FD int lock = -1;

	*ret = (struct release_report){0};
	if (!b->isolated) {
		ret->already_gone = true; /* a shared checkout is the operator's own */
		return true;
	}
	if (!bind_lock(lock_dir, b->common.id, &lock, err))
		return false;
	bool ok = open_repository(&r, err);
	if (ok) {
		complete_from_disk(&r, &workspace, &gitdir);
		ok = release_all(&r, err);
	}
	repository_drop(&r.repository);
	place_clear(&workspace);
	place_clear(&gitdir);
	return ok;
}

void release_report_clear(struct release_report *r)
{
	free(r->branch_kept_why);
	strlist_clear(&r->ignored);
	strlist_clear(&r->unreachable);
	*r = (struct release_report){0};
}
