/*
 * Specification of what a child is at: told as a sequence of what was seen and when, then asked.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "core/run/attention.h"

#define STEPS_MAX 8
#define START 1000

enum seen { NOTHING_MORE, OUTPUT, INPUT, RESIZE, BELL, NOTICE, MARK_A, MARK_B, MARK_C, MARK_D, PROGRESS_ON, PROGRESS_OFF, TITLE_CALLS,
	TITLE_WORKS, TITLE_PLAIN, SCREEN_CALLS, SCREEN_PLAIN, MUTE, END_WELL, END_BADLY, END_KILLED, END_UNSEEN, SEEN_COUNT };
struct step { uint64_t at_ms; enum seen what; };

/* A child and what its terminal has counted. */
struct subject { struct attention_facts facts; struct attention_signals signals; };

static void ends(struct subject *s, enum seen what, uint64_t now)
{
	static const enum attention_process how[] = { ATTENTION_ENDED_WELL, ATTENTION_ENDED_BADLY, ATTENTION_ENDED_KILLED, ATTENTION_ENDED_UNSEEN };

	attention_ended(&s->facts, how[what - END_WELL], what == END_BADLY ? "exit 3" : "", now);
}

static void signals(struct subject *s, enum seen what, uint64_t now)
{
	struct attention_signals is = s->signals;

	is.bells += what == BELL;
	is.notices += what == NOTICE;
	is.notice = "may I?";
	if (what >= MARK_A && what <= MARK_D) {
		is.marks++;
		is.mark = (char)('A' + (what - MARK_A));
	}
	if (what == PROGRESS_ON || what == PROGRESS_OFF)
		is.progress = what == PROGRESS_ON;
	attention_output(&s->facts, now);
	attention_signalled(&s->facts, &s->signals, &is, now);
	s->signals = is;
}

static void tell(struct subject *s, enum seen what, uint64_t now)
{
	if (what >= END_WELL)
		ends(s, what, now);
	else if (what == OUTPUT)
		attention_output(&s->facts, now);
	else if (what == INPUT)
		attention_input(&s->facts, now);
	else if (what == RESIZE)
		attention_stirred(&s->facts, now);
	else if (what == MUTE)
		s->facts.mute = true;
	else if (what >= TITLE_CALLS && what <= TITLE_PLAIN)
		attention_titled(&s->facts,
				 what == TITLE_CALLS   ? ATTENTION_WANTS_YOU
				 : what == TITLE_WORKS ? ATTENTION_WORKING
						       : ATTENTION_UNKNOWN,
				 "by its title", now);
	else if (what == SCREEN_CALLS || what == SCREEN_PLAIN)
		attention_seen_on_screen(&s->facts, what == SCREEN_CALLS ? ATTENTION_WANTS_YOU : ATTENTION_UNKNOWN, "asks for approval");
	else
		signals(s, what, now);
}

static void begin(struct subject *s, bool agent)
{
	*s = (struct subject){ .facts = { .agent = agent, .reads_screen = true }, .signals = { .notice = "" } };
	attention_started(&s->facts, START);
}

