/*
 * words_ending — how a child ended, and what it left behind.
 */
#include <signal.h>

#include "core/base/mem.h"
#include "ui/words.h"

/* Only what ended it is known: that TERM was sent before KILL goes without saying. */
static void add_asked(const struct ending *e, const char *what, struct text *out)
{
	text_add_string(out, what);
	if (e->killed)
		text_add_string(out, e->signal == SIGKILL ? " (KILL was needed)" : " (TERM)");
	if (e->exit_status >= 0)
		text_add_format(out, ", exit %d", e->exit_status);
}

void words_ending(struct text *out, const struct ending *e)
{
	if (!e->recorded)
		text_add_string(out, "no end is recorded");
	else if (e->state != CHILD_FAILED)
		text_add_string(out, e->state == CHILD_SUCCEEDED ? "done" : child_state_word(e->state));
	else if (e->stopped)
		add_asked(e, "stopped by the operator", out);
	else if (e->timed_out)
		add_asked(e, "timed out", out);
	else if (e->signal != 0)
		text_add_format(out, "ended by signal %d", e->signal);
	else if (e->exit_status >= 0)
		text_add_format(out, "failed with exit %d", e->exit_status);
	else
		text_add_string(out, "failed");
}

void words_ending_brief(struct text *out, const struct ending *e)
{
	if (!e->recorded)
		text_add_string(out, "no end");
	else if (e->state == CHILD_FAILED && (e->stopped || e->timed_out))
		text_add_string(out, e->stopped ? "stopped" : "timed out");
	else if (e->state == CHILD_FAILED && e->signal != 0)
		text_add_format(out, "signal %d", e->signal);
	else if (e->state == CHILD_FAILED && e->exit_status >= 0)
		text_add_format(out, "failed, exit %d", e->exit_status);
	else
		words_ending(out, e);
}

void words_left_behind(struct text *out, int swept)
{
	if (swept <= 0)
		return;
	words_count(out, (size_t)swept, "process", "processes");
	text_add_string(out, swept == 1 ? " that it left behind was ended" : " that it left behind were ended");
}

static int number_of(const struct json *child, const char *key, int missing)
{
	int64_t number = 0;

	return json_get_int(child, key, &number) ? (int)number : missing;
}

void ending_read(const struct json *child, struct ending *ret)
{
	const char *state = json_get_string(child, "state");

	*ret = (struct ending){ .timed_out = json_get_bool(child, "timed_out", false), .stopped = json_get_bool(child, "stopped", false),
		.killed = json_get_bool(child, "killed", false), .exit_status = number_of(child, "exit_status", -1),
		.signal = number_of(child, "signal", 0), .swept = number_of(child, "swept", 0) };
	ret->recorded = state && child_state_from_word(state, &ret->state);
	if (!ret->recorded)
		ret->state = CHILD_WAITING;
}
