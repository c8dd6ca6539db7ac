/*
 * Specification of the command line: what is understood, the exact sentence for what is not, and the request it asks for.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <unistd.h>
#include <cmocka.h>

#include "core/base/mem.h"
#include "core/host/file.h"
#include "ui/cli/arguments.h"
#include "ui/cli/near.h"

#define WORDS_MAX 24

struct line { const char *words[WORDS_MAX]; };

/* The first word is the command. What is parsed borrows the others. */
static bool parse(const struct line *line, struct arguments *ret, struct error *err)
{
	char *argv[WORDS_MAX] = { NULL };
	int argc = 0;

	for (; line->words[argc + 1]; argc++) {
		union { const char *given; char *plain; } word = { line->words[argc + 1] };

		argv[argc] = word.plain;
	}
	return arguments_parse(command_find(line->words[0]), argc, argv, ret, err);
}

static const struct { struct line line; const char *sentence; } misused[] = {
	{ { { "check", "--mod", "x" } }, "the command check has no flag --mod; did you mean --mode?" },
	{ { { "check", "--wirtable-root", "x" } }, "the command check has no flag --wirtable-root; did you mean --writable-root?" },
	{ { { "check", "--mod=x" } }, "the command check has no flag --mod=x; did you mean --mode?" },
	{ { { "check", "--sandbox", "x" } }, "the command check has no flag --sandbox; bulkhead check --help lists its flags" },
	{ { { "check", "--detach" } }, "the command check has no flag --detach; bulkhead check --help lists its flags" },
	{ { { "runs", "-x" } }, "the command runs has no flag -x; bulkhead runs --help lists its flags" },
	{ { { "check", "--mode" } }, "--mode needs a value: --mode read-only|workspace-write" },
	{ { { "check", "--mode", "--", "x" } }, "--mode needs a value: --mode read-only|workspace-write" },
	{ { { "check", "--json=yes" } }, "--json takes no value; write it alone" },
	{ { { "check", "--mode", "a", "--mode=b" } }, "--mode is given twice; give it once" },
	{ { { "check", "fix", "it" } }, "the word \"fix\" is no flag of check; write the prompt behind --" },
	{ { { "check", "--", "fix", "it" } }, "there are 2 words behind --; the prompt is one: put it in quotes" },
	{ { { "stop" } }, "the command stop needs more words; usage: bulkhead stop [flags] RUN [CHILD]" },
	{ { { "stop", "a", "b", "c\033" } }, "the word \"c^[\" is one too many; usage: bulkhead stop [flags] RUN [CHILD]" },
	{ { { "runs", "--", "x" } }, "the word \"x\" is one too many; usage: bulkhead runs [flags]" },
};

static void what_is_not_understood_is_said_in_one_sentence(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(misused); i++) {
		struct arguments a;
		struct error err = { 0 };

		if (parse(&misused[i].line, &a, &err))
			fail_msg("understood: case %zu", i);
		assert_string_equal(err.text, misused[i].sentence);
		assert_int_equal(reason_exit(err.reason), EXIT_MISUSE);
	}
}

static void flags_stand_anywhere_and_take_their_value_either_way(void **unused)
{
	const struct line line = { { "stop", "--json", "wf-1", "a2" } };
	const struct line other = { { "runs", "--limit=5", "--adapter", "", "--outcome", "-" } };
	struct arguments a;
	struct error err = { 0 };

	(void)unused;
	assert_true(parse(&line, &a, &err));
	assert_true(a.given[FLAG_JSON]);
	assert_int_equal(a.operands.count, 2);
	arguments_clear(&a);
	assert_true(parse(&other, &a, &err));
	assert_string_equal(a.value[FLAG_LIMIT], "5");
	assert_string_equal(a.value[FLAG_ADAPTER], "");
	assert_string_equal(a.value[FLAG_OUTCOME], "-");
	arguments_clear(&a);
}

static void a_prompt_is_never_a_flag(void **unused)
{
	const struct line line = { { "check", "--adapter", "codex", "--", "--json" } };
	struct arguments a;
	struct error err = { 0 };

	(void)unused;
	assert_true(parse(&line, &a, &err));
	assert_string_equal(a.prompt, "--json");
	assert_false(a.given[FLAG_JSON]);
	arguments_clear(&a);
}

