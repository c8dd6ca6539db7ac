/*
 * snapshot — refs and administrative files of a repository at one moment, by our own readers, and the difference of
 * two of them: what a granted run really did to what is shared.
 */
#ifndef CORE_WORKSPACE_SNAPSHOT_H
#define CORE_WORKSPACE_SNAPSHOT_H
#include <stdbool.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/base/strlist.h"
#include "core/workspace/alert.h"
#include "core/workspace/workspace.h"

struct snapshot; /* opaque */
bool snapshot_take(const struct binding *b, struct snapshot **ret, struct error *err) MUST_CHECK;
void snapshot_drop(struct snapshot **s);

enum objects_state { OBJECTS_NOT_LOOKED_FOR, OBJECTS_KEPT, OBJECTS_LOST, OBJECTS_UNKNOWN, OBJECTS_STATE_COUNT };
const char *objects_state_word(enum objects_state s); /* not looked for, kept, lost, unknown */

struct snapshot_difference {
	struct strlist refs_own;     /* "refs/heads/harnery/workspace/…: 1a2b3c4 -> 5d6e7f8": the run's own branch */
	struct strlist refs_outside; /* every other ref, stash and HEAD of every worktree, those of submodules' repositories too */
	struct strlist admin;        /* hooks, config, config.worktree, info/, commondir and gitdir pointers: "hooks/post-commit appeared" */
	struct strlist neighbours;   /* branches and administrative files of other workspaces of this kind (ws-…): runs beside
	                                this one make and release them. A child with the grant could too, so they are kept */
	enum objects_state objects;  /* what the refs led to before, in the object store */
	struct strlist lost;         /* "refs/heads/x: 3 objects that it led to, 1a2b3c4… the first" */
	char *objects_why;           /* NULL, or what kept it from being known */
	bool cut;                    /* there were more administrative files than are looked at */
	struct alerts alerts;        /* those of all these, and of the objects, that somebody has to look at */
	bool grant_used;             /* anything but neighbours moved in the shared repository, or objects went */
};
void snapshot_compare(const struct binding *b, const struct snapshot *before, const struct snapshot *after,
		      struct snapshot_difference *ret);
/* After snapshot_compare(): is everything that the refs led to before still there? While no file of the object store went or
   changed, that is so; else the objects are walked, for at most limit_ms. Adds to alerts. */
void snapshot_look_for_loss(const struct binding *b, const struct snapshot *before, uint64_t limit_ms, struct snapshot_difference *ret);
void snapshot_difference_clear(struct snapshot_difference *d);
#endif
