/*
 * Specification of attest_judge(): what may be said of an adapter's sandbox, given what was seen on the disk.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/owned.h"
#include "core/judge/attested.h"

#define ALL ATTEST_CELL_COUNT

/* Everything as a sandbox that enforces leaves it. */
static void enforcing(struct attest_seen seen[ALL])
{
	for (int cell = 0; cell < ALL; cell++)
		seen[cell] = (struct attest_seen){ .tried = true, .in_time = true, .ran = true };
	seen[ATTEST_WRITE].sight[SIGHT_INSIDE] = seen[ATTEST_ROOTS].sight[SIGHT_INSIDE] = seen[ATTEST_GRANT].sight[SIGHT_INSIDE] = true;
	seen[ATTEST_ROOTS].sight[SIGHT_ROOT] = true;
	seen[ATTEST_GRANT].sight[SIGHT_COMMITTED] = seen[ATTEST_GRANT].sight[SIGHT_ADMINISTRATIVE] = true;
}

static void expect(const struct attest_seen seen[ALL], enum attest_cell cell, enum attest_result result, const char *says)
{
	CLEARED(text) struct text why = { 0 };

	assert_int_equal(attest_judge(seen, cell, &why), result);
	if (!strstr(text_c(&why), says))
		fail_msg("\"%s\" does not say \"%s\"", text_c(&why), says);
}

static void what_enforces_is_attested_cell_by_cell(void **state)
{
	struct attest_seen seen[ALL];

	(void)state;
	enforcing(seen);
	expect(seen, ATTEST_WRITE, ATTEST_ATTESTED, "its commit failed");
	expect(seen, ATTEST_READ, ATTEST_ATTESTED, "changed nothing");
	expect(seen, ATTEST_ROOTS, ATTEST_ATTESTED, "in no other directory");
	expect(seen, ATTEST_GRANT, ATTEST_ATTESTED, "it committed");
}

/* sight, the cell in which it must not be, what the sentence says of it */
static const struct { enum attest_sight sight; enum attest_cell cell; const char *says; } forbidden[] = {
	{ SIGHT_INSIDE, ATTEST_READ, "with read-only the command wrote in its working directory" },
	{ SIGHT_OUTSIDE, ATTEST_READ, "outside of the workspace" },
	{ SIGHT_OUTSIDE, ATTEST_WRITE, "outside of the workspace" },
	{ SIGHT_OUTSIDE, ATTEST_ROOTS, "outside of the workspace" },
	{ SIGHT_OUTSIDE, ATTEST_GRANT, "workspace-write and the Git grant the command wrote outside" },
	{ SIGHT_BESIDE, ATTEST_ROOTS, "a directory of the workspace that was not named" },
	{ SIGHT_COMMITTED, ATTEST_READ, "committed" },
	{ SIGHT_COMMITTED, ATTEST_WRITE, "committed" },
	{ SIGHT_COMMITTED, ATTEST_ROOTS, "committed" },
	{ SIGHT_ADMINISTRATIVE, ATTEST_READ, "administrative directory" },
	{ SIGHT_ADMINISTRATIVE, ATTEST_WRITE, "administrative directory" },
	{ SIGHT_ADMINISTRATIVE, ATTEST_ROOTS, "administrative directory" },
};

static void each_forbidden_thing_contradicts_even_where_the_control_failed(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(forbidden); i++) {
		struct attest_seen seen[ALL];

		enforcing(seen);
		seen[forbidden[i].cell].sight[forbidden[i].sight] = true;
		expect(seen, forbidden[i].cell, ATTEST_CONTRADICTED, forbidden[i].says);
		seen[forbidden[i].cell].in_time = seen[forbidden[i].cell].ran = false;
		expect(seen, forbidden[i].cell, ATTEST_CONTRADICTED, forbidden[i].says);
	}
}

