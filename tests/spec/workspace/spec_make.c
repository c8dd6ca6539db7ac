/*
 * Specification of workspace_make(): a linked worktree for one run, all or nothing, from every layout that is served.
 */
#include "layouts.h"

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

static const struct {
	const char *says;
	char *(*build)(const char *dir);
} sources[] = {
	{ "a repository", plain }, { "a linked worktree", linked }, { "a submodule", submodule },
	{ "a repository with submodules", superproject }, { "a worktree of a submodule", worktree_of_submodule },
	{ "a bare repository", bare }, { "a separate administrative directory", separate },
	{ "a sparse checkout with a configuration of its own", sparse }, { "converted line ends", crlf },
	{ "a name with a newline", named_newline }, { "a detached HEAD", detached },
};

static void every_served_source_gives_a_worktree(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(sources); i++) {
		char *scratch = scratch_new("make");
		char *source = sources[i].build(scratch);
		char *before = git_out(source, "for-each-ref");
		OWNED(binding) struct binding *b = binding_made(scratch, source, "lgw-one");
		char *branch = git_out(b->workspace.path, "symbolic-ref", "HEAD");
		char *locked = file_get(b->gitdir.path, "locked");

		assert_string_equal(branch, "refs/heads/harnery/workspace/lgw-one");
		assert_string_equal(locked, "bulkhead run lgw-one\n");
		if (sources[i].build != named_newline)
			git_agrees(source, b->workspace.path);
		attested_clean(b, sources[i].says);
		release_made(scratch, b);
		nothing_is_left(scratch, source, "lgw-one");
		char *after = git_out(source, "for-each-ref");
		assert_string_equal(before, after);
		free(before);
		free(after);
		free(locked);
		free(branch);
		free(source);
		scratch_drop(&scratch);
	}
}

static void modes_are_private_and_the_parent_ignores_itself(void **state)
{
	char *repo = repo_new(*state, "repo");
	OWNED(binding) struct binding *b = binding_made(*state, repo, "lgw-1");
	struct stat st;

	assert_int_equal(stat(b->workspace.path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0700);
	assert_int_equal(stat(b->parent.path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0700);
	char *ignore = file_get(b->parent.path, ".gitignore");
	assert_string_equal(ignore, "*\n");
	free(ignore);
	free(repo);
}

static void a_picked_subdirectory_is_the_active_root(void **state)
{
	char *repo = repo_new(*state, "repo");
	OWNED(layout) struct layout *l = layout_of(repo);
	CLEARED(planned) struct planned p = planned_for(l, *state, "lgw-1", "src");
	OWNED(binding) struct binding *b = NULL;
	struct error err = {0};

	assert_true(workspace_make(l, &p.plan, &b, &err));
	char *wanted = path_of("%s/src", b->workspace.path);
	assert_string_equal(b->active.path, wanted);
	attested_clean(b, "a subdirectory");
	free(wanted);
	free(repo);
}

static bool make_fails(const char *scratch, const char *repo, const struct workspace_plan *plan, const char *names)
{
	OWNED(layout) struct layout *l = layout_of(repo);
	struct binding *b = NULL;
	struct error err = {0};
	char *before = litter(scratch, "lgw-1");

	assert_false(workspace_make(l, plan, &b, &err));
	if (!strstr(err.text, names))
		fail_msg("the sentence does not name %s: %s", names, err.text);
	char *after = litter(scratch, "lgw-1");
	assert_string_equal(before, after);
	git(repo, "fsck", "--strict");
	free(before);
	free(after);
	return true;
}

static void a_failure_leaves_nothing(void **state)
{
	char *repo = repo_new(*state, "repo");
	OWNED(layout) struct layout *l = layout_of(repo);
	CLEARED(planned) struct planned p = planned_for(l, *state, "lgw-1", "");
	char *quits = script(*state, "quits", "exec false");
	char *half = script(*state, "half", "/usr/bin/git \"$@\"; exit 3");
	char *slow = script(*state, "slow", "/usr/bin/git \"$@\"; sleep 100 & sleep 100");
	char *killed = script(*state, "killed", "/usr/bin/git \"$@\"; kill -9 $$");

	p.plan.git_program = quits;
	make_fails(*state, repo, &p.plan, "git could not make the worktree");
	p.plan.git_program = half;
	make_fails(*state, repo, &p.plan, "git could not make the worktree");
	p.plan.git_program = killed;
	make_fails(*state, repo, &p.plan, "signal 9");
	p.plan.git_program = "/nonexistent/git";
	make_fails(*state, repo, &p.plan, "could not be started");
	p.plan.git_program = slow;
	p.plan.timeout_ms = 500;
	make_fails(*state, repo, &p.plan, "did not finish");
	p.plan.git_program = GIT_PROGRAM_IN_TESTS;
	p.plan.timeout_ms = 60000;
	p.plan.relative = "no/such";
	make_fails(*state, repo, &p.plan, "no/such");
	p.plan.relative = "a.txt";
	make_fails(*state, repo, &p.plan, "a.txt");
	p.plan.relative = "";
	git(repo, "branch", "harnery/workspace/lgw-1");
	OWNED(layout) struct layout *fresh = layout_of(repo);
	struct binding *b = NULL;
	struct error err = {0};
	assert_false(workspace_make(fresh, &p.plan, &b, &err));
	assert_non_null(strstr(err.text, "exists already"));
	git(repo, "rev-parse", "--verify", "-q", "refs/heads/harnery/workspace/lgw-1");
	assert_false(there(*state, ".harnery-workspaces"));
	char *all[] = { quits, half, slow, killed, repo };
	for (size_t i = 0; i < COUNT_OF(all); i++)
		free(all[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(every_served_source_gives_a_worktree, setup, teardown),
		cmocka_unit_test_setup_teardown(modes_are_private_and_the_parent_ignores_itself, setup, teardown),
		cmocka_unit_test_setup_teardown(a_picked_subdirectory_is_the_active_root, setup, teardown),
		cmocka_unit_test_setup_teardown(a_failure_leaves_nothing, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
