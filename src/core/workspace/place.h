/*
 * place — a directory by realpath and identity, and small administrative files read without trusting them.
 * Inner header of core/workspace. Functions that return bool without an error leave the cause in errno.
 */
#ifndef CORE_WORKSPACE_PLACE_H
#define CORE_WORKSPACE_PLACE_H
#include <stdbool.h>
#include <stddef.h>

#include "core/base/text.h"
#include "core/workspace/workspace.h"

#define ADMIN_LINE_BYTES_MAX 8192

bool place_read(const char *path, struct place *ret); /* resolves every symlink; ENOTDIR when it is no directory */
void place_clear(struct place *p);
void place_copy(struct place *to, const struct place *from);
bool place_same(const struct place *a, const struct place *b); /* the same directory, by device and inode */
bool place_known(const struct place *p);                       /* has an identity to compare with */
/* Is the directory at p->path still p: its own realpath, a directory, the same device and inode? */
bool place_unchanged(const struct place *p);

/* A regular file of at most limit bytes; a symlink (ELOOP), FIFO or device (EINVAL) is not read and never waited for. */
bool admin_read(int dir, const char *name, size_t limit, struct text *ret);
/* The one line of a pointer file such as commondir: line ends cut, no NUL inside. Owned; NULL with errno. */
char *admin_line(int dir, const char *name);
char *admin_line_of(const char *directory, const char *name);
bool admin_exists(const char *directory, const char *name); /* the entry itself; symlinks are not followed */
bool place_file_begins(int fd, const char *bytes, size_t len); /* is all that is in the file the beginning of these? */
#endif
