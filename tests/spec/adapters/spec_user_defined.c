/*
 * Specification of user_defined: adapters.json becomes adapters, or a sentence that names the place of its fault.
 * docs/adapters.md is the schema in words; its example is the first case here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <unistd.h>

#include "adapters/builtin.h"
#include "adapters/user_defined.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "spec/adapters/invoking.h"

#define PLAIN "\"argv\":[\"--yes\",[\"--model\",\"{model}\"],\"--\",\"{prompt}\"]"
#define NAMES "\"id\":\"mine\",\"title\":\"Mine\",\"program\":\"mine\""
#define FILE_OF(adapter) "{\"schemaVersion\":1,\"adapters\":[" adapter "]}"
#define SEALED(rest) FILE_OF("{" NAMES ",\"argv\":[\"--\",\"{prompt}\"],\"sealed\":{" rest "}}")

static char *scratch_new(void)
{
	const char *given = getenv("BULKHEAD_TEST_SCRATCH");
	OWNED_MEM char *base = given ? str_copy(given) : str_format("%s/.cache/bulkhead-check", getenv("HOME"));
	OWNED_MEM char *dir = str_format("%s/user-defined-%ld", base, (long)getpid());
	struct error err = { 0 };
	OWNED_FD int fd = -1;

	if (!dir_make(dir, &fd, &err))
		fail_msg("%s", err.text);
	return str_copy(dir);
}

static void file_write(const char *dir, const char *bytes)
{
	struct error err = { 0 };
	OWNED_FD int fd = -1;

	if (!dir_make(dir, &fd, &err) || !file_replace(fd, USER_DEFINED_FILE, bytes, strlen(bytes), &err))
		fail_msg("%s", err.text);
}

static void scratch_drop(char **dir)
{
	OWNED_MEM char *file = path_join(*dir, USER_DEFINED_FILE);

	(void)unlink(file);
	(void)rmdir(*dir);
	free(*dir);
	*dir = NULL;
}

static bool load(const char *bytes, struct user_defined **ret, struct error *err)
{
	OWNED(scratch) char *dir = scratch_new();

	file_write(dir, bytes);
	return user_defined_load(dir, builtin_adapters(), ret, err);
}

static void without_a_file_the_built_in_adapters_are_all_there_are(void **unused)
{
	OWNED(scratch) char *dir = scratch_new();
	OWNED(user_defined) struct user_defined *u = NULL;
	struct error err = { 0 };

	(void)unused;
	assert_true(user_defined_load(dir, builtin_adapters(), &u, &err));
	assert_int_equal(user_defined_set(u)->count, builtin_adapters()->count);
	assert_ptr_equal(user_defined_set(u)->items[0], builtin_adapters()->items[0]);
}

static void a_defined_adapter_follows_the_built_in_ones(void **unused)
{
	OWNED(user_defined) struct user_defined *u = NULL;
	struct error err = { 0 };
	const struct adapter *a;

	(void)unused;
	if (!load(FILE_OF("{" NAMES "," PLAIN ",\"installHint\":\"get it\",\"interactive\":true,\"keepEnvironment\":[\"CURSOR_MINE\"]}"),
		  &u, &err))
		fail_msg("%s", err.text);
	a = user_defined_set(u)->items[builtin_adapters()->count];
	assert_ptr_equal(adapter_find(user_defined_set(u), "mine"), a);
	assert_string_equal(a->title, "Mine");
	assert_string_equal(a->install_hint, "get it");
	assert_string_equal(a->env_keep[0], "CURSOR_MINE");
	assert_true(a->declares.interactive && a->declares.takes_model && !a->declares.takes_max_turns && !a->declares.carries_roots);
	assert_null(a->declares.native_mode[POLICY_READ_ONLY]);
	assert_non_null(strstr(a->defined_in, USER_DEFINED_FILE));
	assert_true(a->definition != NULL);
}

static const char complete[] = FILE_OF(
	"{" NAMES ",\"efforts\":[\"low\",\"high\"],\"result\":\"last-message\",\"stopWithTermOnly\":true,"
	"\"argv\":[\"go\",\"-o\",\"{lastMessage}\",[\"--model\",\"{model}\"],[\"-c\",\"effort=\\\"{effort}\\\"\"],[\"--turns\",\"{maxTurns}\"],"
	"\"--message={prompt}\"],"
	"\"sealed\":{\"modes\":{\"read-only\":\"ro\",\"workspace-write\":\"rw\"},\"writableRoots\":true,"
	"\"argv\":[\"go\",\"-o\",\"{lastMessage}\",\"--box={mode}\",\"-c\",\"roots={roots}\",[\"--add\",\"{root}\"],\"-c\",\"tmp={tmp}\","
	"[\"--model\",\"{model}\"],[\"-c\",\"effort=\\\"{effort}\\\"\"],[\"--turns\",\"{maxTurns}\"],\"--\",\"{prompt}\"],"
	"\"unknowns\":[{\"code\":\"mine_plugins\",\"message\":\"Plugins are not closed.\"}]}}");

static const struct {
	const char *says;
	enum policy_mode mode;
	const char *root, *model, *effort;
	int max_turns;
	const char *argv;
} renderings[] = {
	{ "what was not asked for falls away", POLICY_ABSENT, NULL, NULL, NULL, 0, "mine\ngo\n-o\n/srv/run/last\n--message=--help me" },
	{ "what was asked for is said", POLICY_ABSENT, NULL, "m", "low", 9,
	  "mine\ngo\n-o\n/srv/run/last\n--model\nm\n-c\neffort=\"low\"\n--turns\n9\n--message=--help me" },
	{ "a policy is said with its roots, the private directory first", POLICY_WORKSPACE_WRITE, "/srv/main/.git", NULL, NULL, 0,
	  "mine\ngo\n-o\n/srv/run/last\n--box=rw\n-c\nroots=[\"/srv/state/tmp\",\"/srv/main/.git\"]\n--add\n/srv/state/tmp\n--add\n"
	  "/srv/main/.git\n-c\ntmp=\"/srv/state/tmp\"\n--\n--help me" },
	{ "read-only names no root", POLICY_READ_ONLY, NULL, NULL, NULL, 0,
	  "mine\ngo\n-o\n/srv/run/last\n--box=ro\n-c\nroots=[]\n-c\ntmp=\"/srv/state/tmp\"\n--\n--help me" },
};

static void a_template_is_rendered_word_by_word(void **unused)
{
	OWNED(user_defined) struct user_defined *u = NULL;
	struct error err = { 0 };
	const struct adapter *a;

	(void)unused;
	if (!load(complete, &u, &err))
		fail_msg("%s", err.text);
	a = adapter_find(user_defined_set(u), "mine");
	assert_true(a->writes_last_message && a->stop_with_term_only && a->declares.carries_roots);
	assert_int_equal(a->n_unknowns, 2);
	assert_string_equal(a->unknowns[0].code, "mine_plugins");
	assert_null(a->unknowns[2].code);
	for (size_t i = 0; i < COUNT_OF(renderings); i++) {
		CLEARED(invoking) struct invoking v;
		CLEARED(strlist) struct strlist argv = { 0 };
		OWNED_MEM char *lines = NULL;

		invoking_init(&v, "--help me");
		v.request.model = str_copy(renderings[i].model);
		v.request.effort = str_copy(renderings[i].effort);
		v.request.max_turns = renderings[i].max_turns;
		if (renderings[i].mode != POLICY_ABSENT)
			invoking_policy(&v, a, renderings[i].mode, renderings[i].root, NULL);
		if (!a->render(a, &v.in, &argv, &err))
			fail_msg("%s: %s", renderings[i].says, err.text);
		lines = argv_lines(&argv);
		if (strcmp(lines, renderings[i].argv) != 0)
			fail_msg("%s:\n%s\n-- instead of\n%s", renderings[i].says, lines, renderings[i].argv);
	}
}

static void a_defined_adapter_that_declares_nothing_throws_too(void **unused)
{
	OWNED(user_defined) struct user_defined *u = NULL;
	CLEARED(invoking) struct invoking v;
	CLEARED(strlist) struct strlist argv = { 0 };
	struct error err = { 0 };
	const struct adapter *a;

	(void)unused;
	invoking_init(&v, "x");
	assert_true(load(FILE_OF("{" NAMES "," PLAIN "}"), &u, &err));
	a = adapter_find(user_defined_set(u), "mine");
	invoking_policy(&v, a, POLICY_READ_ONLY, NULL, NULL);
	assert_false(a->render(a, &v.in, &argv, &err));
	assert_int_equal(err.reason, REASON_NO_PROJECTION);
	assert_int_equal(argv.count, 0);
}

static void a_mode_mapped_to_null_is_not_representable(void **unused)
{
	OWNED(user_defined) struct user_defined *u = NULL;
	CLEARED(invoking) struct invoking v;
	CLEARED(strlist) struct strlist argv = { 0 };
	struct error err = { 0 };
	const struct adapter *a;

	(void)unused;
	invoking_init(&v, "x");
	if (!load(SEALED("\"modes\":{\"read-only\":\"ro\",\"workspace-write\":null},\"writableRoots\":false,"
			 "\"argv\":[\"{mode}\",\"--\",\"{prompt}\"]"), &u, &err))
		fail_msg("%s", err.text);
	a = adapter_find(user_defined_set(u), "mine");
	invoking_policy(&v, a, POLICY_WORKSPACE_WRITE, NULL, NULL);
	assert_false(a->render(a, &v.in, &argv, &err));
	assert_int_equal(err.reason, REASON_MODE_UNREPRESENTABLE);
	v.projection.mode = POLICY_READ_ONLY;
	v.projection.native_mode = a->declares.native_mode[POLICY_READ_ONLY];
	strlist_add(&v.projection.rendered_roots, "/srv/w");
	assert_false(a->render(a, &v.in, &argv, &err));
	assert_int_equal(err.reason, REASON_WRITABLE_ROOTS_UNREPRESENTABLE);
}

#define ARGV(words) FILE_OF("{" NAMES ",\"argv\":[" words "]}")
#define MODES "\"modes\":{\"read-only\":\"ro\"},\"writableRoots\":"

static const struct { const char *says, *file, *names; } faults[] = {
	{ "what is not JSON is refused", "{", "adapters.json" },
	{ "an array is no file", "[]", "must be an object" },
	{ "an unknown key of the file is named", "{\"schemaVersion\":1,\"adapters\":[],\"extra\":1}", "'extra'" },
	{ "the version is needed", "{\"adapters\":[]}", "'schemaVersion' is missing" },
	{ "another version is refused", "{\"schemaVersion\":2,\"adapters\":[]}", "must be 1" },
	{ "an adapter is an object", FILE_OF("1"), "adapter 1" },
	{ "an unknown key of an adapter is named", FILE_OF("{" NAMES "," PLAIN ",\"model\":true}"), "'model'" },
	{ "an id is needed", FILE_OF("{\"title\":\"t\",\"program\":\"p\"," PLAIN "}"), "'id' is missing" },
	{ "an id is a string", FILE_OF("{\"id\":1,\"title\":\"t\",\"program\":\"p\"," PLAIN "}"), "'id' must be a string" },
	{ "an id is a word", FILE_OF("{\"id\":\"Mine\",\"title\":\"t\",\"program\":\"p\"," PLAIN "}"), "'Mine'" },
	{ "an id holds no control character", FILE_OF("{\"id\":\"a\\u001b\",\"title\":\"t\",\"program\":\"p\"," PLAIN "}"), "control character" },
	{ "a built-in id cannot be taken", FILE_OF("{\"id\":\"codex\",\"title\":\"t\",\"program\":\"p\"," PLAIN "}"), "'codex' is taken" },
	{ "an id is defined once", FILE_OF("{" NAMES "," PLAIN "},{" NAMES "," PLAIN "}"), "adapter 2" },
	{ "a title is not empty", FILE_OF("{\"id\":\"a\",\"title\":\"\",\"program\":\"p\"," PLAIN "}"), "'title'" },
	{ "a program is no relative path", FILE_OF("{\"id\":\"a\",\"title\":\"t\",\"program\":\"./p\"," PLAIN "}"), "'./p'" },
	{ "an argv is needed", FILE_OF("{" NAMES "}"), "'argv' is missing" },
	{ "an argv holds a prompt", ARGV("\"go\""), "{prompt} exactly once" },
	{ "an argv holds one prompt", ARGV("\"--x={prompt}\",\"--\",\"{prompt}\""), "{prompt} exactly once" },
	{ "a prompt without two dashes could be an option", ARGV("\"go\",\"{prompt}\""), "never read as an option" },
	{ "-c before it does not help: it takes no argument", ARGV("\"-c\",\"{prompt}\""), "never read as an option" },
	{ "a prompt that is not last could be followed by anything", ARGV("\"--\",\"{prompt}\",\"x\""), "never read as an option" },
	{ "a prompt glued to a word that is no option could be one", ARGV("\"={prompt}\""), "never read as an option" },
	{ "a prompt glued to an option without a name could be one", ARGV("\"--={prompt}\""), "never read as an option" },
	{ "a prompt glued to two dashes is an option", ARGV("\"--{prompt}\""), "never read as an option" },
	{ "a prompt behind glued dashes is one", ARGV("\"--\",\"-{prompt}\""), "never read as an option" },
	{ "a prompt is not in a group", ARGV("[\"--\",\"{prompt}\"]"), "does not belong in a group" },
	{ "a model stands in a group", ARGV("\"--model\",\"{model}\",\"--\",\"{prompt}\""), "must stand in a group" },
	{ "a model is a word of its own", ARGV("[\"--model={model}\"],\"--\",\"{prompt}\""), "word of its own" },
	{ "a group names when it falls away", ARGV("[\"--fast\"],\"--\",\"{prompt}\""), "needs a placeholder" },
	{ "a group names one thing", ARGV("[\"{model}\",\"{maxTurns}\"],\"--\",\"{prompt}\""), "exactly one placeholder" },
	{ "a word names one thing", ARGV("\"{prompt}{model}\""), "more than one placeholder" },
	{ "an unknown placeholder is named with the known ones", ARGV("\"{cwd}\",\"--\",\"{prompt}\""), "'{cwd}'" },
	{ "a group has no group in it", ARGV("[[\"{model}\"]],\"--\",\"{prompt}\""), "must be a string" },
	{ "a mode belongs to the sealed argv", ARGV("\"{mode}\",\"--\",\"{prompt}\""), "sealed argv only" },
	{ "a word is a string", ARGV("1,\"--\",\"{prompt}\""), "must be a string" },
	{ "efforts need a place", FILE_OF("{" NAMES "," PLAIN ",\"efforts\":[\"low\"]}"), "belong together" },
	{ "a place for an effort needs efforts", ARGV("[\"--e\",\"{effort}\"],\"--\",\"{prompt}\""), "belong together" },
	{ "an effort is a word", FILE_OF("{" NAMES ",\"efforts\":[\"a\\\"b\"],\"argv\":[[\"--e\",\"{effort}\"],\"--\",\"{prompt}\"]}"), "lower-case word" },
	{ "an unknown result rule is named", FILE_OF("{" NAMES "," PLAIN ",\"result\":\"always\"}"), "'always'" },
	{ "a last message needs a place", FILE_OF("{" NAMES "," PLAIN ",\"result\":\"last-message\"}"), "{lastMessage}" },
	{ "the loader cannot be kept", FILE_OF("{" NAMES "," PLAIN ",\"keepEnvironment\":[\"LD_PRELOAD\"]}"), "'LD_PRELOAD'" },
	{ "no value is set", FILE_OF("{" NAMES "," PLAIN ",\"keepEnvironment\":[\"CODEX_HOME=/x\"]}"), "'CODEX_HOME=/x'" },
	{ "a sealed argv is needed", SEALED(MODES "false"), "'argv' is missing" },
	{ "an unknown mode is refused: there is no full access", SEALED("\"modes\":{\"full-access\":\"x\"},\"writableRoots\":false,"
		"\"argv\":[\"{mode}\",\"--\",\"{prompt}\"]"), "unknown mode" },
	{ "modes that represent nothing are refused", SEALED("\"modes\":{\"read-only\":null},\"writableRoots\":false,"
		"\"argv\":[\"{mode}\",\"--\",\"{prompt}\"]"), "represents nothing" },
	{ "a mode is never the vendor's word for no sandbox", SEALED("\"modes\":{\"workspace-write\":\"Danger-full-access\"},"
		"\"writableRoots\":false,\"argv\":[\"{mode}\",\"--\",\"{prompt}\"]"), "without a sandbox" },
	{ "nor is a word of the sealed argv", SEALED(MODES "false,\"argv\":[\"{mode}\",\"--yolo\",\"--\",\"{prompt}\"]"), "without a sandbox" },
	{ "a sealed argv says the mode", SEALED(MODES "false,\"argv\":[\"--\",\"{prompt}\"]"), "must hold {mode}" },
	{ "roots that are declared are said", SEALED(MODES "true,\"argv\":[\"{mode}\",\"--\",\"{prompt}\"]"), "'writableRoots'" },
	{ "roots that are said are declared", SEALED(MODES "false,\"argv\":[\"{mode}\",\"{roots}\",\"--\",\"{prompt}\"]"), "'writableRoots'" },
	{ "a policy changes nothing else that is asked", SEALED(MODES "false,\"argv\":[\"{mode}\",[\"-m\",\"{model}\"],\"--\",\"{prompt}\"]"), "{model}" },
	{ "an unknown has a code and a message", SEALED(MODES "false,\"argv\":[\"{mode}\",\"--\",\"{prompt}\"],\"unknowns\":[{\"code\":\"c\"}]"), "'message' is missing" },
};

static void one_fault_refuses_the_file_and_names_the_place(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(faults); i++) {
		OWNED(user_defined) struct user_defined *u = NULL;
		struct error err = { 0 };

		if (load(faults[i].file, &u, &err))
			fail_msg("rule broken: %s", faults[i].says);
		assert_null(u);
		if (err.reason != REASON_REQUEST_INVALID || !strstr(err.text, faults[i].names) || !strstr(err.text, USER_DEFINED_FILE))
			fail_msg("%s: %s", faults[i].says, err.text);
	}
}

static void a_literal_with_braces_of_its_own_is_a_literal(void **unused)
{
	OWNED(user_defined) struct user_defined *u = NULL;
	CLEARED(invoking) struct invoking v;
	CLEARED(strlist) struct strlist argv = { 0 };
	struct error err = { 0 };
	const struct adapter *a;

	(void)unused;
	invoking_init(&v, "x");
	if (!load(ARGV("\"--settings={\\\"a\\\":{\\\"b\\\":1}}\",\"{}\",\"{ model }\",\"--\",\"{prompt}\""), &u, &err))
		fail_msg("%s", err.text);
	a = adapter_find(user_defined_set(u), "mine");
	assert_true(a->render(a, &v.in, &argv, &err));
	assert_string_equal(argv.items[1], "--settings={\"a\":{\"b\":1}}");
	assert_string_equal(argv.items[2], "{}");
}

static void the_file_is_bounded(void **unused)
{
	CLEARED(text) struct text many = { 0 };
	OWNED(user_defined) struct user_defined *u = NULL;
	struct error err = { 0 };

	(void)unused;
	text_add_string(&many, "{\"schemaVersion\":1,\"adapters\":[");
	for (int i = 0; i < USER_DEFINED_MAX + 1; i++)
		text_add_format(&many, "%s{\"id\":\"a%d\",\"title\":\"t\",\"program\":\"p\"," PLAIN "}", i ? "," : "", i);
	text_add_string(&many, "]}");
	assert_false(load(text_c(&many), &u, &err));
	assert_non_null(strstr(err.text, "more than 32"));
	text_empty(&many);
	for (size_t i = 0; i < USER_DEFINED_BYTES_MAX + 1; i++)
		text_add_byte(&many, ' ');
	assert_false(load(text_c(&many), &u, &err));
}

static void a_defined_screen_counts_as_one_that_can_change_its_sandbox_unless_its_definition_says_no(void **unused)
{
	static const struct { const char *key; bool interactive, mutable; } cases[] = {
		{ "", false, false },
		{ ",\"interactive\":true", true, true },
		{ ",\"interactive\":true,\"mutableInSession\":true", true, true },
		{ ",\"interactive\":true,\"mutableInSession\":false", true, false },
	};
	const struct projection policy = { .applied = true, .mode = POLICY_READ_ONLY };

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		OWNED_MEM char *bytes = str_format(FILE_OF("{" NAMES ",\"argv\":[\"--\",\"{prompt}\"]%s,\"sealed\":{\"modes\":{\"read-only\":\"ro\"},"
							   "\"writableRoots\":false,\"argv\":[\"{mode}\",\"--\",\"{prompt}\"]}}"), cases[i].key);
		OWNED(user_defined) struct user_defined *u = NULL;
		struct error err = { 0 };
		bool says = false;

		if (!load(bytes, &u, &err))
			fail_msg("%s", err.text);
		const struct adapter *a = adapter_find(user_defined_set(u), "mine");
		for (size_t k = 0; k < a->n_unknowns; k++)
			says |= strcmp(a->unknowns[k].code, UNKNOWN_MUTABLE_IN_SESSION) == 0 &&
				adapter_unknown_holds(&a->unknowns[k], &policy, STYLE_INTERACTIVE);
		assert_int_equal(a->declares.interactive, cases[i].interactive);
		assert_int_equal(a->declares.mutable_in_session, cases[i].mutable);
		assert_int_equal(says, cases[i].mutable);
		assert_false(a->declares.starts_without_prompt);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_a_file_the_built_in_adapters_are_all_there_are),
		cmocka_unit_test(a_defined_adapter_follows_the_built_in_ones),
		cmocka_unit_test(a_template_is_rendered_word_by_word),
		cmocka_unit_test(a_defined_adapter_that_declares_nothing_throws_too),
		cmocka_unit_test(a_mode_mapped_to_null_is_not_representable),
		cmocka_unit_test(one_fault_refuses_the_file_and_names_the_place),
		cmocka_unit_test(a_literal_with_braces_of_its_own_is_a_literal),
		cmocka_unit_test(the_file_is_bounded),
		cmocka_unit_test(a_defined_screen_counts_as_one_that_can_change_its_sandbox_unless_its_definition_says_no),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
