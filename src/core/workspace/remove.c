#include "core/workspace/remove.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "core/workspace/place.h"

#define LEVELS_MAX 200 /* deeper directories are moved up first: one open file a level is the limit otherwise */

struct removal {
	int root;           /* the tree's own directory */
	uint64_t count;
	unsigned long moved; /* names given to directories that were moved up */
	char *stuck;        /* what could not be removed, relative to its directory */
};

static bool is_dots(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* Opened beneath dir, on the same mount, through no symlink. -1 with errno. */
static int open_beneath(int dir, const char *name)
{
	const struct open_how how = { .flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC,
				      .resolve = RESOLVE_NO_XDEV | RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS };
	long fd = syscall(SYS_openat2, dir, name, &how, sizeof how);

	return (int)fd;
}

/* A directory may have been closed to its owner; opened by path only, so that no symlink is followed. */
static int open_closed(int dir, const char *name)
{
	const struct open_how how = { .flags = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC,
				      .resolve = RESOLVE_NO_XDEV | RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS };
	int fd = open_beneath(dir, name);

	if (fd >= 0 || errno != EACCES)
		return fd;
	OWNED_FD int pinned = (int)syscall(SYS_openat2, dir, name, &how, sizeof how);
	if (pinned < 0)
		return -1;
	OWNED_MEM char *self = str_format("/proc/self/fd/%d", pinned);
	if (chmod(self, 0700) != 0)
		return -1;
	return open_beneath(dir, name);
}

static bool stuck_at(struct removal *r, const char *name)
{
	int sys = errno;

	if (!r->stuck)
		r->stuck = str_copy(name);
	errno = sys;
	return false;
}

static bool remove_contents(struct removal *r, int taken_fd, int depth);

static bool remove_directory(struct removal *r, int dir, const char *name, int depth)
{
	if (depth >= LEVELS_MAX) {
		char up[64];
		(void)snprintf(up, sizeof up, ".bulkhead-moved-%lu", r->moved++);
		return renameat(dir, name, r->root, up) == 0 || stuck_at(r, name);
	}
	int fd = open_closed(dir, name);
	if (fd < 0 || !remove_contents(r, fd, depth + 1))
		return stuck_at(r, name);
	if (unlinkat(dir, name, AT_REMOVEDIR) != 0)
		return stuck_at(r, name);
	r->count++;
	return true;
}

static bool remove_entry(struct removal *r, int dir, const char *name, int depth)
{
	struct stat st;

	if (unlinkat(dir, name, 0) == 0) {
		r->count++;
		return true;
	}
	if (errno != EISDIR && errno != EPERM)
		return stuck_at(r, name);
	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return stuck_at(r, name);
	if (!S_ISDIR(st.st_mode)) {
		errno = EPERM;
		return stuck_at(r, name);
	}
	return remove_directory(r, dir, name, depth);
}

/* Empties the directory open at taken_fd. Its own mode is set first: a child may have closed it. */
static bool remove_contents(struct removal *r, int taken_fd, int depth)
{
	bool ok = true;

	(void)fchmod(taken_fd, 0700);
	DIR *d = fdopendir(taken_fd);
	if (!d) {
		(void)close(taken_fd);
		return false;
	}
	for (;;) {
		errno = 0;
		const struct dirent *e = readdir(d);
		if (!e) {
			ok = errno == 0;
			break;
		}
		ok = is_dots(e->d_name) || remove_entry(r, dirfd(d), e->d_name, depth);
		if (!ok)
			break;
	}
	int sys = errno;
	(void)closedir(d);
	errno = sys;
	return ok;
}

/* Until nothing is left: what was moved up comes on the next round. */
static bool remove_rounds(struct removal *r)
{
	unsigned long before;

	do {
		before = r->moved;
		int again = openat(r->root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (again < 0 || !remove_contents(r, again, 0))
			return false;
	} while (r->moved != before);
	return true;
}

static bool is_this(int parent, const char *name, struct identity id)
{
	struct stat st;

	return fstatat(parent, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(st.st_mode) &&
	       (id.inode == 0 || (st.st_dev == id.device && st.st_ino == id.inode));
}

static bool is_there(int parent, const char *name)
{
	struct stat st;

	return fstatat(parent, name, &st, AT_SYMLINK_NOFOLLOW) == 0;
}

static bool fail_changed(struct error *err, const char *parent, const char *name)
{
	OWNED_MEM char *path = path_join(parent, name);
	OWNED_MEM char *clean = sanitize_copy(path);

	return error_set(err, REASON_WORKSPACE_CHANGED, "%s is not the directory that was made for the run; nothing was removed", clean);
}

static bool empty_quarantine(int parent, const char *aside, const char *shown, uint64_t *count, struct error *err)
{
	OWNED_FD int root = open_closed(parent, aside);
	struct removal r = { .root = root };
	bool ok = root >= 0 && remove_rounds(&r) && unlinkat(parent, aside, AT_REMOVEDIR) == 0;

	*count += r.count;
	if (!ok) {
		int sys = errno;
		OWNED_MEM char *clean = sanitize_copy(r.stuck ? r.stuck : aside);
		errno = sys;
		(void)error_set_sys(err, REASON_SYSTEM, "%s could not be removed completely, %s is in the way", shown, clean);
	}
	free(r.stuck);
	return ok;
}

bool remove_tree(const char *parent, const char *name, struct identity id, uint64_t *count, struct error *err)
{
	OWNED_MEM char *aside = str_format(".rm-%s", name);
	OWNED_MEM char *path = path_join(parent, name);
	OWNED_MEM char *shown = sanitize_copy(path);
	OWNED_FD int dir = open(parent, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (dir < 0 && errno == ENOENT)
		return true;
	if (dir < 0)
		return error_set_sys(err, REASON_SYSTEM, "the directory of %s cannot be opened", shown);
	if (is_there(dir, name)) {
		if (!is_this(dir, name, id))
			return fail_changed(err, parent, name);
		if (syscall(SYS_renameat2, dir, name, dir, aside, RENAME_NOREPLACE) != 0)
			return error_set_sys(err, REASON_SYSTEM, "%s cannot be moved aside to be removed", shown);
	}
	if (!is_there(dir, aside))
		return true;
	if (!is_this(dir, aside, id))
		return fail_changed(err, parent, aside);
	return empty_quarantine(dir, aside, shown, count, err);
}

bool remove_is_left(const char *parent, const char *name)
{
	OWNED_MEM char *aside = str_format(".rm-%s", name);

	return admin_exists(parent, name) || admin_exists(parent, aside);
}

/* mountinfo writes space, tab, newline and backslash as \ooo. */
static void unescape(char *s)
{
	char *to = s;

	for (const char *from = s; *from; to++) {
		if (from[0] == '\\' && from[1] && from[2] && from[3]) {
			*to = (char)(((from[1] - '0') << 6) | ((from[2] - '0') << 3) | (from[3] - '0'));
			from += 4;
		} else {
			*to = *from++;
		}
	}
	*to = 0;
}

char *mount_inside(const char *directory)
{
	FILE *f = fopen("/proc/self/mountinfo", "re");
	char *line = NULL, *found = NULL;
	size_t room = 0;

	while (f && !found && getline(&line, &room, f) > 0) {
		char *at = line;
		for (int field = 0; at && field < 4; field++) {
			at = strchr(at, ' ');
			at = at ? at + 1 : NULL;
		}
		if (!at)
			continue;
		at[strcspn(at, " ")] = 0;
		unescape(at);
		if (path_is_within(directory, at))
			found = str_copy(at);
	}
	free(line);
	if (f)
		(void)fclose(f);
	return found;
}
