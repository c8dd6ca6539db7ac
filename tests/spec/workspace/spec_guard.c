/*
 * Specification of what is looked at before libgit2 is let near: whatever a repository names that would never end is
 * refused in a sentence, and what merely looks odd is not. A worktree's parent is its own realpath.
 */
#include "fixture.h"

#define DEADLINE_S 60 /* the signal ends a program that hangs */

static int setup(void **state)
{
	*state = scratch_new("guard");
	(void)alarm(DEADLINE_S);
	return 0;
}

static int teardown(void **state)
{
	(void)alarm(0);
	scratch_drop((char **)state);
	return 0;
}

static void fifo_put(const char *dir, const char *name)
{
	char *path = path_of("%s/%s", dir, name);

	assert_int_equal(mkfifo(path, 0600), 0);
	free(path);
}

static void odd_excludes(const char *scratch, const char *repo)
{
	char *fifo = path_of("%s/fifo", scratch);

	fifo_put(scratch, "fifo");
	git(repo, "config", "core.excludesFile", fifo);
	free(fifo);
}

static void odd_attributes_at_home(const char *scratch, const char *repo)
{
	(void)scratch;
	fifo_put(getenv("HOME"), "fifo");
	git(repo, "config", "core.attributesFile", "~/fifo");
}

static void odd_device(const char *scratch, const char *repo)
{
	(void)scratch;
	git(repo, "config", "core.attributesFile", "/dev/zero");
}

static void odd_process_file(const char *scratch, const char *repo)
{
	(void)scratch;
	git(repo, "config", "core.excludesFile", "/proc/self/stat");
}

static void odd_in_an_include(const char *scratch, const char *repo)
{
	char *text = path_of("[core]\n\texcludesFile = %s/fifo\n", scratch);

	fifo_put(scratch, "fifo");
	file_put(getenv("HOME"), "more", text);
	git(repo, "config", "include.path", "~/more");
	free(text);
}

static void odd_include_at_home(const char *scratch, const char *repo)
{
	(void)scratch;
	git(repo, "config", "include.path", "~/fifo");
	fifo_put(getenv("HOME"), "fifo");
}

/* objects -> one -> two, and two/<where> is a FIFO. */
static void odd_chain(const char *scratch, const char *repo, const char *where)
{
	char *one = path_of("%s/one\n", scratch);

	dir_put(scratch, "one/info");
	dir_put(scratch, "two/info");
	dir_put(scratch, "two/pack");
	file_put(repo, ".git/objects/info/alternates", one);
	file_put(scratch, "one/info/alternates", "../two\n");
	char *two = path_of("%s/two", scratch);
	fifo_put(two, where);
	free(two);
	free(one);
}

static void odd_chain_end(const char *scratch, const char *repo) { odd_chain(scratch, repo, "info/alternates"); }
static void odd_chain_pack(const char *scratch, const char *repo)
{
	odd_chain(scratch, repo, "pack/pack-0000000000000000000000000000000000000000.idx");
}

static void odd_graph_chain(const char *scratch, const char *repo)
{
	(void)scratch;
	dir_put(repo, ".git/objects/info/commit-graphs");
	fifo_put(repo, ".git/objects/info/commit-graphs/commit-graph-chain");
}

static void odd_quotes(const char *scratch, const char *repo)
{
	(void)scratch;
	file_put(repo, ".git/objects/info/alternates", "\"/nowhere\"\n");
}

static const struct {
	const char *says;
	void (*make)(const char *scratch, const char *repo);
	const char *names;
} endless[] = {
	{ "core.excludesFile is a FIFO", odd_excludes, "fifo" },
	{ "core.attributesFile is a FIFO at home", odd_attributes_at_home, "fifo" },
	{ "core.attributesFile is a device", odd_device, "/dev/zero" },
	{ "core.excludesFile is a file of the kernel", odd_process_file, "/proc/self/stat" },
	{ "a FIFO named in an include at home", odd_in_an_include, "fifo" },
	{ "an include at home that is a FIFO", odd_include_at_home, "fifo" },
	{ "a chain of alternates that ends in a FIFO", odd_chain_end, "two/info" },
	{ "a FIFO among the packs of an alternate's alternate", odd_chain_pack, "two/pack" },
	{ "a FIFO as the chain of commit graphs", odd_graph_chain, "commit-graph-chain" },
	{ "an alternate in quotes", odd_quotes, "alternates" },
};

