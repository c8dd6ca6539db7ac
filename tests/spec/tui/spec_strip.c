/*
 * Specification of strip_change_say: the sentence of a notice about a child.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "ui/tui/strip.h"

static const struct { enum attention attention; const char *words, *said; } cases[] = {
	{ ATTENTION_WANTS_YOU, "Approve?", "codex a1 wants you: Approve?" },
	{ ATTENTION_DONE, "", "codex a1 is done" },
	{ ATTENTION_FAILED, "exit 3", "codex a1 failed: exit 3" },
	{ ATTENTION_KILLED, "timed out", "codex a1 timed out" },
	{ ATTENTION_KILLED, "ended by signal 9", "codex a1 was ended by signal 9" },
	{ ATTENTION_KILLED, ATTENTION_STOPPED_WORDS, "codex a1 was stopped by the operator" },
	{ ATTENTION_KILLED, "", "codex a1 was killed" },
	{ ATTENTION_LOST, "", "codex a1 was lost" },
	{ ATTENTION_WORKING, "", "codex a1 is working" },
	{ ATTENTION_QUIET, "", "codex a1 is quiet" },
	{ ATTENTION_STARTING, "", "codex a1 is starting" },
	{ ATTENTION_UNKNOWN, "", "codex a1 says nothing of itself" },
};

static void a_state_is_said_in_a_sentence(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct strip_change change = { .run_id = "wf-1", .child = "a1", .adapter = "codex",
			.attention = cases[i].attention, .words = cases[i].words };
		CLEARED(text) struct text words = { 0 };

		strip_change_say(&change, &words);
		assert_string_equal(text_c(&words), cases[i].said);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(a_state_is_said_in_a_sentence) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
