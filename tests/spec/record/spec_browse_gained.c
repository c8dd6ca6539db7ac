/*
 * Specification of reading on: a list to which is added what the ledger gained is the list that reading everything gives,
 * and stays where it was; a ledger that is not what it was and more is read anew. And of reading in halves: a large ledger
 * gives the lines that are in it, each once.
 */
#include "spec/record/recording.h"

#define PROOF "460bb407bbf981fe7e555e49fe2fe169c0feb67fed7f93c336241e6e99a2fb83"
#define MANY 6000 /* lines that are more than reading in halves takes */

static void seal(const struct scene *s, int number, uint64_t started_ms)
{
	CLEARED(run_record) struct run_record r = { 0 };
	OWNED_MEM char *suffix = str_format("run%03d", number);

	run_named(&r, s, suffix);
	r.outcome = number % 3 ? OUTCOME_DONE : OUTCOME_REFUSED;
	r.started_ms = started_ms;
	r.ended_ms = started_ms + 5;
	str_set(&r.directory, suffix);
	must(ledger_append(s->state, &r, PROOF, err));
}

static void seal_some(const struct scene *s, int from, int to)
{
	uint64_t started_ms = STARTED_MS;

	for (int i = 0; i < to; i++, started_ms++)
		if (i >= from)
			seal(s, i, started_ms);
}

static void put_raw(const struct scene *s, const char *mode, const char *bytes)
{
	OWNED_MEM char *path = path_of("%s/%s", s->state, LEDGER_NAME);
	FILE *file = fopen(path, mode);

	assert_non_null(file);
	assert_true(fputs(bytes, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

static void must_be_same(const struct run_list *list, const struct run_list *whole)
{
	assert_int_equal(list->count, whole->count);
	assert_int_equal(list->damaged_lines, whole->damaged_lines);
	assert_int_equal(list->lines, whole->lines);
	for (size_t i = 0; i < list->count; i++) {
		const struct run_row *a = &list->rows[i], *b = &whole->rows[i];

		assert_string_equal(a->run_id, b->run_id);
		assert_int_equal(a->outcome, b->outcome);
		assert_int_equal(a->started_ms, b->started_ms);
		assert_int_equal(a->live, b->live);
		assert_int_equal(a->pruned, b->pruned);
	}
	assert_int_equal(list->ledger_note != NULL, whole->ledger_note != NULL);
	if (list->ledger_note)
		assert_string_equal(list->ledger_note, whole->ledger_note);
}

/* Adds what came, and holds it against everything read anew. */
static void read_on(const struct scene *s, struct run_list *list)
{
	CLEARED(run_list) struct run_list whole = { 0 };
	struct run_reading *reading;

	must(browse_gained(s->state, list, &reading, err));
	assert_non_null(reading);
	while (browse_more(reading, 2)) {}
	browse_join(&reading, list);
	assert_null(reading);
	must(browse_runs(s->state, &whole, err));
	must_be_same(list, &whole);
}

static void what_came_is_added_where_it_belongs(void **state)
{
	static const struct {
		int count;
		uint64_t step_ms, before_ms;
	} rounds[] = {
		{ 1, 10, 0 }, { 0, 0, 0 }, { 5, 10, 0 }, { 3, 10, 400 }, { 1, 0, 1000000 }, { 40, 1, 20 }, { 2, 0, 0 },
	};
	const struct scene *s = *state;
	CLEARED(run_list) struct run_list list = { 0 };
	uint64_t now_ms = STARTED_MS;
	int number = 0;

	for (; number < 30; number++)
		seal(s, number, now_ms += 10);
	must(browse_runs(s->state, &list, err));
	for (size_t i = 0; i < COUNT_OF(rounds); i++) {
		for (int j = 0; j < rounds[i].count; j++)
			seal(s, number++, (now_ms += rounds[i].step_ms) - rounds[i].before_ms);
		read_on(s, &list);
	}
}

/* No second list lies beside the first while it grows. */
static void the_list_stays_where_it_was(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_list) struct run_list list = { 0 };
	const struct run_row *rows;
	const struct row_text *texts;

	seal_some(s, 0, 20);
	must(browse_runs(s->state, &list, err));
	rows = list.rows;
	texts = list.texts;
	for (int i = 20; i < 25; i++) {
		seal_some(s, i, i + 1);
		read_on(s, &list);
		assert_ptr_equal(list.rows, rows);
		assert_ptr_equal(list.texts, texts);
	}
}

static void what_lives_is_told_anew_each_time(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_list) struct run_list list = { 0 };
	CLEARED(run_record) struct run_record live = { 0 }, other = { 0 };
	OWNED_FD int lock = -1, other_lock = -1;

	seal(s, 0, STARTED_MS - 100);
	run_named(&live, s, "run001");
	live.directory = str_copy("run001");
	run_named(&other, s, "run002");
	other.directory = str_copy("run002");
	other.started_ms = STARTED_MS + 7;
	must(browse_runs(s->state, &list, err));
	must(store_live_new(s->state, &live, &lock, err));
	read_on(s, &list);
	assert_int_equal(list.count, 2);
	assert_true(list.rows[0].live);
	must(store_live_new(s->state, &other, &other_lock, err));
	seal(s, 1, STARTED_MS); /* its entry is about to go */
	read_on(s, &list);
	assert_int_equal(list.count, 3);
	read_on(s, &list); /* its line was read the time before */
	assert_int_equal(list.count, 3);
	store_live_done(s->state, live.run_id);
	store_live_done(s->state, other.run_id);
	read_on(s, &list);
	assert_int_equal(list.count, 2);
}

static void damage_that_came_is_said_by_its_line(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_list) struct run_list list = { 0 };

	seal_some(s, 0, 5);
	must(browse_runs(s->state, &list, err));
	put_raw(s, "ae", "{\"adapter\":\"torn\n");
	seal(s, 5, STARTED_MS + 5);
	read_on(s, &list);
	assert_non_null(list.ledger_note);
	assert_non_null(strstr(list.ledger_note, "line 6 "));
	put_raw(s, "ae", "more\n");
	read_on(s, &list);
}

