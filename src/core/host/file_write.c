/*
 * file_write — putting bytes on disk so that a reader, or a power cut, finds the old ones or the new.
 *
 *	new      NAME.xxxxxxxx.new, written and fsynced --link, never over anything--> NAME, fsync of the directory
 *	replace  NAME.xxxxxxxx.new, written and fsynced --rename--> NAME, fsync of the directory
 *	append   one write at the end of NAME, fsync
 *
 * A file that holds digests of others is put after them: its temporary and the others are fsynced at the same time, since
 * none of them needs to be there before another; only its name has to come behind them all.
 *
 * A crash can leave a file whose name ends in ".new" behind: it was never NAME, and may be removed.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/host/file.h"
#include "core/host/ports.h"

#define TRIES_MAX 16

/* An exclusive new file beside name; its own name is the caller's. Returns an fd, -1 with errno. */
static int open_temporary(int dir, const char *name, char **ret_temporary)
{
	int fd = -1;

	errno = EEXIST;
	for (int i = 0; i < TRIES_MAX && fd < 0 && errno == EEXIST; i++) {
		OWNED_MEM char *temporary = NULL;
		uint32_t chance = 0;

		if (!host_ports.random(host_ports.self, &chance, sizeof chance))
			return -1;
		temporary = str_format("%s.%08x.new", name, (unsigned)chance);
		fd = openat(dir, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
		if (fd >= 0) {
			*ret_temporary = temporary;
			temporary = NULL;
		}
	}
	return fd;
}

/* Other files to be saved together with one that is put; ok: all of them were. */
struct others { struct file_pending *items; size_t count; bool ok; };

static bool save_with(int fd, struct others *others)
{
	const size_t count = others ? others->count : 0;
	OWNED_MEM struct file_pending *all = NULL;

	if (count == 0)
		return fsync(fd) == 0;
	all = mem_new(count + 1, sizeof *all);
	all[0].fd = fd;
	memcpy(all + 1, others->items, count * sizeof *all);
	(void)file_sync_all(all, count + 1);
	memcpy(others->items, all + 1, count * sizeof *all);
	for (size_t i = 0; i < count; i++)
		others->ok = others->ok && all[i + 1].sys == 0;
	errno = all[0].sys;
	return all[0].sys == 0;
}

/* On success *ret_temporary is a durable file of these bytes, not yet in its place. */
static bool write_temporary(int dir, const char *name, const void *bytes, size_t len, struct others *others, char **ret_temporary,
			    struct error *err)
{
	OWNED_MEM char *temporary = NULL;
	OWNED_FD int fd = open_temporary(dir, name, &temporary);

	if (fd >= 0 && write_all(fd, bytes, len) && save_with(fd, others)) {
		*ret_temporary = temporary;
		temporary = NULL;
		return true;
	}
	(void)error_set_sys(err, REASON_RECORD_NOT_SAVED, "cannot save %s", name);
	if (temporary)
		(void)unlinkat(dir, temporary, 0);
	return false;
}

/* Into place without overwriting. Some file systems have no links: there rename says no to an existing name. */
static int place_new(int dir, const char *temporary, const char *name)
{
	if (linkat(dir, temporary, dir, name, 0) == 0)
		return 0;
	if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS)
		return -1;
	return renameat2(dir, temporary, dir, name, RENAME_NOREPLACE);
}

static bool holds_the_same(int dir, const char *name, const void *bytes, size_t len)
{
	CLEARED(text) struct text old = {0};
	struct error unused;

	return file_read(dir, name, len, &old, &unused) && old.len == len && memcmp(text_c(&old), bytes, len) == 0;
}

static bool put_new(int dir, const char *name, const void *bytes, size_t len, struct others *others, struct error *err)
{
	OWNED_MEM char *temporary = NULL;
	bool placed, exists;

	if (!write_temporary(dir, name, bytes, len, others, &temporary, err))
		return false;
	if (others && !others->ok) {
		(void)unlinkat(dir, temporary, 0);
		return error_set(err, REASON_RECORD_NOT_SAVED, "%s was not saved, because what it speaks of could not be", name);
	}
	placed = place_new(dir, temporary, name) == 0;
	exists = !placed && errno == EEXIST;
	if (!placed && !exists)
		(void)error_set_sys(err, REASON_RECORD_NOT_SAVED, "cannot save %s", name);
	(void)unlinkat(dir, temporary, 0);
	if (exists && !holds_the_same(dir, name, bytes, len))
		return error_set(err, REASON_RECORD_NOT_SAVED, "%s exists already with other contents; it was left as it is", name);
	if (!placed && !exists)
		return false;
	return fsync(dir) == 0 || error_set_sys(err, REASON_RECORD_NOT_SAVED, "cannot save %s", name);
}

