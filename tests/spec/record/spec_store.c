/*
 * Specification of store: where records lie, the live index and who may seal a lost run, the workspace index.
 */
#include "spec/record/recording.h"

#include <signal.h>
#include <sys/wait.h>

static void a_record_directory_is_private_and_its_harnery_ignores_itself(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	OWNED_MEM char *ignore = NULL;
	struct stat st;

	run_named(&r, s, "a1b2c3");
	OWNED_FD int fd = record_begin(s, &r);
	assert_int_equal(fstat(fd, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0700);
	ignore = path_of("%s/.harnery", s->repo);
	OWNED_MEM char *text = file_get(ignore, ".gitignore");
	assert_string_equal(text, "*\n");
	assert_true(there(r.directory, "children"));
}

static void an_existing_harnery_keeps_its_own_rules(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };

	dir_put(s->repo, ".harnery");
	run_named(&r, s, "a1b2c3");
	OWNED_FD int fd = record_begin(s, &r);
	assert_true(fd >= 0);
	assert_false(there(s->repo, ".harnery/.gitignore"));
}

/* Sealing a lost run goes back into its directory; what was frozen there stays. */
static void a_run_that_is_recorded_is_opened_and_its_files_stay(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	OWNED_FD int again = -1;

	run_named(&r, s, "a1b2c3");
	OWNED_FD int fd = record_begin(s, &r);
	OWNED_MEM char *first = file_get(r.directory, "request.json");
	must(manifest_freeze(fd, &r, err));
	must(store_run_new(&r, s->repo, &again, err));
	str_set(&r.request.prompt, "another prompt");
	must(request_freeze(again, &r, err));
	OWNED_MEM char *second = file_get(r.directory, "request.json");
	assert_string_equal(first, second);
	str_set(&r.name, "another name");
	struct error refusal;
	assert_false(manifest_freeze(again, &r, &refusal));
	assert_int_equal(refusal.reason, REASON_RECORD_NOT_SAVED);
}

static char *root_for(const struct scene *s, const char *sub)
{
	struct layout *l = scene_layout(s, sub);
	char *root = store_coordination_root(l, s->state);

	layout_drop(&l);
	return root;
}

static void a_repository_is_recorded_at_its_top_level(void **state)
{
	const struct scene *s = *state;
	OWNED_MEM char *root = root_for(s, "src");

	assert_string_equal(root, s->repo);
}

static void a_linked_worktree_is_recorded_at_its_main_checkout(void **state)
{
	const struct scene *s = *state;
	struct layout *l = scene_layout(s, "src");
	OWNED_MEM char *root = NULL;

	free(l->main_root);
	l->main_root = path_of("%s/main", s->scratch);
	dir_put(l->main_root, ".");
	root = store_coordination_root(l, s->state);
	assert_string_equal(root, l->main_root);
	layout_drop(&l);
}

static void a_submodule_is_recorded_at_a_superproject_that_has_records(void **state)
{
	const struct scene *s = *state;
	struct layout *l = scene_layout(s, "");
	OWNED_MEM char *without = NULL, *with = NULL;

	l->superproject = str_copy(s->scratch);
	without = store_coordination_root(l, s->state);
	assert_string_equal(without, s->repo);
	dir_put(s->scratch, ".harnery");
	with = store_coordination_root(l, s->state);
	assert_string_equal(with, s->scratch);
	layout_drop(&l);
}

/* Entered through a link, a repository could have its record written anywhere. */
static void a_harnery_that_is_a_link_sends_the_record_to_the_state_directory(void **state)
{
	const struct scene *s = *state;
	OWNED_MEM char *link = path_of("%s/.harnery", s->repo), *records = path_of("%s/records/repo-", s->state), *root = NULL;

	assert_int_equal(symlink(s->scratch, link), 0);
	root = root_for(s, "");
	assert_int_equal(strncmp(root, records, strlen(records)), 0);
}

static void a_workflows_that_is_a_link_does_too(void **state)
{
	const struct scene *s = *state;
	OWNED_MEM char *link = path_of("%s/.harnery/workflows", s->repo), *root = NULL;

	dir_put(s->repo, ".harnery");
	assert_int_equal(symlink(s->scratch, link), 0);
	root = root_for(s, "");
	assert_int_equal(strncmp(root, s->state, strlen(s->state)), 0);
}

