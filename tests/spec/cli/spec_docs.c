/*
 * Specification of what is made from the tables: the documents in docs/ are what the program prints today, and no row
 * of a table misses its words.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/base/mem.h"
#include "core/host/file.h"
#include "ui/cli/cli.h"
#include "ui/cli/command.h"
#include "ui/cli/docs.h"
#include "ui/cli/rows.h"
#include "ui/cli/shell_words.h"
#include "ui/cli/verdict_json.h"

#define DOCUMENT_BYTES_MAX (1 << 20)

static const struct { const char *file; void (*print)(struct text *out); } documents[] = {
	{ "commands.md", docs_commands }, { "refusals.md", docs_refusals }, { "reasons.md", docs_reasons }, { "bulkhead.1", docs_manual },
};

static void the_documents_are_what_the_tables_say(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(documents); i++) {
		OWNED_MEM char *path = str_format("%s/../../docs/%s", getenv("TEST_DATA"), documents[i].file);
		CLEARED(text) struct text kept = { 0 };
		CLEARED(text) struct text made = { 0 };
		struct error err = { 0 };

		if (!file_read_path(path, DOCUMENT_BYTES_MAX, &kept, &err))
			fail_msg("%s", err.text);
		documents[i].print(&made);
		if (strcmp(text_c(&kept), text_c(&made)) != 0)
			fail_msg("docs/%s is not what bulkhead docs prints; print it again", documents[i].file);
	}
}

static void every_command_says_what_it_is_for(void **unused)
{
	size_t count;
	const struct command *commands = commands_all(&count);

	(void)unused;
	for (size_t i = 0; i < count; i++) {
		const struct command *c = &commands[i];
		CLEARED(text) struct text help = { 0 };

		assert_ptr_equal(command_find(c->name), c);
		assert_non_null(c->run);
		assert_true(c->least <= c->most);
		assert_true(*c->answer != '\0');
		assert_true(*c->purpose && c->purpose[strlen(c->purpose) - 1] != '.');
		assert_true(*c->about && c->about[strlen(c->about) - 1] == '.');
		assert_non_null(strstr(c->example, c->name));
		assert_true(cli_is_command(c->name));
		command_help(c, &help);
		assert_non_null(strstr(text_c(&help), "--json"));
		assert_non_null(strstr(text_c(&help), "Exit status:"));
	}
}

static void no_command_uses_a_flag_twice(void **unused)
{
	size_t count;
	const struct command *commands = commands_all(&count);

	(void)unused;
	for (size_t i = 0; i < count; i++) {
		bool seen[FLAG_COUNT] = { false };

		for (size_t f = 0; command_flag(&commands[i], f); f++) {
			enum flag flag = command_flag(&commands[i], f)->flag;

			if (seen[flag])
				fail_msg("%s has %s twice", commands[i].name, flag_name(flag));
			seen[flag] = true;
			assert_true(*command_flag(&commands[i], f)->help != '\0');
		}
	}
}

/* The keys of an answer never change: what is printed is what is promised, and nothing else. */
static void promises(const char *command, const struct json *answer)
{
	CLEARED(strlist) struct strlist keys = { 0 };

	json_keys(answer, &keys);
	assert_true(keys.count > 0);
	for (size_t i = 0; i < keys.count; i++) {
		OWNED_MEM char *quoted = str_format("\"%s\"", keys.items[i]);

		if (!strstr(command_find(command)->answer, quoted))
			fail_msg("%s does not promise %s", command, quoted);
	}
}

static void an_answer_has_the_keys_that_are_promised(void **unused)
{
	const struct run_row row = { .outcome = OUTCOME_LOST };
	struct check check = { .verdict = { .accepted = true, .projection = { .applied = true } } };
	OWNED(json) struct json *of_row = row_json(&row);
	OWNED(json) struct json *of_check = NULL;
	struct request request;

	(void)unused;
	request_init(&request);
	of_check = verdict_json(&request, &check);
	promises("runs", of_row);
	promises("check", of_check);
	promises("check", json_get(of_check, "projection"));
	assert_string_equal(json_get_string(of_check, "verdict"), "accepted");
	assert_null(json_get(of_check, "reason"));
	check.verdict = (struct verdict){ .reason = REASON_GRANT_INERT };
	json_drop(&of_check);
	of_check = verdict_json(&request, &check);
	assert_string_equal(json_get_string(of_check, "reason"), "grant_inert");
	assert_null(json_get(of_check, "projection"));
	assert_int_equal(json_count(json_get(of_check, "argv")), 0);
	assert_int_equal(json_count(json_get(of_check, "effective_writable")), 0);
}

static void help_fits_eighty_columns(void **unused)
{
	size_t count;
	const struct command *commands = commands_all(&count);
	CLEARED(text) struct text help = { 0 };

	(void)unused;
	commands_help(&help);
	for (size_t i = 0; i < count; i++)
		if (!commands[i].hidden)
			command_help(&commands[i], &help);
	for (const char *line = text_c(&help); *line; line += strcspn(line, "\n") + 1) {
		const bool example = strncmp(line, "  bulkhead ", 11) == 0;

		if (!example && strcspn(line, "\n") > 80)
			fail_msg("too long: %.100s", line);
	}
}

static void what_may_be_a_path_is_no_command(void **unused)
{
	(void)unused;
	assert_true(cli_is_command("--help"));
	assert_true(cli_is_command("-x"));
	assert_true(cli_is_command("help"));
	assert_true(cli_is_command("chek"));
	assert_false(cli_is_command("/no/such/directory"));
	assert_false(cli_is_command("./chek"));
	assert_false(cli_is_command("."));
	assert_false(cli_is_command(""));
}

static void an_argv_is_quoted_so_that_a_shell_reads_it_back(void **unused)
{
	CLEARED(strlist) struct strlist argv = { 0 };
	CLEARED(text) struct text out = { 0 };

	(void)unused;
	strlist_add(&argv, "codex");
	strlist_add(&argv, "");
	strlist_add(&argv, "it's $(here)");
	strlist_add(&argv, "a=[\"/b\"]");
	shell_words(&out, &argv);
	assert_string_equal(text_c(&out), "codex '' 'it'\\''s $(here)' 'a=[\"/b\"]'");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_documents_are_what_the_tables_say),
		cmocka_unit_test(every_command_says_what_it_is_for),
		cmocka_unit_test(no_command_uses_a_flag_twice),
		cmocka_unit_test(an_answer_has_the_keys_that_are_promised),
		cmocka_unit_test(help_fits_eighty_columns),
		cmocka_unit_test(what_may_be_a_path_is_no_command),
		cmocka_unit_test(an_argv_is_quoted_so_that_a_shell_reads_it_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
