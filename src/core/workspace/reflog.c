#include "core/workspace/reflog.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "core/workspace/head.h"
#include "core/workspace/place.h"

#define LOG_BYTES_MAX ((size_t)64 << 20)
#define ID_BYTES 40
#define LEVELS_MAX 64

static void add_id(const char *hex, struct strlist *ret)
{
	OWNED_MEM char *id = str_copy_n(hex, ID_BYTES);
	const bool known_before = ret->count > 0 && strcmp(ret->items[ret->count - 1], id) == 0; /* new, and old of the next line */

	if (commit_is_hex(id) && strspn(id, "0") != ID_BYTES && !known_before)
		strlist_add(ret, id);
}

/* "<old> <new> name <mail> time zone\tmessage" */
static void add_line(const char *line, size_t len, struct strlist *ret)
{
	if (len <= ID_BYTES * 2 + 1 || line[ID_BYTES] != ' ' || line[ID_BYTES * 2 + 1] != ' ')
		return;
	add_id(line, ret);
	add_id(line + ID_BYTES + 1, ret);
}

static bool fail_unreadable(const char *path, struct error *err)
{
	OWNED_MEM char *clean = sanitize_copy(path);

	return error_set_sys(err, REASON_WORKSPACE_NOT_RELEASED,
			     "the log %s cannot be read, so it cannot be seen which commits only it leads to; look at it", clean);
}

bool reflog_read(const char *path, struct strlist *ret, struct error *err)
{
	CLEARED(text) struct text t = {0};

	if (!admin_read(AT_FDCWD, path, LOG_BYTES_MAX, &t))
		return errno == ENOENT || errno == ENOTDIR || fail_unreadable(path, err);
	for (size_t at = 0; at < t.len;) {
		const char *end = memchr(t.bytes + at, '\n', t.len - at);
		const size_t len = end ? (size_t)(end - (t.bytes + at)) : t.len - at;

		add_line(t.bytes + at, len, ret);
		at += len + 1;
	}
	return true;
}

static bool read_level(const char *directory, const char *without, int level, struct strlist *ret, struct error *err);

static bool read_entry(const char *path, const char *without, int level, struct strlist *ret, struct error *err)
{
	struct stat st;

	if (lstat(path, &st) != 0)
		return errno == ENOENT || fail_unreadable(path, err);
	if (S_ISDIR(st.st_mode))
		return read_level(path, without, level + 1, ret, err);
	return (without && strcmp(path, without) == 0) || reflog_read(path, ret, err);
}

static bool read_level(const char *directory, const char *without, int level, struct strlist *ret, struct error *err)
{
	DIR *d = level < LEVELS_MAX ? opendir(directory) : NULL;
	bool ok = d || (level < LEVELS_MAX && errno == ENOENT) || fail_unreadable(directory, err);

	for (const struct dirent *e = d ? readdir(d) : NULL; e && ok; e = readdir(d)) {
		OWNED_MEM char *path = path_join(directory, e->d_name);
		if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
			ok = read_entry(path, without, level, ret, err);
	}
	if (d)
		(void)closedir(d);
	return ok;
}

bool reflog_read_all(const char *directory, const char *without, struct strlist *ret, struct error *err)
{
	return read_level(directory, without, 0, ret, err);
}
