/*
 * Specification of the success rules: when a child of an adapter succeeded. The files under tests/data/adapters are
 * what the real programs printed into a terminal (codex 0.171.0, Claude Code 2.1.197, against scripted models);
 * cursor's object is inferred from its documentation.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "adapters/builtin.h"
#include "core/base/mem.h"
#include "core/host/file.h"

/* What codex 0.171.0 prints when its screen is left. */
#define FAREWELL                                                                                           \
	"\033[?1049lTo continue this session, run:\r\n  codex resume 01a22eab-3490-7630-88cd-dec807ad6b68\r\n" \
	"Or run codex resume and select please do it.\r\n"
#define WARNING                                                                                                                        \
	"warning: Untrusted project-local configuration is disabled. Run `codex exec --trust` to allow project configuration and MCP " \
	"servers for this and future chats in the project, including MCP commands outside the sandbox. Explicitly untrusted "          \
	"projects must have their trust setting updated first.\r\n"
#define BANNER "OpenAI Codex v0.171.0\r\n--------\r\nsession id: 01a22e0c-ca60-7a92-aed7-0388d6802b79\r\n--------\r\n"
#define GOOD_JSON "{\"type\":\"result\",\"is_error\":false,\"result\":\"done\"}"

static const struct {
	const char *says, *adapter;
	struct child_end end;       /* output of a literal: its length is filled in */
	const char *recorded;       /* file of tests/data/adapters; NULL: end.output */
	bool succeeded;
	const char *text, *session;
} cases[] = {
	{ "codex succeeds with status 0 and a last message", "codex", { .started = true, .last_message = "hello" }, "codex-sealed.out", true,
	  "hello", "01a22e0c-ca60-7a92-aed7-0388d6802b79" },
	{ "codex's session is read from a banner in colours", "codex", { .started = true, .last_message = "hello" }, "codex-plain.out", true,
	  "hello", "01a22e0c-c7d0-7de2-9480-a4580e112b35" },
	{ "codex without a last message did not finish", "codex", { .started = true }, "codex-plain.out", false, NULL,
	  "01a22e0c-c7d0-7de2-9480-a4580e112b35" },
	{ "an empty last message is none: codex makes the file at its start", "codex", { .started = true, .last_message = "" }, NULL, false,
	  NULL, NULL },
	{ "a blank last message is none", "codex", { .started = true, .last_message = " \n" }, NULL, false, NULL, NULL },
	{ "a session id that only a child printed is not reported", "codex",
	  { .started = true, .last_message = "x", .output = "\nsession id: 01a22e0c-ca60-7a92-aed7-0388d6802b79\n" }, NULL, true, "x", NULL },
	{ "codex's own warnings may come before its banner", "codex",
	  { .started = true, .last_message = "x", .output = WARNING WARNING "Reading additional input from stdin...\r\n" BANNER }, NULL, true, "x",
	  "01a22e0c-ca60-7a92-aed7-0388d6802b79" },
	{ "what is no warning of codex's and goes on before the banner may be anybody's", "codex",
	  { .started = true, .last_message = "x", .output = WARNING "and " WARNING BANNER }, NULL, true, "x", NULL },
	{ "a warning without an end has no banner behind it", "codex",
	  { .started = true, .last_message = "x", .output = "warning: OpenAI Codex v0" }, NULL, true, "x", NULL },
	{ "a session id cut off by the end is not reported", "codex",
	  { .started = true, .last_message = "x", .output = "OpenAI Codex v0\nsession id: 01a22e0c-ca60" }, NULL, true, "x", NULL },
	{ "codex with another status failed, whatever it wrote", "codex", { .started = true, .exit_status = 1, .last_message = "old" }, NULL,
	  false, "old", NULL },
	{ "claude-code succeeds with its result object", "claude-code", { .started = true }, "claude-success.out", true, "all done",
	  "da0b8716-dad7-4200-85e2-3d8e3834cd99" },
	{ "an API error is none, though its subtype is success", "claude-code", { .started = true }, "claude-api-error.out", false,
	  "API Error: 500 scripted failure. This is a server-side issue, usually temporary \xe2\x80\x94 try again in a moment. If it persists, "
	  "check your inference gateway (127.0.0.1:4000).",
	  "3990b667-7845-4686-af9b-39f3d8d49fbb" },
	{ "running out of turns is none", "claude-code", { .started = true, .exit_status = 1 }, "claude-max-turns.out", false, NULL,
	  "48f1648e-e74b-4c5a-b3a4-4ae1324347a5" },
	{ "an interrupted claude-code is none, though it ends with 0", "claude-code",
	  { .started = true, .output = "{\"type\":\"result\",\"is_error\":false,\"result\":\"x\",\"terminal_reason\":\"aborted_tools\"}\n" },
	  NULL, false, "x", NULL },
	{ "warnings around the object do not matter", "claude-code",
	  { .started = true, .output = "warning: {}\r\n" GOOD_JSON "\r\n\033[?25h{\"type\":\"other\"}\r\n} odd {" }, NULL, true, "done", NULL },
	{ "the newest object counts", "claude-code",
	  { .started = true, .output = GOOD_JSON "\n{\"type\":\"result\",\"is_error\":true,\"result\":\"no\"}\n" }, NULL, false, "no", NULL },
	{ "no object at all is no success", "claude-code", { .started = true, .output = "help text" }, NULL, false, NULL, NULL },
	{ "an object without is_error is no success", "claude-code", { .started = true, .output = "{\"type\":\"result\",\"result\":\"x\"}" },
	  NULL, false, "x", NULL },
	{ "an object without a result is no success", "claude-code",
	  { .started = true, .output = "{\"type\":\"result\",\"is_error\":false}" }, NULL, false, NULL, NULL },
	{ "an object that is cut off is none", "claude-code",
	  { .started = true, .output = "{\"type\":\"result\",\"is_error\":false,\"result\":\"x\"" }, NULL, false, NULL, NULL },
	{ "cursor succeeds with a result object", "cursor", { .started = true, .output = GOOD_JSON }, NULL, true, "done", NULL },
	{ "cursor without one did not", "cursor", { .started = true, .output = "" }, NULL, false, NULL, NULL },
	{ "shell succeeds with status 0", "shell", { .started = true }, NULL, true, NULL, NULL },
	{ "shell fails with another status", "shell", { .started = true, .exit_status = 3 }, NULL, false, NULL, NULL },
	{ "an interactive codex is judged by its status, whatever it left", "codex",
	  { .started = true, .style = STYLE_INTERACTIVE, .last_message = "old" }, NULL, true, NULL, NULL },
	{ "and fails with another", "codex", { .started = true, .style = STYLE_INTERACTIVE, .exit_status = 1, .output = FAREWELL }, NULL, false,
	  NULL, NULL },
	{ "its session is the last one it names", "codex",
	  { .started = true, .style = STYLE_INTERACTIVE, .output = "codex resume 00000000-0000-0000-0000-000000000000 x " FAREWELL }, NULL,
	  true, NULL, "01a22eab-3490-7630-88cd-dec807ad6b68" },
	{ "a name that is cut off is none", "codex", { .started = true, .style = STYLE_INTERACTIVE, .output = "codex resume 01a22eab" }, NULL,
	  true, NULL, NULL },
	{ "an interactive claude-code needs no result object, and none of it counts", "claude-code",
	  { .started = true, .style = STYLE_INTERACTIVE, .output = GOOD_JSON }, NULL, true, NULL, NULL },
	{ "an interactive cursor neither", "cursor", { .started = true, .style = STYLE_INTERACTIVE }, NULL, true, NULL, NULL },
	{ "codex-sandbox succeeds with status 0", "codex-sandbox", { .started = true }, NULL, true, NULL, NULL },
	{ "codex-sandbox fails with the command's status", "codex-sandbox", { .started = true, .exit_status = 128 }, NULL, false, NULL, NULL },
};

