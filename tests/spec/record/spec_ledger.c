/*
 * Specification of the ledger: whole, chained lines whatever happens while they are written, and what is noticed when
 * they are changed afterwards.
 */
#include "spec/record/recording.h"

#include <signal.h>
#include <sys/wait.h>

#define PROOF "460bb407bbf981fe7e555e49fe2fe169c0feb67fed7f93c336241e6e99a2fb83"

static void append_named(const struct scene *s, const char *suffix)
{
	CLEARED(run_record) struct run_record r = { 0 };

	run_named(&r, s, suffix);
	r.outcome = OUTCOME_DONE;
	r.ended_ms = STARTED_MS + 5;
	must(ledger_append(s->state, &r, PROOF, err));
}

static void append_many(const struct scene *s, int count)
{
	for (int i = 0; i < count; i++) {
		OWNED_MEM char *suffix = str_format("run%03d", i);

		append_named(s, suffix);
	}
}

static struct verification verified(const struct scene *s)
{
	struct verification v;

	must(verify_ledger(s->state, &v, err));
	return v;
}

static void must_hold(const struct scene *s)
{
	CLEARED(verification) struct verification v = verified(s);

	if (!v.holds)
		fail_msg("%s", v.findings.items[0]);
}

static void must_not_hold(const struct scene *s, const char *says, const char *naming)
{
	CLEARED(verification) struct verification v = verified(s);

	if (v.holds)
		fail_msg("rule broken: %s: nothing was noticed", says);
	if (!strstr(v.findings.items[0], naming))
		fail_msg("rule broken: %s: \"%s\" does not name \"%s\"", says, v.findings.items[0], naming);
}

static void a_run_is_one_line_with_these_fields(void **state)
{
	static const char *const fields[] = { "schema_version", "seq", "run_id", "recorded_at", "started_at", "ended_at", "repository",
		"topology", "adapter", "children", "mode", "grant", "grant_used", "outcome", "reason", "message", "label", "alerts", "directory",
		"proof_sha256", "previous_sha256", "line_sha256" };
	const struct scene *s = *state;
	OWNED(json) struct json *line = NULL;

	append_named(s, "aaaaaa");
	line = json_file(s->state, LEDGER_NAME);
	assert_int_equal(json_count(line), COUNT_OF(fields));
	for (size_t i = 0; i < COUNT_OF(fields); i++)
		assert_true(json_has(line, fields[i]));
	assert_null(json_get(line, "previous_sha256"));
	assert_null(json_get(line, "grant_used"));
	assert_null(json_get(line, "alerts"));
	assert_string_equal(json_get_string(line, "mode"), "none");
	must_hold(s);
}

static void a_run_that_is_in_it_is_not_added_again(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_list) struct run_list list = { 0 };

	append_many(s, 3);
	append_named(s, "run001");
	must(browse_runs(s->state, &list, err));
	assert_int_equal(list.count, 3);
	assert_string_equal(list.rows[0].run_id, "wf-2026-11-30T18-18-45-046Z-run002");
	must_hold(s);
}

static void processes_that_append_at_once_leave_whole_chained_lines(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_list) struct run_list list = { 0 };

	for (int child = 0; child < 6; child++) {
		if (fork() == 0) {
			for (int i = 0; i < 15; i++) {
				CLEARED(run_record) struct run_record r = { 0 };
				OWNED_MEM char *suffix = str_format("p%di%02d", child, i);
				struct error refusal;

				run_named(&r, s, suffix);
				r.outcome = OUTCOME_DONE;
				if (!ledger_append(s->state, &r, PROOF, &refusal))
					_exit(1);
			}
			_exit(0);
		}
	}
	for (int status; wait(&status) > 0;)
		assert_int_equal(status, 0);
	must(browse_runs(s->state, &list, err));
	assert_int_equal(list.count, 90);
	assert_int_equal(list.damaged_lines, 0);
	must_hold(s);
}

