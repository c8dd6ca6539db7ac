/*
 * Specification of workspace_make(): a linked worktree for one run, all or nothing, from every layout that is served.
 */
#include "fixture.h"

static int setup(void **state)
{
	*state = scratch_new("make");
	return 0;
}

static int teardown(void **state)
{
	scratch_drop((char **)state);
	return 0;
}

/* git itself must find nothing to complain of, and list the worktree. */
static void git_agrees(const char *repo, const char *worktree)
{
	int status = 0;
	char *list = git_out(repo, "worktree", "list", "--porcelain");
	char *dirty = git_out(worktree, "status", "--porcelain", "--untracked-files=all");

	git_try(&status, repo, "fsck", "--strict");
	assert_int_equal(status, 0);
	assert_non_null(strstr(list, worktree));
	assert_string_equal(dirty, "");
	free(list);
	free(dirty);
}

static void a_plain_repository_gives_a_worktree(void **state)
{
	char *repo = repo_new(*state, "plain");
	OWNED(binding) struct binding *b = binding_made(*state, repo, "lgw-plain");
	char *branch = git_out(b->workspace.path, "symbolic-ref", "HEAD");

	assert_string_equal(branch, "refs/heads/harnery/workspace/lgw-plain");
	assert_string_equal(b->active.path, b->workspace.path);
	git_agrees(repo, b->workspace.path);
	free(branch);
	free(repo);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_plain_repository_gives_a_worktree, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
