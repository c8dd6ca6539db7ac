/*
 * Specification of workspace_attest() and workspace_bind_shared(): is the workspace still what was bound, and what is
 * in it? Drift is a sentence each; uncommitted work is reported and is no drift.
 */
#include "fixture.h"

#include <fcntl.h>
#include <time.h>

struct world {
	char *scratch, *repo;
	struct binding *b;
};

static int setup(void **state)
{
	struct world *w = calloc(1, sizeof *w);

	w->scratch = scratch_new("attest");
	w->repo = repo_new(w->scratch, "repo");
	file_put(w->repo, ".gitignore", "*.log\n");
	git(w->repo, "add", "-A");
	git(w->repo, "commit", "-q", "-m", "ignore");
	w->b = binding_made(w->scratch, w->repo, "lgw-1");
	*state = w;
	return 0;
}

static int teardown(void **state)
{
	struct world *w = *state;

	binding_drop(&w->b);
	scratch_drop(&w->scratch);
	free(w->repo);
	free(w);
	return 0;
}

static const char *inside(const struct world *w) { return w->b->workspace.path; }

static void nothing(struct world *w) { (void)w; }
/* An empty directory to whoever looks at its files only. */
static void repository_without_files(struct world *w)
{
	char *path = path_of("%s/nested", inside(w));

	git(inside(w), "init", "-q", "nested");
	git(path, "commit", "-q", "--allow-empty", "-m", "nothing here");
	free(path);
}

static void untracked(struct world *w) { file_put(inside(w), "new\nline", "x"); }
static void modified(struct world *w) { file_put(inside(w), "a.txt", "changed\n"); }

static void hidden(struct world *w)
{
	git(inside(w), "update-index", "--assume-unchanged", "a.txt");
	modified(w);
}

static void ignored(struct world *w) { file_put(inside(w), "x.log", "x"); }

static void committed(struct world *w)
{
	modified(w);
	git(inside(w), "commit", "-q", "-a", "-m", "work");
}

static void target_moved(struct world *w)
{
	file_put(w->repo, "a.txt", "other\n");
	git(w->repo, "commit", "-q", "-a", "-m", "other");
}

static void conflicted(struct world *w)
{
	int status = 0;

	committed(w);
	target_moved(w);
	git_try(&status, inside(w), "merge", "main");
	assert_int_not_equal(status, 0);
}

static void detached(struct world *w) { git(inside(w), "checkout", "-q", "--detach"); }
static void other_branch(struct world *w) { git(inside(w), "checkout", "-q", "-b", "rogue"); }

static void rewritten(struct world *w)
{
	git(inside(w), "checkout", "-q", "--orphan", "o");
	git(inside(w), "commit", "-q", "-m", "no parent");
	git(inside(w), "branch", "-f", "harnery/workspace/lgw-1", "o");
	git(inside(w), "checkout", "-q", "harnery/workspace/lgw-1");
}

static void branch_deleted(struct world *w) { git(w->repo, "update-ref", "-d", "refs/heads/harnery/workspace/lgw-1"); }

static void replace(struct world *w, const char *path)
{
	char *aside = path_of("%s/aside", w->scratch);

	assert_int_equal(rename(path, aside), 0);
	assert_int_equal(program_run("/", (const char *const[]){ "cp", "-a", aside, path, NULL }, NULL), 0);
	free(aside);
}

static void workspace_replaced(struct world *w) { replace(w, inside(w)); }
static void gitdir_replaced(struct world *w) { replace(w, w->b->gitdir.path); }
static void common_replaced(struct world *w) { replace(w, w->b->common.path); }
static void source_replaced(struct world *w) { replace(w, w->repo); }

static void workspace_gone(struct world *w)
{
	assert_int_equal(program_run("/", (const char *const[]){ "rm", "-rf", inside(w), NULL }, NULL), 0);
}

static void forward(struct world *w) { file_put(inside(w), ".git", "gitdir: /x\n"); }
static void back(struct world *w) { file_put(w->b->gitdir.path, "gitdir", "/x/.git\n"); }
static void shared(struct world *w) { file_put(w->b->gitdir.path, "commondir", "/x\n"); }
static void head_damaged(struct world *w) { file_put(w->b->gitdir.path, "HEAD", "nonsense\n"); }

