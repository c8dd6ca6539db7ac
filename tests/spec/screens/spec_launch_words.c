/*
 * Specification of what the Launch screen and its neighbours say: nothing is promised that nobody keeps, a timeout is
 * what was written, what does not fit is counted and can be reached.
 */
#include "launching.h"

/* The row beneath a field's label says it; nothing may be promised that nobody keeps. */
static void nothing_is_promised_without_a_policy_or_by_a_refused_request(void **unused)
{
	OWNED(desk) struct desk *d = desk_new(30, 100);
	struct launch *l = launch_of(d);

	(void)unused;
	settle(d);
	sees(d, ".git stays read-only");
	sees(d, "edits yes, commits no");
	l->request.mode = POLICY_ABSENT;
	launch_judge(l, d->app);
	assert_true(l->check.verdict.accepted);
	sees(d, "no policy: nothing is promised");
	sees(d, "no policy keeps .git read-only");
	sees(d, "none: no policy limits writing");
	sees_not(d, ".git stays read-only");
	str_set(&l->request.adapter, "open");
	l->request.mode = POLICY_WORKSPACE_WRITE;
	launch_judge(l, d->app);
	assert_false(l->check.verdict.accepted);
	sees(d, "asks for edits, no commits");
	sees(d, "asks for .git read-only");
	sees_not(d, "edits yes, commits no");
	sees_not(d, ".git stays read-only");
}

static void outside_a_repository_no_git_is_spoken_of(void **unused)
{
	OWNED(desk) struct desk *d = desk_new(30, 100);

	(void)unused;
	settle(d);
	launch_open_repository(launch_of(d), d->app, d->scratch);
	sees(d, "no repository, no .git to write");
	sees(d, "children work in this directory");
	launch_open_repository(launch_of(d), d->app, "/no/such/directory");
	sees_not(d, "a new branch");
	sees_not(d, "children work");
}

static void a_timeout_is_read_as_it_is_written_and_written_as_it_is_read(void **unused)
{
	static const struct { const char *words; uint64_t ms; const char *back; } good[] = {
		{ "", 0, NULL }, { "90", 90000, "1:30" }, { "90s", 90000, "1:30" }, { " 5m ", 300000, "5:00" }, { "5 min", 300000, "5:00" },
		{ "5:00", 300000, "5:00" }, { "0:01", 1000, "0:01" }, { "1:30:00", 5400000, "1:30:00" }, { "2h", 7200000, "2:00:00" },
		{ "1500ms", 1500, "1500ms" }, { "168:00:00", REQUEST_TIMEOUT_MS_MAX, "168:00:00" }, { "604800", REQUEST_TIMEOUT_MS_MAX, "168:00:00" },
	};
	static const char *const bad[] = {
		"0", "0:00", "604801", "168:00:01", "5:0", "5:60", "1:60:00", "1:2:3:4", ":30", "5:", "-5", "5x", "m", "1.5h", "five",
		"99999999999999999999", "5m 3", "\033[2J",
	};
	struct error err = { 0 };
	uint64_t ms;

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(good); i++) {
		CLEARED(text) struct text back = { 0 };

		ms = 7;
		if (!timeout_read(good[i].words, &ms, &err) || ms != good[i].ms)
			fail_msg("\"%s\" is %llu", good[i].words, (unsigned long long)ms);
		timeout_words(&back, ms);
		if (good[i].back)
			assert_string_equal(text_c(&back), good[i].back);
	}
	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		ms = 7;
		if (timeout_read(bad[i], &ms, &err) || ms != 7)
			fail_msg("\"%s\" is taken", bad[i]);
		assert_null(strchr(err.text, '\033'));
	}
}

static void the_timeout_is_a_field_and_one_that_says_nothing_starts_nothing(void **unused)
{
	OWNED(desk) struct desk *d = desk_new(30, 100);
	struct launch *l = launch_of(d);

	(void)unused;
	settle(d);
	field_set(&l->prompt, "Mend it");
	sees(d, "5:00 for headless, none for interactive");
	go_to_field(d, FIELD_TIMEOUT);
	sees(d, "⏎ edit");
	press(d, TYPED_ENTER);
	type_words(d, "1:30:00");
	press(d, TYPED_ENTER);
	assert_int_equal(l->request.timeout_ms, 5400000);
	sees(d, "a child is ended after 1:30:00");
	assert_true(launch_can_start(l));
	press(d, TYPED_ENTER);
	type_words(d, "x");
	press(d, TYPED_ENTER);
	sees(d, "The timeout \"1:30:00x\" is no time");
	assert_false(launch_can_start(l));
	press(d, TYPED_ENTER);
	press(d, CONTROL('u'));
	press(d, TYPED_ENTER);
	assert_int_equal(l->request.timeout_ms, 0);
	assert_true(launch_can_start(l));
	l->request.style = STYLE_INTERACTIVE;
	sees(d, "this run is interactive: none");
	l->request.style = STYLE_HEADLESS;
	sees(d, "this run is headless: 5:00");
}

