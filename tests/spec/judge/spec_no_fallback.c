/*
 * Specification of what no request can get: a laxer mode than it asked for, at any layer of the judgement. Every
 * combination of adapter declaration, topology, mode, grant, roots and place is judged.
 */
#include "spec/judge/judging.h"

static const char *const root_sets[][3] = {
	{ NULL },
	{ WORKTREE "/src" },
	{ WORKTREE },
	{ "/srv/wsX" },
	{ "rel" },
	{ WORKTREE "/src", WORKTREE_COMMON },
	{ WORKTREE "/docs", WORKTREE "/link-out" },
};

/* What an accepted verdict implies, and what a refusal never holds. */
static void holds(const struct scene *scene, const struct verdict *v)
{
	const struct request *asked = &scene->request;
	const struct projection *p = &v->projection;
	bool bad_roots = false;

	keeps_promises("product", v);
	if (!v->accepted)
		return;
	assert_int_equal(p->applied, asked->mode != POLICY_ABSENT);
	assert_int_equal(p->mode, asked->mode);
	assert_int_equal(p->git_write, asked->git_write);
	assert_ptr_equal(p->native_mode, p->applied ? scene->facts.adapter->native_mode[asked->mode] : NULL);
	assert_true(!p->applied || p->native_mode);
	assert_true(p->applied || (asked->writable_roots.count == 0 && asked->git_write == GIT_WRITE_NONE));
	assert_true(!p->writable_roots.count || (scene->facts.adapter->carries_roots && asked->mode == POLICY_WORKSPACE_WRITE));
	assert_true(asked->topology == TOPOLOGY_WORKTREE || p->writable_roots.count == 0);
	assert_int_equal(p->granted_roots.count, asked->git_write == GIT_WRITE_NONE ? 0 : 2);
	for (size_t i = 0; i < p->writable_roots.count; i++) {
		bool granted = strlist_has(&p->granted_roots, p->writable_roots.items[i]);

		bad_roots = bad_roots || (!granted && !path_is_within(WORKTREE, p->writable_roots.items[i]));
	}
	for (size_t i = 0; i < p->rendered_roots.count; i++)
		assert_true(strlist_has(&p->writable_roots, p->rendered_roots.items[i]));
	assert_false(bad_roots);
	assert_true(!p->applied || !strlist_has(&v->effective, "/"));
	assert_true(asked->mode != POLICY_READ_ONLY || v->effective.count == 0);
	assert_true(!p->applied || v->commits == (asked->git_write == GIT_WRITE_SHARED_REPOSITORY));
}

static bool judge_one(const struct asked *asked)
{
	struct scene scene;
	struct verdict v;
	bool accepted;

	scene_set(&scene, asked);
	verdict_judge(&scene.request, &scene.facts, &v);
	holds(&scene, &v);
	accepted = v.accepted;
	verdict_clear(&v);
	scene_clear(&scene);
	return accepted;
}

/* at counts through the product, one digit per dimension. */
static bool judge_at(unsigned at, unsigned *ret_dimensions)
{
	struct asked asked = { 0 };
	unsigned total = 1;
#define DIGIT(count) ((at / total) % (unsigned)(count)); total *= (unsigned)(count)
	const unsigned adapter = DIGIT(COUNT_OF(adapters));
	const unsigned shared = DIGIT(2);
	const unsigned mode = DIGIT(POLICY_COUNT);
	const unsigned grant = DIGIT(GIT_WRITE_COUNT);
	const unsigned roots = DIGIT(COUNT_OF(root_sets));
	const unsigned place = DIGIT(4);
	const unsigned attested = DIGIT(4);
	const unsigned program = DIGIT(3);
#undef DIGIT

	*ret_dimensions = total;
	asked.adapter = adapters[adapter].adapter;
	asked.shared = shared;
	asked.mode = (enum policy_mode)mode;
	asked.git_write = (enum git_write)grant;
	memcpy(asked.roots, root_sets[roots], sizeof root_sets[roots]);
	asked.no_repository = place == 1;
	asked.unavailable = place == 2 ? "it cannot be served" : NULL;
	asked.active = place == 3 && !shared ? WORKTREE "/src" : NULL;
	asked.attested = (enum attested)attested;
	asked.launching = program > 0;
	asked.no_program = program > 1;
	return judge_one(&asked);
}

static void a_refusal_never_falls_back_to_a_laxer_mode(void **unused)
{
	unsigned total, accepted = judge_at(0, &total);

	(void)unused;
	for (unsigned at = 1; at < total; at++)
		accepted += judge_at(at, &total);
	assert_int_equal(total, 7 * 2 * 3 * 2 * 7 * 4 * 4 * 3);
	/* plain: 7 adapters, 2 topologies, 3 places, 4 observations, 2 program facts; the rest: what four of them declare */
	assert_int_equal(accepted, 336 + 396);
}

static void an_adapter_which_declares_a_projection_unrepresentable_refuses_instead_of_dropping_it(void **unused)
{
	static const char *const nothing[] = { "claude-code", "cursor", "shell" };

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(nothing); i++) {
		assert_true(judge_one(&(struct asked){ .adapter = nothing[i] }));
		assert_false(judge_one(&(struct asked){ .adapter = nothing[i], .mode = POLICY_READ_ONLY }));
		assert_false(judge_one(&(struct asked){ .adapter = nothing[i], .mode = POLICY_WORKSPACE_WRITE }));
	}
}

/* The preview and the launch are one function: with the program found they cannot differ. */
static void a_launch_is_judged_as_its_check_was(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(adapters); i++) {
		struct asked asked = { .adapter = adapters[i].adapter, .mode = POLICY_WORKSPACE_WRITE };
		bool checked = judge_one(&asked);

		asked.launching = true;
		assert_int_equal(judge_one(&asked), checked);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_refusal_never_falls_back_to_a_laxer_mode),
		cmocka_unit_test(an_adapter_which_declares_a_projection_unrepresentable_refuses_instead_of_dropping_it),
		cmocka_unit_test(a_launch_is_judged_as_its_check_was),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
