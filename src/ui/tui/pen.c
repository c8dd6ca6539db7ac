/*
 * pen — from one look to the next: everything off, then what is wanted, each only where the terminal's description has
 * it.
 */
#include "ui/tui/pen.h"

#include <stdio.h>
#include <string.h>

#define STYLE_DOUBLE 2
#define STYLE_CURLY 3

/* no_color: the bit of terminfo's ncv that says the attribute does not go with colours. */
static const struct { uint16_t attr; enum capability capability; unsigned no_color; } plain[] = {
	{ ATTR_BOLD, CAPABILITY_BOLD, 32 }, { ATTR_DIM, CAPABILITY_DIM, 16 }, { ATTR_ITALIC, CAPABILITY_ITALIC, 0 },
	{ ATTR_BLINK, CAPABILITY_BLINK, 8 }, { ATTR_REVERSE, CAPABILITY_REVERSE, 4 }, { ATTR_HIDDEN, CAPABILITY_HIDDEN, 64 },
	{ ATTR_STRIKE, CAPABILITY_STRIKE, 0 }, { ATTR_OVERLINE, CAPABILITY_OVERLINE, 0 },
	{ ATTR_UNDERLINE, CAPABILITY_UNDERLINE, 2 },
};
static const struct { uint16_t attr; int style; } styled[] = { { ATTR_UNDERCURL, STYLE_CURLY }, { ATTR_DOUBLE, STYLE_DOUBLE } };

static bool same(const struct look *a, const struct look *b)
{
	return a->fg == b->fg && a->bg == b->bg && a->underline == b->underline && a->attrs == b->attrs;
}

static void set_attributes(struct painter *p, const struct look *look)
{
	const struct terminfo *t = p->terminal;
	const unsigned without = look->fg >= 0 || look->bg >= 0 ? t->colorless : 0;

	for (size_t i = 0; i < COUNT_OF(plain); i++)
		if ((look->attrs & plain[i].attr) && !(without & plain[i].no_color))
			terminfo_add(t, plain[i].capability, &p->cells);
	for (size_t i = 0; i < COUNT_OF(styled); i++) {
		if (!(look->attrs & styled[i].attr))
			continue;
		if (terminfo_has(t, CAPABILITY_UNDERLINE_STYLE))
			terminfo_add_with(t, CAPABILITY_UNDERLINE_STYLE, styled[i].style, 0, &p->cells);
		else
			terminfo_add(t, CAPABILITY_UNDERLINE, &p->cells);
	}
}

/* The description's own words for an index it has, else those that every terminal of more colours understands. */
static void set_index(struct painter *p, bool background, int index)
{
	const struct terminfo *t = p->terminal;
	char *made = p->colors[background][index];
	CLEARED(text) struct text words = { 0 };

	if (!*made) {
		if (t->colors <= PAINTER_COLORS && index < t->colors)
			terminfo_add_with(t, background ? CAPABILITY_BACKGROUND : CAPABILITY_FOREGROUND, index, 0, &words);
		else
			text_add_format(&words, "\033[%d;5;%dm", background ? 48 : 38, index);
		if (words.len < PAINTER_COLOR_BYTES)
			memcpy(made, text_c(&words), words.len + 1);
	}
	text_add_string(&p->cells, made);
}

static void set_color(struct painter *p, bool background, int color)
{
	if (color >= LOOK_RGB)
		text_add_format(&p->cells, "\033[%d;2;%d;%d;%dm", background ? 48 : 38, color >> 16 & 255, color >> 8 & 255, color & 255);
	else if (color >= 0 && color < PAINTER_COLORS)
		set_index(p, background, color);
}

static void set_underline_color(struct painter *p, const struct look *look)
{
	const uint16_t underlined = ATTR_UNDERLINE | ATTR_UNDERCURL | ATTR_DOUBLE;

	if (look->underline < 0 || !(look->attrs & underlined) || !terminfo_has(p->terminal, CAPABILITY_UNDERLINE_COLOR))
		return;
	if (look->underline >= LOOK_RGB)
		terminfo_add_with(p->terminal, CAPABILITY_UNDERLINE_COLOR, look->underline & 0xffffff, 0, &p->cells);
	else
		text_add_format(&p->cells, "\033[58:5:%dm", look->underline);
}

void pen_set(struct painter *p, const struct look *look)
{
	bool only_colors = p->pen_known && look->attrs == p->pen.attrs && look->underline == p->pen.underline &&
			   (look->fg >= 0 || p->pen.fg < 0) && (look->bg >= 0 || p->pen.bg < 0) && !p->terminal->colorless;

	if (p->pen_known && same(look, &p->pen))
		return;
	if (!only_colors) {
		terminfo_add(p->terminal, CAPABILITY_PLAIN, &p->cells);
		set_attributes(p, look);
		set_underline_color(p, look);
	}
	if (!only_colors || look->fg != p->pen.fg)
		set_color(p, false, look->fg);
	if (!only_colors || look->bg != p->pen.bg)
		set_color(p, true, look->bg);
	p->pen = *look;
	p->pen_known = true;
}
