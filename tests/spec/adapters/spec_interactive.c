/*
 * Specification of the interactive style (ADR 0039: "a projection an adapter cannot represent is an error before launch,
 * never a silent downgrade"; "absent means today's behaviour, byte for byte"): the vendor's own screen is started with
 * the same projection, and what is refused headless is refused interactive. The codex words were tried with codex
 * 0.171.0, those of claude-code with Claude Code 2.1.197; cursor's are inferred.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "adapters/builtin.h"
#include "spec/adapters/invoking.h"

#define CLOSING                                                                                                  \
	"-c\napproval_policy=\"never\"\n-c\napprovals_reviewer=\"user\"\n-c\nnotify=[]\n"                        \
	"-c\nsandbox_workspace_write.network_access=false\n-c\nsandbox_workspace_write.exclude_slash_tmp=true\n" \
	"-c\nsandbox_workspace_write.exclude_tmpdir_env_var=true\n"                                              \
	"-c\nshell_environment_policy.set.TMPDIR=\"/srv/state/tmp\"\n"                                           \
	"-c\nprojects={\"/srv/w/wt/sub\"={trust_level=\"untrusted\"},\"/srv/w/wt\"={trust_level=\"untrusted\"}," \
	"\"/srv/main\"={trust_level=\"untrusted\"}}\n-c\nsandbox_workspace_write.writable_roots="

static const struct {
	const char *says, *adapter, *prompt;
	enum policy_mode mode;
	const char *root, *model, *effort, *argv;
} goldens[] = {
	{ "codex without a policy is its screen as its user configured it", "codex", "mend it", POLICY_ABSENT, NULL, NULL, NULL,
	  "codex\n--no-daemon\n--\nmend it" },
	{ "codex takes model and effort, and needs no prompt", "codex", NULL, POLICY_ABSENT, NULL, "gpt-x", "high",
	  "codex\n--no-daemon\n--model\ngpt-x\n-c\nmodel_reasoning_effort=\"high\"" },
	{ "codex read-only is sealed like exec", "codex", NULL, POLICY_READ_ONLY, NULL, NULL, NULL,
	  "codex\n--no-daemon\n--sandbox\nread-only\n" CLOSING "[]" },
	{ "codex workspace-write carries its roots like exec", "codex", "mend it", POLICY_WORKSPACE_WRITE, "/srv/w/wt/x", NULL, NULL,
	  "codex\n--no-daemon\n--sandbox\nworkspace-write\n" CLOSING "[\"/srv/state/tmp\",\"/srv/w/wt/x\"]\n--\nmend it" },
	{ "claude-code is its screen: no -p, no format, no ceiling", "claude-code", "mend it", POLICY_ABSENT, NULL, "opus", "max",
	  "claude\n--model\nopus\n--effort\nmax\n--\nmend it" },
	{ "claude-code needs no prompt", "claude-code", NULL, POLICY_ABSENT, NULL, NULL, NULL, "claude" },
	{ "cursor is not told to act unasked", "cursor", "mend it", POLICY_ABSENT, NULL, "m", NULL, "cursor-agent\n--model\nm\n--\nmend it" },
	{ "cursor needs no prompt", "cursor", NULL, POLICY_ABSENT, NULL, NULL, NULL, "cursor-agent" },
	{ "shell without a prompt is a shell", "shell", NULL, POLICY_ABSENT, NULL, NULL, NULL, "sh" },
	{ "shell with one runs it in its terminal", "shell", "mend it", POLICY_ABSENT, NULL, NULL, NULL, "sh\n-c\n--\nmend it" },
	{ "codex-sandbox without a prompt is a shell in the sandbox", "codex-sandbox", NULL, POLICY_ABSENT, NULL, NULL, NULL,
	  "codex\nsandbox\n--\nsh" },
};

static void rendering_per_adapter_is_its_own_screen_with_the_same_projection(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(goldens); i++) {
		const struct adapter *a = adapter_find(builtin_adapters(), goldens[i].adapter);
		CLEARED(invoking) struct invoking v;
		CLEARED(strlist) struct strlist argv = { 0 };
		OWNED_MEM char *lines = NULL;
		struct error err = { 0 };

		invoking_init(&v, goldens[i].prompt);
		v.request.style = STYLE_INTERACTIVE;
		v.request.model = str_copy(goldens[i].model);
		v.request.effort = str_copy(goldens[i].effort);
		v.in.last_message_path = NULL;
		if (goldens[i].mode != POLICY_ABSENT)
			invoking_policy(&v, a, goldens[i].mode, goldens[i].root, NULL);
		if (!a->render(a, &v.in, &argv, &err))
			fail_msg("%s: refused: %s", goldens[i].says, err.text);
		lines = argv_lines(&argv);
		if (strcmp(lines, goldens[i].argv) != 0)
			fail_msg("%s:\n%s\n-- instead of\n%s", goldens[i].says, lines, goldens[i].argv);
	}
}

static const struct {
	const char *says, *adapter, *prompt;
	enum policy_mode mode;
	const char *root, *effort;
	int max_turns;
	enum reason reason;
} refusals[] = {
	{ "claude-code throws instead of dropping a projection", "claude-code", "x", POLICY_READ_ONLY, NULL, NULL, 0, REASON_NO_PROJECTION },
	{ "cursor throws instead of dropping a projection", "cursor", NULL, POLICY_WORKSPACE_WRITE, NULL, NULL, 0, REASON_NO_PROJECTION },
	{ "shell throws instead of dropping a projection", "shell", NULL, POLICY_READ_ONLY, NULL, NULL, 0, REASON_NO_PROJECTION },
	{ "codex refuses a relative root", "codex", "x", POLICY_WORKSPACE_WRITE, "rel", NULL, 0, REASON_WRITABLE_ROOT_INVALID },
	{ "codex refuses a root in read-only", "codex", "x", POLICY_READ_ONLY, "/srv/w", NULL, 0, REASON_GRANT_INERT },
	{ "an effort that is not listed", "codex", NULL, POLICY_ABSENT, NULL, "huge", 0, REASON_EFFORT_UNSUPPORTED },
	{ "a turn ceiling, which only claude -p takes", "claude-code", NULL, POLICY_ABSENT, NULL, NULL, 3, REASON_REQUEST_INVALID },
	{ "a blank prompt", "codex", " \n", POLICY_ABSENT, NULL, NULL, 0, REASON_REQUEST_INVALID },
	{ "an empty prompt is not none", "claude-code", "", POLICY_ABSENT, NULL, NULL, 0, REASON_REQUEST_INVALID },
	{ "a lone dash", "codex", "-", POLICY_ABSENT, NULL, NULL, 0, REASON_REQUEST_INVALID },
};

static void refusal_when_a_mode_or_a_writable_set_is_undeclarable_holds_for_a_screen_too(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(refusals); i++) {
		const struct adapter *a = adapter_find(builtin_adapters(), refusals[i].adapter);
		CLEARED(invoking) struct invoking v;
		CLEARED(strlist) struct strlist argv = { 0 };
		struct error err = { 0 };

		invoking_init(&v, refusals[i].prompt);
		v.request.style = STYLE_INTERACTIVE;
		v.request.effort = str_copy(refusals[i].effort);
		v.request.max_turns = refusals[i].max_turns;
		if (refusals[i].mode != POLICY_ABSENT)
			invoking_policy(&v, a, refusals[i].mode, refusals[i].root, NULL);
		if (a->render(a, &v.in, &argv, &err))
			fail_msg("rule broken: %s", refusals[i].says);
		if (err.reason != refusals[i].reason)
			fail_msg("%s: %s instead of %s", refusals[i].says, reason_slug(err.reason), reason_slug(refusals[i].reason));
	}
}

static bool says_mutable(const struct adapter *a, const struct projection *p, enum style style)
{
	for (size_t i = 0; i < a->n_unknowns; i++)
		if (strcmp(a->unknowns[i].code, UNKNOWN_MUTABLE_IN_SESSION) == 0)
			return adapter_unknown_holds(&a->unknowns[i], p, style);
	return false;
}

static void an_adapter_whose_screen_can_change_the_sandbox_says_so_for_that_style_alone(void **unused)
{
	struct projection policy = { .applied = true, .mode = POLICY_READ_ONLY }, none = { 0 };

	(void)unused;
	for (size_t i = 0; i < builtin_adapters()->count; i++) {
		const struct adapter *a = builtin_adapters()->items[i];
		bool carries = a->n_unknowns > 0;

		if (says_mutable(a, &policy, STYLE_INTERACTIVE) != (carries && a->declares.mutable_in_session))
			fail_msg("%s declares one thing and records another", a->id);
		assert_false(says_mutable(a, &policy, STYLE_HEADLESS));
		assert_false(says_mutable(a, &policy, STYLE_DEFAULT));
		assert_false(says_mutable(a, &none, STYLE_INTERACTIVE));
	}
	assert_true(adapter_find(builtin_adapters(), "codex")->declares.mutable_in_session);
	assert_false(adapter_find(builtin_adapters(), "codex-sandbox")->declares.mutable_in_session);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rendering_per_adapter_is_its_own_screen_with_the_same_projection),
		cmocka_unit_test(refusal_when_a_mode_or_a_writable_set_is_undeclarable_holds_for_a_screen_too),
		cmocka_unit_test(an_adapter_whose_screen_can_change_the_sandbox_says_so_for_that_style_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
