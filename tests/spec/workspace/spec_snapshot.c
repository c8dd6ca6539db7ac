/*
 * Specification of snapshot_take() and snapshot_compare(): what a granted run really did to what is shared.
 */
#include "snapshot_world.h"

static void pack(struct world *w) { git(w->repo, "pack-refs", "--all"); }

static void stage(struct world *w)
{
	file_put(w->b->workspace.path, "n.txt", "new\n");
	git(w->b->workspace.path, "add", "n.txt");
}

static void commit_and_pack(struct world *w)
{
	commit(w);
	pack(w);
}

static void move_branch(struct world *w)
{
	commit(w);
	git(w->b->workspace.path, "update-ref", "refs/heads/topic", "HEAD");
}

static void new_tag(struct world *w) { git(w->repo, "tag", "v2"); }
static void delete_packed(struct world *w) { pack(w); git(w->repo, "branch", "-D", "topic"); }

static void stash(struct world *w)
{
	file_put(w->repo, "a.txt", "changed\n");
	git(w->repo, "stash");
}

static void operator_switches(struct world *w) { git(w->repo, "checkout", "-q", "topic"); }
static void own_head(struct world *w) { git(w->b->workspace.path, "checkout", "-q", "--detach"); }

static void other_worktree(struct world *w)
{
	char *other = path_of("%s/other", w->scratch);

	git(w->repo, "worktree", "add", "-q", "--detach", other);
	free(other);
}

static void hook(struct world *w)
{
	file_put(w->repo, ".git/hooks/post-commit", "#!/bin/sh\n");
	char *path = path_of("%s/.git/hooks/post-commit", w->repo);
	assert_int_equal(chmod(path, 0755), 0);
	free(path);
}

static void hook_directory(struct world *w)
{
	dir_put(w->repo, ".git/hooks/inner");
	file_put(w->repo, ".git/hooks/inner/x", "x");
}

static void configure(struct world *w) { git(w->repo, "config", "core.fsmonitor", "./x"); }
static void attributes(struct world *w) { file_put(w->repo, ".git/info/attributes", "* filter=x\n"); }
static void alternate(struct world *w) { file_put(w->repo, ".git/objects/info/alternates", "/x\n"); }
static void pointer(struct world *w) { file_put(w->b->gitdir.path, "commondir", "/x\n"); }
static void forward(struct world *w) { file_put(w->b->workspace.path, ".git", "gitdir: /x\n"); }
static void unknown_file(struct world *w) { file_put(w->repo, ".git/surprise", "x"); }

static void submodule_hook(struct world *w)
{
	dir_put(w->repo, ".git/modules/m/hooks");
	file_put(w->repo, ".git/modules/m/hooks/post-checkout", "x");
}

/* A repository of a submodule as git has it, its name with a slash, and another inside. */
static void submodule_repository(struct world *w, const char *name)
{
	char *from = path_of("%s/.git/modules/%s", w->repo, name);

	dir_put(w->repo, ".git/modules/libs");
	git(w->repo, "clone", "-q", "--bare", w->repo, from);
	free(from);
}

static void submodule_moved(struct world *w, const char *name, const char *ref)
{
	char *of = path_of("--git-dir=%s/.git/modules/%s", w->repo, name);

	git(w->repo, of, "update-ref", ref, "topic~0");
	free(of);
}

static void submodule_branch(struct world *w) { submodule_moved(w, "libs/m", "refs/heads/new"); }
static void submodules_submodule_tag(struct world *w) { submodule_moved(w, "libs/m/modules/n", "refs/tags/v3"); }

static void submodule_packs(struct world *w)
{
	char *of = path_of("--git-dir=%s/.git/modules/libs/m", w->repo);

	git(w->repo, of, "pack-refs", "--all");
	free(of);
}

static void submodule_head(struct world *w) { file_put(w->repo, ".git/modules/libs/m/HEAD", "ref: refs/heads/other\n"); }

static void fifo_for_config(struct world *w)
{
	char *path = path_of("%s/.git/config", w->repo);

	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkfifo(path, 0600), 0);
	free(path);
}

static void fifo_for_ref(struct world *w)
{
	char *path = path_of("%s/.git/refs/heads/fifo", w->repo);

	assert_int_equal(mkfifo(path, 0600), 0);
	free(path);
}

static void symlinked_hook(struct world *w)
{
	char *path = path_of("%s/.git/hooks/pre-commit", w->repo);

	assert_int_equal(symlink("/dev/zero", path), 0);
	free(path);
}

enum where { NOWHERE, OWN, OUTSIDE, ADMIN };

