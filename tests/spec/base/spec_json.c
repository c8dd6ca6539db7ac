/* Specification of json: strict reading, and writing as ECMAScript's JSON.stringify writes. */
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/digest.h"
#include "core/base/json.h"

/* The rows' first member says the rule; bytes are parsed and printed compactly; NULL: refused. */
static const struct {
	const char *says, *bytes;
	size_t len;
	const char *compact;
} texts[] = {
#define CASE(says, bytes, compact) { says, bytes, sizeof(bytes) - 1, compact }
	CASE("null", "null", "null"),
	CASE("true and false", "[true,false]", "[true,false]"),
	CASE("white space around and between goes", " \t\r\n{ \"a\" : [ 1 , 2 ] } \n", "{\"a\":[1,2]}"),
	CASE("a number alone", "42", "42"),
	CASE("a number alone and a newline", "42\n", "42"),
	CASE("minus zero has no sign", "[-0,-0.0]", "[0,0]"),
	CASE("numbers lose their spelling", "[1.0,1e2,0.10,1E-7,100e-2]", "[1,100,0.1,1e-7,1]"),
	CASE("integers of ECMAScript are exact", "[9007199254740991,-9007199254740991]", "[9007199254740991,-9007199254740991]"),
	CASE("larger integers are doubles", "[9007199254740993,99999999999999999999999]", "[9007199254740992,1e+23]"),
	CASE("large negative integers are doubles", "-9223372036854775809", "-9223372036854776000"),
	CASE("an underflow is zero", "1e-999", "0"),
	CASE("keys keep their order", "{\"b\":1,\"a\":2,\"10\":3}", "{\"b\":1,\"a\":2,\"10\":3}"),
	CASE("the last of two equal keys wins, at the first's place", "{\"a\":1,\"b\":2,\"a\":3}", "{\"a\":3,\"b\":2}"),
	CASE("an empty key is a key", "{\"\":null}", "{\"\":null}"),
	CASE("a string may hold NUL", "\"a\\u0000b\"", "\"a\\u0000b\""),
	CASE("short escapes are used where there are any", "\"\\u0008\\u0009\\u000a\\u000c\\u000d\\u001b\\/\"", "\"\\b\\t\\n\\f\\r\\u001b/\""),
	CASE("DEL, separators and letters are not escaped", "\"\\u007f\\u2028\\u00fc\"", "\"\x7f\xe2\x80\xa8\xc3\xbc\""),
	CASE("quotes and backslashes are escaped", "\"\\\"\\\\\"", "\"\\\"\\\\\""),
	CASE("a pair of surrogates is one character", "\"\\ud83d\\ude00\"", "\"\xf0\x9f\x98\x80\""),
	CASE("a lone high surrogate survives", "\"\\ud83dx\"", "\"\\ud83dx\""),
	CASE("a lone low surrogate survives", "\"x\\uDE00\"", "\"x\\ude00\""),
	CASE("two high surrogates survive", "\"\\ud800\\ud800\"", "\"\\ud800\\ud800\""),
	CASE("a high surrogate before a pair survives", "\"\\ud83d\\ud83d\\ude00\"", "\"\\ud83d\xf0\x9f\x98\x80\""),
	CASE("a surrogate's number behind a backslash is text", "\"\\\\ud800\"", "\"\\\\ud800\""),

	CASE("nothing is refused", "", NULL),
	CASE("white space alone is refused", " \n", NULL),
	CASE("a byte order mark is refused", "\xef\xbb\xbf{}", NULL),
	CASE("bad UTF-8 is refused", "\"\xff\"", NULL),
	CASE("an encoded surrogate is refused", "\"\xed\xa0\x80\"", NULL),
	CASE("trailing bytes are refused", "{} x", NULL),
	CASE("a second value is refused", "1 2", NULL),
	CASE("a second object is refused", "{}{}", NULL),
	CASE("a trailing NUL is refused", "{}\0", NULL),
	CASE("a NUL inside is refused", "[1,\0 2]", NULL),
	CASE("a NUL behind a number is refused", "1\0", NULL),
	CASE("a raw control character in a string is refused", "\"a\nb\"", NULL),
	CASE("a form feed is no white space", "[1,\f2]", NULL),
	CASE("a trailing comma is refused", "[1,]", NULL),
	CASE("a trailing comma in an object is refused", "{\"a\":1,}", NULL),
	CASE("a missing comma is refused", "[1 2]", NULL),
	CASE("an unclosed array is refused", "[1", NULL),
	CASE("an unclosed string is refused", "\"abc", NULL),
	CASE("a string that ends in a backslash is refused", "\"abc\\", NULL),
	CASE("a cut escape is refused", "\"\\u12", NULL),
	CASE("a wrong bracket is refused", "[1}", NULL),
	CASE("an unquoted key is refused", "{a:1}", NULL),
	CASE("a number is no key", "{1:1}", NULL),
	CASE("single quotes are refused", "'a'", NULL),
	CASE("comments are refused", "/* no */ 1", NULL),
	CASE("NaN is refused", "NaN", NULL),
	CASE("Infinity is refused", "[-Infinity]", NULL),
	CASE("a number that is no finite double is refused", "1e999", NULL),
	CASE("a leading zero is refused", "-01", NULL),
	CASE("a leading plus is refused", "+1", NULL),
	CASE("a leading point is refused", ".5", NULL),
	CASE("a trailing point is refused", "1.", NULL),
	CASE("a point without digits is refused", "1.e5", NULL),
	CASE("an empty exponent is refused", "[1e]", NULL),
	CASE("hexadecimal is refused", "0x10", NULL),
	CASE("a lone minus is refused", "[-]", NULL),
	CASE("words in capitals are refused", "True", NULL),
	CASE("longer words are refused", "truex", NULL),
	CASE("an unknown escape is refused", "\"\\x41\"", NULL),
	CASE("half a Unicode escape is refused", "\"\\u12g4\"", NULL),
	CASE("a key with NUL is refused", "{\"a\\u0000b\" : 1}", NULL),
#undef CASE
};

