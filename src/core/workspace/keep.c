#include "core/workspace/keep.h"

#include <fcntl.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "core/workspace/format.h"
#include "core/workspace/inside.h"
#include "core/workspace/nested.h"
#include "core/workspace/place.h"

#define NAMED_MAX 3
#define ALTERNATES_BYTES_MAX ((size_t)1 << 20)

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

bool keep_refuse(struct error *err, const char *fmt, const struct strlist *paths)
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
					 "its branch %s is gone, so it cannot be seen what is uncommitted; make it again at the "
					 "right commit with git branch, then release again",
					 clean);
	}
	if (!r->interrupted && !repository_commit_of(r->repository, own, ret, err))
		return false;
	if (!*ret)
		*ret = str_copy(r->bound.base_commit);
	return true;
}

/* Everything is compared with *ret_commit. */
static bool read_status(const struct releasing *r, struct status_answer *a, char **ret_commit, struct error *err)
{
	OWNED_MEM char *clean = sanitize_copy(r->bound.workspace.path);

	if (!r->repository)
		return error_set(err, REASON_WORKSPACE_NOT_RELEASED,
				 "the repository of this worktree is gone, so it cannot be seen what in it is uncommitted; "
				 "copy what you need out of %s, remove that directory by hand, then release again",
				 clean);
	if (!read_commit(r, ret_commit, err))
		return false;
	if (inside_status(&r->bound, r->repository, *ret_commit, true, a, err))
		return true;
	OWNED_MEM char *why = str_copy(err->text);
	return error_set(err, REASON_WORKSPACE_NOT_RELEASED,
			 "it cannot be seen what in this worktree is uncommitted: %s; repair that, or copy what you need out of %s and "
			 "remove that directory by hand, then release again",
			 why, clean);
}

static bool keep_unfinished(const struct releasing *r, struct error *err)
{
	CLEARED(strlist) struct strlist operations = {0};

	if (!r->gitdir || r->interrupted)
		return true;
	inside_operations(r->bound.gitdir.path, &operations);
	if (operations.count > 0 && r->worktree)
		return keep_refuse(err, "a @ is unfinished in this worktree; finish or abort it, then release again", &operations);
	if (!admin_exists(r->bound.gitdir.path, "modules"))
		return true;
	OWNED_MEM char *clean = sanitize_copy(r->bound.gitdir.path);
	return error_set(err, REASON_WORKSPACE_NOT_RELEASED,
			 "submodules were checked out in this worktree, and their repositories would go with it; push what you need of "
			 "them, move %s/modules away by hand, then release again",
			 clean);
}

/* A repository without a checkout that the commit itself holds (test data, say) is files like any other. */
static void drop_recorded(const struct releasing *r, const char *commit, struct strlist *bare)
{
	for (size_t i = bare->count; i-- > 0;) {
		OWNED_MEM char *head = str_format("%sHEAD", bare->items[i]);
		if (repository_tree_kind(r->repository, commit, head) == -1)
			strlist_remove(bare, i);
	}
}

/* The repository may have been made to read objects from a directory in here: they are nowhere else. */
static bool keep_objects(const struct releasing *r, struct error *err)
{
	CLEARED(text) struct text t = {0};
	OWNED_MEM char *objects = path_join(r->bound.common.path, "objects");
	OWNED_MEM char *file = path_join(objects, "info/alternates");

	if (!admin_read(AT_FDCWD, file, ALTERNATES_BYTES_MAX, &t))
		return true; /* what git cannot read, either */
	for (const char *line = text_c(&t); *line; line += strspn(line, "\n")) {
		OWNED_MEM char *written = str_copy_n(line, strcspn(line, "\n"));
		OWNED_MEM char *path = path_join(objects, written);
		struct place now = {0};
		const bool inside = place_read(path, &now) && path_is_within(r->bound.workspace.path, now.path);
		OWNED_MEM char *clean = sanitize_copy(written);

		place_clear(&now);
		if (inside)
			return error_set(err, REASON_WORKSPACE_NOT_RELEASED,
					 "the repository reads objects from %s, inside this worktree (objects/info/alternates), and they "
					 "would be lost; run git repack -a -d and remove that line, then release again",
					 clean);
		line += strcspn(line, "\n");
	}
	return true;
}

static bool keep_nested(const struct releasing *r, const char *commit, struct error *err)
{
	CLEARED(nested_found) struct nested_found found = {0};

	if (!nested_find(r->bound.workspace.path, &found, err))
		return false;
	drop_recorded(r, commit, &found.bare);
	strlist_copy(&found.checkouts, &found.bare);
	return found.checkouts.count == 0 ||
	       keep_refuse(err,
			   "repositories inside this worktree would be lost, with what is committed in them: @; push or move away what "
			   "you need of them, remove the rest by hand, then release again",
			   &found.checkouts);
}

/* The worktree was removed by hand; its index may still hold what was added and never committed. */
static bool keep_staged(const struct releasing *r, struct error *err)
{
	CLEARED(status_answer) struct status_answer a = {0};
	CLEARED(strlist) struct strlist staged = {0};
	OWNED_MEM char *ref = NULL;
	OWNED_MEM char *commit = NULL;
	bool truncated = false;

	if (!r->gitdir || r->interrupted || !r->repository)
		return true;
	if (!inside_head(&r->bound, r->repository, &ref, &commit, err))
		return false;
	OWNED_MEM char *clean = sanitize_copy(r->bound.gitdir.path);
	if (commit && !inside_staged(&r->bound, r->repository, commit, &a, err))
		return error_set(err, REASON_WORKSPACE_NOT_RELEASED,
				 "the worktree is gone and its index %s/index cannot be read, so it cannot be seen what only that has; "
				 "move it away by hand, then release again",
				 clean);
	inside_dirty(&a, 0, &staged, &truncated);
	OWNED_MEM char *words = str_format("the worktree is gone, but its index has what was never committed: @; commit it with git "
					   "--git-dir=%s --work-tree=. commit, then release again",
					   clean);
	return staged.count == 0 || keep_refuse(err, words, &staged);
}

bool keep_files(const struct releasing *r, struct error *err)
{
	CLEARED(status_answer) struct status_answer a = {0};
	CLEARED(strlist) struct strlist dirty = {0};
	OWNED_MEM char *commit = NULL;

	if (!keep_unfinished(r, err))
		return false;
	if (!r->worktree)
		return keep_staged(r, err);
	if (!read_status(r, &a, &commit, err))
		return false;
	strlist_copy(&r->report->ignored, &a.ignored);
	gather(r, &a, &dirty);
	if (a.submodules.count > 0)
		return keep_refuse(err,
				   "submodules are checked out in this worktree: @; push what you need of them, take them out with git "
				   "submodule deinit, then release again",
				   &a.submodules);
	if (!keep_nested(r, commit, err) || !keep_objects(r, err))
		return false;
	if (dirty.count > 0)
		return keep_refuse(err, "uncommitted work would be lost: @; commit it or move it out of the worktree, then release again",
				   &dirty);
	if (a.ignored.count > 0 && !r->options->discard_ignored)
		return keep_refuse(err,
				   "files that git ignores would be lost: @; save them, or release the worktree with --discard-ignored",
				   &a.ignored);
	return true;
}
