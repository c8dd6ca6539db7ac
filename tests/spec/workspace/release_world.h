/*
 * release_world — one worktree, a directory of somebody else's that must survive, and what may happen before a release.
 */
#ifndef TESTS_SPEC_WORKSPACE_RELEASE_WORLD_H
#define TESTS_SPEC_WORKSPACE_RELEASE_WORLD_H
#include "fixture.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/mount.h>

/* One worktree of one repository, and a directory of somebody else's that must survive everything. */
struct world {
	char *scratch, *repo, *victim, *locks;
	struct binding *b;
};

static inline int setup(void **state)
{
	struct world *w = calloc(1, sizeof *w);

	w->scratch = scratch_new("release");
	w->repo = repo_new(w->scratch, "repo");
	file_put(w->repo, ".gitignore", "*.log\nbuild/\n");
	git(w->repo, "add", "-A");
	git(w->repo, "commit", "-q", "-m", "ignore");
	w->victim = repo_new(w->scratch, "victim");
	w->locks = lock_dir_of(w->scratch);
	w->b = binding_made(w->scratch, w->repo, "lgw-1");
	*state = w;
	return 0;
}

static inline int teardown(void **state)
{
	struct world *w = *state;

	binding_drop(&w->b);
	(void)umount2(w->victim, MNT_DETACH);
	scratch_drop(&w->scratch);
	free(w->repo);
	free(w->victim);
	free(w->locks);
	free(w);
	return 0;
}

static inline bool release(const struct world *w, struct release_options options, struct release_report *report, struct error *err)
{
	return workspace_release(w->b, &options, w->locks, report, err);
}

static inline void nothing_remains(const struct world *w)
{
	const char *argv[] = { "find", w->scratch, "-path", "*lgw-1*", NULL };
	char *found = NULL;
	char *branches = git_out(w->repo, "branch", "--list", "harnery/*");
	int status = 0;

	program_run("/", argv, &found);
	assert_string_equal(found, "");
	assert_string_equal(branches, "");
	assert_false(there(w->repo, ".git/worktrees"));
	assert_false(there(w->scratch, ".harnery-workspaces"));
	git_try(&status, w->repo, "fsck", "--strict");
	assert_int_equal(status, 0);
	free(found);
	free(branches);
}

static inline void victim_is_intact(const struct world *w)
{
	char *a = file_get(w->victim, "a.txt");
	char *dirty = git_out(w->victim, "status", "--porcelain");

	assert_string_equal(a, "a\n");
	assert_string_equal(dirty, "");
	free(a);
	free(dirty);
}

/* What happened in the worktree before its release was asked for. */
static inline void untracked(struct world *w) { file_put(w->b->workspace.path, "new.txt", "x\n"); }
static inline void modified(struct world *w) { file_put(w->b->workspace.path, "a.txt", "changed\n"); }
static inline void deleted(struct world *w) { git(w->b->workspace.path, "rm", "-q", "src/b.txt"); }

static inline void assumed_unchanged(struct world *w)
{
	git(w->b->workspace.path, "update-index", "--assume-unchanged", "a.txt");
	modified(w);
}

static inline void skipped(struct world *w)
{
	git(w->b->workspace.path, "update-index", "--skip-worktree", "a.txt");
	modified(w);
}

static inline void same_size_and_time(struct world *w)
{
	struct stat st;
	char *path = path_of("%s/a.txt", w->b->workspace.path);

	git(w->repo, "config", "core.trustctime", "false");
	git(w->b->workspace.path, "status");
	assert_int_equal(stat(path, &st), 0);
	file_put(w->b->workspace.path, "a.txt", "b\n");
	const struct timespec times[] = { st.st_atim, st.st_mtim };
	assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
	free(path);
}

static inline void staged(struct world *w)
{
	untracked(w);
	git(w->b->workspace.path, "add", "new.txt");
}

static inline void staged_then_reverted(struct world *w)
{
	modified(w);
	git(w->b->workspace.path, "add", "a.txt");
	file_put(w->b->workspace.path, "a.txt", "a\n");
}