static struct live_entry *live(const struct scene *s, size_t *ret_count)
{
	struct live_entry *entries = NULL;

	must(store_live_list(s->state, &entries, ret_count, err));
	return entries;
}

static bool is_owned_now(const struct scene *s)
{
	size_t count;
	struct live_entry *entries = live(s, &count);
	bool owned = count == 1 && entries[0].owned;

	store_live_free(entries, count);
	return owned;
}

static void a_live_entry_is_owned_as_long_as_its_lock_is_open(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	int lock = -1, claim = -1;

	run_named(&r, s, "a1b2c3");
	must(store_live_new(s->state, &r, &lock, err));
	assert_true(is_owned_now(s));
	must(store_live_update(s->state, &r, err));
	assert_true(is_owned_now(s));
	must(store_live_claim(s->state, r.run_id, &claim, err));
	assert_int_equal(claim, -1);
	owned_fd_close(&lock);
	assert_false(is_owned_now(s));
	must(store_live_claim(s->state, r.run_id, &claim, err));
	assert_true(claim >= 0);
	store_live_done(s->state, r.run_id);
	owned_fd_close(&claim);
	must(store_live_claim(s->state, r.run_id, &claim, err));
	assert_int_equal(claim, -1);
	OWNED_MEM char *dir = path_of("%s/live", s->state), *left = NULL;
	assert_int_equal(program_run(dir, (const char *const[]){ "ls", NULL }, &left), 0);
	assert_string_equal(left, "");
}

/* Counts the claims that were given: one byte on fd for each. */
static void claim_in_child(const struct scene *s, const char *run_id, int go, int fd)
{
	int lock = -1;
	struct error refusal;
	char byte;

	(void)!read(go, &byte, 1); /* end of file: all of them are there */
	if (store_live_claim(s->state, run_id, &lock, &refusal) && lock >= 0) {
		(void)!write(fd, "x", 1);
		store_live_done(s->state, run_id);
	}
	_exit(0);
}

static void exactly_one_of_many_processes_seals_a_lost_run(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	int lock = -1, got[2], go[2];
	char claims[32];

	run_named(&r, s, "a1b2c3");
	for (int round = 0; round < 20; round++) {
		must(store_live_new(s->state, &r, &lock, err));
		owned_fd_close(&lock);
		assert_int_equal(pipe(got), 0);
		assert_int_equal(pipe(go), 0);
		for (int i = 0; i < 8; i++) {
			if (fork() == 0) {
				close(go[1]);
				claim_in_child(s, r.run_id, go[0], got[1]);
			}
		}
		close(go[0]);
		close(go[1]);
		close(got[1]);
		while (wait(NULL) > 0)
			;
		assert_int_equal(read(got[0], claims, sizeof claims), 1);
		close(got[0]);
	}
}

static void a_killed_supervisor_leaves_an_entry_that_nobody_owns(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	int ready[2], status;
	char byte;
	pid_t pid;

	run_named(&r, s, "a1b2c3");
	assert_int_equal(pipe(ready), 0);
	pid = fork();
	if (pid == 0) {
		int lock = -1;
		struct error refusal;

		if (store_live_new(s->state, &r, &lock, &refusal))
			(void)!write(ready[1], "x", 1);
		for (;;)
			pause();
	}
	assert_int_equal(read(ready[0], &byte, 1), 1);
	assert_true(is_owned_now(s));
	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_false(is_owned_now(s));
	close(ready[0]);
	close(ready[1]);
}

