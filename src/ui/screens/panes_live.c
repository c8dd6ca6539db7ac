/*
 * panes_live — live runs come into the panes by themselves, wherever they were started: the live index is watched, so
 * nothing wakes up to look. What appears takes no key away from the pane that has them.
 */
#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/watch.h"
#include "core/record/store.h"
#include "ui/screens/pane_title.h"
#include "ui/screens/panes_state.h"

#define SETTLE_MS 30  /* one run coming to life is several changes */
#define AGAIN_MS 200u /* an entry is made before anybody can be attached to */
#define TRIES_MOST 5
#define ANSWERS_MS 250 /* for the answers of all supervisors together: one that is stopped stops nobody else */

void panes_watch(struct panes_state *s, const struct engine *e)
{
	OWNED_MEM char *live = path_join(e->places->state, "live");

	if (!s->watching)
		s->changes = watch_open();
	s->watching = true;
	(void)watch_add(s->changes, e->places->state);
	(void)watch_add(s->changes, live);
}

void panes_unwatch(struct panes_state *s)
{
	if (s->watching)
		owned_fd_close(&s->changes);
	s->watching = false;
}

void panes_look_soon(struct panes_state *s, const struct news *news)
{
	if (s->watching && news_of(news, s->changes) && watch_drain(s->changes)) {
		s->look_due_ms = news->now_ms + SETTLE_MS;
		s->look_tries = 0;
	}
}

static bool is_listed(const struct live_entry *entries, size_t count, const char *run_id)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(entries[i].run_id, run_id) == 0)
			return true;
	return false;
}

static void forget_ended(struct panes_state *s, const struct live_entry *entries, size_t count)
{
	for (size_t i = s->let_go.count; i-- > 0;)
		if (!is_listed(entries, count, s->let_go.items[i]))
			strlist_remove(&s->let_go, i);
}

static int by_start(const void *a, const void *b)
{
	const struct live_entry *one = a, *other = b;
	const char *first = json_get_string(one->entry, "started_at"), *second = json_get_string(other->entry, "started_at");

	return strcmp(first ? first : "", second ? second : "");
}

static bool is_wanted(const struct panes_state *s, const struct live_entry *entry)
{
	return entry->owned && s->count < PANES_MAX && !panes_has_run(s, entry->run_id) && !strlist_has(&s->let_go, entry->run_id);
}

static uint64_t answer_ms(const struct engine *e, uint64_t until_ms)
{
	const uint64_t now_ms = e->ports->steady_ms(e->ports->self);

	return now_ms < until_ms ? until_ms - now_ms : 0;
}

bool panes_look(struct panes_state *s, const struct engine *e, uint64_t now_ms)
{
	const uint64_t until_ms = e->ports->steady_ms(e->ports->self) + ANSWERS_MS;
	struct live_entry *entries = NULL;
	struct error err = { 0 };
	size_t count = 0, shown = s->count;

	s->look_due_ms = 0;
	panes_watch(s, e); /* the index itself may have been made only now */
	if (!store_live_list(e->places->state, &entries, &count, &s->trouble))
		return false;
	s->looked = true;
	s->missed = 0;
	forget_ended(s, entries, count);
	if (count > 1)
		qsort(entries, count, sizeof *entries, by_start);
	for (size_t i = 0; i < count; i++) {
		if (!is_wanted(s, &entries[i]))
			continue;
		if (!panes_join(s, e, entries[i].run_id, answer_ms(e, until_ms), &err))
			s->missed++;
	}
	store_live_free(entries, count);
	if (s->missed > 0 && s->look_tries++ < TRIES_MOST)
		s->look_due_ms = now_ms + (AGAIN_MS << s->look_tries);
	else if (s->missed > 0)
		s->trouble = err;
	return s->count > shown;
}

/* As the strip: who said what it wants comes before who only called. */
static int rank(const struct pane *p)
{
	if (pane_wants_you(p))
		return p->attention_words[0] ? 3 : 2;
	return pane_lives(p) ? 1 : 0;
}

bool panes_choose(struct panes_state *s, uint64_t now_ms)
{
	size_t was = s->focus, best = s->focus;

	if (s->choose_until_ms == 0)
		return false;
	for (size_t i = 0; i < s->count; i++)
		if ((s->choose_link == LINKS_MAX || s->panes[i].link == s->choose_link) && rank(&s->panes[i]) > rank(&s->panes[best]))
			best = i;
	panes_focus(s, best);
	if (now_ms >= s->choose_until_ms)
		s->choose_until_ms = 0;
	return s->focus != was;
}