static void read_recorded(const char *name, struct text *ret)
{
	OWNED_MEM char *path = str_format("%s/adapters/%s", getenv("TEST_DATA"), name);
	struct error err = { 0 };

	if (!file_read_path(path, 1024 * 1024, ret, &err))
		fail_msg("%s", err.text);
}

static bool same(const char *a, const char *b)
{
	return (!a && !b) || (a && b && strcmp(a, b) == 0);
}

static void a_child_succeeds_by_its_adapters_own_rule(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct adapter *a = adapter_find(builtin_adapters(), cases[i].adapter);
		struct child_end end = cases[i].end;
		CLEARED(text) struct text recorded = { 0 };
		CLEARED(child_result) struct child_result r = { 0 };

		if (cases[i].recorded) {
			read_recorded(cases[i].recorded, &recorded);
			end.output = text_c(&recorded);
		}
		end.output_len = cases[i].recorded ? recorded.len : end.output ? strlen(end.output) : 0;
		end.head = end.output;
		end.head_len = end.output_len;
		a->result(a, &end, &r);
		if (r.succeeded != cases[i].succeeded || r.succeeded != (r.why == NULL))
			fail_msg("rule broken: %s (%s)", cases[i].says, r.why ? r.why : "succeeded");
		if (!same(r.text, cases[i].text) || !same(r.session_id, cases[i].session))
			fail_msg("%s: text %s, session %s", cases[i].says, r.text ? r.text : "-", r.session_id ? r.session_id : "-");
	}
}

