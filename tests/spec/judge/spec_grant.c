/*
 * Specification of the Git grant: asked for by name, resolved from the binding. The cases named after ADR 0040's
 * verification bullets carry that bullet's words; the paths are the measured ones of judging.h.
 */
#include "spec/judge/judging.h"

#include "core/judge/grant.h"

#define GRANT .mode = POLICY_WORKSPACE_WRITE, .git_write = GIT_WRITE_SHARED_REPOSITORY

static const struct judged_case refused[] = {
	{ "both halves of a linked worktree's administrative directory are refused as caller-supplied roots: the private one",
	  { .mode = POLICY_WORKSPACE_WRITE, .roots = { WORKTREE_GITDIR } }, REASON_WRITABLE_ROOT_ESCAPES_WORKSPACE,
	  "/srv/src/.git/worktrees/wt is part of the repository's private administrative directory" },
	{ "both halves of a linked worktree's administrative directory are refused as caller-supplied roots: the shared one",
	  { .mode = POLICY_WORKSPACE_WRITE, .roots = { WORKTREE_COMMON } }, REASON_WRITABLE_ROOT_ESCAPES_WORKSPACE,
	  "/srv/src/.git is part of the repository's shared administrative directory" },
	{ "a caller's half is refused beside the grant too", { GRANT, .roots = { WORKTREE_COMMON } },
	  REASON_WRITABLE_ROOT_ESCAPES_WORKSPACE, "ask for it with gitWrite shared-repository" },
	{ "the source repository is refused as a caller's root", { GRANT, .roots = { SOURCE } },
	  REASON_WRITABLE_ROOT_ESCAPES_WORKSPACE, SOURCE },
	{ "a directory inside the shared half is refused", { GRANT, .roots = { WORKTREE_COMMON "/hooks" } },
	  REASON_WRITABLE_ROOT_ESCAPES_WORKSPACE, "/srv/src/.git/hooks" },
	{ "refusal when the binding carries no repository", { GRANT, .no_repository = true }, REASON_GIT_GRANT_UNAVAILABLE,
	  "needs a workspace with a repository" },
	{ "refusal when no workspace exists", { GRANT, .shared = true }, REASON_GIT_GRANT_UNAVAILABLE, "needs an isolated workspace" },
	{ "setting gitWrite without a policy fails loudly", { .git_write = GIT_WRITE_SHARED_REPOSITORY }, REASON_GRANT_WITHOUT_POLICY,
	  "silently inert" },
};

static void a_grant_is_never_a_path_and_never_half_of_one(void **unused)
{
	(void)unused;
	all_judged(refused, COUNT_OF(refused));
}

static void resolves_to(const char *says, const struct asked *asked, const char *first, const char *second)
{
	CLEARED(strlist) struct strlist roots = { 0 };
	CLEARED(text) struct text why = { 0 };
	struct scene scene;

	scene_set(&scene, asked);
	if (!grant_resolve(&scene.request, &scene.facts, &roots, &why))
		fail_msg("%s: %s", says, text_c(&why));
	assert_int_equal(roots.count, (first != NULL) + (second != NULL));
	if (first)
		assert_string_equal(roots.items[0], first);
	if (second)
		assert_string_equal(roots.items[1], second);
	scene_clear(&scene);
}

static void the_default_granting_nothing(void **unused)
{
	(void)unused;
	resolves_to("worktree", &(struct asked){ .mode = POLICY_WORKSPACE_WRITE }, NULL, NULL);
	resolves_to("shared", &(struct asked){ .mode = POLICY_WORKSPACE_WRITE, .shared = true }, NULL, NULL);
}

static void a_linked_worktree_granting_both_halves(void **unused)
{
	(void)unused;
	resolves_to("both halves, private first", &(struct asked){ GRANT }, WORKTREE_GITDIR, WORKTREE_COMMON);
}

static void a_coincident_topology_granting_one_path_rather_than_a_duplicate(void **unused)
{
	(void)unused;
	resolves_to("one path", &(struct asked){ GRANT, .coincident = true }, WORKTREE "/.git", NULL);
}

static void a_refused_grant_leaves_the_list_as_it_was(void **unused)
{
	CLEARED(strlist) struct strlist roots = { 0 };
	CLEARED(text) struct text why = { 0 };
	struct scene scene;

	(void)unused;
	scene_set(&scene, &(struct asked){ GRANT });
	scene.facts.common_dir = NULL;
	assert_false(grant_resolve(&scene.request, &scene.facts, &roots, &why));
	assert_int_equal(roots.count, 0);
	assert_true(why.len > 0);
	scene_clear(&scene);
}

static void a_half_that_cannot_be_handed_over_exactly_refuses_the_grant(void **unused)
{
	CLEARED(strlist) struct strlist roots = { 0 };
	CLEARED(text) struct text why = { 0 };
	struct scene scene;

	(void)unused;
	scene_set(&scene, &(struct asked){ GRANT });
	scene.facts.common_dir = "/srv/s\xff/.git";
	assert_false(grant_resolve(&scene.request, &scene.facts, &roots, &why));
	assert_non_null(strstr(text_c(&why), "/srv/s\\xFF/.git\" is not valid UTF-8"));
	scene_clear(&scene);
}

/* Inside the workspace the administrative directory is still granted by name only. */
static void a_coincident_administrative_directory_is_refused_as_a_path(void **unused)
{
	struct scene scene;
	struct root_facts root = { .path = WORKTREE "/.git", .real = WORKTREE "/.git", .kind = ROOT_DIRECTORY };
	struct verdict v;

	(void)unused;
	scene_set(&scene, &(struct asked){ GRANT, .coincident = true, .roots = { WORKTREE "/.git" } });
	scene.facts.roots = &root;
	verdict_judge(&scene.request, &scene.facts, &v);
	assert_int_equal(v.reason, REASON_WRITABLE_ROOT_ESCAPES_WORKSPACE);
	verdict_clear(&v);
	scene_clear(&scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_grant_is_never_a_path_and_never_half_of_one),
		cmocka_unit_test(the_default_granting_nothing),
		cmocka_unit_test(a_linked_worktree_granting_both_halves),
		cmocka_unit_test(a_coincident_topology_granting_one_path_rather_than_a_duplicate),
		cmocka_unit_test(a_refused_grant_leaves_the_list_as_it_was),
		cmocka_unit_test(a_half_that_cannot_be_handed_over_exactly_refuses_the_grant),
		cmocka_unit_test(a_coincident_administrative_directory_is_refused_as_a_path),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
