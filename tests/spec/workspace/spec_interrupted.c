/*
 * Specification of workspace_make() and workspace_release() when many work at once and when the maker is killed: what
 * the journal names is released completely, and work that somebody did there meanwhile is kept.
 */
#include "layouts.h"

#include <signal.h>
#include <time.h>

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

/* In a process of its own: make, and say with the exit status whether it worked. */
static pid_t make_apart(const char *scratch, const char *repo, const char *id)
{
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid > 0)
		return pid;
	OWNED(layout) struct layout *l = NULL;
	OWNED(binding) struct binding *b = NULL;
	struct error err = {0};
	if (!layout_read(repo, &l, &err))
		_exit(2);
	struct planned p = planned_for(l, scratch, id, "");
	const bool made = workspace_make(l, &p.plan, &b, &err);
	if (!made)
		(void)!write(2, err.text, strlen(err.text));
	_exit(made ? 0 : 1);
}

static int ended(pid_t pid)
{
	int status = 0;

	while (waitpid(pid, &status, 0) < 0)
		assert_int_equal(errno, EINTR);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

#define AT_ONCE 20

static void parallel_first_makes_never_fail_each_other(void **state)
{
	char *repo = repo_new(*state, "repo");
	pid_t pids[AT_ONCE];
	int failed = 0;

	for (int i = 0; i < AT_ONCE; i++) {
		char id[32];
		snprintf(id, sizeof id, "lgw-%d", i);
		pids[i] = make_apart(*state, repo, id);
	}
	for (int i = 0; i < AT_ONCE; i++)
		failed += ended(pids[i]) != 0;
	assert_int_equal(failed, 0);
	char *list = git_out(repo, "worktree", "list", "--porcelain");
	int worktrees = 0;
	for (const char *at = list; (at = strstr(at, "worktree ")); at++)
		worktrees++;
	assert_int_equal(worktrees, AT_ONCE + 1);
	git(repo, "fsck", "--strict");
	free(list);
	free(repo);
}

/* What the journal knows of a making before it begins. */
static struct binding *journaled(const struct layout *l, const struct workspace_plan *plan)
{
	struct binding *b = mem_new(1, sizeof *b);

	b->isolated = true;
	b->binding_id = str_copy(plan->binding_id);
	b->workspace.path = path_of("%s/%s", plan->parent, plan->binding_id);
	b->common = (struct place){ .path = str_copy(l->common.path), .id = l->common.id };
	b->branch = str_copy(plan->branch);
	b->base_commit = str_copy(l->head);
	return b;
}

static char *repo_with_files(const char *dir, int files)
{
	char *repo = repo_new(dir, "repo");
	char line[4096];

	memset(line, 'x', sizeof line - 1);
	line[sizeof line - 1] = 0;
	for (int i = 0; i < files; i++) {
		char name[32];
		snprintf(name, sizeof name, "f%d", i);
		snprintf(line, 16, "%d", i);
		line[strlen(line)] = 'y';
		file_put(repo, name, line);
	}
	git(repo, "add", "-A");
	git(repo, "commit", "-q", "-m", "many");
	return repo;
}

static void a_killed_making_is_released(void **state)
{
	const int rounds = 24;
	char *repo = repo_with_files(*state, 400);
	OWNED(layout) struct layout *l = layout_of(repo);
	CLEARED(planned) struct planned p = planned_for(l, *state, "lgw-k", "");
	OWNED(binding) struct binding *b = journaled(l, &p.plan);
	const struct release_options none = {0};

	for (int i = 0; i < rounds; i++) {
		const struct timespec pause = { .tv_nsec = (long)i * 3000000 };
		CLEARED(release_report) struct release_report report = {0};
		struct error err = {0};
		pid_t pid = make_apart(*state, repo, "lgw-k");

		nanosleep(&pause, NULL); /* the moment of death is what is varied */
		kill(pid, SIGKILL);
		(void)ended(pid);
		if (!workspace_release(b, &none, p.plan.lock_dir, &report, &err))
			fail_msg("killed after %d ms: %s", i * 3, err.text);
		nothing_is_left(*state, repo, "lgw-k");
		assert_false(there(*state, ".harnery-workspaces"));
	}
	free(repo);
}

static void a_killed_making_with_work_in_it_is_kept(void **state)
{
	char *repo = repo_new(*state, "repo");
	OWNED(layout) struct layout *l = layout_of(repo);
	CLEARED(planned) struct planned p = planned_for(l, *state, "lgw-1", "");
	OWNED(binding) struct binding *made = binding_made(*state, repo, "lgw-1");
	OWNED(binding) struct binding *b = journaled(l, &p.plan);
	const struct release_options none = {0};
	CLEARED(release_report) struct release_report report = {0};
	struct error err = {0};

	file_put(made->workspace.path, "note.txt", "mine");
	assert_false(workspace_release(b, &none, p.plan.lock_dir, &report, &err));
	assert_int_equal(err.reason, REASON_WORKSPACE_NOT_RELEASED);
	assert_non_null(strstr(err.text, "note.txt"));
	free(repo);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(parallel_first_makes_never_fail_each_other, setup, teardown),
		cmocka_unit_test_setup_teardown(a_killed_making_is_released, setup, teardown),
		cmocka_unit_test_setup_teardown(a_killed_making_with_work_in_it_is_kept, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