static void a_removed_record_is_noticed(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_list) struct run_list list = { 0 };

	seal_some(s, 0, 9);
	must(browse_runs(s->state, &list, err));
	dir_put(s->state, "pruned");
	for (int i = 1; i < 7; i += 2) {
		OWNED_MEM char *name = str_format("pruned/wf-2026-11-30T18-18-45-046Z-run%03d.json", i);

		file_put(s->state, name, "{}");
		read_on(s, &list);
	}
	assert_true(list.rows[7].pruned);
	assert_false(list.rows[8].pruned);
}

static char *ledger_of(const struct scene *s)
{
	return file_get(s->state, LEDGER_NAME);
}

/* None of these is what the list holds and more. */
static void a_ledger_that_was_changed_is_read_anew(void **state)
{
	static const char *const cases[] = {
		"gone", "shorter", "empty", "torn", "last line changed", "another file", "lines before it removed"
	};
	const struct scene *s = *state;

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		CLEARED(run_list) struct run_list list = { 0 };
		OWNED_MEM char *path = path_of("%s/%s", s->state, LEDGER_NAME), *bytes = NULL;
		struct run_reading *reading = NULL;
		size_t len;

		(void)unlink(path);
		seal_some(s, 0, 4);
		must(browse_runs(s->state, &list, err));
		bytes = ledger_of(s);
		len = strlen(bytes);
		if (i == 0)
			(void)unlink(path);
		else if (i == 1)
			bytes[strcspn(bytes, "\n") + 1] = '\0';
		else if (i == 2)
			bytes[0] = '\0';
		else if (i == 3)
			bytes[len - 1] = '\0';
		else if (i == 4)
			bytes[len - 5] = '!';
		else if (i == 5)
			(void)unlink(path);
		if (i > 0)
			put_raw(s, "we", i == 6 ? strchr(bytes, '\n') + 1 : bytes);
		if (i == 4 || i == 6)
			put_raw(s, "ae", "and more of it\n");
		must(browse_gained(s->state, &list, &reading, err));
		if (reading)
			fail_msg("%s: it was read on", cases[i]);
	}
}

