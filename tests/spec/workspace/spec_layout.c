/*
 * Specification of layout_read(): what a picked directory is, said in words, and what cannot be served, with the reason.
 */
#include "layouts.h"

#include <time.h>

/* words: how the layout begins in words, @ stands for the scratch. no_worktree: part of the sentence, NULL: served. */
static const struct {
	const char *says;
	char *(*build)(const char *dir);
	enum layout_kind kind;
	const char *words, *no_worktree;
} cases[] = {
	{ "a repository", plain, LAYOUT_PLAIN, "repository, on main at ", NULL },
	{ "a directory inside a repository", subdirectory, LAYOUT_PLAIN, "src in the repository, on main at ", NULL },
	{ "a linked worktree", linked, LAYOUT_LINKED, "linked worktree of @/r, on topic at ", NULL },
	{ "a directory inside a linked worktree", linked_subdirectory, LAYOUT_LINKED, "src in the linked worktree of @/r, on topic", NULL },
	{ "a superproject", superproject, LAYOUT_PLAIN, "repository, on main at ", NULL },
	{ "a submodule", submodule, LAYOUT_GITFILE, "submodule of @/outer, on main at ", NULL },
	{ "a worktree of a submodule", worktree_of_submodule, LAYOUT_LINKED,
	  "linked worktree of the submodule @/outer/libs/sub in @/outer, detached at ", NULL },
	{ "a bare repository", bare, LAYOUT_BARE, "bare repository, on main at ", NULL },
	{ "a bare repository without a commit", bare_empty, LAYOUT_BARE, "bare repository, no commit yet", "no commit yet" },
	{ "a bare repository that says so in config.worktree", bare_with_config_worktree, LAYOUT_BARE, "bare repository, on main at ", NULL },
	{ "a worktree of a bare repository", worktree_of_bare, LAYOUT_LINKED, "linked worktree of @/b.git (bare), on main at ", NULL },
	{ "a bare repository beside a .git file", bare_beside, LAYOUT_BARE, "bare repository, on main at ", NULL },
	{ "a separate administrative directory", separate, LAYOUT_GITFILE,
	  "repository whose administrative directory is @/admin, on main at ", NULL },
	{ "a .git that is a symlink", dotgit_symlink, LAYOUT_PLAIN, "repository, on main at ", NULL },
	{ "a path that is a symlink", through_symlink, LAYOUT_PLAIN, "src in the repository, on main at ", NULL },
	{ "no commit yet", unborn, LAYOUT_PLAIN, "repository, no commit yet", "no commit yet" },
	{ "a detached HEAD", detached, LAYOUT_PLAIN, "repository, detached at ", NULL },
	{ "a packed branch with a slash", branch_with_slash, LAYOUT_PLAIN, "repository, on feature/one at ", NULL },
	{ "a HEAD that is a symlink", old_symlink_head, LAYOUT_PLAIN, "repository, on main at ", NULL },
	{ "no configuration file", no_config, LAYOUT_PLAIN, "repository, on main at ", NULL },
	{ "a repository inside another one", nested, LAYOUT_PLAIN, "repository, on main at ", NULL },
	{ "configuration a worktree", worktree_config, LAYOUT_PLAIN, "repository, on main at ", NULL },
	{ "precious objects", precious, LAYOUT_PLAIN, "repository, on main at ", NULL },
	{ "the ordinary hash by name", sha1_named, LAYOUT_PLAIN, "repository, on main at ", NULL },
	{ "an unknown extension that is not in force", unknown_in_version_zero, LAYOUT_PLAIN, "repository, on main at ", NULL },
	{ "a reftable", reftable, LAYOUT_REFUSED, "cannot be served: the repository uses the extension refstorage = reftable", "refs are not stored" },
	{ "another hash", sha256, LAYOUT_REFUSED, "cannot be served: the repository uses the extension objectformat = sha256", "SHA-1" },
	{ "relative worktrees", relative_worktrees, LAYOUT_REFUSED, "cannot be served", "relativeworktrees" },
	{ "an unknown extension", unknown_extension, LAYOUT_REFUSED, "cannot be served", "unknown extension foobar" },
	{ "a format of the future", version_two, LAYOUT_REFUSED, "cannot be served", "format version 2" },
	{ "a split index", split_index, LAYOUT_PLAIN, "repository, on main", "core.splitIndex" },
	{ "a sparse index", sparse_index, LAYOUT_PLAIN, "repository, on main", "index.sparse" },
	{ "files elsewhere", elsewhere, LAYOUT_REFUSED, "cannot be served", "core.worktree" },
	{ "a partial clone without its files", partial, LAYOUT_PLAIN, "repository, on main", "2 files" },
	{ "a moved worktree", moved, LAYOUT_REFUSED, "cannot be served", "was moved: its repository still looks for it at @/w" },
	{ "a copied worktree", copied, LAYOUT_REFUSED, "cannot be served", "copy of the linked worktree @/w" },
	{ "a worktree whose repository moved", main_moved, LAYOUT_REFUSED, "cannot be served", "git worktree repair" },
	{ "a corrupt HEAD", corrupt_head, LAYOUT_REFUSED, "cannot be served", "HEAD is damaged" },
	{ "a corrupt configuration", corrupt_config, LAYOUT_REFUSED, "cannot be served", "broken at line" },
	{ "a corrupt branch", corrupt_ref, LAYOUT_REFUSED, "cannot be served", "the ref refs/heads/main is damaged" },
	{ "a corrupt commondir", corrupt_commondir, LAYOUT_REFUSED, "cannot be served", "commondir is damaged" },
	{ "a corrupt .git file", corrupt_gitfile, LAYOUT_REFUSED, "cannot be served", "does not name an administrative directory" },
	{ "a commit that is not there", missing_commit, LAYOUT_PLAIN, "repository, on main at 1111111", "git fsck" },
	{ "a FIFO for its configuration", fifo_config, LAYOUT_REFUSED, "cannot be served", "config cannot be read" },
	{ "a FIFO for HEAD", fifo_head, LAYOUT_REFUSED, "cannot be served", "HEAD" },
	{ "a FIFO for packed-refs", fifo_packed, LAYOUT_REFUSED, "cannot be served", "packed-refs is not a regular file" },
	{ "a FIFO for a branch", fifo_branch, LAYOUT_REFUSED, "cannot be served", "refs/heads/main is damaged" },
	{ "a FIFO for alternates", fifo_alternates, LAYOUT_REFUSED, "cannot be served", "alternates is not a regular file" },
	{ "a FIFO that is included", included_fifo, LAYOUT_REFUSED, "cannot be served", "fifo cannot be read" },
	{ "a FIFO for .git", fifo_dotgit, LAYOUT_REFUSED, "cannot be served", "neither a directory nor a file" },
	{ "a name with a space", named_space, LAYOUT_PLAIN, "repository, on main at ", NULL },
	{ "a name beyond ASCII", named_unicode, LAYOUT_PLAIN, "repository, on main at ", NULL },
	{ "a name with a newline", named_newline, LAYOUT_PLAIN, "repository, on main at ", NULL },
	{ "a name that is no UTF-8", named_invalid, LAYOUT_PLAIN, "repository, on main at ", NULL },
	{ "the inside of .git", inside_dotgit, LAYOUT_REFUSED, "cannot be served", "pick its working tree" },
	{ "the inside of a worktree's directory", inside_linked_admin, LAYOUT_REFUSED, "cannot be served", "pick the worktree itself" },
	{ "another user's repository the operator trusts", foreign_trusted, LAYOUT_PLAIN, "repository, on main at ", NULL },
	{ "another user's repository when all are trusted", foreign_all_trusted, LAYOUT_PLAIN, "repository, on main at ", NULL },
};