static void help_wins_over_missing_words(void **unused)
{
	const struct line line = { { "stop", "-h" } };
	struct arguments a;
	struct error err = { 0 };

	(void)unused;
	assert_true(parse(&line, &a, &err));
	assert_true(a.given[FLAG_HELP]);
	arguments_clear(&a);
}

static const struct { const char *value; bool ok; uint64_t n; } numbers[] = {
	{ "1", true, 1 },      { "604800", true, 604800 }, { "0007", true, 7 },       { "0", false, 0 },   { "604801", false, 0 },
	{ "", false, 0 },      { " 5", false, 0 },         { "5 ", false, 0 },        { "+5", false, 0 },  { "-5", false, 0 },
	{ "0x10", false, 0 },  { "1e3", false, 0 },        { "5.0", false, 0 },       { "5s", false, 0 },  { "٣", false, 0 },
	{ "99999999999999999999999", false, 0 },           { "18446744073709551617", false, 0 },
};

static void a_number_is_digits_within_its_range_and_nothing_else(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(numbers); i++) {
		struct arguments a = { .prompt = NULL };
		struct error err = { 0 };
		uint64_t n = 77;

		a.given[FLAG_TIMEOUT] = true;
		a.value[FLAG_TIMEOUT] = numbers[i].value;
		if (arguments_number(&a, FLAG_TIMEOUT, 1, 604800, &n, &err) != numbers[i].ok)
			fail_msg("\"%s\"", numbers[i].value);
		assert_int_equal(n, numbers[i].ok ? numbers[i].n : 77);
		if (!numbers[i].ok)
			assert_int_equal(err.reason, REASON_MISUSE);
	}
}

static bool ask(const struct line *line, struct request *ret, struct error *err)
{
	struct arguments a;
	bool ok;

	if (!parse(line, &a, err))
		return false;
	ok = arguments_request(&a, ret, err);
	arguments_clear(&a);
	return ok;
}

static void every_flag_reaches_the_request(void **unused)
{
	const struct line line = { { "launch", "--repository", "/", "--topology", "shared", "--mode=workspace-write", "--writable-root",
				     "{workspace}/a", "--writable-root", "/b", "--git-write", "shared-repository", "--adapter", "codex",
				     "--model=m", "--effort=high", "--timeout=60", "--max-turns=9", "--style=interactive", "--count=3",
				     "--label=try", "--", "fix" } };
	struct request r;
	struct error err = { 0 };

	(void)unused;
	if (!ask(&line, &r, &err))
		fail_msg("%s", err.text);
	assert_string_equal(r.repository, "/");
	assert_int_equal(r.topology, TOPOLOGY_SHARED);
	assert_int_equal(r.mode, POLICY_WORKSPACE_WRITE);
	assert_int_equal(r.writable_roots.count, 2);
	assert_string_equal(r.writable_roots.items[0], "{workspace}/a");
	assert_int_equal(r.git_write, GIT_WRITE_SHARED_REPOSITORY);
	assert_string_equal(r.adapter, "codex");
	assert_string_equal(r.model, "m");
	assert_string_equal(r.effort, "high");
	assert_int_equal(r.timeout_ms, 60000);
	assert_int_equal(r.max_turns, 9);
	assert_int_equal(r.style, STYLE_INTERACTIVE);
	assert_int_equal(r.n_children, 3);
	assert_string_equal(r.label, "try");
	assert_string_equal(r.prompt, "fix");
	request_clear(&r);
}

static void without_flags_the_request_is_the_narrowest_in_the_current_directory(void **unused)
{
	const struct line line = { { "check" } };
	OWNED_MEM char *here = real_path(".");
	struct request r;
	struct error err = { 0 };

	(void)unused;
	assert_true(ask(&line, &r, &err));
	assert_string_equal(r.repository, here);
	assert_int_equal(r.topology, TOPOLOGY_WORKTREE);
	assert_int_equal(r.mode, POLICY_ABSENT);
	assert_int_equal(r.git_write, GIT_WRITE_NONE);
	assert_int_equal(r.style, STYLE_HEADLESS);
	assert_null(r.prompt);
	request_clear(&r);
}

