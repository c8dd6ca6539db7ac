/* Specification of places_list: recent places narrowed by letters, paths completed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/host/file.h"
#include "ui/screens/places_list.h"

static void letters_narrow_and_the_nearest_comes_first(void **unused)
{
	static const char *const all[] = { "/home/o/src/orders", "/home/o/src/billing", "/home/o/old/orders-2019", "/srv/borders" };
	static const struct { const char *pattern; int n; const char *first; } cases[] = {
		{ "", 4, "/home/o/src/orders" }, { "orders", 3, "/home/o/src/orders" }, { "bil", 1, "/home/o/src/billing" },
		{ "BIL", 1, "/home/o/src/billing" }, { "2019", 1, "/home/o/old/orders-2019" }, { "srv", 1, "/srv/borders" },
		{ "sbi", 1, "/home/o/src/billing" }, { "zzz", 0, NULL },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		CLEARED(strlist) struct strlist known = { 0 };
		CLEARED(strlist) struct strlist got = { 0 };

		for (size_t k = 0; k < COUNT_OF(all); k++)
			strlist_add(&known, all[k]);
		fuzzy_filter(&known, cases[i].pattern, &got);
		if ((int)got.count != cases[i].n)
			fail_msg("\"%s\" fits %zu places", cases[i].pattern, got.count);
		if (cases[i].first)
			assert_string_equal(got.items[0], cases[i].first);
	}
}

static void a_line_that_begins_like_a_path_is_one(void **unused)
{
	(void)unused;
	assert_true(path_is_typed("/x") && path_is_typed("~") && path_is_typed("./x") && path_is_typed(".."));
	assert_false(path_is_typed("orders") || path_is_typed(""));
}

static void home_and_here_are_understood(void **unused)
{
	static const struct { const char *line, *path; } cases[] = {
		{ "~/src", "/home/o/src" }, { "~", "/home/o" }, { "/abs", "/abs" }, { "./x", "/here/./x" }, { "~x", "/here/~x" },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		OWNED_MEM char *path = path_meant(cases[i].line, "/home/o", "/here");

		assert_string_equal(path, cases[i].path);
	}
}

static void typed_paths_list_the_directories_they_may_become(void **unused)
{
	const char *given = getenv("BULKHEAD_TEST_SCRATCH");
	OWNED_MEM char *scratch = given ? str_copy(given) : str_format("%s/.cache/bulkhead-check", getenv("HOME"));
	OWNED_MEM char *root = str_format("%s/places-%d", scratch, (int)getpid());
	static const char *const made[] = { "alpha", "alps", "beta", ".hidden", "with space" };
	struct error err = { 0 };
	OWNED_FD int dir = -1;
	static const struct { const char *says, *line; int n; const char *second; } cases[] = {
		{ "a closed path lists what is inside", "/", 5, "/alpha" },
		{ "the beginning of a name narrows", "/al", 2, "/alps" },
		{ "a whole name is first", "/beta", 1, NULL },
		{ "hidden ones come when asked for", "/.h", 1, NULL },
		{ "files are no places", "/fi", 0, NULL },
		{ "what is not there is nothing", "/nowhere/x", 0, NULL },
	};

	(void)unused;
	assert_true(dir_make(root, &dir, &err));
	for (size_t i = 0; i < COUNT_OF(made); i++)
		assert_int_equal(mkdirat(dir, made[i], 0700), 0);
	assert_true(file_put_new(dir, "file", "x", 1, &err));
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		CLEARED(strlist) struct strlist got = { 0 };
		OWNED_MEM char *line = str_format("%s%s", root, cases[i].line);
		OWNED_MEM char *second = str_format("%s%s", root, cases[i].second ? cases[i].second : "");

		directories_at(line, "/home", "/here", &got);
		if ((int)got.count != cases[i].n)
			fail_msg("rule broken: %s (%zu)", cases[i].says, got.count);
		if (cases[i].second)
			assert_string_equal(got.items[1], second);
	}
	for (size_t i = 0; i < COUNT_OF(made); i++)
		assert_int_equal(unlinkat(dir, made[i], AT_REMOVEDIR), 0);
	assert_int_equal(unlinkat(dir, "file", 0), 0);
	assert_int_equal(rmdir(root), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(letters_narrow_and_the_nearest_comes_first),
		cmocka_unit_test(a_line_that_begins_like_a_path_is_one),
		cmocka_unit_test(home_and_here_are_understood),
		cmocka_unit_test(typed_paths_list_the_directories_they_may_become),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
