/*
 * arguments — a command line against the table: which flags were given with which values, and what is left.
 */
#ifndef UI_CLI_ARGUMENTS_H
#define UI_CLI_ARGUMENTS_H
#include <stdbool.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/base/strlist.h"
#include "core/judge/request.h"
#include "ui/cli/command.h"

/* Strings are borrowed from argv, but for the lists. */
struct arguments {
	bool given[FLAG_COUNT];
	const char *value[FLAG_COUNT]; /* NULL: not given, or it takes none */
	struct strlist roots;          /* every --writable-root */
	struct strlist operands;
	const char *prompt;            /* what followed "--"; NULL: nothing did */
};

/* argv without the program and the command. REASON_MISUSE with one sentence: unknown flag (naming the nearest known
   one), missing value, a flag twice, too few or too many operands. With --help nothing else is looked at. */
bool arguments_parse(const struct command *command, int argc, char *const *argv, struct arguments *ret, struct error *err) MUST_CHECK;
void arguments_clear(struct arguments *a);
/* A whole number in decimal digits and nothing else; REASON_MISUSE names the flag and the range. Not given: *ret stays. */
bool arguments_number(const struct arguments *a, enum flag flag, uint64_t least, uint64_t most, uint64_t *ret, struct error *err) MUST_CHECK;
/* The request that the flags or --request ask for; *ret must be clear. REASON_MISUSE, or the reason of a refused request
   (unknown words, a request file that is not understood). --request - reads the standard input. */
bool arguments_request(const struct arguments *a, struct request *ret, struct error *err) MUST_CHECK;
#endif