static void a_request_taken_over_brings_its_timeout(void **unused)
{
	OWNED(desk) struct desk *d = desk_new(30, 100);
	CLEARED(text) struct text json = { 0 };

	(void)unused;
	settle(d);
	text_add_format(&json,
			"{\"repository\":\"%s\",\"adapter\":\"boxed\",\"topology\":\"worktree\",\"prompt\":\"x\",\"timeoutMs\":90000}",
			d->repository);
	(void)app_settle(d->app, app_go(d->app, "launch", text_c(&json)));
	assert_string_equal(field_value(&launch_of(d)->timeout), "1:30");
	assert_int_equal(launch_of(d)->request.timeout_ms, 90000);
}

static void what_of_the_verdict_does_not_fit_is_counted_and_one_key_shows_all(void **unused)
{
	OWNED(desk) struct desk *d = desk_new(24, 80);

	(void)unused;
	settle(d);
	sees(d, "more lines: v shows all");
	sees_not(d, "the last of what stays open");
	press(d, 'v');
	sees(d, "STAYS OPEN");
	sees(d, "line 1 of ");
	sees(d, "↑↓ scroll");
	press(d, TYPED_END);
	sees(d, "ARGV (3)");
	sees(d, "the prompt");
	press(d, TYPED_HOME);
	sees(d, "VERDICT");
	press(d, TYPED_PAGE_DOWN);
	sees(d, "the last of what stays open");
	press(d, TYPED_ESCAPE);
	sees(d, "Repository");
	app_resize(d->app, 60, 180);
	sees(d, "the last of what stays open");
	sees_not(d, "more lines");
}

static void a_prompt_as_long_as_a_file_is_said_with_its_size(void **unused)
{
	OWNED(desk) struct desk *d = desk_new(24, 80);
	CLEARED(text) struct text prompt = { 0 };

	(void)unused;
	settle(d);
	for (int i = 0; i < 20000; i++)
		text_add_string(&prompt, "a\n");
	text_add_string(&prompt, "end");
	field_set(&launch_of(d)->prompt, text_c(&prompt));
	launch_judge(launch_of(d), d->app);
	press(d, 'v');
	press(d, TYPED_END);
	sees(d, "… (40003 bytes in all)");
	sees_not(d, "more lines");
}

static void a_long_adapter_can_be_read_to_its_end(void **unused)
{
	OWNED(desk) struct desk *d = desk_new(24, 80);

	(void)unused;
	settle(d);
	press(d, 'A');
	sees(d, "PgUp/PgDn scroll");
	sees(d, "more lines: PgDn");
	sees(d, "found   –  ");
	sees(d, "not asked: no flag that prints it is known");
	sees_not(d, "the last of what stays open");
	press(d, TYPED_PAGE_DOWN);
	press(d, TYPED_PAGE_DOWN);
	press(d, TYPED_PAGE_DOWN);
	sees(d, "the last of what stays open");
	press(d, TYPED_DOWN);
	sees(d, "An open vendor");
	sees_not(d, "PgUp/PgDn");
}

static void suspending_is_found_in_the_palette_of_every_screen(void **unused)
{
	static const uint32_t ways[] = { 'L', 'M', 'A' };
	static const char *const words[] = { "suspend", "ctrl-z", "shell" };

	(void)unused;
	for (size_t at = 0; at < COUNT_OF(ways) * COUNT_OF(words); at++) {
		OWNED(desk) struct desk *d = desk_new(24, 80);

		settle(d);
		press(d, ways[at / COUNT_OF(words)]);
		press(d, ':');
		type_words(d, words[at % COUNT_OF(words)]);
		sees(d, "Give the terminal back to the shell");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_promised_without_a_policy_or_by_a_refused_request),
		cmocka_unit_test(outside_a_repository_no_git_is_spoken_of),
		cmocka_unit_test(a_timeout_is_read_as_it_is_written_and_written_as_it_is_read),
		cmocka_unit_test(the_timeout_is_a_field_and_one_that_says_nothing_starts_nothing),
		cmocka_unit_test(a_request_taken_over_brings_its_timeout),
		cmocka_unit_test(what_of_the_verdict_does_not_fit_is_counted_and_one_key_shows_all),
		cmocka_unit_test(a_prompt_as_long_as_a_file_is_said_with_its_size),
		cmocka_unit_test(a_long_adapter_can_be_read_to_its_end),
		cmocka_unit_test(suspending_is_found_in_the_palette_of_every_screen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
