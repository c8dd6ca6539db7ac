/*
 * sgr — Select Graphic Rendition: attributes from a table, colours in the forms 38;5;n, 38;2;r;g;b and, joined by
 * colons, 38:5:n, 38:2:r:g:b and 38:2:space:r:g:b.
 */
#include "core/terminal/engine.h"

#define ATTR_LINES (ATTR_UNDERLINE | ATTR_UNDERCURL | ATTR_DOUBLE)

/* Of one code: attributes to take away, then to add. */
static const struct { uint16_t off, on; } attributes[] = {
	[1] = { 0, ATTR_BOLD }, [2] = { 0, ATTR_DIM }, [3] = { 0, ATTR_ITALIC }, [4] = { ATTR_LINES, ATTR_UNDERLINE },
	[5] = { 0, ATTR_BLINK }, [6] = { 0, ATTR_BLINK }, [7] = { 0, ATTR_REVERSE }, [8] = { 0, ATTR_HIDDEN },
	[9] = { 0, ATTR_STRIKE }, [21] = { ATTR_LINES, ATTR_DOUBLE }, [22] = { ATTR_BOLD | ATTR_DIM, 0 },
	[23] = { ATTR_ITALIC, 0 }, [24] = { ATTR_LINES, 0 }, [25] = { ATTR_BLINK, 0 }, [27] = { ATTR_REVERSE, 0 },
	[28] = { ATTR_HIDDEN, 0 }, [29] = { ATTR_STRIKE, 0 }, [53] = { 0, ATTR_OVERLINE }, [55] = { ATTR_OVERLINE, 0 },
};

/* 4:0 to 4:5; dotted and dashed are drawn as a plain line. */
static const uint16_t underlines[] = {
	0, ATTR_UNDERLINE, ATTR_DOUBLE, ATTR_UNDERCURL, ATTR_UNDERLINE, ATTR_UNDERLINE
};

/* How a pen is said in a sequence; the lines have a form of their own. */
static const struct { uint16_t attr; const char *code; } said[] = {
	{ ATTR_BOLD, ";1" }, { ATTR_DIM, ";2" }, { ATTR_ITALIC, ";3" }, { ATTR_UNDERLINE, ";4" }, { ATTR_DOUBLE, ";4:2" },
	{ ATTR_UNDERCURL, ";4:3" }, { ATTR_BLINK, ";5" }, { ATTR_REVERSE, ";7" }, { ATTR_HIDDEN, ";8" }, { ATTR_STRIKE, ";9" },
	{ ATTR_OVERLINE, ";53" },
};

static struct color color_index(int index)
{
	return (struct color){ .kind = COLOR_INDEX, .r = (uint8_t)index };
}

static uint8_t channel(uint16_t value)
{
	return (uint8_t)(value > 255 ? 255 : value);
}

/* How many of the parameters from at on are joined to it by colons, itself included. */
static int joined(const struct parser *p, int at)
{
	int count = 1;

	while (at + count < p->count && p->colon[at + count])
		count++;
	return count;
}

static struct color color_rgb(const uint16_t *values)
{
	return (struct color){ COLOR_RGB, channel(values[0]), channel(values[1]), channel(values[2]) };
}

/* The colour at p->values[at], which is 38, 48 or 58. Returns how many parameters it took; *color is left alone when
   they make no colour. */
static int color_read(const struct parser *p, int at, struct color *color)
{
	int group = joined(p, at), left = p->count - at;
	int kind = left > 1 ? p->values[at + 1] : 0;

	if (group > 1)
		left = group;
	if (kind == 5 && left >= 3 && p->values[at + 2] <= 255)
		*color = color_index(p->values[at + 2]);
	else if (kind == 2 && left >= 5)
		*color = color_rgb(&p->values[at + (group > 5 ? 3 : 2)]);
	if (group > 1)
		return group;
	if (kind == 5)
		return left < 3 ? left : 3;
	if (kind == 2)
		return left < 5 ? left : 5;
	return 1;
}

/* 30 to 49 and 90 to 107: a colour of the basic sixteen, or the default. */
static void color_basic(struct style_info *pen, int code)
{
	bool bright = code >= 90;
	int index = code % 10;
	bool background = bright ? code >= 100 : code >= 40;
	struct color color = { 0 };

	if (index <= 7)
		color = color_index(index + (bright ? 8 : 0));
	else if (bright || index == 8)
		return;
	if (background)
		pen->bg = color;
	else
		pen->fg = color;
}

static struct color *color_slot(struct style_info *pen, int code)
{
	if (code == 38)
		return &pen->fg;
	if (code == 48)
		return &pen->bg;
	return code == 58 ? &pen->underline : NULL;
}

static void sgr_plain(struct style_info *pen, int code)
{
	if (code == 0)
		*pen = (struct style_info){ 0 };
	else if ((code >= 30 && code <= 49) || (code >= 90 && code <= 107))
		color_basic(pen, code);
	else if (code == 59)
		pen->underline = (struct color){ 0 };
	else if ((size_t)code < COUNT_OF(attributes))
		pen->attrs = (uint16_t)((pen->attrs & ~attributes[code].off) | attributes[code].on);
}

/* One code with what belongs to it; returns how many parameters that was. */
static int sgr_one(struct terminal *t, int at)
{
	const struct parser *p = &t->parser;
	int code = p->values[at], group = joined(p, at);
	struct color *color = color_slot(&t->pen, code);

	if (color)
		return color_read(p, at, color);
	if (group == 1) {
		sgr_plain(&t->pen, code);
	} else if (code == 4 && p->values[at + 1] < COUNT_OF(underlines)) {
		t->pen.attrs = (uint16_t)((t->pen.attrs & ~ATTR_LINES) | underlines[p->values[at + 1]]);
	}
	return group;
}

void sgr_apply(struct terminal *t)
{
	const struct parser *p = &t->parser;

	t->pen_known = false;
	if (p->count == 0)
		sgr_plain(&t->pen, 0);
	for (int at = 0; at < p->count;)
		at += sgr_one(t, at);
}

static void color_say(struct text *out, int code, struct color c)
{
	if (c.kind == COLOR_RGB)
		text_add_format(out, ";%d:2::%d:%d:%d", code, c.r, c.g, c.b);
	else if (c.kind == COLOR_INDEX && (code == 58 || c.r > 15))
		text_add_format(out, ";%d:5:%d", code, c.r);
	else if (c.kind == COLOR_INDEX)
		text_add_format(out, ";%d", code - 8 + (c.r < 8 ? c.r : c.r - 8 + 60));
}

void sgr_say(const struct style_info *pen, struct text *out)
{
	text_add_byte(out, '0');
	for (size_t i = 0; i < COUNT_OF(said); i++)
		if (pen->attrs & said[i].attr)
			text_add_string(out, said[i].code);
	color_say(out, 38, pen->fg);
	color_say(out, 48, pen->bg);
	color_say(out, 58, pen->underline);
}
