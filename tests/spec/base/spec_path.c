/* Specification of path: containment and parts of absolute paths, by whole components. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/owned.h"
#include "core/base/path.h"

static const struct {
	const char *says, *root, *path;
	bool within, beneath;
} containment[] = {
	{ "a path inside the root",                      "/srv/ws", "/srv/ws/a/b", true,  true },
	{ "the root itself is within, not beneath",      "/srv/ws", "/srv/ws",     true,  false },
	{ "a path outside",                              "/srv/ws", "/etc",        false, false },
	{ "a sibling that shares a prefix",              "/srv/ws", "/srv/wsX",    false, false },
	{ "a sibling's child that shares a prefix",      "/srv/ws", "/srv/wsX/a",  false, false },
	{ "the parent is not within",                    "/srv/ws", "/srv",        false, false },
	{ "everything is within the root of the system", "/",       "/etc/x",      true,  true },
	{ "the root of the system is within itself",     "/",       "/",           true,  false },
	{ "the root of the system is not within another","/srv",    "/",           false, false },
	{ "a relative path is within nothing",           "/srv",    "srv/a",       false, false },
	{ "nothing is within a relative root",           "srv",     "/srv/a",      false, false },
	{ "an empty path is within nothing",             "/",       "",            false, false },
	{ "case matters",                                "/srv/ws", "/srv/WS/a",   false, false },
};

static void containment_goes_by_whole_components(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(containment); i++) {
		if (path_is_within(containment[i].root, containment[i].path) != containment[i].within)
			fail_msg("within: rule broken: %s", containment[i].says);
		if (path_is_beneath(containment[i].root, containment[i].path) != containment[i].beneath)
			fail_msg("beneath: rule broken: %s", containment[i].says);
	}
}

static const struct {
	const char *path, *tidy, *parent, *base;
	bool dotdot;
} parts[] = {
	{ "/",              "/",         "/",       "",        false },
	{ "/x",             "/x",        "/",       "x",       false },
	{ "/a/b",           "/a/b",      "/a",      "b",       false },
	{ "//a///b",        "/a/b",      "//a//",   "b",       false },
	{ "/a/b/",          "/a/b",      "/a/b",    "",        false },
	{ "/./a/./b/.",     "/a/b",      "/./a/./b", ".",      false },
	{ "/a/../b",        "/a/../b",   "/a/..",   "b",       true },
	{ "/..",            "/..",       "/",       "..",      true },
	{ "/..a/b..",       "/..a/b..",  "/..a",    "b..",     false },
	{ "/...",           "/...",      "/",       "...",     false },
	{ "a//b",           "a/b",       "a/",      "b",       false },
	{ "x",              "x",         ".",       "x",       false },
	{ "./",             ".",         ".",       "",        false },
	{ "",               "",          ".",       "",        false },
};

static void parts_of_a_path(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		OWNED_MEM char *tidy = path_tidy(parts[i].path);
		OWNED_MEM char *parent = path_parent(parts[i].path);

		assert_string_equal(tidy, parts[i].tidy);
		assert_string_equal(parent, parts[i].parent);
		assert_string_equal(path_base(parts[i].path), parts[i].base);
		assert_int_equal(path_has_dotdot(parts[i].path), parts[i].dotdot);
	}
}

static void joining(void **unused)
{
	static const struct {
		const char *directory, *relative, *joined;
	} cases[] = {
		{ "/a", "b", "/a/b" }, { "/a/", "b", "/a/b" }, { "/", "b", "/b" },      { "/a", "/b", "/b" },
		{ "/a", "", "/a" },    { "", "b", "b" },       { "/a", "..", "/a/.." },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		OWNED_MEM char *joined = path_join(cases[i].directory, cases[i].relative);

		assert_string_equal(joined, cases[i].joined);
	}
}

static void what_is_left_behind_a_root(void **unused)
{
	(void)unused;
	assert_string_equal(path_relative("/srv/ws", "/srv/ws/a/b"), "a/b");
	assert_string_equal(path_relative("/srv/ws", "/srv/ws"), "");
	assert_string_equal(path_relative("/", "/a"), "a");
	assert_string_equal(path_relative("/", "/"), "");
}

static void home_is_a_tilde_for_the_eye(void **unused)
{
	static const struct {
		const char *home, *path, *shown;
	} cases[] = {
		{ "/home/op", "/home/op/x", "~/x" },
		{ "/home/op", "/home/op", "~" },
		{ "/home/op", "/home/ops/x", "/home/ops/x" },
		{ NULL, "/home/op", "/home/op" },
		{ "/", "/x", "/x" },
		{ "", "/x", "/x" },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		OWNED_MEM char *shown = path_for_eye(cases[i].home, cases[i].path);

		assert_string_equal(shown, cases[i].shown);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(containment_goes_by_whole_components),
		cmocka_unit_test(parts_of_a_path),
		cmocka_unit_test(joining),
		cmocka_unit_test(what_is_left_behind_a_root),
		cmocka_unit_test(home_is_a_tilde_for_the_eye),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
