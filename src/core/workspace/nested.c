#include "core/workspace/nested.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"

enum { MARK_GIT = 1, MARK_HEAD = 2, MARK_OBJECTS = 4, MARK_REFS = 8, MARKS_BARE = MARK_HEAD | MARK_OBJECTS | MARK_REFS };

static unsigned mark_of(const char *name)
{
	static const struct {
		const char *name;
		unsigned mark;
	} marks[] = { { ".git", MARK_GIT }, { "HEAD", MARK_HEAD }, { "objects", MARK_OBJECTS }, { "refs", MARK_REFS } };

	for (size_t i = 0; i < COUNT_OF(marks); i++)
		if (strcmp(name, marks[i].name) == 0)
			return marks[i].mark;
	return 0;
}

static bool is_directory(int dir, const struct dirent *e)
{
	struct stat st;

	if (e->d_type != DT_UNKNOWN)
		return e->d_type == DT_DIR;
	return fstatat(dir, e->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(st.st_mode);
}

/* The marks of one directory; the directories in it are added to inner. */
static unsigned read_directory(DIR *d, const char *relative, struct strlist *inner)
{
	unsigned marks = 0;

	for (const struct dirent *e = readdir(d); e; e = readdir(d)) {
		const unsigned mark = mark_of(e->d_name);
		marks |= mark;
		if (mark != MARK_GIT && strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 && is_directory(dirfd(d), e))
			strlist_add_format(inner, "%s%s/", relative, e->d_name);
	}
	return marks;
}

static bool fail_closed(const char *relative, struct error *err)
{
	OWNED_MEM char *clean = sanitize_copy(relative);

	return error_set_sys(err, REASON_WORKSPACE_NOT_RELEASED,
			     "the directory %s of this worktree cannot be looked into, so it cannot be seen what would be lost; "
			     "open it or remove it, then release again",
			     clean);
}

static bool look_into(int top, const char *relative, struct strlist *left, struct nested_found *ret, struct error *err)
{
	OWNED_MEM char *path = *relative ? str_copy_n(relative, strlen(relative) - 1) : str_copy("."); /* a slash would follow a symlink */
	int fd = openat(top, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	DIR *d = fd >= 0 ? fdopendir(fd) : NULL;

	if (!d) {
		const bool gone = errno == ENOENT;
		if (fd >= 0)
			(void)close(fd);
		return gone || fail_closed(relative, err);
	}
	const size_t before = left->count;
	const unsigned marks = read_directory(d, relative, left);
	(void)closedir(d);
	if (!*relative)
		return true;
	if (marks & MARK_GIT) {
		strlist_add(&ret->checkouts, relative);
		while (left->count > before)
			strlist_remove(left, left->count - 1); /* one name is enough */
	} else if ((marks & MARKS_BARE) == MARKS_BARE) {
		strlist_add(&ret->bare, relative);
	}
	return true;
}

bool nested_find(const char *worktree, struct nested_found *ret, struct error *err)
{
	CLEARED(strlist) struct strlist left = {0};
	OWNED_FD int top = open(worktree, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	bool ok = top >= 0 || fail_closed(worktree, err);

	strlist_add(&left, "");
	while (ok && left.count > 0) {
		OWNED_MEM char *relative = str_copy(left.items[left.count - 1]);
		strlist_remove(&left, left.count - 1);
		ok = look_into(top, relative, &left, ret, err);
	}
	strlist_sort(&ret->checkouts);
	strlist_sort(&ret->bare);
	return ok;
}

void nested_found_clear(struct nested_found *f)
{
	strlist_clear(&f->checkouts);
	strlist_clear(&f->bare);
}
