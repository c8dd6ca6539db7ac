#include "core/workspace/refs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/digest.h"
#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "core/base/text.h"
#include "core/workspace/head.h"
#include "core/workspace/place.h"

#define PACKED_BYTES_MAX ((size_t)1 << 30)
#define STASH_BYTES_MAX ((size_t)16 << 20)
#define LEVELS_MAX 64
#define REFS_MAX 2000000
#define SYMBOLIC_MAX 6

static bool ends_with(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n >= m && strcmp(s + n - m, end) == 0;
}

/* A ref may be a symlink to another one (the oldest form). */
static void add_symlink(int dir, const char *name, const char *full, struct entries *ret)
{
	char target[PATH_MAX];
	ssize_t n = readlinkat(dir, name, target, sizeof target - 1);
	OWNED_MEM char *value = NULL;

	if (n < 0)
		n = 0;
	target[n] = 0;
	value = str_format(strncmp(target, "refs/", 5) == 0 ? "ref: %s" : "!symlink to %s", target);
	entries_put(ret, full, value);
}

static void add_file(int dir, const char *name, const char *full, struct entries *ret)
{
	OWNED_MEM char *line = admin_line(dir, name);

	if (line)
		entries_put(ret, full, line);
	else if (errno == ELOOP)
		add_symlink(dir, name, full, ret);
	else if (errno != ENOENT)
		entries_put(ret, full, "!unreadable");
}

static void read_level(int taken_fd, const char *prefix, int level, struct entries *ret);

static void read_entry(int dir, const char *name, const char *prefix, int level, struct entries *ret)
{
	struct stat st;
	OWNED_MEM char *full = str_format("%s/%s", prefix, name);

	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return;
	if (S_ISREG(st.st_mode) || S_ISLNK(st.st_mode)) {
		add_file(dir, name, full, ret);
	} else if (!S_ISDIR(st.st_mode)) {
		entries_put(ret, full, "!not a regular file");
	} else {
		int fd = level < LEVELS_MAX ? openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
		if (fd < 0)
			entries_put(ret, full, "!unreadable");
		else
			read_level(fd, full, level + 1, ret);
	}
}

static void read_level(int taken_fd, const char *prefix, int level, struct entries *ret)
{
	DIR *d = fdopendir(taken_fd);

	if (!d) {
		(void)close(taken_fd);
		return;
	}
	for (const struct dirent *e = readdir(d); e && ret->count < REFS_MAX; e = readdir(d))
		if (e->d_name[0] != '.' && !ends_with(e->d_name, ".lock"))
			read_entry(dirfd(d), e->d_name, prefix, level, ret);
	(void)closedir(d);
}

void refs_read_loose(const char *directory, const char *prefix, struct entries *ret)
{
	int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd >= 0)
		read_level(fd, prefix, 0, ret);
}

/* "<id> <name>", sorted by name; comments start with #, peeled tags with ^. */
static bool read_packed(const char *common, struct entries *ret, struct error *err)
{
	CLEARED(text) struct text t = {0};
	OWNED_MEM char *path = path_join(common, "packed-refs");

	if (!admin_read(AT_FDCWD, path, PACKED_BYTES_MAX, &t)) {
		if (errno == ENOENT)
			return true;
		return error_set_sys(err, REASON_REPOSITORY_UNREADABLE, "the packed refs of %s cannot be read", common);
	}
	const char *end = t.bytes + t.len;
	for (const char *line = t.bytes; line && line < end;) {
		const char *stop = memchr(line, '\n', (size_t)(end - line));
		if (!stop)
			stop = end;
		const char *space = memchr(line, ' ', (size_t)(stop - line));
		if (*line != '#' && *line != '^' && space)
			entries_add(ret, space + 1, (size_t)(stop - space) - 1, line, (size_t)(space - line));
		line = stop + 1;
	}
	return true;
}

