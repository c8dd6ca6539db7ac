/*
 * Specification of the filter of runs: what each word lets through, what is said of a word that means nothing, and what
 * Tab makes of the last one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "ui/run_filter.h"

#define NOVEMBER_30 1796061753000ull /* 2026-11-30T18:02:33Z; the specification runs in UTC */

static char rows_text[][40] = { "wf-2026-11-30T18-02-33-000Z-aaaaaa", "wf-2025-01-31T00-00-00-000Z-bbbbbb", "/home/o/Parser",
	"/home/o/other thing", "codex", "claude-code", "nightly", "no_projection", "It cannot be HELD at 12:30", "proof.json is torn" };

/* a: codex, write, grant used, done. b: claude-code, refused, damaged. c: says nothing. */
static struct run_row rows[] = {
	{ .run_id = rows_text[0], .repository = rows_text[2], .adapter = rows_text[4], .label = rows_text[6], .started_ms = NOVEMBER_30,
	  .topology_known = true, .topology = TOPOLOGY_WORKTREE, .mode_known = true, .mode = POLICY_WORKSPACE_WRITE, .grant_known = true,
	  .git_write = GIT_WRITE_SHARED_REPOSITORY, .grant_used_known = true, .grant_used = true, .outcome = OUTCOME_DONE, .alerts = 2 },
	{ .run_id = rows_text[1], .repository = rows_text[3], .adapter = rows_text[5], .started_ms = 1738281600000ull, .topology_known = true,
	  .topology = TOPOLOGY_SHARED, .mode_known = true, .mode = POLICY_READ_ONLY, .grant_known = true, .git_write = GIT_WRITE_NONE,
	  .outcome = OUTCOME_REFUSED, .pruned = true, .reason = rows_text[7], .message = rows_text[8], .damage = rows_text[9] },
	{ .outcome = OUTCOME_LOST },
};

static const struct { const char *filter, *passes; } filters[] = {
	{ "", "abc" }, { "   ", "abc" }, { "codex", "a" }, { "CODEX", "a" }, { "parser nightly", "a" }, { "parser refused", "" },
	{ "held", "b" }, { "torn", "b" }, { "repo:parser", "a" }, { "REPO:PARSER", "a" }, { "repo:codex", "" }, { "repo:", "abc" },
	{ "repo:\"other thing\"", "b" }, { "\"cannot be held\"", "b" }, { "\"12:30\"", "b" }, { "agent:c", "ab" }, { "agent:claude", "b" },
	{ "mode:ro", "b" }, { "mode:rw", "a" }, { "mode:read-only", "b" }, { "mode:w", "a" }, { "mode:r", "ab" }, { "mode:unknown", "c" },
	{ "mode:none", "" }, { "grant:yes", "a" }, { "grant:used", "a" }, { "grant:unused", "" }, { "grant:none", "b" }, { "grant:no", "b" },
	{ "grant:unknown", "c" }, { "outcome:refused", "b" }, { "outcome:re", "b" }, { "outcome:lost", "c" }, { "outcome:DONE", "a" },
	{ "topology:shared", "b" }, { "topology:worktree", "a" }, { "topology:unknown", "c" }, { "reason:projection", "b" },
	{ "label:night", "a" }, { "run:bbbbbb", "b" }, { "alert", "ab" }, { "alerts", "ab" }, { "\"alert\"", "" }, { "alert codex", "a" },
	{ "after:2026", "a" }, { "after:2026-11-30", "a" }, { "after:2026-11-30T18:02", "a" }, { "after:2026-11-30T18:03", "" },
	{ "before:2026", "b" }, { "before:2026-11-30T18:03", "ab" }, { "before:2025-01-31", "" }, { "after:2025-01-31 before:2025-02", "b" },
	{ "pruned:yes", "b" }, { "pruned:no", "ac" }, { "pruned:y", "b" }, { "pruned:", "abc" }, { "pruned", "" },
	{ "after:", "abc" }, { "outcome:refused repo:other agent:claude mode:ro held", "b" },
};

