/*
 * Specification of state_say: what a child is at, in words; whoever ended it is said by one word only.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "core/run/states.h"

static const struct { struct state_of_child state; const char *words; } cases[] = {
	{ { .attention = ATTENTION_UNKNOWN }, "not known" },
	{ { .attention = ATTENTION_WANTS_YOU, .evidence = EVIDENCE_NOTICE, .words = "Approve?" }, "wants you (notice: Approve?)" },
	{ { .attention = ATTENTION_FAILED, .evidence = EVIDENCE_PROCESS, .words = "exit 3" }, "failed (process: exit 3)" },
	{ { .attention = ATTENTION_KILLED, .evidence = EVIDENCE_PROCESS, .words = ATTENTION_STOPPED_WORDS }, "stopped by the operator (process)" },
	{ { .attention = ATTENTION_KILLED, .evidence = EVIDENCE_PROCESS, .words = "timed out" }, "timed out (process)" },
};

static void a_state_is_said_with_what_it_rests_on(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		CLEARED(text) struct text words = { 0 };

		state_say(&cases[i].state, &words);
		assert_string_equal(text_c(&words), cases[i].words);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(a_state_is_said_with_what_it_rests_on) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
