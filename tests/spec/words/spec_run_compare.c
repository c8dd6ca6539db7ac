/*
 * Specification of the comparison of two runs: what only names a run is no difference, what one record does not say is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "ui/run_compare.h"

#define PROOF(id, mode, tmp)                                                                                                          \
	"{\"sandbox_projection\":{\"mode\":\"" mode "\"},\"console\":{\"binding\":{\"workspace\":{\"realpath\":\"/w/" id "\"},"         \
	"\"branch\":\"b/" id "\"},\"private_tmp\":\"/t/" tmp "\",\"effective\":{\"writable\":[\"/w/" id "\",\"/t/" tmp "\"],\"commits\":false},"  \
	"\"children\":[{\"id\":\"a1\",\"argv\":[\"x\",\"--cd\",\"/w/" id "\"],\"exit_status\":0}]}}"

static void open_view(const char *run_id, const char *proof, struct run_view *ret)
{
	struct error err = { 0 };

	*ret = (struct run_view){ .row = { .run_id = str_copy(run_id), .topology_known = true, .topology = TOPOLOGY_WORKTREE,
					   .outcome = OUTCOME_DONE } };
	if (proof && !json_parse(proof, strlen(proof), &ret->proof, &err))
		fail_msg("%s", err.text);
}

static const struct compared *fact(const struct comparison *c, const char *section, const char *name)
{
	for (size_t i = 0; i < c->count; i++)
		if (strcmp(c->facts[i].section, section) == 0 && strcmp(c->facts[i].name, name) == 0)
			return &c->facts[i];
	return NULL;
}

static void what_only_names_a_run_is_no_difference(void **unused)
{
	CLEARED(run_view) struct run_view a = { .proof = NULL }, b = { .proof = NULL };
	CLEARED(comparison) struct comparison c = { 0 };

	(void)unused;
	open_view("wf-1", PROOF("one", "read-only", "x"), &a);
	open_view("wf-2", PROOF("two", "read-only", "y"), &b);
	run_compare(&a, &b, &c);
	assert_int_equal(c.differing, 0);
	assert_string_equal(fact(&c, "CHILDREN", "a1 argv")->left, "x  --cd  {workspace}");
	assert_string_equal(fact(&c, "POLICY", "can write")->right, "{workspace}  {tmp}");
	assert_string_equal(fact(&c, "POLICY", "commits")->right, "no");
	assert_null(fact(&c, "ASKED", "model"));
}

static void another_policy_is_a_difference(void **unused)
{
	CLEARED(run_view) struct run_view a = { .proof = NULL }, b = { .proof = NULL };
	CLEARED(comparison) struct comparison c = { 0 };

	(void)unused;
	open_view("wf-1", PROOF("one", "read-only", "x"), &a);
	open_view("wf-2", PROOF("two", "workspace-write", "y"), &b);
	run_compare(&a, &b, &c);
	assert_int_equal(c.differing, 1);
	assert_true(fact(&c, "POLICY", "mode")->differs);
}

static void a_record_without_a_proof_says_less_and_that_differs(void **unused)
{
	CLEARED(run_view) struct run_view a = { .proof = NULL }, b = { .proof = NULL };
	CLEARED(comparison) struct comparison c = { 0 };

	(void)unused;
	open_view("wf-1", PROOF("one", "read-only", "x"), &a);
	open_view("wf-2", NULL, &b);
	run_compare(&a, &b, &c);
	assert_true(fact(&c, "POLICY", "mode")->differs);
	assert_null(fact(&c, "POLICY", "mode")->right);
	assert_false(fact(&c, "RESULT", "outcome")->differs);
}

static void what_is_of_another_kind_is_printed_and_not_believed(void **unused)
{
	static const char *const proofs[] = { "{\"console\":[1]}", "{\"console\":{\"children\":{\"x\":1}}}", "{\"console\":{\"children\":\"x\"}}", "7",
		"{\"console\":{\"binding\":{\"workspace\":{\"realpath\":\"\"}},\"effective\":{\"writable\":{\"a\":null}}}}" };

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(proofs); i++) {
		CLEARED(run_view) struct run_view a = { .proof = NULL }, b = { .proof = NULL };
		CLEARED(comparison) struct comparison c = { 0 };

		open_view("wf-1", proofs[i], &a);
		open_view("wf-1", proofs[i], &b);
		run_compare(&a, &b, &c);
		assert_int_equal(c.differing, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_only_names_a_run_is_no_difference),
		cmocka_unit_test(another_policy_is_a_difference),
		cmocka_unit_test(a_record_without_a_proof_says_less_and_that_differs),
		cmocka_unit_test(what_is_of_another_kind_is_printed_and_not_believed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
