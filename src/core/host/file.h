/*
 * file — durable files and bounded reads. A reader, or a power cut, finds the old bytes or the new, never half.
 * Directories are given as open fds, borrowed. Files are made 0600, directories 0700 unless said otherwise.
 * Errors: reading gives REASON_SYSTEM with err->sys (ENOENT when missing, ELOOP for a symlink), REASON_RECORD_DAMAGED
 * for what is no regular file or longer than its limit; writing gives REASON_RECORD_NOT_SAVED.
 * A crash can leave NAME.xxxxxxxx.new behind: it was never NAME and may be removed.
 */
#ifndef CORE_HOST_FILE_H
#define CORE_HOST_FILE_H
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "core/base/error.h"
#include "core/base/text.h"

/* Immutable: exclusive temporary, fsync, link without overwriting, fsync of the directory. Exists already with the
   same bytes: true. With other bytes: REASON_RECORD_NOT_SAVED and the old file is untouched. */
bool file_put_new(int dir, const char *name, const void *bytes, size_t len, struct error *err) MUST_CHECK;
/* Files that are written and not yet durable; fd -1: nothing to do. sys: 0, or errno of the one that could not be saved. */
struct file_pending { int fd, sys; };
/* fsync of all of them at the same time; false: at least one could not be saved. */
bool file_sync_all(struct file_pending *items, size_t count);
/* file_put_new() for a file that speaks of others: these are made durable together with its temporary, and only then it
   gets its name. *ret_others false (and false): one of the others could not be saved, see its sys; nothing was put. */
bool file_put_new_after(int dir, const char *name, const void *bytes, size_t len, struct file_pending *others, size_t n_others,
			bool *ret_others, struct error *err) MUST_CHECK;
/* Replace by rename: old or new. */
bool file_replace(int dir, const char *name, const void *bytes, size_t len, struct error *err) MUST_CHECK;
/* One write of a whole line at the end of an O_APPEND file, then fsync; makes the file when missing. A torn last line
   left by a crash is first ended with a newline. The newline at the end may be left out; one inside is refused. */
bool file_append_line(int dir, const char *name, const void *bytes, size_t len, struct error *err) MUST_CHECK;
/* The same without the fsync: durable when file_save(), or whoever comes next, has done it. */
bool file_append_line_later(int dir, const char *name, const void *bytes, size_t len, struct error *err) MUST_CHECK;
bool file_save(int dir, const char *name, struct error *err) MUST_CHECK; /* fsync of a regular file that is there */
/* A regular file of at most limit bytes, never following a symlink in the last component. Replaces *ret. */
bool file_read(int dir, const char *name, size_t limit, struct text *ret, struct error *err) MUST_CHECK;
bool file_read_path(const char *path, size_t limit, struct text *ret, struct error *err) MUST_CHECK;
/* mkdir -p with 0700 for what is made; returns an open O_DIRECTORY fd, yours. path is absolute, symlinks in it are
   followed; dir_make_at() follows none and refuses "..", so it cannot be led out of dir. */
bool dir_make(const char *path, int *ret_fd, struct error *err) MUST_CHECK;
bool dir_make_at(int dir, const char *relative, mode_t mode, int *ret_fd, struct error *err) MUST_CHECK;
bool dir_open(const char *path, int *ret_fd, struct error *err) MUST_CHECK;
/* An exclusive flock on <dir>/<name> (made when missing). wait false: *ret_fd is -1 when another holds it. */
bool file_lock(int dir, const char *name, bool wait, int *ret_fd, struct error *err) MUST_CHECK;
bool write_all(int fd, const void *bytes, size_t len); /* retries on EINTR and short writes */
char *real_path(const char *path);                     /* owned; NULL with errno */
bool file_digest(const char *path, char ret_hex[65], struct error *err) MUST_CHECK;
#endif
