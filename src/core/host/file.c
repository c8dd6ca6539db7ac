/*
 * file — bounded reads, locks and digests of files; writing is in file_write.c, directories in dir.c.
 */
#include "core/host/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/digest.h"
#include "core/base/mem.h"

#define READ_BYTES 65536

/* O_NONBLOCK: a FIFO in the place of a record must not hold the program; regular files do not care. */
#define READ_FLAGS (O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)

bool write_all(int fd, const void *bytes, size_t len)
{
	const char *at = bytes;

	while (len > 0) {
		ssize_t written = write(fd, at, len);

		if (written < 0 && errno != EINTR)
			return false;
		if (written > 0) {
			at += written;
			len -= (size_t)written;
		}
	}
	return true;
}

static ssize_t read_some(int fd, char *buffer)
{
	ssize_t got;

	do
		got = read(fd, buffer, READ_BYTES);
	while (got < 0 && errno == EINTR);
	return got;
}

static bool open_regular(int dir, const char *name, int extra_flags, int *ret_fd, struct error *err)
{
	OWNED_FD int fd = openat(dir, name, READ_FLAGS | extra_flags);
	struct stat st;

	if (fd < 0)
		return error_set_sys(err, REASON_SYSTEM, "cannot open %s", name);
	if (fstat(fd, &st) != 0)
		return error_set_sys(err, REASON_SYSTEM, "cannot look at %s", name);
	if (!S_ISREG(st.st_mode))
		return error_set(err, REASON_RECORD_DAMAGED, "%s is not a regular file", name);
	*ret_fd = fd;
	fd = -1;
	return true;
}

static bool read_bounded(int fd, const char *name, size_t limit, struct text *t, struct error *err)
{
	OWNED_MEM char *buffer = mem_new(READ_BYTES, 1);
	ssize_t got;

	for (got = read_some(fd, buffer); got > 0; got = read_some(fd, buffer)) {
		if ((size_t)got > limit - t->len)
			return error_set(err, REASON_RECORD_DAMAGED, "%s is longer than %zu bytes", name, limit);
		text_add(t, buffer, (size_t)got);
	}
	return got == 0 || error_set_sys(err, REASON_SYSTEM, "cannot read %s", name);
}

static bool read_at(int dir, const char *name, int extra_flags, size_t limit, struct text *ret, struct error *err)
{
	CLEARED(text) struct text t = {0};
	OWNED_FD int fd = -1;

	if (!open_regular(dir, name, extra_flags, &fd, err) || !read_bounded(fd, name, limit, &t, err))
		return false;
	text_clear(ret);
	*ret = t;
	t = (struct text){0};
	return true;
}

bool file_read(int dir, const char *name, size_t limit, struct text *ret, struct error *err)
{
	return read_at(dir, name, O_NOFOLLOW, limit, ret, err);
}

bool file_read_path(const char *path, size_t limit, struct text *ret, struct error *err)
{
	return read_at(AT_FDCWD, path, O_NOFOLLOW, limit, ret, err);
}

bool file_lock(int dir, const char *name, bool wait, int *ret_fd, struct error *err)
{
	OWNED_FD int fd = openat(dir, name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0600);
	int got;

	if (fd < 0)
		return error_set_sys(err, REASON_SYSTEM, "cannot open the lock %s", name);
	do
		got = flock(fd, LOCK_EX | (wait ? 0 : LOCK_NB));
	while (got != 0 && errno == EINTR);
	if (got != 0 && errno != EWOULDBLOCK)
		return error_set_sys(err, REASON_SYSTEM, "cannot take the lock %s", name);
	*ret_fd = -1;
	if (got == 0) {
		*ret_fd = fd;
		fd = -1;
	}
	return true;
}

char *real_path(const char *path)
{
	return realpath(path, NULL);
}

bool file_digest(const char *path, char ret_hex[65], struct error *err)
{
	OWNED(digest) struct digest *d = digest_new();
	OWNED_MEM char *buffer = mem_new(READ_BYTES, 1);
	OWNED_FD int fd = -1;
	ssize_t got;

	if (!open_regular(AT_FDCWD, path, 0, &fd, err))
		return false;
	for (got = read_some(fd, buffer); got > 0; got = read_some(fd, buffer))
		digest_add(d, buffer, (size_t)got);
	if (got < 0)
		return error_set_sys(err, REASON_SYSTEM, "cannot read %s", path);
	digest_finish(&d, ret_hex);
	return true;
}
