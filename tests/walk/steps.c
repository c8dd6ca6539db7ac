/*
 * steps — a text into lines of words. A word may stand in double quotes, where \" \\ \n \t \e mean what they mean in C.
 * Behind SHELL, UNTIL shell and EXPECT shell the rest of the line is one word, left as it is.
 */
#include "core/base/mem.h"
#include "core/host/file.h"
#include "walk.h"

#define STEPS_BYTES_MAX (1024u * 1024)

static char unescaped(char c)
{
	static const char from[] = "nte", to[] = "\n\t\x1b";
	const char *at = strchr(from, c);

	return at && *at ? to[at - from] : c;
}

/* The word that starts at *at, which is moved behind it. NULL: a quote is not closed. */
static char *take_word(const char **at)
{
	CLEARED(text) struct text word = { 0 };
	const char *s = *at;
	bool quoted = *s == '"';

	for (s += quoted; *s && (quoted ? *s != '"' : *s != ' ' && *s != '\t'); s++) {
		if (quoted && *s == '\\' && s[1])
			text_add_byte(&word, unescaped(*++s));
		else
			text_add_byte(&word, *s);
	}
	if (quoted && *s != '"')
		return NULL;
	*at = s + quoted;
	return text_take(&word);
}

static const char *skip_blanks(const char *s)
{
	return s + strspn(s, " \t");
}

static bool is_shell(const struct strlist *words)
{
	return (words->count == 1 && strcmp(words->items[0], "SHELL") == 0) || (words->count == 2 && strcmp(words->items[1], "shell") == 0);
}

static bool take_step(struct step *step, size_t line, const char *text, struct error *err)
{
	const char *at = skip_blanks(text);

	step->line = line;
	step->text = str_copy(text);
	step->rest = skip_blanks(step->text + (at - text) + strcspn(at, " \t"));
	while (*at) {
		bool whole = is_shell(&step->words);
		char *word = whole ? str_copy(at) : take_word(&at);

		if (whole)
			at += strlen(at);
		if (!word)
			return error_set(err, REASON_MISUSE, "line %zu: a quote is not closed: %s", line, text);
		strlist_take(&step->words, word);
		at = skip_blanks(at);
	}
	return true;
}

bool steps_read(const char *path, struct steps *ret, struct error *err)
{
	CLEARED(text) struct text file = { 0 };
	size_t line = 0;
	char *copy;
	bool ok = true;

	if (!file_read_path(path, STEPS_BYTES_MAX, &file, err))
		return false;
	copy = file.bytes;
	for (char *next = copy ? strsep(&copy, "\n") : NULL; ok && next; next = strsep(&copy, "\n")) {
		const char *start = skip_blanks(next);

		line++;
		if (*start == '\0' || *start == '#' || *start == '!')
			continue;
		ret->items = mem_grow(ret->items, ret->count + 1, sizeof *ret->items);
		ret->items[ret->count] = (struct step){ 0 };
		ok = take_step(&ret->items[ret->count++], line, next, err);
	}
	return ok;
}

void steps_clear(struct steps *s)
{
	for (size_t i = 0; i < s->count; i++) {
		free(s->items[i].text);
		strlist_clear(&s->items[i].words);
	}
	free(s->items);
	*s = (struct steps){ 0 };
}
