/*
 * manual — the manual page, from the table of commands.
 */
#include "core/base/error.h"
#include "core/base/owned.h"
#include "ui/cli/command.h"
#include "ui/cli/docs.h"

/* Text that roff shows as it is: a backslash is spelt out, a minus stays one, and no line begins with a dot or quote. */
static void add_plain(struct text *out, const char *s)
{
	if (*s == '.' || *s == '\'')
		text_add_string(out, "\\&");
	for (; *s; s++)
		if (*s == '\\')
			text_add_string(out, "\\e");
		else if (*s == '-')
			text_add_string(out, "\\-");
		else
			text_add_byte(out, *s);
}

static void add_line(struct text *out, const char *s)
{
	add_plain(out, s);
	text_add_byte(out, '\n');
}

static void add_flag(struct text *out, const struct flag_use *use)
{
	const char *value = flag_value(use->flag);

	text_add_string(out, ".TP\n\\fB");
	add_plain(out, flag_name(use->flag));
	text_add_string(out, "\\fR");
	if (value) {
		text_add_string(out, " \\fI");
		add_plain(out, value);
		text_add_string(out, "\\fR");
	}
	text_add_byte(out, '\n');
	add_line(out, use->help);
}

static void add_command(struct text *out, const struct command *command)
{
	CLEARED(text) struct text usage = { 0 };

	command_usage(command, &usage);
	text_add_string(out, ".SS ");
	add_line(out, text_c(&usage));
	add_line(out, command->about);
	for (size_t i = 0; i < command->n_flags; i++)
		add_flag(out, &command->flags[i]);
	text_add_string(out, ".PP\nWith \\-\\-json: ");
	add_line(out, command->answer);
}

static void add_statuses(struct text *out)
{
	text_add_string(out, ".SH EXIT STATUS\n");
	for (int status = EXIT_YES; status <= EXIT_MACHINE; status++) {
		text_add_format(out, ".TP\n.B %d\n", status);
		add_line(out, exit_words((enum exit_status)status));
	}
}

static void add_files(struct text *out)
{
	static const char *const files[][2] = {
		{ "<repository>/.harnery/workflows/", "the records of the runs on a repository" },
		{ "$XDG_STATE_HOME/bulkhead/ledger.jsonl", "the chain of every run of this account" },
		{ "$XDG_CONFIG_HOME/bulkhead/adapters.json", "adapters of your own" },
	};

	text_add_string(out, ".SH FILES\n");
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		text_add_string(out, ".TP\n\\fI");
		add_plain(out, files[i][0]);
		text_add_string(out, "\\fR\n");
		add_line(out, files[i][1]);
	}
}

static void add_environment(struct text *out)
{
	static const struct { const char *name, *means; } variables[] = {
		{ "NO_COLOR", "when it is set to anything, no colour is used; nothing is told by colour alone" },
		{ "BULKHEAD_BELL", "0: the console does not ring the terminal's bell when a child newly wants you or ends by itself; one that wants you "
				  "and calls again does not ring again before you have answered it or ten seconds of output have overtaken it" },
		{ "BULKHEAD_OSC9", "1: it also sends the terminal a notice (OSC 9) that names the child and what it said" },
		{ "BULKHEAD_NOTIFY", "the absolute path of a program that is then run with three words, without a shell and for at most "
				     "10 seconds: run id, child, state (wants you, done, failed, killed or lost)" },
	};

	text_add_string(out, ".SH ENVIRONMENT\n");
	for (size_t i = 0; i < COUNT_OF(variables); i++) {
		text_add_format(out, ".TP\n.B %s\n", variables[i].name);
		add_line(out, variables[i].means);
	}
}

void docs_manual(struct text *out)
{
	size_t count;
	const struct command *commands = commands_all(&count);

	text_add_string(out, ".\\\" Made by `bulkhead docs manual`; a test compares it. Change the table, not this file.\n"
			     ".TH BULKHEAD 1 \"\" \"bulkhead " BULKHEAD_VERSION "\" \"User Commands\"\n"
			     ".SH NAME\nbulkhead \\- supervise agent runs: permitted before they start, proven after they end\n"
			     ".SH SYNOPSIS\n.B bulkhead\n.RI [ PATH ]\n.br\n.B bulkhead\n.I COMMAND\n.RI [ flags ]\n"
			     ".SH DESCRIPTION\n");
	add_line(out, "Without a command the console opens on PATH, or on the current directory. A command gives one answer without the "
		      "console: results on the standard output, sentences on the standard error.");
	text_add_string(out, ".PP\n");
	add_line(out, "Every command takes --json, whose keys do not change, and --help. A prompt always follows --.");
	text_add_string(out, ".SH COMMANDS\n");
	for (size_t i = 0; i < count; i++)
		if (!commands[i].hidden)
			add_command(out, &commands[i]);
	add_statuses(out);
	add_files(out);
	add_environment(out);
}