static void fifo_at(const char *directory, const char *name)
{
	char *path = path_of("%s/%s", directory, name);

	(void)unlink(path);
	assert_int_equal(mkfifo(path, 0600), 0);
	free(path);
}

static void fifo_ignore(struct world *w) { fifo_at(inside(w), ".gitignore"); }
static void fifo_attributes(struct world *w) { fifo_at(inside(w), "src/.gitattributes"); }
static void fifo_tracked(struct world *w) { fifo_at(inside(w), "a.txt"); }
static void fifo_index(struct world *w) { fifo_at(w->b->gitdir.path, "index"); }
static void fifo_config(struct world *w) { fifo_at(w->b->common.path, "config"); }
static void fifo_excludes(struct world *w) { fifo_at(w->b->common.path, "info/exclude"); }
static void fifo_branch(struct world *w) { fifo_at(w->b->common.path, "refs/heads/harnery/workspace/lgw-1"); }
static void fifo_neighbour(struct world *w) { fifo_at(w->b->common.path, "refs/heads/fifo"); }
static void fifo_pack(struct world *w) { fifo_at(w->b->common.path, "objects/pack/pack-x.idx"); }
static void fifo_head(struct world *w) { fifo_at(w->b->gitdir.path, "HEAD"); }

static void zero_attributes(struct world *w)
{
	char *path = path_of("%s/.gitattributes", inside(w));

	assert_int_equal(symlink("/dev/zero", path), 0);
	free(path);
}

/* The repository gets a submodule and a new worktree, in which that is checked out. */
static void with_submodule(struct world *w)
{
	free(repo_new(w->scratch, "inner"));
	git(w->repo, "submodule", "--quiet", "add", "../inner", "sub");
	git(w->repo, "commit", "-q", "-m", "sub");
	binding_drop(&w->b);
	w->b = binding_made(w->scratch, w->repo, "lgw-2");
}

static void submodule_checked_out(struct world *w)
{
	with_submodule(w);
	git(inside(w), "submodule", "--quiet", "update", "--init");
}

static void submodule_moved(struct world *w)
{
	submodule_checked_out(w);
	char *sub = path_of("%s/sub", inside(w));
	git(sub, "commit", "-q", "--allow-empty", "-m", "more");
	free(sub);
}

static void submodule_stowaway(struct world *w)
{
	with_submodule(w);
	file_put(inside(w), "sub/work.txt", "precious\n");
}

static void submodule_trap(struct world *w)
{
	with_submodule(w);
	dir_put(inside(w), "sub/.git/refs/heads");
	dir_put(inside(w), "sub/.git/objects/pack");
	char *trap = path_of("%s/sub/.git", inside(w));
	file_put(trap, "HEAD", "ref: refs/heads/main\n");
	fifo_at(trap, "config");
	fifo_at(trap, "index");
	fifo_at(trap, "refs/heads/main");
	free(trap);
}

