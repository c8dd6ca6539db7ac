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

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(how_the_policy_is_known_is_said_for_every_child) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
