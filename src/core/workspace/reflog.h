/*
 * reflog — the commits that git's logs of refs name: the only thing that leads to what was amended, reset or rebased
 * away. Inner header of core/workspace.
 */
#ifndef CORE_WORKSPACE_REFLOG_H
#define CORE_WORKSPACE_REFLOG_H
#include "core/base/error.h"
#include "core/base/strlist.h"

/* Adds both ids of every line of the log at path, in hex; a missing log has none, lines that are no entries are passed
   over. REASON_WORKSPACE_NOT_RELEASED: there is something that cannot be read as a log. */
bool reflog_read(const char *path, struct strlist *ret, struct error *err) MUST_CHECK;
/* The same for every log beneath directory but the one at without (a path; NULL: all). */
bool reflog_read_all(const char *directory, const char *without, struct strlist *ret, struct error *err) MUST_CHECK;
#endif
