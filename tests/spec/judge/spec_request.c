/*
 * Specification of request_parse(), request_print() and the words: what a request file may say, and the exact sentence
 * for everything else.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/base/mem.h"
#include "core/judge/request.h"

static const struct {
	const char *json;
	enum reason reason;
	const char *text;
} refused[] = {
	{ "{\"mode\":\"read-only\"}", REASON_REQUEST_INVALID,
	  "the request has an unknown key \"mode\"; known keys: repository, topology, filesystemPolicy, gitWrite, adapter, model, effort, "
	  "timeoutMs, maxTurns, prompt, children, style, label" },
	{ "{\"filesystemPolicy\":{\"mode\":\"read-only\",\"roots\":[]}}", REASON_REQUEST_INVALID,
	  "filesystemPolicy has an unknown key \"roots\"; known keys: mode, writableRoots" },
	{ "{\"children\":[{\"task\":\"x\"}]}", REASON_REQUEST_INVALID,
	  "children[0] has an unknown key \"task\"; known keys: label, prompt" },
	{ "{\"prompt\":\"a\",\"gitWrite\":\"none\",\"prompt\":\"b\"}", REASON_REQUEST_INVALID,
	  "the key \"prompt\" stands twice in one object of the request; leave one out" },
	{ "{\"mode\":1,\"mode\":1}", REASON_REQUEST_INVALID, "the key \"mode\" stands twice in one object of the request; leave one out" },
	{ "{\"gitWrite\":\"none\",\"git\\u0057rite\" :\"shared-repository\"}", REASON_REQUEST_INVALID,
	  "the key \"gitWrite\" stands twice in one object of the request; leave one out" },
	{ "{\"children\":[{\"prompt\":\"a\"},{\"prompt\":\"{\",\"prompt\":\"}\"}]}", REASON_REQUEST_INVALID,
	  "the key \"prompt\" stands twice in one object of the request; leave one out" },
	{ "{\"topology\":\"clone\"}", REASON_REQUEST_INVALID, "topology \"clone\" is unknown; known: shared, worktree" },
	{ "{\"filesystemPolicy\":{\"mode\":\"full-access\"}}", REASON_REQUEST_INVALID,
	  "filesystemPolicy.mode \"full-access\" is unknown; known: read-only, workspace-write" },
	{ "{\"filesystemPolicy\":{\"mode\":\"none\"}}", REASON_REQUEST_INVALID,
	  "filesystemPolicy.mode \"none\" is unknown; known: read-only, workspace-write" },
	{ "{\"gitWrite\":\"worktree\"}", REASON_REQUEST_INVALID, "gitWrite \"worktree\" is unknown; known: none, shared-repository" },
	{ "{\"style\":\"loud\"}", REASON_REQUEST_INVALID, "style \"loud\" is unknown; known: default, headless, interactive" },
	{ "{\"topology\":\"Shared\"}", REASON_REQUEST_INVALID, "topology \"Shared\" is unknown; known: shared, worktree" },
	{ "{\"topology\":3}", REASON_REQUEST_INVALID,
	  "topology must be a string, not a whole number; correct it or leave the key out" },
	{ "{\"prompt\":null}", REASON_REQUEST_INVALID, "prompt must be a string, not null; correct it or leave the key out" },
	{ "{\"filesystemPolicy\":null}", REASON_REQUEST_INVALID,
	  "filesystemPolicy must be an object, not null; correct it or leave the key out" },
	{ "{\"filesystemPolicy\":\"read-only\"}", REASON_REQUEST_INVALID,
	  "filesystemPolicy must be an object, not a string; correct it or leave the key out" },
	{ "{\"filesystemPolicy\":{\"writableRoots\":[]}}", REASON_REQUEST_INVALID,
	  "filesystemPolicy needs a mode: read-only or workspace-write; without a policy leave the key out" },
	{ "{\"filesystemPolicy\":{\"mode\":\"workspace-write\",\"writableRoots\":\"/x\"}}", REASON_REQUEST_INVALID,
	  "filesystemPolicy.writableRoots must be an array, not a string; correct it or leave the key out" },
	{ "{\"filesystemPolicy\":{\"mode\":\"workspace-write\",\"writableRoots\":[\"/x\",7]}}", REASON_WRITABLE_ROOT_INVALID,
	  "writableRoots[1] must be a string, not a whole number; name an absolute directory" },
	{ "{\"filesystemPolicy\":{\"mode\":\"workspace-write\",\"writableRoots\":[null]}}", REASON_WRITABLE_ROOT_INVALID,
	  "writableRoots[0] must be a string, not null; name an absolute directory" },
	{ "{\"filesystemPolicy\":{\"mode\":\"workspace-write\",\"writableRoots\":[\"/a\\u0000/b\"]}}", REASON_WRITABLE_ROOT_INVALID,
	  "writableRoots[0] holds a NUL character; name an absolute directory" },
	{ "{\"filesystemPolicy\":{\"mode\":\"workspace-write\",\"writableRoots\":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]}}",
	  REASON_WRITABLE_ROOT_INVALID, "filesystemPolicy.writableRoots names 17 directories; at most 16 can be served" },
	{ "{\"timeoutMs\":0}", REASON_REQUEST_INVALID, "timeoutMs must be a whole number from 1 to 604800000" },
	{ "{\"timeoutMs\":604800001}", REASON_REQUEST_INVALID, "timeoutMs must be a whole number from 1 to 604800000" },
	{ "{\"timeoutMs\":-1}", REASON_REQUEST_INVALID, "timeoutMs must be a whole number from 1 to 604800000" },
	{ "{\"timeoutMs\":1.5}", REASON_REQUEST_INVALID,
	  "timeoutMs must be a whole number, not a fraction; correct it or leave the key out" },
	{ "{\"timeoutMs\":\"300\"}", REASON_REQUEST_INVALID,
	  "timeoutMs must be a whole number, not a string; correct it or leave the key out" },
	{ "{\"maxTurns\":1000001}", REASON_REQUEST_INVALID, "maxTurns must be a whole number from 1 to 1000000" },
	{ "{\"maxTurns\":true}", REASON_REQUEST_INVALID, "maxTurns must be a whole number, not a boolean; correct it or leave the key out" },
	{ "{\"children\":[]}", REASON_REQUEST_INVALID, "children must hold from 1 to 16 entries, not 0" },
	{ "{\"children\":[{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}]}", REASON_REQUEST_INVALID,
	  "children must hold from 1 to 16 entries, not 17" },
	{ "{\"children\":{}}", REASON_REQUEST_INVALID, "children must be an array, not an object; correct it or leave the key out" },
	{ "{\"children\":[{},\"x\"]}", REASON_REQUEST_INVALID,
	  "children[1] must be an object, not a string; correct it or leave the key out" },
	{ "{\"children\":[{},{\"prompt\":[]}]}", REASON_REQUEST_INVALID,
	  "children[1].prompt must be a string, not an array; correct it or leave the key out" },
	{ "{\"prompt\":\"a\\u0000b\"}", REASON_REQUEST_INVALID, "prompt holds a NUL character; no program can be given one" },
	{ "{\"repository\":\"/a\\u0000b\"}", REASON_REQUEST_INVALID, "repository holds a NUL character; no program can be given one" },
	{ "{\"prompt\":\"\xff\"}", REASON_REQUEST_INVALID, "the request is not valid UTF-8; save it as UTF-8" },
	{ "{\"a\033b\":1}", REASON_REQUEST_INVALID, NULL },
	{ "[]", REASON_REQUEST_INVALID, "the request must be an object, not an array" },
	{ "null", REASON_REQUEST_INVALID, "the request must be an object, not null" },
	{ "", REASON_REQUEST_INVALID, NULL },
	{ "{", REASON_REQUEST_INVALID, NULL },
	{ "{} x", REASON_REQUEST_INVALID, NULL },
	{ "\xef\xbb\xbf{}", REASON_REQUEST_INVALID, NULL },
};

static void everything_that_is_not_understood_is_refused_by_name(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(refused); i++) {
		struct request r = { .label = NULL };
		struct error err = { 0 };

		if (request_parse(refused[i].json, strlen(refused[i].json), &r, &err))
			fail_msg("accepted: %s", refused[i].json);
		assert_int_equal(err.reason, refused[i].reason);
		if (refused[i].text)
			assert_string_equal(err.text, refused[i].text);
		else
			assert_true(*err.text != '\0' && !strchr(err.text, '\033'));
		assert_null(r.label);
	}
}

static void what_is_too_deep_or_too_large_is_refused(void **unused)
{
	char *bytes = mem_new(REQUEST_BYTES_MAX + 2, 1);
	struct request r;
	struct error err = { 0 };

	(void)unused;
	memset(bytes, '[', 200);
	assert_false(request_parse(bytes, 200, &r, &err));
	assert_int_equal(err.reason, REASON_REQUEST_INVALID);
	memset(bytes, ' ', REQUEST_BYTES_MAX + 1);
	memcpy(bytes, "{}", 2);
	assert_false(request_parse(bytes, REQUEST_BYTES_MAX + 1, &r, &err));
	assert_string_equal(err.text, "the request is longer than 1048576 bytes, the most that can be read");
	assert_true(request_parse(bytes, REQUEST_BYTES_MAX, &r, &err));
	request_clear(&r);
	free(bytes);
}

static void an_empty_object_is_the_narrowest_request(void **unused)
{
	struct request r;
	struct error err = { 0 };

	(void)unused;
	assert_true(request_parse("{}", 2, &r, &err));
	assert_int_equal(r.topology, TOPOLOGY_WORKTREE);
	assert_int_equal(r.mode, POLICY_ABSENT);
	assert_int_equal(r.git_write, GIT_WRITE_NONE);
	assert_int_equal(r.n_children, 1);
	assert_null(r.adapter);
	assert_null(request_prompt(&r, 0));
	request_clear(&r);
}

#define WHOLE                                                                                                                \
	"{\"repository\":\"/srv/src\",\"topology\":\"shared\",\"filesystemPolicy\":{\"mode\":\"workspace-write\","          \
	"\"writableRoots\":[\"{workspace}/src\",\"/srv/a\\\"b\"]},\"gitWrite\":\"shared-repository\",\"adapter\":\"codex\"," \
	"\"model\":\"m\",\"effort\":\"high\",\"timeoutMs\":604800000,\"maxTurns\":7,\"prompt\":\"fix\\n\xc3\xa9\","             \
	"\"children\":[{\"label\":\"one\"},{\"prompt\":\"other\"}],\"style\":\"headless\",\"label\":\"try\"}"

static void printed_as(const struct request *r, const char *wanted)
{
	CLEARED(text) struct text out = { 0 };
	OWNED(json) struct json *printed = request_print(r);

	json_write(printed, JSON_COMPACT, &out);
	assert_string_equal(text_c(&out), wanted);
}

static void a_request_is_printed_as_it_is_read(void **unused)
{
	struct request r, copy;
	struct error err = { 0 };

	(void)unused;
	if (!request_parse(WHOLE, strlen(WHOLE), &r, &err))
		fail_msg("%s", err.text);
	assert_string_equal(request_prompt(&r, 0), "fix\n\xc3\xa9");
	assert_string_equal(request_prompt(&r, 1), "other");
	printed_as(&r, WHOLE);
	request_copy(&copy, &r);
	request_clear(&r);
	printed_as(&copy, WHOLE);
	request_clear(&copy);
}

static void a_cleared_request_is_a_new_one(void **unused)
{
	struct request r;
	struct error err = { 0 };

	(void)unused;
	assert_true(request_parse(WHOLE, strlen(WHOLE), &r, &err));
	request_clear(&r);
	printed_as(&r, "{\"topology\":\"worktree\",\"gitWrite\":\"none\",\"children\":[{}]}");
	request_clear(&r);
}

#define BOTH_WAYS(name, type, word, from_word, first, count)                                        \
	static void name(void **unused)                                                             \
	{                                                                                           \
		enum type back;                                                                     \
                                                                                                    \
		(void)unused;                                                                       \
		for (int i = first; i < (int)(count); i++) {                                        \
			assert_true(from_word(word((enum type)i), &back));                          \
			assert_int_equal((int)back, i);                                             \
		}                                                                                   \
		assert_false(from_word("unknown", &back));                                          \
		assert_false(from_word("", &back));                                                 \
		assert_false(from_word(NULL, &back));                                               \
		assert_string_equal(word(count), "unknown");                                        \
	}
BOTH_WAYS(topology_words_go_both_ways, topology, topology_word, topology_from_word, 0, TOPOLOGY_COUNT)
BOTH_WAYS(mode_words_go_both_ways, policy_mode, policy_word, policy_from_word, POLICY_READ_ONLY, POLICY_COUNT)
BOTH_WAYS(grant_words_go_both_ways, git_write, git_write_word, git_write_from_word, 0, GIT_WRITE_COUNT)
BOTH_WAYS(style_words_go_both_ways, style, style_word, style_from_word, 0, STYLE_COUNT)

static void no_policy_is_not_a_mode_that_can_be_asked_for(void **unused)
{
	enum policy_mode mode = POLICY_READ_ONLY;

	(void)unused;
	assert_string_equal(policy_word(POLICY_ABSENT), "none");
	assert_false(policy_from_word("none", &mode));
	assert_false(policy_from_word("full-access", &mode));
	assert_int_equal(mode, POLICY_READ_ONLY);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_that_is_not_understood_is_refused_by_name),
		cmocka_unit_test(what_is_too_deep_or_too_large_is_refused),
		cmocka_unit_test(an_empty_object_is_the_narrowest_request),
		cmocka_unit_test(a_request_is_printed_as_it_is_read),
		cmocka_unit_test(a_cleared_request_is_a_new_one),
		cmocka_unit_test(topology_words_go_both_ways),
		cmocka_unit_test(mode_words_go_both_ways),
		cmocka_unit_test(grant_words_go_both_ways),
		cmocka_unit_test(style_words_go_both_ways),
		cmocka_unit_test(no_policy_is_not_a_mode_that_can_be_asked_for),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
