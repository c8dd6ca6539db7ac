/*
 * Specification of the exports of runs: every program reads back what was recorded, and no spreadsheet runs it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/base/json.h"
#include "core/base/mem.h"
#include "ui/cli/runs_export.h"

static void add_one(enum runs_format format, const char *label, struct text *out)
{
	OWNED_MEM char *copy = str_copy(label);
	const struct run_row row = { .label = copy, .n_children = 1, .started_ms = 1796061753000ull, .outcome = OUTCOME_DONE };

	runs_export_row(format, &row, out);
}

static const struct { const char *label, *cell; } cells[] = {
	{ "plain", "\"plain\"" }, { "a,b", "\"a,b\"" }, { "say \"x\"", "\"say \"\"x\"\"\"" }, { "two\nlines", "\"two^Jlines\"" },
	{ "=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\"" }, { "+1", "\"'+1\"" }, { "-1", "\"'-1\"" }, { "@x", "\"'@x\"" }, { "  =1", "\"'  =1\"" },
	{ "\xef\xbc\x9d" "1", "\"'\xef\xbc\x9d" "1\"" }, { "\x1b[31m", "\"^[[31m\"" }, { "a=1", "\"a=1\"" }, { "", "\"\"" },
};

static void a_cell_of_csv_is_quoted_and_never_a_formula(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cells); i++) {
		CLEARED(text) struct text out = { 0 };
		OWNED_MEM char *wanted = str_format(",%s,\"0\",", cells[i].cell);

		add_one(RUNS_FORMAT_CSV, cells[i].label, &out);
		if (!strstr(text_c(&out), wanted))
			fail_msg("%s: %s", cells[i].label, text_c(&out));
		assert_string_equal(text_c(&out) + out.len - 2, "\r\n");
		assert_ptr_equal(strchr(text_c(&out), '\n'), text_c(&out) + out.len - 1);
	}
}

static size_t count_of(const char *s, char c)
{
	size_t n = 0;

	for (; *s; s++)
		n += *s == c;
	return n;
}

static void titles_and_rows_have_the_same_columns(void **unused)
{
	static const struct { enum runs_format format; char between; } tables[] = { { RUNS_FORMAT_CSV, ',' }, { RUNS_FORMAT_MARKDOWN, '|' } };

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(tables); i++) {
		CLEARED(text) struct text head = { 0 };
		CLEARED(text) struct text row = { 0 };
		char *last;

		runs_export_head(tables[i].format, &head);
		add_one(tables[i].format, "plain", &row);
		head.bytes[--head.len] = '\0';
		last = strrchr(head.bytes, '\n');
		assert_int_equal(count_of(last ? last : head.bytes, tables[i].between), count_of(text_c(&row), tables[i].between));
	}
}

static void markdown_stays_one_row_whatever_a_label_says(void **unused)
{
	CLEARED(text) struct text out = { 0 };

	(void)unused;
	add_one(RUNS_FORMAT_MARKDOWN, "a|b\n<b>[x](y)", &out);
	assert_non_null(strstr(text_c(&out), "| a\\|b^J\\<b\\>\\[x\\](y) |"));
	assert_int_equal(count_of(text_c(&out), '\n'), 1);
}

static void a_json_line_is_one_object_with_the_words_of_the_record(void **unused)
{
	CLEARED(text) struct text out = { 0 };
	OWNED(json) struct json *value = NULL;
	struct error err = { 0 };

	(void)unused;
	runs_export_head(RUNS_FORMAT_JSONL, &out);
	add_one(RUNS_FORMAT_JSONL, "=two\nlines \"x\"", &out);
	assert_int_equal(count_of(text_c(&out), '\n'), 1);
	assert_true(json_parse(text_c(&out), out.len - 1, &value, &err));
	assert_string_equal(json_get_string(value, "label"), "=two\nlines \"x\"");
	assert_string_equal(json_get_string(value, "started_at"), "2026-11-30T18:02:33.000Z");
}

static void only_the_formats_that_are_named_are_known(void **unused)
{
	enum runs_format format = RUNS_FORMAT_COUNT;

	(void)unused;
	assert_true(runs_format_from_word("csv", &format));
	assert_int_equal(format, RUNS_FORMAT_CSV);
	assert_false(runs_format_from_word("CSV", &format));
	assert_false(runs_format_from_word("", &format));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cell_of_csv_is_quoted_and_never_a_formula),
		cmocka_unit_test(titles_and_rows_have_the_same_columns),
		cmocka_unit_test(markdown_stays_one_row_whatever_a_label_says),
		cmocka_unit_test(a_json_line_is_one_object_with_the_words_of_the_record),
		cmocka_unit_test(only_the_formats_that_are_named_are_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
