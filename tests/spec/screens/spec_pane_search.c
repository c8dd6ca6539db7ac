/*
 * Specification of the search: where words stand in what a pane printed, in which order they are gone through.
 */
#include "spec/screens/looking.h"

#include <locale.h>

#include "core/base/owned.h"
#include "ui/screens/pane_search.h"

static const struct {
	const char *says, *bytes, *words;
	size_t count;
	struct spot from, to; /* of the first */
} cases[] = {
	{ "small letters find capitals", "An Error, an error", "error", 2, { 0, 3 }, { 0, 8 } },
	{ "a capital finds itself only", "an error, an Error", "Error", 1, { 0, 13 }, { 0, 18 } },
	{ "the same holds beyond ASCII", "\xc3\x84rger \xc3\xa4rger", "\xc3\xa4rger", 2, { 0, 0 }, { 0, 5 } },
	{ "columns are counted, not bytes", "日本 here", "here", 1, { 0, 5 }, { 0, 9 } },
	{ "wide characters are found", "日本語", "本", 1, { 0, 2 }, { 0, 4 } },
	{ "a wrapped line is one line", "aaaaaaaaaaaaaaaaaaaneedle", "needle", 1, { 0, 19 }, { 1, 5 } },
	{ "a line's end is not", "aaaaaaaaaaaaaaaaaanee\r\ndle", "needle", 0, { 0 }, { 0 } },
	{ "what ends at a wrapped line's end ends there", "aaaaaaaaaaaaaaneedlexxx", "needle", 1, { 0, 14 }, { 0, 20 } },
	{ "they do not overlap", "aaaa", "aa", 2, { 0, 0 }, { 0, 2 } },
	{ "words that begin again within themselves are found", "aabaabaaab", "aabaaab", 1, { 0, 3 }, { 0, 10 } },
	{ "and do not overlap either", "abababaABABA", "ababa", 2, { 0, 0 }, { 0, 5 } },
	{ "nothing is found for nothing", "aaaa", "", 0, { 0 }, { 0 } },
	{ "marks are letters", "e\xcc\x81", "e\xcc\x81", 1, { 0, 0 }, { 0, 1 } },
	{ "signs stand for themselves", "a.c abc", "a.c", 1, { 0, 0 }, { 0, 3 } },
	{ "what left the screen is found", "needle\r\nb\r\nc\r\nd\r\ne\r\nf", "needle", 1, { 0, 0 }, { 0, 6 } },
};

static bool same(struct spot a, struct spot b)
{
	return spot_compare(a, b) == 0;
}

static void words_are_found_where_they_stand(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		OWNED(terminal) struct terminal *t = printed(4, 20, cases[i].bytes);
		CLEARED(pane_text) struct pane_text text = { 0 };
		CLEARED(search) struct search s = { 0 };

		pane_text_freeze(&text, t);
		search_run(&s, &text, cases[i].words);
		if (s.count != cases[i].count)
			fail_msg("%s: found %zu", cases[i].says, s.count);
		if (s.count > 0 && (!same(s.items[0].from, cases[i].from) || !same(s.items[0].to, cases[i].to)))
			fail_msg("%s: from column %d to column %d", cases[i].says, s.items[0].from.col, s.items[0].to.col);
	}
}

static void they_are_gone_through_and_around(void **unused)
{
	OWNED(terminal) struct terminal *t = printed(4, 20, "a x\r\nx\r\nb\r\nx x");
	CLEARED(pane_text) struct pane_text text = { 0 };
	CLEARED(search) struct search s = { 0 };
	CLEARED(text) struct text said = { 0 };
	struct spot at = { 0, 0 };
	bool around;

	(void)unused;
	pane_text_freeze(&text, t);
	search_run(&s, &text, "x");
	for (size_t i = 1; i <= 4; i++) {
		assert_true(search_go(&s, &text, at, false, &around));
		assert_int_equal(s.current, i);
		assert_false(around);
		at = s.items[i - 1].from;
	}
	assert_true(search_go(&s, &text, at, false, &around));
	assert_true(around);
	assert_int_equal(s.current, 1);
	assert_true(search_go(&s, &text, s.items[0].from, true, &around));
	assert_true(around);
	assert_int_equal(s.current, 4);
	search_say(&s, &said);
	assert_string_equal(text_c(&said), "match 4 of 4");
	assert_true(search_go(&s, &text, (struct spot){ 1, 0 }, false, &around));
	assert_int_equal(s.current, 3);
}

