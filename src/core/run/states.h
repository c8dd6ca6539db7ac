/*
 * states — asks the supervisor of a live run, once and for a bounded time, what each child is at.
 */
#ifndef CORE_RUN_STATES_H
#define CORE_RUN_STATES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/run/attention.h"
#include "core/run/engine.h"

#define STATES_WAIT_MS 500 /* what a command gives a supervisor for its answer */

struct state_of_child {
	char id[8];
	enum attention attention;
	enum evidence evidence;
	uint64_t since_ms; /* wall; 0: not known */
	char words[ATTENTION_WORDS_BYTES];
};
struct states { struct state_of_child children[REQUEST_CHILDREN_MAX]; size_t count; };

/* REASON_SUPERVISOR_FAILED: it is not running, or did not answer in time; then *ret holds what it did say, mostly nothing. */
bool states_ask(const struct engine *e, const char *run_id, uint64_t wait_ms, struct states *ret, struct error *err) MUST_CHECK;
/* "wants you (notice: may I?)", "working (output)": appended; the words are sanitized already. */
void state_say(const struct state_of_child *s, struct text *out);
#endif
