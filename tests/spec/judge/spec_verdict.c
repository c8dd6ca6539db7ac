/*
 * Specification of verdict_judge(): every row of the verdict table, with its reason and what its sentence must name.
 */
#include "spec/judge/judging.h"

#include "core/judge/rows.h"

#define WW .mode = POLICY_WORKSPACE_WRITE
#define RO .mode = POLICY_READ_ONLY
#define GRANT .git_write = GIT_WRITE_SHARED_REPOSITORY

static const struct judged_case by_request[] = {
	{ "an unknown adapter is refused naming the known ones", { .adapter = "codexx" }, REASON_REQUEST_INVALID,
	  "The adapter \"codexx\" is unknown; known adapters: codex, claude-code, cursor, shell" },
	{ "no adapter is refused naming the known ones", { .adapter = "" }, REASON_REQUEST_INVALID,
	  "No adapter is named; known adapters: codex" },
	{ "a topology beyond the known ones is refused", { .shared = false, .style = STYLE_COUNT }, REASON_REQUEST_INVALID,
	  "The style is unknown; known: default, headless, interactive" },
	{ "a mode beyond the known ones is refused", { .mode = POLICY_COUNT }, REASON_REQUEST_INVALID,
	  "The mode is unknown; known: read-only, workspace-write" },
	{ "a grant beyond the known ones is refused", { WW, .git_write = GIT_WRITE_COUNT }, REASON_REQUEST_INVALID,
	  "The Git grant is unknown; known: none, shared-repository" },
	{ "more than 16 children are refused", { .n_children = 17 }, REASON_REQUEST_INVALID, "17 children were asked for" },
	{ "16 children are accepted", { .n_children = 16 }, REASON_NONE, NULL },
	{ "an empty prompt is refused", { .prompt = "" }, REASON_REQUEST_INVALID, "The prompt is empty" },
	{ "a blank prompt is refused", { .prompt = " \t\n " }, REASON_REQUEST_INVALID, "The prompt is blank" },
	{ "a lone - is refused", { .prompt = "-" }, REASON_REQUEST_INVALID, "The prompt is a lone \"-\"" },
	{ "a lone - in blanks is refused", { .prompt = " - \n" }, REASON_REQUEST_INVALID, "The prompt is a lone \"-\"" },
	{ "a prompt that looks like an option is accepted, it comes after --", { .prompt = "--sandbox danger" }, REASON_NONE, NULL },
	{ "a prompt that is not UTF-8 is refused", { .prompt = "fix \xff" }, REASON_REQUEST_INVALID, "not valid UTF-8" },
	{ "an empty repository is refused", { .repository = "" }, REASON_REQUEST_INVALID, "The repository \"\" is empty" },
	{ "a model that looks like an option is refused", { .model = "--yolo" }, REASON_REQUEST_INVALID, "The model \"--yolo\" starts with" },
	{ "an empty model is refused", { .model = "" }, REASON_REQUEST_INVALID, "The model \"\" is empty" },
	{ "a label with a control character is refused and shown safely", { .label = "a\033[2J" }, REASON_REQUEST_INVALID, "\"a^[[2J\"" },
	{ "a label that is not UTF-8 is refused and shown safely", { .label = "a\xff" }, REASON_REQUEST_INVALID, "\"a\\xFF\"" },
	{ "a time limit beyond a week is refused", { .timeout_ms = REQUEST_TIMEOUT_MS_MAX + 1 }, REASON_REQUEST_INVALID,
	  "The time limit of 604800001 ms is out of range" },
	{ "a time limit of a week is accepted", { .timeout_ms = REQUEST_TIMEOUT_MS_MAX }, REASON_NONE, NULL },
	{ "a negative turn limit is refused", { .adapter = "claude-code", .max_turns = -1 }, REASON_REQUEST_INVALID, "turn limit of -1" },
	{ "interactive is refused where the adapter does not declare it", { .adapter = "cursor", .style = STYLE_INTERACTIVE },
	  REASON_REQUEST_INVALID, "cursor does not declare the interactive style" },
	{ "a turn limit that only the headless program takes is refused interactive",
	  { .adapter = "claude-code", .style = STYLE_INTERACTIVE, .max_turns = 3 }, REASON_REQUEST_INVALID,
	  "claude-code takes no turn limit in the interactive style, so 3 would be dropped; leave the turn limit out, or choose another style" },
	{ "an empty prompt is no missing one: refused interactive too", { .style = STYLE_INTERACTIVE, .prompt = "" }, REASON_REQUEST_INVALID,
	  "The prompt is empty" },
	{ "interactive is accepted where the adapter declares it", { .adapter = "shell", .style = STYLE_INTERACTIVE }, REASON_NONE, NULL },
	{ "a model the adapter cannot take is refused, named", { .adapter = "shell", .model = "gpt-x" }, REASON_REQUEST_INVALID,
	  "shell takes no model, so \"gpt-x\" would be dropped" },
	{ "a turn limit the adapter cannot take is refused, named", { .max_turns = 25 }, REASON_REQUEST_INVALID,
	  "codex takes no turn limit, so 25 would be dropped" },
	{ "effort value the adapter does not list", { .effort = "extreme" }, REASON_EFFORT_UNSUPPORTED,
	  "does not list the effort \"extreme\"; it lists: low, medium, high" },
	{ "effort for an adapter that takes none", { .adapter = "cursor", .effort = "high" }, REASON_EFFORT_UNSUPPORTED,
	  "cursor takes no effort" },
	{ "effort value the adapter lists", { .effort = "high" }, REASON_NONE, NULL },
	{ "writable roots without a mode", { .roots = { WORKTREE "/src" } }, REASON_REQUEST_INVALID, "no policy to travel in" },
	{ "grant without a policy", { GRANT }, REASON_GRANT_WITHOUT_POLICY, "shared-repository has no filesystem policy" },
	{ "grant without a policy, shared checkout", { GRANT, .shared = true }, REASON_GRANT_WITHOUT_POLICY, NULL },
	{ "read-only with writable roots", { RO, .roots = { WORKTREE "/src" } }, REASON_GRANT_INERT, WORKTREE "/src" },
	{ "read-only with a grant", { RO, GRANT }, REASON_GRANT_INERT, "the Git grant shared-repository inert" },
};

