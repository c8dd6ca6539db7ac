/*
 * named — the files and directories outside its own that a repository names and that libgit2 or git would open because
 * it does. Inner header of core/workspace.
 */
#ifndef CORE_WORKSPACE_NAMED_H
#define CORE_WORKSPACE_NAMED_H
#include <stdbool.h>

#include "core/base/error.h"
#include "core/base/strlist.h"

/* REASON_REPOSITORY_UNREADABLE in all of these. Paths are added as they would be opened, also when nothing is there. */

/* core.excludesFile and core.attributesFile, in every configuration that counts; what cannot be read of it is refused. */
bool named_files(const char *common, struct strlist *ret, struct error *err) MUST_CHECK;
/* The stores that objects/info/alternates names: absolute, each once. */
bool named_stores(const char *objects, struct strlist *stores, struct error *err) MUST_CHECK;
/* A common directory with a commondir of its own: libgit2 and git would read another repository than was resolved. */
bool named_elsewhere(const char *common, struct error *err) MUST_CHECK;
#endif