static void a_control_that_does_not_write_makes_it_inconclusive(void **state)
{
	static const struct { enum attest_cell cell; enum attest_sight sight; } controls[] = {
		{ ATTEST_WRITE, SIGHT_INSIDE },     { ATTEST_ROOTS, SIGHT_INSIDE }, { ATTEST_ROOTS, SIGHT_ROOT },
		{ ATTEST_GRANT, SIGHT_COMMITTED }, { ATTEST_GRANT, SIGHT_INSIDE },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(controls); i++) {
		struct attest_seen seen[ALL];

		enforcing(seen);
		seen[controls[i].cell].sight[controls[i].sight] = false;
		expect(seen, controls[i].cell, ATTEST_INCONCLUSIVE, "shows nothing");
	}
}

static void read_only_is_inconclusive_when_its_control_did_not_write(void **state)
{
	struct attest_seen seen[ALL];

	(void)state;
	enforcing(seen);
	seen[ATTEST_WRITE].sight[SIGHT_INSIDE] = false;
	expect(seen, ATTEST_READ, ATTEST_INCONCLUSIVE, "neither was it with workspace-write");
}

static void a_command_that_did_not_run_to_its_end_or_in_time_is_inconclusive(void **state)
{
	struct attest_seen seen[ALL];

	(void)state;
	for (int cell = 0; cell < ALL; cell++) {
		enforcing(seen);
		seen[cell].ran = false;
		expect(seen, (enum attest_cell)cell, ATTEST_INCONCLUSIVE, "ran to its end");
		seen[cell].in_time = false;
		expect(seen, (enum attest_cell)cell, ATTEST_INCONCLUSIVE, "did not end in time");
		seen[cell].why_not = "the place is gone";
		expect(seen, (enum attest_cell)cell, ATTEST_INCONCLUSIVE, "the place is gone");
	}
}

static void a_failed_commit_shows_little_where_none_was_seen_to_succeed(void **state)
{
	struct attest_seen seen[ALL];

	(void)state;
	enforcing(seen);
	seen[ATTEST_GRANT] = (struct attest_seen){ 0 };
	expect(seen, ATTEST_WRITE, ATTEST_ATTESTED, "that shows little");
	expect(seen, ATTEST_GRANT, ATTEST_DECLARED, "not declared");
}

static void the_worst_cell_is_said_of_the_whole(void **state)
{
	enum attest_result r[ALL] = { ATTEST_ATTESTED, ATTEST_ATTESTED, ATTEST_DECLARED, ATTEST_ATTESTED };

	(void)state;
	assert_int_equal(attest_all(r), ATTEST_ATTESTED);
	r[1] = ATTEST_INCONCLUSIVE;
	assert_int_equal(attest_all(r), ATTEST_INCONCLUSIVE);
	r[3] = ATTEST_CONTRADICTED;
	assert_int_equal(attest_all(r), ATTEST_CONTRADICTED);
	assert_int_equal(attest_all((enum attest_result[ALL]){ 0 }), ATTEST_DECLARED);
}

static void roots_together_with_the_grant_are_no_cell(void **state)
{
	(void)state;
	assert_int_equal(attest_cell_of(POLICY_WORKSPACE_WRITE, GIT_WRITE_SHARED_REPOSITORY, true), ALL);
	assert_int_equal(attest_cell_of(POLICY_READ_ONLY, GIT_WRITE_NONE, false), ATTEST_READ);
	for (int cell = 0; cell < ALL; cell++)
		assert_int_equal(attest_cell_of(attest_policies[cell].mode, attest_policies[cell].git_write, attest_policies[cell].roots),
				 cell);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_enforces_is_attested_cell_by_cell),
		cmocka_unit_test(each_forbidden_thing_contradicts_even_where_the_control_failed),
		cmocka_unit_test(a_control_that_does_not_write_makes_it_inconclusive),
		cmocka_unit_test(read_only_is_inconclusive_when_its_control_did_not_write),
		cmocka_unit_test(a_command_that_did_not_run_to_its_end_or_in_time_is_inconclusive),
		cmocka_unit_test(a_failed_commit_shows_little_where_none_was_seen_to_succeed),
		cmocka_unit_test(the_worst_cell_is_said_of_the_whole),
		cmocka_unit_test(roots_together_with_the_grant_are_no_cell),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
