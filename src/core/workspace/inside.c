#include "core/workspace/inside.h"

#include <dirent.h>
#include <sys/stat.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "core/workspace/config.h"
#include "core/workspace/head.h"
#include "core/workspace/place.h"
#include "core/workspace/refs.h"
#include "core/workspace/resolve.h"

bool inside_head(const struct binding *b, const struct repository *r, char **ret_ref, char **ret_commit, struct error *err)
{
	OWNED_MEM char *ref = NULL;
	OWNED_MEM char *commit = NULL;

	if (!head_read(b->gitdir.path, &ref, &commit)) {
		OWNED_MEM char *clean = sanitize_copy(b->gitdir.path);
		return error_set(err, REASON_REPOSITORY_UNREADABLE, "%s/HEAD is damaged: it names neither a branch nor a commit", clean);
	}
	if (ref && !repository_commit_of(r, ref, &commit, err))
		return false;
	*ret_ref = ref;
	*ret_commit = commit;
	ref = commit = NULL;
	return true;
}

/* Owned: where the HEAD of the repository at path is; NULL: not known. */
static char *commit_at(const char *path)
{
	struct resolved found = {0};
	struct error ignored = {0};
	OWNED_MEM char *ref = NULL;
	char *commit = NULL;

	resolve_up(path, &found);
	bool here = found.kind != LAYOUT_DIRECTORY && found.kind != LAYOUT_REFUSED && strcmp(found.top.path, path) == 0;
	if (here && head_read(found.gitdir.path, &ref, &commit) && ref && !refs_find(found.common.path, ref, &commit, &ignored))
		commit = NULL;
	resolved_clear(&found);
	return commit;
}

/* The place of a submodule that is not checked out is empty; whatever lies in it was put there and is in no commit. */
static void see_stowaways(const char *path, const char *relative, struct status_answer *a)
{
	DIR *dir = opendir(path);

	for (struct dirent *e = dir ? readdir(dir) : NULL; e; e = readdir(dir))
		if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
			strlist_add_format(&a->untracked, "%s/%s", relative, e->d_name);
	if (dir)
		(void)closedir(dir);
}

static void look_at_submodules(const char *worktree, struct status_answer *a)
{
	CLEARED(strlist) struct strlist recorded = a->submodules;

	a->submodules = (struct strlist){0};
	for (size_t i = 0; i < recorded.count; i++) {
		const char *relative = strchr(recorded.items[i], ' ') + 1;
		OWNED_MEM char *path = path_join(worktree, relative);
		OWNED_MEM char *commit = admin_exists(path, ".git") ? commit_at(path) : NULL;

		if (!admin_exists(path, ".git")) {
			see_stowaways(path, relative, a);
			continue;
		}
		strlist_add(&a->submodules, relative);
		if (!commit || strncmp(commit, recorded.items[i], strlen(commit)) != 0)
			strlist_add(&a->modified, relative);
	}
}

/* An empty directory counts as ignored for libgit2, and a repository without files does, too: its commits are work. */
static void recognise_repositories(const char *worktree, struct status_answer *a)
{
	for (size_t i = a->ignored.count; i-- > 0;) {
		OWNED_MEM char *path = path_join(worktree, a->ignored.items[i]);
		if (path[strlen(path) - 1] != '/' || !admin_exists(path, ".git"))
			continue;
		strlist_add(&a->untracked, a->ignored.items[i]);
		strlist_remove(&a->ignored, i);
	}
}

bool inside_compare(struct repository *r, const struct status_question *q, struct status_answer *ret, struct error *err)
{
	if (!repository_status(r, q, ret, err))
		return false;
	look_at_submodules(q->worktree, ret);
	recognise_repositories(q->worktree, ret);
	return true;
}

bool inside_status(const struct binding *b, struct repository *r, const char *commit, bool fresh, struct status_answer *ret,
		   struct error *err)
{
	OWNED_MEM char *index = b->gitdir.path ? path_join(b->gitdir.path, "index") : NULL;
	const struct status_question q = { .worktree = b->workspace.path, .commit = commit, .index = index, .fresh = fresh, .ignored = true };

	return inside_compare(r, &q, ret, err);
}

bool inside_staged(const struct binding *b, struct repository *r, const char *commit, struct status_answer *ret, struct error *err)
{
	OWNED_MEM char *index = path_join(b->gitdir.path, "index");
	const struct status_question q = { .commit = commit, .index = index };

	return repository_status(r, &q, ret, err);
}

static void see_trust(void *self, const char *key, const char *value)
{
	bool *doubtful = self;

	(void)value;
	if (strcmp(key, "core.trustctime") == 0 || strcmp(key, "core.checkstat") == 0)
		*doubtful = true;
}

bool inside_index_is_ours(const struct binding *b)
{
	struct stat st;
	struct error ignored = {0};
	bool doubtful = false;
	OWNED_MEM char *index = path_join(b->gitdir.path, "index");
	OWNED_MEM char *config = path_join(b->common.path, "config");

	if (b->index_inode == 0 || lstat(index, &st) != 0 || !S_ISREG(st.st_mode) || st.st_ino != b->index_inode)
		return false;
	if ((uint64_t)st.st_ctim.tv_sec * 1000000000u + (uint64_t)st.st_ctim.tv_nsec != b->index_ctime_ns)
		return false;
	return config_read_deep(config, NULL, see_trust, &doubtful, &ignored) && !doubtful;
}

void inside_operations(const char *gitdir, struct strlist *ret)
{
	static const struct {
		const char *file, *operation;
	} marks[] = {
		{ "MERGE_HEAD", "merge" },    { "CHERRY_PICK_HEAD", "cherry-pick" },
		{ "REVERT_HEAD", "revert" },  { "sequencer", "series of picks" },
		{ "BISECT_LOG", "bisect" },   { "rebase-merge", "rebase" },
		{ "rebase-apply", "rebase" },
	};

	for (size_t i = 0; i < COUNT_OF(marks); i++)
		if (admin_exists(gitdir, marks[i].file) && !strlist_has(ret, marks[i].operation))
			strlist_add(ret, marks[i].operation);
}

void inside_dirty(const struct status_answer *a, size_t limit, struct strlist *ret, bool *ret_truncated)
{
	const struct strlist *const lists[] = { &a->conflicts, &a->staged, &a->modified, &a->deleted, &a->untracked };
	CLEARED(strlist) struct strlist all = {0};
	const char *last = NULL;

	for (size_t i = 0; i < COUNT_OF(lists); i++)
		strlist_copy(&all, lists[i]);
	strlist_sort(&all);
	for (size_t i = 0; i < all.count; i++) {
		const char *path = all.items[i];

		if (last && strcmp(last, path) == 0)
			continue;
		last = path;
		if (limit > 0 && ret->count >= limit) {
			*ret_truncated = true;
			return;
		}
		strlist_add(ret, path);
	}
}
