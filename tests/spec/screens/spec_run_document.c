/* Specification of run_document: how well the policy in force is known is said for every child, and a contradiction in red. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/base/json.h"
#include "core/base/mem.h"
#include "ui/screens/run_document.h"

static const char proof[] =
	"{\"sandbox_projection\":{\"mode\":\"read-only\",\"writable_roots\":[],\"git_grant\":\"none\"},\"console\":{"
	"\"adapter\":{\"basis\":\"declared\"},\"effective\":{\"applied\":true},\"children\":["
	"{\"id\":\"a1\",\"observed\":{\"state\":\"matched\",\"why\":null,\"record\":\"/home/op/record\"}},"
	"{\"id\":\"a2\",\"observed\":{\"state\":\"contradicted\",\"why\":\"/etc was writable.\",\"record\":null}},"
	"{\"id\":\"a3\",\"observed\":{\"state\":\"unknown\",\"why\":\"There is no record.\",\"record\":null}},"
	"{\"id\":\"a4\",\"observed\":null},{\"id\":\"a5\"}]}}";

static const struct document_line *line_with(const struct document *d, const char *words)
{
	for (size_t i = 0; i < d->count; i++)
		if (d->lines[i].value && strstr(d->lines[i].value, words))
			return &d->lines[i];
	return NULL;
}

static void how_the_policy_is_known_is_said_for_every_child(void **unused)
{
	static const struct { const char *words; enum role role; } wanted[] = {
		{ "a1: matched, its vendor recorded the policy that was rendered", ROLE_TEXT },
		{ "a2: contradicted. /etc was writable.", ROLE_ALERT },
		{ "a3: unknown. There is no record.", ROLE_TEXT },
		{ "/home/op/record", ROLE_DIM },
	};
	CLEARED(run_view) struct run_view v = { 0 };
	CLEARED(document) struct document d = { 0 };
	struct error err = { 0 };

	(void)unused;
	if (!json_parse(proof, sizeof proof - 1, &v.proof, &err))
		fail_msg("%s", err.text);
	run_document(&v, NULL, &d);
	for (size_t i = 0; i < COUNT_OF(wanted); i++) {
		const struct document_line *line = line_with(&d, wanted[i].words);

		if (!line)
			fail_msg("nothing says %s", wanted[i].words);
		assert_int_equal(line->role, wanted[i].role);
	}
	assert_null(line_with(&d, "a4: "));
	assert_null(line_with(&d, "a5: "));
}

static void how_a_child_ended_and_what_it_left_behind_is_said(void **unused)
{
	static const char stopped[] =
		"{\"agents\":[{\"id\":\"a1\",\"status\":\"failed\"},{\"id\":\"a2\",\"status\":\"failed\"}],\"console\":{\"children\":["
		"{\"id\":\"a1\",\"state\":\"failed\",\"signal\":15,\"stopped\":true,\"killed\":true,\"swept\":3}]}}";
	CLEARED(run_view) struct run_view v = { 0 };
	CLEARED(document) struct document d = { 0 };
	struct error err = { 0 };

	(void)unused;
	assert_true(json_parse(stopped, sizeof stopped - 1, &v.proof, &err));
	run_document(&v, NULL, &d);
	assert_non_null(line_with(&d, "stopped by the operator (TERM)"));
	assert_non_null(line_with(&d, "3 processes that it left behind were ended"));
	assert_non_null(line_with(&d, "failed"));
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(how_the_policy_is_known_is_said_for_every_child),
		cmocka_unit_test(how_a_child_ended_and_what_it_left_behind_is_said) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
