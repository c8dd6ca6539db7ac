/*
 * head — a HEAD file read by ourselves. Inner header of core/workspace.
 */
#ifndef CORE_WORKSPACE_HEAD_H
#define CORE_WORKSPACE_HEAD_H
#include <stdbool.h>

/* One of the two is set, owned: the ref it names, or the commit it is detached at. false: neither can be made out. */
bool head_read(const char *gitdir, char **ret_ref, char **ret_commit);
bool commit_is_hex(const char *s); /* exactly 40 lower-case hexadecimal digits */
#endif
