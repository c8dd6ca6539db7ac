/* Specification of places: where things are, by the environment, read once. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "core/host/places.h"
#include "support/repo.h"

static int make_scratch(void **state)
{
	*state = scratch_new("places");
	return 0;
}

/* The tests change the environment: what scratch_new() and scratch_drop() need is put back by them. */
static int drop_scratch(void **state)
{
	char *scratch = *state;
	OWNED_MEM char *base = str_copy_n(scratch, (size_t)(strrchr(scratch, '/') - scratch));

	assert_int_equal(clearenv(), 0);
	assert_int_equal(setenv("PATH", "/usr/bin:/bin", 1), 0);
	assert_int_equal(setenv("HOME", base, 1), 0);
	assert_int_equal(setenv("BULKHEAD_TEST_SCRATCH", base, 1), 0);
	scratch_drop(&scratch);
	return 0;
}

/* An environment of these alone; "~" in a value stands for the scratch directory. */
static void set_environment(const char *scratch, const char *const *pairs)
{
	assert_int_equal(clearenv(), 0);
	for (size_t i = 0; pairs[i]; i += 2) {
		OWNED_MEM char *value = pairs[i + 1][0] == '~' ? str_format("%s%s", scratch, pairs[i + 1] + 1) : str_copy(pairs[i + 1]);

		assert_int_equal(setenv(pairs[i], value, 1), 0);
	}
}

static void assert_path(const char *actual, const char *scratch, const char *expected)
{
	OWNED_MEM char *full = expected[0] == '~' ? str_format("%s%s", scratch, expected + 1) : str_copy(expected);

	assert_string_equal(actual, full);
}

static const struct {
	const char *says;
	const char *const *environment;
	const char *state, *config, *runtime;
} cases[] = {
#define ENV(...) (const char *const[]){ __VA_ARGS__, NULL }
	{ "without XDG they lie in the home directory", ENV("HOME", "~"),
	  "~/.local/state/bulkhead", "~/.config/bulkhead", "~/.local/state/bulkhead/run" },
	{ "XDG says where", ENV("HOME", "~", "XDG_STATE_HOME", "/s/", "XDG_CONFIG_HOME", "/c", "XDG_RUNTIME_DIR", "/r"),
	  "/s/bulkhead", "/c/bulkhead", "/r/bulkhead" },
	{ "a relative or empty XDG value is ignored", ENV("HOME", "~", "XDG_STATE_HOME", "s", "XDG_CONFIG_HOME", "", "XDG_RUNTIME_DIR", "r"),
	  "~/.local/state/bulkhead", "~/.config/bulkhead", "~/.local/state/bulkhead/run" },
	{ "home is its real path", ENV("HOME", "~/link"), "~/.local/state/bulkhead", "~/.config/bulkhead", "~/.local/state/bulkhead/run" },
	{ "a home that does not exist yet is taken by name", ENV("HOME", "~/none/"),
	  "~/none/.local/state/bulkhead", "~/none/.config/bulkhead", "~/none/.local/state/bulkhead/run" },
#undef ENV
};

static void places_follow_the_environment(void **state)
{
	const char *scratch = *state;
	OWNED_MEM char *link = str_format("%s/link", scratch);

	assert_int_equal(symlink(scratch, link), 0);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		CLEARED(places) struct places p = {0};
		struct error err = {0};

		set_environment(scratch, cases[i].environment);
		if (!places_read(&p, &err))
			fail_msg("%s: %s", cases[i].says, err.text);
		assert_path(p.state, scratch, cases[i].state);
		assert_path(p.config, scratch, cases[i].config);
		assert_path(p.runtime, scratch, cases[i].runtime);
	}
}

static void the_environment_is_kept_as_it_was(void **state)
{
	CLEARED(places) struct places p = {0};
	struct error err = {0};

	set_environment(*state, (const char *const[]){ "HOME", "~", "PATH", "/a:/b", "EMPTY", "", "LONGER_NAME", "x=y", NULL });
	assert_true(places_read(&p, &err));
	assert_int_equal(setenv("LONGER_NAME", "changed", 1), 0);
	assert_int_equal(p.environment.count, 4);
	assert_string_equal(p.path, "/a:/b");
	assert_string_equal(places_env(&p, "LONGER_NAME"), "x=y");
	assert_string_equal(places_env(&p, "EMPTY"), "");
	assert_null(places_env(&p, "LONGER"));
	assert_null(places_env(&p, "LONGER_NAME_STILL"));
}

