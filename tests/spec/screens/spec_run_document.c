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

/* The lines of one attestation stand in this order, each with its label; what is not recorded has none. */
static void what_an_attestation_covered_and_of_which_program_is_said(void **unused)
{
	static const struct { const char *proof, *wanted; } cases[] = {
		{ "{\"attestation_sha256\":\"ab12\",\"sandbox_attestation\":{\"sha256\":\"ab12\",\"result\":\"attested\",\"attested_at\":"
		  "\"2026-12-01T02:00:00.000Z\",\"adapter\":\"codex-sandbox\",\"path\":\"sandbox\",\"topology\":\"worktree\",\"style\":"
		  "\"headless\",\"mode\":\"workspace-write\",\"git_write\":\"none\",\"roots\":\"named\",\"program\":{\"path\":\"/bin/codex\","
		  "\"sha256\":\"cd34\",\"version\":\"codex-cli 1\",\"starts\":{\"path\":\"/lib/codex\",\"sha256\":\"ef56\"},"
		  "\"starts_unknown\":null}}}",
		  "tried: attested 2026-12-01T02:00:00.000Z, adapter codex-sandbox by the path sandbox, workspace-write, with a named "
		  "directory, no grant, in a worktree, headless|of program: /bin/codex, sha256 cd34, codex-cli 1|that starts: /lib/codex, "
		  "sha256 ef56|attestation: ab12|" },
		{ "{\"attestation_sha256\":\"ab12\",\"sandbox_attestation\":{\"result\":\"contradicted\",\"git_write\":\"shared-repository\","
		  "\"program\":{\"path\":\"/bin/x\",\"sha256\":\"cd34\",\"starts\":null,\"starts_unknown\":\"/bin/x is a script\"}}}",
		  "tried: contradicted ?, adapter ? by the path ?, ?, roots ?, with the grant, in a ?, ?|of program: /bin/x, sha256 "
		  "cd34|not known: /bin/x is a script|attestation: ab12|" },
		{ "{\"attestation_sha256\":\"ab12\"}", "attestation: ab12|" },
		{ "{\"attestation_sha256\":null,\"sandbox_attestation\":null}", "" },
		{ "{\"attestation_sha256\":3,\"sandbox_attestation\":[\"x\"]}", "" },
	};
	static const char *const labels[] = { "tried", "of program", "that starts", "not known", "attestation" };

	(void)unused;
	for (size_t c = 0; c < COUNT_OF(cases); c++) {
		OWNED_MEM char *proof_text = str_format("{\"console\":{\"adapter\":%s}}", cases[c].proof);
		CLEARED(run_view) struct run_view v = { 0 };
		CLEARED(document) struct document d = { 0 };
		CLEARED(text) struct text said = { 0 };
		struct error err = { 0 };

		if (!json_parse(proof_text, strlen(proof_text), &v.proof, &err))
			fail_msg("%s", err.text);
		run_document(&v, NULL, &d);
		for (size_t i = 0; i < d.count; i++)
			for (size_t k = 0; k < COUNT_OF(labels); k++)
				if (d.lines[i].label && strcmp(d.lines[i].label, labels[k]) == 0)
					text_add_format(&said, "%s: %s|", d.lines[i].label, d.lines[i].value);
		assert_string_equal(text_c(&said), cases[c].wanted);
	}
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
		cmocka_unit_test(what_an_attestation_covered_and_of_which_program_is_said),
		cmocka_unit_test(how_a_child_ended_and_what_it_left_behind_is_said) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
