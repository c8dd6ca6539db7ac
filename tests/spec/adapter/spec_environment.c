/* Specification of adapter_environment(): what a child inherits from the console, and what it never does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/adapter/adapter.h"

static const char *const kept_names[] = { "CODEX_HOME", NULL };
static const struct adapter keeping = { .id = "keeping", .env_keep = kept_names };
static const struct adapter plain = { .id = "plain" };

static const struct {
	const char *says, *entry;
	const struct adapter *adapter;
	bool sealed, passes;
} rules[] = {
	{ "a login of the operator passes", "ANTHROPIC_API_KEY=k", &plain, true, true },
	{ "PATH passes", "PATH=/bin", &plain, true, true },
	{ "an empty value passes", "EMPTY=", &plain, false, true },
	{ "a value with equals signs passes whole", "OPTS=a=b", &plain, false, true },
	{ "a session variable of Claude Code stays behind", "CLAUDECODE=1", &plain, false, false },
	{ "one with an underscore too", "CLAUDE_CODE_ENTRYPOINT=cli", &plain, false, false },
	{ "a session variable of Codex stays behind", "CODEX_THREAD_ID=x", &keeping, false, false },
	{ "a session variable of Cursor stays behind", "CURSOR_TRACE_ID=x", &plain, false, false },
	{ "what the adapter keeps passes", "CODEX_HOME=/srv/codex", &keeping, true, true },
	{ "what another adapter keeps does not", "CODEX_HOME=/srv/codex", &plain, false, false },
	{ "a name is kept whole, not by its beginning", "CODEX_HOME_OLD=/x", &keeping, false, false },
	{ "git is not redirected", "GIT_DIR=/elsewhere/.git", &plain, false, false },
	{ "nor its configuration", "GIT_CONFIG_COUNT=1", &plain, false, false },
	{ "a name that only begins alike passes", "GITHUB_TOKEN=t", &plain, false, true },
	{ "nothing is preloaded", "LD_PRELOAD=/x.so", &plain, false, false },
	{ "the library path stays behind", "LD_LIBRARY_PATH=/x", &plain, false, false },
	{ "the operator's terminal size stays behind", "LINES=24", &plain, false, false },
	{ "in both directions", "COLUMNS=80", &plain, false, false },
	{ "tmux is not the child's", "TMUX=/tmp/tmux-0/default,1,0", &plain, false, false },
	{ "nor is its pane", "TMUX_PANE=%1", &plain, false, false },
	{ "screen is not the child's", "STY=1.pts-0", &plain, false, false },
	{ "the window is not the child's", "WINDOWID=7", &plain, false, false },
	{ "a temporary directory passes without a policy", "TMPDIR=/srv/t", &plain, false, true },
	{ "a foreign temporary directory stays behind with one", "TMPDIR=/", &plain, true, false },
	{ "a word without a value is no variable", "NOVALUE", &plain, false, false },
	{ "a value without a name is none either", "=x", &plain, false, false },
};

static void what_passes_and_what_stays_behind(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(rules); i++) {
		CLEARED(strlist) struct strlist parent = { 0 }, env = { 0 };

		strlist_add(&parent, rules[i].entry);
		adapter_environment(rules[i].adapter, &parent, "wf-1", "a1", rules[i].sealed ? "/srv/state/tmp" : NULL, &env);
		if (strlist_has(&env, rules[i].entry) != rules[i].passes)
			fail_msg("rule broken: %s", rules[i].says);
	}
}

static size_t count_named(const struct strlist *env, const char *name_equals)
{
	size_t n = 0;

	for (size_t i = 0; i < env->count; i++)
		n += strncmp(env->items[i], name_equals, strlen(name_equals)) == 0;
	return n;
}

static void a_child_knows_its_run_and_its_terminal_exactly_once(void **unused)
{
	static const char *const forged[] = { "HARNERY_WORKFLOW_CHILD=0", "HARNERY_WORKFLOW_RUN_ID=other", "HARNERY_WORKFLOW_AGENT_ID=a9",
		"TERM=dumb", "COLORTERM=", "TMPDIR=/tmp" };
	static const char *const expected[] = { "HARNERY_WORKFLOW_CHILD=1", "HARNERY_WORKFLOW_RUN_ID=wf-1", "HARNERY_WORKFLOW_AGENT_ID=a2",
		"TERM=xterm-256color", "COLORTERM=truecolor", "TMPDIR=/srv/state/tmp" };
	CLEARED(strlist) struct strlist parent = { 0 }, env = { 0 };

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(forged); i++)
		strlist_add(&parent, forged[i]);
	adapter_environment(&plain, &parent, "wf-1", "a2", "/srv/state/tmp", &env);
	assert_int_equal(env.count, COUNT_OF(expected));
	for (size_t i = 0; i < COUNT_OF(expected); i++)
		assert_true(strlist_has(&env, expected[i]));
	assert_int_equal(count_named(&env, "TMPDIR="), 1);
}

static void an_empty_parent_gives_only_what_is_set_anew(void **unused)
{
	CLEARED(strlist) struct strlist parent = { 0 }, env = { 0 };

	(void)unused;
	adapter_environment(&plain, &parent, "wf-1", "a1", NULL, &env);
	assert_int_equal(env.count, 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_passes_and_what_stays_behind),
		cmocka_unit_test(a_child_knows_its_run_and_its_terminal_exactly_once),
		cmocka_unit_test(an_empty_parent_gives_only_what_is_set_anew),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
