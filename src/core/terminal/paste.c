/*
 * paste — a paste arrives as text: in brackets when the child asked for them, and without anything that could end the
 * brackets, type a key or start a sequence. So every control but newline and tab is left out, in one byte or as a
 * character of UTF-8, and bytes that are no UTF-8 become U+FFFD.
 */
#include "core/terminal/engine.h"

static const char paste_begin[] = "\033[200~", paste_end[] = "\033[201~";

/* The length of the bracket at the start of bytes, 0: there is none. */
static size_t paste_bracket(const char *bytes, size_t len)
{
	static const char *const brackets[] = { paste_begin, paste_end, "\xc2\x9b" "200~", "\xc2\x9b" "201~" };

	for (size_t i = 0; i < COUNT_OF(brackets); i++) {
		size_t length = strlen(brackets[i]);

		if (len >= length && !memcmp(bytes, brackets[i], length))
			return length;
	}
	return 0;
}

static bool codepoint_is_control(uint32_t codepoint)
{
	return codepoint < 0x20 || (codepoint >= 0x7F && codepoint < 0xA0);
}

/* One character of the paste; returns its length in it. Enter is what a key would send: a carriage return. */
static size_t paste_one(struct text *out, const char *bytes, size_t len)
{
	uint32_t codepoint;
	size_t length = utf8_decode(bytes, len, &codepoint);

	if (length == 0) {
		text_add_string(out, "\xef\xbf\xbd");
		return 1;
	}
	if (codepoint == '\r' || codepoint == '\n')
		text_add_byte(out, '\r');
	else if (codepoint == '\t' || !codepoint_is_control(codepoint))
		text_add(out, bytes, length);
	return codepoint == '\r' && len > 1 && bytes[1] == '\n' ? 2 : length;
}

void terminal_encode_paste(const struct terminal *t, const char *bytes, size_t len, struct text *out)
{
	if (t->modes.paste)
		text_add_string(out, paste_begin);
	for (size_t at = 0; at < len;) {
		size_t bracket = paste_bracket(bytes + at, len - at);

		at += bracket ? bracket : paste_one(out, bytes + at, len - at);
	}
	if (t->modes.paste)
		text_add_string(out, paste_end);
}
