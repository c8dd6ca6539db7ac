/*
 * cli — from a command line to the command's function.
 */
#include "ui/cli/cli.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/judge/value.h"
#include "ui/cli/near.h"
#include "ui/cli/say.h"

#define NAMES_MAX 32

static bool is_word(const char *word, const char *a, const char *b)
{
	return strcmp(word, a) == 0 || strcmp(word, b) == 0;
}

/* A bare word that names nothing on the disk is a mistyped command rather than a place to open. */
bool cli_is_command(const char *word)
{
	return word[0] == '-' || is_word(word, "help", "help") || command_find(word) ||
	       (*word && !strchr(word, '/') && access(word, F_OK) != 0);
}

static bool wants_colour(const struct engine *e)
{
	const char *term = places_env(e->places, "TERM");
	const char *no = places_env(e->places, "NO_COLOR");

	return isatty(STDOUT_FILENO) && !(no && *no) && term && strcmp(term, "dumb") != 0;
}

/* The reading end of a pipe is closed. */
static bool reader_is_gone(void)
{
	struct pollfd out = { .fd = STDOUT_FILENO, .events = POLLOUT };

	return poll(&out, 1, 0) == 1 && (out.revents & POLLERR);
}

/* Said last, because only the flush tells whether the answer arrived. A reader that went away has had enough. */
static int finish(int status)
{
	const bool flushed = fflush(stdout) == 0;
	const int why = flushed ? 0 : errno;

	if ((flushed && !ferror(stdout)) || why == EPIPE || reader_is_gone())
		return status;
	say_sentence_of("cannot write the answer%s%s", why ? ": " : "", why ? strerror(why) : "");
	return EXIT_MACHINE;
}

static int print(const struct text *text)
{
	say_result(text);
	return EXIT_YES;
}

static int unknown_command(const char *word)
{
	OWNED_MEM char *shown = value_shown(word);
	const char *names[NAMES_MAX] = { "help" };
	size_t count;
	const struct command *commands = commands_all(&count);
	const char *nearest;

	for (size_t i = 0; i < count && i + 1 < NAMES_MAX; i++)
		names[i + 1] = commands[i].hidden ? NULL : commands[i].name;
	nearest = near_word(word, names, NAMES_MAX);
	if (nearest)
		say_sentence_of("there is no command or directory %s; did you mean %s?", shown, nearest);
	else
		say_sentence_of("there is no command or directory %s; bulkhead --help lists them", shown);
	return EXIT_MISUSE;
}

/* The first word is a place to open, so the second is the fault. */
static int second_word(const char *word, const char *second)
{
	OWNED_MEM char *shown = value_shown(word), *too_many = value_shown(second);

	say_sentence_of("the word \"%s\" is one too many: bulkhead %s opens the console there and takes nothing else", too_many, shown);
	return EXIT_MISUSE;
}

static int run_command(const struct engine *e, cli_console *console, const struct command *command, int argc, char **argv)
{
	struct cli cli = { .engine = e, .command = command, .colour = wants_colour(e), .console = console };
	CLEARED(text) struct text help = { 0 };
	struct error err = { 0 };
	int status;

	for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
		cli.json |= strcmp(argv[i], "--json") == 0;
	if (!arguments_parse(command, argc, argv, &cli.arguments, &err))
		return say_failure(&cli, &err);
	if (cli.arguments.given[FLAG_HELP]) {
		command_help(command, &help);
		status = print(&help);
	} else {
		if (!command->changes_nothing)
			(void)engine_seal_lost(e);
		status = command->run(&cli);
	}
	arguments_clear(&cli.arguments);
	return status;
}

static int help(int argc, char **argv)
{
	CLEARED(text) struct text out = { 0 };
	const struct command *command = argc > 2 ? command_find(argv[2]) : NULL;

	if (argc > 2 && !command)
		return unknown_command(argv[2]);
	if (command)
		command_help(command, &out);
	else
		commands_help(&out);
	return print(&out);
}

static int version(void)
{
	CLEARED(text) struct text out = { 0 };

	text_add_string(&out, "bulkhead " BULKHEAD_VERSION "\n");
	return print(&out);
}

int cli_main(const struct engine *e, cli_console *console, int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : "help";
	const struct command *command = command_find(word);

	if (is_word(word, "--help", "-h") || is_word(word, "help", "help"))
		return finish(help(argc, argv));
	if (is_word(word, "--version", "-V"))
		return finish(version());
	if (is_word(word, "--", "--") && argc > 3)
		return finish(second_word(argv[2], argv[3]));
	if (!command && !cli_is_command(word) && argc > 2)
		return finish(second_word(word, argv[2]));
	if (!command)
		return finish(unknown_command(word));
	return finish(run_command(e, console, command, argc - 2, argv + 2));
}
