/*
 * say — where a command's words go: results to stdout, sentences to stderr, colour only on a terminal that wants it.
 */
#ifndef UI_CLI_SAY_H
#define UI_CLI_SAY_H
#include <stdbool.h>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/run/engine.h"
#include "ui/cli/arguments.h"

/* The console, opened on one of its screens; given by the one file that knows both faces. Returns the exit status. */
typedef int cli_console(const struct engine *e, const char *screen, const char *argument);

/* One command while it runs. */
struct cli {
	const struct engine *engine;
	const struct command *command;
	struct arguments arguments;
	bool json;
	bool colour; /* of stdout */
	cli_console *console;
};

/* The word that colour may stress; it always says the same without it. */
enum stress { STRESS_HEAD, STRESS_NO, STRESS_QUIET };

void say_result(const struct text *text);                        /* to stdout as it is: sanitize first */
void say_json(struct json *taken);                               /* to stdout, indented, and a newline */
void say_sentence(const char *text);                             /* to stderr, as a sentence, sanitized */
void say_sentence_of(const char *fmt, ...) PRINTF(1, 2);         /* the same, formatted */
/* The end of a command that failed: the sentence, with --json also {"reason", "message"}; its exit status. */
int say_failure(const struct cli *cli, const struct error *err);
void say_word(const struct cli *cli, struct text *out, enum stress stress, const char *word);
/* "  label            value" with the value sanitized; NULL values are left out. */
void say_field(struct text *out, const char *label, const char *value);
#endif
