/*
 * Specification of containment: which writable roots a caller may name. The cases named after ADR 0039's verification
 * bullets carry that bullet's words.
 */
#include "spec/judge/judging.h"

#include "core/judge/containment.h"

#define ROOTS(...) { .mode = POLICY_WORKSPACE_WRITE, .roots = { __VA_ARGS__ } }

static const struct judged_case adr_0039[] = {
	{ "a path inside the root", ROOTS(WORKTREE "/src"), REASON_NONE, NULL },
	{ "the root itself", ROOTS(WORKTREE), REASON_NONE, NULL },
	{ "a trailing slash", ROOTS(WORKTREE "/src/"), REASON_NONE, NULL },
	{ "a trailing slash on the root itself", ROOTS(WORKTREE "/"), REASON_NONE, NULL },
	{ "a path outside", ROOTS("/srv/ws"), REASON_WRITABLE_ROOT_ESCAPES_WORKSPACE,
	  "The writable root /srv/ws lies outside the workspace /srv/ws/wt" },
	{ "a sibling sharing a prefix (/srv/wsX is not inside /srv/ws)", ROOTS("/srv/ws/wtX"), REASON_WRITABLE_ROOT_ESCAPES_WORKSPACE,
	  "/srv/ws/wtX" },
	{ "one bad path refusing a whole set", ROOTS(WORKTREE "/src", WORKTREE "/docs", "/srv/wsX"),
	  REASON_WRITABLE_ROOT_ESCAPES_WORKSPACE, "/srv/wsX" },
	{ "one invalid path refusing a whole set", ROOTS(WORKTREE "/src", WORKTREE "/none", WORKTREE "/docs"),
	  REASON_WRITABLE_ROOT_INVALID, WORKTREE "/none" },
	{ "an empty set", ROOTS(NULL), REASON_NONE, NULL },
	{ "refusal of a relative path", ROOTS("src"), REASON_WRITABLE_ROOT_INVALID, "\"src\" is not absolute" },
};

static const struct judged_case invalid[] = {
	{ "an empty root", ROOTS(""), REASON_WRITABLE_ROOT_INVALID, "\"\" is empty" },
	{ "a root that climbs out of the working directory", ROOTS("../x"), REASON_WRITABLE_ROOT_INVALID, "not absolute" },
	{ "the home directory by its shell name", ROOTS("~"), REASON_WRITABLE_ROOT_INVALID, "\"~\" is not absolute" },
	{ "a workspace word that nobody expanded", ROOTS("{workspace}/src"), REASON_WRITABLE_ROOT_INVALID, "not absolute" },
	{ "a tab in a root", ROOTS(WORKTREE "/tab\there"), REASON_WRITABLE_ROOT_INVALID, "holds a control character" },
	{ "a newline in a root", ROOTS(WORKTREE "/a\nb"), REASON_WRITABLE_ROOT_INVALID, "holds a control character" },
	{ "DEL in a root", ROOTS(WORKTREE "/del\x7fhere"), REASON_WRITABLE_ROOT_INVALID, "holds a control character" },
	{ "bytes that are not UTF-8", ROOTS(WORKTREE "/bad\xff" "bytes"), REASON_WRITABLE_ROOT_INVALID, "not valid UTF-8" },
	{ "a file", ROOTS(WORKTREE "/README"), REASON_WRITABLE_ROOT_INVALID, "is not a directory" },
	{ "the worktree's .git file", ROOTS(WORKTREE "/.git"), REASON_WRITABLE_ROOT_INVALID, "is not a directory" },
	{ "a root that does not exist", ROOTS(WORKTREE "/none"), REASON_WRITABLE_ROOT_INVALID, "does not exist" },
	{ "a root that may not be looked at", ROOTS(WORKTREE "/closed"), REASON_WRITABLE_ROOT_INVALID, "cannot be looked at" },
	{ "a symlink to a directory inside names the real path", ROOTS(WORKTREE "/link-in"), REASON_WRITABLE_ROOT_INVALID,
	  "leads to /srv/ws/wt/docs; name /srv/ws/wt/docs itself" },
	{ "a symlink to a directory outside says so", ROOTS(WORKTREE "/link-out"), REASON_WRITABLE_ROOT_INVALID,
	  "leads to /srv/wsX, which lies outside the workspace /srv/ws/wt" },
	{ "a symlink to the administrative directory says so", ROOTS(WORKTREE "/link-git"), REASON_WRITABLE_ROOT_INVALID,
	  "leads to /srv/src/.git, which lies outside" },
	{ "dots that stay inside name the real path", ROOTS(WORKTREE "/docs/../src"), REASON_WRITABLE_ROOT_INVALID,
	  "name /srv/ws/wt/src itself" },
	{ "dots that lead outside", ROOTS(WORKTREE "/../../wsX"), REASON_WRITABLE_ROOT_INVALID, "leads to /srv/wsX, which lies outside" },
	{ "the whole file system", ROOTS("/"), REASON_WRITABLE_ROOT_INVALID, "is the whole file system" },
	{ "the whole file system with more slashes", ROOTS("///"), REASON_WRITABLE_ROOT_INVALID, "is the whole file system" },
	{ "the kernel's process tree", ROOTS("/proc"), REASON_WRITABLE_ROOT_INVALID, "lies inside /proc, /sys or /dev" },
	{ "a directory of the device tree", ROOTS("/dev/shm/"), REASON_WRITABLE_ROOT_INVALID, "lies inside /proc, /sys or /dev" },
	{ "a missing root of a worktree that is not made yet",
	  { .mode = POLICY_WORKSPACE_WRITE, .roots = { WORKTREE "/none" }, .predicted = true }, REASON_WRITABLE_ROOT_INVALID,
	  "is not in the commit the worktree is made from" },
	{ "a file of a worktree that is not made yet",
	  { .mode = POLICY_WORKSPACE_WRITE, .roots = { WORKTREE "/README" }, .predicted = true }, REASON_WRITABLE_ROOT_INVALID,
	  "is not a plain directory in the commit" },
	{ "17 roots", ROOTS(WORKTREE, WORKTREE, WORKTREE, WORKTREE, WORKTREE, WORKTREE, WORKTREE, WORKTREE, WORKTREE, WORKTREE, WORKTREE,
			    WORKTREE, WORKTREE, WORKTREE, WORKTREE, WORKTREE, WORKTREE),
	  REASON_WRITABLE_ROOT_INVALID, "17 writable roots were named and at most 16" },
};

