/*
 * path — questions about absolute paths as strings of whole components. Pure: nothing here looks at the disk,
 * so an answer about containment is only as good as the realpaths it is given.
 */
#ifndef CORE_BASE_PATH_H
#define CORE_BASE_PATH_H
#include <stdbool.h>

#define PATH_BYTES_MAX 4000 /* longest path a policy may name: the vendor's sandbox appends to it */

bool path_is_absolute(const char *path);
/* Is path the directory root itself or beneath it? Both absolute and normalised; "/srv/wsX" is not in "/srv/ws". */
bool path_is_within(const char *root, const char *path);
bool path_is_beneath(const char *root, const char *path);          /* within, and not root itself */
/* Owned: doubled and trailing slashes and "." components removed ("." when nothing is left of a relative path).
   ".." is left alone: only the disk knows it. */
char *path_tidy(const char *path);
bool path_has_dotdot(const char *path);
char *path_join(const char *directory, const char *relative);      /* owned; relative may be absolute: then a copy of it */
const char *path_base(const char *path);                           /* borrowed: behind the last slash */
char *path_parent(const char *path);                               /* owned; "/" for "/" and "/x", "." for "x" */
/* Borrowed: what follows root in path without the slash, "" when equal. path must be within root. */
const char *path_relative(const char *root, const char *path);
/* Owned: path with home replaced by "~" for the eye. */
char *path_for_eye(const char *home, const char *path);
#endif
