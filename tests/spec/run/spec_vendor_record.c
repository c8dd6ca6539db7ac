/* Specification of vendor_record: one file of one session is found and read, and nothing else whatever lies there. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "core/host/file.h"
#include "core/run/vendor_record.h"
#include "support/repo.h"

#define SESSION "01a22e35-9748-7400-a3b5-dcd08b6896ae"
#define BEGAN_MS 1796072227000ull /* 2026-11-30 20:57:07 UTC */

static const struct vendor_record kept = {
	.home_variable = "V_HOME", .home_default = ".v", .directory = "sessions", .prefix = "rollout-", .suffix = ".jsonl",
};

static int make(void **state)
{
	*state = scratch_new("vendor-record");
	return 0;
}

static int drop(void **state)
{
	char *scratch = *state;

	scratch_drop(&scratch);
	return 0;
}

static void put(const char *scratch, const char *relative, const char *name)
{
	OWNED_MEM char *path = str_format("%s/%s", scratch, relative);
	OWNED_FD int dir = -1;
	struct error err = { 0 };

	assert_true(dir_make(path, &dir, &err));
	assert_true(file_replace(dir, name, name, strlen(name), &err));
}

/* Owned: what was read; NULL: nothing, and err says why. */
static char *look(const char *scratch, const char *variable, const char *value, const char *session, struct error *err)
{
	CLEARED(strlist) struct strlist env = { 0 };
	CLEARED(text) struct text bytes = { 0 };
	OWNED_MEM char *path = NULL;

	strlist_add_format(&env, "HOME=%s", scratch);
	if (variable)
		strlist_add_format(&env, "%s=%s", variable, value);
	if (!vendor_record_read(&kept, &env, session, BEGAN_MS, &path, &bytes, err))
		return NULL;
	assert_non_null(strstr(path, session));
	return text_take(&bytes);
}

#define NAME "rollout-2026-11-30T20-57-07-" SESSION ".jsonl"

static void the_record_is_found_on_the_day_before_and_after_too(void **state)
{
	static const char *const days[] = { "2026/11/29", "2026/11/30", "2026/12/01" };

	for (size_t i = 0; i < COUNT_OF(days); i++) {
		OWNED_MEM char *home = str_format("home-%zu/.v/sessions/%s", i, days[i]);
		OWNED_MEM char *own = str_format("%s/home-%zu", (char *)*state, i);
		struct error err = { 0 };

		put(*state, home, NAME);
		put(*state, home, "rollout-2026-11-30T20-57-07-00000000-0000-0000-0000-000000000000.jsonl");
		put(*state, home, "rollout-" SESSION ".jsonl.old");
		OWNED_MEM char *read = look(own, NULL, NULL, SESSION, &err);
		if (!read)
			fail_msg("%s: %s", days[i], err.text);
		assert_string_equal(read, NAME);
	}
}

static void the_variable_of_the_childs_environment_says_where(void **state)
{
	OWNED_MEM char *elsewhere = str_format("%s/elsewhere", (char *)*state);
	struct error err = { 0 };

	put(*state, "elsewhere/sessions/2026/11/30", NAME);
	OWNED_MEM char *read = look(*state, "V_HOME", elsewhere, SESSION, &err);
	assert_non_null(read);
	assert_null(look(*state, NULL, NULL, SESSION, &err));
	assert_null(look(*state, "V_HOME", "relative", SESSION, &err));
	assert_null(look(*state, "V_HOMES", elsewhere, SESSION, &err));
}

static const struct { const char *says, *day, *name, *session, *sentence; } absent[] = {
	{ "another day", "2026/11/27", NAME, SESSION, "There is no record of session" },
	{ "another session", "2026/11/30", NAME, "01a22e35-9748-7400-a3b5-dcd08b6896af", "There is no record of session" },
	{ "another kind of file", "2026/11/30", "log-2026-" SESSION ".jsonl", SESSION, "There is no record of session" },
	{ "a session that is a path", "2026/11/30", NAME, "../../x", "is not there" },
	{ "no session", "2026/11/30", NAME, "", "is not there" },
};

static void what_is_not_this_sessions_record_is_not_read(void **state)
{
	for (size_t i = 0; i < COUNT_OF(absent); i++) {
		OWNED_MEM char *home = str_format("%s/absent-%zu", (char *)*state, i);
		OWNED_MEM char *day = str_format("absent-%zu/.v/sessions/%s", i, absent[i].day);
		struct error err = { 0 };

		put(*state, day, absent[i].name);
		assert_null(look(home, NULL, NULL, absent[i].session, &err));
		if (!strstr(err.text, absent[i].sentence))
			fail_msg("%s: %s", absent[i].says, err.text);
	}
}

static void two_files_of_one_session_are_no_record(void **state)
{
	struct error err = { 0 };

	put(*state, ".v/sessions/2026/11/30", NAME);
	put(*state, ".v/sessions/2026/12/01", NAME);
	assert_null(look(*state, NULL, NULL, SESSION, &err));
	assert_non_null(strstr(err.text, "2 files"));
}

