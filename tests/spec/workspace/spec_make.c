/*
 * Specification of workspace_make(): a linked worktree for one run, all or nothing, from every layout that is served.
 */
#include "fixture.h"

#include <signal.h>
#include <time.h>

#include "core/workspace/snapshot.h"

/* libgit2 1.5.1 forgets a match of its own when it looks for submodules in such a configuration. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:pcre2_match\nleak:libpcre2\n";
}

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

static char *plain(const char *dir) { return repo_new(dir, "repo"); }

static char *linked(const char *dir)
{
	char *repo = repo_new(dir, "repo");

	git(repo, "worktree", "add", "-q", "-b", "topic", "../linked");
	free(repo);
	return path_of("%s/linked", dir);
}

static char *submodule(const char *dir)
{
	char *inner = repo_new(dir, "inner"), *outer = repo_new(dir, "outer");

	git(outer, "submodule", "--quiet", "add", "../inner", "libs/sub");
	git(outer, "commit", "-q", "-m", "sub");
	free(inner);
	free(outer);
	return path_of("%s/outer/libs/sub", dir);
}

static char *superproject(const char *dir)
{
	free(submodule(dir));
	return path_of("%s/outer", dir);
}

static char *worktree_of_submodule(const char *dir)
{
	char *sub = submodule(dir);
	char *w = path_of("%s/sw", dir);

	git(sub, "worktree", "add", "-q", "--detach", w);
	free(sub);
	return w;
}

static char *bare(const char *dir)
{
	free(repo_new(dir, "repo"));
	git(dir, "clone", "-q", "--bare", "repo", "b.git");
	return path_of("%s/b.git", dir);
}

static char *separate(const char *dir)
{
	char *repo = repo_new(dir, "repo");

	git(dir, "clone", "-q", "--separate-git-dir", "admin", "repo", "sep");
	free(repo);
	return path_of("%s/sep", dir);
}

static char *worktree_config(const char *dir)
{
	char *repo = repo_new(dir, "repo");

	git(repo, "config", "core.repositoryformatversion", "1");
	git(repo, "sparse-checkout", "set", "src"); /* switches config.worktree on */
	return repo;
}

static char *crlf(const char *dir)
{
	char *repo = repo_new(dir, "repo");

	git(repo, "config", "core.autocrlf", "true");
	return repo;
}

static char *odd_name(const char *dir) { return repo_new(dir, "a b\nc"); }
static char *detached(const char *dir)
{
	char *repo = repo_new(dir, "repo");

	git(repo, "checkout", "-q", "--detach");
	return repo;
}

static const struct {
	const char *says;
	char *(*build)(const char *dir);
} sources[] = {
	{ "a repository", plain }, { "a linked worktree", linked }, { "a submodule", submodule },
	{ "a repository with submodules", superproject }, { "a worktree of a submodule", worktree_of_submodule },
	{ "a bare repository", bare }, { "a separate administrative directory", separate },
	{ "a sparse checkout with a configuration of its own", worktree_config }, { "converted line ends", crlf },
	{ "a name with a space and a newline", odd_name }, { "a detached HEAD", detached },
};

static void release_made(const char *scratch, const struct binding *b)
{
	const struct release_options none = {0};
	CLEARED(release_report) struct release_report report = {0};
	char *locks = lock_dir_of(scratch);
	struct error err = {0};

	if (!workspace_release(b, &none, locks, &report, &err))
		fail_msg("release of %s: %s", b->workspace.path, err.text);
	if (!report.branch_deleted)
		fail_msg("the branch was kept: %s", report.branch_kept_why ? report.branch_kept_why : "?");
	free(locks);
}

/* Every path below the scratch that has a name of the run in it. Owned. */
static char *litter(const char *scratch, const char *name)
{
	char *pattern = path_of("*%s*", name);
	char *found = NULL;

	program_run("/", (const char *const[]){ "find", scratch, "-name", pattern, NULL }, &found);
	free(pattern);
	return found;
}