static const struct {
	const char *says;
	void (*happens)(struct world *w);
	const char *drift;     /* part of a sentence; NULL: none at all */
	const char *dirty;     /* the one path; NULL: clean; "?": not known */
} cases[] = {
	{ "an untouched workspace is what was bound", nothing, NULL, NULL },
	{ "a repository without files is dirt, and not ignored", repository_without_files, NULL, "nested/" },
	{ "an untracked file is dirt and no drift", untracked, NULL, "new\nline" },
	{ "a modified file is dirt and no drift", modified, NULL, "a.txt" },
	{ "assume-unchanged hides nothing", hidden, NULL, "a.txt" },
	{ "an ignored file is neither", ignored, NULL, NULL },
	{ "a commit on the branch is neither", committed, NULL, NULL },
	{ "the target may move on", target_moved, NULL, NULL },
	{ "a conflict is dirt", conflicted, NULL, "a.txt" },
	{ "a detached HEAD is drift", detached, "a detached HEAD", NULL },
	{ "another branch is drift", other_branch, "refs/heads/rogue", NULL },
	{ "rewritten history is drift", rewritten, "no longer descends", NULL },
	{ "a deleted branch is drift", branch_deleted, "is gone", "?" },
	{ "another directory is drift", workspace_replaced, "the workspace ", "?" },
	{ "a missing workspace is drift", workspace_gone, "the workspace ", "?" },
	{ "another administrative directory is drift", gitdir_replaced, "the administrative directory ", "?" },
	{ "another repository is drift", common_replaced, "the repository ", "?" },
	{ "another source is drift", source_replaced, "the source ", "?" },
	{ "a changed .git file is drift", forward, ".git is not what was written", NULL },
	{ "a changed gitdir is drift", back, "gitdir is not what was written", NULL },
	{ "a changed commondir is drift", shared, "commondir is not what was written", NULL },
	{ "a damaged HEAD is drift", head_damaged, "HEAD is damaged", "?" },
	{ "a FIFO for .gitignore is not waited for", fifo_ignore, NULL, "?" },
	{ "a FIFO for .gitattributes is not waited for", fifo_attributes, NULL, "?" },
	{ "endless attributes are not read", zero_attributes, NULL, "?" },
	{ "a FIFO for a tracked file is not waited for", fifo_tracked, NULL, "a.txt" },
	{ "a FIFO for the index is not waited for", fifo_index, NULL, "?" },
	{ "a FIFO for the configuration is not waited for", fifo_config, "config cannot be read", "?" },
	{ "a FIFO for the excludes is not waited for", fifo_excludes, "exclude is not a regular file", "?" },
	{ "a FIFO for the branch is not waited for", fifo_branch, "is damaged", "?" },
	{ "a FIFO for another branch is not waited for", fifo_neighbour, NULL, NULL },
	{ "a FIFO for a pack is not waited for", fifo_pack, "pack-x.idx is not a regular file", "?" },
	{ "a submodule that is not checked out is clean", with_submodule, NULL, NULL },
	{ "what lies in the place of a submodule that is not checked out is dirt", submodule_stowaway, NULL, "sub/work.txt" },
	{ "a submodule at its commit is clean", submodule_checked_out, NULL, NULL },
	{ "a submodule at another commit is dirt", submodule_moved, NULL, "sub" },
	{ "a trap in a submodule's place is not waited for", submodule_trap, NULL, "sub" },
	{ "a FIFO for HEAD is not waited for", fifo_head, "HEAD is damaged", "?" },
};

static bool is_expected(size_t i, const struct attestation *a)
{
	const char *dirty = cases[i].dirty;
	bool drift = cases[i].drift == NULL;

	for (size_t k = 0; k < a->drift.count; k++)
		drift = drift || (cases[i].drift && strstr(a->drift.items[k], cases[i].drift));
	if (a->ok != (cases[i].drift == NULL) || !drift)
		return false;
	if (dirty && strcmp(dirty, "?") == 0)
		return !a->dirty_known;
	return a->dirty_known && (dirty ? a->dirty.count == 1 && strcmp(a->dirty.items[0], dirty) == 0 : a->dirty.count == 0);
}

/* Whatever was found, a release must say something, too, and never wait. */
static void release_answers(const struct world *w)
{
	const struct release_options none = {0};
	CLEARED(release_report) struct release_report report = {0};
	char *locks = lock_dir_of(w->scratch);
	struct error err = {0};

	if (!workspace_release(w->b, &none, locks, &report, &err))
		assert_true(err.text[0] != 0);
	free(locks);
}

static void drift_is_said_and_dirt_is_reported(void **state)
{
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct world *w = *state;
		CLEARED(attestation) struct attestation a = {0};

		cases[i].happens(w);
		(void)alarm(30); /* waiting for ever is the failure */
		workspace_attest(w->b, &a);
		if (!is_expected(i, &a)) {
			for (size_t k = 0; k < a.drift.count; k++)
				print_message("  drift: %s\n", a.drift.items[k]);
			for (size_t k = 0; k < a.dirty.count; k++)
				print_message("  dirty: %s\n", a.dirty.items[k]);
			fail_msg("rule broken: %s (dirt is %sknown)", cases[i].says, a.dirty_known ? "" : "not ");
		}
		release_answers(w);
		(void)alarm(0);
		teardown(state);
		setup(state);
	}
}

