/*
 * Specification of the words both faces use.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/base/mem.h"
#include "ui/words.h"

#define MINUTE 60000ull
#define HOUR (60 * MINUTE)
#define DAY (24 * HOUR)
#define NOW 1796061753000ull /* 2026-11-30T18:02:33Z, a Monday; the specification runs in UTC */

static void in_utc(void)
{
	(void)setenv("TZ", "UTC0", 1);
	tzset();
}

#define SAID(call, wanted)                                   \
	do {                                                 \
		CLEARED(text) struct text out_ = { 0 };      \
		struct text *out = &out_;                    \
		call;                                        \
		assert_string_equal(text_c(out), wanted);    \
	} while (0)

static void a_duration_is_as_short_as_it_can_be(void **unused)
{
	(void)unused;
	SAID(words_duration(out, 0), "0:00");
	SAID(words_duration(out, 3999), "0:03");
	SAID(words_duration(out, 151000), "2:31");
	SAID(words_duration(out, HOUR + 2 * MINUTE + 3000), "1:02:03");
	SAID(words_duration(out, 3 * DAY + 4 * HOUR + 5 * MINUTE), "3 d 4:05");
}

static void a_time_is_named_as_far_away_as_it_is(void **unused)
{
	(void)unused;
	in_utc();
	SAID(words_when(out, NOW, NOW), "18:02");
	SAID(words_when(out, NOW - 18 * HOUR, NOW), "00:02");
	SAID(words_when(out, NOW - 19 * HOUR, NOW), "yesterday");
	SAID(words_when(out, NOW - 2 * DAY, NOW), "Sat 28");
	SAID(words_when(out, NOW - 6 * DAY, NOW), "Tue 24");
	SAID(words_when(out, NOW - 7 * DAY, NOW), "23 Nov");
	SAID(words_when(out, NOW - 400 * DAY, NOW), "2025-10-26");
	SAID(words_when(out, NOW + 3 * DAY, NOW), "2026-12-03");
	SAID(words_when(out, 0, NOW), "-");
	SAID(words_moment(out, NOW), "2026-11-30 18:02:33");
	SAID(words_moment(out, 0), "-");
}

static const struct { struct ending ending; const char *words, *brief; } endings[] = {
	{ { .recorded = true, .state = CHILD_SUCCEEDED }, "done", "done" },
	{ { .recorded = true, .state = CHILD_RUNNING, .exit_status = -1 }, "running", "running" },
	{ { .recorded = true, .state = CHILD_FAILED, .exit_status = 3 }, "failed with exit 3", "failed, exit 3" },
	{ { .recorded = true, .state = CHILD_FAILED, .exit_status = -1, .signal = 15 }, "ended by signal 15", "signal 15" },
	{ { .recorded = true, .state = CHILD_FAILED, .exit_status = -1 }, "failed", "failed" },
	{ { .recorded = true, .state = CHILD_FAILED, .stopped = true, .killed = true, .exit_status = -1, .signal = 15 }, "stopped by the operator (TERM)", "stopped" },
	{ { .recorded = true, .state = CHILD_FAILED, .stopped = true, .killed = true, .exit_status = -1, .signal = 9 }, "stopped by the operator (KILL was needed)", "stopped" },
	{ { .recorded = true, .state = CHILD_FAILED, .stopped = true, .killed = true, .exit_status = 2 }, "stopped by the operator (TERM), exit 2", "stopped" },
	{ { .recorded = true, .state = CHILD_FAILED, .stopped = true, .exit_status = -1, .signal = 11 }, "stopped by the operator", "stopped" },
	{ { .recorded = true, .state = CHILD_FAILED, .timed_out = true, .killed = true, .exit_status = -1, .signal = 15 }, "timed out (TERM)", "timed out" },
};

static void an_end_has_one_wording(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(endings); i++) {
		SAID(words_ending(out, &endings[i].ending), endings[i].words);
		SAID(words_ending_brief(out, &endings[i].ending), endings[i].brief);
	}
	SAID(words_left_behind(out, 0), "");
	SAID(words_left_behind(out, 1), "1 process that it left behind was ended");
	SAID(words_left_behind(out, 3), "3 processes that it left behind were ended");
}

