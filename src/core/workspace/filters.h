/*
 * filters — what a repository's own configuration would make git run while it checks files out.
 * Inner header of core/workspace.
 */
#ifndef CORE_WORKSPACE_FILTERS_H
#define CORE_WORKSPACE_FILTERS_H
#include "core/base/error.h"
#include "core/base/strlist.h"
#include "core/workspace/workspace.h"

/* Adds "filter.NAME.smudge", VALUE and its kind, in pairs, for everything the repository defines: what the
   operator's own configuration says, or nothing. names (may be NULL) gets the filters' names. */
bool filters_override(const struct layout *l, const char *home, struct strlist *overrides, struct strlist *names,
		      struct error *err) MUST_CHECK;
#endif
