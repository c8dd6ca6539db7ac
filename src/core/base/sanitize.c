/*
 * sanitize — one table of what may not be drawn, one function that makes it visible.
 */
#include "core/base/sanitize.h"

#include <string.h>

#define TAB_STOP 8

/* Never put into a cell as it is. Controls first, then what reorders or hides the text around it. */
static const struct {
	uint32_t first, last;
} unsafe[] = {
	{ 0x0000, 0x001f }, { 0x007f, 0x009f },         /* C0, DEL and C1 */
	{ 0x061c, 0x061c }, { 0x200e, 0x200f },         /* direction marks */
	{ 0x2028, 0x2029 },                             /* line and paragraph separators */
	{ 0x202a, 0x202e }, { 0x2066, 0x206f },         /* embeddings, overrides, isolates, shaping that is out of use */
	{ 0xd800, 0xdfff },                             /* surrogates */
	{ 0xfdd0, 0xfdef },                             /* no characters, as the last two of each plane */
	{ 0xfeff, 0xfeff }, { 0xfff9, 0xfffb },         /* byte order mark, interlinear annotation */
	{ 0xe0000, 0xe001f },                           /* language tags */
};

bool sanitize_may_draw(unsigned codepoint)
{
	for (size_t i = 0; i < COUNT_OF(unsafe) && codepoint >= unsafe[i].first; i++)
		if (codepoint <= unsafe[i].last)
			return false;
	return codepoint <= 0x10ffff && (codepoint & 0xfffe) != 0xfffe;
}

static void add_visible(struct text *out, uint32_t codepoint)
{
	if (codepoint <= 0x1f || codepoint == 0x7f)
		text_add_format(out, "^%c", (int)(codepoint ^ 0x40));
	else
		text_add_format(out, "<U+%04X>", (unsigned)codepoint);
}

/* One code point or one bad byte of [bytes, bytes + len): returns how many bytes it was. */
static size_t add_one(struct text *out, const char *bytes, size_t len)
{
	uint32_t codepoint = 0;
	size_t used = utf8_decode(bytes, len, &codepoint);

	if (used == 0) {
		text_add_format(out, "\\x%02X", (unsigned)(unsigned char)bytes[0]);
		return 1;
	}
	if (sanitize_may_draw(codepoint))
		text_add(out, bytes, used);
	else
		add_visible(out, codepoint);
	return used;
}

void sanitize_add(struct text *out, const char *bytes, size_t len)
{
	for (size_t at = 0; at < len;)
		at += add_one(out, bytes + at, len - at);
}

/* Columns of what was added, counted in code points: good enough for tab stops of logs. */
static size_t columns(const char *bytes, size_t len)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++)
		n += ((unsigned char)bytes[i] & 0xc0) != 0x80;
	return n;
}

void sanitize_add_lines(struct text *out, const char *bytes, size_t len)
{
	size_t column = 0;

	for (size_t at = 0; at < len;) {
		size_t before = out->len;

		if (bytes[at] == '\n') {
			text_add_byte(out, '\n');
			column = 0;
			at++;
			continue;
		}
		if (bytes[at] == '\t') {
			text_add_format(out, "%*s", (int)(TAB_STOP - column % TAB_STOP), "");
			at++;
		} else {
			at += add_one(out, bytes + at, len - at);
		}
		column += columns(out->bytes + before, out->len - before);
	}
}

char *sanitize_copy(const char *s)
{
	struct text t = {0};

	if (s)
		sanitize_add(&t, s, strlen(s));
	return text_take(&t);
}

bool sanitize_is_clean(const char *bytes, size_t len)
{
	uint32_t codepoint = 0;
	size_t used;

	for (size_t at = 0; at < len; at += used) {
		used = utf8_decode(bytes + at, len - at, &codepoint);
		if (used == 0 || !sanitize_may_draw(codepoint))
			return false;
	}
	return true;
}
