/*
 * Any JSON in its canonical form: one form for one value, whatever the order, spaces and spelling it came with; keys in
 * the order of their bytes; numbers as ECMAScript prints them; no string changed by a byte.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/digest.h"
#include "core/base/json.h"
#include "core/base/mem.h"

#define DIGITS_MAX 17 /* of a double that reads back */

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static void must(bool holds)
{
	if (!holds)
		abort();
}

static struct json *read_again(const struct json *value, enum json_style style)
{
	CLEARED(text) struct text text = { 0 };
	struct json *again = NULL;
	struct error err = { 0 };

	json_write(value, style, &text);
	must(json_parse(text_c(&text), text.len, &again, &err));
	return again;
}

static struct json *turned(const struct json *value);

static struct json *turned_object(const struct json *value)
{
	CLEARED(strlist) struct strlist keys = { 0 };
	struct json *o = json_new_object();

	json_keys(value, &keys);
	for (size_t i = keys.count; i > 0; i--)
		json_set(o, keys.items[i - 1], turned(json_get(value, keys.items[i - 1])));
	return o;
}

/* Owned: the same with the keys of every object in the opposite order. */
static struct json *turned(const struct json *value)
{
	struct json *array;

	if (json_kind(value) == JSON_OBJECT)
		return turned_object(value);
	if (json_kind(value) != JSON_ARRAY)
		return json_copy(value);
	array = json_new_array();
	for (size_t i = 0; i < json_count(value); i++)
		json_add(array, turned(json_at(value, i)));
	return array;
}

static void must_print_as(const struct json *value, const struct text *canonical)
{
	CLEARED(text) struct text text = { 0 };
	char hex[DIGEST_HEX_BYTES], wanted[DIGEST_HEX_BYTES];

	json_write(value, JSON_CANONICAL, &text);
	must(text.len == canonical->len && memcmp(text_c(&text), text_c(canonical), text.len) == 0);
	json_digest(value, hex);
	digest_of(text_c(canonical), canonical->len, wanted);
	must(strcmp(hex, wanted) == 0);
}

/* The digits and the decimal exponent of the shortest text that reads back; found by trying. */
static int shortest(double n, char digits[DIGITS_MAX + 1])
{
	char text[40];

	for (int places = 0; places < DIGITS_MAX; places++) {
		(void)snprintf(text, sizeof text, "%.*e", places, n);
		if (strtod(text, NULL) >= n && strtod(text, NULL) <= n)
			break;
	}
	digits[0] = text[0];
	(void)snprintf(digits + 1, DIGITS_MAX, "%.*s", (int)strcspn(text + 2, "e") * (text[1] == '.'), text + 2);
	return (int)strtol(strchr(text, 'e') + 1, NULL, 10) + 1;
}

/* ECMA-262, Number::toString for radix 10; point: where the decimal point stands behind the digits' beginning. */
static void ecmascript(double n, char ret[64])
{
	char digits[DIGITS_MAX + 1];
	const char *sign = n < 0 ? "-" : "";
	int point = shortest(fabs(n), digits), count = (int)strlen(digits), exponent = point - 1;

	if (n >= 0 && n <= 0)
		(void)snprintf(ret, 64, "0");
	else if (count <= point && point <= 21)
		(void)snprintf(ret, 64, "%s%s%.*s", sign, digits, point - count, "000000000000000000000");
	else if (0 < point && point <= 21)
		(void)snprintf(ret, 64, "%s%.*s.%s", sign, point, digits, digits + point);
	else if (-6 < point && point <= 0)
		(void)snprintf(ret, 64, "%s0.%.*s%s", sign, -point, "000000", digits);
	else
		(void)snprintf(ret, 64, "%s%c%s%se%+d", sign, digits[0], count > 1 ? "." : "", digits + 1, exponent);
}

static void must_be_ecmascripts(const struct json *value)
{
	CLEARED(text) struct text text = { 0 };
	char wanted[64];

	json_write(value, JSON_CANONICAL, &text);
	ecmascript(json_number(value), wanted);
	must(strcmp(text_c(&text), wanted) == 0);
}

static void must_equal(const struct json *a, const struct json *b);

static void members_must_equal(const struct json *a, const struct json *b)
{
	CLEARED(strlist) struct strlist keys = { 0 };

	must(json_count(a) == json_count(b));
	json_keys(b, &keys);
	for (size_t i = 0; i < keys.count; i++) {
		must(json_has(a, keys.items[i]));
		must(i == 0 || strcmp(keys.items[i - 1], keys.items[i]) < 0);
		must_equal(json_get(a, keys.items[i]), json_get(b, keys.items[i]));
	}
}

/* b was read from the canonical form of a: its keys are in order. A double may come back as the integer that it is. */
static void must_equal(const struct json *a, const struct json *b)
{
	enum json_kind kind = json_kind(a);
	size_t x = 0, y = 0;

	if (kind == JSON_INT || kind == JSON_DOUBLE) {
		must(json_kind(b) == JSON_INT || json_kind(b) == JSON_DOUBLE);
		must(json_number(a) >= json_number(b) && json_number(a) <= json_number(b));
		must_be_ecmascripts(a);
		return;
	}
	must(json_kind(b) == kind);
	must(json_bool(a) == json_bool(b));
	if (kind == JSON_STRING) {
		const char *left = json_string(a, &x), *right = json_string(b, &y);

		must(x == y && memcmp(left, right, x) == 0);
	}
	if (kind == JSON_OBJECT)
		members_must_equal(a, b);
	must(kind != JSON_ARRAY || json_count(a) == json_count(b));
	for (size_t i = 0; kind == JSON_ARRAY && i < json_count(a); i++)
		must_equal(json_at(a, i), json_at(b, i));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	OWNED(json) struct json *value = NULL, *back = NULL;
	CLEARED(text) struct text canonical = { 0 };
	struct error err = { 0 };

	if (!json_parse((const char *)bytes, len, &value, &err))
		return 0;
	json_write(value, JSON_CANONICAL, &canonical);
	OWNED(json) struct json *other_way = turned(value);
	must_print_as(other_way, &canonical);
	for (int style = JSON_CANONICAL; style <= JSON_INDENTED; style++) {
		OWNED(json) struct json *again = read_again(value, (enum json_style)style);

		must_print_as(again, &canonical);
	}
	back = read_again(value, JSON_CANONICAL);
	must_equal(value, back);
	return 0;
}