static void without_home_the_password_file_knows(void **state)
{
	CLEARED(places) struct places p = {0};
	struct error err = {0};

	set_environment(*state, (const char *const[]){ "HOME", "relative", NULL });
	if (!places_read(&p, &err)) {
		assert_int_equal(err.reason, REASON_SYSTEM);
		assert_non_null(strstr(err.text, "HOME"));
		return;
	}
	assert_int_equal(p.home[0], '/');
	assert_string_equal(p.path, "");
}

static void temporary_directories_are_real_and_named_once(void **state)
{
	const char *scratch = *state;
	OWNED_MEM char *own = str_format("%s/tmp", scratch);
	OWNED_MEM char *inside = str_format("%s/tmp/deep/er", scratch);
	OWNED_MEM char *beside = str_format("%s/tmpX", scratch);
	OWNED_MEM char *holding = NULL;
	CLEARED(places) struct places p = {0};
	CLEARED(places) struct places q = {0};
	struct error err = {0};

	assert_int_equal(mkdir(own, 0700), 0);
	set_environment(scratch, (const char *const[]){ "HOME", "~", "TMPDIR", "~/tmp/../tmp/", NULL });
	assert_true(places_read(&p, &err));
	assert_true(strlist_has(&p.temporary, own));
	holding = places_temporary_holding(&p, inside);
	assert_string_equal(holding, own);
	assert_null(places_temporary_holding(&p, beside));
	assert_null(places_temporary_holding(&p, "/"));

	set_environment(scratch, (const char *const[]){ "HOME", "~", "TMPDIR", "/tmp", NULL });
	assert_true(places_read(&q, &err));
	assert_int_equal(q.temporary.count, p.temporary.count - 1);
}

static void make_file(const char *scratch, const char *name, mode_t mode)
{
	OWNED_MEM char *path = str_format("%s/%s", scratch, name);
	OWNED_FD int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(fchmod(fd, mode), 0);
}

static void a_program_is_an_executable_regular_file_on_the_path(void **state)
{
	const char *scratch = *state;
	OWNED_MEM char *list = str_format("/no/such:%s/plain:%s/bin", scratch, scratch);
	OWNED_MEM char *expected = str_format("%s/bin/tool", scratch);
	OWNED_MEM char *found = NULL;
	OWNED_MEM char *by_path = NULL;
	OWNED_MEM char *plain = str_format("%s/plain", scratch);
	OWNED_MEM char *bin = str_format("%s/bin", scratch);
	OWNED_MEM char *folder = str_format("%s/bin/folder", scratch);

	assert_int_equal(mkdir(plain, 0700), 0);
	assert_int_equal(mkdir(bin, 0700), 0);
	assert_int_equal(mkdir(folder, 0700), 0);
	make_file(scratch, "plain/tool", 0600);
	make_file(scratch, "bin/tool", 0700);
	found = program_find(list, "tool");
	assert_string_equal(found, expected);
	by_path = program_find("", expected);
	assert_string_equal(by_path, expected);
	assert_null(program_find(list, "folder"));
	assert_null(program_find(list, "absent"));
	assert_null(program_find(list, ""));
	assert_null(program_find("", "tool"));
}

static void a_repository_supplies_no_programs(void **state)
{
	static const char *const lists[] = { "", ":", ".", "bin", ":/no/such", "/no/such:" };

	make_file(*state, "tool", 0700);
	assert_int_equal(chdir(*state), 0);
	for (size_t i = 0; i < COUNT_OF(lists); i++)
		assert_null(program_find(lists[i], "tool"));
	assert_null(program_find("/bin", "./tool"));
	assert_int_equal(chdir("/"), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, make_scratch, drop_scratch)
	const struct CMUnitTest tests[] = {
		TEST(the_environment_is_kept_as_it_was),
		TEST(places_follow_the_environment),
		TEST(without_home_the_password_file_knows),
		TEST(temporary_directories_are_real_and_named_once),
		TEST(a_program_is_an_executable_regular_file_on_the_path),
		TEST(a_repository_supplies_no_programs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
