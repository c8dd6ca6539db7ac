/*
 * Specification of the ledger's scanner: it takes the lines that we write, makes the row of them that the JSON parser
 * makes, and leaves every other line to that parser.
 */
#include "spec/record/recording.h"
#include "spec/record/scanned.h"

#define PROOF "460bb407bbf981fe7e555e49fe2fe169c0feb67fed7f93c336241e6e99a2fb83"

static struct ledger_line line_of(const char *bytes, size_t len)
{
	return (struct ledger_line){ .bytes = bytes, .len = len, .number = 1, .ended = true };
}

static const struct {
	enum outcome outcome;
	enum reason reason;
	const char *message, *label;
	bool audited, used, scanned;
} runs[] = {
	{ OUTCOME_DONE, REASON_NONE, NULL, NULL, false, false, true },
	{ OUTCOME_REFUSED, REASON_NO_PROJECTION, "claude-code cannot be held to \"read-only\"", "a\\b", false, false, true },
	{ OUTCOME_FAILED, REASON_CHILD_FAILED, "a1 ended with 1;\n\tsee its log\b\f\r", "größer — 你好 🙂", true, false, true },
	{ OUTCOME_STOPPED, REASON_NONE, "", "", true, true, true },
	{ OUTCOME_LOST, REASON_RUN_LOST, "gone", "\x1b[31mred", true, true, false },
	{ OUTCOME_DONE, REASON_NONE, "a bell \a", "del \x7f", false, false, false },
};

static char *line_written(const struct scene *s, size_t which)
{
	CLEARED(run_record) struct run_record r = { 0 };
	CLEARED(text) struct text path = { 0 };
	char *line;

	run_named(&r, s, "scan00");
	r.outcome = runs[which].outcome;
	r.reason = runs[which].reason;
	r.ended_ms = STARTED_MS + 5;
	r.audit_known = runs[which].audited;
	r.audit.grant_used = runs[which].used;
	str_set(&r.message, runs[which].message);
	str_set(&r.request.label, runs[which].label);
	text_add_format(&path, "%s/%s", s->state, LEDGER_NAME);
	(void)unlink(text_c(&path));
	must(ledger_append(s->state, &r, PROOF, err));
	line = file_get(s->state, LEDGER_NAME);
	line[strcspn(line, "\n")] = '\0';
	return line;
}

static void the_lines_we_write_are_taken_and_read_as_the_parser_reads_them(void **state)
{
	for (size_t i = 0; i < COUNT_OF(runs); i++) {
		OWNED_MEM char *bytes = line_written(*state, i);
		struct ledger_line line = line_of(bytes, strlen(bytes));
		bool scanned;

		if (!readers_agree(&line, &scanned))
			fail_msg("the readers differ on %s", bytes);
		if (scanned != runs[i].scanned)
			fail_msg("%s was %s", bytes, scanned ? "taken" : "left");
	}
}

static void a_line_that_is_left_to_the_parser_is_listed_all_the_same(void **state)
{
	const struct scene *s = *state;

	for (size_t i = 0; i < COUNT_OF(runs); i++) {
		OWNED_MEM char *bytes = line_written(s, i);
		CLEARED(run_list) struct run_list list = { 0 };

		assert_non_null(bytes);
		must(browse_runs(s->state, &list, err));
		assert_int_equal(list.count, 1);
		assert_int_equal(list.damaged_lines, 0);
		assert_int_equal(list.rows[0].outcome, runs[i].outcome);
		assert_true(same_text(list.rows[0].message, runs[i].message));
		assert_true(same_text(list.rows[0].label, runs[i].label));
	}
}

/* Every byte of a line becomes each of these: the scanner never says yes to what the parser reads otherwise. */
static void no_changed_byte_is_read_in_two_ways(void **state)
{
	static const unsigned char others[] = { 0, '\n', ' ', '"', '\\', ',', '}', '{', '0', '9', 'u', 0x80, 0xC3, 0xFF, 'n', '-', '.' };

	for (size_t i = 1; i < 3; i++) {
		OWNED_MEM char *bytes = line_written(*state, i);
		size_t len = strlen(bytes);
		bool scanned;

		for (size_t at = 0; at < len * COUNT_OF(others); at++) {
			struct ledger_line line = line_of(bytes, len);
			char before = bytes[at % len];

			bytes[at % len] = (char)others[at / len];
			if (!readers_agree(&line, &scanned))
				fail_msg("the readers differ on %s", bytes);
			bytes[at % len] = before;
		}
	}
}

static void a_line_cut_anywhere_is_not_taken(void **state)
{
	OWNED_MEM char *whole = line_written(*state, 1);
	size_t len = strlen(whole);

	for (size_t cut = 0; cut < len; cut++) {
		OWNED_MEM char *bytes = mem_copy(whole, cut + 1); /* the byte behind it is the checker's to watch */
		OWNED(row_text) struct row_text *texts = row_text_new();
		struct ledger_line line = line_of(bytes, cut);
		struct ledger_scanner scanner = { 0 };
		struct run_row row;

		assert_false(ledger_scan(&scanner, &line, texts, &row));
	}
}

static void values_that_repeat_are_kept_once(void **unused)
{
	OWNED(row_text) struct row_text *texts = row_text_new();
	CLEARED(text) struct text expected = { 0 };
	const char *codex = row_text_share(texts, "codex", 5);

	(void)unused;
	assert_ptr_equal(row_text_share(texts, "codex", 5), codex);
	assert_ptr_not_equal(row_text_keep(texts, "codex", 5), codex);
	assert_string_equal(row_text_share(texts, "", 0), "");
	for (int i = 0; i < 200000; i++) {
		OWNED_MEM char *name = str_format("name-%d", i);

		assert_string_equal(row_text_share(texts, name, strlen(name)), name);
	}
	for (int i = 0; i < 3000000; i++)
		text_add_byte(&expected, 'x');
	assert_string_equal(row_text_keep(texts, text_c(&expected), expected.len), text_c(&expected));
	assert_string_equal(codex, "codex");
}

#define SCENE(test) cmocka_unit_test_setup_teardown(test, scene_make, scene_drop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SCENE(the_lines_we_write_are_taken_and_read_as_the_parser_reads_them),
		SCENE(a_line_that_is_left_to_the_parser_is_listed_all_the_same),
		SCENE(no_changed_byte_is_read_in_two_ways),
		SCENE(a_line_cut_anywhere_is_not_taken),
		cmocka_unit_test(values_that_repeat_are_kept_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
