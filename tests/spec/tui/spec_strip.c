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
	{ ATTENTION_FAILED, "exit 3", "codex a1 is failed: exit 3" },
	{ ATTENTION_KILLED, "timed out", "codex a1 timed out" },
	{ ATTENTION_KILLED, "ended by signal 9", "codex a1 ended by signal 9" },
};

static void an_end_is_said_once(void **unused)
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
	const struct CMUnitTest tests[] = { cmocka_unit_test(an_end_is_said_once) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
