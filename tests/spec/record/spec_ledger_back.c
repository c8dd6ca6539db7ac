/*
 * Specification of reading the ledger from its last line back: it gives the lines that reading forward gives, and the
 * lists that begin at the end hold what the whole list holds.
 */
#include "spec/record/recording.h"

#define LINES_MOST 400
#define PROOF "460bb407bbf981fe7e555e49fe2fe169c0feb67fed7f93c336241e6e99a2fb83"

static void must_agree(const struct scene *s, const char *says)
{
	OWNED(ledger_reader) struct ledger_reader *forward = NULL;
	OWNED(ledger_back) struct ledger_back *back = NULL;
	struct ledger_line lines[LINES_MOST], line;
	char *kept[LINES_MOST];
	size_t count = 0;

	must(ledger_open(s->state, &forward, err));
	for (; ledger_next(forward, &line); count++) {
		assert_true(count < LINES_MOST);
		lines[count] = line;
		kept[count] = str_copy_n(line.bytes, line.len);
	}
	must(ledger_back_open(s->state, &back, err));
	for (size_t at = count; at > 0; at--) {
		const struct ledger_line *expected = &lines[at - 1];

		if (!ledger_back_next(back, &line))
			fail_msg("%s: line %zu is not given", says, at);
		if (line.len != expected->len || memcmp(line.bytes, kept[at - 1], line.len) != 0 || line.ended != expected->ended ||
		    line.too_long != expected->too_long || line.number != count - at + 1)
			fail_msg("%s: line %zu is another one", says, at);
		free(kept[at - 1]);
	}
	assert_false(ledger_back_next(back, &line));
	assert_false(ledger_back_unreadable(back));
}

static void put(const struct scene *s, const struct text *bytes)
{
	OWNED_MEM char *path = path_of("%s/%s", s->state, LEDGER_NAME);
	FILE *file = fopen(path, "we");

	assert_non_null(file);
	assert_int_equal(fwrite(text_c(bytes), 1, bytes->len, file), bytes->len);
	assert_int_equal(fclose(file), 0);
}

static void lines_are_those_that_reading_forward_gives(void **state)
{
	static const struct { const char *says; size_t lengths[4]; size_t count; bool torn; } cases[] = {
		{ "nothing", { 0 }, 0, false },
		{ "one empty line", { 0 }, 1, false },
		{ "empty lines", { 0, 0, 0 }, 3, false },
		{ "one line", { 10 }, 1, false },
		{ "one line without its end", { 10 }, 1, true },
		{ "the last one torn", { 700, 10 }, 2, true },
		{ "an empty line first", { 0, 10 }, 2, false },
		{ "a line that ends where a chunk begins", { 10, 65535 - 32768, 32767 }, 3, false },
		{ "a chunk in one line", { 65536 }, 1, false },
		{ "the longest line", { 9, LEDGER_LINE_BYTES_MAX, 9 }, 3, false },
		{ "one byte too long", { 9, LEDGER_LINE_BYTES_MAX + 1, 9 }, 3, false },
		{ "far too long, over many chunks", { 9, 1000000, 9, 0 }, 4, false },
		{ "far too long and torn", { 9, 1000000 }, 2, true },
		{ "two too long ones", { 300000, 300000, 5 }, 3, true },
	};
	const struct scene *s = *state;

	dir_put(s->state, "x");
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		CLEARED(text) struct text bytes = { 0 };

		for (size_t line = 0; line < cases[i].count; line++) {
			for (size_t at = 0; at < cases[i].lengths[line]; at++)
				text_add_byte(&bytes, (char)('a' + at % 26));
			if (!cases[i].torn || line + 1 < cases[i].count)
				text_add_byte(&bytes, '\n');
		}
		put(s, &bytes);
		must_agree(s, cases[i].says);
	}
}

static void lines_of_any_lengths_agree(void **state)
{
	const struct scene *s = *state;
	unsigned chance = 20261130;

	dir_put(s->state, "x");
	for (int round = 0; round < 60; round++) {
		CLEARED(text) struct text bytes = { 0 };
		OWNED_MEM char *says = str_format("round %d", round);

		for (int line = 0; line < LINES_MOST - 1; line++) {
			chance = chance * 1103515245u + 12345u;
			for (unsigned at = (chance >> 16) % 1500u; at > 0; at--)
				text_add_byte(&bytes, (char)('a' + at % 26));
			text_add_byte(&bytes, '\n');
		}
		for (int at = 0; at < round % 3; at++)
			text_add_byte(&bytes, '}');
		put(s, &bytes);
		must_agree(s, says);
	}
}

static void append_many(const struct scene *s, int count)
{
	for (int i = 0; i < count; i++) {
		CLEARED(run_record) struct run_record r = { 0 };
		OWNED_MEM char *suffix = str_format("run%03d", i);

		run_named(&r, s, suffix);
		r.outcome = OUTCOME_DONE;
		r.started_ms += (uint64_t)i;
		r.ended_ms = r.started_ms + 5;
		str_set(&r.directory, suffix);
		must(ledger_append(s->state, &r, PROOF, err));
	}
}

