/*
 * help — what --help prints, from the table.
 */
#include "ui/cli/command.h"

#include <string.h>

#define WIDTH_COLS 78
#define FLAG_INDENT "          "

const char *exit_words(enum exit_status status)
{
	static const char *const words[] = {
		[EXIT_YES] = "yes",
		[EXIT_RUN_FAILED] = "a run or child failed, or something does not hold",
		[EXIT_MISUSE] = "the command line is not understood",
		[EXIT_REFUSED] = "the request is refused",
		[EXIT_MACHINE] = "the machine refused: disk, permission, a missing program",
	};

	return words[status];
}

/* Words wrapped at WIDTH_COLS; every line begins with indent. */
static void add_wrapped(struct text *out, const char *indent, const char *words)
{
	size_t cols = 0;

	while (*words) {
		const size_t len = strcspn(words, " ");

		if (cols > 0 && cols + 1 + len > WIDTH_COLS) {
			text_add_byte(out, '\n');
			cols = 0;
		}
		text_add_string(out, cols == 0 ? indent : " ");
		cols += (cols == 0 ? strlen(indent) : 1) + len;
		text_add(out, words, len);
		words += len + strspn(words + len, " ");
	}
	text_add_byte(out, '\n');
}

void command_usage(const struct command *command, struct text *out)
{
	text_add_format(out, "bulkhead %s [flags]%s%s", command->name, *command->operands ? " " : "", command->operands);
}

static void add_flag(struct text *out, const struct flag_use *use)
{
	const char *value = flag_value(use->flag);

	text_add_format(out, "  %s%s%s\n", flag_name(use->flag), value ? " " : "", value ? value : "");
	add_wrapped(out, FLAG_INDENT, use->help);
}

static void add_statuses(struct text *out)
{
	text_add_string(out, "\nExit status:\n");
	for (int status = EXIT_YES; status <= EXIT_MACHINE; status++)
		text_add_format(out, "  %d  %s\n", status, exit_words((enum exit_status)status));
}

void command_help(const struct command *command, struct text *out)
{
	text_add_string(out, "Usage: ");
	command_usage(command, out);
	text_add_format(out, "\n\n%s.\n\n", command->purpose);
	add_wrapped(out, "", command->about);
	text_add_string(out, "\nFlags:\n");
	for (size_t i = 0; command_flag(command, i); i++)
		add_flag(out, command_flag(command, i));
	text_add_string(out, "\nWith --json:\n");
	add_wrapped(out, "  ", command->answer);
	text_add_format(out, "\nExample:\n  %s\n", command->example);
	add_statuses(out);
}

void commands_help(struct text *out)
{
	size_t count;
	const struct command *commands = commands_all(&count);

	text_add_string(out, "Usage: bulkhead [PATH]            open the console on a repository\n"
			     "       bulkhead COMMAND [flags]   one command without the console\n\nCommands:\n");
	for (size_t i = 0; i < count; i++)
		if (!commands[i].hidden)
			text_add_format(out, "  %-12s%s\n", commands[i].name, commands[i].purpose);
	text_add_string(out, "\n  bulkhead COMMAND --help says everything about one; --version says which this is.\n");
	add_statuses(out);
}
