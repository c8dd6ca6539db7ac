/*
 * Specification of verify_known: of very many lines of the ledger little is kept, and each is found in few steps. Both are
 * counted, not timed.
 */
#include "spec/record/recording.h"

#include "core/record/verify_ledger.h"

#define LINES 20000
#define FIRST_SEQ 5001 /* the beginning of a ledger can be gone */
#define PLACES 7

static size_t asked;

static void id_of(char *ret, size_t room, size_t i)
{
	(void)snprintf(ret, room, "wf-2026-11-30T18-18-45-046Z-%06zx", (i * 7919) % LINES);
}

static struct json *line_of(size_t i, const char *place)
{
	struct json *o = json_new_object();
	char id[64], directory[256];

	id_of(id, sizeof id, i);
	(void)snprintf(directory, sizeof directory, "%s/%s", place, id);
	json_set_string(o, "run_id", id);
	json_set_int(o, "seq", (int64_t)(FIRST_SEQ + i));
	json_set_string(o, "directory", directory);
	json_set_string(o, "adapter", "codex");
	json_set_string(o, "outcome", "done");
	json_set_string(o, "message", PROMPT PROMPT PROMPT PROMPT);
	json_set_string(o, "proof_sha256", "460bb407bbf981fe7e555e49fe2fe169c0feb67fed7f93c336241e6e99a2fb83");
	return o;
}

static void known_make(struct ledger_known *k, size_t places)
{
	for (size_t i = 0; i < LINES; i++) {
		OWNED_MEM char *place = str_format("/srv/op/repo-%zu/.harnery/workflows", i % places);
		OWNED(json) struct json *value = line_of(i, place);
		struct ledger_line line = { .bytes = "x", .len = 1, .number = i + 1, .ended = true };

		ledger_known_add(k, &line, value);
	}
	ledger_known_sort(k);
}

static void every_run_is_found_by_its_id_and_by_its_number(void **unused)
{
	CLEARED(ledger_known) struct ledger_known k = { 0 };

	(void)unused;
	known_make(&k, PLACES);
	assert_int_equal(k.count, LINES);
	for (size_t i = 0; i < LINES; i++) {
		char id[64];

		id_of(id, sizeof id, i);
		assert_ptr_equal(ledger_known_run(&k, id), &k.lines[i]);
		assert_ptr_equal(ledger_known_seq(&k, (int64_t)(FIRST_SEQ + i)), &k.lines[i]);
	}
	assert_null(ledger_known_run(&k, "wf-none"));
	assert_null(ledger_known_seq(&k, FIRST_SEQ - 1));
	assert_null(ledger_known_seq(&k, FIRST_SEQ + LINES));
}

static int counted(const struct known_line *line, const void *wanted)
{
	asked++;
	return strcmp(line->run_id, wanted);
}

static void a_run_among_twenty_thousand_is_found_in_sixteen_steps(void **unused)
{
	CLEARED(ledger_known) struct ledger_known k = { 0 };
	size_t most = 0;

	(void)unused;
	known_make(&k, PLACES);
	for (size_t i = 0; i < LINES; i++) {
		asked = 0;
		assert_non_null(known_find(k.by_run, k.count, counted, k.lines[i].run_id));
		most = asked > most ? asked : most;
	}
	assert_in_range(most, 1, 16);
}

static void what_runs_have_in_common_is_kept_once(void **unused)
{
	CLEARED(ledger_known) struct ledger_known k = { 0 };

	(void)unused;
	known_make(&k, PLACES);
	for (size_t i = PLACES; i < LINES; i++) {
		assert_ptr_equal(k.lines[i].place, k.lines[i % PLACES].place);
		assert_ptr_equal(k.lines[i].adapter, k.lines[0].adapter);
		assert_ptr_equal(k.lines[i].name, k.lines[i].run_id);
	}
	assert_true(sizeof *k.lines <= 224);
}

static void each_place_is_named_once_however_many_there_are(void **unused)
{
	static const size_t places[] = { 1, PLACES, LINES };

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(places); i++) {
		CLEARED(ledger_known) struct ledger_known k = { 0 };
		CLEARED(strlist) struct strlist found = { 0 };

		strlist_add(&found, "/srv/op/repo-0/.harnery/workflows");
		known_make(&k, places[i]);
		ledger_known_places(&k, &found);
		assert_int_equal(found.count, places[i]);
	}
}

static const struct {
	const char *says, *said;
	bool is_place;
} directories[] = {
	{ "a record", "/srv/op/.harnery/workflows/wf-1", true },
	{ "under another name than the run's", "/srv/op/.harnery/workflows/other", true },
	{ "with a slash at the end", "/srv/op/.harnery/workflows/", false },
	{ "relative, and no more than a name", "wf-1", false },
	{ "nothing", "", false },
	{ "not said", NULL, false },
};

static void a_directory_is_kept_as_the_line_says_it(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(directories); i++) {
		CLEARED(ledger_known) struct ledger_known k = { 0 };
		CLEARED(strlist) struct strlist places = { 0 };
		OWNED(json) struct json *value = json_new_object();
		struct ledger_line line = { .bytes = "x", .len = 1, .number = 1, .ended = true };

		json_set_string(value, "run_id", "wf-1");
		json_set_string(value, "directory", directories[i].said);
		ledger_known_add(&k, &line, value);
		OWNED_MEM char *directory = known_directory(&k.lines[0]);
		ledger_known_places(&k, &places);
		if (places.count != directories[i].is_place || (directory == NULL) != (directories[i].said == NULL) ||
		    (directory && strcmp(directory, directories[i].said) != 0))
			fail_msg("%s: \"%s\", %zu places", directories[i].says, directory ? directory : "none", places.count);
	}
}

static void a_digest_with_more_behind_it_is_not_that_digest(void **unused)
{
	static const char sealed[] = "460bb407bbf981fe7e555e49fe2fe169c0feb67fed7f93c336241e6e99a2fb83";
	CLEARED(ledger_known) struct ledger_known k = { 0 };
	OWNED(json) struct json *value = json_new_object();
	OWNED_MEM char *longer = str_format("%s0", sealed);
	struct ledger_line line = { .bytes = "x", .len = 1, .number = 1, .ended = true };

	(void)unused;
	json_set_string(value, "run_id", "wf-1");
	json_set_string(value, "proof_sha256", longer);
	ledger_known_add(&k, &line, value);
	assert_true(k.lines[0].sealed);
	assert_string_not_equal(k.lines[0].proof_sha256, sealed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_run_is_found_by_its_id_and_by_its_number),
		cmocka_unit_test(a_run_among_twenty_thousand_is_found_in_sixteen_steps),
		cmocka_unit_test(what_runs_have_in_common_is_kept_once),
		cmocka_unit_test(each_place_is_named_once_however_many_there_are),
		cmocka_unit_test(a_directory_is_kept_as_the_line_says_it),
		cmocka_unit_test(a_digest_with_more_behind_it_is_not_that_digest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