static const struct judged_case by_adapter[] = {
	{ "no policy, grant none: codex, worktree", { 0 }, REASON_NONE, "Accepted: codex runs as it is" },
	{ "no policy, grant none: codex, shared", { .shared = true }, REASON_NONE, NULL },
	{ "no policy, grant none: claude-code, worktree", { .adapter = "claude-code" }, REASON_NONE, NULL },
	{ "no policy, grant none: claude-code, shared", { .adapter = "claude-code", .shared = true }, REASON_NONE, NULL },
	{ "no policy, grant none: cursor", { .adapter = "cursor" }, REASON_NONE, NULL },
	{ "no policy, grant none: shell", { .adapter = "shell" }, REASON_NONE, NULL },
	{ "policy, claude-code declares nothing", { .adapter = "claude-code", WW }, REASON_NO_PROJECTION,
	  "claude-code declares that it cannot carry a filesystem policy, so workspace-write could not be enforced" },
	{ "read-only policy, cursor declares nothing", { .adapter = "cursor", RO }, REASON_NO_PROJECTION, "read-only could not be" },
	{ "policy, shell declares nothing", { .adapter = "shell", WW, .shared = true }, REASON_NO_PROJECTION, NULL },
	{ "policy, claude-code declares nothing, interactive", { .adapter = "claude-code", RO, .style = STYLE_INTERACTIVE },
	  REASON_NO_PROJECTION, "read-only could not be enforced" },
	{ "policy with roots and grant, adapter declares nothing", { .adapter = "cursor", WW, GRANT, .roots = { "rel" } },
	  REASON_NO_PROJECTION, NULL },
	{ "mode the adapter maps to null", { .adapter = "reader", WW }, REASON_MODE_UNREPRESENTABLE,
	  "reader cannot represent the mode workspace-write; choose another adapter, or a mode it declares: read-only" },
	{ "mode the adapter declares", { .adapter = "reader", RO }, REASON_NONE, NULL },
	{ "writable roots, adapter cannot carry roots", { .adapter = "rootless", WW, .roots = { WORKTREE "/src" } },
	  REASON_WRITABLE_ROOTS_UNREPRESENTABLE, WORKTREE "/src" },
	{ "a grant, adapter cannot carry roots", { .adapter = "rootless", WW, GRANT }, REASON_WRITABLE_ROOTS_UNREPRESENTABLE,
	  "the Git grant shared-repository would be dropped" },
	{ "policy without roots, adapter cannot carry roots", { .adapter = "rootless", WW }, REASON_NONE, NULL },
	{ "attested as not enforcing on this machine", { WW, .attested = ATTESTED_CONTRADICTED }, REASON_PROJECTION_CONTRADICTED,
	  "codex was observed not to enforce workspace-write" },
	{ "contradicted, but no policy is asked for", { .attested = ATTESTED_CONTRADICTED }, REASON_NONE, NULL },
	{ "program not on PATH, check", { WW, .no_program = true }, REASON_NONE, NULL },
	{ "program not on PATH, launch", { WW, .no_program = true, .launching = true }, REASON_ADAPTER_MISSING,
	  "codex of the adapter codex is not on PATH; install it (npm install -g @openai/codex)." },
	{ "program not on PATH, launch without a policy", { .no_program = true, .launching = true }, REASON_ADAPTER_MISSING, NULL },
	{ "program on PATH, launch", { WW, .launching = true }, REASON_NONE, NULL },
};