/* Every place where a write can be torn: the next append ends the line, and the chain goes on across it. */
static void a_torn_last_line_is_kept_ended_and_bridged(void **state)
{
	const struct scene *s = *state;
	OWNED_MEM char *path = path_of("%s/%s", s->state, LEDGER_NAME);
	struct stat two, three;

	append_many(s, 2);
	assert_int_equal(stat(path, &two), 0);
	append_named(s, "torn00");
	assert_int_equal(stat(path, &three), 0);
	OWNED_MEM char *whole = file_get(s->state, LEDGER_NAME);
	for (off_t cut = two.st_size + 1; cut < three.st_size; cut += 7) {
		CLEARED(run_list) struct run_list list = { 0 };
		CLEARED(run_list) struct run_list after = { 0 };

		OWNED_MEM char *torn = str_copy_n(whole, (size_t)cut);
		file_put(s->state, LEDGER_NAME, torn);
		must(browse_runs(s->state, &list, err));
		assert_int_equal(list.count, 2);
		assert_int_equal(list.damaged_lines, 1);
		assert_non_null(strstr(list.ledger_note, "line 3"));
		append_named(s, "after0");
		must(browse_runs(s->state, &after, err));
		assert_int_equal(after.count, 3);
		assert_int_equal(after.damaged_lines, 1);
		must_hold(s);
	}
}

/* All of the line but its newline: it is whole, and counts. */
static void a_line_without_its_newline_is_still_a_record(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_list) struct run_list list = { 0 };

	append_many(s, 2);
	OWNED_MEM char *whole = file_get(s->state, LEDGER_NAME);
	whole[strlen(whole) - 1] = 0;
	file_put(s->state, LEDGER_NAME, whole);
	append_named(s, "after0");
	must(browse_runs(s->state, &list, err));
	assert_int_equal(list.count, 3);
	assert_int_equal(list.damaged_lines, 0);
	must_hold(s);
}

static void a_killed_writer_leaves_the_line_or_not(void **state)
{
	const struct scene *s = *state;

	for (int round = 0; round < 12; round++) {
		CLEARED(run_list) struct run_list list = { 0 };
		int ready[2], status;
		char bytes[4];
		pid_t pid;

		assert_int_equal(pipe(ready), 0);
		pid = fork();
		if (pid == 0) {
			for (int i = 0;; i++) {
				CLEARED(run_record) struct run_record r = { 0 };
				OWNED_MEM char *suffix = str_format("k%di%d", round, i);
				struct error refusal;

				run_named(&r, s, suffix);
				(void)!ledger_append(s->state, &r, PROOF, &refusal);
				(void)!write(ready[1], "x", 1);
			}
		}
		assert_true(read(ready[0], bytes, sizeof bytes) >= 1);
		assert_int_equal(kill(pid, SIGKILL), 0);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		close(ready[0]);
		close(ready[1]);
		must_hold(s);
		append_named(s, round % 2 ? "odd000" : "even00");
		must(browse_runs(s->state, &list, err));
		assert_true(list.count >= (size_t)round + 1);
		must_hold(s);
	}
}

static struct strlist lines_of(const struct scene *s)
{
	struct strlist lines = { 0 };
	OWNED_MEM char *whole = file_get(s->state, LEDGER_NAME);

