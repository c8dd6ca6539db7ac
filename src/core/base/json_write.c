/*
 * json_write — JSON as ECMAScript's JSON.stringify prints it: shortest numbers, only the escapes it makes.
 * Written with json.h alone. Bytes that are no UTF-8 become U+FFFD, lone surrogates \udxxx.
 */
#include "core/base/json.h"

#include <fenv.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/digest.h"
#include "core/base/json_scan.h"

#define DIGITS_MAX 17 /* significant digits that tell any two doubles apart */
#define INDENT "  "

struct writer {
	enum json_style style;
	struct text *out;
};

/* Does n print with this many digits so that reading gives n back? */
static bool prints_exactly(double n, int precision, int rounding, char *print, size_t room)
{
	int usual = fegetround();
	double back;

	(void)fesetround(rounding);
	(void)snprintf(print, room, "%.*e", precision, n);
	(void)fesetround(usual);
	back = strtod(print, NULL);
	return back >= n && back <= n;
}

/* The shortest decimal digits of n > 0 and the place of the point behind the first: 1.25e2 gives "125", 2.
   The nearest decimal comes first; above a power of two a farther one can read back where the nearest does not. */
static int shortest_digits(double n, char ret_digits[DIGITS_MAX + 1])
{
	char print[40];
	const char *e = NULL;
	size_t len = 0;

	for (int precision = 0; precision < DIGITS_MAX; precision++)
		if (prints_exactly(n, precision, FE_TONEAREST, print, sizeof print) ||
		    prints_exactly(n, precision, FE_UPWARD, print, sizeof print))
			break;
	for (e = print; *e != 'e'; e++) /* what is no digit is the locale's decimal point */
		if (*e >= '0' && *e <= '9')
			ret_digits[len++] = *e;
	while (len > 1 && ret_digits[len - 1] == '0')
		len--;
	ret_digits[len] = '\0';
	return (int)strtol(e + 1, NULL, 10);
}

static void add_zeros(struct text *out, int count)
{
	for (int i = 0; i < count; i++)
		text_add_byte(out, '0');
}

/* ECMAScript Number::toString: plain between 1e-7 and 1e21, else with an exponent. */
void json_number_add(struct text *out, double n)
{
	char digits[DIGITS_MAX + 1];
	int point, len;

	if (fabs(n) <= (double)JSON_INT_MAX && fabs(n - trunc(n)) <= 0) {
		text_add_format(out, "%" PRId64, (int64_t)n); /* also minus zero, which has no sign there */
		return;
	}
	if (n < 0)
		text_add_byte(out, '-');
	point = shortest_digits(fabs(n), digits) + 1;
	len = (int)strlen(digits);
	if (point > 21 || point < -5) {
		text_add_byte(out, digits[0]);
		if (len > 1)
			text_add_format(out, ".%s", digits + 1);
		text_add_format(out, "e%+d", point - 1);
	} else if (point >= len) {
		text_add_string(out, digits);
		add_zeros(out, point - len);
	} else if (point > 0) {
		text_add_format(out, "%.*s.%s", point, digits, digits + point);
	} else {
		text_add_string(out, "0.");
		add_zeros(out, -point);
		text_add_string(out, digits);
	}
}

