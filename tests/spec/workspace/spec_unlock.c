/*
 * Specification of workspace_unlock(): only the run's own lock, only in the directory that was bound.
 */
#include "fixture.h"

static const struct {
	const char *says, *run_id, *reason; /* reason NULL: as git wrote it */
	bool moved, unlocked;
} cases[] = {
	{ "the run's own lock goes", "lgw-one", NULL, false, true },
	{ "another run's lock stays", "lgw-two", NULL, false, false },
	{ "the operator's lock stays", "lgw-one", "on a stick that is not always there\n", false, false },
	{ "a lock without a reason stays", "lgw-one", "", false, false },
	{ "a reason that only begins as ours stays", "lgw-one", "bulkhead run lgw-one-more\n", false, false },
	{ "a directory that took the place of the bound one is left alone", "lgw-one", NULL, true, false },
};

static void only_the_lock_of_the_run_itself_is_taken_off(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char *scratch = scratch_new("unlock"), *source = repo_new(scratch, "source");
		OWNED(binding) struct binding *b = binding_made(scratch, source, "lgw-one");

		if (cases[i].reason)
			file_put(b->gitdir.path, "locked", cases[i].reason);
		b->gitdir.id.inode += cases[i].moved;
		workspace_unlock(b, cases[i].run_id);
		if (there(b->gitdir.path, "locked") == cases[i].unlocked)
			fail_msg("rule broken: %s", cases[i].says);
		free(source);
		scratch_drop(&scratch);
	}
}

static void a_link_in_the_place_of_the_lock_is_not_followed(void **state)
{
	char *scratch = scratch_new("unlock"), *source = repo_new(scratch, "source");
	OWNED(binding) struct binding *b = binding_made(scratch, source, "lgw-one");
	char *target = path_of("%s/elsewhere", scratch), *locked = path_of("%s/locked", b->gitdir.path);

	(void)state;
	file_put(scratch, "elsewhere", "bulkhead run lgw-one\n");
	assert_int_equal(unlink(locked), 0);
	assert_int_equal(symlink(target, locked), 0);
	workspace_unlock(b, "lgw-one");
	assert_true(there(b->gitdir.path, "locked") && there(scratch, "elsewhere"));
	free(target);
	free(locked);
	free(source);
	scratch_drop(&scratch);
}

static void git_itself_removes_a_clean_worktree_that_is_unlocked(void **state)
{
	char *scratch = scratch_new("unlock"), *source = repo_new(scratch, "source");
	OWNED(binding) struct binding *b = binding_made(scratch, source, "lgw-one");
	int status = 0;

	(void)state;
	git_try(&status, source, "worktree", "remove", b->workspace.path);
	assert_int_not_equal(status, 0);
	workspace_unlock(b, "lgw-one");
	attested_clean(b, "an unlocked worktree is what was bound");
	git_try(&status, source, "worktree", "remove", b->workspace.path);
	assert_int_equal(status, 0);
	free(source);
	scratch_drop(&scratch);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_the_lock_of_the_run_itself_is_taken_off),
		cmocka_unit_test(a_link_in_the_place_of_the_lock_is_not_followed),
		cmocka_unit_test(git_itself_removes_a_clean_worktree_that_is_unlocked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
