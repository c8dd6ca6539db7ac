/*
 * release_repositories — worktrees with other repositories in them, as children leave them.
 */
#ifndef TESTS_SPEC_WORKSPACE_RELEASE_REPOSITORIES_H
#define TESTS_SPEC_WORKSPACE_RELEASE_REPOSITORIES_H
#include "release_world.h"

/* Commits and no files: an empty directory to whoever looks at the files only. */
static inline void emptied(const char *repo)
{
	git(repo, "checkout", "-q", "--orphan", "empty");
	git(repo, "rm", "-q", "-r", "-f", ".");
	git(repo, "commit", "-q", "--allow-empty", "-m", "nothing here");
}

static inline void nested_without_files(struct world *w)
{
	char *repo = repo_new(w->b->workspace.path, "nested");

	emptied(repo);
	free(repo);
}

static inline void nested_bare(struct world *w) { git(w->b->workspace.path, "init", "-q", "--bare", "store.git"); }
static inline void nested_over_tracked(struct world *w) { git(w->b->workspace.path, "init", "-q", "src"); }

static inline void nested_among_ignored(struct world *w)
{
	dir_put(w->b->workspace.path, "build/deps");
	char *deps = path_of("%s/build/deps", w->b->workspace.path);
	free(repo_new(deps, "one"));
	free(deps);
}

static inline void bare_among_ignored(struct world *w)
{
	dir_put(w->b->workspace.path, "build");
	git(w->b->workspace.path, "clone", "-q", "--bare", w->victim, "build/mirror.git");
}

static inline void worktree_of_another(struct world *w)
{
	char *path = path_of("%s/build/other", w->b->workspace.path);

	git(w->victim, "worktree", "add", "-q", path);
	free(path);
}

static inline void submodule_lost_its_worktree(struct world *w)
{
	const char *argv[] = { "rm", "-rf", w->b->workspace.path, NULL };

	submodule_inside(w);
	assert_int_equal(program_run("/", argv, NULL), 0);
}

/* The newest commit's objects lie in an ignored directory of the worktree, and the repository reads them from there. */
static inline void objects_inside(struct world *w)
{
	char *objects = path_of("%s/build/objects", w->b->workspace.path);
	char *shared = path_of("%s/.git/objects", w->repo);
	char *own = path_of("GIT_OBJECT_DIRECTORY=%s", objects);
	char *other = path_of("GIT_ALTERNATE_OBJECT_DIRECTORIES=%s", shared);
	char *line = path_of("%s\n", objects);
	const char *argv[] = { "env", own, other, "git", "commit", "-q", "-a", "-m", "work", NULL };

	dir_put(w->b->workspace.path, "build/objects");
	modified(w);
	assert_int_equal(program_run(w->b->workspace.path, argv, NULL), 0);
	file_put(shared, "info/alternates", line);
	free(objects);
	free(shared);
	free(own);
	free(other);
	free(line);
}

/* Test data that looks like a repository is files like any other. */
static inline void recorded_bare(struct world *w)
{
	dir_put(w->b->workspace.path, "data.git/objects");
	dir_put(w->b->workspace.path, "data.git/refs");
	file_put(w->b->workspace.path, "data.git/HEAD", "ref: refs/heads/main\n");
	file_put(w->b->workspace.path, "data.git/objects/x", "x\n");
	file_put(w->b->workspace.path, "data.git/refs/x", "x\n");
	git(w->b->workspace.path, "add", "-A");
	git(w->b->workspace.path, "commit", "-q", "-m", "data");
	git(w->repo, "merge", "-q", "harnery/workspace/lgw-1");
}
#endif
