/*
 * Specification of the command that writes a worktree's files: no spelling by which a repository's configuration names a
 * program reaches it, the plain settings do, and the operator's own filters find nothing of the repository's.
 */

#include "fixture.h"

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

/* A repository in which every file has the filter "evil", and .git/evil.cfg, which defines it, but is not read yet. */
static char *with_evil(const char *scratch)
{
	char *repo = repo_new(scratch, "repo");
	char *evil = path_of("[filter \"evil\"]\n\tsmudge = \"echo smudged >> %s/fired; cat\"\n", scratch);

	file_put(repo, ".gitattributes", "*.txt filter=evil\n");
	git(repo, "add", "-A");
	git(repo, "commit", "-q", "-m", "attributes");
	file_put(repo, ".git/evil.cfg", evil);
	free(evil);
	return repo;
}

/* Each names <scratch>/repo/.git/evil.cfg; @ is the way up to the root, & the file without its leading slash. */
static const struct {
	const char *says, *file, *key, *value;
} spellings[] = {
	{ "the file itself", "config", "include.path", "evil.cfg" },
	{ "a relative name that means another file once it is copied", "config.worktree", "include.path", "../../evil.cfg" },
	{ "another user's home", "config", "include.path", "~USER/@&" },
	{ "git's own prefix", "config", "include.path", "%(prefix)/@&" },
	{ "git's own prefix, in a file that is copied", "config.worktree", "include.path", "%(prefix)/@&" },
	{ "a condition on the directory", "config", "includeIf.gitdir:**/worktrees/**.path", "/&" },
	{ "a condition on the branch", "config", "includeIf.onbranch:harnery/**.path", "/&" },
	{ "a condition on a remote", "config", "includeIf.hasconfig:remote.*.url:**.path", "/&" },
};

static char *spelled(const char *value, const char *file)
{
	char *s = strdup("");

	for (; *value; value++) {
		bool name = strncmp(value, "USER", 4) == 0;
		char one[2] = { *value, 0 };
		char *next = path_of("%s%s", s,
				     name            ? "daemon" /* its home is open to everybody, and this user may have no name */
				     : *value == '@' ? "../../../../../../../../"
				     : *value == '&' ? file + 1
						     : one);
		value += name ? 3 : 0;
		free(s);
		s = next;
	}
	return s;
}

static void no_spelling_of_an_include_reaches_the_checkout(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(spellings); i++) {
		char *scratch = scratch_new("make");
		char *repo = with_evil(scratch);
		char *evil = path_of("%s/.git/evil.cfg", repo);
		char *value = spelled(spellings[i].value, evil);
		char *file = path_of(".git/%s", spellings[i].file);
		char *locks = lock_dir_of(scratch);

		git(repo, "config", "extensions.worktreeConfig", "true");
		git(repo, "config", "remote.origin.url", "https://example.org/");
		git(repo, "config", "--file", file, spellings[i].key, value);
		OWNED(binding) struct binding *b = binding_made(scratch, repo, "lgw-1");
		if (there(scratch, "fired"))
			fail_msg("%s: the repository's filter ran", spellings[i].says);
		attested_clean(b, spellings[i].says);
		if (b->filters_off.count != 1 || strcmp(b->filters_off.items[0], "evil") != 0)
			fail_msg("%s: it is not said that the filter was off", spellings[i].says);
		char *left = litter(locks, ".checkout");
		assert_string_equal(left, "");
		release_made(scratch, b);
		/* The control: git itself runs it. */
		git(repo, "worktree", "add", "-q", "-b", "harnery/control", "../control");
		if (!there(scratch, "fired"))
			fail_msg("%s: the control did not run, so this proves nothing", spellings[i].says);
		char *const all[] = { left, locks, file, value, evil, repo };
		for (size_t n = 0; n < COUNT_OF(all); n++)
			free(all[n]);
		scratch_drop(&scratch);
	}
}

/* A filter of the operator's that looks in the configuration for programs, like git-lfs does. */
static void a_filter_of_the_operator_finds_no_program_of_the_repository(void **state)
{
	static const char *const keys[] = { "lfs.standalonetransferagent", "lfs.customtransfer.x.path", "lfs.extension.x.smudge",
		"credential.helper", "core.sshcommand", "core.askpass", "core.gitproxy", "remote.origin.proxy", "remote.origin.uploadpack",
		"protocol.ext.allow", "http.proxy", "url.ext::sh.insteadof", "alias.config" };
	char *repo = with_evil(*state);
	char *body = path_of("git config --list --name-only >> %s/seen; cat", (const char *)*state);
	char *looks = script(*state, "looks", body);

	for (size_t i = 0; i < COUNT_OF(keys); i++)
		git(repo, "config", keys[i], "always");
	git("/", "config", "--global", "filter.evil.smudge", looks);
	OWNED(binding) struct binding *b = binding_made(*state, repo, "lgw-1");
	char *seen = file_get(*state, "seen");
	assert_non_null(seen);
	assert_non_null(strstr(seen, "lfs.storage"));
	assert_int_equal(b->filters_off.count, 0);
	for (size_t i = 0; i < COUNT_OF(keys); i++)
		if (strstr(seen, keys[i]))
			fail_msg("%s of the repository reached the operator's filter", keys[i]);
	free(seen);
	free(looks);
	free(body);
	free(repo);
}