static void no_link_is_followed_and_nothing_but_a_file_is_read(void **state)
{
	OWNED_MEM char *day = str_format("%s/.v/sessions/2026/11/30/" NAME, (char *)*state);
	OWNED_MEM char *month = str_format("%s/other/.v/sessions/2026/11", (char *)*state);
	OWNED_MEM char *other = str_format("%s/other", (char *)*state);
	struct error err = { 0 };

	put(*state, ".v/sessions/2026/11/30", "kept");
	assert_int_equal(symlink("kept", day), 0);
	assert_null(look(*state, NULL, NULL, SESSION, &err));
	assert_int_equal(unlink(day), 0);
	assert_int_equal(mkfifo(day, 0600), 0);
	assert_null(look(*state, NULL, NULL, SESSION, &err));
	put(*state, "aside/30", NAME);
	put(*state, "other/.v/sessions/2026", "kept");
	assert_int_equal(symlink("../../../../aside", month), 0);
	assert_null(look(other, NULL, NULL, SESSION, &err));
}

static void a_record_beyond_the_limit_is_not_read(void **state)
{
	OWNED_MEM char *path = str_format("%s/.v/sessions/2026/11/30/" NAME, (char *)*state);
	struct error err = { 0 };

	put(*state, ".v/sessions/2026/11/30", NAME);
	assert_int_equal(truncate(path, VENDOR_RECORD_MAX_BYTES + 1), 0);
	assert_null(look(*state, NULL, NULL, SESSION, &err));
	assert_non_null(strstr(err.text, "longer than"));
}

/* A program with a screen names no session when it is killed: what was written to while it ran is looked at. */
static void every_record_written_to_since_is_listed_and_no_other_file(void **state)
{
	static const char day[] = ".v/sessions/2026/11/30";
	const uint64_t far_ms = 4102444800000ull; /* 2100 */
	CLEARED(strlist) struct strlist env = { 0 }, now = { 0 }, later = { 0 };
	OWNED_MEM char *link = str_format("%s/%s/rollout-link-" SESSION ".jsonl", (char *)*state, day);
	struct error err = { 0 };
	bool cut = true;

	strlist_add_format(&env, "HOME=%s", (char *)*state);
	put(*state, day, NAME);
	put(*state, day, "rollout-2026-11-30T21-00-00-01a22e35-9748-7400-a3b5-dcd08b6896af.jsonl");
	put(*state, day, "log-" SESSION ".jsonl");
	put(*state, day, "rollout-" SESSION ".jsonl.old");
	put(*state, ".v/sessions/2026/11/20", "rollout-of-another-day-" SESSION ".jsonl");
	assert_int_equal(symlink(NAME, link), 0);
	assert_true(vendor_records_written(&kept, &env, BEGAN_MS, BEGAN_MS + 1000, &now, &cut, &err));
	assert_int_equal(now.count, 2);
	assert_false(cut);
	assert_true(vendor_record_is_of(&kept, now.items[0], SESSION) != vendor_record_is_of(&kept, now.items[1], SESSION));
	assert_true(vendor_records_written(&kept, &env, far_ms, far_ms, &later, &cut, &err));
	assert_int_equal(later.count, 0);
}

static void too_many_records_are_cut_and_said(void **state)
{
	CLEARED(strlist) struct strlist env = { 0 }, found = { 0 };
	struct error err = { 0 };
	bool cut = false;

	strlist_add_format(&env, "HOME=%s", (char *)*state);
	for (int i = 0; i < VENDOR_RECORDS_MAX + 1; i++) {
		OWNED_MEM char *name = str_format("rollout-%d-" SESSION ".jsonl", i);

		put(*state, ".v/sessions/2026/11/30", name);
	}
	assert_true(vendor_records_written(&kept, &env, BEGAN_MS, BEGAN_MS, &found, &cut, &err));
	assert_int_equal(found.count, VENDOR_RECORDS_MAX);
	assert_true(cut);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_record_is_found_on_the_day_before_and_after_too, make, drop),
		cmocka_unit_test_setup_teardown(the_variable_of_the_childs_environment_says_where, make, drop),
		cmocka_unit_test_setup_teardown(what_is_not_this_sessions_record_is_not_read, make, drop),
		cmocka_unit_test_setup_teardown(two_files_of_one_session_are_no_record, make, drop),
		cmocka_unit_test_setup_teardown(no_link_is_followed_and_nothing_but_a_file_is_read, make, drop),
		cmocka_unit_test_setup_teardown(a_record_beyond_the_limit_is_not_read, make, drop),
		cmocka_unit_test_setup_teardown(every_record_written_to_since_is_listed_and_no_other_file, make, drop),
		cmocka_unit_test_setup_teardown(too_many_records_are_cut_and_said, make, drop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
