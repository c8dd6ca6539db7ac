/*
 * release_logs — worktrees whose logs, or files like ORIG_HEAD, are all that leads to a commit.
 */
#ifndef TESTS_SPEC_WORKSPACE_RELEASE_LOGS_H
#define TESTS_SPEC_WORKSPACE_RELEASE_LOGS_H
#include "release_world.h"

static inline void reset_away(struct world *w)
{
	committed(w);
	git(w->b->workspace.path, "reset", "-q", "--hard", "HEAD~1");
}

static inline void merged_into_main(const struct world *w) { git(w->repo, "merge", "-q", "harnery/workspace/lgw-1"); }

static inline void amended(struct world *w)
{
	committed(w);
	git(w->b->workspace.path, "commit", "-q", "--amend", "-m", "better");
}

static inline void amended_and_merged(struct world *w)
{
	amended(w);
	merged_into_main(w);
}

static inline void rebased_and_merged(struct world *w)
{
	committed(w);
	file_put(w->repo, "other.txt", "other\n");
	git(w->repo, "add", "other.txt");
	git(w->repo, "commit", "-q", "-m", "other");
	git(w->b->workspace.path, "rebase", "-q", "main");
	merged_into_main(w);
}

static inline void left_behind_detached(struct world *w)
{
	detached(w);
	git(w->b->workspace.path, "checkout", "-q", "harnery/workspace/lgw-1");
}

static inline void branch_of_its_own_deleted(struct world *w)
{
	git(w->b->workspace.path, "checkout", "-q", "-b", "topic");
	committed(w);
	git(w->b->workspace.path, "checkout", "-q", "harnery/workspace/lgw-1");
	git(w->b->workspace.path, "branch", "-q", "-D", "topic");
}

/* Without logs git still writes down where a reset came from. */
static inline void reset_without_logs(struct world *w)
{
	const char *argv[] = { "rm", "-rf", NULL, NULL, NULL };
	char *own = path_of("%s/logs", w->b->gitdir.path);
	char *shared = path_of("%s/.git/logs", w->repo);

	argv[2] = own;
	argv[3] = shared;
	assert_int_equal(program_run("/", argv, NULL), 0);
	git(w->repo, "config", "core.logAllRefUpdates", "false");
	reset_away(w);
	assert_false(there(w->b->gitdir.path, "logs/HEAD"));
	free(own);
	free(shared);
}

static inline void log_is_a_fifo(struct world *w)
{
	char *log = path_of("%s/logs/HEAD", w->b->gitdir.path);

	assert_int_equal(unlink(log), 0);
	assert_int_equal(mkfifo(log, 0600), 0);
	free(log);
}

static inline void reset_and_deleted_by_hand(struct world *w)
{
	const char *argv[] = { "rm", "-rf", w->b->workspace.path, NULL };

	reset_away(w);
	assert_int_equal(program_run("/", argv, NULL), 0);
}

static inline void bisect_ref(struct world *w)
{
	detached(w);
	git(w->b->workspace.path, "update-ref", "refs/bisect/bad", "HEAD");
	git(w->b->workspace.path, "checkout", "-q", "harnery/workspace/lgw-1");
}

static inline void conflicting_main(struct world *w)
{
	committed(w);
	file_put(w->repo, "a.txt", "other\n");
	git(w->repo, "commit", "-q", "-a", "-m", "other");
}

static inline void rebasing(struct world *w)
{
	int status = 0;

	conflicting_main(w);
	git_try(&status, w->b->workspace.path, "rebase", "main");
	assert_int_not_equal(status, 0);
}

/* One of two picks was resolved and committed: only the list of the rest says that it is not done. */
static inline void picking(struct world *w)
{
	int status = 0;

	conflicting_main(w);
	file_put(w->repo, "b.txt", "b\n");
	git(w->repo, "add", "b.txt");
	git(w->repo, "commit", "-q", "-m", "more");
	git_try(&status, w->b->workspace.path, "cherry-pick", "main~1", "main");
	assert_int_not_equal(status, 0);
	git(w->b->workspace.path, "commit", "-q", "-a", "-m", "resolved");
	assert_false(there(w->b->gitdir.path, "CHERRY_PICK_HEAD"));
}

static inline void stashed(struct world *w)
{
	modified(w);
	git(w->b->workspace.path, "stash", "-q");
	modified(w);
	git(w->b->workspace.path, "stash", "-q");
}
#endif