static void nothing_is_left(const char *scratch, const char *source, const char *name)
{
	char *found = litter(scratch, name);
	char *branches = git_out(source, "for-each-ref", "refs/heads/harnery");
	char *common = git_out(source, "rev-parse", "--path-format=absolute", "--git-common-dir");
	int status = 0;

	if (*found || *branches)
		fail_msg("left: %s %s", found, branches);
	git_try(&status, source, "fsck", "--strict");
	assert_int_equal(status, 0);
	assert_false(there(common, "refs/heads/harnery"));
	free(common);
	free(found);
	free(branches);
}

static void attested_clean(const struct binding *b, const char *says)
{
	CLEARED(attestation) struct attestation a = {0};

	workspace_attest(b, &a);
	if (!a.ok)
		fail_msg("%s: drift: %s", says, a.drift.items[0]);
	if (!a.dirty_known || a.dirty.count > 0)
		fail_msg("%s: dirty: %s", says, a.dirty_known ? a.dirty.items[0] : "not known");
	assert_true(a.exists && a.base_is_ancestor && a.target_is_ancestor);
	assert_string_equal(a.head_commit, b->base_commit);
}

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
		if (sources[i].build != odd_name)
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

static char *script(const char *dir, const char *name, const char *body)
{
	char *path = path_of("%s/%s", dir, name);
	char *whole = path_of("#!/bin/sh\n%s\n", body);

	file_put(dir, name, whole);
	assert_int_equal(chmod(path, 0755), 0);
	free(whole);
	return path;
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

/* Every program a repository can name, as one script that leaves a mark. */
static char *canaried(const char *scratch, const char *canary)
{
	static const char *const keys[] = { "core.fsmonitor", "core.pager", "core.editor", "core.askPass", "core.sshCommand",
		"diff.external", "diff.x.textconv", "diff.x.command", "filter.x.clean", "filter.x.smudge", "filter.x.process",
		"filter.odd=name.smudge", "gpg.program", "credential.helper", "merge.x.driver", "core.alternateRefsCommand",
		"uploadpack.packObjectsHook", "sequence.editor" };
	static const char *const hooks[] = { "post-checkout", "post-index-change", "reference-transaction", "fsmonitor-watchman",
		"post-commit", "pre-auto-gc", "sendemail-validate", "post-merge", "pre-commit" };
	char *repo = repo_new(scratch, "repo");
	char *included = path_of("%s/included", scratch);

	file_put(repo, "x.y", "y\n");
	file_put(repo, "x.z", "z\n");
	file_put(repo, ".gitattributes", "* filter=x diff=x merge=x\n*.y filter=y\n*.z filter=z\n");
	git(repo, "add", "-A");
	git(repo, "commit", "-q", "-m", "attributes");
	for (size_t i = 0; i < COUNT_OF(hooks); i++) {
		char *at = path_of(".git/hooks/%s", hooks[i]);
		char *body = path_of("exec %s %s", canary, hooks[i]);
		free(script(repo, at, body));
		free(at);
		free(body);
	}
	char *text = path_of("[filter \"y\"]\n\tsmudge = %s\n\tclean = %s\n\trequired = true\n", canary, canary);
	file_put(scratch, "included", text);
	git(repo, "config", "includeIf.onbranch:harnery/**.path", included);
	git(repo, "config", "extensions.worktreeConfig", "true");
	git(repo, "config", "--worktree", "filter.z.smudge", canary);
	for (size_t i = 0; i < COUNT_OF(keys); i++)
		git(repo, "config", keys[i], canary);
	git(repo, "config", "filter.x.required", "true");
	free(text);
	free(included);
	return repo;
}

static void no_program_of_the_repository_runs(void **state)
{
	char *body = path_of("echo \"$0 $*\" >> %s/fired; exec cat", (const char *)*state);
	char *canary = script(*state, "canary", body);
	char *repo = canaried(*state, canary);
	OWNED(layout) struct layout *l = layout_of(repo);
	CLEARED(repository_facts) struct repository_facts f = {0};
	OWNED(snapshot) struct snapshot *before = NULL;
	OWNED(snapshot) struct snapshot *after = NULL;
	CLEARED(snapshot_difference) struct snapshot_difference d = {0};
	struct error err = {0};

	(void)unlink("fired");
	char *fired = path_of("%s/fired", (const char *)*state);
	(void)unlink(fired); /* building the fixture may have run some of them */
	assert_true(repository_read(l, 100, &f, &err));
	OWNED(binding) struct binding *b = binding_made(*state, repo, "lgw-1");
	assert_true(snapshot_take(b, &before, &err));
	attested_clean(b, "with canaries");
	assert_true(snapshot_take(b, &after, &err));
	snapshot_compare(b, before, after, &d);
	assert_false(d.grant_used);
	release_made(*state, b);
	char *said = file_get(*state, "fired");
	if (said)
		fail_msg("these ran: %s", said);
	/* The control: git itself runs them. */
	int status = 0;
	git_try(&status, repo, "worktree", "add", "-f", "../control");
	assert_true(there(*state, "fired"));
	free(fired);
	free(body);
	free(canary);
	free(repo);
}

static void a_filter_of_the_operator_runs(void **state)
{
	char *repo = repo_new(*state, "repo");
	char *canary = script(*state, "canary", "echo fired; cat");

	file_put(repo, ".gitattributes", "a.txt filter=up\n");
	git(repo, "add", "-A");
	git(repo, "commit", "-q", "-m", "attributes");
	git("/", "config", "--global", "filter.up.smudge", "tr a-z A-Z");
	git("/", "config", "--global", "filter.up.clean", "tr A-Z a-z");
	git(repo, "config", "filter.up.smudge", canary);
	OWNED(binding) struct binding *b = binding_made(*state, repo, "lgw-1");
	char *a = file_get(b->workspace.path, "a.txt");
	assert_string_equal(a, "A\n");
	attested_clean(b, "with a filter");
	b->index_inode = 0; /* as read from a record: the index is not believed */
	attested_clean(b, "with a filter, afresh");
	release_made(*state, b);
	free(a);
	free(canary);
	free(repo);
}

static void a_change_behind_a_filter_is_seen(void **state)
{
	char *repo = repo_new(*state, "repo");
	const struct release_options none = {0};
	CLEARED(release_report) struct release_report report = {0};
	char *locks = lock_dir_of(*state);
	struct error err = {0};

	file_put(repo, ".gitattributes", "a.txt filter=up\n");
	git(repo, "add", "-A");
	git(repo, "commit", "-q", "-m", "attributes");
	git("/", "config", "--global", "filter.up.smudge", "tr a-z A-Z");
	OWNED(binding) struct binding *b = binding_made(*state, repo, "lgw-1");
	file_put(b->workspace.path, "a.txt", "B\n");
	assert_false(workspace_release(b, &none, locks, &report, &err));
	assert_non_null(strstr(err.text, "a.txt"));
	free(locks);
	free(repo);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(every_served_source_gives_a_worktree, setup, teardown),
		cmocka_unit_test_setup_teardown(modes_are_private_and_the_parent_ignores_itself, setup, teardown),
		cmocka_unit_test_setup_teardown(a_picked_subdirectory_is_the_active_root, setup, teardown),
		cmocka_unit_test_setup_teardown(a_failure_leaves_nothing, setup, teardown),
		cmocka_unit_test_setup_teardown(parallel_first_makes_never_fail_each_other, setup, teardown),
		cmocka_unit_test_setup_teardown(a_killed_making_is_released, setup, teardown),
		cmocka_unit_test_setup_teardown(a_killed_making_with_work_in_it_is_kept, setup, teardown),
		cmocka_unit_test_setup_teardown(no_program_of_the_repository_runs, setup, teardown),
		cmocka_unit_test_setup_teardown(a_filter_of_the_operator_runs, setup, teardown),
		cmocka_unit_test_setup_teardown(a_change_behind_a_filter_is_seen, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
