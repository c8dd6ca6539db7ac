/*
 * shell_words — an argv as one line for a shell.
 */
#include "ui/cli/shell_words.h"

#include <string.h>

#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,+@%"

static void add_quoted(struct text *out, const char *word)
{
	text_add_byte(out, '\'');
	for (; *word; word++)
		if (*word == '\'')
			text_add_string(out, "'\\''");
		else
			text_add_byte(out, *word);
	text_add_byte(out, '\'');
}

void shell_words(struct text *out, const struct strlist *argv)
{
	for (size_t i = 0; i < argv->count; i++) {
		const char *word = argv->items[i];

		if (i > 0)
			text_add_byte(out, ' ');
		if (*word && strspn(word, PLAIN) == strlen(word))
			text_add_string(out, word);
		else
			add_quoted(out, word);
	}
}