static const struct {
	const char *says;
	bool shell;
	struct step steps[STEPS_MAX];
	uint64_t asked_ms;
	enum attention attention;
	enum evidence evidence;
	uint64_t since_ms;
	const char *words;
} cases[] = {
	{ "who has printed nothing is starting", false, { { 0 } }, 2000, ATTENTION_STARTING, EVIDENCE_PROCESS, START, "" },
	{ "for no longer than it is stated", false, { { 0 } }, START + ATTENTION_STARTING_MS, ATTENTION_QUIET, EVIDENCE_OUTPUT, START, "" },
	{ "who prints works", false, { { 2000, OUTPUT } }, 2001, ATTENTION_WORKING, EVIDENCE_OUTPUT, 2000, "" },
	{ "since the burst began", false, { { 2000, OUTPUT }, { 4000, OUTPUT }, { 6000, OUTPUT } }, 6100, ATTENTION_WORKING, EVIDENCE_OUTPUT, 2000, "" },
	{ "a pause begins another burst", false, { { 2000, OUTPUT }, { 6000, OUTPUT } }, 6100, ATTENTION_WORKING, EVIDENCE_OUTPUT, 6000, "" },
	{ "and is quiet three seconds later", false, { { 2000, OUTPUT } }, 5000, ATTENTION_QUIET, EVIDENCE_OUTPUT, 2000, "" },
	{ "an echo is no work", false, { { 2000, OUTPUT }, { 9000, INPUT }, { 9100, OUTPUT } }, 9200, ATTENTION_QUIET, EVIDENCE_OUTPUT, 2000, "" },
	{ "nor is painting for a new size", false, { { 2000, OUTPUT }, { 9000, RESIZE }, { 9100, OUTPUT } }, 9200, ATTENTION_QUIET, EVIDENCE_OUTPUT, 2000, "" },
	{ "what comes after the echo is", false, { { 9000, INPUT }, { 9600, OUTPUT } }, 9700, ATTENTION_WORKING, EVIDENCE_OUTPUT, 9600, "" },
	{ "the bell calls", false, { { 2000, BELL } }, 90000, ATTENTION_WANTS_YOU, EVIDENCE_BELL, 2000, "" },
	{ "a notice calls, with its words", false, { { 2000, NOTICE } }, 90000, ATTENTION_WANTS_YOU, EVIDENCE_NOTICE, 2000, "may I?" },
	{ "and comes before the bell", false, { { 2000, BELL }, { 3000, NOTICE } }, 3100, ATTENTION_WANTS_YOU, EVIDENCE_NOTICE, 3000, "may I?" },
	{ "what is typed answers both", false, { { 2000, BELL }, { 2000, NOTICE }, { 9000, INPUT } }, 9100, ATTENTION_QUIET, EVIDENCE_OUTPUT, 2000, "" },
	{ "a bell for the key just typed calls nobody", false, { { 2000, OUTPUT }, { 9000, INPUT }, { 9001, BELL } }, 9100, ATTENTION_QUIET, EVIDENCE_OUTPUT, 2000, "" },
	{ "a notice for it does", false, { { 9000, INPUT }, { 9001, NOTICE } }, 9100, ATTENTION_WANTS_YOU, EVIDENCE_NOTICE, 9001, "may I?" },
	{ "a call stands while it prints a little on", false, { { 2000, BELL }, { 4000, OUTPUT }, { 6000, OUTPUT } }, 6001, ATTENTION_WANTS_YOU, EVIDENCE_BELL, 2000, "" },
	{ "and is overtaken by long work", false, { { 2000, BELL }, { 4500, OUTPUT }, { 7000, OUTPUT }, { 9500, OUTPUT }, { 12000, OUTPUT } }, 12001, ATTENTION_WORKING, EVIDENCE_OUTPUT, 2000, "" },
	{ "but not by what came before it", false, { { 2000, OUTPUT }, { 4500, OUTPUT }, { 7000, OUTPUT }, { 9500, OUTPUT }, { 12000, BELL }, { 12500, OUTPUT } }, 12501, ATTENTION_WANTS_YOU, EVIDENCE_BELL, 12000, "" },
	{ "for good", false, { { 2000, BELL }, { 4500, OUTPUT }, { 7000, OUTPUT }, { 9500, OUTPUT }, { 12000, OUTPUT }, { 40000, OUTPUT } }, 50000, ATTENTION_QUIET, EVIDENCE_OUTPUT, 40000, "" },
	{ "many short bursts do not overtake it", false, { { 2000, BELL }, { 20000, OUTPUT }, { 40000, OUTPUT } }, 40001, ATTENTION_WANTS_YOU, EVIDENCE_BELL, 2000, "" },
	{ "an agent's prompt after a command calls", false, { { 2000, MARK_C }, { 8000, MARK_D }, { 8001, MARK_A }, { 8002, MARK_B } }, 8003, ATTENTION_WANTS_YOU, EVIDENCE_PROMPT, 8001, "" },
	{ "its first prompt does not", false, { { 2000, MARK_A } }, 9000, ATTENTION_QUIET, EVIDENCE_OUTPUT, 2000, "" },
	{ "nor one that was typed into", false, { { 2000, MARK_C }, { 3000, MARK_A }, { 9000, INPUT } }, 9001, ATTENTION_QUIET, EVIDENCE_OUTPUT, 3000, "" },
	{ "a shell at its prompt wants nobody", true, { { 2000, MARK_C }, { 8000, MARK_D }, { 8001, MARK_A } }, 8003, ATTENTION_QUIET, EVIDENCE_PROMPT, 8001, "" },
	{ "but may ring", true, { { 2000, MARK_A }, { 9000, BELL } }, 9001, ATTENTION_WANTS_YOU, EVIDENCE_BELL, 9000, "" },
	{ "a command that runs works however silent", true, { { 2000, MARK_C } }, 900000, ATTENTION_WORKING, EVIDENCE_PROMPT, 2000, "" },
	{ "and answers a call", false, { { 2000, NOTICE }, { 9000, MARK_C } }, 90000, ATTENTION_WORKING, EVIDENCE_PROMPT, 9000, "" },
	{ "so does progress", false, { { 2000, NOTICE }, { 9000, PROGRESS_ON } }, 90000, ATTENTION_WORKING, EVIDENCE_NOTICE, 9000, "" },
	{ "until it ends", false, { { 2000, PROGRESS_ON }, { 9000, PROGRESS_OFF } }, 90000, ATTENTION_QUIET, EVIDENCE_OUTPUT, 9000, "" },
	{ "a title may call", false, { { 2000, OUTPUT }, { 3000, TITLE_CALLS } }, 90000, ATTENTION_WANTS_YOU, EVIDENCE_TITLE, 3000, "by its title" },
	{ "until one types", false, { { 2000, OUTPUT }, { 3000, TITLE_CALLS }, { 4000, INPUT } }, 90000, ATTENTION_QUIET, EVIDENCE_OUTPUT, 2000, "" },
	{ "and may work", false, { { 2000, OUTPUT }, { 3000, TITLE_WORKS } }, 90000, ATTENTION_WORKING, EVIDENCE_TITLE, 3000, "by its title" },
	{ "a notice beats a title that works", false, { { 3000, TITLE_WORKS }, { 4000, NOTICE } }, 5000, ATTENTION_WANTS_YOU, EVIDENCE_NOTICE, 4000, "may I?" },
	{ "the screen speaks last", false, { { 2000, OUTPUT }, { 5000, SCREEN_CALLS } }, 5001, ATTENTION_WANTS_YOU, EVIDENCE_SCREEN, 2000, "asks for approval" },
	{ "and is silent once something else is printed", false, { { 2000, OUTPUT }, { 5000, SCREEN_CALLS }, { 6000, OUTPUT } }, 6001, ATTENTION_WORKING, EVIDENCE_OUTPUT, 6000, "" },
	{ "a closed terminal leaves it unknown", false, { { 2000, OUTPUT }, { 3000, MUTE } }, 3001, ATTENTION_UNKNOWN, EVIDENCE_PROCESS, 2000, "it lives and has closed its terminal" },
	{ "a call ends with the process", false, { { 2000, NOTICE }, { 3000, END_WELL } }, 3001, ATTENTION_DONE, EVIDENCE_PROCESS, 3000, "" },
	{ "a failure is the process's", false, { { 2000, OUTPUT }, { 3000, END_BADLY } }, 3001, ATTENTION_FAILED, EVIDENCE_PROCESS, 3000, "exit 3" },
	{ "as is being killed", false, { { 2000, MUTE }, { 3000, END_KILLED } }, 3001, ATTENTION_KILLED, EVIDENCE_PROCESS, 3000, "" },
	{ "and lost", false, { { 3000, END_UNSEEN } }, 3001, ATTENTION_LOST, EVIDENCE_PROCESS, 3000, "" },
};