static const struct { const char *says; struct child_end end; } ends[] = {
	{ "a child that was not started", { .last_message = "x", .output = GOOD_JSON } },
	{ "a child that ran out of time", { .started = true, .timed_out = true, .last_message = "x", .output = GOOD_JSON } },
	{ "a child that the operator stopped", { .started = true, .stopped = true, .last_message = "x", .output = GOOD_JSON } },
	{ "a child that had to be killed", { .started = true, .killed = true, .last_message = "x", .output = GOOD_JSON } },
	{ "a child that ended by a signal", { .started = true, .exit_status = -1, .signal = 15, .last_message = "x", .output = GOOD_JSON } },
};

static void a_child_that_did_not_end_by_itself_never_succeeds(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(ends) * builtin_adapters()->count; i++) {
		const struct adapter *a = builtin_adapters()->items[i % builtin_adapters()->count];
		struct child_end end = ends[i / builtin_adapters()->count].end;
		CLEARED(child_result) struct child_result r = { 0 };

		end.output_len = strlen(end.output);
		a->result(a, &end, &r);
		if (r.succeeded || !r.why)
			fail_msg("%s succeeded: %s", a->id, ends[i / builtin_adapters()->count].says);
	}
}

static void a_cost_that_was_not_reported_is_not_zero(void **unused)
{
	const struct adapter *a = adapter_find(builtin_adapters(), "claude-code");
	CLEARED(text) struct text recorded = { 0 };
	CLEARED(child_result) struct child_result with = { 0 }, without = { 0 };
	struct child_end end = { .started = true };

	(void)unused;
	read_recorded("claude-success.out", &recorded);
	end.output = text_c(&recorded);
	end.output_len = recorded.len;
	a->result(a, &end, &with);
	assert_true(with.cost_known);
	assert_true(with.cost_usd > 0.00127 && with.cost_usd < 0.00128);
	end.output = GOOD_JSON;
	end.output_len = strlen(GOOD_JSON);
	a->result(a, &end, &without);
	assert_false(without.cost_known);
}

static void a_failure_in_the_sandbox_names_the_command_and_not_the_program_around_it(void **unused)
{
	const struct adapter *a = adapter_find(builtin_adapters(), "codex-sandbox");
	CLEARED(child_result) struct child_result r = { 0 };

	(void)unused;
	a->result(a, &(struct child_end){ .started = true, .exit_status = 3 }, &r);
	assert_string_equal(r.why, "the command in Codex's sandbox ended with status 3");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_child_succeeds_by_its_adapters_own_rule),
		cmocka_unit_test(a_child_that_did_not_end_by_itself_never_succeeds),
		cmocka_unit_test(a_cost_that_was_not_reported_is_not_zero),
		cmocka_unit_test(a_failure_in_the_sandbox_names_the_command_and_not_the_program_around_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
