/*
 * Specification of proof_seal() and manifest_freeze(): what they say, what they never say, and that they are bounded.
 */
#include "spec/record/recording.h"

#include <signal.h>
#include <sys/wait.h>

static struct json *proof_of(const struct run_record *r)
{
	return json_file(r->directory, "proof.json");
}

static const struct json *at(const struct json *value, const char *path)
{
	OWNED_MEM char *keys = str_copy(path);

	for (char *save = NULL, *key = strtok_r(keys, ".", &save); key; key = strtok_r(NULL, ".", &save))
		value = json_kind(value) == JSON_ARRAY ? json_at(value, (size_t)(key[0] - '0')) : json_get(value, key);
	return value;
}

/* Path and kind of everything in a value, one line each: the shape that readers rely on. */
static void shape(const struct json *value, const char *path, struct text *out)
{
	static const char *const kinds[] = { "null", "bool", "int", "double", "string", "array", "object" };
	CLEARED(strlist) struct strlist keys = { 0 };

	text_add_format(out, "%s %s\n", *path ? path : ".", kinds[json_kind(value)]);
	if (json_kind(value) == JSON_ARRAY && json_count(value) > 0) {
		OWNED_MEM char *below = str_format("%s[]", path);

		shape(json_at(value, 0), below, out);
	}
	if (json_kind(value) == JSON_OBJECT)
		json_keys(value, &keys);
	for (size_t i = 0; i < keys.count; i++) {
		OWNED_MEM char *below = str_format("%s%s%s", path, *path ? "." : "", keys.items[i]);

		shape(json_get(value, keys.items[i]), below, out);
	}
}

static void must_have_shape(const struct run_record *r, const char *file, const char *golden)
{
	OWNED(json) struct json *value = json_file(r->directory, file);
	OWNED_MEM char *data = path_of("%s/record", getenv("TEST_DATA")), *wanted = file_get(data, golden), *actual = NULL;
	CLEARED(text) struct text got = { 0 };

	shape(value, "", &got);
	if (wanted && strcmp(wanted, text_c(&got)) == 0)
		return;
	actual = path_of("%s.actual", golden);
	file_put(getenv("BULKHEAD_TEST_SCRATCH"), actual, text_c(&got));
	fail_msg("%s has another shape than %s; compare it with %s/%s", file, golden, getenv("BULKHEAD_TEST_SCRATCH"), actual);
}

static void the_shapes_of_manifest_and_proof_are_these(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record shared = { 0 }, worktree = { 0 }, refused = { 0 };

	record_shared(s, &shared, "aaaaaa", POLICY_READ_ONLY);
	must_have_shape(&shared, "run.json", "shared-run.shape");
	must_have_shape(&shared, "proof.json", "shared-proof.shape");
	record_worktree(s, &worktree, "bbbbbb", true, "");
	must_have_shape(&worktree, "run.json", "worktree-run.shape");
	must_have_shape(&worktree, "proof.json", "worktree-proof.shape");
	record_refused(s, &refused, "cccccc");
	must_have_shape(&refused, "run.json", "refused-run.shape");
	must_have_shape(&refused, "proof.json", "refused-proof.shape");
}

static void a_run_without_a_policy_has_no_projection(void **state)
{
	CLEARED(run_record) struct run_record r = { 0 };

	record_shared(*state, &r, "aaaaaa", POLICY_ABSENT);
	OWNED(json) struct json *proof = proof_of(&r);
	assert_false(json_has(proof, "sandbox_projection"));
	assert_false(json_bool(at(proof, "console.effective.applied")));
}

static void a_completed_run_states_projection_and_grant(void **state)
{
	CLEARED(run_record) struct run_record r = { 0 };

	record_worktree(*state, &r, "aaaaaa", true, "");
	OWNED(json) struct json *proof = proof_of(&r);
	assert_string_equal(json_string(at(proof, "sandbox_projection.mode"), NULL), "workspace-write");
	assert_string_equal(json_string(at(proof, "sandbox_projection.git_grant"), NULL), "shared-repository");
	assert_string_equal(json_string(at(proof, "sandbox_projection.writable_roots.0"), NULL), r.binding->gitdir.path);
	assert_string_equal(json_string(at(proof, "sandbox_projection.writable_roots.1"), NULL), r.binding->common.path);
	assert_true(json_bool(at(proof, "console.grant_audit.grant_used")));
}

