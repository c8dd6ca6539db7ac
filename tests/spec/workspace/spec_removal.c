/*
 * Specification of workspace_release(): what it may remove goes completely, whatever a child left there, and what lies
 * beside it or behind a symlink stays.
 */
#include "release_logs.h"
#include "release_repositories.h"

static void deep_tree(struct world *w, int levels)
{
	int fd = open(w->b->workspace.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	for (int i = 0; i < levels; i++) {
		assert_int_equal(mkdirat(fd, "d", 0755), 0);
		int next = openat(fd, "d", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		assert_true(next >= 0);
		close(fd);
		fd = next;
	}
	int file = openat(fd, "f", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	assert_true(file >= 0);
	close(file);
	close(fd);
}

/* As a removal that was interrupted leaves it: judged, and renamed. */
static void half_removed(const struct world *w)
{
	char *aside = path_of("%s/.rm-lgw-1", w->b->parent.path);

	assert_int_equal(rename(w->b->workspace.path, aside), 0);
	free(aside);
}

static void three_hundred_deep(struct world *w)
{
	deep_tree(w, 300);
	half_removed(w);
}

static void three_thousand_deep(struct world *w)
{
	deep_tree(w, 3000);
	half_removed(w);
}

static void closed_directories(struct world *w)
{
	char *src = path_of("%s/src", w->b->workspace.path);

	dir_put(w->b->workspace.path, "new/inner");
	char *inner = path_of("%s/new/inner", w->b->workspace.path);
	assert_int_equal(chmod(src, 0), 0);
	assert_int_equal(chmod(inner, 0), 0);
	assert_int_equal(chmod(w->b->workspace.path, 0500), 0);
	half_removed(w);
	free(src);
	free(inner);
}

static void odd_entries(struct world *w)
{
	char *fifo = path_of("%s/fifo", w->b->workspace.path);
	char *out = path_of("%s/out", w->b->workspace.path);

	assert_int_equal(mkfifo(fifo, 0600), 0);
	assert_int_equal(symlink(w->victim, out), 0);
	file_put(w->b->workspace.path, "new\nline \xff.txt", "x");
	half_removed(w);
	free(fifo);
	free(out);
}

static void deleted_by_hand(struct world *w)
{
	const char *argv[] = { "rm", "-rf", w->b->workspace.path, NULL };

	assert_int_equal(program_run("/", argv, NULL), 0);
}

static void pruned_by_git(struct world *w)
{
	deleted_by_hand(w);
	git(w->repo, "worktree", "unlock", w->b->workspace.path);
	git(w->repo, "worktree", "prune");
}

static void packed(struct world *w)
{
	git(w->repo, "pack-refs", "--all");
	git(w->repo, "gc", "-q", "--prune=now");
}

static void merged(struct world *w)
{
	committed(w);
	git(w->repo, "merge", "-q", "harnery/workspace/lgw-1");
}

static void detached_at_base(struct world *w) { git(w->b->workspace.path, "checkout", "-q", "--detach"); }
static void nothing_happened(struct world *w) { (void)w; }

static const struct {
	const char *says;
	void (*happens)(struct world *w);
	const struct release_options *options;
} successes[] = {
	{ "an untouched worktree goes", nothing_happened, &none },
	{ "ignored files go when that was asked for", ignored, &all },
	{ "300 levels are removed", three_hundred_deep, &all },
	{ "3000 levels are removed", three_thousand_deep, &all },
	{ "closed directories are removed", closed_directories, &all },
	{ "a FIFO, a symlink and an odd name are removed", odd_entries, &all },
	{ "test data that looks like a repository goes", recorded_bare, &none },
	{ "what was stashed stays in the repository", stashed, &none },
	{ "a worktree deleted by hand is tidied up", deleted_by_hand, &none },
	{ "a worktree pruned by git is tidied up", pruned_by_git, &none },
	{ "packed refs and gc change nothing", packed, &none },
	{ "merged work lets the branch go", merged, &none },
	{ "a detached HEAD that is kept elsewhere goes", detached_at_base, &none },
};

static void what_is_ours_goes_completely(void **state)
{
	for (size_t i = 0; i < COUNT_OF(successes); i++) {
		struct world *w = *state;
		CLEARED(release_report) struct release_report report = {0};
		struct error err = {0};

		successes[i].happens(w);
		if (!release(w, *successes[i].options, &report, &err))
			fail_msg("rule broken: %s: %s", successes[i].says, err.text);
		if (report.branch_kept_why)
			fail_msg("rule broken: %s: the branch was kept: %s", successes[i].says, report.branch_kept_why);
		nothing_remains(w);
		victim_is_intact(w);
		teardown(state);
		setup(state);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(what_is_ours_goes_completely, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