static void the_newest_are_the_head_of_the_whole_list(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_list) struct run_list all = { 0 };

	append_many(s, 12);
	must(browse_runs(s->state, &all, err));
	assert_int_equal(all.count, 12);
	assert_false(all.more);
	for (size_t lines = 0; lines < 15; lines++) {
		CLEARED(run_list) struct run_list newest = { 0 };

		must(browse_newest(s->state, lines, &newest, err));
		assert_int_equal(newest.count, lines < 12 ? lines : 12);
		assert_int_equal(newest.more, lines <= 12);
		for (size_t i = 0; i < newest.count; i++)
			assert_string_equal(newest.rows[i].run_id, all.rows[i].run_id);
	}
}

static void a_list_read_in_pieces_is_the_whole_list(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_list) struct run_list all = { 0 };

	append_many(s, 25);
	must(browse_runs(s->state, &all, err));
	for (size_t piece = 1; piece < 30; piece += 6) {
		CLEARED(run_list) struct run_list list = { 0 };
		struct run_reading *reading;

		must(browse_begin(s->state, &reading, err));
		while (browse_more(reading, piece)) {}
		browse_take(&reading, &list);
		assert_null(reading);
		assert_int_equal(list.count, all.count);
		for (size_t i = 0; i < list.count; i++)
			assert_string_equal(list.rows[i].run_id, all.rows[i].run_id);
	}
}

static void a_run_is_found_by_its_id_or_its_only_beginning(void **state)
{
	static const struct { const char *asked, *found; } cases[] = {
		{ "wf-2026-11-30T18-18-45-046Z-run000", "run000" },
		{ "wf-2026-11-30T18-18-45-046Z-run011", "run011" },
		{ "wf-2026-11-30T18-18-45-046Z-run01", NULL },
		{ "wf-2026-11-30T18-18-45-046Z-run3", NULL },
		{ "wf-2026-11-30T18-18-45-046Z-run00", NULL },
		{ "", NULL },
		{ "../run000", NULL },
	};
	const struct scene *s = *state;

	append_many(s, 12);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		OWNED_MEM char *directory = NULL;
		struct error err = { 0 };
		bool found = browse_find(s->state, cases[i].asked, &directory, &err);

		assert_int_equal(found, cases[i].found != NULL);
		if (found)
			assert_string_equal(directory, cases[i].found);
		else
			assert_int_equal(err.reason, REASON_NOT_FOUND);
	}
}

static void seal_labelled(const struct scene *s, const char *suffix, const char *label)
{
	CLEARED(run_record) struct run_record r = { 0 };

	run_named(&r, s, suffix);
	r.outcome = OUTCOME_DONE;
	str_set(&r.request.label, label);
	str_set(&r.directory, suffix);
	must(ledger_append(s->state, &r, PROOF, err));
}

/* The first of what holds: a whole id, the beginning of one, a label. */
static void a_run_is_found_by_its_label_where_one_bears_it(void **state)
{
	static const struct { const char *asked, *found, *says; } cases[] = {
		{ "night shift", "one", NULL },
		{ "twice", NULL, "4 runs bear the label twice, the newest wf-2026-11-30T18-18-45-046Z-five, wf-2026-11-30T18-18-45-046Z-four, "
				 "wf-2026-11-30T18-18-45-046Z-three; give an id" },
		{ "wf-2026-11-30T18-18-45-046Z-one", "one", NULL },
		{ "wf-2026-11-30T18-18-45-046Z-six", "six", NULL },
		{ "wf-2026-11-30T18-18-45-046Z-s", "six", NULL },
		{ "night", NULL, "no run night is recorded, and none bears it as its label" },
		{ "no\x1b[31m", NULL, "no run" },
	};
	const struct scene *s = *state;

	seal_labelled(s, "one", "night shift");
	seal_labelled(s, "two", "twice");
	seal_labelled(s, "three", "twice");
	seal_labelled(s, "four", "twice");
	seal_labelled(s, "five", "twice");
	seal_labelled(s, "six", "wf-2026-11-30T18-18-45-046Z-one");
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		OWNED_MEM char *directory = NULL;
		struct error err = { 0 };

		if (browse_find(s->state, cases[i].asked, &directory, &err) != (cases[i].found != NULL))
			fail_msg("%s: %s", cases[i].asked, directory ? directory : err.text);
		if (directory)
			assert_string_equal(directory, cases[i].found);
		else if (!strstr(err.text, cases[i].says) || strchr(err.text, '\x1b'))
			fail_msg("%s", err.text);
	}
}

#define SCENE(test) cmocka_unit_test_setup_teardown(test, scene_make, scene_drop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SCENE(lines_are_those_that_reading_forward_gives),
		SCENE(lines_of_any_lengths_agree),
		SCENE(the_newest_are_the_head_of_the_whole_list),
		SCENE(a_list_read_in_pieces_is_the_whole_list),
		SCENE(a_run_is_found_by_its_id_or_its_only_beginning),
		SCENE(a_run_is_found_by_its_label_where_one_bears_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
