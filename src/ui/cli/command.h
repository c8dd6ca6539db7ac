/*
 * command — THE table of commands and their flags. The parser, --help, usage errors, docs/commands.md and the manual page
 * are made from it, so they cannot differ.
 */
#ifndef UI_CLI_COMMAND_H
#define UI_CLI_COMMAND_H
#include <stdbool.h>
#include <stddef.h>

#include "core/base/error.h"
#include "core/base/text.h"
#include "ui/cli/flags.h"

struct cli;

/* A flag as one command uses it. */
struct flag_use { enum flag flag; const char *help; };

struct command {
	const char *name;
	const char *operands;        /* "RUN [CHILD]", "-- PROMPT"; "" for none */
	const char *purpose;         /* one line without a full stop */
	const char *about;           /* a paragraph for --help and the documents */
	const char *answer;          /* what --json prints; a nested object's keys in braces */
	const char *example;
	const struct flag_use *flags; /* --json and --help come by themselves */
	size_t n_flags;
	size_t least, most;          /* operands, the prompt not counted */
	bool takes_prompt;           /* "-- PROMPT" */
	bool hidden;                 /* not listed: for the project's own use */
	bool changes_nothing;        /* not even the record of a run whose supervisor died is sealed first */
	int (*run)(struct cli *cli); /* the exit status */
};

const struct command *commands_all(size_t *ret_count);
const struct command *command_find(const char *word);                      /* NULL: there is none */
const struct flag_use *command_flag(const struct command *command, size_t at); /* --json and --help last; NULL behind them */
void command_usage(const struct command *command, struct text *out);       /* "bulkhead stop [flags] RUN [CHILD]" */
void command_help(const struct command *command, struct text *out);        /* the whole --help of one command */
void commands_help(struct text *out);                                      /* the --help of the program */
const char *exit_words(enum exit_status status);                           /* what an exit status means */
#endif