static inline void committed(struct world *w)
{
	modified(w);
	git(w->b->workspace.path, "commit", "-q", "-a", "-m", "work");
}

static inline void detached(struct world *w)
{
	git(w->b->workspace.path, "checkout", "-q", "--detach");
	committed(w);
}

static inline void private_ref(struct world *w)
{
	git(w->b->workspace.path, "checkout", "-q", "--detach");
	committed(w);
	git(w->b->workspace.path, "update-ref", "refs/worktree/mine", "HEAD");
	git(w->b->workspace.path, "checkout", "-q", "harnery/workspace/lgw-1");
}

static inline void ignored(struct world *w)
{
	dir_put(w->b->workspace.path, "build");
	file_put(w->b->workspace.path, "build/out.o", "x");
	file_put(w->b->workspace.path, "run.log", "x");
}

static inline void merging(struct world *w)
{
	int status = 0;

	committed(w);
	file_put(w->repo, "a.txt", "other\n");
	git(w->repo, "commit", "-q", "-a", "-m", "other");
	git_try(&status, w->b->workspace.path, "merge", "main");
	assert_int_not_equal(status, 0);
}

static inline void move_aside(struct world *w)
{
	char *aside = path_of("%s/aside", w->scratch);

	assert_int_equal(rename(w->b->workspace.path, aside), 0);
	free(aside);
}

static inline void replaced(struct world *w)
{
	const char *argv[] = { "cp", "-a", w->b->workspace.path, w->victim, NULL };

	assert_int_equal(program_run("/", argv, NULL), 0);
	char *copy = path_of("%s/lgw-1", w->victim);
	move_aside(w);
	assert_int_equal(rename(copy, w->b->workspace.path), 0);
	free(copy);
}

static inline void symlinked(struct world *w)
{
	move_aside(w);
	assert_int_equal(symlink(w->victim, w->b->workspace.path), 0);
}

static inline void point_to_victim(const char *directory, const char *file, const char *fmt_prefix, const struct world *w, const char *suffix)
{
	char *line = path_of("%s%s%s\n", fmt_prefix, w->victim, suffix);

	file_put(directory, file, line);
	free(line);
}

static inline void forward_tampered(struct world *w) { point_to_victim(w->b->workspace.path, ".git", "gitdir: ", w, "/.git"); }
static inline void back_tampered(struct world *w) { point_to_victim(w->b->gitdir.path, "gitdir", "", w, "/.git"); }
static inline void common_tampered(struct world *w) { point_to_victim(w->b->gitdir.path, "commondir", "", w, "/.git"); }

static inline void admin_symlinked(struct world *w)
{
	char *aside = path_of("%s-aside", w->b->gitdir.path);
	char *target = path_of("%s/.git", w->victim);

	assert_int_equal(rename(w->b->gitdir.path, aside), 0);
	assert_int_equal(symlink(target, w->b->gitdir.path), 0);
	free(aside);
	free(target);
}

static inline void moved_by_git(struct world *w)
{
	char *to = path_of("%s/elsewhere", w->scratch);

	git(w->repo, "worktree", "unlock", w->b->workspace.path);
	git(w->repo, "worktree", "move", w->b->workspace.path, to);
	free(to);
}

static inline void nested_repository(struct world *w)
{
	free(repo_new(w->b->workspace.path, "nested"));
}

static inline void submodule_inside(struct world *w)
{
	free(repo_new(w->scratch, "inner"));
	git(w->b->workspace.path, "submodule", "--quiet", "add", "../../inner", "sub");
	git(w->b->workspace.path, "commit", "-q", "-m", "sub");
}

static inline void index_unreadable(struct world *w)
{
	file_put(w->b->gitdir.path, "index", "not an index");
}

static inline void index_lost_its_worktree(struct world *w)
{
	const char *argv[] = { "rm", "-rf", w->b->workspace.path, NULL };

	staged(w);
	assert_int_equal(program_run("/", argv, NULL), 0);
}

static const struct release_options all = { .discard_ignored = true, .discard_unreachable = true };
static const struct release_options none = {0};
#endif
