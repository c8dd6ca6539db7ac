#include "core/workspace/admin.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/digest.h"
#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/text.h"
#include "core/workspace/config.h"
#include "core/workspace/place.h"

#define DIGEST_BYTES_MAX ((size_t)8 << 20)
#define LEVELS_MAX 8
#define ENTRIES_MAX 20000

static const char *const shared_files[] = {
	"config", "config.worktree", "shallow", "commondir", "gitdir", "info/exclude", "info/attributes", "info/grafts",
	"info/sparse-checkout", "objects/info/alternates", "objects/info/http-alternates",
};
static const char *const shared_trees[] = { "hooks", "remotes", "branches" };
static const char *const worktree_files[] = { "gitdir", "commondir", "locked", "config.worktree", "info/sparse-checkout" };

/* At the top of a repository these come and go with ordinary work, or are looked at more closely elsewhere. */
static const char *const ordinary[] = {
	"HEAD", "ORIG_HEAD", "FETCH_HEAD", "MERGE_HEAD", "MERGE_MSG", "MERGE_MODE", "MERGE_RR", "AUTO_MERGE", "CHERRY_PICK_HEAD",
	"REVERT_HEAD", "REBASE_HEAD", "SQUASH_MSG", "COMMIT_EDITMSG", "TAG_EDITMSG", "NOTES_EDITMSG", "BISECT_LOG", "BISECT_START",
	"BISECT_NAMES", "BISECT_TERMS", "BISECT_EXPECTED_REV", "BISECT_ANCESTORS_OK", "rebase-merge", "rebase-apply", "sequencer",
	"index", "packed-refs", "logs", "gc.pid", "gc.log", "description", "config", "config.worktree", "shallow", "rr-cache",
};

static const struct {
	mode_t type;
	const char *words;
} types[] = {
	{ S_IFIFO, "a FIFO" }, { S_IFSOCK, "a socket" }, { S_IFCHR, "a device" }, { S_IFBLK, "a device" }, { S_IFDIR, "a directory" },
};

static char *say_file(const char *path, const struct stat *st)
{
	CLEARED(text) struct text t = {0};
	char hex[DIGEST_HEX_BYTES];

	if (!admin_read(AT_FDCWD, path, DIGEST_BYTES_MAX, &t))
		return str_format("a file of %lld bytes that is not read", (long long)st->st_size);
	digest_of(text_c(&t), t.len, hex);
	return str_format("%s %s", st->st_mode & 0111 ? "an executable file" : "a file", hex);
}

/* Owned: what the entry is; NULL: there is none. */
static char *say_entry(const char *path)
{
	struct stat st;
	char target[PATH_MAX];

	if (lstat(path, &st) != 0)
		return errno == ENOENT || errno == ENOTDIR ? NULL : str_copy("something that cannot be looked at");
	if (S_ISREG(st.st_mode))
		return say_file(path, &st);
	if (S_ISLNK(st.st_mode)) {
		ssize_t n = readlink(path, target, sizeof target - 1);
		target[n < 0 ? 0 : n] = 0;
		return str_format("a symlink to %s", target);
	}
	for (size_t i = 0; i < COUNT_OF(types); i++)
		if ((st.st_mode & S_IFMT) == types[i].type)
			return str_copy(types[i].words);
	return str_copy("something unknown");
}

static void add_file(const char *directory, const char *name, const char *prefix, struct entries *ret)
{
	OWNED_MEM char *path = path_join(directory, name);
	OWNED_MEM char *value = say_entry(path);
	OWNED_MEM char *shown = str_format("%s%s", prefix, name);

	if (value && ret->count < ENTRIES_MAX)
		entries_put(ret, shown, value);
}

/* Everything beneath directory/name that is not a directory; symlinks are said and not followed. */
static void add_tree(const char *directory, const char *name, const char *prefix, int level, struct entries *ret)
{
	struct stat st;
	OWNED_MEM char *path = path_join(directory, name);
	OWNED_MEM char *inner = str_format("%s%s/", prefix, name);

	if (lstat(path, &st) != 0 || !S_ISDIR(st.st_mode) || level > LEVELS_MAX) {
		add_file(directory, name, prefix, ret);
		return;
	}
	DIR *d = opendir(path);
	for (const struct dirent *e = d ? readdir(d) : NULL; e && ret->count < ENTRIES_MAX; e = readdir(d))
		if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
			add_tree(path, e->d_name, inner, level + 1, ret);
	if (d)
		(void)closedir(d);
}

