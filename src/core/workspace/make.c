/*
 * make — a linked worktree for one run, all or nothing.
 *
 *	lock the repository > directory of worktrees > <common>/worktrees > the empty directory, whose identity is kept >
 *	git worktree add > its files > find and check what git made > binding
 *
 * A failure undoes the steps that were done, in reverse order, and only what has the identity that was made here.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "core/host/file.h"
#include "core/workspace/bind.h"
#include "core/workspace/git.h"
#include "core/workspace/place.h"
#include "core/workspace/remove.h"
#include "core/workspace/worktree_add.h"
#include "core/workspace/workspace.h"

#define PARENT_TRIES 10

struct making {
	const struct layout *layout;
	const struct workspace_plan *plan;
	struct binding *binding;
	struct repository *repository;
	int lock, parent; /* fds; the lock on parent is shared: others may make there, nobody removes it */
	bool directory_made;
};

static bool is_at(int fd, const char *path)
{
	struct stat held, named;

	return fstat(fd, &held) == 0 && stat(path, &named) == 0 && held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

static bool check_plan(const struct making *m, struct error *err)
{
	const struct layout *l = m->layout;
	OWNED_MEM char *ref = str_format("refs/heads/%s", m->plan->branch);
	OWNED_MEM char *taken = NULL;
	OWNED_MEM char *clean = sanitize_copy(m->plan->relative);

	if (l->no_worktree || !l->head)
		return error_set(err, REASON_WORKSPACE_UNAVAILABLE, "%s",
				 l->no_worktree ? l->no_worktree : "there is no commit to start from");
	if (!place_unchanged(&l->common) || !place_unchanged(&l->gitdir))
		return error_set(err, REASON_WORKSPACE_UNAVAILABLE, "the repository changed while it was looked at; try again");
	if (repository_tree_kind(m->repository, l->head, m->plan->relative) != 1)
		return error_set(err, REASON_WORKSPACE_UNAVAILABLE,
				 "the directory %s is not in commit %.12s, so a worktree would not "
				 "have it; commit it, or pick the top of the repository",
				 clean, l->head);
	if (!repository_commit_of(m->repository, ref, &taken, err))
		return false;
	if (taken)
		return error_set(err, REASON_WORKSPACE_UNAVAILABLE, "the branch %s exists already; launch again for a new name",
				 m->plan->branch);
	return true;
}

/* Whoever releases the last worktree in it removes it: then it is made again. */
static bool hold_parent(struct making *m, struct error *err)
{
	struct binding *b = m->binding;
	struct stat st;
	OWNED_MEM char *clean = sanitize_copy(m->plan->parent);
	OWNED_MEM char *real = real_path(m->plan->parent);

	if (real ? strcmp(real, m->plan->parent) != 0 : errno != ENOENT || lstat(m->plan->parent, &st) == 0)
		return error_set(err, REASON_WORKSPACE_UNAVAILABLE,
				 "the directory for worktrees %s is a symlink or reached through one; remove the symlink, or name the "
				 "real directory",
				 clean);
	for (int tries = 0; tries < PARENT_TRIES; tries++) {
		owned_fd_close(&m->parent);
		if (!dir_make(m->plan->parent, &m->parent, err))
			return error_wrap(err, "the directory for worktrees %s cannot be used", clean);
		if (flock(m->parent, LOCK_SH) != 0)
			return error_set_sys(err, REASON_SYSTEM, "the directory for worktrees %s cannot be locked", clean);
		if (is_at(m->parent, m->plan->parent) && place_read(m->plan->parent, &b->parent))
			return true;
	}
	return error_set(err, REASON_WORKSPACE_UNAVAILABLE, "the directory for worktrees %s does not stay where it is; try again", clean);
}

static bool open_parent(struct making *m, struct error *err)
{
	struct stat st;
	OWNED_MEM char *clean = sanitize_copy(m->plan->parent);

	if (!hold_parent(m, err))
		return false;
	OWNED_FD int fd = openat(m->parent, ".gitignore", O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
	if (fd < 0 || fstat(fd, &st) != 0)
		return error_set_sys(err, REASON_WORKSPACE_UNAVAILABLE, "nothing can be made in %s", clean);
	return st.st_size > 0 || write_all(fd, "*\n", 2) ||
	       error_set_sys(err, REASON_WORKSPACE_UNAVAILABLE, "%s/.gitignore cannot be written", clean);
}

/* git accepts an empty directory, and ours has an identity before git starts. */
static bool make_directory(struct making *m, struct error *err)
{
	struct binding *b = m->binding;
	struct stat st;

	b->workspace.path = path_join(b->parent.path, m->plan->binding_id);
	OWNED_MEM char *clean = sanitize_copy(b->workspace.path);
	if (mkdirat(m->parent, m->plan->binding_id, 0700) != 0)
		return error_set_sys(err, REASON_WORKSPACE_UNAVAILABLE, "the worktree directory %s cannot be made", clean);
	m->directory_made = true;
	if (fstatat(m->parent, m->plan->binding_id, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return error_set_sys(err, REASON_SYSTEM, "the worktree directory %s cannot be looked at", clean);
	b->workspace.id = (struct identity){ .device = st.st_dev, .inode = st.st_ino };
	return true;
}

/* Ours first: of many first worktrees made at once, git loses some when they race for this directory. */
static bool make_worktrees(const struct making *m, struct error *err)
{
	OWNED_MEM char *path = path_join(m->layout->common.path, "worktrees");

	if (mkdir(path, 0777) == 0 || errno == EEXIST)
		return true;
	return error_set_sys(err, REASON_WORKSPACE_UNAVAILABLE, "the repository cannot be written, so no worktree can be added to it");
}

static void undo_git(struct making *m)
{
	struct binding *b = m->binding;
	struct error ignored = {0};
	struct place gitdir = {0};
	uint64_t count = 0;
	OWNED_MEM char *ref = str_format("refs/heads/%s", m->plan->branch);

	if (bind_find_gitdir(&m->layout->common, b->workspace.path, &gitdir)) {
		OWNED_MEM char *all = path_parent(gitdir.path);
		(void)!remove_tree(all, path_base(gitdir.path), gitdir.id, &count, &ignored);
	}
	place_clear(&gitdir);
	(void)!remove_tree(b->parent.path, m->plan->binding_id, b->workspace.id, &count, &ignored);
	(void)!repository_delete_ref(m->repository, ref, m->layout->head, &ignored);
	bind_drop_empty(&m->layout->common);
}

static bool add_once(struct making *m, bool *ret_raced, struct error *err)
{
	struct binding *b = m->binding;

	strlist_clear(&b->filters_off);
	return make_directory(m, err) && worktree_add(m->layout, m->plan, b->workspace.path, m->lock, &b->filters_off, ret_raced, err);
}

static bool add_worktree(struct making *m, struct error *err)
{
	bool raced = false;

	if (add_once(m, &raced, err))
		return true;
	if (m->directory_made)
		undo_git(m);
	if (!raced)
		return false;
	place_clear(&m->binding->workspace);
	if (make_worktrees(m, err) && add_once(m, &raced, err))
		return true;
	undo_git(m);
	return false;
}

/* The active root must be a real directory inside, not something the commit put there as a symlink. */
static bool find_active(const struct making *m, struct error *err)
{
	struct binding *b = m->binding;
	OWNED_MEM char *wanted = *m->plan->relative ? path_join(b->workspace.path, m->plan->relative) : str_copy(b->workspace.path);
	OWNED_MEM char *tidy = path_tidy(wanted);

	if (place_read(tidy, &b->active) && strcmp(b->active.path, tidy) == 0)
		return true;
	OWNED_MEM char *clean = sanitize_copy(m->plan->relative);
	return error_set(err, REASON_WORKSPACE_UNAVAILABLE, "the worktree was made, but %s is not a directory in it", clean);
}

/* Dated behind the files it lists, so that none of them is in doubt ("racy") and has to be read again at every look.
   That is true: nobody but git has written there yet. */
static bool note_index(struct binding *b)
{
	struct stat before, after;
	const struct timespec one_tick = { .tv_nsec = 5000000 };
	OWNED_MEM char *index = path_join(b->gitdir.path, "index");

	if (lstat(index, &before) != 0 || !S_ISREG(before.st_mode))
		return false;
	for (int tries = 0; tries < 4; tries++) {
		const bool ok = utimensat(AT_FDCWD, index, NULL, AT_SYMLINK_NOFOLLOW) == 0 && lstat(index, &after) == 0;
		if (!ok)
			return false;
		if (after.st_mtim.tv_sec != before.st_mtim.tv_sec || after.st_mtim.tv_nsec != before.st_mtim.tv_nsec)
			break;
		(void)nanosleep(&one_tick, NULL);
	}
	b->index_inode = after.st_ino;
	b->index_ctime_ns = (uint64_t)after.st_ctim.tv_sec * 1000000000u + (uint64_t)after.st_ctim.tv_nsec;
	return true;
}

static bool check_made(struct making *m, struct error *err)
{
	struct binding *b = m->binding;
	CLEARED(strlist) struct strlist changed = {0};

	if (!place_unchanged(&b->workspace))
		return error_set(err, REASON_WORKSPACE_CHANGED, "the worktree directory was replaced while git filled it");
	if (!bind_find_gitdir(&m->layout->common, b->workspace.path, &b->gitdir) || !note_index(b))
		return error_set(err, REASON_WORKSPACE_UNAVAILABLE, "git made a worktree, but its administrative directory is not found");
	bind_check_pointers(b, false, &changed);
	if (changed.count > 0)
		return error_set(err, REASON_WORKSPACE_UNAVAILABLE, "git made a worktree, but %s", changed.items[0]);
	return find_active(m, err);
}

static void fill_binding(struct making *m)
{
	struct binding *b = m->binding;
	const struct layout *l = m->layout;
	const struct workspace_plan *p = m->plan;

	b->isolated = true;
	b->binding_id = str_copy(p->binding_id);
	b->workspace_id = str_copy(p->workspace_id);
	b->recovery_token = str_copy(p->recovery_token);
	place_copy(&b->source, &l->top);
	place_copy(&b->common, &l->common);
	b->main_root = str_copy(l->main_root);
	b->base_commit = str_copy(l->head);
	b->target_ref = str_copy(l->head_ref);
	b->target_commit = str_copy(l->head);
	b->branch = str_copy(p->branch);
	b->created_ms = p->created_ms;
}

static bool make_locked(struct making *m, struct error *err)
{
	if (!bind_lock(m->plan->lock_dir, m->layout->common.id, &m->lock, err) || !check_plan(m, err))
		return false;
	if (!open_parent(m, err) || !make_worktrees(m, err) || !add_worktree(m, err))
		return false;
	if (!check_made(m, err)) {
		undo_git(m);
		return false;
	}
	m->binding->branch_created = true;
	return true;
}

bool workspace_make(const struct layout *l, const struct workspace_plan *plan, struct binding **ret, struct error *err)
{
	OWNED(binding) struct binding *b = mem_new(1, sizeof *b);
	OWNED(repository) struct repository *repository = NULL;
	struct making m = { .layout = l, .plan = plan, .binding = b, .lock = -1, .parent = -1 };

	if (l->no_worktree || !l->common.path)
		return error_set(err, REASON_WORKSPACE_UNAVAILABLE, "%s", l->no_worktree ? l->no_worktree : "there is no repository here");
	if (!repository_open(l->common.path, &repository, err))
		return false;
	m.repository = repository;
	fill_binding(&m);
	bool made = make_locked(&m, err);
	owned_fd_close(&m.parent);
	if (!made && b->parent.path)
		bind_drop_parent(b->parent.path);
	owned_fd_close(&m.lock);
	if (!made)
		return false;
	*ret = b;
	b = NULL;
	return true;
}