/* Owned: text with @ replaced by the scratch. */
static char *filled(const char *text, const char *scratch)
{
	char *out = strdup("");

	for (const char *at = text; *at; at++) {
		char *more = *at == '@' ? path_of("%s%s", out, scratch) : path_of("%s%c", out, *at);
		free(out);
		out = more;
	}
	return out;
}

static void expect(size_t i, const struct layout *l, const char *scratch)
{
	char *words = filled(cases[i].words, scratch);
	char *no = cases[i].no_worktree ? filled(cases[i].no_worktree, scratch) : NULL;

	if (l->kind != cases[i].kind || strncmp(l->words, words, strlen(words)) != 0)
		fail_msg("rule broken: %s: kind %d: %s", cases[i].says, (int)l->kind, l->words);
	if (no ? !l->no_worktree || !strstr(l->no_worktree, no) : l->no_worktree != NULL)
		fail_msg("rule broken: %s: no worktree: %s", cases[i].says, l->no_worktree ? l->no_worktree : "(served)");
	if ((l->kind == LAYOUT_REFUSED) != (l->why != NULL))
		fail_msg("rule broken: %s: a reason goes with a refusal", cases[i].says);
	free(words);
	free(no);
}

static void every_layout_is_said_in_words(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char *scratch = scratch_new("layout");
		char *path = cases[i].build(scratch);
		OWNED(layout) struct layout *l = layout_of(path);

		expect(i, l, scratch);
		free(path);
		scratch_drop(&scratch);
	}
}

/* What git itself says of both halves must be what was resolved. */
static void served_layouts_agree_with_git(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		if (cases[i].kind == LAYOUT_REFUSED || cases[i].build == named_newline)
			continue;
		char *scratch = scratch_new("agree");
		char *path = cases[i].build(scratch);
		OWNED(layout) struct layout *l = layout_of(path);
		char *gitdir = git_out(path, "rev-parse", "--absolute-git-dir");
		char *common = git_out(path, "rev-parse", "--path-format=absolute", "--git-common-dir");
		char *real_gitdir = realpath(gitdir, NULL), *real_common = realpath(common, NULL);

		if (strcmp(l->gitdir.path, real_gitdir) != 0 || strcmp(l->common.path, real_common) != 0)
			fail_msg("%s: %s and %s, git says %s and %s", cases[i].says, l->gitdir.path, l->common.path, real_gitdir,
				 real_common);
		free(gitdir);
		free(common);
		free(real_gitdir);
		free(real_common);
		free(path);
		scratch_drop(&scratch);
	}
}