static void a_refused_run_states_what_was_asked_and_that_nothing_was_in_force(void **state)
{
	CLEARED(run_record) struct run_record r = { 0 };

	record_refused(*state, &r, "aaaaaa");
	OWNED(json) struct json *proof = proof_of(&r), *manifest = json_file(r.directory, "run.json");
	assert_string_equal(json_string(at(proof, "run.status"), NULL), "failed");
	assert_string_equal(json_string(at(proof, "run.error"), NULL), r.message);
	assert_string_equal(json_string(at(proof, "console.outcome"), NULL), "refused");
	assert_string_equal(json_string(at(proof, "console.refusal.reason"), NULL), "no_projection");
	assert_string_equal(json_string(at(proof, "console.requested.mode"), NULL), "read-only");
	assert_string_equal(json_string(at(proof, "console.topology"), NULL), "worktree");
	assert_false(json_has(proof, "sandbox_projection"));
	assert_null(at(proof, "console.effective"));
	assert_int_equal(json_count(at(proof, "agents")), 0);
	assert_false(json_has(json_get(manifest, "execution"), "workspace_binding"));
}

static void what_nobody_looked_at_is_null_and_not_nothing(void **state)
{
	CLEARED(run_record) struct run_record r = { 0 };

	record_shared(*state, &r, "aaaaaa", POLICY_ABSENT);
	OWNED(json) struct json *proof = proof_of(&r);
	assert_null(at(proof, "console.grant_audit"));
	assert_null(at(proof, "console.children.0.cost_usd"));
	assert_null(at(proof, "console.children.0.session_id"));
	assert_null(at(proof, "console.children.0.signal"));
	assert_false(json_has(json_at(json_get(proof, "agents"), 0), "cost_usd"));
}

static const struct {
	const char *says, *argument, *recorded; /* "%" stands for the marker */
} arguments[] = {
	{ "a prompt that is an argument", PROMPT, "%" },
	{ "a prompt behind an option's equals sign", "--prompt=" PROMPT, "--prompt=%" },
	{ "a prompt within a script", "x '" PROMPT "' y", "x '%' y" },
	{ "an argument that is no prompt", "--sandbox", "--sandbox" },
};

static void the_prompt_is_never_in_manifest_or_proof(void **state)
{
	const struct scene *s = *state;
	char hex[DIGEST_HEX_BYTES], marker[160], sha256[DIGEST_HEX_BYTES];

	digest_of(PROMPT, strlen(PROMPT), hex);
	(void)snprintf(marker, sizeof marker, "<prompt: %zu bytes, sha256 %s>", strlen(PROMPT), hex);
	for (size_t i = 0; i < COUNT_OF(arguments); i++) {
		CLEARED(run_record) struct run_record r = { 0 };
		OWNED_MEM char *suffix = str_format("arg%zu", i);
		const char *percent = strchr(arguments[i].recorded, '%');
		OWNED_MEM char *wanted =
			percent ? str_format("%.*s%s%s", (int)(percent - arguments[i].recorded), arguments[i].recorded, marker, percent + 1)
				: str_copy(arguments[i].recorded);

		run_named(&r, s, suffix);
		r.request.topology = TOPOLOGY_SHARED;
		run_permitted(&r, POLICY_ABSENT, GIT_WRITE_NONE);
		r.n_children = 1;
		(void)snprintf(r.children[0].id, sizeof r.children[0].id, "a1");
		strlist_add(&r.children[0].argv, arguments[i].argument);
		OWNED_FD int fd = record_begin(s, &r);
		record_start(&r, fd);
		child_ends(&r, 0, true);
		r.outcome = OUTCOME_DONE;
		record_end(s, &r, fd, sha256);
		OWNED_MEM char *proof = file_get(r.directory, "proof.json"), *manifest = file_get(r.directory, "run.json");
		OWNED_MEM char *request = file_get(r.directory, "request.json"), *transcript = file_get(r.directory, "transcript.jsonl");
		OWNED(json) struct json *value = proof_of(&r);
		if (strstr(proof, PROMPT) || strstr(manifest, PROMPT))
			fail_msg("rule broken: %s: the prompt is in the record", arguments[i].says);
		assert_non_null(strstr(request, PROMPT));
		assert_non_null(strstr(transcript, PROMPT));
		assert_string_equal(json_string(at(value, "console.children.0.argv.0"), NULL), wanted);
	}
}

