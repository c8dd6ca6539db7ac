/*
 * Specification of choosing: which text lies between two places of what a pane printed, and what a word is.
 */
#include "spec/screens/looking.h"

#include "core/base/owned.h"
#include "ui/screens/pane_select.h"

static const struct {
	const char *says, *bytes;
	enum selection_kind kind;
	struct spot from, to;
	const char *text;
} cases[] = {
	{ "both ends belong to it", "one two", SELECT_CHARACTERS, { 0, 1 }, { 0, 4 }, "ne t" },
	{ "it may be chosen backwards", "one two", SELECT_CHARACTERS, { 0, 4 }, { 0, 1 }, "ne t" },
	{ "lines are joined by newlines", "one\r\ntwo", SELECT_CHARACTERS, { 0, 1 }, { 1, 1 }, "ne\ntw" },
	{ "blanks at a line's end are cut", "one   \r\nb", SELECT_CHARACTERS, { 0, 0 }, { 1, 0 }, "one\nb" },
	{ "a wrapped line is one line", "abcdefghijklmno", SELECT_CHARACTERS, { 0, 8 }, { 1, 2 }, "ijklm" },
	{ "a blank where it is wrapped is kept", "abcdefghi jkl", SELECT_CHARACTERS, { 0, 8 }, { 1, 1 }, "i jk" },
	{ "also once it left the screen", "abcdefghi jkl\r\n\n\n\n\n", SELECT_CHARACTERS, { 0, 8 }, { 1, 1 }, "i jk" },
	{ "no blank stands in for a wide character that had no room", "abcdefghi日x", SELECT_CHARACTERS, { 0, 8 }, { 1, 1 }, "i日" },
	{ "lines that left the screen are chosen too", "a\r\nb\r\nc\r\nd\r\ne\r\nf", SELECT_CHARACTERS, { 0, 0 }, { 5, 0 }, "a\nb\nc\nd\ne\nf" },
	{ "whole lines end with a newline", "one\r\ntwo\r\nthree", SELECT_LINES, { 0, 2 }, { 1, 1 }, "one\ntwo\n" },
	{ "a rectangle has the same columns of every line", "abcdef\r\nghijkl\r\nmn", SELECT_BLOCK, { 0, 3 }, { 2, 1 }, "bcd\nhij\nn" },
	{ "a rectangle does not join wrapped lines", "abcdefghijklmno", SELECT_BLOCK, { 0, 0 }, { 1, 1 }, "ab\nkl" },
	{ "half a wide character is the whole", "日本語", SELECT_CHARACTERS, { 0, 1 }, { 0, 2 }, "日本" },
	{ "marks go with their character", "e\xcc\x81x", SELECT_CHARACTERS, { 0, 0 }, { 0, 0 }, "e\xcc\x81" },
	{ "colours do not", "\033[31mred\033[m", SELECT_CHARACTERS, { 0, 0 }, { 0, 9 }, "red" },
	{ "nothing is nothing", "one", SELECT_NOTHING, { 0, 0 }, { 0, 2 }, "" },
};

static void the_chosen_text_is_what_was_seen(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		OWNED(terminal) struct terminal *t = printed(4, 10, cases[i].bytes);
		CLEARED(pane_text) struct pane_text text = { 0 };
		CLEARED(text) struct text out = { 0 };
		const struct selection chosen = { cases[i].kind, cases[i].from, cases[i].to };

		pane_text_freeze(&text, t);
		assert_true(selection_text(&chosen, &text, 1000, &out));
		if (strcmp(text_c(&out), cases[i].text) != 0)
			fail_msg("%s: \"%s\"", cases[i].says, text_c(&out));
	}
}

static void more_than_the_limit_is_refused_whole(void **unused)
{
	OWNED(terminal) struct terminal *t = printed(4, 10, "one\r\ntwo\r\nthree");
	CLEARED(pane_text) struct pane_text text = { 0 };
	CLEARED(text) struct text out = { 0 };
	struct selection all;

	(void)unused;
	pane_text_freeze(&text, t);
	all = selection_all(&text);
	text_add_string(&out, "before");
	assert_false(selection_text(&all, &text, 8, &out));
	assert_string_equal(text_c(&out), "before");
	assert_true(selection_text(&all, &text, 100, &out));
	assert_string_equal(text_c(&out), "beforeone\ntwo\nthree\n\n");
}

static const struct { const char *says, *bytes; struct spot at; const char *word; } words[] = {
	{ "letters up to the blanks", "see the word", { 0, 5 }, "the" },
	{ "a path is one word", "in /usr/a-b.c, it", { 0, 5 }, "/usr/a-b.c" },
	{ "an address is one word", "<https://a.b/?c=d#e>", { 0, 9 }, "https://a.b/?c=d#e" },
	{ "brackets are no part of it", "(word)", { 0, 2 }, "word" },
	{ "it goes on over a wrapped line", "ab cdefghijklmnopqrstuvwxyz end", { 0, 5 }, "cdefghijklmnopqrstuvwxyz" },
	{ "a line's end ends it", "12345678901234567890\r\nab", { 1, 0 }, "ab" },
};

static void a_word_is_what_belongs_together(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		OWNED(terminal) struct terminal *t = printed(4, 20, words[i].bytes);
		CLEARED(pane_text) struct pane_text text = { 0 };
		CLEARED(text) struct text out = { 0 };
		struct selection word;

		pane_text_freeze(&text, t);
		word = selection_word(&text, words[i].at);
		(void)selection_text(&word, &text, 1000, &out);
		if (strcmp(text_c(&out), words[i].word) != 0)
			fail_msg("%s: \"%s\"", words[i].says, text_c(&out));
	}
}

static void what_is_looked_at_stays_while_the_child_prints(void **unused)
{
	OWNED(terminal) struct terminal *t = printed(3, 10, "one\r\ntwo\r\nthree");
	CLEARED(pane_text) struct pane_text text = { 0 };
	CLEARED(text) struct text out = { 0 };
	struct selection all;

	(void)unused;
	pane_text_freeze(&text, t);
	terminal_feed(t, "\033[Hother\r\n\n\n\nmore\033[2J", 22);
	all = selection_all(&text);
	(void)selection_text(&all, &text, 1000, &out);
	assert_string_equal(text_c(&out), "one\ntwo\nthree\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_chosen_text_is_what_was_seen),
		cmocka_unit_test(more_than_the_limit_is_refused_whole),
		cmocka_unit_test(a_word_is_what_belongs_together),
		cmocka_unit_test(what_is_looked_at_stays_while_the_child_prints),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
