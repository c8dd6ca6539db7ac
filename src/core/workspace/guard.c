#include "core/workspace/guard.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "core/workspace/named.h"

#define LEVELS_MAX 200
#define NAMED_BYTES_MAX (64 << 20)

static bool fail_odd(const char *directory, const char *name, struct error *err)
{
	OWNED_MEM char *path = path_join(directory, name);
	OWNED_MEM char *clean = sanitize_copy(path);

	return error_set(err, REASON_REPOSITORY_UNREADABLE, "%s is not a regular file, so the repository is not read; look at it", clean);
}

/* A symlink to a file is fine where operators make such (configuration); what counts is what would be opened. */
bool guard_file(const char *directory, const char *name, struct error *err)
{
	struct stat st;
	OWNED_MEM char *path = path_join(directory, name);

	return stat(path, &st) != 0 || S_ISREG(st.st_mode) || fail_odd(directory, name, err);
}

/* What the configuration names may be anywhere: /dev/null is a way to name nothing, and a file that is no store of bytes
   (in /proc, for example) or a huge one is as good as a FIFO. */
static bool guard_named(const char *path, struct error *err)
{
	struct stat st;
	struct statfs fs;

	if (stat(path, &st) != 0)
		return true;
	if (S_ISCHR(st.st_mode) && st.st_rdev == makedev(1, 3))
		return true;
	const bool plain = S_ISREG(st.st_mode) && st.st_size <= NAMED_BYTES_MAX && statfs(path, &fs) == 0 &&
			   fs.f_type != PROC_SUPER_MAGIC && fs.f_type != SYSFS_MAGIC && fs.f_type != TRACEFS_MAGIC;
	OWNED_MEM char *clean = sanitize_copy(path);
	return plain || error_set(err, REASON_REPOSITORY_UNREADABLE,
				  "the repository's configuration names %s, which is not a regular file of at most 64 MiB, so the "
				  "repository is not read; unset core.excludesFile and core.attributesFile, or name a file",
				  clean);
}

/* Is the entry neither a regular file nor a directory, symlinks followed? */
static bool is_odd(int dir, const struct dirent *e)
{
	struct stat st;

	if (e->d_type == DT_REG || e->d_type == DT_DIR)
		return false;
	return fstatat(dir, e->d_name, &st, 0) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

static bool guard_directory(const char *directory, struct error *err)
{
	DIR *d = opendir(directory);
	bool ok = true;

	for (const struct dirent *e = d ? readdir(d) : NULL; e && ok; e = readdir(d))
		ok = !is_odd(dirfd(d), e) || fail_odd(directory, e->d_name, err);
	if (d)
		(void)closedir(d);
	return ok;
}

/* objects itself and each directory in it: loose objects by their first two digits, pack, info. */
static bool guard_store(const char *objects, struct error *err)
{
	static const char *const deeper[] = { "info/commit-graphs", "pack/multi-pack-index.d" };
	DIR *d = opendir(objects);
	bool ok = true;

	for (const struct dirent *e = d ? readdir(d) : NULL; e && ok; e = readdir(d)) {
		OWNED_MEM char *inner = path_join(objects, e->d_name);
		if (e->d_name[0] == '.')
			continue;
		ok = is_odd(dirfd(d), e) ? fail_odd(objects, e->d_name, err) : e->d_type == DT_REG || guard_directory(inner, err);
	}
	if (d)
		(void)closedir(d);
	for (size_t i = 0; i < COUNT_OF(deeper) && ok; i++) {
		OWNED_MEM char *inner = path_join(objects, deeper[i]);
		ok = guard_directory(inner, err);
	}
	return ok;
}

static bool guard_stores(const char *common, struct error *err)
{
	CLEARED(strlist) struct strlist stores = {0};

	strlist_take(&stores, path_join(common, "objects"));
	for (size_t i = 0; i < stores.count; i++)
		if (!guard_store(stores.items[i], err) || !named_stores(stores.items[i], &stores, err))
			return false;
	return true;
}

bool guard_repository(const char *common, struct error *err)
{
	static const char *const files[] = { "HEAD", "packed-refs", "shallow", "info/exclude", "info/attributes", "info/grafts",
		"info/sparse-checkout" };
	CLEARED(strlist) struct strlist named = {0};

	if (!named_elsewhere(common, err) || !named_files(common, &named, err))
		return false;
	for (size_t i = 0; i < named.count; i++)
		if (!guard_named(named.items[i], err))
			return false;
	for (size_t i = 0; i < COUNT_OF(files); i++)
		if (!guard_file(common, files[i], err))
			return false;
	return guard_stores(common, err);
}

static bool is_read_by_git(const char *name)
{
	return strcmp(name, ".gitignore") == 0 || strcmp(name, ".gitattributes") == 0 || strcmp(name, ".gitmodules") == 0;
}

static bool guard_level(int taken_fd, const char *shown, int level, struct error *err)
{
	DIR *d = fdopendir(taken_fd);
	bool ok = true;

	if (!d) {
		(void)close(taken_fd);
		return true;
	}
	for (const struct dirent *e = readdir(d); e && ok; e = readdir(d)) {
		if (is_read_by_git(e->d_name) && e->d_type != DT_REG && e->d_type != DT_DIR) {
			ok = fail_odd(shown, e->d_name, err);
		} else if (e->d_type == DT_DIR && level < LEVELS_MAX && strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0) {
			int fd = openat(dirfd(d), e->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
			OWNED_MEM char *inner = path_join(shown, e->d_name);
			ok = fd < 0 || guard_level(fd, inner, level + 1, err);
		}
	}
	(void)closedir(d);
	return ok;
}

bool guard_worktree(const char *worktree, struct error *err)
{
	int fd = open(worktree, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	return fd < 0 || guard_level(fd, worktree, 0, err);
}