static void reading_is_strict_and_writing_is_ecmascripts(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		CLEARED(text) struct text out = {0};
		OWNED(json) struct json *value = NULL;
		struct error err = {0};
		OWNED_MEM char *exact = malloc(texts[i].len > 0 ? texts[i].len : 1); /* so that one byte too far is seen */
		bool read;

		memcpy(exact, texts[i].bytes, texts[i].len);
		read = json_parse(exact, texts[i].len, &value, &err);
		if (read != (texts[i].compact != NULL))
			fail_msg("rule broken: %s", texts[i].says);
		if (!read) {
			assert_int_equal(err.reason, REASON_RECORD_DAMAGED);
			assert_null(value);
			continue;
		}
		json_write(value, JSON_COMPACT, &out);
		if (strcmp(text_c(&out), texts[i].compact) != 0)
			fail_msg("rule broken: %s: %s", texts[i].says, text_c(&out));
	}
}

static void levels_are_bounded(void **unused)
{
	(void)unused;
	for (int levels = JSON_DEPTH_MAX - 1; levels <= JSON_DEPTH_MAX + 1; levels++) {
		CLEARED(text) struct text t = {0};
		OWNED(json) struct json *value = NULL;
		struct error err = {0};

		for (int i = 0; i < levels; i++)
			text_add_byte(&t, '[');
		text_add_byte(&t, '1');
		for (int i = 0; i < levels; i++)
			text_add_byte(&t, ']');
		assert_int_equal(json_parse(text_c(&t), t.len, &value, &err), levels <= JSON_DEPTH_MAX);
	}
}

/* What ECMAScript prints, among it the bounds of its three forms and powers of two, where the nearest decimal fails. */
static const struct {
	double number;
	const char *printed;
} numbers[] = {
	{ 0e0, "0" }, { -0.0, "0" }, { 1e0, "1" }, { -1e0, "-1" }, { 1e-1, "0.1" }, { 1.23e-2, "0.0123" },
	{ 1e-7, "1e-7" }, { 1e-6, "0.000001" }, { 1.234e-6, "0.000001234" }, { 9.5e-7, "9.5e-7" }, { 1e-5, "0.00001" },
	{ 1e20, "100000000000000000000" }, { 1e21, "1e+21" }, { 1.2345678901234568e20, "123456789012345680000" },
	{ 1.2e21, "1.2e+21" }, { 1e23, "1e+23" }, { 1.5e300, "1.5e+300" }, { 5e-324, "5e-324" },
	{ 1.7976931348623157e308, "1.7976931348623157e+308" }, { 2.2250738585072014e-308, "2.2250738585072014e-308" },
	{ 9007199254740991, "9007199254740991" }, { 9007199254740992, "9007199254740992" },
	{ 9007199254740994, "9007199254740994" }, { 1.2345678901234568e18, "1234567890123456800" },
	{ 3.0000000000000004e-1, "0.30000000000000004" }, { 12345.678, "12345.678" }, { 4.35, "4.35" },
	{ -123.456, "-123.456" }, { 2.9802322387695312e-8, "2.9802322387695312e-8" },
	{ 0x1p-44, "5.684341886080802e-14" }, { 0x1p-1022, "2.2250738585072014e-308" }, { 0x1p89, "6.189700196426902e+26" },
	{ INFINITY, "null" }, { -INFINITY, "null" }, { NAN, "null" },
};

