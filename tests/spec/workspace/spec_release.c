/*
 * Specification of workspace_release(): only what was made for the run is removed, and never with work in it.
 */
#include "release_world.h"

static void a_clean_worktree_goes_with_its_branch(void **state)
{
	struct world *w = *state;
	CLEARED(release_report) struct release_report report = {0};
	CLEARED(release_report) struct release_report again = {0};
	struct error err = {0};

	if (!release(w, (struct release_options){0}, &report, &err))
		fail_msg("%s", err.text);
	assert_true(report.worktree_removed && report.gitdir_removed && report.branch_deleted);
	assert_null(report.branch_kept_why);
	nothing_remains(w);
	assert_true(release(w, (struct release_options){0}, &again, &err));
	assert_true(again.already_gone);
}

static const struct {
	const char *says;
	void (*happens)(struct world *w);
	enum reason reason;
	const char *names; /* the sentence names this */
} refusals[] = {
	{ "an untracked file is work", untracked, REASON_WORKSPACE_NOT_RELEASED, "new.txt" },
	{ "a modified file is work", modified, REASON_WORKSPACE_NOT_RELEASED, "a.txt" },
	{ "a deleted file is work", deleted, REASON_WORKSPACE_NOT_RELEASED, "src/b.txt" },
	{ "assume-unchanged hides nothing", assumed_unchanged, REASON_WORKSPACE_NOT_RELEASED, "a.txt" },
	{ "skip-worktree hides nothing", skipped, REASON_WORKSPACE_NOT_RELEASED, "a.txt" },
	{ "an equal size and time hide nothing", same_size_and_time, REASON_WORKSPACE_NOT_RELEASED, "a.txt" },
	{ "a staged file is work", staged, REASON_WORKSPACE_NOT_RELEASED, "new.txt" },
	{ "what is only staged is work", staged_then_reverted, REASON_WORKSPACE_NOT_RELEASED, "a.txt" },
	{ "a commit on no branch is work", detached, REASON_WORKSPACE_NOT_RELEASED, "on no branch" },
	{ "a commit on a private ref is work", private_ref, REASON_WORKSPACE_NOT_RELEASED, "refs/worktree/mine" },
	{ "ignored files are named first", ignored, REASON_WORKSPACE_NOT_RELEASED, "build/out.o" },
	{ "an unfinished merge is work", merging, REASON_WORKSPACE_NOT_RELEASED, "merge" },
	{ "a repository inside is work", nested_repository, REASON_WORKSPACE_NOT_RELEASED, "nested/" },
	{ "a submodule that is checked out is work", submodule_inside, REASON_WORKSPACE_NOT_RELEASED, "submodule" },
	{ "what cannot be read is not taken for clean", index_unreadable, REASON_WORKSPACE_NOT_RELEASED, "cannot be seen" },
	{ "another directory in its place is not ours", replaced, REASON_WORKSPACE_CHANGED, "lgw-1" },
	{ "a symlink in its place is not ours", symlinked, REASON_WORKSPACE_CHANGED, "lgw-1" },
	{ "a changed .git file stops it", forward_tampered, REASON_WORKSPACE_CHANGED, ".git" },
	{ "a changed gitdir stops it", back_tampered, REASON_WORKSPACE_CHANGED, "gitdir" },
	{ "a changed commondir stops it", common_tampered, REASON_WORKSPACE_CHANGED, "commondir" },
	{ "a replaced administrative directory stops it", admin_symlinked, REASON_WORKSPACE_CHANGED, "worktrees/lgw-1" },
	{ "a worktree moved by git stops it", moved_by_git, REASON_WORKSPACE_CHANGED, "gitdir" },
};

/* A listing of everything with type, size and inode, to see that nothing was removed or written. */
static char *listing(const struct world *w)
{
	const char *argv[] = { "find", w->scratch, "-path", "*/state*", "-prune", "-o", "-printf", "%p %y %s %i\\n", NULL };
	char *out = NULL;

	program_run("/", argv, &out);
	return out;
}

