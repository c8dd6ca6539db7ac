/*
 * reach — can everything that these refs led to still be read? The objects themselves are walked, by our own reading of
 * commits, tags and trees; nothing that a repository could name is run. Inner header of core/workspace.
 */
#ifndef CORE_WORKSPACE_REACH_H
#define CORE_WORKSPACE_REACH_H
#include <stdint.h>

#include "core/base/strlist.h"
#include "core/workspace/entries.h"

struct reach_found {
	struct strlist lost; /* "refs/heads/x: 3 of its objects, 1a2b3c4… among them": one line a ref, names as they are */
	uint64_t objects;    /* how many were looked at */
	bool finished;       /* false: why says what kept it from being known */
	char *why;
};
/* refs: as refs_read() gives them. At most limit_ms; 0: none. */
void reach_check(const char *common, const struct entries *refs, uint64_t limit_ms, struct reach_found *ret);
/* Can these objects ("ab0123…") be read, whole? The first that cannot be is added to lost. */
void reach_check_each(const char *common, const struct strlist *ids, struct reach_found *ret);
void reach_found_clear(struct reach_found *f);
#endif