static void numbers_are_the_shortest_that_read_back(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(numbers); i++) {
		CLEARED(text) struct text out = {0};
		OWNED(json) struct json *value = json_new_double(numbers[i].number);

		json_write(value, JSON_CANONICAL, &out);
		assert_string_equal(text_c(&out), numbers[i].printed);
	}
}

static void a_decimal_comma_of_the_operators_language_changes_nothing(void **unused)
{
	static const char text[] = "[0.5,1.25e-9]";
	CLEARED(text) struct text out = {0};
	OWNED(json) struct json *value = NULL;
	struct error err = {0};

	(void)unused;
	if (!setlocale(LC_NUMERIC, "de_DE.UTF-8")) {
		print_message("no language with a decimal comma is installed here\n");
		skip();
	}
	assert_true(json_parse(text, sizeof text - 1, &value, &err));
	json_write(value, JSON_COMPACT, &out);
	(void)setlocale(LC_NUMERIC, "C");
	assert_string_equal(text_c(&out), text);
}

static struct json *parsed(const char *text)
{
	struct json *value = NULL;
	struct error err = {0};

	if (!json_parse(text, strlen(text), &value, &err))
		fail_msg("%s", err.text);
	return value;
}

static void the_three_styles(void **unused)
{
	static const struct {
		enum json_style style;
		const char *printed;
	} styles[] = {
		{ JSON_CANONICAL, "{\"A\":[],\"_\":{},\"a\":{\"x\":[1,{\"y\":2}]},\"\xc3\xa4\":null}" },
		{ JSON_COMPACT, "{\"\xc3\xa4\":null,\"a\":{\"x\":[1,{\"y\":2}]},\"_\":{},\"A\":[]}" },
		{ JSON_INDENTED, "{\n  \"\xc3\xa4\": null,\n  \"a\": {\n    \"x\": [\n      1,\n      {\n        \"y\": 2\n      }\n"
				 "    ]\n  },\n  \"_\": {},\n  \"A\": []\n}" },
	};
	OWNED(json) struct json *value = parsed("{\"\\u00e4\":null,\"a\":{\"x\":[1,{\"y\":2}]},\"_\":{},\"A\":[]}");

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(styles); i++) {
		CLEARED(text) struct text out = {0};

		json_write(value, styles[i].style, &out);
		assert_string_equal(text_c(&out), styles[i].printed);
	}
}

static void bytes_that_are_no_utf8_are_written_as_replacements(void **unused)
{
	CLEARED(text) struct text out = {0};
	OWNED(json) struct json *value = json_new_string_n("a\xff\xc3(", 4);

	(void)unused;
	json_write(value, JSON_COMPACT, &out);
	assert_string_equal(text_c(&out), "\"a\xef\xbf\xbd\xef\xbf\xbd(\"");
}

static void absent_is_null_everywhere(void **unused)
{
	CLEARED(strlist) struct strlist keys = {0};
	CLEARED(text) struct text out = {0};
	int64_t n = 7;

	(void)unused;
	assert_int_equal(json_kind(NULL), JSON_NULL);
	assert_null(json_get(NULL, "a"));
	assert_false(json_has(NULL, "a"));
	assert_int_equal(json_count(NULL), 0);
	assert_null(json_at(NULL, 0));
	json_keys(NULL, &keys);
	assert_int_equal(keys.count, 0);
	assert_null(json_string(NULL, NULL));
	assert_null(json_get_string(NULL, "a"));
	assert_false(json_get_int(NULL, "a", &n));
	assert_int_equal(n, 7);
	assert_true(json_get_bool(NULL, "a", true));
	assert_false(json_bool(NULL));
	assert_true(json_number(NULL) <= 0 && json_number(NULL) >= 0);
	assert_null(json_copy(NULL));
	json_write(NULL, JSON_COMPACT, &out);
	assert_string_equal(text_c(&out), "null");
}