static void the_first_rule_that_holds_decides(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct attention_state got;
		struct subject s;

		begin(&s, !cases[i].shell);
		for (size_t at = 0; at < STEPS_MAX && cases[i].steps[at].what != NOTHING_MORE; at++)
			tell(&s, cases[i].steps[at].what, cases[i].steps[at].at_ms);
		attention_judge(&s.facts, cases[i].asked_ms, &got);
		if (got.attention != cases[i].attention || got.evidence != cases[i].evidence || got.since_ms != cases[i].since_ms ||
		    strcmp(got.words, cases[i].words) != 0)
			fail_msg("%s: %s by %s since %llu \"%s\"", cases[i].says, attention_word(got.attention),
				 evidence_word(got.evidence), (unsigned long long)got.since_ms, got.words);
	}
}

static void the_screen_is_read_when_it_stands(void **unused)
{
	struct subject s;

	(void)unused;
	begin(&s, true);
	assert_false(attention_wants_screen(&s.facts, 5000));
	tell(&s, OUTPUT, 5000);
	assert_false(attention_wants_screen(&s.facts, 5001));
	assert_true(attention_wants_screen(&s.facts, 5000 + ATTENTION_ECHO_MS));
	tell(&s, SCREEN_PLAIN, 6000);
	assert_false(attention_wants_screen(&s.facts, 9000));
}