static void a_lost_run_is_restored_with_everything_its_entry_knows(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 }, back = { 0 };
	struct live_entry *entries;
	size_t count;
	int lock = -1;

	run_named(&r, s, "a1b2c3");
	run_children(&r, 2);
	OWNED_FD int fd = record_begin(s, &r);
	record_bind(s, &r, fd, "src");
	run_permitted(&r, POLICY_WORKSPACE_WRITE, GIT_WRITE_SHARED_REPOSITORY);
	child_ends(&r, 0, false);
	child_observed(&r, 0, false);
	r.children[1].state = CHILD_RUNNING;
	r.children[1].pid = 42;
	r.record_within_reach = true;
	run_record_unknown(&r, "user_hooks", "the vendor's own hooks were not read", "a1");
	must(store_live_new(s->state, &r, &lock, err));
	entries = live(s, &count);
	must(store_live_restore(entries[0].entry, &back, err));
	assert_int_equal(back.outcome, OUTCOME_LOST);
	assert_int_equal(back.reason, REASON_RUN_LOST);
	assert_string_equal(back.directory, r.directory);
	assert_string_equal(back.request.prompt, PROMPT);
	assert_string_equal(back.binding->gitdir.path, r.binding->gitdir.path);
	assert_string_equal(back.binding->parent.path, r.binding->parent.path);
	assert_int_equal(back.binding->active.id.inode, r.binding->active.id.inode);
	assert_true(back.verdict.projection.applied);
	assert_int_equal(back.verdict.projection.mode, POLICY_WORKSPACE_WRITE);
	assert_int_equal(back.verdict.projection.writable_roots.count, 2);
	assert_int_equal(back.children[0].state, CHILD_FAILED);
	assert_int_equal(back.children[0].observation.state, OBSERVED_CONTRADICTED);
	assert_string_equal(back.children[0].observation.why, r.children[0].observation.why);
	assert_string_equal(back.children[0].observation.extract, r.children[0].observation.extract);
	assert_int_equal(back.children[0].observation.writable.count, 1);
	assert_int_equal(back.children[1].observation.state, OBSERVED_NONE);
	assert_int_equal(back.children[1].state, CHILD_RUNNING);
	assert_int_equal(back.children[1].pid, 42);
	assert_int_equal(back.n_unknowns, 1);
	assert_true(back.record_within_reach);
	assert_string_equal(back.before.head, OID_BASE);
	store_live_free(entries, count);
	owned_fd_close(&lock);
}

static void a_workspace_is_listed_from_its_journal_on_until_it_is_forgotten(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	CLEARED(workspace_entry) struct workspace_entry e = { 0 };
	struct workspace_entry *entries;
	struct error refusal;
	size_t count;

	run_named(&r, s, "a1b2c3");
	OWNED_FD int fd = record_begin(s, &r);
	record_bind(s, &r, fd, "src");
	must(store_workspace_open(s->state, r.run_id, &e, err));
	assert_true(e.bound);
	assert_string_equal(e.directory, r.directory);
	assert_string_equal(e.binding->branch, r.binding->branch);
	assert_string_equal(e.binding->main_root, s->repo);
	assert_int_equal(e.binding->parent.id.inode, r.binding->parent.id.inode);
	assert_int_equal(e.binding->created_ms, r.binding->created_ms);
	must(store_workspace_list(s->state, &entries, &count, err));
	assert_int_equal(count, 1);
	store_workspace_free(entries, count);
	must(store_workspace_forget(s->state, r.run_id, err));
	must(store_workspace_list(s->state, &entries, &count, err));
	assert_int_equal(count, 0);
	workspace_entry_clear(&e);
	assert_false(store_workspace_open(s->state, r.run_id, &e, &refusal));
	assert_int_equal(refusal.reason, REASON_NOT_FOUND);
}

static void a_workspace_that_another_program_removed_is_listed_as_gone(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	CLEARED(workspace_entry) struct workspace_entry there_still = { 0 }, gone = { 0 };

	run_named(&r, s, "a1b2c3");
	OWNED_FD int fd = record_begin(s, &r);
	record_bind(s, &r, fd, "");
	must(store_workspace_open(s->state, r.run_id, &there_still, err));
	assert_false(there_still.gone);
	assert_int_equal(program_run("/", (const char *const[]){ "rm", "-r", r.binding->workspace.path, NULL }, NULL), 0);
	must(store_workspace_open(s->state, r.run_id, &gone, err));
	assert_true(gone.gone && gone.bound);
	assert_string_equal(gone.binding->workspace.path, r.binding->workspace.path);
}