static void members_are_read_by_their_kind(void **unused)
{
	OWNED(json)
	struct json *v = parsed("{\"i\":-5,\"f\":2.5,\"whole\":3.0,\"s\":\"x\\u0000y\",\"t\":true,\"n\":null,\"a\":[1,2],"
				"\"big\":9007199254740993,\"huge\":1e300}");
	int64_t n = 0;
	size_t len = 0;

	(void)unused;
	assert_true(json_get_int(v, "i", &n) && n == -5);
	assert_true(json_get_int(v, "whole", &n) && n == 3);
	assert_false(json_get_int(v, "f", &n));
	assert_false(json_get_int(v, "s", &n));
	assert_false(json_get_int(v, "t", &n));
	assert_false(json_get_int(v, "huge", &n));
	assert_int_equal(n, 3);
	assert_int_equal(json_kind(json_get(v, "i")), JSON_INT);
	assert_int_equal(json_kind(json_get(v, "big")), JSON_DOUBLE);
	assert_memory_equal(json_string(json_get(v, "s"), &len), "x\0y", 4);
	assert_int_equal(len, 3);
	assert_null(json_get_string(v, "i"));
	assert_true(json_get_bool(v, "t", false));
	assert_false(json_get_bool(v, "s", false));
	assert_true(json_has(v, "n"));
	assert_null(json_get(v, "n"));
	assert_false(json_has(v, "none"));
	assert_int_equal(json_count(v), 9);
	assert_int_equal(json_count(json_get(v, "a")), 2);
	assert_null(json_at(json_get(v, "a"), 2));
	assert_null(json_get(json_get(v, "a"), "i"));
	assert_null(json_at(v, 0));
}

static void values_are_built(void **unused)
{
	CLEARED(strlist) struct strlist words = {0};
	CLEARED(text) struct text out = {0};
	OWNED(json) struct json *object = json_new_object();
	OWNED(json) struct json *copy = NULL;
	struct json *array = json_new_array();

	(void)unused;
	strlist_add(&words, "one");
	strlist_add(&words, "two");
	json_add(array, json_new_int(INT64_MAX));
	json_add(array, json_new_bool(false));
	json_add(array, NULL);
	json_add_string(array, NULL);
	json_add_string(array, "s");
	json_set(object, "array", array);
	json_set(object, "words", json_from_strlist(&words));
	json_set_string(object, "none", NULL);
	json_set_int(object, "n", -1);
	json_set_bool(object, "b", true);
	json_set_string(object, "gone", "x");
	json_unset(object, "gone");
	json_unset(object, "never was");
	json_unset(array, "no key has an array");
	json_unset(NULL, "nor nothing");
	copy = json_copy(object);
	json_set_int(object, "n", 2);
	json_write(copy, JSON_COMPACT, &out);
	assert_string_equal(text_c(&out), "{\"array\":[9223372036854776000,false,null,null,\"s\"],\"words\":[\"one\",\"two\"],"
					  "\"none\":null,\"n\":-1,\"b\":true}");
}

static struct json *read_data(const char *name)
{
	OWNED_MEM char *bytes = malloc(65536);
	char path[4096];
	struct json *value = NULL;
	struct error err = {0};
	size_t len;
	FILE *f;

	(void)snprintf(path, sizeof path, "%s/base/%s", getenv("TEST_DATA"), name);
	f = fopen(path, "re");
	assert_non_null(f);
	len = fread(bytes, 1, 65536, f);
	(void)fclose(f);
	if (!json_parse(bytes, len, &value, &err))
		fail_msg("%s: %s", path, err.text);
	return value;
}

/* Harnery wrote this file: its idempotency_key is its digest of the request without that key. */
static void the_digest_of_a_peers_record_is_the_peers(void **unused)
{
	OWNED(json) struct json *request = read_data("workspace-request.json");
	OWNED_MEM char *theirs = NULL;
	char hex[DIGEST_HEX_BYTES];

	(void)unused;
	theirs = strdup(json_get_string(request, "idempotency_key"));
	json_unset(request, "idempotency_key");
	json_digest(request, hex);
	assert_string_equal(hex, theirs);
}

static void a_strings_digest_includes_its_quotes(void **unused)
{
	OWNED(json) struct json *s = json_new_string("abc");
	char hex[DIGEST_HEX_BYTES], quoted[DIGEST_HEX_BYTES];

	(void)unused;
	json_digest(s, hex);
	digest_of("\"abc\"", 5, quoted);
	assert_string_equal(hex, quoted);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reading_is_strict_and_writing_is_ecmascripts),
		cmocka_unit_test(levels_are_bounded),
		cmocka_unit_test(numbers_are_the_shortest_that_read_back),
		cmocka_unit_test(a_decimal_comma_of_the_operators_language_changes_nothing),
		cmocka_unit_test(the_three_styles),
		cmocka_unit_test(bytes_that_are_no_utf8_are_written_as_replacements),
		cmocka_unit_test(absent_is_null_everywhere),
		cmocka_unit_test(members_are_read_by_their_kind),
		cmocka_unit_test(values_are_built),
		cmocka_unit_test(the_digest_of_a_peers_record_is_the_peers),
		cmocka_unit_test(a_strings_digest_includes_its_quotes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