static const struct judged_case by_place[] = {
	{ "policy without roots, shared checkout", { WW, .shared = true }, REASON_NONE, NULL },
	{ "writable roots in the shared checkout", { WW, .shared = true, .roots = { SOURCE "/x" } }, REASON_WORKSPACE_REQUIRED, SOURCE "/x" },
	{ "grant in the shared checkout", { WW, .shared = true, GRANT }, REASON_GIT_GRANT_UNAVAILABLE,
	  "needs an isolated workspace, and the shared topology has none" },
	{ "grant in a workspace without a repository", { WW, GRANT, .no_repository = true }, REASON_GIT_GRANT_UNAVAILABLE,
	  "needs a workspace with a repository" },
	{ "worktree from a layout that cannot be served", { .unavailable = "No commit exists yet in /srv/src; commit first" },
	  REASON_WORKSPACE_UNAVAILABLE, "No commit exists yet in /srv/src; commit first" },
	{ "a workspace under a temporary directory, with a policy", { WW, .temporary_reach = "/tmp/ws lies under /tmp" },
	  REASON_WORKSPACE_UNAVAILABLE, "/tmp/ws lies under /tmp" },
	{ "a workspace under a temporary directory, without a policy", { .temporary_reach = "/tmp/ws lies under /tmp" }, REASON_NONE, NULL },
	{ "workspace-write in the administrative directory itself", { WW, .active = WORKTREE_COMMON },
	  REASON_WORKSPACE_UNAVAILABLE, "administrative directory" },
	{ "read-only in the administrative directory itself", { RO, .active = WORKTREE_COMMON }, REASON_NONE, NULL },
	{ "the whole file system as active root, with a policy", { WW, .active = "/" }, REASON_WORKSPACE_UNAVAILABLE,
	  "active root \"/\" is the whole file system" },
	{ "an active root that is not UTF-8, with a policy", { WW, .active = WORKTREE "/\xff" }, REASON_WORKSPACE_UNAVAILABLE, "\\xFF" },
	{ "an active root that is not UTF-8, without a policy", { .active = WORKTREE "/\xff" }, REASON_NONE, NULL },
};

static const struct judged_case by_precedence[] = {
	{ "an unknown adapter comes before its mode", { .adapter = "nobody", WW, GRANT }, REASON_REQUEST_INVALID, NULL },
	{ "an inert grant comes before what the adapter declares", { .adapter = "cursor", RO, GRANT }, REASON_GRANT_INERT, NULL },
	{ "what the adapter declares comes before the topology", { .adapter = "cursor", WW, GRANT, .shared = true },
	  REASON_NO_PROJECTION, NULL },
	{ "the topology comes before the roots", { WW, .shared = true, .roots = { "rel" } }, REASON_WORKSPACE_REQUIRED, NULL },
	{ "roots in the shared checkout come before the grant", { WW, GRANT, .shared = true, .roots = { "/x" } },
	  REASON_WORKSPACE_REQUIRED, NULL },
	{ "the grant's place comes before an unavailable workspace",
	  { WW, GRANT, .no_repository = true, .unavailable = "no repository" }, REASON_GIT_GRANT_UNAVAILABLE, NULL },
	{ "an unavailable workspace comes before the roots", { WW, .unavailable = "bare", .roots = { "rel" } },
	  REASON_WORKSPACE_UNAVAILABLE, NULL },
	{ "an invalid root comes before one that escapes", { WW, .roots = { "/srv/wsX", "rel" } }, REASON_WRITABLE_ROOT_INVALID, "\"rel\"" },
	{ "an escaping root comes before the observation", { WW, .roots = { "/srv/wsX" }, .attested = ATTESTED_CONTRADICTED },
	  REASON_WRITABLE_ROOT_ESCAPES_WORKSPACE, NULL },
	{ "the observation comes before the missing program",
	  { WW, .attested = ATTESTED_CONTRADICTED, .no_program = true, .launching = true }, REASON_PROJECTION_CONTRADICTED, NULL },
};

