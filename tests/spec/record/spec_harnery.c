/* Specification of harnery: the peer's ids and digests, recomputed from records that the peer wrote. */
#include "spec/record/recording.h"

static void the_capability_digest_is_the_one_the_peer_writes(void **unused)
{
	char hex[DIGEST_HEX_BYTES];

	(void)unused;
	harnery_capability_digest(hex);
	assert_string_equal(hex, "cfefbef3b10f8e19c66e1ed57ee9e865158d76365d281e41b10710e674ffab84");
}

static char *only_run(const char *workflows)
{
	char *out = NULL;

	assert_int_equal(program_run(workflows, (const char *const[]){ "ls", NULL }, &out), 0);
	return out;
}

static void ids_follow_from_the_request(const char *record)
{
	OWNED(json) struct json *request = json_file(record, "workspace-request.json"), *keyless = json_copy(request);
	char hex[DIGEST_HEX_BYTES], binding[HARNERY_ID_BYTES], workspace[HARNERY_ID_BYTES];
	OWNED(json) struct json *manifest = NULL;
	const struct json *b;

	json_unset(keyless, "idempotency_key");
	json_digest(keyless, hex);
	assert_string_equal(hex, json_get_string(request, "idempotency_key"));
	if (!there(record, "run.json"))
		return;
	manifest = json_file(record, "run.json");
	b = json_get(json_get(manifest, "execution"), "workspace_binding");
	json_digest(request, hex);
	assert_string_equal(hex, json_get_string(b, "request_sha256"));
	harnery_binding_id(json_get_string(request, "idempotency_key"), binding);
	assert_string_equal(binding, json_get_string(b, "binding_id"));
	harnery_workspace_id(binding, hex, workspace);
	assert_string_equal(workspace, json_get_string(b, "workspace_id"));
}

static void binding_and_workspace_ids_follow_from_each_request_of_the_peer(void **unused)
{
	OWNED_MEM char *root = path_of("%s/harnery-records", getenv("TEST_DATA")), *cases = NULL;
	int seen = 0;

	(void)unused;
	assert_int_equal(program_run(root, (const char *const[]){ "ls", NULL }, &cases), 0);
	for (char *save = NULL, *name = strtok_r(cases, "\n", &save); name; name = strtok_r(NULL, "\n", &save)) {
		OWNED_MEM char *workflows = path_of("%s/%s/dot-harnery/workflows", root, name), *run = only_run(workflows);
		OWNED_MEM char *record = path_of("%s/%s", workflows, run);

		if (!there(record, "workspace-request.json"))
			continue;
		ids_follow_from_the_request(record);
		seen++;
	}
	assert_true(seen >= 10);
}

static void a_binding_of_the_peer_is_read_and_printed_the_same(void **unused)
{
	OWNED_MEM char *record = path_of("%s/harnery-records/worktree-subdir-cwd/dot-harnery/workflows/wf-2026-11-30T18-18-40-876Z-8e50c2",
					 getenv("TEST_DATA"));
	OWNED(json) struct json *manifest = json_file(record, "run.json"), *printed = NULL, *theirs = NULL;
	OWNED(binding) struct binding *b = NULL;
	struct run_record r = { .run_id = "wf-2026-11-30T18-18-40-876Z-8e50c2", .directory = record };
	char x[DIGEST_HEX_BYTES], y[DIGEST_HEX_BYTES];

	(void)unused;
	theirs = json_copy(json_get(json_get(manifest, "execution"), "workspace_binding"));
	must(binding_parse(theirs, &b, err));
	printed = binding_print(b, &r);
	json_set_string(printed, "network_access", "enabled"); /* the one word that we do not say */
	json_digest(theirs, x);
	json_digest(printed, y);
	assert_string_equal(x, y);
}

#define IDENTITY "{\"platform\":\"linux\",\"device\":\"1\",\"inode\":\"2\"}"
#define ACTIVE "\"active_root\":\"/w\",\"active_root_identity\":" IDENTITY
#define WORKSPACE "\"workspace_root_identity\":" IDENTITY ",\"isolation\":\"worktree\"," ACTIVE

static const struct {
	const char *says, *json;
	bool read;
} bindings[] = {
	{ "the least that is read", "{\"workspace_root\":\"/w\"," WORKSPACE "}", true },
	{ "a relative root", "{\"workspace_root\":\"w\"," WORKSPACE "}", false },
	{ "a root with a NUL would be another", "{\"workspace_root\":\"/w\\u0000x\"," WORKSPACE "}", false },
	{ "an id with a NUL would be another", "{\"binding_id\":\"ws-1\\u0000\",\"workspace_root\":\"/w\"," WORKSPACE "}", false },
	{ "a NUL anywhere in it", "{\"repository\":{\"x\":[\"\\u0000\"]},\"workspace_root\":\"/w\"," WORKSPACE "}", false },
	{ "a root without its identity", "{\"isolation\":\"worktree\",\"workspace_root\":\"/w\"," ACTIVE "}", false },
	{ "no isolation", "{\"workspace_root\":\"/w\",\"workspace_root_identity\":" IDENTITY "," ACTIVE "}", false },
	{ "no object", "[]", false },
};

static void a_binding_that_does_not_name_its_places_is_damaged(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(bindings); i++) {
		OWNED(json) struct json *value = NULL;
		OWNED(binding) struct binding *b = NULL;
		struct error said = { 0 };

		must(json_parse(bindings[i].json, strlen(bindings[i].json), &value, err));
		if (binding_parse(value, &b, &said) != bindings[i].read)
			fail_msg("rule broken: %s: %s", bindings[i].says, said.text);
		assert_true(bindings[i].read || said.reason == REASON_RECORD_DAMAGED);
	}
}

static const struct {
	const char *says, *text;
	size_t units;
	const char *clipped;
} clips[] = {
	{ "what fits is left as it is", "abc", 3, "abc" },
	{ "what does not fit ends with an ellipsis", "abcd", 3, "ab…" },
	{ "a code point beyond the first plane counts as two", "a😀b", 4, "a😀b" },
	{ "such a code point is not cut in half", "a😀bc", 3, "a…" },
	{ "bytes that are no UTF-8 become the replacement character", "a\xff" "b", 9, "a\xef\xbf\xbd" "b" },
	{ "nothing stays nothing", "", 1, "" },
};

static void over_long_text_is_cut_by_utf16_units(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(clips); i++) {
		OWNED_MEM char *got = harnery_clip(clips[i].text, clips[i].units);

		if (strcmp(got, clips[i].clipped) != 0)
			fail_msg("rule broken: %s: \"%s\"", clips[i].says, got);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_capability_digest_is_the_one_the_peer_writes),
		cmocka_unit_test(binding_and_workspace_ids_follow_from_each_request_of_the_peer),
		cmocka_unit_test(a_binding_of_the_peer_is_read_and_printed_the_same),
		cmocka_unit_test(a_binding_that_does_not_name_its_places_is_damaged),
		cmocka_unit_test(over_long_text_is_cut_by_utf16_units),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
