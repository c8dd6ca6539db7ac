/*
 * Specification of codex_observe: the policy in force as codex itself wrote it down. The files codex-rollout-*.jsonl are
 * what codex 0.171.0 recorded against a scripted model, without its instructions and with the places renamed; in each a
 * command prints the marker of the record that is looked for.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "adapters/codex_observe.h"
#include "core/base/json.h"
#include "core/base/mem.h"
#include "core/host/file.h"

static const struct {
	const char *file, *mode, *writable, *approval; /* writable: the entries, each behind a space */
	bool network, approvals;
} recorded[] = {
	{ "workspace-write", "workspace-write", " /srv/w/wt /srv/w/tmp /srv/w/extra", "never, reviewed by user", false, false },
	{ "read-only", "read-only", "", "never, reviewed by user", false, false },
	{ "danger", "danger-full-access", " /", "never, reviewed by user", true, false },
	{ "user-settings", "workspace-write", " /srv/w/wt /tmp $TMPDIR", "on-request, reviewed by auto_review", true, true },
};

static void read_file(const char *name, struct text *ret)
{
	OWNED_MEM char *path = str_format("%s/adapters/codex-rollout-%s.jsonl", getenv("TEST_DATA"), name);
	struct error err = { 0 };

	if (!file_read_path(path, 1024 * 1024, ret, &err))
		fail_msg("%s", err.text);
}

static void the_policy_in_force_is_read_from_a_recorded_session(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(recorded); i++) {
		CLEARED(text) struct text bytes = { 0 }, writable = { 0 };
		CLEARED(observation) struct observation o = { 0 }, none = { 0 };
		size_t at = 0;

		read_file(recorded[i].file, &bytes);
		assert_true(codex_observe(text_c(&bytes), bytes.len, &at, &o));
		for (size_t k = 0; k < o.writable.count; k++)
			text_add_format(&writable, " %s", o.writable.items[k]);
		assert_true(o.understood);
		assert_true(o.made_ms > 1796000000000ull && o.made_ms < 1797000000000ull); /* the end of November 2026 */
		assert_string_equal(o.mode, recorded[i].mode);
		assert_string_equal(o.directory, "/srv/w/wt");
		assert_string_equal(text_c(&writable), recorded[i].writable);
		assert_string_equal(o.approval, recorded[i].approval);
		assert_int_equal(o.network, recorded[i].network);
		assert_int_equal(o.approvals, recorded[i].approvals);
		assert_non_null(strstr(o.extract, "\"sandbox_policy\""));
		assert_null(strstr(o.extract, "collaboration_mode"));
		assert_false(codex_observe(text_c(&bytes), bytes.len, &at, &none));
	}
}

#define TURN(profile, policy, rest) \
	"{\"type\":\"turn_context\",\"payload\":{\"cwd\":\"/w\",\"sandbox_policy\":" policy ",\"permission_profile\":" profile rest "}}\n"
#define FILES(entries) "{\"type\":\"managed\",\"file_system\":{\"type\":\"restricted\",\"entries\":[" entries "]},\"network\":\"restricted\"}"
#define MODE "{\"type\":\"workspace-write\"}"
#define NEVER ",\"approval_policy\":\"never\""
#define ENTRY(path, access) "{\"path\":" path ",\"access\":\"" access "\"}"
#define AT_X "{\"type\":\"path\",\"path\":\"/x\"}"