static void what_would_never_end_is_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(endless); i++) {
		char *scratch = scratch_new("guard");
		char *repo = repo_new(scratch, "repo");

		endless[i].make(scratch, repo);
		OWNED(layout) struct layout *l = layout_of(repo);
		if (l->kind != LAYOUT_REFUSED || !strstr(l->why, endless[i].names))
			fail_msg("%s: %s", endless[i].says, l->why ? l->why : "it was not refused");
		free(repo);
		scratch_drop(&scratch);
	}
}

static void a_second_commondir_is_refused(void **state)
{
	char *repo = repo_new(*state, "repo");
	char *other = repo_new(*state, "other");

	git(repo, "worktree", "add", "-q", "../linked");
	file_put(repo, ".git/commondir", "../../other/.git\n");
	char *linked = path_of("%s/linked", (const char *)*state);
	OWNED(layout) struct layout *l = layout_of(linked);
	assert_int_equal(l->kind, LAYOUT_REFUSED);
	assert_non_null(strstr(l->why, "commondir"));
	free(linked);
	free(other);
	free(repo);
}

static void what_operators_do_is_served(void **state)
{
	char *repo = repo_new(*state, "repo");
	char *lender = repo_new(*state, "lender");
	char *line = path_of("# borrowed\n%s/.git/objects\n\n/nowhere\n", lender);
	CLEARED(repository_facts) struct repository_facts f = {0};
	struct error err = {0};

	git(repo, "config", "core.attributesFile", "/dev/null");
	git(repo, "config", "core.excludesFile", "~/ignored");
	git(repo, "config", "--add", "core.excludesFile", "~/missing");
	file_put(getenv("HOME"), "ignored", "*.o\n");
	file_put(repo, ".git/objects/info/alternates", line);
	file_put(lender, ".git/objects/info/alternates", "../../../repo/.git/objects\n"); /* a circle */
	OWNED(layout) struct layout *l = layout_of(repo);
	if (l->kind != LAYOUT_PLAIN)
		fail_msg("refused: %s", l->why);
	assert_true(repository_read(l, 10, &f, &err));
	OWNED(binding) struct binding *b = binding_made(*state, repo, "lgw-1");
	attested_clean(b, "with alternates");
	free(line);
	free(lender);
	free(repo);
}

static void a_symlinked_parent_is_not_used(void **state)
{
	char *repo = repo_new(*state, "repo");
	char *link = path_of("%s/.harnery-workspaces", (const char *)*state);
	const char *const targets[] = { "elsewhere", "nowhere", ".harnery-workspaces" };

	dir_put(*state, "elsewhere");
	for (size_t i = 0; i < COUNT_OF(targets); i++) {
		assert_int_equal(symlink(targets[i], link), 0);
		OWNED(layout) struct layout *l = layout_of(repo);
		CLEARED(planned) struct planned p = planned_for(l, *state, "lgw-1", "");
		OWNED(binding) struct binding *b = NULL;
		struct error err = {0};

		assert_null(strstr(p.plan.parent, ".harnery-workspaces"));
		p.plan.parent = link;
		assert_false(workspace_make(l, &p.plan, &b, &err));
		if (!strstr(err.text, "symlink"))
			fail_msg("the sentence does not name the symlink: %s", err.text);
		assert_false(there(*state, "elsewhere/.gitignore"));
		assert_false(there(*state, "nowhere"));
		nothing_is_left(*state, repo, "lgw-1");
		assert_int_equal(unlink(link), 0);
	}
	free(link);
	free(repo);
}

static void the_state_directory_is_named_by_its_realpath(void **state)
{
	char *repo = repo_new(*state, "repo");
	char *link = path_of("%s/.harnery-workspaces", (const char *)*state);
	char *named = path_of("%s/state", (const char *)*state);
	char *wanted = path_of("%s/real/worktrees", (const char *)*state);

	dir_put(*state, "real");
	assert_int_equal(symlink("nowhere", link), 0);
	assert_int_equal(symlink("real", named), 0);
	OWNED(layout) struct layout *l = layout_of(repo);
	const struct strlist none = {0};
	char *parent = workspace_parent_for(l, named, &none);
	assert_string_equal(parent, wanted);
	free(parent);
	free(wanted);
	free(named);
	free(link);
	free(repo);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(what_would_never_end_is_refused, setup, teardown),
		cmocka_unit_test_setup_teardown(a_second_commondir_is_refused, setup, teardown),
		cmocka_unit_test_setup_teardown(what_operators_do_is_served, setup, teardown),
		cmocka_unit_test_setup_teardown(a_symlinked_parent_is_not_used, setup, teardown),
		cmocka_unit_test_setup_teardown(the_state_directory_is_named_by_its_realpath, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