/* One name among the packed refs: owned id, or NULL. */
static bool find_packed(const char *common, const char *name, char **ret_id, struct error *err)
{
	CLEARED(entries) struct entries packed = {0};

	if (!read_packed(common, &packed, err))
		return false;
	for (size_t i = 0; i < packed.count && !*ret_id; i++)
		if (strcmp(packed.items[i].name, name) == 0)
			*ret_id = str_copy(packed.items[i].value);
	return true;
}

static char *read_one(const char *common, const char *name)
{
	CLEARED(entries) struct entries one = {0};
	struct stat st;
	OWNED_MEM char *path = path_join(common, name);

	if (lstat(path, &st) != 0 || S_ISDIR(st.st_mode))
		return NULL;
	add_file(AT_FDCWD, path, name, &one);
	return one.count > 0 ? str_copy(one.items[0].value) : NULL;
}

bool refs_find(const char *common, const char *name, char **ret_id, struct error *err)
{
	OWNED_MEM char *at = str_copy(name);

	*ret_id = NULL;
	for (int hops = 0; hops < SYMBOLIC_MAX; hops++) {
		OWNED_MEM char *value = read_one(common, at);
		if (!value)
			return find_packed(common, at, ret_id, err);
		if (strncmp(value, "ref:", 4) == 0) {
			str_set(&at, value + 4 + strspn(value + 4, " \t"));
			continue;
		}
		if (!commit_is_hex(value) || strncmp(at, "refs/", 5) != 0)
			break;
		*ret_id = value;
		value = NULL;
		return true;
	}
	OWNED_MEM char *clean = sanitize_copy(name);
	return error_set(err, REASON_REPOSITORY_UNREADABLE, "the ref %s is damaged; run git fsck", clean);
}

/* Stashes below the newest are in its log only: how many, and what they are. */
static void read_stash_log(const char *common, struct entries *ret)
{
	CLEARED(text) struct text t = {0};
	OWNED_MEM char *path = path_join(common, "logs/refs/stash");
	char hex[DIGEST_HEX_BYTES];
	size_t n = 0;

	if (!admin_read(AT_FDCWD, path, STASH_BYTES_MAX, &t) || t.len == 0)
		return;
	for (size_t i = 0; i < t.len; i++)
		n += t.bytes[i] == '\n';
	digest_of(t.bytes, t.len, hex);
	OWNED_MEM char *value = str_format("%zu stashes (%.7s)", n, hex);
	entries_put(ret, "stash", value);
}

static void read_worktree(const char *all, const char *name, struct entries *ret)
{
	OWNED_MEM char *gitdir = path_join(all, name);
	OWNED_MEM char *refs = path_join(gitdir, "refs");
	OWNED_MEM char *head = path_join(gitdir, "HEAD");
	OWNED_MEM char *head_name = str_format("worktrees/%s/HEAD", name);
	OWNED_MEM char *prefix = str_format("worktrees/%s/refs", name);

	add_file(AT_FDCWD, head, head_name, ret);
	refs_read_loose(refs, prefix, ret);
}

static void read_worktrees(const char *common, struct entries *ret)
{
	OWNED_MEM char *all = path_join(common, "worktrees");
	DIR *d = opendir(all);

	for (const struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d))
		if (e->d_name[0] != '.')
			read_worktree(all, e->d_name, ret);
	if (d)
		(void)closedir(d);
}

bool refs_read(const char *common, struct entries *ret, struct error *err)
{
	CLEARED(entries) struct entries packed = {0};
	CLEARED(entries) struct entries loose = {0};
	OWNED_MEM char *refs = path_join(common, "refs");
	OWNED_MEM char *head = path_join(common, "HEAD");

	refs_read_loose(refs, "refs", &loose);
	if (!read_packed(common, &packed, err)) /* after the loose ones: a ref being packed now is in one of them */
		return false;
	add_file(AT_FDCWD, head, "HEAD", &loose);
	read_worktrees(common, &loose);
	read_stash_log(common, &loose);
	entries_sort(&packed);
	entries_sort(&loose);
	entries_overlay(&packed, &loose, ret);
	return true;
}
