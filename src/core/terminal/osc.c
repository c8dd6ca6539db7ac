/*
 * osc — operating system commands: the title and the hyperlink are kept, the colour queries are answered with our fixed
 * colours. All else (clipboard, notifications, palettes) is swallowed: a child does not reach the operator's terminal.
 */
#include "core/terminal/engine.h"

#define OSC_FOREGROUND 0xE5E5E5u
#define OSC_BACKGROUND 0x000000u
#define OSC_QUERIES_MAX 16 /* of one sequence */

/* The number at *at; *at moves behind it. Numbers that are too long stop at a value nothing has. */
static int osc_number(const struct parser *p, size_t *at)
{
	int value = 0;

	if (*at >= p->string_len || p->string[*at] < '0' || p->string[*at] > '9')
		return -1;
	for (; *at < p->string_len && p->string[*at] >= '0' && p->string[*at] <= '9'; ++*at)
		if (value < 100000)
			value = value * 10 + (p->string[*at] - '0');
	return value;
}

static bool osc_takes(const struct parser *p, size_t *at, char byte)
{
	bool there = *at < p->string_len && p->string[*at] == byte;

	if (there)
		++*at;
	return there;
}

/* What a longer string lost lies behind the cut: clean text is never shorter than what it was made of. */
_Static_assert(OSC_BYTES > TERMINAL_TITLE_BYTES + 16, "a title is cut once");
static void osc_title(struct terminal *t, size_t at)
{
	(void)signals_clean(t->title, TERMINAL_TITLE_BYTES, t->parser.string + at, t->parser.string_len - at);
	t->signals.titles++;
}

/* xterm's 256: the sixteen, a cube of 6x6x6, 24 greys. */
static uint32_t palette_color(int index)
{
	static const uint32_t basic[16] = {
		0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
		0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
	};
	static const uint32_t levels[6] = { 0x00, 0x5F, 0x87, 0xAF, 0xD7, 0xFF };

	if (index < 16)
		return basic[index];
	if (index >= 232)
		return (uint32_t)(8 + (index - 232) * 10) * 0x010101u;
	index -= 16;
	return levels[index / 36] << 16 | levels[index / 6 % 6] << 8 | levels[index % 6];
}

static void osc_palette(struct terminal *t, size_t at)
{
	const struct parser *p = &t->parser;

	for (int asked = 0; asked < OSC_QUERIES_MAX; asked++) {
		int index = osc_number(p, &at);

		if (index < 0 || !osc_takes(p, &at, ';') || !osc_takes(p, &at, '?'))
			return;
		if (index <= 255)
			reply_color(t, 4, index, palette_color(index));
		if (!osc_takes(p, &at, ';'))
			return;
	}
}

/* 10, 11 and 12, each with what follows it in the same sequence: text, background, cursor. */
static void osc_colors(struct terminal *t, size_t at, int first)
{
	static const uint32_t colors[] = { OSC_FOREGROUND, OSC_BACKGROUND, OSC_FOREGROUND };

	for (int number = first; number < 10 + (int)COUNT_OF(colors); number++) {
		if (!osc_takes(&t->parser, &at, '?'))
			return;
		reply_color(t, number, -1, colors[number - 10]);
		if (!osc_takes(&t->parser, &at, ';'))
			return;
	}
}

static void osc_foreground(struct terminal *t, size_t at)
{
	osc_colors(t, at, 10);
}

static void osc_background(struct terminal *t, size_t at)
{
	osc_colors(t, at, 11);
}

static void osc_cursor(struct terminal *t, size_t at)
{
	osc_colors(t, at, 12);
}

/* 8;parameters;address: text from now on is a link. An address that was cut is none. */
static void osc_link(struct terminal *t, size_t at)
{
	const struct parser *p = &t->parser;
	const char *end = memchr(p->string + at, ';', p->string_len - at);
	size_t start = end ? (size_t)(end + 1 - p->string) : p->string_len;

	screen_set_link(t, p->string + start, p->string_len < OSC_BYTES ? p->string_len - start : 0);
}

static const struct {
	int number;
	void (*run)(struct terminal *t, size_t at); /* at: behind the first semicolon */
} commands[] = {
	{ 0, osc_title }, { 2, osc_title }, { 4, osc_palette }, { 8, osc_link }, { 10, osc_foreground }, { 11, osc_background }, { 12, osc_cursor },
	{ 9, signal_notify }, { 777, signal_notify_titled }, { 99, signal_notify_pieces }, { 133, signal_mark },
};

void osc_dispatch(struct terminal *t)
{
	size_t at = 0;
	int number = osc_number(&t->parser, &at);

	if (!osc_takes(&t->parser, &at, ';'))
		return;
	for (size_t i = 0; i < COUNT_OF(commands); i++)
		if (commands[i].number == number)
			commands[i].run(t, at);
}