static void an_end_is_read_from_a_record_and_never_made_up(void **unused)
{
	static const char child[] = "{\"state\":\"failed\",\"exit_status\":null,\"signal\":9,\"stopped\":true,\"killed\":true,\"swept\":2}";
	OWNED(json) struct json *value = NULL;
	struct error err = { 0 };
	struct ending ending;

	(void)unused;
	assert_true(json_parse(child, sizeof child - 1, &value, &err));
	ending_read(value, &ending);
	SAID(words_ending(out, &ending), "stopped by the operator (KILL was needed)");
	assert_int_equal(ending.swept, 2);
	ending_read(NULL, &ending);
	SAID(words_ending(out, &ending), "no end is recorded");
	SAID(words_ending_brief(out, &ending), "no end");
}

static void a_time_that_no_calendar_holds_breaks_nothing(void **unused)
{
	CLEARED(text) struct text out = { 0 };

	(void)unused;
	words_when(&out, UINT64_MAX, NOW);
	words_moment(&out, UINT64_MAX);
	words_moment(&out, UINT64_MAX / 4);
	words_age(&out, UINT64_MAX, NOW);
	assert_true(out.len > 0);
}

static void an_age_is_a_round_number(void **unused)
{
	(void)unused;
	SAID(words_age(out, NOW - 1000, NOW), "just now");
	SAID(words_age(out, NOW + 1000, NOW), "just now");
	SAID(words_age(out, NOW - 4 * MINUTE, NOW), "4 min ago");
	SAID(words_age(out, NOW - 47 * HOUR, NOW), "47 h ago");
	SAID(words_age(out, NOW - 3 * DAY, NOW), "3 days ago");
	SAID(words_age(out, 0, NOW), "-");
}

static void sizes_and_counts_read_well(void **unused)
{
	(void)unused;
	SAID(words_bytes(out, 812), "812 B");
	SAID(words_bytes(out, 4200), "4.1 KiB");
	SAID(words_bytes(out, 12 * 1024 * 1024), "12 MiB");
	SAID(words_bytes(out, UINT64_MAX), "16 EiB");
	SAID(words_count(out, 1, "child", "children"), "1 child");
	SAID(words_count(out, 0, "child", "children"), "0 children");
}

static const struct { const char *text, *sentence; } sentences[] = {
	{ "no run is recorded", "No run is recorded." },
	{ "It is finished.", "It is finished." },
	{ "did you mean check?", "Did you mean check?" },
	{ "--mode is given twice", "--mode is given twice." },
	{ "a1: it ended", "a1: it ended." },
	{ "/srv is full", "/srv is full." },
	{ "two\nlines \033[2J", "two^Jlines ^[[2J." },
	{ "", "" },
};

static void a_sentence_is_whole_and_safe(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(sentences); i++) {
		OWNED_MEM char *said = words_sentence(sentences[i].text);

		assert_string_equal(said, sentences[i].sentence);
	}
	OWNED_MEM char *nothing = words_sentence(NULL);
	assert_string_equal(nothing, "");
}

static void what_a_record_does_not_say_is_a_question_mark(void **unused)
{
	struct run_row row = { .outcome = OUTCOME_DONE };

	(void)unused;
	assert_string_equal(words_topology_cell(&row), "?");
	assert_string_equal(words_mode_cell(&row), "?");
	assert_string_equal(words_grant_cell(&row), "?");
	row.mode_known = row.grant_known = row.topology_known = true;
	assert_string_equal(words_mode_cell(&row), "-");
	assert_string_equal(words_grant_cell(&row), "none");
	row.mode = POLICY_WORKSPACE_WRITE;
	row.git_write = GIT_WRITE_SHARED_REPOSITORY;
	assert_string_equal(words_mode_cell(&row), "write");
	assert_string_equal(words_grant_cell(&row), "granted");
	row.grant_used_known = true;
	assert_string_equal(words_grant_cell(&row), "unused");
	row.grant_used = true;
	assert_string_equal(words_grant_cell(&row), "used");
}

static void an_outcome_names_its_reason_where_that_says_more(void **unused)
{
	char refused[] = "no_projection", failed[] = "child_failed", timeout[] = "child_timeout", hostile[] = "a\033b";
	struct run_row row = { .outcome = OUTCOME_REFUSED, .reason = refused };

	(void)unused;
	SAID(words_outcome_cell(out, &row), "refused no_projection");
	row = (struct run_row){ .outcome = OUTCOME_FAILED, .reason = failed };
	SAID(words_outcome_cell(out, &row), "failed");
	row.reason = timeout;
	SAID(words_outcome_cell(out, &row), "failed child_timeout");
	row.reason = hostile;
	SAID(words_outcome_cell(out, &row), "failed a^[b");
	row = (struct run_row){ .outcome = OUTCOME_DONE, .reason = refused };
	SAID(words_outcome_cell(out, &row), "done");
}