static void words_are_cut_at_a_whole_character(void **unused)
{
	char room[ATTENTION_WORDS_BYTES], lengthy[400] = "a";

	(void)unused;
	for (size_t i = 1; i + 2 < sizeof lengthy; i += 2)
		memcpy(lengthy + i, "é", 3);
	attention_words_set(room, lengthy);
	assert_int_equal(strlen(room), ATTENTION_WORDS_BYTES - 1);
	assert_memory_equal(room + ATTENTION_WORDS_BYTES - 3, "é", 2);
	lengthy[0] = 'b';
	memmove(lengthy + 2, lengthy + 1, sizeof lengthy - 2);
	lengthy[1] = 'c';
	lengthy[sizeof lengthy - 1] = '\0';
	attention_words_set(room, lengthy);
	assert_int_equal(strlen(room), ATTENTION_WORDS_BYTES - 2);
}

/* What must hold for every history: checked after each step of many made up ones. */
static void check_state(const struct subject *s, uint64_t now)
{
	struct attention_state is, then;

	attention_judge(&s->facts, now, &is);
	assert_true(is.since_ms <= now);
	assert_true(is.since_ms >= START);
	assert_true(is.until_ms == 0 || is.until_ms > now);
	assert_int_equal(attention_is_over(is.attention), s->facts.process > ATTENTION_LIVES);
	if (is.attention == ATTENTION_WANTS_YOU)
		assert_true(is.evidence == EVIDENCE_SCREEN || is.since_ms > s->facts.input_ms);
	/* Nothing changes by itself before the moment that was named, and never when none was. */
	attention_judge(&s->facts, is.until_ms ? is.until_ms - 1 : now + 1000000000, &then);
	assert_false(attention_differs(&is, &then));
}

static void no_history_breaks_the_rules(void **unused)
{
	uint32_t chance = 1;

	(void)unused;
	for (int history = 0; history < 4000; history++) {
		uint64_t now = START;
		struct subject s;

		begin(&s, history % 2 == 0);
		for (int step = 0; step < 40 && s.facts.process <= ATTENTION_LIVES; step++) {
			chance = chance * 1664525 + 1013904223;
			now += 1 + (chance >> 8) % (chance % 5 == 0 ? 20000 : 700);
			chance = chance * 1664525 + 1013904223;
			tell(&s, (enum seen)(OUTPUT + (chance >> 8) % (step < 30 ? END_WELL - OUTPUT : SEEN_COUNT - OUTPUT)), now);
			s.facts.mute = s.facts.mute && chance % 3 == 0;
			check_state(&s, now);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_rule_that_holds_decides), cmocka_unit_test(the_screen_is_read_when_it_stands),
		cmocka_unit_test(words_are_cut_at_a_whole_character), cmocka_unit_test(no_history_breaks_the_rules),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
