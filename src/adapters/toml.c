/* toml — basic strings, byte by byte; json-c's serialiser is wrong for them (it escapes "/" and leaves DEL raw). */
#include "adapters/toml.h"

#include <string.h>

static bool is_control(char c)
{
	return (unsigned char)c < 0x20 || c == 0x7f;
}

bool toml_add_string(struct text *out, const char *s)
{
	if (!utf8_valid(s, strlen(s)))
		return false;
	text_add_byte(out, '"');
	for (; *s; s++) {
		if (is_control(*s)) {
			text_add_format(out, "\\u%04X", (unsigned)(unsigned char)*s);
			continue;
		}
		if (*s == '"' || *s == '\\')
			text_add_byte(out, '\\');
		text_add_byte(out, *s);
	}
	text_add_byte(out, '"');
	return true;
}

bool toml_add_list(struct text *out, const struct strlist *l)
{
	size_t before = out->len;

	text_add_byte(out, '[');
	for (size_t i = 0; i < l->count; i++) {
		if (i)
			text_add_byte(out, ',');
		if (!toml_add_string(out, l->items[i])) {
			out->len = before;
			out->bytes[before] = '\0';
			return false;
		}
	}
	text_add_byte(out, ']');
	return true;
}
