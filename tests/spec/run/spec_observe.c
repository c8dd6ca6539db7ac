/* Specification of observe for a run whose supervisor died: what was not read back is unknown, what was stays known. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "core/run/observe.h"

static void start(struct run_record *r, bool policy)
{
	static const char *const ids[] = { "a1", "a2", "a3" };

	*r = (struct run_record){ .n_children = COUNT_OF(ids) };
	r->verdict.projection.applied = policy;
	r->children[0].started_ms = r->children[1].started_ms = 1;
	for (size_t i = 0; i < r->n_children; i++)
		memcpy(r->children[i].id, ids[i], 3);
}

static void what_was_not_read_back_before_the_supervisor_died_is_unknown(void **unused)
{
	CLEARED(run_record) struct run_record r;

	(void)unused;
	start(&r, true);
	r.children[0].observation.state = OBSERVED_CONTRADICTED;
	observe_lost(&r);
	assert_int_equal(r.children[0].observation.state, OBSERVED_CONTRADICTED);
	assert_int_equal(r.children[1].observation.state, OBSERVED_UNKNOWN);
	assert_non_null(strstr(r.children[1].observation.why, "died"));
	assert_int_equal(r.children[2].observation.state, OBSERVED_NONE);
	assert_int_equal(r.n_unknowns, 1);
	assert_string_equal(r.unknowns[0].code, "projection_not_observed");
	assert_string_equal(r.unknowns[0].child, "a2");
	assert_int_equal(run_record_observed(&r), OBSERVED_CONTRADICTED);
}

static void without_a_policy_nothing_is_unknown(void **unused)
{
	CLEARED(run_record) struct run_record r;

	(void)unused;
	start(&r, false);
	observe_lost(&r);
	assert_int_equal(r.n_unknowns, 0);
	assert_int_equal(run_record_observed(&r), OBSERVED_NONE);
}

static void a_contradiction_explains_the_run_before_a_stop_and_a_timeout_do(void **unused)
{
	CLEARED(run_record) struct run_record r;

	(void)unused;
	start(&r, true);
	for (size_t i = 0; i < r.n_children; i++)
		r.children[i].state = CHILD_FAILED;
	r.children[0].stopped = r.children[1].timed_out = true;
	r.children[2].observation.state = OBSERVED_CONTRADICTED;
	r.children[2].error = str_copy("the network was open");
	conclude_outcome(&r);
	assert_int_equal(r.outcome, OUTCOME_FAILED);
	assert_int_equal(r.reason, REASON_PROJECTION_CONTRADICTED);
	assert_string_equal(r.message, "a3: the network was open");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_not_read_back_before_the_supervisor_died_is_unknown),
		cmocka_unit_test(without_a_policy_nothing_is_unknown),
		cmocka_unit_test(a_contradiction_explains_the_run_before_a_stop_and_a_timeout_do),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
