#include "core/workspace/bind.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "core/host/file.h"
#include "core/workspace/place.h"

static bool names_worktree(const char *gitdir, const char *worktree)
{
	OWNED_MEM char *line = admin_line_of(gitdir, "gitdir");
	OWNED_MEM char *wanted = path_join(worktree, ".git");

	return line && strcmp(line, wanted) == 0;
}

bool bind_find_gitdir(const struct place *common, const char *worktree, struct place *ret)
{
	OWNED_MEM char *all = path_join(common->path, "worktrees");
	DIR *d = opendir(all);
	bool found = false;

	for (const struct dirent *e = d ? readdir(d) : NULL; e && !found; e = readdir(d)) {
		OWNED_MEM char *gitdir = path_join(all, e->d_name);
		if (e->d_name[0] != '.' && names_worktree(gitdir, worktree))
			found = place_read(gitdir, ret) && strcmp(ret->path, gitdir) == 0;
	}
	if (d)
		(void)closedir(d);
	return found;
}

static void check_line(const char *directory, const char *name, const char *wanted, bool missing_is_fine, struct strlist *changed)
{
	OWNED_MEM char *line = admin_line_of(directory, name);

	if (!line && errno == ENOENT && missing_is_fine)
		return;
	if (line && strcmp(line, wanted) == 0)
		return;
	OWNED_MEM char *path = path_join(directory, name);
	OWNED_MEM char *clean = sanitize_copy(path);
	strlist_add_format(changed, "the pointer %s is not what was written when the worktree was made", clean);
}

void bind_check_pointers(const struct binding *b, bool missing_is_fine, struct strlist *changed)
{
	if (!b->gitdir.path)
		return;
	OWNED_MEM char *forward = str_format("gitdir: %s", b->gitdir.path);
	OWNED_MEM char *back = path_join(b->workspace.path, ".git");

	check_line(b->workspace.path, ".git", forward, missing_is_fine, changed);
	check_line(b->gitdir.path, "gitdir", back, missing_is_fine, changed);
	check_line(b->gitdir.path, "commondir", "../..", missing_is_fine, changed);
}

bool bind_lock(const char *lock_dir, struct identity common, int *ret_fd, struct error *err)
{
	char name[LOCK_NAME_BYTES];
	OWNED_FD int dir = -1;

	(void)snprintf(name, sizeof name, "repository-%llx-%llx.lock", (unsigned long long)common.device, (unsigned long long)common.inode);
	return dir_make(lock_dir, &dir, err) && file_lock(dir, name, true, ret_fd, err);
}

static bool holds_only_ignore(int parent)
{
	int fd = openat(parent, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
	bool only = d != NULL;

	for (const struct dirent *e = d ? readdir(d) : NULL; e && only; e = readdir(d))
		only = strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 || strcmp(e->d_name, ".gitignore") == 0;
	if (d)
		(void)closedir(d);
	else if (fd >= 0)
		(void)close(fd);
	return only;
}

/* A maker holds a shared lock on the directory while it works there; without that this leaves it alone. */
void bind_drop_parent(const char *parent)
{
	CLEARED(text) struct text ignore = {0};
	OWNED_FD int dir = open(parent, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (dir < 0 || strcmp(path_base(parent), WORKTREES_NAME) != 0 || flock(dir, LOCK_EX | LOCK_NB) != 0 || !holds_only_ignore(dir))
		return;
	bool ours = admin_read(dir, ".gitignore", 16, &ignore) ? ignore.len == 0 || strcmp(text_c(&ignore), "*\n") == 0 : errno == ENOENT;
	if (ours && (unlinkat(dir, ".gitignore", 0) == 0 || errno == ENOENT))
		(void)rmdir(parent);
}

void bind_drop_empty(const struct place *common)
{
	OWNED_MEM char *all = common->path ? path_join(common->path, "worktrees") : NULL;

	if (all)
		(void)rmdir(all);
}

bool workspace_bind_shared(const struct layout *l, struct binding **ret, struct error *err)
{
	OWNED(binding) struct binding *b = mem_new(1, sizeof *b);
	const bool repository = l->kind != LAYOUT_DIRECTORY && l->kind != LAYOUT_REFUSED && l->common.path;

	if (!place_unchanged(&l->picked)) {
		OWNED_MEM char *clean = sanitize_copy(l->picked.path);
		return error_set(err, REASON_WORKSPACE_UNAVAILABLE, "%s changed while it was looked at; try again", clean);
	}
	place_copy(&b->workspace, repository && l->kind != LAYOUT_BARE ? &l->top : &l->picked);
	place_copy(&b->active, &l->picked);
	place_copy(&b->source, repository ? &l->top : &l->picked);
	if (repository) {
		place_copy(&b->gitdir, &l->gitdir);
		place_copy(&b->common, &l->common);
		b->main_root = str_copy(l->main_root);
		b->base_commit = str_copy(l->head);
		b->target_ref = str_copy(l->head_ref);
		b->target_commit = str_copy(l->head);
	}
	*ret = b;
	b = NULL;
	return true;
}

void binding_drop(struct binding **binding)
{
	struct binding *b = *binding;

	if (!b)
		return;
	struct place *const places[] = { &b->parent, &b->workspace, &b->active, &b->source, &b->gitdir, &b->common };
	for (size_t i = 0; i < COUNT_OF(places); i++)
		place_clear(places[i]);
	char *const texts[] = { b->binding_id, b->workspace_id, b->recovery_token, b->main_root, b->base_commit, b->target_ref,
				b->target_commit, b->branch };
	for (size_t i = 0; i < COUNT_OF(texts); i++)
		free(texts[i]);
	strlist_clear(&b->filters_off);
	free(b);
	*binding = NULL;
}
