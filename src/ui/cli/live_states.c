/*
 * live_states — see live_states.h.
 */
#include "ui/cli/live_states.h"

#include "core/base/mem.h"
#include "ui/cli/rows.h"
#include "ui/words.h"

static uint64_t steady(const struct engine *e)
{
	return e->ports->steady_ms(e->ports->self);
}

uint64_t live_states_until_ms(const struct engine *e)
{
	return steady(e) + LIVE_STATES_WAIT_MS;
}

bool live_states(const struct engine *e, const char *run_id, uint64_t until_ms, struct states *ret)
{
	uint64_t now = steady(e), left = until_ms > now ? until_ms - now : 0;
	struct error err = { 0 };

	*ret = (struct states){ 0 };
	return run_id && left > 0 && states_ask(e, run_id, left < STATES_WAIT_MS ? left : STATES_WAIT_MS, ret, &err);
}

struct json *live_states_json(const struct engine *e, const char *run_id, uint64_t until_ms)
{
	struct states states;
	struct json *array;

	if (!live_states(e, run_id, until_ms, &states))
		return NULL;
	array = json_new_array();
	for (size_t i = 0; i < states.count; i++) {
		const struct state_of_child *c = &states.children[i];
		struct json *child = json_new_object();

		json_set_string(child, "child", c->id);
		json_set_string(child, "state", attention_word(c->attention));
		json_set_string(child, "evidence", evidence_word(c->evidence));
		json_set_string(child, "words", c->words);
		json_set(child, "since", time_json(c->since_ms));
		json_add(array, child);
	}
	return array;
}

void live_states_cell(const struct engine *e, const char *run_id, uint64_t until_ms, struct text *out)
{
	size_t counts[ATTENTION_COUNT] = { 0 };
	struct states states;
	const char *gap = "";

	if (!live_states(e, run_id, until_ms, &states)) {
		text_add_string(out, attention_word(ATTENTION_UNKNOWN));
		return;
	}
	for (size_t i = 0; i < states.count; i++)
		counts[states.children[i].attention]++;
	for (size_t i = ATTENTION_COUNT; i-- > 0;) {
		if (counts[i] == 0)
			continue;
		text_add_format(out, "%s%zu %s", gap, counts[i], attention_word((enum attention)i));
		gap = ", ";
	}
}

void live_states_fields(const struct engine *e, const char *run_id, struct text *out)
{
	struct states states;

	if (!live_states(e, run_id, live_states_until_ms(e), &states))
		say_field(out, attention_word(ATTENTION_UNKNOWN), "the supervisor did not answer in time");
	for (size_t i = 0; i < states.count; i++) {
		CLEARED(text) struct text line = { 0 };

		state_say(&states.children[i], &line);
		if (states.children[i].since_ms > 0) {
			text_add_string(&line, " since ");
			words_moment(&line, states.children[i].since_ms);
		}
		say_field(out, states.children[i].id, text_c(&line));
	}
}