static void everything_is_reported(void **state)
{
	struct world *w = *state;
	CLEARED(attestation) struct attestation a = {0};

	conflicted(w);
	ignored(w);
	workspace_attest(w->b, &a);
	char *head = git_out(inside(w), "rev-parse", "HEAD"), *target = git_out(w->repo, "rev-parse", "main");
	assert_true(a.exists && a.base_is_ancestor && a.target_is_ancestor);
	assert_string_equal(a.head_commit, head);
	assert_string_equal(a.current_ref, "refs/heads/harnery/workspace/lgw-1");
	assert_string_equal(a.target_ref_oid, target);
	assert_int_equal(a.conflicts.count, 1);
	assert_string_equal(a.conflicts.items[0], "a.txt");
	assert_int_equal(a.operations.count, 1);
	assert_string_equal(a.operations.items[0], "merge");
	assert_true(strlist_has(&a.ignored, "x.log"));
	free(head);
	free(target);
}

/* The stat data of the index is believed only while it is git's own; then a look is cheap, and still sees everything. */
static void a_forged_index_hides_nothing_from_a_reader_of_records(void **state)
{
	struct world *w = *state;
	CLEARED(attestation) struct attestation a = {0};
	struct stat st;
	char *path = path_of("%s/a.txt", inside(w));

	git(w->repo, "config", "core.trustctime", "false");
	git(w->repo, "config", "core.checkStat", "minimal");
	assert_int_equal(stat(path, &st), 0);
	file_put(inside(w), "a.txt", "b\n");
	const struct timespec times[] = { st.st_atim, st.st_mtim };
	assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
	workspace_attest(w->b, &a);
	assert_true(a.dirty_known);
	assert_int_equal(a.dirty.count, 1);
	free(path);
}

static void a_shared_checkout_is_bound_as_it_is(void **state)
{
	struct world *w = *state;
	char *src = path_of("%s/src", w->repo);
	OWNED(layout) struct layout *l = layout_of(src);
	OWNED(binding) struct binding *b = NULL;
	CLEARED(attestation) struct attestation a = {0};
	struct error err = {0};

	assert_true(workspace_bind_shared(l, &b, &err));
	assert_false(b->isolated);
	assert_string_equal(b->workspace.path, w->repo);
	assert_string_equal(b->active.path, src);
	assert_string_equal(b->target_ref, "refs/heads/main");
	assert_null(b->branch);
	file_put(w->repo, "n", "x");
	workspace_attest(b, &a);
	assert_true(a.ok && a.dirty_known);
	assert_int_equal(a.dirty.count, 1);
	free(src);
}

static void a_directory_without_a_repository_is_bound_too(void **state)
{
	struct world *w = *state;
	OWNED(binding) struct binding *b = NULL;
	CLEARED(attestation) struct attestation a = {0};
	struct error err = {0};
	struct layout l = { .kind = LAYOUT_DIRECTORY };

	dir_put(w->scratch, "d");
	l.picked.path = path_of("%s/d", w->scratch);
	struct stat st;
	assert_int_equal(stat(l.picked.path, &st), 0);
	l.picked.id = (struct identity){ .device = st.st_dev, .inode = st.st_ino };
	assert_true(workspace_bind_shared(&l, &b, &err));
	assert_null(b->common.path);
	workspace_attest(b, &a);
	assert_true(a.ok && a.exists);
	assert_false(a.dirty_known);
	free(l.picked.path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(drift_is_said_and_dirt_is_reported, setup, teardown),
		cmocka_unit_test_setup_teardown(everything_is_reported, setup, teardown),
		cmocka_unit_test_setup_teardown(a_forged_index_hides_nothing_from_a_reader_of_records, setup, teardown),
		cmocka_unit_test_setup_teardown(a_shared_checkout_is_bound_as_it_is, setup, teardown),
		cmocka_unit_test_setup_teardown(a_directory_without_a_repository_is_bound_too, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
