/*
 * clipboard — see clipboard.h; the one caller is app_copy().
 */
#include "ui/tui/clipboard.h"

#define CLIPBOARD_BEGIN "\033]52;c;"
#define CLIPBOARD_END "\033\\"

static void base64_add(const char *bytes, size_t len, struct text *out)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t at = 0; at < len; at += 3) {
		size_t taken = len - at < 3 ? len - at : 3;
		unsigned long bits = 0;
		char four[4] = { '=', '=', '=', '=' };

		for (size_t i = 0; i < 3; i++)
			bits = bits << 8 | (i < taken ? (unsigned char)bytes[at + i] : 0u);
		for (size_t i = 0; i <= taken; i++)
			four[i] = digits[bits >> (18 - 6 * i) & 63];
		text_add(out, four, sizeof four);
	}
}

void clipboard_encode(const char *bytes, size_t len, struct text *out)
{
	text_add_string(out, CLIPBOARD_BEGIN);
	base64_add(bytes, len, out);
	text_add_string(out, CLIPBOARD_END);
}
