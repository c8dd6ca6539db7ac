/*
 * Specification of phase_move(): how a child's life ends.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/base/owned.h"
#include "core/run/run_state.h"

static void a_child_that_is_over_never_lives_again(void **unused)
{
	enum phase to = PHASE_COUNT;
	enum duty duty = DUTY_NOTHING;

	(void)unused;
	for (int on = 0; on < HAPPENING_COUNT; on++)
		if (phase_move(PHASE_OVER, (enum happening)on, &to, &duty)) {
			assert_int_equal(to, PHASE_OVER);
			assert_int_equal(duty, DUTY_NOTHING);
		}
}

static void every_phase_is_left_when_the_child_is_done(void **unused)
{
	enum phase to = PHASE_COUNT;
	enum duty duty = DUTY_NOTHING;

	(void)unused;
	for (int from = 0; from < PHASE_OVER; from++) {
		assert_true(phase_move((enum phase)from, ON_CHILD_DONE, &to, &duty));
		assert_int_equal(to, PHASE_OVER);
		assert_int_equal(duty, DUTY_CONCLUDE);
	}
}

static void kill_is_never_sent_before_term(void **unused)
{
	enum phase to = PHASE_COUNT;
	enum duty duty = DUTY_NOTHING;

	(void)unused;
	for (int on = 0; on < HAPPENING_COUNT; on++)
		if (phase_move(PHASE_LIVE, (enum happening)on, &to, &duty))
			assert_int_not_equal(duty, DUTY_SEND_KILL);
}

static void a_second_request_to_stop_insists(void **unused)
{
	enum phase phase = PHASE_LIVE;
	enum duty duty = DUTY_NOTHING;

	(void)unused;
	assert_true(phase_move(phase, ON_STOP_ASKED, &phase, &duty));
	assert_int_equal(duty, DUTY_SEND_TERM);
	assert_true(phase_move(phase, ON_STOP_ASKED, &phase, &duty));
	assert_int_equal(duty, DUTY_SEND_KILL);
}

static void grace_leads_to_kill_and_kill_is_repeated(void **unused)
{
	enum phase phase = PHASE_ENDING;
	enum duty duty = DUTY_NOTHING;

	(void)unused;
	for (int i = 0; i < 3; i++) {
		assert_true(phase_move(phase, ON_GRACE_OVER, &phase, &duty));
		assert_int_equal(phase, PHASE_KILLING);
		assert_int_equal(duty, DUTY_SEND_KILL);
	}
}

static void a_move_that_is_not_listed_changes_nothing(void **unused)
{
	enum phase to = PHASE_COUNT;
	enum duty duty = DUTY_CONCLUDE;

	(void)unused;
	assert_false(phase_move(PHASE_LIVE, ON_GRACE_OVER, &to, &duty));
	assert_int_equal(to, PHASE_COUNT);
	assert_int_equal(duty, DUTY_CONCLUDE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_child_that_is_over_never_lives_again),
		cmocka_unit_test(every_phase_is_left_when_the_child_is_done),
		cmocka_unit_test(kill_is_never_sent_before_term),
		cmocka_unit_test(a_second_request_to_stop_insists),
		cmocka_unit_test(grace_leads_to_kill_and_kill_is_repeated),
		cmocka_unit_test(a_move_that_is_not_listed_changes_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
