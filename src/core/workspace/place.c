#include "core/workspace/place.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"

bool place_read(const char *path, struct place *ret)
{
	struct stat st;
	OWNED_MEM char *real = real_path(path);

	if (!real)
		return false;
	OWNED_FD int fd = open(real, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &st) != 0)
		return false;
	place_clear(ret);
	ret->path = real;
	ret->id = (struct identity){ .device = st.st_dev, .inode = st.st_ino };
	real = NULL;
	return true;
}

void place_clear(struct place *p)
{
	free(p->path);
	*p = (struct place){0};
}

void place_copy(struct place *to, const struct place *from)
{
	str_set(&to->path, from->path);
	to->id = from->id;
}

bool place_known(const struct place *p)
{
	return p->path && p->id.inode != 0;
}

bool place_same(const struct place *a, const struct place *b)
{
	return place_known(a) && a->id.device == b->id.device && a->id.inode == b->id.inode;
}

bool place_unchanged(const struct place *p)
{
	struct place now = {0};
	bool same = place_read(p->path, &now) && strcmp(now.path, p->path) == 0 && place_same(p, &now);

	place_clear(&now);
	return same;
}

static bool read_rest(int fd, size_t limit, struct text *ret)
{
	char chunk[16384];

	for (;;) {
		ssize_t n = read(fd, chunk, sizeof chunk);
		if (n == 0)
			return true;
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		if ((size_t)n > limit - ret->len) {
			errno = EFBIG;
			return false;
		}
		text_add(ret, chunk, (size_t)n);
	}
}

bool admin_read(int dir, const char *name, size_t limit, struct text *ret)
{
	struct stat st;
	OWNED_FD int fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

	text_empty(ret);
	if (fd < 0 || fstat(fd, &st) != 0)
		return false;
	if (!S_ISREG(st.st_mode)) {
		errno = EINVAL;
		return false;
	}
	return read_rest(fd, limit, ret);
}

char *admin_line(int dir, const char *name)
{
	CLEARED(text) struct text t = {0};

	if (!admin_read(dir, name, ADMIN_LINE_BYTES_MAX, &t))
		return NULL;
	while (t.len > 0 && (t.bytes[t.len - 1] == '\n' || t.bytes[t.len - 1] == '\r'))
		t.len--;
	if (t.len == 0 || memchr(t.bytes, 0, t.len)) {
		errno = EINVAL;
		return NULL;
	}
	return str_copy_n(t.bytes, t.len);
}

char *admin_line_of(const char *directory, const char *name)
{
	OWNED_MEM char *path = path_join(directory, name);

	return admin_line(AT_FDCWD, path);
}

bool admin_exists(const char *directory, const char *name)
{
	struct stat st;
	OWNED_MEM char *path = path_join(directory, name);

	return lstat(path, &st) == 0;
}

bool place_file_begins(int fd, const char *bytes, size_t len)
{
	char chunk[65536];
	size_t at = 0;

	for (;;) {
		ssize_t n = pread(fd, chunk, sizeof chunk, (off_t)at);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n == 0;
		if ((size_t)n > len - at || memcmp(chunk, bytes + at, (size_t)n) != 0)
			return false;
		at += (size_t)n;
	}
}