static const struct judged_case accepted[] = {
	{ "doubled slashes and dots of a shell are tidied", ROOTS("//srv//ws/./wt/src/"), REASON_NONE, NULL },
	{ "quotes and commas are no second root", ROOTS(WORKTREE "/a\",\"/victim"), REASON_NONE, NULL },
	{ "a root of a worktree that is not made yet",
	  { .mode = POLICY_WORKSPACE_WRITE, .roots = { WORKTREE "/src" }, .predicted = true }, REASON_NONE, NULL },
	{ "16 roots", ROOTS(WORKTREE, WORKTREE, WORKTREE, WORKTREE, WORKTREE, WORKTREE, WORKTREE, WORKTREE, WORKTREE, WORKTREE, WORKTREE,
			    WORKTREE, WORKTREE, WORKTREE, WORKTREE, WORKTREE),
	  REASON_NONE, NULL },
};

#define SPEC(name, cases)                                      \
	static void name(void **unused)                        \
	{                                                      \
		(void)unused;                                  \
		all_judged(cases, COUNT_OF(cases));            \
	}
SPEC(containment_holds_as_adr_0039_verifies_it, adr_0039)
SPEC(a_root_that_a_sandbox_would_drop_or_widen_is_invalid, invalid)
SPEC(a_root_that_is_named_oddly_but_exactly_is_accepted, accepted)

static void a_path_of_4000_bytes_fits_and_one_more_does_not(void **unused)
{
	char path[PATH_BYTES_MAX + 2];

	(void)unused;
	memset(path, 'p', sizeof path);
	path[0] = '/';
	path[PATH_BYTES_MAX + 1] = '\0';
	assert_string_equal(path_fault(path), "is longer than 4000 bytes");
	path[PATH_BYTES_MAX] = '\0';
	assert_null(path_fault(path));
}

static void a_long_hostile_root_is_shown_short_and_safe(void **unused)
{
	char path[3000];
	struct root_facts root = { .path = path, .kind = ROOT_MISSING };
	CLEARED(text) struct text why = { 0 };

	(void)unused;
	memset(path, '\033', sizeof path);
	path[0] = '/';
	path[sizeof path - 1] = '\0';
	assert_false(root_is_valid(&root, WORKTREE, &why));
	assert_null(strchr(text_c(&why), '\033'));
	assert_true(why.len < 600);
}

/* A facts gatherer that looked at fewer roots than were asked for must not turn the rest into accepted ones. */
static void a_root_that_nobody_looked_at_refuses_the_set(void **unused)
{
	struct scene scene;
	struct verdict v;

	(void)unused;
	scene_set(&scene, &(struct asked)ROOTS(WORKTREE "/src", WORKTREE "/docs"));
	scene.facts.n_roots = 1;
	verdict_judge(&scene.request, &scene.facts, &v);
	assert_int_equal(v.reason, REASON_WRITABLE_ROOT_INVALID);
	assert_non_null(strstr(v.message, WORKTREE "/docs"));
	verdict_clear(&v);
	scene_clear(&scene);
}

/* A realpath that is missing although the kind says directory is the gatherer's fault, and still a refusal. */
static void a_directory_without_a_realpath_is_refused(void **unused)
{
	struct root_facts root = { .path = WORKTREE "/src", .kind = ROOT_DIRECTORY };
	CLEARED(text) struct text why = { 0 };

	(void)unused;
	assert_false(root_is_valid(&root, WORKTREE, &why));
	assert_non_null(strstr(text_c(&why), WORKTREE "/src"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(containment_holds_as_adr_0039_verifies_it),
		cmocka_unit_test(a_root_that_a_sandbox_would_drop_or_widen_is_invalid),
		cmocka_unit_test(a_root_that_is_named_oddly_but_exactly_is_accepted),
		cmocka_unit_test(a_path_of_4000_bytes_fits_and_one_more_does_not),
		cmocka_unit_test(a_long_hostile_root_is_shown_short_and_safe),
		cmocka_unit_test(a_root_that_nobody_looked_at_refuses_the_set),
		cmocka_unit_test(a_directory_without_a_realpath_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