/* A short prompt must not be looked for inside other words. */
static void a_short_prompt_does_not_blank_out_the_program(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };

	run_named(&r, s, "aaaaaa");
	str_set(&r.request.prompt, "codex");
	r.n_children = 1;
	(void)snprintf(r.children[0].id, sizeof r.children[0].id, "a1");
	strlist_add(&r.children[0].argv, "/usr/bin/codex");
	strlist_add(&r.children[0].argv, "codex");
	OWNED_FD int fd = record_begin(s, &r);
	must(manifest_freeze(fd, &r, err));
	OWNED(json) struct json *manifest = json_file(r.directory, "run.json");
	assert_string_equal(json_string(at(manifest, "console.children.0.argv.0"), NULL), "/usr/bin/codex");
	assert_int_equal(strncmp(json_string(at(manifest, "console.children.0.argv.1"), NULL), "<prompt: 5 bytes", 16), 0);
}

/* sh -c sh: the program keeps its name, and what was asked is a digest. */
static void only_the_prompts_own_place_is_replaced(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	const char *const words[] = { "sh", "-c", "sh" };

	run_named(&r, s, "aaaaaa");
	str_set(&r.request.prompt, "sh");
	r.n_children = 1;
	(void)snprintf(r.children[0].id, sizeof r.children[0].id, "a1");
	for (size_t i = 0; i < COUNT_OF(words); i++)
		strlist_add(&r.children[0].argv, words[i]);
	OWNED_FD int fd = record_begin(s, &r);
	must(manifest_freeze(fd, &r, err));
	OWNED(json) struct json *manifest = json_file(r.directory, "run.json");
	assert_string_equal(json_string(at(manifest, "console.children.0.argv.0"), NULL), "sh");
	assert_int_equal(strncmp(json_string(at(manifest, "console.children.0.argv.2"), NULL), "<prompt: 2 bytes", 16), 0);
}

static char *filled(char c, size_t len)
{
	char *s = mem_new(len + 1, 1);

	memset(s, c, len);
	return s;
}

static void make_vast(struct run_record *r)
{
	OWNED_MEM char *word = filled('w', 3000), *control = filled('\001', 700), *label = filled('l', 4000), *error = filled('e', 20000);

	run_children(r, REQUEST_CHILDREN_MAX);
	str_set(&r->request.label, label);
	str_set(&r->name, label);
	str_set(&r->message, error);
	for (size_t i = 0; i < r->n_children; i++) {
		str_set(&r->children[i].label, label);
		for (int n = 0; n < 16; n++)
			strlist_add(&r->children[i].argv, n % 2 ? word : control);
		for (int n = 0; n < 100; n++)
			strlist_add(&r->children[i].survivors, "4711 a program with a long name that outlived everything");
		child_ends(r, i, false);
		str_set(&r->children[i].error, error);
	}
	for (int n = 0; n < 220; n++) {
		strlist_add(&r->audit.refs_outside, word);
		strlist_add(&r->audit.admin, control);
		strlist_add(&r->before.dirty, word);
		strlist_add_format(&r->after.dirty, "%d%s", n, word);
		run_record_unknown(r, "code", error, "a1");
	}
	for (int n = 0; n < REQUEST_ROOTS_MAX; n++)
		strlist_add_format(&r->verdict.projection.writable_roots, "/%d/%s", n, word);
	r->audit_known = true;
}

static void a_vast_record_is_shortened_and_says_where(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	char sha256[DIGEST_HEX_BYTES];
	struct stat st;

	run_named(&r, s, "aaaaaa");
	r.request.topology = TOPOLOGY_SHARED;
	run_permitted(&r, POLICY_WORKSPACE_WRITE, GIT_WRITE_NONE);
	make_vast(&r);
	OWNED_FD int fd = record_begin(s, &r);
	record_start(&r, fd);
	r.outcome = OUTCOME_FAILED;
	r.reason = REASON_CHILD_FAILED;
	record_end(s, &r, fd, sha256);
	assert_int_equal(fstatat(fd, "proof.json", &st, 0), 0);
	assert_true(st.st_size <= (off_t)PROOF_BYTES_MAX);
	assert_int_equal(fstatat(fd, "run.json", &st, 0), 0);
	assert_true(st.st_size <= (off_t)MANIFEST_BYTES_MAX);
	OWNED(json) struct json *proof = proof_of(&r);
	assert_true(json_count(at(proof, "console.shortened")) > 0);
	assert_non_null(json_get_string(at(proof, "console.shortened.0"), "sha256"));
	assert_int_equal(json_count(at(proof, "sandbox_projection.writable_roots")), REQUEST_ROOTS_MAX);
	assert_int_equal(json_count(at(proof, "console.children")), REQUEST_CHILDREN_MAX);
	assert_true(harnery_units(json_string(at(proof, "run.error"), NULL), strlen(json_string(at(proof, "run.error"), NULL))) <= 2000);
	CLEARED(verification) struct verification v = { 0 };
	must(verify_run(s->state, r.directory, &v, err));
	if (!v.holds)
		fail_msg("%s", v.findings.items[0]);
}

