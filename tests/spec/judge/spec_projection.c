/*
 * Specification of the projection: what is recorded, what is handed to the vendor, and what the child can write.
 */
#include "spec/judge/judging.h"

#define WW .mode = POLICY_WORKSPACE_WRITE
#define GRANT .git_write = GIT_WRITE_SHARED_REPOSITORY
#define SUB WORKTREE "/src"

static const struct {
	const char *says;
	struct asked asked;
	const char *recorded[8], *rendered[8], *effective[8];
	bool commits;
} cases[] = {
	{ "read-only writes nothing, the private temporary directory included", { .mode = POLICY_READ_ONLY }, { NULL }, { NULL }, { NULL },
	  false },
	{ "workspace-write alone", { WW }, { NULL }, { NULL }, { WORKTREE, PRIVATE_TMP }, false },
	{ "the shared checkout", { WW, .shared = true }, { NULL }, { NULL }, { SOURCE, PRIVATE_TMP }, false },
	{ "a root beneath the active root is recorded and not rendered", { WW, .roots = { WORKTREE "/docs" } }, { WORKTREE "/docs" },
	  { NULL }, { WORKTREE, PRIVATE_TMP }, false },
	{ "the active root itself is recorded and not rendered", { WW, .roots = { WORKTREE } }, { WORKTREE }, { NULL },
	  { WORKTREE, PRIVATE_TMP }, false },
	{ "a root beside the active root is rendered", { WW, .active = SUB, .roots = { WORKTREE "/docs/" } }, { WORKTREE "/docs" },
	  { WORKTREE "/docs" }, { SUB, PRIVATE_TMP, WORKTREE "/docs" }, false },
	{ "a root beneath another root is recorded and not rendered twice",
	  { WW, .active = SUB, .roots = { WORKTREE "/docs/api", WORKTREE "/docs" } }, { WORKTREE "/docs/api", WORKTREE "/docs" },
	  { WORKTREE "/docs" }, { SUB, PRIVATE_TMP, WORKTREE "/docs" }, false },
	{ "a root beneath another that is not rendered either", { WW, .active = SUB, .roots = { SUB "/deep", SUB } }, { SUB "/deep", SUB },
	  { NULL }, { SUB, PRIVATE_TMP }, false },
	{ "the same root twice is one", { WW, .active = SUB, .roots = { WORKTREE "/docs", WORKTREE "/docs/" } }, { WORKTREE "/docs" },
	  { WORKTREE "/docs" }, { SUB, PRIVATE_TMP, WORKTREE "/docs" }, false },
	{ "the workspace root around the active root is rendered", { WW, .active = SUB, .roots = { WORKTREE } }, { WORKTREE }, { WORKTREE },
	  { SUB, PRIVATE_TMP, WORKTREE }, false },
	{ "the grant appends both halves", { WW, GRANT }, { WORKTREE_GITDIR, WORKTREE_COMMON }, { WORKTREE_GITDIR, WORKTREE_COMMON },
	  { WORKTREE, PRIVATE_TMP, WORKTREE_GITDIR, WORKTREE_COMMON }, true },
	{ "the grant comes after the caller's roots", { WW, GRANT, .active = SUB, .roots = { WORKTREE "/docs" } },
	  { WORKTREE "/docs", WORKTREE_GITDIR, WORKTREE_COMMON }, { WORKTREE "/docs", WORKTREE_GITDIR, WORKTREE_COMMON },
	  { SUB, PRIVATE_TMP, WORKTREE "/docs", WORKTREE_GITDIR, WORKTREE_COMMON }, true },
	{ "a coincident half inside the workspace is rendered all the same", { WW, GRANT, .coincident = true }, { WORKTREE "/.git" },
	  { WORKTREE "/.git" }, { WORKTREE, PRIVATE_TMP, WORKTREE "/.git" }, true },
	{ "without a policy nothing is recorded and nothing is bounded", { 0 }, { NULL }, { NULL }, { "/" }, true },
	{ "without a policy and a repository", { .no_repository = true, .shared = true }, { NULL }, { NULL }, { "/" }, false },
};

static void same(const char *says, const char *what, const struct strlist *got, const char *const *wanted)
{
	size_t n = 0;

	for (; wanted[n]; n++)
		if (n >= got->count || strcmp(got->items[n], wanted[n]) != 0)
			fail_msg("rule broken: %s: %s[%zu] is %s, not %s", says, what, n, n < got->count ? got->items[n] : "missing",
				 wanted[n]);
	if (got->count != n)
		fail_msg("rule broken: %s: %s has %s too", says, what, got->items[n]);
}

static void what_is_recorded_rendered_and_writable_follows_from_policy_and_grant(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct scene scene;
		struct verdict v;

		scene_set(&scene, &cases[i].asked);
		verdict_judge(&scene.request, &scene.facts, &v);
		if (!v.accepted)
			fail_msg("rule broken: %s: %s", cases[i].says, v.message);
		same(cases[i].says, "recorded", &v.projection.writable_roots, cases[i].recorded);
		same(cases[i].says, "rendered", &v.projection.rendered_roots, cases[i].rendered);
		same(cases[i].says, "effective", &v.effective, cases[i].effective);
		assert_int_equal(v.commits, cases[i].commits);
		assert_int_equal(v.projection.applied, cases[i].asked.mode != POLICY_ABSENT);
		verdict_clear(&v);
		scene_clear(&scene);
	}
}

static void a_preview_without_a_private_temporary_directory_names_none(void **unused)
{
	struct scene scene;
	struct verdict v;

	(void)unused;
	scene_set(&scene, &(struct asked){ WW });
	scene.facts.private_tmp = NULL;
	verdict_judge(&scene.request, &scene.facts, &v);
	assert_int_equal(v.effective.count, 1);
	verdict_clear(&v);
	scene_clear(&scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_recorded_rendered_and_writable_follows_from_policy_and_grant),
		cmocka_unit_test(a_preview_without_a_private_temporary_directory_names_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
