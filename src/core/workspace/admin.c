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
#include "core/host/file.h"
#include "core/workspace/config.h"
#include "core/workspace/place.h"

#define DIGEST_BYTES_MAX ((size_t)8 << 20)
#define ALL_BYTES_MAX ((size_t)64 << 20)
#define LEVELS_MAX 8
#define ENTRIES_MAX 20000
#define DIRECTORIES_MAX 20000

/* One look at everything: what it found, and how much it may still read. */
struct look {
	struct entries *ret;
	size_t bytes, directories;
	bool cut; /* there is more than is looked at */
};

static const char *const shared_files[] = {
	"config", "config.worktree", "shallow", "commondir", "gitdir", "info/exclude", "info/attributes", "info/grafts",
	"info/sparse-checkout", "objects/info/alternates", "objects/info/http-alternates",
};
static const char *const shared_trees[] = { "remotes", "branches" };
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

/* Too large to be read, or one too many: whether it changed is still seen. */
static char *say_unread(const struct stat *st)
{
	return str_format("%s of %lld bytes that is not read (inode %llu, changed at %lld.%09ld)",
			  st->st_mode & 0111 ? "an executable file" : "a file", (long long)st->st_size, (unsigned long long)st->st_ino,
			  (long long)st->st_ctim.tv_sec, st->st_ctim.tv_nsec);
}

static char *say_file(struct look *l, const char *path, const struct stat *st)
{
	CLEARED(text) struct text t = {0};
	char hex[DIGEST_HEX_BYTES];
	const size_t size = (size_t)st->st_size;

	if (size > DIGEST_BYTES_MAX || l->bytes + size > ALL_BYTES_MAX || !admin_read(AT_FDCWD, path, DIGEST_BYTES_MAX, &t))
		return say_unread(st);
	l->bytes += t.len;
	digest_of(text_c(&t), t.len, hex);
	return str_format("%s %s", st->st_mode & 0111 ? "an executable file" : "a file", hex);
}

