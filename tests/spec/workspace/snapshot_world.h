/*
 * snapshot_world — a repository with a worktree that a run was bound to, and what happens to either in more than one
 * specification of snapshots.
 */
#ifndef TESTS_SPEC_WORKSPACE_SNAPSHOT_WORLD_H
#define TESTS_SPEC_WORKSPACE_SNAPSHOT_WORLD_H
#include "fixture.h"

#include "core/workspace/snapshot.h"

struct world {
	char *scratch, *repo;
	struct binding *b;
};

static inline int setup(void **state)
{
	struct world *w = calloc(1, sizeof *w);

	w->scratch = scratch_new("snapshot");
	w->repo = repo_new(w->scratch, "repo");
	git(w->repo, "branch", "topic");
	git(w->repo, "tag", "-a", "-m", "t", "v1");
	w->b = binding_made(w->scratch, w->repo, "lgw-1");
	*state = w;
	return 0;
}

static inline int teardown(void **state)
{
	struct world *w = *state;

	binding_drop(&w->b);
	scratch_drop(&w->scratch);
	free(w->repo);
	free(w);
	return 0;
}

static inline void nothing(struct world *w) { (void)w; }

static inline void collect(struct world *w)
{
	git(w->repo, "gc", "-q", "--prune=now");
	git(w->repo, "reflog", "expire", "--expire=now", "--all");
}

static inline void commit(struct world *w)
{
	file_put(w->b->workspace.path, "a.txt", "changed\n");
	git(w->b->workspace.path, "commit", "-q", "-a", "-m", "work");
}
#endif
