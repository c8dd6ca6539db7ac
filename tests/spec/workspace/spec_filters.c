/*
 * Specification of what runs while a worktree is made, looked at and released: the git program and the operator's own
 * filters. Nothing that the repository names ever does.
 */
#include "fixture.h"

#include "core/workspace/snapshot.h"

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
		cmocka_unit_test_setup_teardown(no_program_of_the_repository_runs, setup, teardown),
		cmocka_unit_test_setup_teardown(a_filter_of_the_operator_runs, setup, teardown),
		cmocka_unit_test_setup_teardown(a_change_behind_a_filter_is_seen, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