#define SPEC(name, cases)                                      \
	static void name(void **unused)                        \
	{                                                      \
		(void)unused;                                  \
		all_judged(cases, COUNT_OF(cases));            \
	}
SPEC(what_is_wrong_with_the_request_alone_is_said_first, by_request)
SPEC(what_the_adapter_cannot_do_is_refused, by_adapter)
SPEC(a_place_that_cannot_be_served_is_refused, by_place)
SPEC(the_first_row_that_applies_decides, by_precedence)

static void a_prompt_of_the_longest_argument_is_accepted_and_one_byte_more_is_not(void **unused)
{
	char *prompt = mem_new(131073, 1);

	(void)unused;
	memset(prompt, 'x', 131072);
	judged_as("131072 bytes", &(struct asked){ .prompt = prompt }, REASON_REQUEST_INVALID,
		  "131072 bytes long and the kernel takes 131071");
	prompt[131071] = '\0';
	judged_as("131071 bytes", &(struct asked){ .prompt = prompt }, REASON_NONE, NULL);
	free(prompt);
}

static void every_child_needs_a_prompt_of_its_own_or_the_common_one(void **unused)
{
	struct scene scene;
	struct verdict v;

	(void)unused;
	scene_set(&scene, &(struct asked){ .n_children = 2 });
	str_set(&scene.request.children[1].prompt, "-");
	verdict_judge(&scene.request, &scene.facts, &v);
	assert_int_equal(v.reason, REASON_REQUEST_INVALID);
	assert_non_null(strstr(v.message, "The prompt of child 2 is a lone"));
	verdict_clear(&v);

	str_set(&scene.request.children[1].prompt, "b");
	str_set(&scene.request.prompt, NULL);
	verdict_judge(&scene.request, &scene.facts, &v);
	assert_int_equal(v.reason, REASON_REQUEST_INVALID);
	assert_non_null(strstr(v.message, "The prompt is empty"));
	verdict_clear(&v);

	str_set(&scene.request.children[0].prompt, "a");
	verdict_judge(&scene.request, &scene.facts, &v);
	assert_true(v.accepted);
	verdict_clear(&v);
	scene_clear(&scene);
}

static void no_prompt_at_all_is_for_a_person_in_front_of_an_adapter_that_starts_without_one(void **unused)
{
	static const struct { const char *adapter; enum style style; bool accepted; } cases[] = {
		{ "codex", STYLE_INTERACTIVE, true }, { "codex", STYLE_HEADLESS, false }, { "codex", STYLE_DEFAULT, false },
		{ "shell", STYLE_INTERACTIVE, false },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct scene scene;
		struct verdict v;

		scene_set(&scene, &(struct asked){ .adapter = cases[i].adapter, .style = cases[i].style, .n_children = 2 });
		str_set(&scene.request.prompt, NULL);
		verdict_judge(&scene.request, &scene.facts, &v);
		if (v.accepted != cases[i].accepted)
			fail_msg("%s, %s: %s", cases[i].adapter, style_word(cases[i].style), v.message);
		verdict_clear(&v);
		str_set(&scene.request.children[1].prompt, " ");
		verdict_judge(&scene.request, &scene.facts, &v);
		assert_false(v.accepted);
		verdict_clear(&v);
		scene_clear(&scene);
	}
}

