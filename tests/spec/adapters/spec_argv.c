/*
 * Specification of render(): the argv of every built-in adapter, with and without a policy. The golden words are the
 * promise of docs/adapters.md; a change here is a change of what operators launch.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "adapters/builtin.h"
#include "spec/adapters/invoking.h"

#define FIXED_CLOSING \
	"-c\nsandbox_workspace_write.network_access=false\n" \
	"-c\nsandbox_workspace_write.exclude_slash_tmp=true\n" \
	"-c\nsandbox_workspace_write.exclude_tmpdir_env_var=true\n" \
	"-c\nshell_environment_policy.set.TMPDIR=\"/srv/state/tmp\"\n" \
	"-c\nprojects={\"/srv/w/wt/sub\"={trust_level=\"untrusted\"},\"/srv/w/wt\"={trust_level=\"untrusted\"}," \
	"\"/srv/main\"={trust_level=\"untrusted\"}}\n" \
	"-c\nsandbox_workspace_write.writable_roots="
#define EXEC_SEALED(mode, roots) \
	"codex\nexec\n--output-last-message\n/srv/run/last\n--skip-git-repo-check\n--sandbox\n" mode \
	"\n--ignore-rules\n--color\nnever\n-c\napproval_policy=\"never\"\n-c\napprovals_reviewer=\"user\"\n-c\nnotify=[]\n" \
	FIXED_CLOSING roots
#define EXEC_PLAIN \
	"codex\nexec\n--output-last-message\n/srv/run/last\n--skip-git-repo-check\n--sandbox\nworkspace-write"
#define SANDBOX_SEALED(mode, roots) "codex\nsandbox\n-c\nsandbox_mode=\"" mode "\"\n" FIXED_CLOSING roots "\n--\nsh\n-c\n--\nmend it"
#define BOTH_HALVES "[\"/srv/state/tmp\",\"/srv/main/.git/worktrees/wt\",\"/srv/main/.git\"]"
#define PRIVATE "/srv/main/.git/worktrees/wt"
#define SHARED "/srv/main/.git"

static const struct {
	const char *says, *adapter;
	enum policy_mode mode;
	const char *root, *other, *model, *effort;
	int max_turns;
	const char *argv;
} goldens[] = {
	{ "codex without a policy is the vendor's plain invocation", "codex", POLICY_ABSENT, NULL, NULL, NULL, NULL, 0,
	  EXEC_PLAIN "\n--\nmend it" },
	{ "codex names a model and an effort before the prompt", "codex", POLICY_ABSENT, NULL, NULL, "gpt-x", "high", 0,
	  EXEC_PLAIN "\n--model\ngpt-x\n-c\nmodel_reasoning_effort=\"high\"\n--\nmend it" },
	{ "codex read-only is sealed and says that no root is writable", "codex", POLICY_READ_ONLY, NULL, NULL, NULL, NULL, 0,
	  EXEC_SEALED("read-only", "[]") "\n--\nmend it" },
	{ "codex workspace-write names the private temporary directory alone", "codex", POLICY_WORKSPACE_WRITE, NULL, NULL, NULL, NULL, 0,
	  EXEC_SEALED("workspace-write", "[\"/srv/state/tmp\"]") "\n--\nmend it" },
	{ "codex with the grant names both halves after it", "codex", POLICY_WORKSPACE_WRITE, PRIVATE, SHARED, "gpt-x", "low", 0,
	  EXEC_SEALED("workspace-write", BOTH_HALVES) "\n--model\ngpt-x\n-c\nmodel_reasoning_effort=\"low\"\n--\nmend it" },
	{ "claude-code has 25 turns by default", "claude-code", POLICY_ABSENT, NULL, NULL, NULL, NULL, 0,
	  "claude\n-p\n--output-format\njson\n--max-turns\n25\n--\nmend it" },
	{ "claude-code takes turns, model and effort", "claude-code", POLICY_ABSENT, NULL, NULL, "opus", "max", 3,
	  "claude\n-p\n--output-format\njson\n--max-turns\n3\n--model\nopus\n--effort\nmax\n--\nmend it" },
	{ "cursor is trusted and forced, as it always was", "cursor", POLICY_ABSENT, NULL, NULL, "m", NULL, 0,
	  "cursor-agent\n-p\n--output-format\njson\n--trust\n--force\n--model\nm\n--\nmend it" },
	{ "shell runs the prompt as a command, never as an option", "shell", POLICY_ABSENT, NULL, NULL, NULL, NULL, 0, "sh\n-c\n--\nmend it" },
	{ "codex-sandbox without a policy leaves the vendor its default", "codex-sandbox", POLICY_ABSENT, NULL, NULL, NULL, NULL, 0,
	  "codex\nsandbox\n--\nsh\n-c\n--\nmend it" },
	{ "codex-sandbox read-only is closed like codex", "codex-sandbox", POLICY_READ_ONLY, NULL, NULL, NULL, NULL, 0,
	  SANDBOX_SEALED("read-only", "[]") },
	{ "codex-sandbox with the grant names both halves", "codex-sandbox", POLICY_WORKSPACE_WRITE, PRIVATE, SHARED, NULL, NULL, 0,
	  SANDBOX_SEALED("workspace-write", BOTH_HALVES) },
};

static void rendering_per_adapter(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(goldens); i++) {
		const struct adapter *a = adapter_find(builtin_adapters(), goldens[i].adapter);
		CLEARED(invoking) struct invoking v;
		CLEARED(strlist) struct strlist argv = { 0 };
		OWNED_MEM char *lines = NULL;
		struct error err = { 0 };

		invoking_init(&v, "mend it");
		v.request.model = str_copy(goldens[i].model);
		v.request.effort = str_copy(goldens[i].effort);
		v.request.max_turns = goldens[i].max_turns;
		if (goldens[i].mode != POLICY_ABSENT)
			invoking_policy(&v, a, goldens[i].mode, goldens[i].root, goldens[i].other);
		if (!a->render(a, &v.in, &argv, &err))
			fail_msg("%s: refused: %s", goldens[i].says, err.text);
		lines = argv_lines(&argv);
		if (strcmp(lines, goldens[i].argv) != 0)
			fail_msg("%s:\n%s\n-- instead of\n%s", goldens[i].says, lines, goldens[i].argv);
	}
}

static void argv_remaining_unchanged_when_no_policy_is_supplied(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < builtin_adapters()->count; i++) {
		const struct adapter *a = builtin_adapters()->items[i];
		CLEARED(invoking) struct invoking bare, furnished;
		CLEARED(strlist) struct strlist first = { 0 }, second = { 0 };
		OWNED_MEM char *left = NULL, *right = NULL;
		struct error err = { 0 };

		invoking_init(&bare, "mend it");
		invoking_init(&furnished, "mend it");
		bare.in.active_root = bare.in.workspace_root = bare.in.source_root = bare.in.main_root = NULL;
		furnished.in.private_tmp = "/srv/state/tmp";
		strlist_add(&furnished.projection.rendered_roots, "/srv/left/over");
		furnished.projection.mode = POLICY_WORKSPACE_WRITE;
		assert_true(a->render(a, &bare.in, &first, &err));
		assert_true(a->render(a, &furnished.in, &second, &err));
		left = argv_lines(&first);
		right = argv_lines(&second);
		assert_string_equal(left, right);
	}
}

static const struct {
	const char *says, *adapter;
	enum policy_mode mode;
	const char *root, *model, *effort;
	int max_turns;
	const char *prompt;
	enum reason reason;
} refusals[] = {
	{ "claude-code throws instead of dropping a projection", "claude-code", POLICY_READ_ONLY, NULL, NULL, NULL, 0, "x", REASON_NO_PROJECTION },
	{ "cursor throws instead of dropping a projection", "cursor", POLICY_WORKSPACE_WRITE, NULL, NULL, NULL, 0, "x", REASON_NO_PROJECTION },
	{ "shell throws instead of dropping a projection", "shell", POLICY_WORKSPACE_WRITE, "/srv/w", NULL, NULL, 0, "x", REASON_NO_PROJECTION },
	{ "a relative root is refused", "codex", POLICY_WORKSPACE_WRITE, "rel", NULL, NULL, 0, "x", REASON_WRITABLE_ROOT_INVALID },
	{ "an empty root is refused", "codex", POLICY_WORKSPACE_WRITE, "", NULL, NULL, 0, "x", REASON_WRITABLE_ROOT_INVALID },
	{ "a home shorthand is refused", "codex", POLICY_WORKSPACE_WRITE, "~", NULL, NULL, 0, "x", REASON_WRITABLE_ROOT_INVALID },
	{ "a root with .. is refused", "codex", POLICY_WORKSPACE_WRITE, "/srv/a/../b", NULL, NULL, 0, "x", REASON_WRITABLE_ROOT_INVALID },
	{ "a root that is not UTF-8 is refused", "codex", POLICY_WORKSPACE_WRITE, "/srv/\xff", NULL, NULL, 0, "x", REASON_WRITABLE_ROOT_INVALID },
	{ "codex-sandbox refuses it too", "codex-sandbox", POLICY_WORKSPACE_WRITE, "/srv/\xff", NULL, NULL, 0, "x", REASON_WRITABLE_ROOT_INVALID },
	{ "a root in read-only is refused", "codex", POLICY_READ_ONLY, "/srv/w", NULL, NULL, 0, "x", REASON_GRANT_INERT },
	{ "an effort that is not listed is refused", "codex", POLICY_ABSENT, NULL, NULL, "huge", 0, "x", REASON_EFFORT_UNSUPPORTED },
	{ "cursor takes no effort", "cursor", POLICY_ABSENT, NULL, NULL, "high", 0, "x", REASON_EFFORT_UNSUPPORTED },
	{ "shell takes no model", "shell", POLICY_ABSENT, NULL, "m", NULL, 0, "x", REASON_REQUEST_INVALID },
	{ "codex takes no turn ceiling", "codex", POLICY_ABSENT, NULL, NULL, NULL, 3, "x", REASON_REQUEST_INVALID },
	{ "a model that could be an option is refused", "codex", POLICY_ABSENT, NULL, "--full-auto", NULL, 0, "x", REASON_REQUEST_INVALID },
	{ "an empty prompt is refused", "claude-code", POLICY_ABSENT, NULL, NULL, NULL, 0, "", REASON_REQUEST_INVALID },
	{ "a blank prompt is refused", "shell", POLICY_ABSENT, NULL, NULL, NULL, 0, " \t\n", REASON_REQUEST_INVALID },
	{ "a lone dash is refused: codex would read stdin", "codex", POLICY_ABSENT, NULL, NULL, NULL, 0, "-", REASON_REQUEST_INVALID },
};

static void what_cannot_be_said_is_refused_and_never_dropped(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(refusals); i++) {
		const struct adapter *a = adapter_find(builtin_adapters(), refusals[i].adapter);
		CLEARED(invoking) struct invoking v;
		CLEARED(strlist) struct strlist argv = { 0 };
		struct error err = { 0 };

		invoking_init(&v, refusals[i].prompt);
		v.request.model = str_copy(refusals[i].model);
		v.request.effort = str_copy(refusals[i].effort);
		v.request.max_turns = refusals[i].max_turns;
		if (refusals[i].mode != POLICY_ABSENT)
			invoking_policy(&v, a, refusals[i].mode, refusals[i].root, NULL);
		if (a->render(a, &v.in, &argv, &err))
			fail_msg("rule broken: %s", refusals[i].says);
		if (err.reason != refusals[i].reason)
			fail_msg("%s: %s instead of %s (%s)", refusals[i].says, reason_slug(err.reason), reason_slug(refusals[i].reason),
				 err.text);
	}
}

static void a_policy_without_a_private_temporary_directory_is_refused(void **unused)
{
	const struct adapter *a = adapter_find(builtin_adapters(), "codex");
	CLEARED(invoking) struct invoking v;
	CLEARED(strlist) struct strlist argv = { 0 };
	struct error err = { 0 };

	(void)unused;
	invoking_init(&v, "x");
	invoking_policy(&v, a, POLICY_WORKSPACE_WRITE, NULL, NULL);
	v.in.private_tmp = NULL;
	assert_false(a->render(a, &v.in, &argv, &err));
	assert_int_equal(err.reason, REASON_WORKSPACE_UNAVAILABLE);
}

static void a_workspace_whose_name_cannot_be_said_is_refused(void **unused)
{
	const struct adapter *a = adapter_find(builtin_adapters(), "codex");
	CLEARED(invoking) struct invoking v;
	CLEARED(strlist) struct strlist argv = { 0 };
	struct error err = { 0 };

	(void)unused;
	invoking_init(&v, "x");
	invoking_policy(&v, a, POLICY_READ_ONLY, NULL, NULL);
	v.in.active_root = "/srv/\xc3";
	assert_false(a->render(a, &v.in, &argv, &err));
	assert_int_equal(err.reason, REASON_WORKSPACE_UNAVAILABLE);
}

static void a_hostile_prompt_stays_the_last_word_behind_two_dashes(void **unused)
{
	static const char *const prompts[] = { "--dangerously-bypass-approvals-and-sandbox", "--help", "review", "resume", "fork", "help",
		"-x", "- item", "--", "-c sandbox_mode=\"danger-full-access\"", "--permission-mode=bypassPermissions", "$(id)", "a\nb" };

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(prompts) * builtin_adapters()->count; i++) {
		const struct adapter *a = builtin_adapters()->items[i % builtin_adapters()->count];
		const char *prompt = prompts[i / builtin_adapters()->count];
		CLEARED(invoking) struct invoking v;
		CLEARED(strlist) struct strlist argv = { 0 };
		struct error err = { 0 };

		invoking_init(&v, prompt);
		if (a->declares.carries_roots)
			invoking_policy(&v, a, POLICY_WORKSPACE_WRITE, NULL, NULL);
		assert_true(a->render(a, &v.in, &argv, &err));
		assert_string_equal(argv.items[argv.count - 1], prompt);
		assert_string_equal(argv.items[argv.count - 2], "--");
	}
}

static void a_hostile_directory_name_stays_one_root(void **unused)
{
	const struct adapter *a = adapter_find(builtin_adapters(), "codex");
	CLEARED(invoking) struct invoking v;
	CLEARED(strlist) struct strlist argv = { 0 };
	struct error err = { 0 };

	(void)unused;
	invoking_init(&v, "x");
	invoking_policy(&v, a, POLICY_WORKSPACE_WRITE, "/srv/w/a\",\"/victim", NULL);
	assert_true(a->render(a, &v.in, &argv, &err));
	assert_true(strlist_has(&argv, "sandbox_workspace_write.writable_roots=[\"/srv/state/tmp\",\"/srv/w/a\\\",\\\"/victim\"]"));
}

static void each_child_gets_its_own_prompt(void **unused)
{
	const struct adapter *a = adapter_find(builtin_adapters(), "shell");
	CLEARED(invoking) struct invoking v;
	CLEARED(strlist) struct strlist argv = { 0 };
	struct error err = { 0 };

	(void)unused;
	invoking_init(&v, "for all");
	v.request.n_children = 2;
	v.request.children[1].prompt = str_copy("for the second");
	v.in.child = 1;
	assert_true(a->render(a, &v.in, &argv, &err));
	assert_string_equal(argv.items[argv.count - 1], "for the second");
}

static void every_built_in_adapter_is_complete(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < builtin_adapters()->count; i++) {
		const struct adapter *a = builtin_adapters()->items[i];
		bool declares = a->declares.native_mode[POLICY_READ_ONLY] || a->declares.native_mode[POLICY_WORKSPACE_WRITE];

		assert_string_equal(a->id, a->declares.adapter);
		assert_true(a->title && a->program && a->render && a->result);
		assert_true(a->default_style != STYLE_INTERACTIVE || a->declares.interactive);
		assert_true(declares == (a->n_unknowns > 0));
		for (size_t k = 0; k < a->n_unknowns; k++)
			assert_true(a->unknowns[k].code && a->unknowns[k].message);
		assert_true(!a->unknowns || !a->unknowns[a->n_unknowns].code);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rendering_per_adapter),
		cmocka_unit_test(argv_remaining_unchanged_when_no_policy_is_supplied),
		cmocka_unit_test(what_cannot_be_said_is_refused_and_never_dropped),
		cmocka_unit_test(a_policy_without_a_private_temporary_directory_is_refused),
		cmocka_unit_test(a_workspace_whose_name_cannot_be_said_is_refused),
		cmocka_unit_test(a_hostile_prompt_stays_the_last_word_behind_two_dashes),
		cmocka_unit_test(a_hostile_directory_name_stays_one_root),
		cmocka_unit_test(each_child_gets_its_own_prompt),
		cmocka_unit_test(every_built_in_adapter_is_complete),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
