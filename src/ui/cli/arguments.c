/*
 * arguments — a command line against the table.
 */
#include "ui/cli/arguments.h"

#include <inttypes.h>

#include "core/base/mem.h"
#include "core/judge/value.h"
#include "ui/cli/near.h"

static const struct { const char *name, *value; } flags[] = {
#define X(id, name, value) { name, value },
	FLAGS(X)
#undef X
};

const char *flag_name(enum flag flag)
{
	return flags[flag].name;
}

const char *flag_value(enum flag flag)
{
	return flags[flag].value;
}

static bool unknown_flag(const struct command *command, const char *word, struct error *err)
{
	OWNED_MEM char *shown = value_shown(word);
	const char *known[FLAG_COUNT] = { NULL };
	const char *nearest;

	for (size_t i = 0; command_flag(command, i); i++)
		known[i] = flag_name(command_flag(command, i)->flag);
	nearest = near_word(word, known, COUNT_OF(known));
	if (nearest)
		return error_set(err, REASON_MISUSE, "the command %s has no flag %s; did you mean %s?", command->name, shown, nearest);
	return error_set(err, REASON_MISUSE, "the command %s has no flag %s; bulkhead %s --help lists its flags", command->name, shown,
			 command->name);
}

/* word is "--name" or "--name=value". */
static bool find_flag(const struct command *command, const char *word, enum flag *ret)
{
	const size_t len = strcspn(word, "=");

	for (size_t i = 0; command_flag(command, i); i++) {
		const enum flag flag = command_flag(command, i)->flag;

		if (strlen(flag_name(flag)) == len && strncmp(flag_name(flag), word, len) == 0) {
			*ret = flag;
			return true;
		}
	}
	return false;
}

static bool take_value(struct arguments *a, enum flag flag, const char *value, struct error *err)
{
	if (flag == FLAG_WRITABLE_ROOT) {
		strlist_add(&a->roots, value);
	} else if (a->given[flag]) {
		return error_set(err, REASON_MISUSE, "%s is given twice; give it once", flag_name(flag));
	}
	a->given[flag] = true;
	a->value[flag] = value;
	return true;
}

/* *at is the flag; a value of its own moves it on. */
static bool take_flag(const struct command *command, int argc, char *const *argv, int *at, struct arguments *a, struct error *err)
{
	const char *word = strcmp(argv[*at], "-h") == 0 ? "--help" : argv[*at];
	const char *value = strchr(word, '=');
	enum flag flag;

	if (!find_flag(command, word, &flag))
		return unknown_flag(command, word, err);
	if (!flag_value(flag) && value)
		return error_set(err, REASON_MISUSE, "%s takes no value; write it alone", flag_name(flag));
	if (!flag_value(flag))
		return take_value(a, flag, NULL, err);
	if (value)
		return take_value(a, flag, value + 1, err);
	if (*at + 1 >= argc || strcmp(argv[*at + 1], "--") == 0)
		return error_set(err, REASON_MISUSE, "%s needs a value: %s %s", flag_name(flag), flag_name(flag), flag_value(flag));
	*at += 1;
	return take_value(a, flag, argv[*at], err);
}

static bool take_rest(const struct command *command, int argc, char *const *argv, int at, struct arguments *a, struct error *err)
{
	if (!command->takes_prompt) {
		for (; at < argc; at++)
			strlist_add(&a->operands, argv[at]);
		return true;
	}
	if (argc - at > 1)
		return error_set(err, REASON_MISUSE, "there are %d words behind --; the prompt is one: put it in quotes", argc - at);
	if (argc - at == 1)
		a->prompt = argv[at];
	return true;
}

static bool count_operands(const struct command *command, const struct arguments *a, struct error *err)
{
	OWNED_MEM char *shown = value_shown(a->operands.count > command->most ? a->operands.items[command->most] : NULL);
	CLEARED(text) struct text usage = { 0 };

	command_usage(command, &usage);
	if (a->operands.count > command->most && command->takes_prompt)
		return error_set(err, REASON_MISUSE, "the word \"%s\" is no flag of %s; write the prompt behind --", shown, command->name);
	if (a->operands.count > command->most)
		return error_set(err, REASON_MISUSE, "the word \"%s\" is one too many; usage: %s", shown, text_c(&usage));
	if (a->operands.count < command->least)
		return error_set(err, REASON_MISUSE, "the command %s needs more words; usage: %s", command->name, text_c(&usage));
	return true;
}

static bool take_all(const struct command *command, int argc, char *const *argv, struct arguments *a, struct error *err)
{
	for (int i = 0; i < argc; i++) {
		if (strcmp(argv[i], "--") == 0)
			return take_rest(command, argc, argv, i + 1, a, err);
		if (argv[i][0] != '-' || argv[i][1] == '\0')
			strlist_add(&a->operands, argv[i]);
		else if (!take_flag(command, argc, argv, &i, a, err))
			return false;
	}
	return true;
}

bool arguments_parse(const struct command *command, int argc, char *const *argv, struct arguments *ret, struct error *err)
{
	struct arguments a = { .prompt = NULL };

	if (!take_all(command, argc, argv, &a, err) || (!a.given[FLAG_HELP] && !count_operands(command, &a, err))) {
		arguments_clear(&a);
		return false;
	}
	*ret = a;
	return true;
}

void arguments_clear(struct arguments *a)
{
	strlist_clear(&a->roots);
	strlist_clear(&a->operands);
	*a = (struct arguments){ .prompt = NULL };
}

/* Ten digits are enough for every flag and too few to overflow. */
static bool digits(const char *s, uint64_t *ret)
{
	const size_t len = strlen(s);

	if (len == 0 || len > 10 || strspn(s, "0123456789") != len)
		return false;
	*ret = strtoull(s, NULL, 10);
	return true;
}

bool arguments_number(const struct arguments *a, enum flag flag, uint64_t least, uint64_t most, uint64_t *ret, struct error *err)
{
	OWNED_MEM char *shown = value_shown(a->value[flag]);
	uint64_t n;

	if (!a->given[flag])
		return true;
	if (!digits(a->value[flag], &n) || n < least || n > most)
		return error_set(err, REASON_MISUSE, "%s \"%s\" is no whole number from %" PRIu64 " to %" PRIu64, flag_name(flag), shown,
				 least, most);
	*ret = n;
	return true;
}