/* What is behind it counts as well: git follows it. A file without a size (in /proc, say) is not read. */
static char *say_symlink(struct look *l, const char *path)
{
	char target[PATH_MAX];
	struct stat st;
	ssize_t n = readlink(path, target, sizeof target - 1);
	OWNED_MEM char *real = real_path(path);

	target[n < 0 ? 0 : n] = 0;
	if (!real || lstat(real, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size == 0)
		return str_format("a symlink to %s", target);
	OWNED_MEM char *file = say_file(l, real, &st);
	return str_format("a symlink to %s, %s", target, file);
}

/* Owned: what the entry is; NULL: there is none. */
static char *say_entry(struct look *l, const char *path, bool read)
{
	struct stat st;

	if (lstat(path, &st) != 0)
		return errno == ENOENT || errno == ENOTDIR ? NULL : str_copy("something that cannot be looked at");
	if (S_ISREG(st.st_mode))
		return read ? say_file(l, path, &st) : say_unread(&st);
	if (S_ISLNK(st.st_mode))
		return say_symlink(l, path);
	for (size_t i = 0; i < COUNT_OF(types); i++)
		if ((st.st_mode & S_IFMT) == types[i].type)
			return str_copy(types[i].words);
	return str_copy("something unknown");
}

static bool is_full(const struct look *l)
{
	return l->ret->count >= ENTRIES_MAX || l->directories >= DIRECTORIES_MAX;
}

static void put_entry(struct look *l, const char *directory, const char *name, const char *prefix, bool read)
{
	OWNED_MEM char *path = path_join(directory, name);
	OWNED_MEM char *value = NULL;
	OWNED_MEM char *shown = str_format("%s%s", prefix, name);

	if (l->ret->count >= ENTRIES_MAX) {
		l->cut = true;
		return;
	}
	value = say_entry(l, path, read);
	if (value)
		entries_put(l->ret, shown, value);
}

static void add_file(struct look *l, const char *directory, const char *name, const char *prefix)
{
	put_entry(l, directory, name, prefix, true);
}

/* NULL: it is none, or there were too many. A symlink is not followed. */
static DIR *look_into(struct look *l, const char *path, int level)
{
	if (level > LEVELS_MAX || is_full(l)) {
		l->cut = true;
		return NULL;
	}
	l->directories++;
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
	if (!d && fd >= 0)
		(void)close(fd);
	return d;
}

static bool is_hidden(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static bool is_directory(const char *directory, const char *name)
{
	struct stat st;
	OWNED_MEM char *path = path_join(directory, name);

	return lstat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Everything beneath directory/name that is not a directory; symlinks are said and not followed. */
static void add_tree(struct look *l, const char *directory, const char *name, const char *prefix, int level, bool read)
{
	OWNED_MEM char *path = path_join(directory, name);
	OWNED_MEM char *inner = str_format("%s%s/", prefix, name);

	if (!is_directory(directory, name)) {
		put_entry(l, directory, name, prefix, read);
		return;
	}
	DIR *d = look_into(l, path, level);
	for (const struct dirent *e = d ? readdir(d) : NULL; e && !is_full(l); e = readdir(d))
		if (!is_hidden(e->d_name))
			add_tree(l, path, e->d_name, inner, level + 1, read);
	if (d)
		(void)closedir(d);
}

/* The directory itself may be a symlink, as operators make them: git follows it. */
static void add_hooks(struct look *l, const char *directory, const char *name, const char *prefix)
{
	OWNED_MEM char *path = path_join(directory, name);
	OWNED_MEM char *real = real_path(path);
	OWNED_MEM char *inner = str_format("%s%s/", prefix, name);

	if (is_directory(directory, name) || !real) {
		add_tree(l, directory, name, prefix, 0, true);
		return;
	}
	add_file(l, directory, name, prefix);
	DIR *d = look_into(l, real, 0);
	for (const struct dirent *e = d ? readdir(d) : NULL; e && !is_full(l); e = readdir(d))
		if (!is_hidden(e->d_name))
			add_tree(l, real, e->d_name, inner, 1, true);
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

/* Looked at elsewhere, or stores of bytes that nothing is run from. */
static bool is_known_directory(const char *name)
{
	static const char *const known[] = { "objects", "refs", "worktrees", "modules", "hooks", "info", "remotes", "branches", "lfs",
		"annex" };

	for (size_t i = 0; i < COUNT_OF(known); i++)
		if (strcmp(name, known[i]) == 0)
			return true;
	return false;
}

/* What lies beside git's own files: a configuration may name a program there. */
static void add_top(struct look *l, const char *common)
{
	DIR *d = look_into(l, common, 0);

	for (const struct dirent *e = d ? readdir(d) : NULL; e && !is_full(l); e = readdir(d)) {
		if (is_hidden(e->d_name) || is_ordinary(e->d_name))
			continue;
		if (is_known_directory(e->d_name) || !is_directory(common, e->d_name))
			add_file(l, common, e->d_name, "");
		else
			add_tree(l, common, e->d_name, "", 1, false);
	}
	if (d)
		(void)closedir(d);
}

static void add_worktrees(struct look *l, const char *common)
{
	OWNED_MEM char *all = path_join(common, "worktrees");
	DIR *d = look_into(l, all, 0);

	for (const struct dirent *e = d ? readdir(d) : NULL; e && !is_full(l); e = readdir(d)) {
		OWNED_MEM char *gitdir = path_join(all, e->d_name);
		OWNED_MEM char *prefix = str_format("worktrees/%s/", e->d_name);
		if (is_hidden(e->d_name))
			continue;
		if (!is_directory(all, e->d_name))
			add_file(l, all, e->d_name, "worktrees/");
		for (size_t i = 0; i < COUNT_OF(worktree_files); i++)
			add_file(l, gitdir, worktree_files[i], prefix);
	}
	if (d)
		(void)closedir(d);
}

static void add_module(struct look *l, const char *module, const char *prefix)
{
	for (size_t i = 0; i < COUNT_OF(shared_files); i++)
		add_file(l, module, shared_files[i], prefix);
	add_hooks(l, module, "hooks", prefix);
}

/* Repositories of submodules, and those of theirs: each has a configuration and hooks of its own. A name may have slashes. */
static void add_modules(struct look *l, const char *directory, const char *prefix, int level)
{
	DIR *d = look_into(l, directory, level);

	for (const struct dirent *e = d ? readdir(d) : NULL; e && !is_full(l); e = readdir(d)) {
		OWNED_MEM char *module = path_join(directory, e->d_name);
		OWNED_MEM char *inner = str_format("%s%s/", prefix, e->d_name);
		if (is_hidden(e->d_name))
			continue;
		if (!is_directory(directory, e->d_name)) {
			add_file(l, directory, e->d_name, prefix);
			continue;
		}
		const bool whole = admin_exists(module, "HEAD") || admin_exists(module, "config") || admin_exists(module, "hooks");
		OWNED_MEM char *deeper = whole ? path_join(module, "modules") : str_copy(module);
		OWNED_MEM char *named = whole ? str_format("%smodules/", inner) : str_copy(inner);
		if (whole)
			add_module(l, module, inner);
		if (!whole || is_directory(module, "modules"))
			add_modules(l, deeper, named, level + 1);
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
static void add_configured(struct look *l, const struct binding *b, const char *file)
{
	CLEARED(strlist) struct strlist files = {0};
	OWNED_MEM char *hooks = NULL;
	const char *home = getenv("HOME");
	struct error ignored = {0};

	(void)!config_files(file, home, see_hooks_path, &hooks, &files, &ignored);
	for (size_t i = 1; i < files.count; i++) { /* the first is the file itself */
		OWNED_MEM char *directory = path_parent(files.items[i]);
		OWNED_MEM char *prefix = str_format("%s/", directory);
		add_file(l, directory, path_base(files.items[i]), prefix);
	}
	const bool at_home = hooks && strncmp(hooks, "~/", 2) == 0 && home;
	if (hooks && *hooks && (at_home || hooks[0] != '~')) {
		OWNED_MEM char *path = path_join(at_home        ? home
						 : b->main_root ? b->main_root
								: b->common.path,
						 at_home ? hooks + 2 : hooks);
		OWNED_MEM char *tidy = path_tidy(path);
		OWNED_MEM char *directory = path_parent(tidy);
		OWNED_MEM char *prefix = str_format("%s/", directory);
		add_hooks(l, directory, path_base(tidy), prefix);
	}
}

bool admin_read_all(const struct binding *b, struct entries *ret)
{
	const char *common = b->common.path;
	struct look l = { .ret = ret };
	OWNED_MEM char *config = path_join(common, "config");
	OWNED_MEM char *main_own = path_join(common, "config.worktree");
	OWNED_MEM char *own = path_join(b->gitdir.path, "config.worktree");
	OWNED_MEM char *modules = path_join(common, "modules");
	const char *const configured[] = { config, main_own, own };

	for (size_t i = 0; i < COUNT_OF(shared_files); i++)
		add_file(&l, common, shared_files[i], "");
	add_hooks(&l, common, "hooks", "");
	for (size_t i = 0; i < COUNT_OF(shared_trees); i++)
		add_tree(&l, common, shared_trees[i], "", 0, true);
	for (size_t i = 0; i < COUNT_OF(configured); i++)
		add_configured(&l, b, configured[i]);
	if (b->isolated)
		add_file(&l, b->workspace.path, ".git", "the worktree's ");
	add_worktrees(&l, common);
	if (is_directory(common, "modules"))
		add_modules(&l, modules, "modules/", 0);
	add_top(&l, common);
	l.cut = l.cut || is_full(&l);
	entries_sort(ret);
	return !l.cut;
}
