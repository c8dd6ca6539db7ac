/*
 * states — see states.h.
 */
#include "core/run/states.h"

#include <poll.h>

#include "core/base/mem.h"
#include "core/run/viewer.h"

static void note(struct states *ret, const struct viewer_event *event)
{
	struct state_of_child *c = &ret->children[event->child];

	c->attention = event->attention;
	c->evidence = event->evidence;
	c->since_ms = event->since_ms;
	attention_words_set(c->words, event->words);
}

static bool is_complete(const struct states *s, const bool *told)
{
	for (size_t i = 0; i < s->count; i++)
		if (!told[i])
			return false;
	return s->count > 0;
}

static void name_children(const struct viewer *v, struct states *ret)
{
	const struct run_record *r = viewer_run(v);

	ret->count = r->n_children;
	for (size_t i = 0; i < r->n_children; i++)
		(void)snprintf(ret->children[i].id, sizeof ret->children[i].id, "%s", r->children[i].id);
}

/* Everything that is there now. */
static bool hear(struct viewer *v, struct states *ret, bool *told, struct error *err)
{
	struct viewer_event event;

	while (viewer_next(v, &event, err))
		if (event.kind == VIEWER_ATTENTION) {
			note(ret, &event);
			told[event.child] = true;
		}
	if (viewer_known(v))
		name_children(v, ret);
	return err->reason == REASON_NONE;
}

bool states_ask(const struct engine *e, const char *run_id, uint64_t wait_ms, struct states *ret, struct error *err)
{
	uint64_t now = e->ports->steady_ms(e->ports->self), until = now + wait_ms;
	bool told[REQUEST_CHILDREN_MAX] = { false };
	OWNED(viewer) struct viewer *v = NULL;

	memset(ret, 0, sizeof *ret);
	if (!viewer_open_states(e, run_id, &v, err))
		return false;
	for (; now < until; now = e->ports->steady_ms(e->ports->self)) {
		struct pollfd waiting = { .fd = viewer_fd(v), .events = POLLIN };
		bool goes_on = hear(v, ret, told, err);

		if (is_complete(ret, told)) {
			*err = (struct error){ 0 };
			return true;
		}
		if (!goes_on)
			return false;
		(void)poll(&waiting, 1, (int)(until - now));
	}
	return error_set(err, REASON_SUPERVISOR_FAILED, "The supervisor of run %s did not answer within %llu ms.", run_id,
			 (unsigned long long)wait_ms);
}

void state_say(const struct state_of_child *s, struct text *out)
{
	/* "killed" would be another word for what the words say. */
	if (s->attention == ATTENTION_KILLED && s->words[0]) {
		text_add_format(out, "%s (%s)", s->words, evidence_word(s->evidence));
		return;
	}
	text_add_string(out, attention_word(s->attention));
	if (s->evidence == EVIDENCE_NONE)
		return;
	text_add_format(out, " (%s%s%s)", evidence_word(s->evidence), s->words[0] ? ": " : "", s->words);
}
