/*
 * resolve — from a picked directory to both halves of its repository's administrative directory, by our own reading:
 * git and libgit2 follow a moved or tampered pointer silently. Inner header of core/workspace.
 */
#ifndef CORE_WORKSPACE_RESOLVE_H
#define CORE_WORKSPACE_RESOLVE_H
#include "core/workspace/workspace.h"

struct resolved {
	enum layout_kind kind;
	struct place top, gitdir, common; /* what is known, also when refused */
	char *why;                        /* LAYOUT_REFUSED: the complete sentence */
};

/* Walk up from directory (a realpath) like git does, never across a mount. Always fills *ret. */
void resolve_up(const char *directory, struct resolved *ret);
void resolved_clear(struct resolved *r);
#endif