static bool is_ordinary(const char *name)
{
	size_t n = strlen(name);

	for (size_t i = 0; i < COUNT_OF(ordinary); i++)
		if (strcmp(name, ordinary[i]) == 0)
			return true;
	return n > 5 && strcmp(name + n - 5, ".lock") == 0;
}

static void add_top(const char *common, struct entries *ret)
{
	DIR *d = opendir(common);

	for (const struct dirent *e = d ? readdir(d) : NULL; e && ret->count < ENTRIES_MAX; e = readdir(d))
		if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 && !is_ordinary(e->d_name))
			add_file(common, e->d_name, "", ret);
	if (d)
		(void)closedir(d);
}

static void add_worktrees(const char *common, struct entries *ret)
{
	OWNED_MEM char *all = path_join(common, "worktrees");
	DIR *d = opendir(all);

	for (const struct dirent *e = d ? readdir(d) : NULL; e && ret->count < ENTRIES_MAX; e = readdir(d)) {
		OWNED_MEM char *gitdir = path_join(all, e->d_name);
		OWNED_MEM char *prefix = str_format("worktrees/%s/", e->d_name);
		if (e->d_name[0] == '.')
			continue;
		for (size_t i = 0; i < COUNT_OF(worktree_files); i++)
			add_file(gitdir, worktree_files[i], prefix, ret);
	}
	if (d)
		(void)closedir(d);
}

/* Repositories of submodules, and those of theirs: each has a configuration and hooks of its own. */
static void add_modules(const char *gitdir, const char *prefix, int level, struct entries *ret)
{
	OWNED_MEM char *all = path_join(gitdir, "modules");
	DIR *d = level < LEVELS_MAX ? opendir(all) : NULL;

	for (const struct dirent *e = d ? readdir(d) : NULL; e && ret->count < ENTRIES_MAX; e = readdir(d)) {
		OWNED_MEM char *module = path_join(all, e->d_name);
		OWNED_MEM char *inner = str_format("%smodules/%s/", prefix, e->d_name);
		if (e->d_name[0] == '.')
			continue;
		add_file(module, "config", inner, ret);
		add_tree(module, "hooks", inner, 0, ret);
		add_modules(module, inner, level + 1, ret);
	}
	if (d)
		(void)closedir(d);
}

static void see_hooks_path(void *self, const char *key, const char *value)
{
	char **hooks = self;

	if (strcmp(key, "core.hookspath") == 0)
		str_set(hooks, value);
}

/* What the configuration includes, and where it says that hooks are. */
static void add_configured(const struct binding *b, const char *file, struct entries *ret)
{
	CLEARED(strlist) struct strlist files = {0};
	OWNED_MEM char *hooks = NULL;
	struct error ignored = {0};

	(void)!config_files(file, NULL, see_hooks_path, &hooks, &files, &ignored);
	for (size_t i = 1; i < files.count; i++) { /* the first is the file itself */
		OWNED_MEM char *directory = path_parent(files.items[i]);
		OWNED_MEM char *prefix = str_format("%s/", directory);
		add_file(directory, path_base(files.items[i]), prefix, ret);
	}
	const char *base = b->main_root ? b->main_root : b->common.path;
	if (hooks && *hooks && hooks[0] != '~') {
		OWNED_MEM char *path = path_join(base, hooks);
		OWNED_MEM char *tidy = path_tidy(path);
		OWNED_MEM char *directory = path_parent(tidy);
		OWNED_MEM char *prefix = str_format("%s/", directory);
		add_tree(directory, path_base(tidy), prefix, 0, ret);
	}
}

void admin_read_all(const struct binding *b, struct entries *ret)
{
	const char *common = b->common.path;
	OWNED_MEM char *config = path_join(common, "config");
	OWNED_MEM char *main_own = path_join(common, "config.worktree");
	OWNED_MEM char *own = path_join(b->gitdir.path, "config.worktree");
	const char *const configured[] = { config, main_own, own };

	for (size_t i = 0; i < COUNT_OF(shared_files); i++)
		add_file(common, shared_files[i], "", ret);
	for (size_t i = 0; i < COUNT_OF(shared_trees); i++)
		add_tree(common, shared_trees[i], "", 0, ret);
	for (size_t i = 0; i < COUNT_OF(configured); i++)
		add_configured(b, configured[i], ret);
	add_top(common, ret);
	add_modules(common, "", 0, ret);
	add_worktrees(common, ret);
	if (b->isolated)
		add_file(b->workspace.path, ".git", "the worktree's ", ret);
	entries_sort(ret);
}
