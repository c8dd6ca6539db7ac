/*
 * containment — may this path be named to a sandbox at all, and does it lie where it must?
 *
 * Pure: compares realpaths that the facts bring along, by whole components. Sentences are appended to a text.
 */
#ifndef CORE_JUDGE_CONTAINMENT_H
#define CORE_JUDGE_CONTAINMENT_H
#include <stdbool.h>

#include "core/base/text.h"
#include "core/judge/facts.h"

/* What keeps a path from being handed to a vendor's sandbox exactly: "is not absolute", "lies inside /proc" …
   Static; NULL when nothing does. NULL and "" are faulty. */
const char *path_fault(const char *path);

/* The rule for one root by itself: a fit path, an existing directory, its own realpath (trailing and doubled slashes
   aside). False: *why gets a complete sentence that names the root, and the real path where that differs.
   workspace_root may be NULL. */
bool root_is_valid(const struct root_facts *root, const char *workspace_root, struct text *why);

/* Is a valid root inside the workspace and not part of the repository's administrative directory, which is granted by
   name only? False: *why gets a complete sentence. */
bool root_is_contained(const struct root_facts *root, const struct facts *facts, struct text *why);
#endif
