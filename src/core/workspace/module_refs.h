/*
 * module_refs — refs of the repositories of submodules beneath a common directory, and of theirs. Inner header of
 * core/workspace.
 */
#ifndef CORE_WORKSPACE_MODULE_REFS_H
#define CORE_WORKSPACE_MODULE_REFS_H
#include <stdbool.h>

#include "core/workspace/entries.h"

/* Named "modules/<path below>/<ref>", values as in refs.h; one whose packed refs cannot be read has an entry "packed-refs" that
   says so. Sorted. false: there were more directories, or deeper ones, than are looked at. */
bool module_refs_read(const char *common, struct entries *ret);
#endif
