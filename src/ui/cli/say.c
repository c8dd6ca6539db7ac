/*
 * say — where a command's words go.
 */
#include "ui/cli/say.h"

#include <stdarg.h>

#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "ui/words.h"

#define LABEL_COLS 15

void say_result(const struct text *text)
{
	(void)fwrite(text_c(text), 1, text->len, stdout);
}

void say_json(struct json *taken)
{
	CLEARED(text) struct text out = { 0 };

	json_write(taken, JSON_INDENTED, &out);
	text_add_byte(&out, '\n');
	say_result(&out);
	json_drop(&taken);
}

void say_sentence(const char *text)
{
	OWNED_MEM char *sentence = words_sentence(text);

	(void)fflush(stdout);
	(void)fprintf(stderr, "%s\n", sentence);
}

void say_sentence_of(const char *fmt, ...)
{
	OWNED_MEM char *text = NULL;
	va_list args;
	int len;

	va_start(args, fmt);
	len = vasprintf(&text, fmt, args);
	va_end(args);
	if (len < 0)
		text = NULL;
	say_sentence(text);
}

int say_failure(const struct cli *cli, const struct error *err)
{
	if (cli->json) {
		OWNED_MEM char *sentence = words_sentence(err->text);
		struct json *answer = json_new_object();

		json_set_string(answer, "reason", reason_slug(err->reason));
		json_set_string(answer, "message", sentence);
		say_json(answer);
	}
	say_sentence(err->text);
	return (int)reason_exit(err->reason);
}

void say_word(const struct cli *cli, struct text *out, enum stress stress, const char *word)
{
	static const char *const codes[] = { [STRESS_HEAD] = "1", [STRESS_NO] = "1;31", [STRESS_QUIET] = "2" };

	if (cli->colour)
		text_add_format(out, "\033[%sm%s\033[0m", codes[stress], word);
	else
		text_add_string(out, word);
}

void say_field(struct text *out, const char *label, const char *value)
{
	if (!value)
		return;
	text_add_format(out, "  %-*s  ", LABEL_COLS, label);
	sanitize_add(out, value, strlen(value));
	text_add_byte(out, '\n');
}
