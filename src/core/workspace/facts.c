/*
 * facts — cheap facts of a repository for screens, the kind of a path in its commit, and where its worktrees go.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/text.h"
#include "core/host/file.h"
#include "core/workspace/bind.h"
#include "core/workspace/config.h"
#include "core/workspace/git.h"
#include "core/workspace/inside.h"
#include "core/workspace/place.h"
#include "core/workspace/refs.h"
#include "core/workspace/workspace.h"

#define STASH_LOG_BYTES_MAX (1u << 20)

int tree_kind(const struct layout *l, const char *relative)
{
	OWNED(repository) struct repository *r = NULL;
	struct error ignored = {0};

	if (!l->head || !repository_open(l->common.path, &r, &ignored))
		return -1;
	return repository_tree_kind(r, l->head, relative);
}

static size_t count_entries(const char *directory)
{
	DIR *d = opendir(directory);
	size_t n = 0;

	for (const struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d))
		n += e->d_name[0] != '.';
	if (d)
		(void)closedir(d);
	return n;
}

/* One line of the reflog is one stash. */
static size_t count_stashes(const char *common)
{
	CLEARED(text) struct text t = {0};
	OWNED_MEM char *path = path_join(common, "logs/refs/stash");
	size_t n = 0;

	if (!admin_read(AT_FDCWD, path, STASH_LOG_BYTES_MAX, &t))
		return 0;
	for (size_t i = 0; i < t.len; i++)
		n += t.bytes[i] == '\n';
	return n;
}

static void see_submodule(void *self, const char *key, const char *value)
{
	static const char *const names[] = { "path", NULL };
	size_t *n = self;
	OWNED_MEM char *name = config_subsection(key, "submodule", names);

	if (name && value)
		++*n;
}

static size_t count_submodules(const char *top)
{
	OWNED_MEM char *path = path_join(top, ".gitmodules");
	struct error ignored = {0};
	size_t n = 0;

	return config_read(path, see_submodule, &n, &ignored) ? n : 0;
}

bool repository_read(const struct layout *l, size_t dirty_limit, struct repository_facts *ret, struct error *err)
{
	OWNED(repository) struct repository *r = NULL;
	CLEARED(status_answer) struct status_answer a = {0};
	CLEARED(entries) struct entries refs = {0};

	if (!l->common.path || l->kind == LAYOUT_REFUSED)
		return error_set(err, REASON_REPOSITORY_UNREADABLE, "%s", l->why ? l->why : "there is no repository here");
	if (!repository_open(l->common.path, &r, err))
		return false;
	OWNED_MEM char *worktrees = path_join(l->common.path, "worktrees");
	OWNED_MEM char *index = path_join(l->gitdir.path, "index");
	if (!refs_read(l->common.path, &refs, err))
		return false;
	for (size_t i = 0; i < refs.count; i++)
		ret->branches += strncmp(refs.items[i].name, "refs/heads/", 11) == 0;
	ret->stashes = count_stashes(l->common.path);
	ret->worktrees = count_entries(worktrees);
	if (l->kind == LAYOUT_BARE)
		return true;
	ret->submodules = count_submodules(l->top.path);
	const struct status_question q = { .worktree = l->top.path, .commit = l->head, .index = index, .limit = dirty_limit };
	struct error unreadable = {0};
	ret->dirty_known = inside_compare(r, &q, &a, &unreadable);
	ret->tracked_files = a.tracked;
	ret->dirty_truncated = a.truncated;
	inside_dirty(&a, dirty_limit, &ret->dirty, &ret->dirty_truncated);
	return true;
}

void repository_facts_clear(struct repository_facts *f)
{
	strlist_clear(&f->dirty);
	*f = (struct repository_facts){0};
}

static bool is_temporary(const char *path, const struct strlist *temporary)
{
	for (size_t i = 0; i < temporary->count; i++)
		if (path_is_within(temporary->items[i], path))
			return true;
	return false;
}

/* Only a directory that is its own realpath: through a symlink, what is judged here and what is made are two things. */
static bool is_fit(const char *parent, const char *beside, const struct strlist *temporary)
{
	OWNED_MEM char *real = real_path(parent);

	if (!real && errno != ENOENT)
		return false;
	if (real ? strcmp(real, parent) != 0 : admin_exists(beside, path_base(parent)))
		return false;
	return !is_temporary(parent, temporary) && access(real ? parent : beside, W_OK | X_OK) == 0;
}

char *workspace_parent_for(const struct layout *l, const char *state, const struct strlist *temporary)
{
	OWNED_MEM char *beside = path_parent(l->top.path ? l->top.path : l->picked.path);
	const bool among = strcmp(path_base(beside), WORKTREES_NAME) == 0; /* the source is such a worktree itself */
	OWNED_MEM char *parent = among ? str_copy(beside) : path_join(beside, WORKTREES_NAME);

	if (is_fit(parent, beside, temporary))
		return str_copy(parent);
	OWNED_MEM char *fallback = path_join(state, "worktrees");
	OWNED_MEM char *real = real_path(fallback);
	OWNED_MEM char *real_state = real ? NULL : real_path(state);
	if (real)
		return str_copy(real);
	return path_join(real_state ? real_state : state, "worktrees");
}