static const struct {
	const char *says;
	void (*happens)(struct world *w);
	bool used;
	enum where where;
	const char *names; /* how one of the lines there begins */
} cases[] = {
	{ "nothing happened, nothing is said", nothing, false, NOWHERE, NULL },
	{ "packed refs are the same refs", pack, false, NOWHERE, NULL },
	{ "gc changes nothing that counts", collect, false, NOWHERE, NULL },
	{ "a commit moves the run's own branch", commit, true, OWN, "refs/heads/harnery/workspace/lgw-1: " },
	{ "a commit is seen when it was packed since", commit_and_pack, true, OWN, "refs/heads/harnery/workspace/lgw-1: " },
	{ "git add alone uses the grant", stage, true, NOWHERE, NULL },
	{ "another branch that moved is outside", move_branch, true, OUTSIDE, "refs/heads/topic: " },
	{ "a new tag is outside", new_tag, true, OUTSIDE, "refs/tags/v2: none -> " },
	{ "a deleted branch is seen though it was packed", delete_packed, true, OUTSIDE, "refs/heads/topic: " },
	{ "a stash is outside", stash, true, OUTSIDE, "stash: none -> 1 stashes" },
	{ "the operator's own HEAD is outside", operator_switches, true, OUTSIDE, "HEAD: ref: refs/heads/main -> ref: refs/heads/topic" },
	{ "the run's own HEAD is its own", own_head, true, OWN, "worktrees/lgw-1/HEAD: " },
	{ "another worktree's HEAD is outside", other_worktree, true, OUTSIDE, "worktrees/other/HEAD: none -> " },
	{ "a hook that appeared is said", hook, true, ADMIN, "hooks/post-commit appeared: it is an executable file" },
	{ "a file deep in hooks is said", hook_directory, true, ADMIN, "hooks/inner/x appeared" },
	{ "a changed configuration is said", configure, true, ADMIN, "config changed" },
	{ "changed attributes are said", attributes, true, ADMIN, "info/attributes appeared" },
	{ "an alternate object store is said", alternate, true, ADMIN, "objects/info/alternates appeared" },
	{ "a changed pointer is said", pointer, true, ADMIN, "worktrees/lgw-1/commondir changed" },
	{ "the worktree's own pointer is said", forward, true, ADMIN, "the worktree's .git changed" },
	{ "an unknown file is said", unknown_file, true, ADMIN, "surprise appeared" },
	{ "a submodule's hook is said", submodule_hook, true, ADMIN, "modules/m/hooks/post-checkout appeared" },
	{ "a FIFO in place of the configuration is said, not waited for", fifo_for_config, true, ADMIN, "config changed, it is a FIFO now" },
	{ "a FIFO among the refs is said, not waited for", fifo_for_ref, true, OUTSIDE, "refs/heads/fifo: none -> !not a regular file" },
	{ "a symlink among the hooks is said, not followed", symlinked_hook, true, ADMIN, "hooks/pre-commit appeared: it is a symlink to /dev/zero" },
};

static bool one_begins(const struct strlist *lines, const char *start)
{
	for (size_t i = 0; i < lines->count; i++)
		if (strncmp(lines->items[i], start, strlen(start)) == 0)
			return true;
	return false;
}

static void print_lines(const char *where, const struct strlist *lines)
{
	for (size_t i = 0; i < lines->count; i++)
		print_message("  %s: %s\n", where, lines->items[i]);
}

static void check(size_t i, const struct snapshot_difference *d)
{
	const struct strlist *const lists[] = { NULL, &d->refs_own, &d->refs_outside, &d->admin };
	bool ok = d->grant_used == cases[i].used;

	if (cases[i].where == NOWHERE)
		ok = ok && d->refs_own.count + d->refs_outside.count + d->admin.count == 0;
	else
		ok = ok && one_begins(lists[cases[i].where], cases[i].names);
	if (cases[i].where == OWN)
		ok = ok && d->refs_outside.count == 0 && d->admin.count == 0;
	if (ok)
		return;
	print_lines("own", &d->refs_own);
	print_lines("outside", &d->refs_outside);
	print_lines("admin", &d->admin);
	fail_msg("rule broken: %s", cases[i].says);
}

static void a_snapshot_says_what_changed(void **state)
{
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct world *w = *state;
		OWNED(snapshot) struct snapshot *before = NULL;
		OWNED(snapshot) struct snapshot *after = NULL;
		CLEARED(snapshot_difference) struct snapshot_difference d = {0};
		struct error err = {0};

		assert_true(snapshot_take(w->b, &before, &err));
		cases[i].happens(w);
		if (!snapshot_take(w->b, &after, &err))
			fail_msg("%s: %s", cases[i].says, err.text);
		snapshot_compare(w->b, before, after, &d);
		check(i, &d);
		teardown(state);
		setup(state);
	}
}

