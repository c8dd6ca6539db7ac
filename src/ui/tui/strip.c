/*
 * strip — see strip.h.
 */
#include "ui/tui/strip.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "core/host/watch.h"
#include "core/record/store.h"
#include "core/run/states.h"

#define EVENTS_A_TURN 64
#define AGAIN_MS 250    /* an entry of the live index is made before its socket */
#define TRIES_MOST 20
#define REPORT_WAIT_MS 200

struct strip_run {
	struct viewer *viewer; /* NULL: free */
	char *run_id;
	bool old;              /* it lived before the console began: its first word is no news */
	bool told[REQUEST_CHILDREN_MAX];
	struct state_of_child children[REQUEST_CHILDREN_MAX];
};

struct strip {
	const struct engine *engine;
	strip_changed *changed;
	void *user;
	int changes;           /* -1: nobody tells */
	bool begun, look;
	uint64_t again_ms;
	int tries;
	struct strip_run runs[STRIP_RUNS_MAX];
};

struct strip *strip_new(const struct engine *e, strip_changed *changed, void *user)
{
	struct strip *s = mem_new(1, sizeof *s);

	s->engine = e;
	s->changed = changed;
	s->user = user;
	s->changes = -1;
	return s;
}

static void run_clear(struct strip_run *r)
{
	viewer_drop(&r->viewer);
	free(r->run_id);
	*r = (struct strip_run){ .viewer = NULL };
}

void strip_drop(struct strip **slot)
{
	struct strip *s = *slot;

	if (!s)
		return;
	for (size_t i = 0; i < STRIP_RUNS_MAX; i++)
		run_clear(&s->runs[i]);
	owned_fd_close(&s->changes);
	free(s);
	*slot = NULL;
}

/* A directory, or the nearest above it that is there: the first run of all makes what is missing. */
static void watch_nearest(const struct strip *s, const char *directory)
{
	OWNED_MEM char *at = str_copy(directory);
	char *slash = at + strlen(at);

	while (slash && slash > at) {
		*slash = '\0';
		if (watch_add(s->changes, at))
			return;
		slash = strrchr(at, '/');
	}
}

static void watch_places(const struct strip *s)
{
	OWNED_MEM char *live = path_join(s->engine->places->state, "live");

	watch_nearest(s, live);
	watch_nearest(s, s->engine->places->runtime);
}

static struct strip_run *place_for(struct strip *s, const char *run_id)
{
	struct strip_run *empty = NULL;

	for (size_t i = 0; i < STRIP_RUNS_MAX; i++) {
		if (!s->runs[i].viewer)
			empty = empty ? empty : &s->runs[i];
		else if (strcmp(s->runs[i].run_id, run_id) == 0)
			return &s->runs[i];
	}
	return empty;
}

/* false: it lives and cannot be listened to yet. */
static bool join(struct strip *s, const struct live_entry *live, bool old)
{
	struct strip_run *r = place_for(s, live->run_id);
	struct error err = { 0 };

	if (!live->owned || !r || r->viewer)
		return true;
	if (!viewer_open_states(s->engine, live->run_id, &r->viewer, &err))
		return false;
	r->run_id = str_copy(live->run_id);
	r->old = old;
	return true;
}

static void look(struct strip *s, uint64_t now_ms, bool old)
{
	struct live_entry *entries = NULL;
	struct error err = { 0 };
	size_t count = 0;
	bool all = true;

	s->look = false;
	s->again_ms = 0;
	watch_places(s);
	if (!store_live_list(s->engine->places->state, &entries, &count, &err))
		return;
	for (size_t i = 0; i < count; i++)
		all &= join(s, &entries[i], old);
	store_live_free(entries, count);
	if (!all && s->tries++ < TRIES_MOST)
		s->again_ms = now_ms + AGAIN_MS;
}

void strip_begin(struct strip *s, uint64_t now_ms)
{
	if (s->begun)
		return;
	s->begun = true;
	s->changes = watch_open();
	look(s, now_ms, true);
}

size_t strip_watch(const struct strip *s, struct pollfd *fds, size_t room)
{
	size_t count = 0;

	if (s->changes >= 0 && room > 0)
		fds[count++] = (struct pollfd){ .fd = s->changes, .events = POLLIN };
	for (size_t i = 0; i < STRIP_RUNS_MAX && count < room; i++) {
		const struct viewer *v = s->runs[i].viewer;

		if (v)
			fds[count++] = (struct pollfd){ .fd = viewer_fd(v),
				.events = (short)(POLLIN | (viewer_wants_write(v) ? POLLOUT : 0)) };
	}
	return count;
}