static void an_interrupted_making_is_listed_with_what_the_journal_knew(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	CLEARED(workspace_entry) struct workspace_entry e = { 0 };
	struct layout *l = scene_layout(s, "");
	struct workspace_plan plan = { .run_id = "x", .binding_id = "ws-1", .workspace_id = "local-1", .recovery_token = "t",
				       .parent = "/srv/.harnery-workspaces", .branch = "harnery/workspace/ws-1", .relative = "src" };

	run_named(&r, s, "a1b2c3");
	must(store_workspace_journal(s->state, &r, &plan, l, err));
	must(store_workspace_open(s->state, r.run_id, &e, err));
	assert_false(e.bound || e.gone);
	assert_string_equal(e.binding->workspace.path, "/srv/.harnery-workspaces/ws-1");
	assert_string_equal(e.binding->active.path, "/srv/.harnery-workspaces/ws-1/src");
	assert_int_equal(e.binding->workspace.id.inode, 0);
	assert_null(e.binding->gitdir.path);
	assert_string_equal(e.binding->common.path, l->common.path);
	layout_drop(&l);
}

static const char *const damaged[] = { "", "{", "null", "[]", "{}", "{\"binding\":{}}", "{\"binding\":{\"isolation\":\"worktree\"}}",
				       "\xff\xfe", "{\"binding\":{\"isolation\":\"worktree\",\"workspace_root\":\"rel\"}}" };

static void a_damaged_index_entry_is_listed_and_not_hidden(void **state)
{
	const struct scene *s = *state;

	for (size_t i = 0; i < COUNT_OF(damaged); i++) {
		struct workspace_entry *workspaces;
		struct live_entry *entries;
		size_t count;

		dir_put(s->state, "workspaces");
		dir_put(s->state, "live");
		file_put(s->state, "workspaces/run-1.json", damaged[i]);
		file_put(s->state, "live/run-1.json", damaged[i]);
		must(store_workspace_list(s->state, &workspaces, &count, err));
		assert_int_equal(count, 1);
		assert_null(workspaces[0].binding);
		store_workspace_free(workspaces, count);
		entries = live(s, &count);
		assert_int_equal(count, 1);
		assert_false(entries[0].owned);
		store_live_free(entries, count);
	}
}

static void a_path_that_is_no_text_is_refused_before_a_workspace_is_made(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	CLEARED(workspace_ids) struct workspace_ids ids = { 0 };
	struct layout *l = scene_layout(s, "");
	struct error refusal;

	run_named(&r, s, "a1b2c3");
	OWNED_FD int fd = record_begin(s, &r);
	free(l->picked.path);
	l->picked.path = path_of("%s/caf\xe9", s->repo);
	assert_false(store_workspace_request(fd, &r, l, s->scratch, &ids, &refusal));
	assert_int_equal(refusal.reason, REASON_WORKSPACE_UNAVAILABLE);
	assert_non_null(strstr(refusal.text, "\\xE9"));
	layout_drop(&l);
}

#define SCENE(test) cmocka_unit_test_setup_teardown(test, scene_make, scene_drop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SCENE(a_record_directory_is_private_and_its_harnery_ignores_itself),
		SCENE(an_existing_harnery_keeps_its_own_rules),
		SCENE(a_run_that_is_recorded_is_opened_and_its_files_stay),
		SCENE(a_repository_is_recorded_at_its_top_level),
		SCENE(a_linked_worktree_is_recorded_at_its_main_checkout),
		SCENE(a_submodule_is_recorded_at_a_superproject_that_has_records),
		SCENE(a_harnery_that_is_a_link_sends_the_record_to_the_state_directory),
		SCENE(a_workflows_that_is_a_link_does_too),
		SCENE(a_live_entry_is_owned_as_long_as_its_lock_is_open),
		SCENE(exactly_one_of_many_processes_seals_a_lost_run),
		SCENE(a_killed_supervisor_leaves_an_entry_that_nobody_owns),
		SCENE(a_lost_run_is_restored_with_everything_its_entry_knows),
		SCENE(a_workspace_is_listed_from_its_journal_on_until_it_is_forgotten),
		SCENE(a_workspace_that_another_program_removed_is_listed_as_gone),
		SCENE(an_interrupted_making_is_listed_with_what_the_journal_knew),
		SCENE(a_damaged_index_entry_is_listed_and_not_hidden),
		SCENE(a_path_that_is_no_text_is_refused_before_a_workspace_is_made),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
