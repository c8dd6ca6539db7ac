/*
 * docs — the Markdown documents that are made from the tables, and the command that prints them.
 */
#include "ui/cli/docs.h"

#include "core/base/error.h"
#include "core/judge/verdict.h"
#include "ui/cli/commands.h"
#include "ui/cli/near.h"
#include "ui/cli/say.h"

#define MADE_BY "<!-- Made by `bulkhead docs %s`; a test compares it. Change the table, not this file. -->\n\n"

static void add_command(const struct command *command, struct text *out)
{
	text_add_format(out, "\n## %s\n\n%s.\n\n    ", command->name, command->purpose);
	command_usage(command, out);
	text_add_format(out, "\n\n%s\n\n| flag | meaning |\n|---|---|\n", command->about);
	for (size_t i = 0; command_flag(command, i); i++) {
		const struct flag_use *use = command_flag(command, i);
		const char *value = flag_value(use->flag);

		text_add_format(out, "| `%s", flag_name(use->flag));
		for (const char *c = value ? value : ""; *c; c++)
			text_add_format(out, "%s%s%c", c == value ? " " : "", *c == '|' ? "\\" : "", *c);
		text_add_format(out, "` | %s |\n", use->help);
	}
	text_add_format(out, "\nWith `--json`: %s.\n\nExample: `%s`\n", command->answer, command->example);
}

void docs_commands(struct text *out)
{
	size_t count;
	const struct command *commands = commands_all(&count);

	text_add_format(out, "# Commands\n\n" MADE_BY, "commands");
	text_add_string(
		out,
		"`bulkhead [PATH]` opens the console; `bulkhead -- PATH` also where PATH is the name of a command. Where PATH is a `.harnery` or the directory of one record in it, its records are opened, whoever wrote them.\n"
		"Every command takes `--json` and `--help`; results go to the standard output, sentences to the standard\n"
		"error. Flags may stand before or behind other words; `--flag=value` is `--flag value`. A prompt always follows `--`, so it\n"
		"is never taken for a flag. A command that fails answers\n"
		"`{\"reason\", \"message\"}` with `--json`; the reasons are in [reasons.md](reasons.md).\n\n"
		"| exit status | meaning |\n|---|---|\n");
	for (int status = EXIT_YES; status <= EXIT_MACHINE; status++)
		text_add_format(out, "| %d | %s |\n", status, exit_words((enum exit_status)status));
	for (size_t i = 0; i < count; i++)
		if (!commands[i].hidden)
			add_command(&commands[i], out);
}

void docs_refusals(struct text *out)
{
	size_t count;
	const struct verdict_row *rows = verdict_rows(&count);

	text_add_format(out, "# Refusals\n\n" MADE_BY, "refusals");
	text_add_string(out,
			"A request is held against these rows from the first to the last, and the first that applies decides. What no\n"
			"row refuses is accepted as it was asked for. No row changes a request: there is no fallback. The order is the\n"
			"request by itself, what the adapter declares, the place, each root, what was observed and found here.\n\n"
			"| | request | refused as | why | the way on |\n|---|---|---|---|---|\n");
	for (size_t i = 0; i < count; i++)
		text_add_format(out, "| %zu | %s | `%s` | %s | %s |\n", i + 1, rows[i].request, reason_slug(rows[i].reason),
				rows[i].meaning, rows[i].way_on);
	text_add_string(out,
			"\nA root that a request file gives as something other than a string is refused as `writable_root_invalid` and an\n"
			"unknown key or word as `request_invalid` when the file is read, before any row.\n");
}

void docs_reasons(struct text *out)
{
	text_add_format(out, "# Reasons\n\n" MADE_BY, "reasons");
	text_add_string(
		out, "Every way this program can say no. The words of the first column stand in records and answers and never change.\n\n"
		     "| reason | exit status | meaning | the way on |\n|---|---|---|---|\n");
	for (int reason = REASON_NONE + 1; reason < REASON_COUNT; reason++)
		text_add_format(out, "| `%s` | %d | %s | %s |\n", reason_slug((enum reason)reason), (int)reason_exit((enum reason)reason),
				reason_meaning((enum reason)reason), reason_way_on((enum reason)reason));
}

static const struct { const char *name; void (*print)(struct text *out); } documents[] = {
	{ "commands", docs_commands }, { "refusals", docs_refusals }, { "reasons", docs_reasons }, { "manual", docs_manual },
};

int docs_command(struct cli *cli)
{
	CLEARED(text) struct text out = { 0 };
	struct error err = { 0 };

	for (size_t i = 0; i < COUNT_OF(documents); i++)
		if (strcmp(documents[i].name, cli->arguments.operands.items[0]) == 0) {
			documents[i].print(&out);
			say_result(&out);
			return EXIT_YES;
		}
	(void)error_set(&err, REASON_MISUSE, "there is no such document; known: commands, refusals, reasons, manual");
	return say_failure(cli, &err);
}