bool file_put_new(int dir, const char *name, const void *bytes, size_t len, struct error *err)
{
	return put_new(dir, name, bytes, len, NULL, err);
}

bool file_put_new_after(int dir, const char *name, const void *bytes, size_t len, struct file_pending *others, size_t n_others,
			bool *ret_others, struct error *err)
{
	struct others all = { .items = others, .count = n_others, .ok = true };
	bool ok = put_new(dir, name, bytes, len, &all, err);

	*ret_others = all.ok;
	return ok;
}

bool file_replace(int dir, const char *name, const void *bytes, size_t len, struct error *err)
{
	OWNED_MEM char *temporary = NULL;

	if (!write_temporary(dir, name, bytes, len, NULL, &temporary, err))
		return false;
	if (renameat(dir, temporary, dir, name) != 0) {
		(void)error_set_sys(err, REASON_RECORD_NOT_SAVED, "cannot save %s", name);
		(void)unlinkat(dir, temporary, 0);
		return false;
	}
	return fsync(dir) == 0 || error_set_sys(err, REASON_RECORD_NOT_SAVED, "cannot save %s", name);
}

static bool ends_torn(int fd, off_t size)
{
	char last = '\n';

	return size > 0 && pread(fd, &last, 1, size - 1) == 1 && last != '\n';
}

static bool append_to(int fd, const char *name, const void *bytes, size_t len, bool save, struct error *err)
{
	CLEARED(text) struct text line = {0};
	struct stat st;
	ssize_t written;

	if (fstat(fd, &st) != 0)
		return error_set_sys(err, REASON_RECORD_NOT_SAVED, "cannot look at %s", name);
	if (!S_ISREG(st.st_mode))
		return error_set(err, REASON_RECORD_NOT_SAVED, "cannot append to %s: it is not a regular file", name);
	if (ends_torn(fd, st.st_size))
		text_add_byte(&line, '\n');
	text_add(&line, bytes, len);
	if (line.bytes[line.len - 1] != '\n')
		text_add_byte(&line, '\n');
	do
		written = write(fd, line.bytes, line.len);
	while (written < 0 && errno == EINTR);
	if (written >= 0 && (size_t)written < line.len)
		errno = ENOSPC; /* the next append ends what is torn now */
	if (written < 0 || (size_t)written < line.len || (save && fsync(fd) != 0))
		return error_set_sys(err, REASON_RECORD_NOT_SAVED, "cannot append to %s", name);
	return true;
}

static bool append(int dir, const char *name, const void *bytes, size_t len, bool save, struct error *err)
{
	const int flags = O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
	const char *inner = len > 0 ? memchr(bytes, '\n', len) : NULL;
	OWNED_FD int fd = -1;
	bool made;

	if (len == 0 || (inner && inner != (const char *)bytes + len - 1))
		return error_set(err, REASON_RECORD_NOT_SAVED, "cannot append to %s: this is not one line", name);
	fd = openat(dir, name, flags);
	made = fd < 0 && errno == ENOENT;
	if (made)
		fd = openat(dir, name, flags | O_CREAT, 0600);
	if (fd < 0)
		return error_set_sys(err, REASON_RECORD_NOT_SAVED, "cannot append to %s", name);
	if (!append_to(fd, name, bytes, len, save, err))
		return false;
	return !made || !save || fsync(dir) == 0 || error_set_sys(err, REASON_RECORD_NOT_SAVED, "cannot save %s", name);
}

bool file_append_line(int dir, const char *name, const void *bytes, size_t len, struct error *err)
{
	return append(dir, name, bytes, len, true, err);
}

bool file_append_line_later(int dir, const char *name, const void *bytes, size_t len, struct error *err)
{
	return append(dir, name, bytes, len, false, err);
}

bool file_save(int dir, const char *name, struct error *err)
{
	OWNED_FD int fd = openat(dir, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);

	return (fd >= 0 && fsync(fd) == 0) || error_set_sys(err, REASON_RECORD_NOT_SAVED, "cannot save %s", name);
}
