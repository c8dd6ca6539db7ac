/*
 * Specification of codex_servers: the list of the user's servers as codex prints it, and the one override that switches
 * them off. codex-mcp-list.out is what codex 0.171.0 printed into a terminal.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "adapters/builtin.h"
#include "adapters/codex_servers.h"
#include "core/base/mem.h"
#include "core/host/file.h"
#include "spec/adapters/invoking.h"

static char *closing(const struct strlist *open)
{
	CLEARED(strlist) struct strlist argv = { 0 };

	codex_servers_close(open, &argv);
	return argv_lines(&argv);
}

static void the_servers_that_are_switched_on_are_switched_off_by_name(void **unused)
{
	OWNED_MEM char *path = str_format("%s/adapters/codex-mcp-list.out", getenv("TEST_DATA"));
	CLEARED(text) struct text bytes = { 0 };
	CLEARED(strlist) struct strlist open = { 0 };
	struct error err = { 0 };

	(void)unused;
	if (!file_read_path(path, 65536, &bytes, &err))
		fail_msg("%s", err.text);
	assert_true(codex_servers_read(text_c(&bytes), bytes.len, &open));
	OWNED_MEM char *words = closing(&open);
	assert_string_equal(words, "-c\nmcp_servers={\"a\\u0001b\"={enabled=false},\"one\"={enabled=false},\"remote\"={enabled=false},"
				   "\"we ird.na\\\"me\"={enabled=false}}");
}

static const struct { const char *says, *answer, *names; } answers[] = { /* names: each behind a space; NULL: not understood */
	{ "no server", "[]\r\n", "" },
	{ "one", "[{\"name\":\"one\",\"enabled\":true}]", " one" },
	{ "one that does not say whether it is on", "[{\"name\":\"one\"}]", " one" },
	{ "one that is off", "[{\"name\":\"one\",\"enabled\":false}]", "" },
	{ "words around the list", "WARN [x] old\r\n[\r\n{\"name\":\"one\"}\r\n]\r\nthe end\r\n", " one" },
	{ "nothing", "", NULL },
	{ "another word", "error: unknown command 'mcp'", NULL },
	{ "a list that is cut off", "[{\"name\":\"one\"},{\"na", NULL },
	{ "an object", "{\"servers\":[]}", NULL },
	{ "a server without a name", "[{\"name\":\"one\"},{\"id\":7}]", NULL },
	{ "an empty name", "[{\"name\":\"\"}]", NULL },
	{ "a name with NUL", "[{\"name\":\"a\\u0000b\"}]", NULL },
	{ "a name that is no UTF-8", "[{\"name\":\"\\ud800\"}]", NULL },
	{ "two lists", "[{\"name\":\"one\"}]\n[]", NULL },
};

static void an_answer_is_understood_whole_or_not_at_all(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(answers); i++) {
		CLEARED(strlist) struct strlist open = { 0 };
		CLEARED(text) struct text names = { 0 };
		bool understood = codex_servers_read(answers[i].answer, strlen(answers[i].answer), &open);

		for (size_t k = 0; k < open.count; k++)
			text_add_format(&names, " %s", open.items[k]);
		if (understood != (answers[i].names != NULL) || (understood && strcmp(text_c(&names), answers[i].names) != 0))
			fail_msg("%s: %s, names%s", answers[i].says, understood ? "understood" : "not understood", text_c(&names));
	}
}

/* Owned: the argv of codex in read-only, or without a policy. */
static char *argv_with(const struct strlist *open, bool policy)
{
	const struct adapter *codex = adapter_find(builtin_adapters(), "codex");
	CLEARED(strlist) struct strlist argv = { 0 };
	CLEARED(invoking) struct invoking v;
	struct error err = { 0 };

	invoking_init(&v, "mend it");
	v.in.open = open;
	if (policy)
		invoking_policy(&v, codex, POLICY_READ_ONLY, NULL, NULL);
	assert_true(codex->render(codex, &v.in, &argv, &err));
	return argv_lines(&argv);
}

static void only_a_sealed_invocation_with_open_servers_names_them(void **unused)
{
	CLEARED(strlist) struct strlist none = { 0 };
	CLEARED(strlist) struct strlist one = { 0 };

	(void)unused;
	strlist_add(&one, "one");
	OWNED_MEM char *sealed = argv_with(&one, true);
	OWNED_MEM char *plain = argv_with(&one, false);
	OWNED_MEM char *empty = argv_with(&none, true);
	OWNED_MEM char *not_asked = argv_with(NULL, true);
	assert_non_null(strstr(sealed, "\n-c\nmcp_servers={\"one\"={enabled=false}}\n--\nmend it"));
	assert_null(strstr(plain, "mcp_servers"));
	assert_null(strstr(empty, "mcp_servers"));
	assert_string_equal(empty, not_asked);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_servers_that_are_switched_on_are_switched_off_by_name),
		cmocka_unit_test(an_answer_is_understood_whole_or_not_at_all),
		cmocka_unit_test(only_a_sealed_invocation_with_open_servers_names_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