static const struct { const char *says, *line; bool understood, network, approvals; const char *writable; } turns[] = {
	{ "a plain one", TURN(FILES(ENTRY(AT_X, "write")), MODE, NEVER), true, false, false, "/x" },
	{ "a place that may be read is not writable", TURN(FILES(ENTRY(AT_X, "read")), MODE, NEVER), true, false, false, NULL },
	{ "a special place is shown by its kind",
	  TURN(FILES(ENTRY("{\"type\":\"special\",\"value\":{\"kind\":\"home\"}}", "write")), MODE, NEVER), true, false, false,
	  "the special place \"home\"" },
	{ "a root that is writable is everything",
	  TURN(FILES(ENTRY("{\"type\":\"special\",\"value\":{\"kind\":\"root\"}}", "write")), MODE, NEVER), true, false, false, "/" },
	{ "an unrestricted file system is everything",
	  TURN("{\"type\":\"managed\",\"file_system\":{\"type\":\"unrestricted\"},\"network\":\"restricted\"}", MODE, NEVER), true, false, false, "/" },
	{ "the older field opens the network too", TURN(FILES(""), "{\"type\":\"workspace-write\",\"network_access\":true}", NEVER), true, true, false, NULL },
	{ "an open network",
	  TURN("{\"type\":\"managed\",\"file_system\":{\"type\":\"restricted\",\"entries\":[]},\"network\":\"enabled\"}", MODE, NEVER), true, true, false, NULL },
	{ "an approval policy with parts is not never", TURN(FILES(""), MODE, ",\"approval_policy\":{\"granular\":{}}"), true, false, true, NULL },
	{ "an access of another kind", TURN(FILES(ENTRY(AT_X, "append")), MODE, NEVER), false, false, false, NULL },
	{ "a place of another kind", TURN(FILES(ENTRY("{\"type\":\"glob\",\"pattern\":\"**\"}", "write")), MODE, NEVER), false, false, false, NULL },
	{ "an entry that is none", TURN(FILES("7"), MODE, NEVER), false, false, false, NULL },
	{ "a profile of another kind", TURN("{\"type\":\"external\",\"network\":\"restricted\"}", MODE, NEVER), false, false, false, NULL },
	{ "a network of another kind",
	  TURN("{\"type\":\"managed\",\"file_system\":{\"type\":\"restricted\",\"entries\":[]},\"network\":\"some\"}", MODE, NEVER), false, false, false, NULL },
	{ "rules for the network", TURN(FILES(""), MODE, NEVER ",\"network\":{\"allowed_domains\":[]}"), false, false, false, NULL },
	{ "no profile", TURN("null", MODE, NEVER), false, false, false, NULL },
	{ "no mode", TURN(FILES(""), "{}", NEVER), false, false, false, NULL },
	{ "no approval policy", TURN(FILES(""), MODE, ""), false, false, false, NULL },
	{ "a line that was cut off", "{\"type\":\"turn_context\",\"payload\":{\"cwd\":\"/w\"", false, false, false, NULL },
	{ "no payload", "{\"type\":\"turn_context\"}", false, false, false, NULL },
};

static void what_is_not_known_here_is_never_taken_for_nothing(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(turns); i++) {
		CLEARED(observation) struct observation o = { 0 };
		size_t at = 0;

		if (!codex_observe(turns[i].line, strlen(turns[i].line), &at, &o))
			fail_msg("%s: no statement", turns[i].says);
		if (o.understood != turns[i].understood || o.understood == (o.why != NULL))
			fail_msg("%s: %s", turns[i].says, o.why ? o.why : "understood");
		if (!o.understood)
			continue;
		if (o.network != turns[i].network || o.approvals != turns[i].approvals || o.writable.count != (turns[i].writable != NULL))
			fail_msg("%s: read wrongly", turns[i].says);
		if (turns[i].writable)
			assert_string_equal(o.writable.items[0], turns[i].writable);
	}
}

static void every_turn_is_a_statement_of_its_own(void **unused)
{
	static const char record[] = "not even JSON\n{\"type\":\"event_msg\",\"payload\":{\"text\":\"turn_context\"}}\n"
				     TURN(FILES(""), "{\"type\":\"read-only\"}", NEVER) "\n\n" TURN(FILES(ENTRY(AT_X, "write")), MODE, NEVER);
	static const char *const modes[] = { "read-only", "workspace-write" };
	size_t at = 0;

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(modes); i++) {
		CLEARED(observation) struct observation o = { 0 };

		assert_true(codex_observe(record, sizeof record - 1, &at, &o));
		assert_string_equal(o.mode, modes[i]);
	}
	CLEARED(observation) struct observation none = { 0 };
	assert_false(codex_observe(record, sizeof record - 1, &at, &none));
	assert_int_equal(at, sizeof record - 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_policy_in_force_is_read_from_a_recorded_session),
		cmocka_unit_test(what_is_not_known_here_is_never_taken_for_nothing),
		cmocka_unit_test(every_turn_is_a_statement_of_its_own),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