/* Newer versions of git run these although core.hooksPath leads nowhere. The program in git's place asks git what each
   command would find. */
static void hooks_of_a_configuration_are_off(void **state)
{
	static const char *const hooks[] = { "direct", "od.d name", "elsewhere", "reference-transaction", "post-index-change" };
	char *repo = repo_new(*state, "repo");
	char *body = path_of("case \"$*\" in *config*) ;; *)\n"
			     "for h in direct 'od.d name' elsewhere reference-transaction post-index-change; do\n"
			     "echo \"$h $(/usr/bin/git \"$1\" config --get \"hook.$h.enabled\")\" >> %s/asked; done ;; esac\n"
			     "exec /usr/bin/git \"$@\"",
			     (const char *)*state);
	char *asks = script(*state, "asks", body);

	git(repo, "config", "hook.direct.command", "false");
	git(repo, "config", "hook.direct.enabled", "true");
	git(repo, "config", "hook.od.d name.command", "false");
	file_put(repo, ".git/more", "[hook \"elsewhere\"]\n\tcommand = false\n\tenabled = true\n");
	git(repo, "config", "includeIf.gitdir:**/worktrees/**.path", "more");
	OWNED(layout) struct layout *l = layout_of(repo);
	CLEARED(planned) struct planned p = planned_for(l, *state, "lgw-1", "");
	OWNED(binding) struct binding *b = NULL;
	struct error err = {0};
	p.plan.git_program = asks;
	if (!workspace_make(l, &p.plan, &b, &err))
		fail_msg("%s", err.text);
	char *asked = file_get(*state, "asked");
	assert_non_null(asked);
	for (size_t i = 0; i < COUNT_OF(hooks); i++) {
		char *line = path_of("%s false\n", hooks[i]);
		char *first = strstr(asked, line);
		if (!first || !strstr(first + 1, line))
			fail_msg("%s is not off in both commands: %s", hooks[i], asked);
		free(line);
	}
	char *const all[] = { asked, asks, body, repo };
	for (size_t i = 0; i < COUNT_OF(all); i++)
		free(all[i]);
}

static void the_plain_settings_reach_the_checkout(void **state)
{
	char *repo = repo_new(*state, "repo");
	char *more = path_of("%s/more", (const char *)*state);

	file_put(repo, "own.info", "a\n");
	file_put(repo, "own.more", "b\n");
	git(repo, "add", "-A");
	git(repo, "commit", "-q", "-m", "files");
	file_put(repo, ".git/info/attributes", "*.info text eol=crlf\n");
	file_put(*state, "more", "*.more text eol=crlf\n");
	file_put(repo, ".git/plain.cfg", "[core]\n\tautocrlf = true\n");
	git(repo, "config", "core.attributesFile", more);
	git(repo, "config", "include.path", "plain.cfg");
	OWNED(binding) struct binding *b = binding_made(*state, repo, "lgw-1");
	static const char *const files[] = { "own.info", "a\r\n", "own.more", "b\r\n", "a.txt", "a\r\n" };
	for (size_t i = 0; i < COUNT_OF(files); i += 2) {
		char *content = file_get(b->workspace.path, files[i]);
		assert_string_equal(content, files[i + 1]);
		free(content);
	}
	attested_clean(b, "with plain settings");
	free(more);
	free(repo);
}

static void a_sparse_checkout_stays_sparse(void **state)
{
	char *repo = repo_new(*state, "repo");

	dir_put(repo, "other");
	file_put(repo, "other/c.txt", "c\n");
	git(repo, "add", "-A");
	git(repo, "commit", "-q", "-m", "other");
	git(repo, "sparse-checkout", "set", "src");
	OWNED(binding) struct binding *b = binding_made(*state, repo, "lgw-1");
	assert_true(there(b->workspace.path, "src/b.txt"));
	assert_false(there(b->workspace.path, "other"));
	free(repo);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(no_spelling_of_an_include_reaches_the_checkout, setup, teardown),
		cmocka_unit_test_setup_teardown(a_filter_of_the_operator_finds_no_program_of_the_repository, setup, teardown),
		cmocka_unit_test_setup_teardown(hooks_of_a_configuration_are_off, setup, teardown),
		cmocka_unit_test_setup_teardown(the_plain_settings_reach_the_checkout, setup, teardown),
		cmocka_unit_test_setup_teardown(a_sparse_checkout_stays_sparse, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
