/*
 * cli — the face without a screen: one command, its answer on stdout, its sentences on stderr, one exit status.
 */
#ifndef UI_CLI_CLI_H
#define UI_CLI_CLI_H
#include <stdbool.h>

#include "core/run/engine.h"
#include "ui/cli/say.h"

/* Is the first word of a command line for cli_main()? True for the commands, for "help", and for anything that begins
   with "-"; false for what may be a path to open the console on (it has a slash, or it exists). */
bool cli_is_command(const char *word);
/* argv as main() got it: argv[1] is the command. Returns the exit status of the process (core/base/error.h). */
int cli_main(const struct engine *e, cli_console *console, int argc, char **argv);
#endif
