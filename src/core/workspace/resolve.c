#include "core/workspace/resolve.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "core/host/file.h"
#include "core/workspace/place.h"

#define GITFILE_PREFIX "gitdir: "

static bool is_directory(const char *directory, const char *name)
{
	struct stat st;
	OWNED_MEM char *path = path_join(directory, name);

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool is_admin(const char *gitdir, const char *common)
{
	return admin_exists(gitdir, "HEAD") && is_directory(common, "objects") && is_directory(common, "refs");
}

/* Always true: something was found, and it cannot be served. */
static bool refuse(struct resolved *ret, const char *fmt, const char *path)
{
	OWNED_MEM char *clean = sanitize_copy(path);
	CLEARED(text) struct text t = {0};
	const char *mark = strchr(fmt, '@');

	text_add(&t, fmt, (size_t)(mark - fmt));
	text_add_string(&t, clean);
	text_add_string(&t, mark + 1);
	ret->kind = LAYOUT_REFUSED;
	free(ret->why);
	ret->why = text_take(&t);
	return true;
}

/* A linked worktree's directory must lie in <common>/worktrees/ and point back at this very .git file. */
static bool check_linked(struct resolved *ret)
{
	OWNED_MEM char *home = path_join(ret->common.path, "worktrees");
	OWNED_MEM char *parent = path_parent(ret->gitdir.path);
	struct place back = {0};

	ret->kind = LAYOUT_LINKED;
	if (strcmp(home, parent) != 0)
		return refuse(ret,
			      "the administrative directory @ does not lie in the worktrees of its repository; "
			      "run git worktree repair in the main checkout",
			      ret->gitdir.path);
	OWNED_MEM char *line = admin_line_of(ret->gitdir.path, "gitdir");
	OWNED_MEM char *pointer = line ? path_join(ret->gitdir.path, line) : NULL;
	if (!pointer || strcmp(path_base(pointer), ".git") != 0)
		return refuse(ret, "the pointer @/gitdir is damaged; run git worktree repair in the main checkout", ret->gitdir.path);
	OWNED_MEM char *named = path_parent(pointer);
	bool exists = place_read(named, &back);
	bool same = exists && place_same(&back, &ret->top);
	place_clear(&back);
	if (!exists)
		return refuse(ret,
			      "this linked worktree was moved: its repository still looks for it at @; "
			      "run git worktree repair in it",
			      named);
	if (!same)
		return refuse(ret,
			      "this directory is a copy of the linked worktree @, or was moved here; work in the original, "
			      "or run git worktree repair here",
			      named);
	return true;
}

static bool find_common(struct resolved *ret)
{
	OWNED_MEM char *line = admin_line_of(ret->gitdir.path, "commondir");

	if (!line && errno == ENOENT) {
		place_copy(&ret->common, &ret->gitdir);
		return true;
	}
	if (!line)
		return refuse(ret, "the pointer @/commondir is damaged", ret->gitdir.path);
	OWNED_MEM char *named = path_join(ret->gitdir.path, line);
	if (!place_read(named, &ret->common))
		return refuse(ret,
			      "the repository this linked worktree belongs to is not at @ any more; "
			      "run git worktree repair in the main checkout",
			      named);
	if (place_same(&ret->common, &ret->gitdir))
		return true;
	return check_linked(ret);
}

static bool enter_admin(struct resolved *ret, const char *gitdir)
{
	if (!place_read(gitdir, &ret->gitdir))
		return refuse(ret,
			      "the administrative directory @ that .git names does not exist; if the repository was moved, "
			      "run git worktree repair in its main checkout",
			      gitdir);
	(void)find_common(ret);
	if (ret->kind != LAYOUT_REFUSED && !is_admin(ret->gitdir.path, ret->common.path))
		return refuse(ret, "the administrative directory @ is incomplete: HEAD, objects or refs is missing", gitdir);
	return true;
}

static bool enter_gitfile(struct resolved *ret)
{
	OWNED_MEM char *dotgit = path_join(ret->top.path, ".git");
	OWNED_MEM char *real = real_path(dotgit); /* .git may be a symlink to such a file */
	OWNED_MEM char *line = real ? admin_line(AT_FDCWD, real) : NULL;

	ret->kind = LAYOUT_GITFILE;
	if (!line || strncmp(line, GITFILE_PREFIX, sizeof GITFILE_PREFIX - 1) != 0)
		return refuse(ret, "the file @/.git does not name an administrative directory", ret->top.path);
	OWNED_MEM char *gitdir = path_join(ret->top.path, line + sizeof GITFILE_PREFIX - 1);
	return enter_admin(ret, gitdir);
}

/* The directory itself may be an administrative directory: a bare repository, or the inside of another one. */
static bool look_inside(struct resolved *ret)
{
	if (admin_exists(ret->top.path, "commondir") && admin_exists(ret->top.path, "HEAD"))
		return refuse(ret, "@ is the administrative directory of a linked worktree; pick the worktree itself", ret->top.path);
	if (!is_admin(ret->top.path, ret->top.path))
		return false;
	ret->kind = LAYOUT_BARE;
	place_copy(&ret->gitdir, &ret->top);
	place_copy(&ret->common, &ret->top);
	return true;
}

/* false: nothing here, look one directory higher. */
static bool look_at(const char *directory, struct resolved *ret)
{
	struct stat st;
	OWNED_MEM char *dotgit = path_join(directory, ".git");

	if (!place_read(directory, &ret->top))
		return refuse(ret, "the directory @ cannot be looked into", directory);
	if (lstat(dotgit, &st) != 0)
		return look_inside(ret);
	if (S_ISLNK(st.st_mode) && stat(dotgit, &st) != 0)
		return refuse(ret, "@ is a symlink that leads nowhere", dotgit);
	if (S_ISREG(st.st_mode))
		return enter_gitfile(ret);
	if (!S_ISDIR(st.st_mode))
		return refuse(ret, "@ is neither a directory nor a file", dotgit);
	if (!is_admin(dotgit, dotgit) && !admin_exists(dotgit, "commondir"))
		return look_inside(ret); /* git passes over an empty .git, too */
	ret->kind = LAYOUT_PLAIN;
	return enter_admin(ret, dotgit);
}

void resolve_up(const char *directory, struct resolved *ret)
{
	struct stat first, st;
	OWNED_MEM char *at = str_copy(directory);

	*ret = (struct resolved){ .kind = LAYOUT_DIRECTORY };
	if (stat(at, &first) != 0)
		return;
	for (;;) {
		if (stat(at, &st) != 0 || st.st_dev != first.st_dev || look_at(at, ret))
			break;
		if (strcmp(at, "/") == 0)
			break;
		char *parent = path_parent(at);
		free(at);
		at = parent;
	}
	if (ret->kind == LAYOUT_DIRECTORY)
		place_clear(&ret->top);
}

void resolved_clear(struct resolved *r)
{
	place_clear(&r->top);
	place_clear(&r->gitdir);
	place_clear(&r->common);
	free(r->why);
	*r = (struct resolved){0};
}