/* What an operator is shown of the keys can be typed, and Tab begins with the same. */
static void every_key_that_is_hinted_is_known(void **unused)
{
	OWNED_MEM char *hint = str_copy(run_filter_hint());
	const struct run_list none = { 0 };
	char *rest = NULL;

	(void)unused;
	for (char *word = strtok_r(hint, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
		OWNED(run_filter) struct run_filter *f = NULL;
		CLEARED(strlist) struct strlist words = { 0 };
		OWNED_MEM char *begun = str_copy_n(word, strlen(word) - 1), *completed = NULL;
		struct error err = { 0 };

		completed = run_filter_complete(begun, &none, &words);
		if (!completed || !run_filter_parse(word, &f, &err) || !strlist_has(&words, word))
			fail_msg("%s is hinted and not known", word);
	}
}

static void a_filter_lets_through_what_every_word_means(void **unused)
{
	(void)unused;
	(void)setenv("TZ", "UTC0", 1);
	for (size_t i = 0; i < COUNT_OF(filters); i++) {
		OWNED(run_filter) struct run_filter *f = NULL;
		char passes[COUNT_OF(rows) + 1] = "";
		struct error err = { 0 };
		size_t n = 0;

		if (!run_filter_parse(filters[i].filter, &f, &err))
			fail_msg("%s: %s", filters[i].filter, err.text);
		for (size_t at = 0; at < COUNT_OF(rows); at++)
			if (run_filter_passes(f, &rows[at]))
				passes[n++] = (char)('a' + at);
		if (strcmp(passes, filters[i].passes) != 0)
			fail_msg("%s lets \"%s\" through and not \"%s\"", filters[i].filter, passes, filters[i].passes);
	}
}

static const struct { const char *filter, *says; } unknown[] = {
	{ "author:me", "\"author\" is no key of a filter; known are repo:" }, { ":x", "\"\" is no key" }, { "12:30", "\"12\" is no key" },
	{ "outcome:fine", "outcome:fine is not understood; known are running, done" }, { "mode:full", "known are ro, rw" },
	{ "grant:maybe", "known are yes, used" }, { "topology:clone", "known are shared, worktree" }, { "after:yesterday", "is no date" },
	{ "after:2026-02-31", "is no date" }, { "before:2026-13", "is no date" }, { "before:2026-1", "is no date" },
	{ "after:2026-11-30T24:00", "is no date" }, { "after:2026-11-30T", "is no date" }, { "after:20261130", "is no date" },
	{ "x\x1b[31m:y", "is no key" },
};

static void a_word_that_means_nothing_is_said_and_leaves_the_others_in_force(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(unknown); i++) {
		OWNED(run_filter) struct run_filter *f = NULL;
		OWNED_MEM char *text = str_format("codex %s another:one", unknown[i].filter);
		struct error err = { 0 };

		if (run_filter_parse(text, &f, &err))
			fail_msg("%s is taken", text);
		if (err.reason != REASON_MISUSE || !strstr(err.text, unknown[i].says) || strchr(err.text, '\x1b'))
			fail_msg("%s: %s", text, err.text);
		assert_true(run_filter_passes(f, &rows[0]));
		assert_false(run_filter_passes(f, &rows[1]));
	}
}

static const struct { const char *typed, *becomes, *words; } completions[] = {
	{ "ou", "outcome:", "outcome: " }, { "codex ou", "codex outcome:", "outcome: " }, { "outcome:r", "outcome:r", "outcome:refused outcome:running " },
	{ "outcome:ref", "outcome:refused", "outcome:refused " }, { "a", "a", "after: agent: alert " }, { "repo:", "repo:", "repo:\"other thing\" repo:Parser " },
	{ "repo:pa", "repo:Parser", "repo:Parser " }, { "agent:c", "agent:c", "agent:claude-code agent:codex " },
	{ "agent:co", "agent:codex", "agent:codex " }, { "reason:", "reason:no_projection", "reason:no_projection " },
	{ "xyz", "xyz", "" }, { "author:m", "author:m", "" }, { "label:n", "label:n", "" }, { "after:2", "after:2", "" },
	{ "label:\"ni", "label:\"ni", "" }, { "codex repo:oth", "codex repo:\"other thing\"", "repo:\"other thing\" " },
	{ "repo:\"other t", "repo:\"other thing\"", "repo:\"other thing\" " }, { "\"re", "\"re", "" },
	{ "grant:u", "grant:u", "grant:unknown grant:unused grant:used " },
};

static void tab_completes_keys_and_the_values_that_are_known(void **unused)
{
	const struct run_list list = { .rows = rows, .count = COUNT_OF(rows) };

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(completions); i++) {
		CLEARED(strlist) struct strlist words = { 0 };
		CLEARED(text) struct text all = { 0 };
		OWNED_MEM char *becomes = run_filter_complete(completions[i].typed, &list, &words);

		for (size_t at = 0; at < words.count; at++)
			text_add_format(&all, "%s ", words.items[at]);
		if (strcmp(becomes, completions[i].becomes) != 0 || strcmp(text_c(&all), completions[i].words) != 0)
			fail_msg("%s becomes %s of %s", completions[i].typed, becomes, text_c(&all));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_key_that_is_hinted_is_known),
		cmocka_unit_test(a_filter_lets_through_what_every_word_means),
		cmocka_unit_test(a_word_that_means_nothing_is_said_and_leaves_the_others_in_force),
		cmocka_unit_test(tab_completes_keys_and_the_values_that_are_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
