/*
 * say — where a command's words go.
 */
#include "ui/cli/say.h"

#include <stdarg.h>

#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "ui/words.h"

#define LABEL_COLS 15

/* What say_word() adds, and the only control sequences that ever leave this program through stdout. */
static const char *const codes[] = { [STRESS_HEAD] = "\033[1m", [STRESS_NO] = "\033[1;31m", [STRESS_QUIET] = "\033[2m" };
static const char code_off[] = "\033[0m";

static size_t own_code(const char *at)
{
	for (size_t i = 0; i < COUNT_OF(codes); i++)
		if (strncmp(at, codes[i], strlen(codes[i])) == 0)
			return strlen(codes[i]);
	return strncmp(at, code_off, sizeof code_off - 1) == 0 ? sizeof code_off - 1 : 0;
}

/* Values are sanitized where they are put in; this is the gate behind them, for the place that forgets. */
void say_result(const struct text *text)
{
	CLEARED(text) struct text out = { 0 };
	const char *bytes = text_c(text);
	size_t begin = 0;

	for (size_t i = 0; i < text->len;) {
		size_t len = bytes[i] == '\033' ? own_code(bytes + i) : 0;

		if (len == 0) {
			i++;
			continue;
		}
		sanitize_add_lines(&out, bytes + begin, i - begin);
		text_add(&out, bytes + i, len);
		i += len;
		begin = i;
	}
	sanitize_add_lines(&out, bytes + begin, text->len - begin);
	(void)fwrite(text_c(&out), 1, out.len, stdout);
}

/* JSON may hold any character; a terminal may be what reads it. The escapes mean the same. */
static void escape_undrawable(const struct text *in, struct text *out)
{
	for (size_t i = 0; i < in->len;) {
		uint32_t codepoint = 0;
		size_t len = 0;

		while (i + len < in->len && (unsigned char)in->bytes[i + len] < 0x7f)
			len++;
		if (len == 0)
			len = utf8_decode(in->bytes + i, in->len - i, &codepoint);
		if (len == 0 || codepoint < 0x7f || sanitize_may_draw(codepoint))
			text_add(out, in->bytes + i, len ? len : 1);
		else if (codepoint > 0xffff)
			text_add_format(out, "\\u%04x\\u%04x", 0xd7c0u + (codepoint >> 10), 0xdc00u + (codepoint & 0x3ffu));
		else
			text_add_format(out, "\\u%04x", codepoint);
		i += len ? len : 1;
	}
}

void say_json(struct json *taken)
{
	CLEARED(text) struct text plain = { 0 };
	CLEARED(text) struct text out = { 0 };

	json_write(taken, JSON_INDENTED, &plain);
	escape_undrawable(&plain, &out);
	text_add_byte(&out, '\n');
	(void)fwrite(text_c(&out), 1, out.len, stdout);
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
	if (cli->colour)
		text_add_format(out, "%s%s%s", codes[stress], word, code_off);
	else
		text_add_string(out, word);
}

void say_field(struct text *out, const char *label, const char *value)
{
	if (!value)
		return;
	OWNED_MEM char *shown = sanitize_copy(label);

	text_add_format(out, "  %-*s  ", LABEL_COLS, shown);
	sanitize_add(out, value, strlen(value));
	text_add_byte(out, '\n');
}