uint64_t strip_deadline_ms(const struct strip *s)
{
	return s->again_ms;
}

static struct strip_change change_of(const struct strip_run *r, size_t child)
{
	const struct run_record *run = viewer_run(r->viewer);
	const struct state_of_child *c = &r->children[child];
	const char *label = run->children[child].label ? run->children[child].label : run->request.label;

	return (struct strip_change){ r->run_id, run->children[child].id, label, run->request.adapter, c->attention, c->evidence, c->words };
}

static void tell(struct strip *s, struct strip_run *r, size_t child)
{
	const struct state_of_child *c = &r->children[child];
	/* Whoever stopped it knows. */
	const bool asked_for = c->attention == ATTENTION_KILLED && strcmp(c->words, ATTENTION_STOPPED_WORDS) == 0;
	const struct strip_change change = change_of(r, child);

	if (c->attention == ATTENTION_WANTS_YOU || (attention_is_over(c->attention) && !asked_for))
		s->changed(s->user, &change);
}

static void note(struct strip *s, struct strip_run *r, const struct viewer_event *event)
{
	struct state_of_child *c = &r->children[event->child];
	bool same = c->attention == event->attention && c->since_ms == event->since_ms;
	/* Who calls again before the first call was answered calls on. */
	bool calls_on = r->told[event->child] && c->attention == ATTENTION_WANTS_YOU && event->attention == ATTENTION_WANTS_YOU;
	bool news = !same && !calls_on && (r->told[event->child] || !r->old);

	c->attention = event->attention;
	c->evidence = event->evidence;
	c->since_ms = calls_on ? c->since_ms : event->since_ms;
	attention_words_set(c->words, event->words);
	r->told[event->child] = true;
	if (news)
		tell(s, r, event->child);
}

/* The supervisor ended without having sealed the run. */
static void lose(struct strip *s, struct strip_run *r)
{
	for (size_t i = 0; i < viewer_run(r->viewer)->n_children; i++) {
		struct state_of_child *c = &r->children[i];

		if (!r->told[i] || attention_is_over(c->attention))
			continue;
		*c = (struct state_of_child){ .attention = ATTENTION_LOST, .evidence = EVIDENCE_PROCESS };
		tell(s, r, i);
	}
	run_clear(r);
}

static bool hear_run(struct strip *s, struct strip_run *r)
{
	struct viewer_event event;
	struct error err = { 0 };
	bool changed = false;

	for (int i = 0; i < EVENTS_A_TURN; i++) {
		if (!viewer_next(r->viewer, &event, &err)) {
			if (err.reason == REASON_NONE)
				return changed;
			lose(s, r);
			return true;
		}
		if (event.kind == VIEWER_SEALED) {
			run_clear(r);
			return true;
		}
		if (event.kind == VIEWER_ATTENTION)
			note(s, r, &event);
		changed = true;
	}
	return changed;
}

bool strip_hear(struct strip *s, uint64_t now_ms)
{
	bool changed = false;

	if (!s->begun)
		return false;
	for (size_t i = 0; i < STRIP_RUNS_MAX; i++)
		if (s->runs[i].viewer)
			changed |= hear_run(s, &s->runs[i]);
	if (watch_drain(s->changes)) {
		s->look = true;
		s->tries = 0;
	}
	if (s->look || (s->again_ms && now_ms >= s->again_ms))
		look(s, now_ms, false);
	return changed;
}

static bool calls(const struct strip_run *r, size_t child)
{
	return r->viewer && r->told[child] && r->children[child].attention == ATTENTION_WANTS_YOU;
}

static bool is_before(const struct state_of_child *a, const struct state_of_child *b)
{
	if ((a->words[0] != '\0') != (b->words[0] != '\0'))
		return a->words[0] != '\0';
	return a->since_ms < b->since_ms;
}

static size_t first_caller(const struct strip *s, size_t *ret_run, size_t *ret_child)
{
	const struct state_of_child *first = NULL;
	size_t count = 0;

	for (size_t i = 0; i < STRIP_RUNS_MAX; i++)
		for (size_t child = 0; child < REQUEST_CHILDREN_MAX; child++) {
			if (!calls(&s->runs[i], child))
				continue;
			count++;
			if (first && !is_before(&s->runs[i].children[child], first))
				continue;
			first = &s->runs[i].children[child];
			*ret_run = i;
			*ret_child = child;
		}
	return count;
}