static void a_verdict_is_told_apart_by_words(void **unused)
{
	struct verdict v = { .accepted = false };

	(void)unused;
	assert_string_equal(words_verdict_cell(&v, ATTESTED_ENFORCES), "refused");
	v.accepted = true;
	assert_string_equal(words_verdict_cell(&v, ATTESTED_ENFORCES), "plain");
	assert_string_equal(words_commits(&v), "no repository");
	v.projection.applied = true;
	assert_string_equal(words_verdict_cell(&v, ATTESTED_NOT), "declared");
	assert_string_equal(words_verdict_cell(&v, ATTESTED_ENFORCES), "attested");
	v.mutable_in_session = true;
	assert_string_equal(words_verdict_cell(&v, ATTESTED_NOT), "mutable");
	v.mutable_in_session = false;
	assert_string_equal(words_commits(&v), "no");
	v.commits = true;
	assert_string_equal(words_commits(&v), "yes");
}

static void every_place_a_child_can_write_is_named(void **unused)
{
	struct verdict v = { .accepted = true, .projection = { .applied = true } };
	CLEARED(strlist) struct strlist lines = { 0 };

	(void)unused;
	strlist_add(&v.effective, "/srv/ws");
	strlist_add(&v.effective, "/home/op/tmp");
	strlist_add(&v.effective, "/srv/src/.git");
	strlist_add(&v.projection.granted_roots, "/srv/src/.git");
	words_writable(&v, "/srv/ws", "/home/op/tmp", "/home/op", &lines);
	assert_int_equal(lines.count, 4);
	assert_string_equal(lines.items[0], "the workspace  /srv/ws");
	assert_string_equal(lines.items[1], "a private temporary directory  ~/tmp");
	assert_string_equal(lines.items[2], "the shared repository  /srv/src/.git");
	assert_string_equal(lines.items[3], "nothing else");
	verdict_clear(&v);
}

static void the_cost_of_the_grant_claims_no_number_that_was_not_counted(void **unused)
{
	char root[] = "/home/op/orders", branch[] = "main\033";
	const struct layout layout = { .main_root = root, .branch = branch };
	const struct repository_facts facts = { .branches = 23, .stashes = 2, .worktrees = 3 };
	CLEARED(strlist) struct strlist uncounted = { 0 };
	CLEARED(strlist) struct strlist counted = { 0 };

	(void)unused;
	words_grant_cost(&layout, NULL, "/home/op", &uncounted);
	for (size_t i = 1; i < uncounted.count; i++)
		assert_int_equal(strcspn(uncounted.items[i], "0123456789"), strlen(uncounted.items[i]));
	words_grant_cost(&layout, &facts, "/home/op", &counted);
	assert_string_equal(counted.items[0], "A commit writes what every worktree of ~/orders shares. With this grant the child can");
	assert_string_equal(counted.items[1], "move or delete any of 23 branches (main^[ is checked out in your own checkout)");
	assert_string_equal(counted.items[2], "drop any of 2 stashes");
	assert_string_equal(counted.items[4], "rewrite the state of 3 other worktrees and of your own checkout");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_duration_is_as_short_as_it_can_be),
		cmocka_unit_test(a_time_is_named_as_far_away_as_it_is),
		cmocka_unit_test(an_end_has_one_wording),
		cmocka_unit_test(an_end_is_read_from_a_record_and_never_made_up),
		cmocka_unit_test(a_time_that_no_calendar_holds_breaks_nothing),
		cmocka_unit_test(an_age_is_a_round_number),
		cmocka_unit_test(sizes_and_counts_read_well),
		cmocka_unit_test(a_sentence_is_whole_and_safe),
		cmocka_unit_test(what_a_record_does_not_say_is_a_question_mark),
		cmocka_unit_test(an_outcome_names_its_reason_where_that_says_more),
		cmocka_unit_test(a_verdict_is_told_apart_by_words),
		cmocka_unit_test(every_place_a_child_can_write_is_named),
		cmocka_unit_test(the_cost_of_the_grant_claims_no_number_that_was_not_counted),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