static void a_refusal_removes_nothing(void **state)
{
	for (size_t i = 0; i < COUNT_OF(refusals); i++) {
		struct world *w = *state;
		CLEARED(release_report) struct release_report report = {0};
		struct error err = {0};

		refusals[i].happens(w);
		char *before = listing(w);
		if (release(w, (struct release_options){0}, &report, &err))
			fail_msg("rule broken: %s: it was released", refusals[i].says);
		if (err.reason != refusals[i].reason || !strstr(err.text, refusals[i].names))
			fail_msg("rule broken: %s: %s: %s", refusals[i].says, reason_slug(err.reason), err.text);
		char *after = listing(w);
		if (strcmp(before, after) != 0)
			fail_msg("rule broken: %s: something changed\n%s\n%s", refusals[i].says, before, after);
		victim_is_intact(w);
		free(before);
		free(after);
		teardown(state);
		setup(state);
	}
}

static void unmerged_work_keeps_its_branch(void **state)
{
	struct world *w = *state;
	CLEARED(release_report) struct release_report report = {0};
	CLEARED(release_report) struct release_report again = {0};
	struct error err = {0};

	committed(w);
	assert_true(release(w, none, &report, &err));
	assert_true(report.worktree_removed && report.gitdir_removed);
	assert_false(report.branch_deleted);
	assert_non_null(strstr(report.branch_kept_why, "reachable from nowhere else"));
	git(w->repo, "rev-parse", "--verify", "refs/heads/harnery/workspace/lgw-1");
	git(w->repo, "merge", "-q", "harnery/workspace/lgw-1");
	assert_true(release(w, none, &again, &err));
	assert_true(again.already_gone && again.branch_deleted);
	nothing_remains(w);
}

static void a_branch_is_kept_when_asked(void **state)
{
	struct world *w = *state;
	CLEARED(release_report) struct release_report report = {0};
	struct error err = {0};

	assert_true(release(w, (struct release_options){ .keep_branch = true }, &report, &err));
	assert_non_null(report.branch_kept_why);
	git(w->repo, "rev-parse", "--verify", "refs/heads/harnery/workspace/lgw-1");
}

static void ignored_files_are_named_when_they_go(void **state)
{
	struct world *w = *state;
	CLEARED(release_report) struct release_report report = {0};
	struct error err = {0};

	ignored(w);
	assert_true(release(w, (struct release_options){ .discard_ignored = true }, &report, &err));
	assert_true(strlist_has(&report.ignored, "build/out.o"));
	assert_true(strlist_has(&report.ignored, "run.log"));
	nothing_remains(w);
}

static void a_mount_inside_is_never_entered(void **state)
{
	struct world *w = *state;
	CLEARED(release_report) struct release_report report = {0};
	struct error err = {0};
	char *inside = path_of("%s/build", w->b->workspace.path);

	dir_put(w->b->workspace.path, "build");
	if (mount(w->victim, inside, NULL, MS_BIND, NULL) != 0) {
		print_message("skipped: this user may not make a bind mount here: %s\n", strerror(errno));
		free(inside);
		skip();
	}
	bool released = release(w, all, &report, &err);
	assert_int_equal(umount(inside), 0);
	assert_false(released);
	assert_int_equal(err.reason, REASON_WORKSPACE_NOT_RELEASED);
	assert_non_null(strstr(err.text, "mounted"));
	victim_is_intact(w);
	assert_true(there(w->b->workspace.path, "a.txt"));
	free(inside);
}

static void a_shared_checkout_is_never_removed(void **state)
{
	struct world *w = *state;
	CLEARED(release_report) struct release_report report = {0};
	OWNED(layout) struct layout *l = layout_of(w->repo);
	OWNED(binding) struct binding *b = NULL;
	struct error err = {0};

	assert_true(workspace_bind_shared(l, &b, &err));
	assert_true(workspace_release(b, &all, w->locks, &report, &err));
	assert_true(there(w->repo, "a.txt"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_clean_worktree_goes_with_its_branch, setup, teardown),
		cmocka_unit_test_setup_teardown(a_refusal_removes_nothing, setup, teardown),
		cmocka_unit_test_setup_teardown(unmerged_work_keeps_its_branch, setup, teardown),
		cmocka_unit_test_setup_teardown(a_branch_is_kept_when_asked, setup, teardown),
		cmocka_unit_test_setup_teardown(ignored_files_are_named_when_they_go, setup, teardown),
		cmocka_unit_test_setup_teardown(a_mount_inside_is_never_entered, setup, teardown),
		cmocka_unit_test_setup_teardown(a_shared_checkout_is_never_removed, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