static void add_escaped(struct text *out, unsigned char c)
{
	static const char letters[0x20] = { ['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f', ['\r'] = 'r' };

	if (c == '"' || c == '\\')
		text_add_format(out, "\\%c", c);
	else if (letters[c])
		text_add_format(out, "\\%c", letters[c]);
	else
		text_add_format(out, "\\u%04x", (unsigned)c);
}

/* A lone surrogate as json_scan() keeps it: ED A0..BF 80..BF. 0: these bytes are none. */
static unsigned surrogate_at(const char *s, size_t len)
{
	const unsigned char *b = (const unsigned char *)s;

	if (len < 3 || b[0] != 0xed || b[1] < 0xa0 || b[1] > 0xbf || (b[2] & 0xc0) != 0x80)
		return 0;
	return 0xd000u | (b[1] & 0x3fu) << 6 | (b[2] & 0x3fu);
}

static size_t add_character(struct text *out, const char *s, size_t len)
{
	uint32_t codepoint;
	size_t used = utf8_decode(s, len, &codepoint);
	unsigned surrogate = used == 0 ? surrogate_at(s, len) : 0;

	if (surrogate) {
		text_add_format(out, "\\u%04x", surrogate);
		return 3;
	}
	if (used == 0) {
		text_add_string(out, "\xef\xbf\xbd");
		return 1;
	}
	if (codepoint < 0x20 || codepoint == '"' || codepoint == '\\')
		add_escaped(out, (unsigned char)codepoint);
	else
		text_add(out, s, used);
	return used;
}

/* What stands for itself. */
static bool is_plain(char c)
{
	return c >= ' ' && c < 0x7f && c != '"' && c != '\\';
}

static void add_string(struct text *out, const char *s, size_t len)
{
	text_add_byte(out, '"');
	for (size_t at = 0; at < len;) {
		size_t plain = at;

		while (plain < len && is_plain(s[plain]))
			plain++;
		if (plain > at)
			text_add(out, s + at, plain - at);
		at = plain < len ? plain + add_character(out, s + plain, len - plain) : len;
	}
	text_add_byte(out, '"');
}

static void new_line(const struct writer *w, int level)
{
	if (w->style != JSON_INDENTED)
		return;
	text_add_byte(w->out, '\n');
	for (int i = 0; i < level; i++)
		text_add_string(w->out, INDENT);
}

static void write_value(const struct writer *w, const struct json *value, int level);

static void write_array(const struct writer *w, const struct json *array, int level)
{
	size_t count = json_count(array);

	text_add_byte(w->out, '[');
	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			text_add_byte(w->out, ',');
		new_line(w, level + 1);
		write_value(w, json_at(array, i), level + 1);
	}
	if (count > 0)
		new_line(w, level);
	text_add_byte(w->out, ']');
}

static void write_object(const struct writer *w, const struct json *object, int level)
{
	CLEARED(strlist) struct strlist keys = {0};

	json_keys(object, &keys);
	if (w->style == JSON_CANONICAL)
		strlist_sort(&keys);
	text_add_byte(w->out, '{');
	for (size_t i = 0; i < keys.count; i++) {
		if (i > 0)
			text_add_byte(w->out, ',');
		new_line(w, level + 1);
		add_string(w->out, keys.items[i], strlen(keys.items[i]));
		text_add_string(w->out, w->style == JSON_INDENTED ? ": " : ":");
		write_value(w, json_get(object, keys.items[i]), level + 1);
	}
	if (keys.count > 0)
		new_line(w, level);
	text_add_byte(w->out, '}');
}

static void write_null(const struct writer *w, const struct json *value, int level)
{
	(void)value;
	(void)level;
	text_add_string(w->out, "null");
}

static void write_bool(const struct writer *w, const struct json *value, int level)
{
	(void)level;
	text_add_string(w->out, json_bool(value) ? "true" : "false");
}

static void write_number(const struct writer *w, const struct json *value, int level)
{
	double n = json_number(value);

	if (isfinite(n))
		json_number_add(w->out, n);
	else
		write_null(w, value, level);
}

static void write_string(const struct writer *w, const struct json *value, int level)
{
	size_t len;
	const char *s = json_string(value, &len);

	(void)level;
	add_string(w->out, s, len);
}

static void (*const writers[])(const struct writer *, const struct json *, int) = {
	[JSON_NULL] = write_null, [JSON_BOOL] = write_bool, [JSON_INT] = write_number, [JSON_DOUBLE] = write_number,
	[JSON_STRING] = write_string, [JSON_ARRAY] = write_array, [JSON_OBJECT] = write_object,
};

static void write_value(const struct writer *w, const struct json *value, int level)
{
	writers[json_kind(value)](w, value, level);
}

void json_write(const struct json *value, enum json_style style, struct text *out)
{
	struct writer w = { style, out };

	write_value(&w, value, 0);
}

void json_digest(const struct json *value, char ret_hex[65])
{
	CLEARED(text) struct text canonical = {0};

	json_write(value, JSON_CANONICAL, &canonical);
	digest_of(text_c(&canonical), canonical.len, ret_hex);
}
