/*
 * json_scan — the tokens of JSON, strictly; see json_scan.h for why.
 */
#include "core/base/json_scan.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/json.h"

/* At the start: all of the text. at is the next byte that was not read yet. */
struct scan {
	const char *bytes;
	size_t len, at, depth;
	struct text *out;
	struct error *err;
};

static bool refuse(struct scan *s, const char *what)
{
	return error_set(s->err, REASON_RECORD_DAMAGED, "not valid JSON: %s at byte %zu", what, s->at);
}

static char peek(const struct scan *s, size_t ahead)
{
	return s->at + ahead < s->len ? s->bytes[s->at + ahead] : '\0';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static void keep(struct scan *s, size_t len)
{
	text_add(s->out, s->bytes + s->at, len);
	s->at += len;
}

static size_t digits_at(const struct scan *s, size_t ahead)
{
	size_t n = 0;

	while (is_digit(peek(s, ahead + n)))
		n++;
	return n;
}

/* The length of the number that starts here by the grammar, 0 when none does; says whether it is an integer. */
static size_t number_length(const struct scan *s, bool *ret_integer)
{
	size_t len = peek(s, 0) == '-', whole = digits_at(s, len), n;

	if (whole == 0 || (whole > 1 && peek(s, len) == '0'))
		return 0;
	len += whole;
	*ret_integer = true;
	if (peek(s, len) == '.') {
		n = digits_at(s, len + 1);
		if (n == 0)
			return 0;
		len += 1 + n;
		*ret_integer = false;
	}
	if (peek(s, len) == 'e' || peek(s, len) == 'E') {
		len += peek(s, len + 1) == '+' || peek(s, len + 1) == '-' ? 2 : 1;
		n = digits_at(s, len);
		if (n == 0)
			return 0;
		len += n;
		*ret_integer = false;
	}
	return len;
}

static bool scan_number(struct scan *s)
{
	OWNED_MEM char *copy = NULL;
	bool integer = false;
	size_t len = number_length(s, &integer);
	double value;

	if (len == 0)
		return refuse(s, "a malformed number");
	copy = strndup(s->bytes + s->at, len);
	value = copy ? strtod(copy, NULL) : HUGE_VAL;
	if (!isfinite(value))
		return refuse(s, "a number that is too large");
	keep(s, len);
	if (integer && fabs(value) >= (double)JSON_INT_MAX)
		text_add_string(s->out, ".0");
	return true;
}

static bool scan_word(struct scan *s)
{
	static const char *const words[] = { "true", "false", "null" };

	for (size_t i = 0; i < COUNT_OF(words); i++) {
		size_t len = strlen(words[i]);

		if (s->len - s->at < len || memcmp(s->bytes + s->at, words[i], len) != 0)
			continue;
		keep(s, len);
		return true;
	}
	return refuse(s, "an unexpected character");
}

/* The code unit of a \uXXXX that starts ahead of here; false when it is none. */
static bool unit_at(const struct scan *s, size_t ahead, unsigned *ret_unit)
{
	unsigned unit = 0;

	if (peek(s, ahead) != '\\' || peek(s, ahead + 1) != 'u')
		return false;
	for (size_t i = 2; i < 6; i++) {
		char c = peek(s, ahead + i);

		if (!isxdigit((unsigned char)c))
			return false;
		unit = unit << 4 | (unsigned)(is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
	}
	*ret_unit = unit;
	return true;
}

static void add_lone_surrogate(struct scan *s, unsigned unit)
{
	text_add_byte(s->out, (char)(0xe0 | unit >> 12));
	text_add_byte(s->out, (char)(0x80 | (unit >> 6 & 0x3f)));
	text_add_byte(s->out, (char)(0x80 | (unit & 0x3f)));
	s->at += 6;
}

static bool scan_escape(struct scan *s, bool *ret_nul)
{
	unsigned unit, next = 0;

	if (peek(s, 1) != 'u') {
		if (s->at + 1 >= s->len || !strchr("\"\\/bfnrt", peek(s, 1)))
			return refuse(s, "an unknown escape");
		keep(s, 2);
		return true;
	}
	if (!unit_at(s, 0, &unit))
		return refuse(s, "an unknown escape");
	*ret_nul = *ret_nul || unit == 0;
	if (unit >= 0xd800 && unit <= 0xdbff && unit_at(s, 6, &next) && next >= 0xdc00 && next <= 0xdfff)
		keep(s, 12);
	else if (unit >= 0xd800 && unit <= 0xdfff)
		add_lone_surrogate(s, unit);
	else
		keep(s, 6);
	return true;
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_key(const struct scan *s)
{
	size_t ahead = 0;

	while (is_space(peek(s, ahead)))
		ahead++;
	return peek(s, ahead) == ':';
}

static bool scan_string(struct scan *s)
{
	bool has_nul = false;

	keep(s, 1);
	while (s->at < s->len && s->bytes[s->at] != '"') {
		if ((unsigned char)s->bytes[s->at] < 0x20)
			return refuse(s, "a control character in a string");
		if (s->bytes[s->at] != '\\')
			keep(s, 1);
		else if (!scan_escape(s, &has_nul))
			return false;
	}
	if (s->at == s->len)
		return refuse(s, "a string without an end");
	keep(s, 1);
	if (has_nul && is_key(s))
		return refuse(s, "a key that holds NUL");
	return true;
}

static bool scan_token(struct scan *s)
{
	char c = s->bytes[s->at];

	if (c == '"')
		return scan_string(s);
	if (c == '-' || is_digit(c))
		return scan_number(s);
	if (c == '\0' || !strchr("{}[]:, \t\n\r", c))
		return scan_word(s);
	if (c == '{' || c == '[')
		s->depth++;
	else if ((c == '}' || c == ']') && s->depth > 0)
		s->depth--;
	if (s->depth > JSON_DEPTH_MAX)
		return refuse(s, "too many levels");
	keep(s, 1);
	return true;
}

bool json_scan(const char *bytes, size_t len, struct text *ret, struct error *err)
{
	struct scan s = { .bytes = bytes, .len = len, .out = ret, .err = err };

	if (len >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0)
		return refuse(&s, "a byte order mark");
	if (!utf8_valid(bytes, len))
		return error_set(err, REASON_RECORD_DAMAGED, "not valid JSON: the text is not UTF-8");
	while (s.at < s.len)
		if (!scan_token(&s))
			return false;
	return true;
}
