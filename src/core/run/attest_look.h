/*
 * attest_look — what the host finds on the disk: whether a directory tree is still byte for byte what it was.
 */
#ifndef CORE_RUN_ATTEST_LOOK_H
#define CORE_RUN_ATTEST_LOOK_H
#include <stdbool.h>

#include "core/base/digest.h"

/* Names, kinds, permissions, contents and link targets of everything in it, without following a link; times are left out.
   false: it could not be read to the end. */
bool tree_digest(const char *path, char ret_hex[DIGEST_HEX_BYTES]);
/* Is path a regular file (no link) whose first line is word? */
bool file_says(const char *path, const char *word);
bool something_is_at(const char *path);
#endif