	for (char *save = NULL, *line = strtok_r(whole, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		strlist_add(&lines, line);
	return lines;
}

static void put_lines(const struct scene *s, const struct strlist *lines)
{
	CLEARED(text) struct text bytes = { 0 };

	for (size_t i = 0; i < lines->count; i++)
		text_add_format(&bytes, "%s\n", lines->items[i]);
	file_put(s->state, LEDGER_NAME, text_c(&bytes));
}

static void any_flipped_byte_is_noticed_and_named(void **state)
{
	const struct scene *s = *state;
	CLEARED(strlist) struct strlist lines = { 0 };

	append_many(s, 4);
	lines = lines_of(s);
	for (size_t line = 0; line < lines.count; line++) {
		OWNED_MEM char *naming = str_format("line %zu", line + 1);

		for (size_t at = 0; at < strlen(lines.items[line]); at += 5) {
			lines.items[line][at] ^= 1;
			if (lines.items[line][at] != '\n' && lines.items[line][at] != 0) {
				put_lines(s, &lines);
				must_not_hold(s, "a flipped byte is noticed", naming);
			}
			lines.items[line][at] ^= 1;
		}
	}
	put_lines(s, &lines);
	must_hold(s);
}

/* A forger who knows the format gives the changed line a digest that holds. */
static void a_line_rewritten_with_its_own_digest_is_noticed_by_the_next(void **state)
{
	const struct scene *s = *state;
	CLEARED(strlist) struct strlist lines = { 0 };

	append_many(s, 4);
	lines = lines_of(s);
	for (size_t line = 0; line < lines.count; line++) {
		CLEARED(strlist) struct strlist forged = { 0 };
		CLEARED(text) struct text bytes = { 0 };
		OWNED(json) struct json *value = NULL;
		char hex[DIGEST_HEX_BYTES];

		must(json_parse(lines.items[line], strlen(lines.items[line]), &value, err));
		json_set_string(value, "outcome", "failed");
		json_unset(value, "line_sha256");
		json_digest(value, hex);
		json_set_string(value, "line_sha256", hex);
		json_write(value, JSON_CANONICAL, &bytes);
		strlist_copy(&forged, &lines);
		free(forged.items[line]);
		forged.items[line] = text_take(&bytes);
		put_lines(s, &forged);
		must_not_hold(s, "a rewritten line is noticed",
			      line + 1 < lines.count ? "does not follow" : "is not the one that ledger.head names");
	}
}

static bool has_checked(const struct verification *v, const char *wanted)
{
	for (size_t i = 0; i < v->checked.count; i++) {
		if (strstr(v->checked.items[i], wanted))
			return true;
	}
	return false;
}

static void only_the_lines_before_a_break_are_said_to_follow(void **state)
{
	const struct scene *s = *state;
	CLEARED(strlist) struct strlist lines = { 0 };
	CLEARED(verification) struct verification whole = { 0 }, broken = { 0 };

	append_many(s, 9);
	must(verify_ledger(s->state, &whole, err));
	assert_true(has_checked(&whole, "9 lines of the ledger, each following"));
	lines = lines_of(s);
	strlist_remove(&lines, 4);
	put_lines(s, &lines);
	must(verify_ledger(s->state, &broken, err));
	assert_false(broken.holds);
	assert_true(has_checked(&broken, "4 lines of the ledger before the first that does not hold"));
	assert_false(has_checked(&broken, "8 lines"));
}

static void append_started(const struct scene *s, const char *suffix, uint64_t started_ms)
{
	CLEARED(run_record) struct run_record r = { 0 };

	run_named(&r, s, suffix);
	r.outcome = OUTCOME_DONE;
	r.started_ms = started_ms;
	must(ledger_append(s->state, &r, PROOF, err));
}

/* Sealed in another order than started, and one of them not sealed at all. */
static void runs_are_listed_by_when_they_started_live_or_not(void **state)
{
	static const char *const order[] = { "newest", "second", "going0", "fourth", "oldest" };
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record going = { 0 };
	CLEARED(run_list) struct run_list list = { 0 };
	OWNED_FD int lock = -1;

	append_started(s, "second", STARTED_MS + 4000);
	append_started(s, "oldest", STARTED_MS + 1000);
	append_started(s, "newest", STARTED_MS + 5000);
	append_started(s, "fourth", STARTED_MS + 2000);
	run_named(&going, s, "going0");
	going.started_ms = STARTED_MS + 3000;
	must(store_live_new(s->state, &going, &lock, err));
	must(browse_runs(s->state, &list, err));
	assert_int_equal(list.count, COUNT_OF(order));
	for (size_t i = 0; i < list.count; i++) {
		if (!strstr(list.rows[i].run_id, order[i]))
			fail_msg("row %zu is %s, not %s", i, list.rows[i].run_id, order[i]);
	}
}

static void a_removed_line_is_noticed_wherever_it_was(void **state)
{
	const struct scene *s = *state;
	static const char *const naming[] = { "beginning", "line 2", "line 3", "ends with number 3" };
	CLEARED(strlist) struct strlist lines = { 0 };

	append_many(s, 4);
	lines = lines_of(s);
	for (size_t line = 0; line < lines.count; line++) {
		CLEARED(strlist) struct strlist left = { 0 };

		strlist_copy(&left, &lines);
		strlist_remove(&left, line);
		put_lines(s, &left);
		must_not_hold(s, "a removed line is noticed", naming[line]);
	}
}

static void swapped_and_repeated_lines_are_noticed(void **state)
{
	const struct scene *s = *state;
	CLEARED(strlist) struct strlist lines = { 0 }, twice = { 0 };
	char *second;

	append_many(s, 4);
	lines = lines_of(s);
	strlist_copy(&twice, &lines);
	strlist_add(&twice, lines.items[3]);
	put_lines(s, &twice);
	must_not_hold(s, "a repeated line is noticed", "line 5");
	second = lines.items[1];
	lines.items[1] = lines.items[2];
	lines.items[2] = second;
	put_lines(s, &lines);
	must_not_hold(s, "swapped lines are noticed", "line 2");
}

static void an_empty_or_missing_ledger_holds_unless_its_head_says_otherwise(void **state)
{
	const struct scene *s = *state;

	must_hold(s);
	append_many(s, 2);
	file_put(s->state, LEDGER_NAME, "");
	must_not_hold(s, "an emptied ledger is noticed", "number 2");
	OWNED_MEM char *path = path_of("%s/%s", s->state, LEDGER_NAME);
	assert_int_equal(unlink(path), 0);
	must_not_hold(s, "a removed ledger is noticed", "number 2");
}

static void a_ledger_that_is_no_file_is_refused_and_not_waited_for(void **state)
{
	const struct scene *s = *state;
	OWNED_MEM char *path = path_of("%s/%s", s->state, LEDGER_NAME);
	CLEARED(run_list) struct run_list list = { 0 };
	CLEARED(run_record) struct run_record r = { 0 };
	struct error refusal;

	dir_put(s->scratch, "state");
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_false(browse_runs(s->state, &list, &refusal));
	assert_int_equal(refusal.reason, REASON_RECORD_DAMAGED);
	run_named(&r, s, "aaaaaa");
	assert_false(ledger_append(s->state, &r, PROOF, &refusal));
	assert_int_equal(unlink(path), 0);
	assert_int_equal(symlink("/etc/passwd", path), 0);
	assert_false(browse_runs(s->state, &list, &refusal));
	assert_false(ledger_append(s->state, &r, PROOF, &refusal));
}

static void over_long_and_empty_lines_are_damage_and_nothing_more(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_list) struct run_list list = { 0 };
	CLEARED(text) struct text bytes = { 0 };

	append_many(s, 1);
	OWNED_MEM char *whole = file_get(s->state, LEDGER_NAME);
	text_add_format(&bytes, "%s\n\n", whole);
	for (int i = 0; i < 1000000; i++)
		text_add_byte(&bytes, 'x');
	text_add_string(&bytes, "\n");
	file_put(s->state, LEDGER_NAME, text_c(&bytes));
	append_named(s, "after0");
	must(browse_runs(s->state, &list, err));
	assert_int_equal(list.count, 2);
	assert_int_equal(list.damaged_lines, 3);
	must_not_hold(s, "lines that no crash leaves are noticed", "line 2");
}

#define SCENE(test) cmocka_unit_test_setup_teardown(test, scene_make, scene_drop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SCENE(a_run_is_one_line_with_these_fields),
		SCENE(a_run_that_is_in_it_is_not_added_again),
		SCENE(processes_that_append_at_once_leave_whole_chained_lines),
		SCENE(a_torn_last_line_is_kept_ended_and_bridged),
		SCENE(a_line_without_its_newline_is_still_a_record),
		SCENE(a_killed_writer_leaves_the_line_or_not),
		SCENE(any_flipped_byte_is_noticed_and_named),
		SCENE(a_line_rewritten_with_its_own_digest_is_noticed_by_the_next),
		SCENE(a_removed_line_is_noticed_wherever_it_was),
		SCENE(only_the_lines_before_a_break_are_said_to_follow),
		SCENE(runs_are_listed_by_when_they_started_live_or_not),
		SCENE(swapped_and_repeated_lines_are_noticed),
		SCENE(an_empty_or_missing_ledger_holds_unless_its_head_says_otherwise),
		SCENE(a_ledger_that_is_no_file_is_refused_and_not_waited_for),
		SCENE(over_long_and_empty_lines_are_damage_and_nothing_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