static void a_submodules_refs_are_compared_like_its_repository(void **state)
{
	static const struct { const char *says; void (*happens)(struct world *w); const char *begins; } moves[] = {
		{ "nothing moved", nothing, NULL },
		{ "packed refs are the same refs", submodule_packs, NULL },
		{ "a branch of a submodule", submodule_branch, "modules/libs/m/refs/heads/new: none -> " },
		{ "a tag of a submodule's submodule", submodules_submodule_tag, "modules/libs/m/modules/n/refs/tags/v3: none -> " },
		{ "its HEAD", submodule_head, "modules/libs/m/HEAD: " },
	};
	struct world *w = *state;

	submodule_repository(w, "libs/m");
	submodule_repository(w, "libs/m/modules/n");
	for (size_t i = 0; i < COUNT_OF(moves); i++) {
		OWNED(snapshot) struct snapshot *before = NULL;
		OWNED(snapshot) struct snapshot *after = NULL;
		CLEARED(snapshot_difference) struct snapshot_difference d = { 0 };
		struct error err = { 0 };

		assert_true(snapshot_take(w->b, &before, &err));
		moves[i].happens(w);
		assert_true(snapshot_take(w->b, &after, &err));
		snapshot_compare(w->b, before, after, &d);
		if (d.refs_outside.count != (moves[i].begins ? 1 : 0) || (moves[i].begins && !one_begins(&d.refs_outside, moves[i].begins)))
			fail_msg("rule broken: %s", moves[i].says);
		assert_int_equal(d.alerts.count, 0);
		snapshot_look_for_loss(w->b, before, 60000, &d);
		assert_int_equal(d.objects, OBJECTS_KEPT); /* what they lead to is not looked for among the repository's own */
	}
}

static void what_a_run_beside_this_one_makes_is_not_this_runs_doing(void **state)
{
	struct world *w = *state;
	OWNED(snapshot) struct snapshot *before = NULL;
	OWNED(snapshot) struct snapshot *after = NULL;
	CLEARED(snapshot_difference) struct snapshot_difference d = {0};
	struct error err = {0};
	char *other = path_of("%s/ws-0123456789abcdef01234567", w->scratch);

	assert_true(snapshot_take(w->b, &before, &err));
	git(w->repo, "worktree", "add", "-q", "-b", "harnery/workspace/ws-0123456789abcdef01234567", other);
	assert_true(snapshot_take(w->b, &after, &err));
	snapshot_compare(w->b, before, after, &d);
	assert_int_equal(d.refs_own.count + d.refs_outside.count + d.admin.count, 0);
	assert_true(d.neighbours.count >= 2);
	assert_false(d.grant_used);
	free(other);
}

static void an_included_file_and_a_hooks_path_are_watched(void **state)
{
	struct world *w = *state;
	OWNED(snapshot) struct snapshot *before = NULL;
	OWNED(snapshot) struct snapshot *after = NULL;
	CLEARED(snapshot_difference) struct snapshot_difference d = {0};
	struct error err = {0};

	dir_put(w->scratch, "myhooks");
	char *included = path_of("%s/included", w->scratch);
	char *hooks = path_of("%s/myhooks", w->scratch);
	git(w->repo, "config", "includeIf.gitdir:/nowhere/.path", included);
	git(w->repo, "config", "core.hooksPath", hooks);
	file_put(w->scratch, "included", "[user]\n\tname = x\n");
	assert_true(snapshot_take(w->b, &before, &err));
	file_put(w->scratch, "included", "[core]\n\tfsmonitor = x\n");
	file_put(w->scratch, "myhooks/post-commit", "x");
	assert_true(snapshot_take(w->b, &after, &err));
	snapshot_compare(w->b, before, after, &d);
	assert_int_equal(d.admin.count, 2);
	assert_non_null(strstr(d.admin.items[0], "/included changed"));
	assert_non_null(strstr(d.admin.items[1], "/myhooks/post-commit appeared"));
	free(included);
	free(hooks);
}

static void submodule_with_a_slash(struct world *w)
{
	dir_put(w->repo, ".git/modules/libs/m/hooks");
	file_put(w->repo, ".git/modules/libs/m/HEAD", "ref: refs/heads/main\n");
	file_put(w->repo, ".git/modules/libs/m/hooks/post-checkout", "x");
}

static void linked_hook(struct world *w)
{
	char *path = path_of("%s/.git/hooks/pre-push", w->repo);

	assert_int_equal(symlink("../../a.txt", path), 0);
	free(path);
}