static void a_directory_without_a_repository_is_said_so(void **state)
{
	char *(*const builds[])(const char *dir) = { no_repository, empty_dotgit };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(builds); i++) {
		char *scratch = scratch_new("none");
		char *path = builds[i](scratch);
		OWNED(layout) struct layout *l = layout_of(path);

		/* The scratch may itself lie in some repository: then that one is found, as git would. */
		if (l->kind == LAYOUT_DIRECTORY) {
			assert_string_equal(l->words, "directory without a repository");
			assert_non_null(l->no_worktree);
			assert_null(l->top.path);
		} else {
			print_message("the scratch lies in the repository %s\n", l->top.path);
		}
		free(path);
		scratch_drop(&scratch);
	}
}

static void what_is_no_directory_is_refused(void **state)
{
	char *scratch = scratch_new("file");
	char *missing = path_of("%s/missing", scratch), *file = path_of("%s/file", scratch);
	struct layout *l = NULL;
	struct error err = {0};

	(void)state;
	file_put(scratch, "file", "x");
	assert_false(layout_read(missing, &l, &err));
	assert_int_equal(err.reason, REASON_WORKSPACE_UNAVAILABLE);
	assert_non_null(strstr(err.text, "does not exist"));
	assert_false(layout_read(file, &l, &err));
	assert_non_null(strstr(err.text, "is not a directory"));
	assert_null(l);
	free(missing);
	free(file);
	scratch_drop(&scratch);
}

static void another_users_repository_is_refused_in_one_sentence(void **state)
{
	(void)state;
	if (geteuid() != 0) {
		print_message("skipped: only root can give a directory away\n");
		skip();
	}
	char *scratch = scratch_new("foreign");
	char *path = foreign(scratch);
	OWNED(layout) struct layout *l = layout_of(path);

	assert_int_equal(l->kind, LAYOUT_REFUSED);
	assert_non_null(strstr(l->why, "belongs to another user (uid 1234)"));
	assert_non_null(strstr(l->why, "safe.directory"));
	free(path);
	scratch_drop(&scratch);
}

static void facts_of_a_layout_are_read(void **state)
{
	char *scratch = scratch_new("facts");
	char *repo = repo_new(scratch, "r");
	CLEARED(repository_facts) struct repository_facts f = {0};
	struct error err = {0};

	(void)state;
	git(repo, "branch", "topic");
	file_put(repo, "a.txt", "changed\n");
	git(repo, "stash");
	git(repo, "worktree", "add", "-q", "--detach", "../w");
	file_put(repo, "new\nline", "x");
	file_put(repo, "a.txt", "again\n");
	OWNED(layout) struct layout *l = layout_of(repo);
	assert_true(repository_read(l, 10, &f, &err));
	assert_int_equal(f.branches, 2);
	assert_int_equal(f.stashes, 1);
	assert_int_equal(f.worktrees, 1);
	assert_int_equal(f.tracked_files, 2);
	assert_true(f.dirty_known);
	assert_int_equal(f.dirty.count, 2);
	assert_string_equal(f.dirty.items[0], "a.txt");
	assert_string_equal(f.dirty.items[1], "new\nline");
	assert_int_equal(tree_kind(l, ""), 1);
	assert_int_equal(tree_kind(l, "src"), 1);
	assert_int_equal(tree_kind(l, "src/"), 1);
	assert_int_equal(tree_kind(l, "src/b.txt"), -1);
	assert_int_equal(tree_kind(l, "none/deep"), 0);
	free(repo);
	scratch_drop(&scratch);
}

static void looking_is_quick(void **state)
{
	char *scratch = scratch_new("quick");
	char *repo = repo_new(scratch, "r");
	struct timespec start, end;

	(void)state;
	layout_drop(&(struct layout *){ layout_of(repo) });
	clock_gettime(CLOCK_MONOTONIC, &start);
	for (int i = 0; i < 20; i++)
		layout_drop(&(struct layout *){ layout_of(repo) });
	clock_gettime(CLOCK_MONOTONIC, &end);
	print_message("one layout takes %.2f ms\n",
		      ((double)(end.tv_sec - start.tv_sec) * 1e3 + (double)(end.tv_nsec - start.tv_nsec) / 1e6) / 20);
	free(repo);
	scratch_drop(&scratch);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_layout_is_said_in_words),
		cmocka_unit_test(served_layouts_agree_with_git),
		cmocka_unit_test(a_directory_without_a_repository_is_said_so),
		cmocka_unit_test(what_is_no_directory_is_refused),
		cmocka_unit_test(another_users_repository_is_refused_in_one_sentence),
		cmocka_unit_test(facts_of_a_layout_are_read),
		cmocka_unit_test(looking_is_quick),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
