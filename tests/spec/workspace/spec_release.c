/*
 * Specification of workspace_release(): only what was made for the run is removed, and never with work in it.
 */
#include "release_logs.h"
#include "release_repositories.h"

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

struct refusal {
	const char *says;
	void (*happens)(struct world *w);
	enum reason reason;
	const char *names; /* the sentence names this */
};

/* Whatever flags are given. */
static const struct refusal refusals[] = {
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
	{ "an unfinished merge is work", merging, REASON_WORKSPACE_NOT_RELEASED, "merge" },
	{ "a repository inside is work", nested_repository, REASON_WORKSPACE_NOT_RELEASED, "nested/" },
	{ "commits without files in a repository inside are work", nested_without_files, REASON_WORKSPACE_NOT_RELEASED, "nested/" },
	{ "a repository without a checkout is work", nested_bare, REASON_WORKSPACE_NOT_RELEASED, "store.git/" },
	{ "a repository around tracked files is work", nested_over_tracked, REASON_WORKSPACE_NOT_RELEASED, "src/" },
	{ "a repository among ignored files is work", nested_among_ignored, REASON_WORKSPACE_NOT_RELEASED, "build/deps/one/" },
	{ "a bare one among ignored files is, too", bare_among_ignored, REASON_WORKSPACE_NOT_RELEASED, "build/mirror.git/" },
	{ "another repository's worktree is not ours", worktree_of_another, REASON_WORKSPACE_NOT_RELEASED, "build/other/" },
	{ "objects that the repository reads from here are work", objects_inside, REASON_WORKSPACE_NOT_RELEASED, "build/objects" },
	{ "a commit on a bisect ref is work", bisect_ref, REASON_WORKSPACE_NOT_RELEASED, "refs/bisect/bad" },
	{ "an unfinished rebase is work", rebasing, REASON_WORKSPACE_NOT_RELEASED, "rebase" },
	{ "an unfinished series of picks is work", picking, REASON_WORKSPACE_NOT_RELEASED, "series of picks" },
	{ "an index outlives its worktree", index_lost_its_worktree, REASON_WORKSPACE_NOT_RELEASED, "new.txt" },
	{ "submodules outlive their worktree", submodule_lost_its_worktree, REASON_WORKSPACE_NOT_RELEASED, "modules" },
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

/* Until a flag says that it may go. */
static const struct refusal first_refusals[] = {
	{ "ignored files are named first", ignored, REASON_WORKSPACE_NOT_RELEASED, "build/out.o" },
	{ "a commit that was reset away is work", reset_away, REASON_WORKSPACE_NOT_RELEASED, "git branch NAME" },
	{ "an amended commit is work", amended_and_merged, REASON_WORKSPACE_NOT_RELEASED, "git branch NAME" },
	{ "a rebased commit is work", rebased_and_merged, REASON_WORKSPACE_NOT_RELEASED, "git branch NAME" },
	{ "a commit that HEAD left behind is work", left_behind_detached, REASON_WORKSPACE_NOT_RELEASED, "git branch NAME" },
	{ "a commit of a deleted branch is work", branch_of_its_own_deleted, REASON_WORKSPACE_NOT_RELEASED, "git branch NAME" },
	{ "ORIG_HEAD leads to work", reset_without_logs, REASON_WORKSPACE_NOT_RELEASED, "git branch NAME" },
	{ "logs outlive their worktree", reset_and_deleted_by_hand, REASON_WORKSPACE_NOT_RELEASED, "git branch NAME" },
	{ "a log that cannot be read is not taken for empty", log_is_a_fifo, REASON_WORKSPACE_NOT_RELEASED, "logs/HEAD" },
};

/* A listing of everything with type, size and inode, to see that nothing was removed or written. */
static char *listing(const struct world *w)
{
	const char *argv[] = { "find", w->scratch, "-path", "*/state*", "-prune", "-o", "-printf", "%p %y %s %i\\n", NULL };
	char *out = NULL;

	program_run("/", argv, &out);
	return out;
}

static void refused(struct world *w, const struct refusal *r, const struct release_options *options, bool flag_helps)
{
	CLEARED(release_report) struct release_report report = {0};
	struct error err = {0};
	char *before = listing(w);

	if (release(w, *options, &report, &err))
		fail_msg("rule broken: %s: it was released", r->says);
	if (err.reason != r->reason || !strstr(err.text, r->names))
		fail_msg("rule broken: %s: %s: %s", r->says, reason_slug(err.reason), err.text);
	if (strstr(err.text, "--discard") && !flag_helps)
		fail_msg("rule broken: %s: a flag that does not help is named: %s", r->says, err.text);
	char *after = listing(w);
	if (strcmp(before, after) != 0)
		fail_msg("rule broken: %s: something changed\n%s\n%s", r->says, before, after);
	victim_is_intact(w);
	free(before);
	free(after);
}

static void a_refusal_removes_nothing(void **state)
{
	for (size_t i = 0; i < COUNT_OF(refusals); i++) {
		refusals[i].happens(*state);
		refused(*state, &refusals[i], &none, false);
		refused(*state, &refusals[i], &all, false);
		teardown(state);
		setup(state);
	}
}

static void what_a_flag_discards_is_refused_and_named_first(void **state)
{
	for (size_t i = 0; i < COUNT_OF(first_refusals); i++) {
		CLEARED(release_report) struct release_report report = {0};
		struct error err = {0};

		first_refusals[i].happens(*state);
		refused(*state, &first_refusals[i], &none, true);
		if (!release(*state, all, &report, &err))
			fail_msg("rule broken: %s: the flags do not let it go: %s", first_refusals[i].says, err.text);
		teardown(state);
		setup(state);
	}
}

static void unreachable_commits_are_named_when_they_go(void **state)
{
	struct world *w = *state;
	CLEARED(release_report) struct release_report named = {0};
	CLEARED(release_report) struct release_report report = {0};
	struct error err = {0};

	committed(w);
	modified(w);
	file_put(w->b->workspace.path, "a.txt", "again\n");
	git(w->b->workspace.path, "commit", "-q", "-a", "-m", "more");
	char *newest = git_out(w->b->workspace.path, "rev-parse", "HEAD");
	git(w->b->workspace.path, "reset", "-q", "--hard", "HEAD~2");
	assert_false(release(w, (struct release_options){ .discard_ignored = true }, &named, &err));
	newest[12] = 0;
	assert_non_null(strstr(err.text, newest));
	assert_int_equal(named.unreachable.count, 1); /* the newest stands for the other */
	assert_true(release(w, (struct release_options){ .discard_unreachable = true }, &report, &err));
	assert_int_equal(report.unreachable.count, 1);
	assert_memory_equal(report.unreachable.items[0], newest, 12);
	nothing_remains(w);
	free(newest);
}

static void the_log_of_a_branch_that_stays_keeps_what_it_names(void **state)
{
	struct world *w = *state;
	CLEARED(release_report) struct release_report report = {0};
	CLEARED(release_report) struct release_report again = {0};
	CLEARED(release_report) struct release_report last = {0};
	struct error err = {0};

	amended(w);
	char *old = git_out(w->b->workspace.path, "rev-parse", "HEAD@{1}");
	if (!release(w, none, &report, &err))
		fail_msg("%s", err.text);
	assert_true(report.worktree_removed && !report.branch_deleted && report.unreachable.count == 0);
	merged_into_main(w);
	assert_true(release(w, none, &again, &err));
	assert_false(again.branch_deleted);
	assert_non_null(strstr(again.branch_kept_why, "only its log leads"));
	assert_true(release(w, all, &last, &err));
	assert_true(last.branch_deleted);
	assert_int_equal(last.unreachable.count, 1);
	assert_string_equal(last.unreachable.items[0], old);
	nothing_remains(w);
	free(old);
}

static void a_commit_that_was_saved_lets_the_branch_go(void **state)
{
	struct world *w = *state;
	CLEARED(release_report) struct release_report report = {0};
	struct error err = {0};

	amended_and_merged(w);
	git(w->repo, "branch", "saved", "harnery/workspace/lgw-1@{1}");
	if (!release(w, none, &report, &err))
		fail_msg("%s", err.text);
	assert_true(report.branch_deleted && report.unreachable.count == 0);
	nothing_remains(w);
}

static void the_repository_being_gone_says_how_to_save_the_work(void **state)
{
	struct world *w = *state;
	CLEARED(release_report) struct release_report report = {0};
	CLEARED(release_report) struct release_report after = {0};
	const char *repository[] = { "rm", "-rf", w->repo, NULL };
	const char *worktree[] = { "rm", "-rf", w->b->workspace.path, NULL };
	struct error err = {0};

	assert_int_equal(program_run("/", repository, NULL), 0);
	assert_false(release(w, all, &report, &err));
	assert_int_equal(err.reason, REASON_WORKSPACE_NOT_RELEASED);
	assert_non_null(strstr(err.text, "by hand"));
	assert_null(strstr(err.text, "--discard"));
	assert_true(there(w->b->workspace.path, "a.txt"));
	assert_int_equal(program_run("/", worktree, NULL), 0);
	assert_true(release(w, none, &after, &err));
	assert_true(after.already_gone);
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

static void a_branch_that_is_checked_out_elsewhere_stays(void **state)
{
	struct world *w = *state;
	CLEARED(release_report) struct release_report report = {0};
	struct error err = {0};

	git(w->repo, "checkout", "-q", "--ignore-other-worktrees", "harnery/workspace/lgw-1");
	assert_true(release(w, none, &report, &err));
	assert_true(report.worktree_removed && !report.branch_deleted);
	assert_non_null(strstr(report.branch_kept_why, "checked out"));
	git(w->repo, "rev-parse", "--verify", "HEAD");
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
		cmocka_unit_test_setup_teardown(what_a_flag_discards_is_refused_and_named_first, setup, teardown),
		cmocka_unit_test_setup_teardown(unreachable_commits_are_named_when_they_go, setup, teardown),
		cmocka_unit_test_setup_teardown(the_log_of_a_branch_that_stays_keeps_what_it_names, setup, teardown),
		cmocka_unit_test_setup_teardown(a_commit_that_was_saved_lets_the_branch_go, setup, teardown),
		cmocka_unit_test_setup_teardown(the_repository_being_gone_says_how_to_save_the_work, setup, teardown),
		cmocka_unit_test_setup_teardown(unmerged_work_keeps_its_branch, setup, teardown),
		cmocka_unit_test_setup_teardown(a_branch_that_is_checked_out_elsewhere_stays, setup, teardown),
		cmocka_unit_test_setup_teardown(a_branch_is_kept_when_asked, setup, teardown),
		cmocka_unit_test_setup_teardown(ignored_files_are_named_when_they_go, setup, teardown),
		cmocka_unit_test_setup_teardown(a_mount_inside_is_never_entered, setup, teardown),
		cmocka_unit_test_setup_teardown(a_shared_checkout_is_never_removed, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
