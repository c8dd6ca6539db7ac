/*
 * join — which code points share a cell, and how wide it then is: the rule in terminal.h. It looks at the first and the
 * last code point of the cell alone, so it costs the same for every one.
 */
#include "core/terminal/engine.h"

#include "core/base/text.h"

enum { JOINER = 0x200D, EMOJI_STYLE = 0xFE0F, BLACK_FLAG = 0x1F3F4, TAG_END = 0xE007F };

static const struct width_range pictures[] = {
#include "core/terminal/emoji_ranges.inc"
};

static bool is_picture(uint32_t codepoint)
{
	return width_search(pictures, COUNT_OF(pictures), codepoint) != NULL;
}

static bool is_indicator(uint32_t codepoint)
{
	return codepoint >= 0x1F1E6 && codepoint <= 0x1F1FF;
}

static bool is_skin_tone(uint32_t codepoint)
{
	return codepoint >= 0x1F3FB && codepoint <= 0x1F3FF;
}

static bool is_keycap(uint32_t codepoint)
{
	return (codepoint >= '0' && codepoint <= '9') || codepoint == '#' || codepoint == '*';
}

static bool joins_as_picture(uint32_t last, uint32_t codepoint)
{
	if (is_skin_tone(codepoint))
		return last == EMOJI_STYLE || is_picture(last);
	return last == JOINER && is_picture(codepoint);
}

/* What is not seen by itself. Variation selectors are not among them: they choose how a sign is drawn. */
static bool is_hidden(uint32_t codepoint)
{
	static const struct {
		uint32_t first, last;
	} hidden[] = {
		{ 0x180E, 0x180E },   { 0x200B, 0x200D },   { 0x2060, 0x206F },   { 0xFFF0, 0xFFF8 },   { 0x13430, 0x1343F },
		{ 0x1BCA0, 0x1BCA3 }, { 0x1D173, 0x1D17A }, { 0xE0000, 0xE00FF }, { 0xE01F0, 0xE0FFF },
	};

	for (size_t i = 0; i < COUNT_OF(hidden); i++)
		if (codepoint >= hidden[i].first && codepoint <= hidden[i].last)
			return true;
	return false;
}

static bool is_tag(uint32_t codepoint)
{
	return codepoint >= 0xE0020 && codepoint <= 0xE007F;
}

bool terminal_may_mark(uint32_t base, uint32_t last, uint32_t codepoint)
{
	if (codepoint == JOINER)
		return is_picture(base) && last != JOINER;
	if (is_tag(codepoint))
		return base == BLACK_FLAG && (last == base || (is_tag(last) && last != TAG_END));
	return !is_hidden(codepoint);
}

enum join terminal_join(uint32_t base, uint32_t last, int width, uint32_t codepoint)
{
	if (codepoint == EMOJI_STYLE && last == base && width == 1 && (is_keycap(base) || is_picture(base)))
		return JOIN_WIDENS;
	if (terminal_width(codepoint) == 0)
		return JOIN_MARK;
	if (is_indicator(codepoint) && is_indicator(base) && width == 1)
		return JOIN_WIDENS;
	if (is_picture(base) && joins_as_picture(last, codepoint))
		return width == 1 ? JOIN_WIDENS : JOIN_MARK;
	return JOIN_NOT;
}

int terminal_walk(struct terminal_walk *w, uint32_t codepoint)
{
	enum join join = w->width ? terminal_join(w->base, w->last, w->width, codepoint) : JOIN_NOT;
	int width = terminal_width(codepoint);

	w->joins = join != JOIN_NOT || width == 0;
	w->last = codepoint;
	if (join == JOIN_WIDENS) {
		w->width = 2;
		return 1;
	}
	if (w->joins)
		return 0;
	w->base = codepoint;
	w->width = width;
	return width;
}

int terminal_text_cols(const char *bytes, size_t len)
{
	struct terminal_walk walk = { 0 };
	int cols = 0;

	for (size_t at = 0; at < len;) {
		uint32_t codepoint = REPLACEMENT;
		size_t used = utf8_decode(bytes + at, len - at, &codepoint);

		at += used ? used : 1;
		cols += terminal_walk(&walk, codepoint);
	}
	return cols;
}