static void a_line_knows_what_touches_it(void **unused)
{
	OWNED(terminal) struct terminal *t = printed(4, 5, "abcdefghijklmno\r\nab");
	CLEARED(pane_text) struct pane_text text = { 0 };
	CLEARED(search) struct search s = { 0 };
	size_t at;

	(void)unused;
	pane_text_freeze(&text, t);
	search_run(&s, &text, "defghijkl");
	for (uint64_t line = 0; line < 3; line++)
		assert_int_equal(search_on_line(&s, line, &at), 1);
	assert_int_equal(search_on_line(&s, 3, &at), 0);
}

static void there_is_a_bound_to_what_is_kept(void **unused)
{
	struct terminal *t = terminal_new(4, 200, SCROLLBACK);
	CLEARED(pane_text) struct pane_text text = { 0 };
	CLEARED(search) struct search s = { 0 };
	char line[202];

	(void)unused;
	memset(line, 'x', 200);
	memcpy(line + 200, "\r\n", 2);
	for (int i = 0; i < 600; i++)
		terminal_feed(t, line, sizeof line);
	pane_text_freeze(&text, t);
	search_run(&s, &text, "x");
	assert_int_equal(s.count, SEARCH_MATCHES_MAX);
	assert_true(s.more);
	terminal_drop(&t);
}

/* No promise in milliseconds, those are bench's: but every line of a full scrollback is looked at. */
static void a_full_scrollback_is_searched_to_its_ends(void **unused)
{
	struct terminal *t = terminal_new(4, 80, 65536);
	CLEARED(pane_text) struct pane_text text = { 0 };
	CLEARED(search) struct search s = { 0 };
	char line[64];

	(void)unused;
	for (int i = 0; i < 5000; i++)
		terminal_feed(t, line, (size_t)snprintf(line, sizeof line, "line number %d of many\r\n", i));
	pane_text_freeze(&text, t);
	assert_true(pane_text_first(&text) > 0);
	search_run(&s, &text, "number");
	assert_int_equal(s.count, 5000 - pane_text_first(&text));
	assert_int_equal(s.items[0].from.line, pane_text_first(&text));
	terminal_drop(&t);
}

/* What begins like the words again and again costs no more than what does not: this one would take minutes. */
static void words_that_repeat_themselves_are_looked_for_in_one_go(void **unused)
{
	struct terminal *t = terminal_new(4, 80, SCROLLBACK);
	CLEARED(pane_text) struct pane_text text = { 0 };
	CLEARED(search) struct search s = { 0 };
	char words[4002], line[4096];

	(void)unused;
	memset(line, 'a', sizeof line);
	memset(words, 'a', sizeof words);
	memcpy(words + 4000, "b", 2);
	for (int i = 0; i < 500; i++)
		terminal_feed(t, line, sizeof line);
	terminal_feed(t, "b", 1);
	pane_text_freeze(&text, t);
	search_run(&s, &text, words);
	assert_int_equal(s.count, 1);
	assert_int_equal(s.items[0].to.line, pane_text_end(&text) - 1);
	terminal_drop(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_found_where_they_stand),
		cmocka_unit_test(they_are_gone_through_and_around),
		cmocka_unit_test(a_line_knows_what_touches_it),
		cmocka_unit_test(there_is_a_bound_to_what_is_kept),
		cmocka_unit_test(a_full_scrollback_is_searched_to_its_ends),
		cmocka_unit_test(words_that_repeat_themselves_are_looked_for_in_one_go),
	};

	(void)setlocale(LC_ALL, "C.UTF-8"); /* as the console does with the operator's */
	return cmocka_run_group_tests(tests, NULL, NULL);
}