static void sample(struct world *w) { file_put(w->repo, ".git/hooks/new.sample", "x"); }
static void replacement(struct world *w) { git(w->repo, "replace", "HEAD", "HEAD^{tree}", "-f"); }
static void grafts(struct world *w) { file_put(w->repo, ".git/info/grafts", "x\n"); }
static void tool(struct world *w) { free(script(w->repo, ".git/tool", "true")); }
static void deep_tool(struct world *w) { dir_put(w->repo, ".git/tools"); free(script(w->repo, ".git/tools/x", "true")); }

static const struct {
	const char *says;
	void (*happens)(struct world *w);
	const char *kind, *path; /* NULL: no alert */
} alarming[] = {
	{ "a commit is no alert", commit, NULL, NULL },
	{ "another branch that moved is no alert", move_branch, NULL, NULL },
	{ "a stash is no alert", stash, NULL, NULL },
	{ "another worktree is no alert", other_worktree, NULL, NULL },
	{ "packing is no alert", pack, NULL, NULL },
	{ "a gc is no alert", collect, NULL, NULL },
	{ "an unknown plain file is no alert", unknown_file, NULL, NULL },
	{ "a sample is no alert", sample, NULL, NULL },
	{ "a hook is one", hook, "hook", "hooks/post-commit" },
	{ "a symlink for a hook is one", linked_hook, "hook", "hooks/pre-push" },
	{ "a submodule's hook is one", submodule_hook, "hook", "modules/m/hooks/post-checkout" },
	{ "a hook of a submodule whose name has a slash is one", submodule_with_a_slash, "hook", "modules/libs/m/hooks/post-checkout" },
	{ "the configuration is one", configure, "configuration", "config" },
	{ "attributes are one", attributes, "attributes", "info/attributes" },
	{ "an alternate store is one", alternate, "store", "objects/info/alternates" },
	{ "grafts are one", grafts, "history", "info/grafts" },
	{ "a replacement is one", replacement, "history", "refs/replace/" },
	{ "a pointer that changed is one", pointer, "pointer", "worktrees/lgw-1/commondir" },
	{ "the worktree's own pointer is one", forward, "pointer", "the worktree's .git" },
	{ "an executable at the top is one", tool, "executable", "tool" },
	{ "an executable deeper in is one", deep_tool, "executable", "tools/x" },
	{ "a FIFO for the configuration is one", fifo_for_config, "odd", "config" },
	{ "a FIFO among the refs is one", fifo_for_ref, "odd", "refs/heads/fifo" },
};

static void check_alerts(size_t i, const struct alerts *alerts)
{
	bool ok = alerts->count == (alarming[i].kind != NULL);

	for (size_t a = 0; a < alerts->count && alarming[i].kind; a++)
		ok = ok && strcmp(alert_word(alerts->items[a].kind), alarming[i].kind) == 0 &&
		     strncmp(alerts->items[a].path, alarming[i].path, strlen(alarming[i].path)) == 0;
	if (ok)
		return;
	for (size_t a = 0; a < alerts->count; a++)
		print_message("  %s: %s %s\n", alert_word(alerts->items[a].kind), alerts->items[a].path, alerts->items[a].what);
	fail_msg("rule broken: %s", alarming[i].says);
}

static void what_git_runs_or_reads_is_an_alert(void **state)
{
	for (size_t i = 0; i < COUNT_OF(alarming); i++) {
		struct world *w = *state;
		OWNED(snapshot) struct snapshot *before = NULL;
		OWNED(snapshot) struct snapshot *after = NULL;
		CLEARED(snapshot_difference) struct snapshot_difference d = {0};
		struct error err = {0};

		assert_true(snapshot_take(w->b, &before, &err));
		alarming[i].happens(w);
		assert_true(snapshot_take(w->b, &after, &err));
		snapshot_compare(w->b, before, after, &d);
		snapshot_look_for_loss(w->b, before, 60000, &d);
		check_alerts(i, &d.alerts);
		teardown(state);
		setup(state);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_snapshot_says_what_changed, setup, teardown),
		cmocka_unit_test_setup_teardown(what_git_runs_or_reads_is_an_alert, setup, teardown),
		cmocka_unit_test_setup_teardown(a_submodules_refs_are_compared_like_its_repository, setup, teardown),
		cmocka_unit_test_setup_teardown(what_a_run_beside_this_one_makes_is_not_this_runs_doing, setup, teardown),
		cmocka_unit_test_setup_teardown(an_included_file_and_a_hooks_path_are_watched, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