static void hostile_strings_are_kept_as_text_that_can_be_read_back(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	char sha256[DIGEST_HEX_BYTES];

	run_named(&r, s, "aaaaaa");
	r.request.topology = TOPOLOGY_SHARED;
	str_set(&r.request.label, "\033[2J\xe2\x80\xae\xff"
				  "end");
	str_set(&r.message, "line\nbreak \xed\xa0\x80 \x7f");
	strlist_add(&r.before.dirty, "caf\xe9");
	OWNED_FD int fd = record_begin(s, &r);
	record_start(&r, fd);
	r.outcome = OUTCOME_FAILED;
	record_end(s, &r, fd, sha256);
	OWNED(json) struct json *proof = proof_of(&r);
	assert_string_equal(json_string(at(proof, "console.label"), NULL), "\033[2J\xe2\x80\xae\xef\xbf\xbd"
									   "end");
	assert_string_equal(json_string(at(proof, "repository.before.dirty_paths.0"), NULL), "caf\xef\xbf\xbd");
}

/* A kill at any moment: each file is whole, or is not there. */
static void a_kill_while_sealing_leaves_whole_files_or_none(void **state)
{
	const struct scene *s = *state;

	for (int round = 0; round < 25; round++) {
		CLEARED(run_record) struct run_record r = { 0 };
		OWNED_MEM char *suffix = str_format("kill%02d", round);
		struct timespec pause = { 0, round * 400000 };
		int status;
		pid_t pid;

		run_named(&r, s, suffix);
		r.directory = path_of("%s/.harnery/workflows/%s", s->repo, r.run_id);
		pid = fork();
		if (pid == 0) {
			CLEARED(run_record) struct run_record mine = { 0 };

			record_shared(s, &mine, suffix, POLICY_READ_ONLY);
			_exit(0);
		}
		(void)nanosleep(&pause, NULL); /* not a wait for something: the moment is what varies */
		(void)kill(pid, SIGKILL);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		static const char *const files[] = { "request.json", "run.json", "proof.json" };
		for (size_t i = 0; i < COUNT_OF(files); i++) {
			if (there(r.directory, files[i])) {
				OWNED(json) struct json *whole = json_file(r.directory, files[i]);

				assert_non_null(whole);
			}
		}
	}
	CLEARED(verification) struct verification v = { 0 };
	must(verify_ledger(s->state, &v, err));
	assert_true(v.holds);
}

static void environment_values_are_in_no_file(void **state)
{
	CLEARED(run_record) struct run_record r = { 0 };
	OWNED_MEM char *found = NULL;

	assert_int_equal(setenv("SECRET_FOR_THE_TEST", "d41d8cd98f00b204", 1), 0);
	record_worktree(*state, &r, "aaaaaa", true, "");
	assert_int_equal(program_run(r.coordination_root, (const char *const[]){ "grep", "-r", "d41d8cd98f00b204", ".", NULL }, &found), 1);
}

#define SCENE(test) cmocka_unit_test_setup_teardown(test, scene_make, scene_drop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SCENE(the_shapes_of_manifest_and_proof_are_these),
		SCENE(a_run_without_a_policy_has_no_projection),
		SCENE(a_completed_run_states_projection_and_grant),
		SCENE(a_refused_run_states_what_was_asked_and_that_nothing_was_in_force),
		SCENE(what_nobody_looked_at_is_null_and_not_nothing),
		SCENE(the_prompt_is_never_in_manifest_or_proof),
		SCENE(a_short_prompt_does_not_blank_out_the_program),
		SCENE(only_the_prompts_own_place_is_replaced),
		SCENE(a_vast_record_is_shortened_and_says_where),
		SCENE(hostile_strings_are_kept_as_text_that_can_be_read_back),
		SCENE(a_kill_while_sealing_leaves_whole_files_or_none),
		SCENE(environment_values_are_in_no_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