static const struct { struct line line; enum reason reason; const char *sentence; } unasked[] = {
	{ { { "check", "--topology", "clone" } }, REASON_REQUEST_INVALID, "--topology \"clone\" is unknown; known: shared, worktree" },
	{ { { "check", "--mode", "none" } }, REASON_REQUEST_INVALID, "--mode \"none\" is unknown; known: read-only, workspace-write" },
	{ { { "check", "--mode", "full-access" } }, REASON_REQUEST_INVALID,
	  "--mode \"full-access\" is unknown; known: read-only, workspace-write" },
	{ { { "check", "--git-write", "yes" } }, REASON_REQUEST_INVALID,
	  "--git-write \"yes\" is unknown; known: none, shared-repository" },
	{ { { "check", "--style", "loud" } }, REASON_REQUEST_INVALID,
	  "--style \"loud\" is unknown; known: default, headless, interactive" },
	{ { { "check", "--count", "17" } }, REASON_MISUSE, "--count \"17\" is no whole number from 1 to 16" },
	{ { { "check", "--timeout", "1.5" } }, REASON_MISUSE, "--timeout \"1.5\" is no whole number from 1 to 604800" },
	{ { { "check", "--request", "x", "--mode", "read-only" } }, REASON_MISUSE,
	  "--mode cannot stand beside --request; put it into the request file" },
	{ { { "check", "--request", "x", "--", "y" } }, REASON_MISUSE,
	  "a prompt cannot stand beside --request; put it into the request file" },
};

static void a_request_that_cannot_be_asked_is_refused_by_name(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(unasked); i++) {
		struct request r;
		struct error err = { 0 };

		if (ask(&unasked[i].line, &r, &err))
			fail_msg("asked: %s", unasked[i].sentence);
		assert_string_equal(err.text, unasked[i].sentence);
		assert_int_equal(err.reason, unasked[i].reason);
	}
}

static void a_request_comes_from_a_file_as_it_stands(void **unused)
{
	static const char json[] = "{\"repository\":\"/\",\"adapter\":\"shell\",\"prompt\":\"x\",\"children\":[{},{}]}";
	const char *given = getenv("BULKHEAD_TEST_SCRATCH");
	OWNED_MEM char *scratch = given ? str_copy(given) : str_format("%s/.cache/bulkhead-check", getenv("HOME"));
	OWNED_MEM char *place = str_format("%s/request-%ld.json", scratch, (long)getpid());
	const struct line line = { { "check", "--request", place } };
	const struct line missing = { { "check", "--request", "/no/such/file" } };
	struct request r;
	struct error err = { 0 };
	OWNED_FD int dir = -1;

	(void)unused;
	assert_true(dir_make(scratch, &dir, &err));
	if (!file_replace(dir, strrchr(place, '/') + 1, json, strlen(json), &err))
		fail_msg("%s", err.text);
	assert_true(ask(&line, &r, &err));
	assert_int_equal(r.n_children, 2);
	assert_string_equal(r.adapter, "shell");
	request_clear(&r);
	(void)unlink(place);
	assert_false(ask(&missing, &r, &err));
	assert_non_null(strstr(err.text, "the request file cannot be read: "));
	assert_non_null(strstr(err.text, "/no/such/file"));
	assert_int_equal(err.reason, REASON_MISUSE);
}

static void the_nearest_word_is_named_only_when_it_is_near(void **unused)
{
	static const char *const words[] = { "check", "launch", NULL, "runs", "workspaces", "release" };
	static const struct { const char *word, *near; } cases[] = {
		{ "chek", "check" },  { "cehck", "check" },   { "lanch", "launch" }, { "rnus", "runs" }, { "work", "workspaces" },
		{ "wo", NULL },       { "relase", "release" }, { "zzz", NULL },       { "", NULL },       { "checkchec", NULL },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const char *near = near_word(cases[i].word, words, COUNT_OF(words));

		if ((near == NULL) != (cases[i].near == NULL) || (near && strcmp(near, cases[i].near) != 0))
			fail_msg("%s: %s", cases[i].word, near ? near : "none");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_not_understood_is_said_in_one_sentence),
		cmocka_unit_test(flags_stand_anywhere_and_take_their_value_either_way),
		cmocka_unit_test(a_prompt_is_never_a_flag),
		cmocka_unit_test(help_wins_over_missing_words),
		cmocka_unit_test(a_number_is_digits_within_its_range_and_nothing_else),
		cmocka_unit_test(every_flag_reaches_the_request),
		cmocka_unit_test(without_flags_the_request_is_the_narrowest_in_the_current_directory),
		cmocka_unit_test(a_request_that_cannot_be_asked_is_refused_by_name),
		cmocka_unit_test(a_request_comes_from_a_file_as_it_stands),
		cmocka_unit_test(the_nearest_word_is_named_only_when_it_is_near),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