static void nothing_was_read_so_nothing_is_read_on(void **state)
{
	const struct scene *s = *state;
	struct run_list none = { 0 };
	CLEARED(run_list) struct run_list newest = { 0 };
	struct run_reading *reading;

	seal_some(s, 0, 5);
	must(browse_gained(s->state, &none, &reading, err));
	assert_null(reading);
	must(browse_newest(s->state, 2, &newest, err));
	must(browse_gained(s->state, &newest, &reading, err));
	assert_null(reading);
}

/* The same line under other ids; in the middle, where the halves meet, stands one that is longer than any. */
static void write_many(const struct scene *s, int damaged_at)
{
	OWNED_MEM char *path = path_of("%s/%s", s->state, LEDGER_NAME), *line = NULL;
	CLEARED(text) struct text all = { 0 };

	(void)unlink(path);
	seal(s, 0, STARTED_MS);
	line = ledger_of(s);
	for (int i = 0; i < MANY; i++) {
		OWNED_MEM char *id = str_format("run%c%c%c", 'A' + i / 400, 'A' + i / 20 % 20, 'A' + i % 20);

		for (char *at = strstr(line, "run"); at; at = strstr(at + 1, "run"))
			if (strncmp(at, "run_id", 6) != 0)
				memcpy(at, id, 6);
		if (i == damaged_at)
			text_add_string(&all, "no record\n");
		for (size_t at = 0; i == MANY / 2 && at < LEDGER_LINE_BYTES_MAX * 2; at++)
			text_add_byte(&all, at + 1 < LEDGER_LINE_BYTES_MAX * 2 ? 'x' : '\n');
		text_add_string(&all, line);
	}
	put_raw(s, "we", text_c(&all));
}

static void a_large_ledger_is_read_whole(void **state)
{
	const struct scene *s = *state;
	static const int damaged_at[] = { 1, MANY / 2 - 50, MANY - 1 };

	for (size_t which = 0; which < COUNT_OF(damaged_at); which++) {
		CLEARED(run_list) struct run_list list = { 0 };
		OWNED(ledger_reader) struct ledger_reader *forward = NULL;
		struct ledger_line line;
		size_t at = 0;

		write_many(s, damaged_at[which]);
		must(browse_runs(s->state, &list, err));
		assert_int_equal(list.count, MANY);
		assert_int_equal(list.damaged_lines, 2);
		must(ledger_open(s->state, &forward, err));
		while (ledger_next(forward, &line)) {
			if (line.len < 100 || line.too_long)
				continue;
			assert_non_null(
				memmem(line.bytes, line.len, list.rows[MANY - 1 - at].run_id, strlen(list.rows[MANY - 1 - at].run_id)));
			at++;
		}
		assert_int_equal(at, MANY);
		assert_non_null(strstr(list.ledger_note, which == 0 ? "line 2 " : which == 1 ? "line 2951 " : "line 3001 "));
		read_on(s, &list);
		seal(s, 7, STARTED_MS + 9);
		read_on(s, &list);
	}
}

static void a_reading_can_be_given_up(void **state)
{
	const struct scene *s = *state;
	struct run_reading *reading;

	write_many(s, -1);
	for (int i = 0; i < 20; i++) {
		must(browse_begin(s->state, &reading, err));
		(void)browse_more(reading, (size_t)i * 50);
		browse_reading_drop(&reading);
		assert_null(reading);
	}
}

#define SCENE(test) cmocka_unit_test_setup_teardown(test, scene_make, scene_drop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SCENE(what_came_is_added_where_it_belongs),
		SCENE(the_list_stays_where_it_was),
		SCENE(what_lives_is_told_anew_each_time),
		SCENE(damage_that_came_is_said_by_its_line),
		SCENE(a_removed_record_is_noticed),
		SCENE(a_ledger_that_was_changed_is_read_anew),
		SCENE(nothing_was_read_so_nothing_is_read_on),
		SCENE(a_large_ledger_is_read_whole),
		SCENE(a_reading_can_be_given_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