size_t strip_first(const struct strip *s, struct strip_change *ret)
{
	size_t run = 0, child = 0, count = first_caller(s, &run, &child);

	if (count > 0)
		*ret = change_of(&s->runs[run], child);
	return count;
}

void strip_first_say(const struct strip_change *first, size_t number, size_t waiting, bool briefly, struct text *out)
{
	const char *name = first->label && first->label[0] ? first->label : number == 0 ? first->adapter : "";

	if (number > 0)
		text_add_format(out, "%zu ", number);
	if (briefly) {
		text_add_format(out, "%s %s%swants you%s%s", first->child, name, name[0] ? " " : "", first->words[0] ? ": " : "",
				first->words);
		return;
	}
	text_add_format(out, "%s %s%swants you: %s", first->child, name, name[0] ? " " : "", evidence_word(first->evidence));
	if (first->words[0])
		text_add_format(out, ", %s", first->words);
	if (waiting > 1)
		text_add_format(out, " (and %zu more)", waiting - 1);
}

void strip_change_say(const struct strip_change *change, struct text *out)
{
	text_add_format(out, "%s %s ", change->adapter, change->child);
	if (change->attention == ATTENTION_KILLED && change->words[0]) {
		/* How it ended says more: "timed out", "was ended by signal 9". */
		text_add_format(out, "%s%s", strcmp(change->words, ATTENTION_TIMED_OUT_WORDS) == 0 ? "" : "was ", change->words);
		return;
	}
	text_add_string(out, attention_says(change->attention));
	if (change->words[0])
		text_add_format(out, ": %s", change->words);
}

char *strip_go(struct strip *s)
{
	size_t run = 0, child = 0;
	const struct run_record *r;

	if (first_caller(s, &run, &child) == 0)
		return NULL;
	r = viewer_run(s->runs[run].viewer);
	if (r->request.style == STYLE_HEADLESS)
		viewer_seen(s->runs[run].viewer, child);
	return str_format("%s %s", s->runs[run].run_id, r->children[child].id);
}

size_t strip_living(const struct strip *s)
{
	size_t living = 0;

	for (size_t i = 0; i < STRIP_RUNS_MAX; i++)
		living += s->runs[i].viewer != NULL;
	return living;
}

void strip_stop_all(struct strip *s)
{
	for (size_t i = 0; i < STRIP_RUNS_MAX; i++)
		if (s->runs[i].viewer)
			viewer_stop_all(s->runs[i].viewer);
}

/* What it has heard; where it has heard nothing yet, what the supervisor says in a short while. */
static size_t states_of(const struct strip *s, const struct strip_run *r, struct states *ret)
{
	const struct run_record *run = viewer_run(r->viewer);
	struct error err = { 0 };

	if (!viewer_known(r->viewer) || !r->told[0]) {
		(void)!states_ask(s->engine, r->run_id, REPORT_WAIT_MS, ret, &err);
		return ret->count;
	}
	for (size_t i = 0; i < run->n_children; i++) {
		ret->children[i] = r->children[i];
		(void)snprintf(ret->children[i].id, sizeof ret->children[i].id, "%s", run->children[i].id);
	}
	return ret->count = run->n_children;
}

static void report_run(const struct strip *s, const struct strip_run *r, struct text *out)
{
	struct states states;
	size_t count = states_of(s, r, &states);

	text_add_format(out, "  %s  ", r->run_id);
	if (viewer_known(r->viewer))
		text_add_format(out, "%s  ", viewer_run(r->viewer)->request.adapter);
	for (size_t i = 0; i < count; i++) {
		text_add_format(out, "%s%s ", i > 0 ? ", " : "", states.children[i].id);
		state_say(&states.children[i], out);
	}
	if (count == 0)
		text_add_string(out, "its supervisor did not answer in time");
	text_add_byte(out, '\n');
}

void strip_report(struct strip *s, bool stopping, struct text *out)
{
	size_t living = strip_living(s);

	if (living == 0)
		return;
	if (stopping)
		text_add_format(out, "bulkhead: asked %zu run%s to stop:\n", living, living == 1 ? "" : "s");
	else
		text_add_format(out, "bulkhead: %zu run%s on without the console:\n", living, living == 1 ? " goes" : "s go");
	for (size_t i = 0; i < STRIP_RUNS_MAX; i++)
		if (s->runs[i].viewer)
			report_run(s, &s->runs[i], out);
	text_add_string(out, stopping ? "bulkhead runs says how each ended.\n"
				      : "bulkhead attach shows them again, bulkhead attach RUN one of them; bulkhead stop RUN ends one.\n");
}
