/*
 * filter — between the program and libvterm 0.1.4, which does not know dim text (SGR 2), takes 58 for something else and
 * sees only the first of several modes set at once. Dim travels as font 1, which nobody uses. The modes that are on are
 * kept here, because a terminal must be left as it was found and libvterm forgets most of them.
 */
#include <ctype.h>

#include "walk.h"

#define HELD_MAX 256
#define STRING_MAX (1024u * 1024)

static const struct {
	int mode;
	const char *words;
} foreign_modes[] = {
	{ 47, "the alternate screen" },      { 1047, "the alternate screen" },     { 1049, "the alternate screen" },
	{ 9, "mouse reports" },              { 1000, "mouse reports" },            { 1002, "mouse drag reports" },
	{ 1003, "mouse movement reports" },  { 1005, "mouse reports in UTF-8" },   { 1006, "mouse reports in SGR form" },
	{ 1015, "mouse reports in decimal" },{ 1004, "focus reports" },            { 2004, "bracketed paste" },
	{ 2026, "a synchronised update" },   { 1, "application cursor keys" },     { 2031, "colour scheme reports" },
};

bool modes_has(const struct modes *m, int mode)
{
	for (size_t i = 0; i < m->n_on; i++) {
		if (m->on[i] == mode)
			return true;
	}
	return false;
}

void modes_left(const struct modes *m, struct text *out)
{
	for (size_t i = 0; i < COUNT_OF(foreign_modes); i++) {
		if (modes_has(m, foreign_modes[i].mode))
			text_add_format(out, "%s%s (?%d) is still on", out->len ? ", " : "", foreign_modes[i].words, foreign_modes[i].mode);
	}
	if (m->keyboard_levels > 0)
		text_add_format(out, "%s%d levels of keyboard flags were not taken back", out->len ? ", " : "", m->keyboard_levels);
	if (m->cursor_style > 0)
		text_add_format(out, "%sthe cursor's shape (%d) was not given back", out->len ? ", " : "", m->cursor_style);
	if (m->keypad)
		text_add_format(out, "%sthe application keypad is still on", out->len ? ", " : "");
}

static void mode_set(struct modes *m, int mode, bool on)
{
	if (on && !modes_has(m, mode) && m->n_on < MODES_MAX)
		m->on[m->n_on++] = mode;
	for (size_t i = 0; !on && i < m->n_on; i++) {
		if (m->on[i] == mode)
			m->on[i--] = m->on[--m->n_on];
	}
}

/* "?25;1049h": one sequence a mode. */
static void add_modes(struct filter *f, const char *numbers, char final, struct text *out)
{
	char *end;

	for (const char *at = numbers; *at && *at != final; at = *end == ';' ? end + 1 : end) {
		long mode = strtol(at, &end, 10);

		if (end == at)
			break;
		mode_set(&f->modes, (int)mode, final == 'h');
		text_add_format(out, "\x1b[?%ld%c", mode, final);
	}
}

/* How many parameters a colour takes behind its 38, 48 or 58: 5;N or 2;R;G;B; separated by colons it is one parameter. */
static size_t colour_length(const struct strlist *params, size_t at)
{
	const char *kind = at + 1 < params->count ? params->items[at + 1] : "";

	if (strchr(params->items[at], ':'))
		return 1;
	if (strcmp(kind, "5") == 0)
		return 3;
	return strcmp(kind, "2") == 0 ? 5 : 1;
}

static void add_rendition(const struct strlist *params, struct text *out)
{
	const char *before = "\x1b[";

	for (size_t i = 0, take = 1; i < params->count; i += take) {
		const char *p = params->items[i];
		bool colour = strncmp(p, "38", 2) == 0 || strncmp(p, "48", 2) == 0 || strncmp(p, "58", 2) == 0;

		take = colour ? colour_length(params, i) : 1;
		if (strncmp(p, "58", 2) == 0)
			continue;
		text_add_string(out, before);
		before = ";";
		if (strcmp(p, "2") == 0)
			text_add_string(out, "11");
		else if (strcmp(p, "22") == 0)
			text_add_string(out, "22;10");
		else
			text_add_string(out, p);
		for (size_t j = i + 1; j < i + take && j < params->count; j++)
			text_add_format(out, ";%s", params->items[j]);
	}
	if (strcmp(before, ";") == 0)
		text_add_byte(out, 'm');
}

static void split(const char *numbers, size_t len, struct strlist *params)
{
	for (size_t start = 0, at = 0; at <= len; at++) {
		if (at < len && numbers[at] != ';')
			continue;
		strlist_add_format(params, "%.*s", (int)(at - start), numbers + start);
		start = at + 1;
	}
}

/* A complete ESC [ … sequence in f->held. */
static void add_sequence(struct filter *f, struct text *out)
{
	const char *s = text_c(&f->held);
	size_t len = f->held.len;
	char final = s[len - 1];
	CLEARED(strlist) struct strlist params = { 0 };

	if (s[2] == '?' && (final == 'h' || final == 'l'))
		add_modes(f, s + 3, final, out);
	else if (s[2] == '>' && final == 'u')
		f->modes.keyboard_levels++;
	else if (s[2] == '<' && final == 'u')
		f->modes.keyboard_levels -= f->modes.keyboard_levels > 0;
	else if (final == 'q' && s[len - 2] == ' ')
		f->modes.cursor_style = (int)strtol(s + 2, NULL, 10);
	else if (final == 'm' && s[2] != '>' && s[2] != '?') {
		split(s + 2, len - 3, &params);
		add_rendition(&params, out);
	} else if (final != 'm')
		text_add(out, s, len);
}

/* The bytes of an OSC string on their way to libvterm: what is for the clipboard is kept. */
static void follow_string(struct filter *f, char c)
{
	bool begins = f->held.len == 2 && c == ']', ends = c == '\a' || (f->held.len == 2 && c == '\\');

	if (f->in_string && ends && strncmp(text_c(&f->string), "52;", 3) == 0) {
		text_empty(&f->clipboard);
		text_add(&f->clipboard, f->string.bytes, f->string.len);
	}
	if (f->in_string && f->held.len == 1 && c != '\x1b' && !ends && f->string.len < STRING_MAX)
		text_add_byte(&f->string, c);
	if (begins)
		text_empty(&f->string);
	f->in_string = begins || (f->in_string && !ends);
}

static void add_byte(struct filter *f, char c, struct text *out)
{
	text_add_byte(&f->held, c);
	follow_string(f, c);
	f->modes.bells += f->held.len == 1 && c == '\a';
	if (f->held.len == 1 && c != '\x1b')
		text_add(out, &c, 1);
	else if (f->held.len == 1 || (f->held.len == 2 && c == '['))
		return;
	else if (f->held.len == 2) {
		f->modes.strings += strchr("]PX^_", c) != NULL;
		f->modes.keypad = c == '=' || (c != '>' && f->modes.keypad);
		text_add(out, text_c(&f->held), 2);
	} else if (c >= '@' && c <= '~')
		add_sequence(f, out);
	else if (f->held.len < HELD_MAX && !iscntrl((unsigned char)c))
		return;
	else
		text_add(out, text_c(&f->held), f->held.len);
	text_empty(&f->held);
}

void filter_feed(struct filter *f, const char *bytes, size_t len, struct text *out)
{
	for (size_t i = 0; i < len; i++)
		add_byte(f, bytes[i], out);
}