static void a_sandbox_that_a_person_can_change_in_the_session_is_said_by_name(void **unused)
{
	static const struct { const char *adapter; enum policy_mode mode; enum style style; bool mutable; } cases[] = {
		{ "codex", POLICY_WORKSPACE_WRITE, STYLE_INTERACTIVE, true },
		{ "codex", POLICY_READ_ONLY, STYLE_INTERACTIVE, true },
		{ "codex", POLICY_READ_ONLY, STYLE_HEADLESS, false },
		{ "codex", POLICY_READ_ONLY, STYLE_DEFAULT, false },
		{ "codex", POLICY_ABSENT, STYLE_INTERACTIVE, false },
		{ "boxed-shell", POLICY_WORKSPACE_WRITE, STYLE_INTERACTIVE, false },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct scene scene;
		struct verdict v;

		scene_set(&scene, &(struct asked){ .adapter = cases[i].adapter, .mode = cases[i].mode, .style = cases[i].style });
		verdict_judge(&scene.request, &scene.facts, &v);
		assert_true(v.accepted);
		if (v.mutable_in_session != cases[i].mutable || (strstr(v.message, UNKNOWN_MUTABLE_IN_SESSION) != NULL) != cases[i].mutable)
			fail_msg("rule broken: %s, %s, %s: %s", cases[i].adapter, policy_word(cases[i].mode), style_word(cases[i].style),
				 v.message);
		verdict_clear(&v);
		scene_clear(&scene);
	}
}

static void a_missing_program_is_said_in_a_check_and_not_when_it_is_there(void **unused)
{
	struct scene scene;
	struct verdict v;

	(void)unused;
	scene_set(&scene, &(struct asked){ .no_program = true });
	verdict_judge(&scene.request, &scene.facts, &v);
	assert_non_null(v.note);
	assert_non_null(strstr(v.note, "The program codex is not on PATH, so a launch would be refused; install it (npm"));
	verdict_clear(&v);
	scene.facts.program_path = "/usr/bin/codex";
	verdict_judge(&scene.request, &scene.facts, &v);
	assert_null(v.note);
	verdict_clear(&v);
	scene_clear(&scene);
}

/* The generator of docs/refusals.md prints these; a row without words would be a hole in the document. */
static void every_row_has_its_words_and_a_reason_that_refuses(void **unused)
{
	size_t count;
	const struct verdict_row *rows = verdict_rows(&count);

	(void)unused;
	assert_int_equal(count, 30);
	for (size_t i = 0; i < count; i++) {
		assert_non_null(rows[i].applies);
		assert_true(*rows[i].request && *rows[i].meaning && *rows[i].way_on);
		assert_int_equal(reason_exit(rows[i].reason), EXIT_REFUSED);
	}
}

static void the_accepted_sentence_says_what_the_child_may_and_how_that_is_known(void **unused)
{
	(void)unused;
	judged_as(
		"read-only", &(struct asked){ RO }, REASON_NONE,
		"Accepted: codex runs with read-only, as its adapter declares, not attested on this machine; it may read, and write nothing");
	judged_as("workspace-write", &(struct asked){ WW, .attested = ATTESTED_ENFORCES }, REASON_NONE,
		  "as was attested on this machine; it may write in /srv/ws/wt; it cannot commit");
	judged_as("with the grant", &(struct asked){ WW, GRANT }, REASON_NONE,
		  "in the shared repository /srv/src/.git, so it can commit and change what every worktree shares");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_wrong_with_the_request_alone_is_said_first),
		cmocka_unit_test(what_the_adapter_cannot_do_is_refused),
		cmocka_unit_test(a_place_that_cannot_be_served_is_refused),
		cmocka_unit_test(the_first_row_that_applies_decides),
		cmocka_unit_test(a_prompt_of_the_longest_argument_is_accepted_and_one_byte_more_is_not),
		cmocka_unit_test(every_child_needs_a_prompt_of_its_own_or_the_common_one),
		cmocka_unit_test(no_prompt_at_all_is_for_a_person_in_front_of_an_adapter_that_starts_without_one),
		cmocka_unit_test(a_sandbox_that_a_person_can_change_in_the_session_is_said_by_name),
		cmocka_unit_test(a_missing_program_is_said_in_a_check_and_not_when_it_is_there),
		cmocka_unit_test(every_row_has_its_words_and_a_reason_that_refuses),
		cmocka_unit_test(the_accepted_sentence_says_what_the_child_may_and_how_that_is_known),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
