/*
 * dcs — device control strings: the two questions of them are answered, all else (graphics, keys, other terminals'
 * wrappings) is swallowed. What is answered comes from our tables and our state; the name a child asked for does not.
 */
#include "core/terminal/engine.h"

#define DCS_QUERIES_MAX 16 /* of one sequence */
#define CAPABILITY_NAME_MAX 8

/* What xterm-256color does not say, and what programs ask for although it does. A value of NULL is a yes. */
static const struct { const char *name, *value; } capabilities[] = {
	{ "TN", "xterm-256color" }, { "Co", "256" }, { "colors", "256" }, { "RGB", "8/8/8" }, { "Tc", NULL }, { "Su", NULL },
	{ "Smulx", "\033[4:%p1%dm" }, { "Setulc", "\033[58:2::%p1%{65536}%/%d:%p1%{256}%/%{255}%&%d:%p1%{255}%&%dm" },
	{ "Ss", "\033[%p1%d q" }, { "Se", "\033[2 q" }, { "Sync", "\033[?2026%?%p1%{1}%-%tl%eh%;" },
};

static int hex_digit(char byte)
{
	static const char digits[] = "0123456789abcdef0123456789ABCDEF";
	const char *at = byte ? strchr(digits, byte) : NULL;

	return at ? (int)((at - digits) % 16) : -1;
}

/* The name that is coded in two digits a byte, ended by NUL; false: it is none of a length we know. */
static bool name_read(const char *coded, size_t len, char ret[CAPABILITY_NAME_MAX + 1])
{
	if (len == 0 || len % 2 || len / 2 > CAPABILITY_NAME_MAX)
		return false;
	for (size_t i = 0; i < len / 2; i++) {
		int high = hex_digit(coded[2 * i]), low = hex_digit(coded[2 * i + 1]);

		if (high < 0 || low < 0)
			return false;
		ret[i] = (char)(high << 4 | low);
	}
	ret[len / 2] = '\0';
	return true;
}

static void hex_add(struct text *out, const char *s)
{
	for (; *s; s++)
		text_add_format(out, "%02X", (unsigned)(unsigned char)*s);
}

static void capability_reply(struct terminal *t, const char *coded, size_t len)
{
	CLEARED(text) struct text answer = { 0 };
	char name[CAPABILITY_NAME_MAX + 1] = "";
	bool known = name_read(coded, len, name);
	size_t i = 0;

	while (known && i < COUNT_OF(capabilities) && strcmp(capabilities[i].name, name) != 0)
		i++;
	if (!known || i == COUNT_OF(capabilities)) {
		replies_add(t, "\033P0+r\033\\");
		return;
	}
	hex_add(&answer, capabilities[i].name);
	if (capabilities[i].value) {
		text_add_byte(&answer, '=');
		hex_add(&answer, capabilities[i].value);
	}
	replies_add(t, "\033P1+r%s\033\\", text_c(&answer));
}

/* XTGETTCAP: names with semicolons between them, an answer for each. */
static void dcs_capabilities(struct terminal *t, const char *bytes, size_t len)
{
	size_t at = 0;

	for (int asked = 0; asked < DCS_QUERIES_MAX && at < len; asked++) {
		const char *end = memchr(bytes + at, ';', len - at);
		size_t length = end ? (size_t)(end - bytes) - at : len - at;

		capability_reply(t, bytes + at, length);
		at += length + 1;
	}
}

static void status_pen(const struct terminal *t, struct text *out)
{
	sgr_say(&t->pen, out);
	text_add_byte(out, 'm');
}

static void status_region(const struct terminal *t, struct text *out)
{
	text_add_format(out, "%d;%dr", t->top + 1, t->bottom + 1);
}

static void status_cursor(const struct terminal *t, struct text *out)
{
	text_add_format(out, "%d q", 1 + 2 * (int)t->shape + !t->modes.cursor_blink);
}

static const struct {
	const char *asked;
	void (*say)(const struct terminal *t, struct text *out);
} statuses[] = { { "m", status_pen }, { "r", status_region }, { " q", status_cursor } };

/* DECRQSS */
static void dcs_status(struct terminal *t, const char *bytes, size_t len)
{
	CLEARED(text) struct text answer = { 0 };

	for (size_t i = 0; i < COUNT_OF(statuses) && answer.len == 0; i++)
		if (len == strlen(statuses[i].asked) && !memcmp(bytes, statuses[i].asked, len))
			statuses[i].say(t, &answer);
	replies_add(t, "\033P%d$r%s\033\\", answer.len > 0, text_c(&answer));
}

static const struct {
	const char *begin;
	void (*run)(struct terminal *t, const char *bytes, size_t len);
} questions[] = { { "+q", dcs_capabilities }, { "$q", dcs_status } };

void dcs_dispatch(struct terminal *t)
{
	const struct parser *p = &t->parser;

	for (size_t i = 0; i < COUNT_OF(questions); i++)
		if (p->string_len >= 2 && !memcmp(p->string, questions[i].begin, 2))
			questions[i].run(t, p->string + 2, p->string_len - 2);
}
