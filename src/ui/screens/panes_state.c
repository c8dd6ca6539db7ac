/*
 * panes_state — see panes_state.h.
 */
#include "ui/screens/panes_state.h"

#include "core/base/mem.h"

#define BYTES_A_TURN 16384 /* of each viewer, so that keys are looked at between floods */
#define EVENT_BYTES 64     /* what an event counts for besides its output */
#define SEALING_WAIT_MS 3000 /* a run that ended a moment ago is still writing its proof */
#define ANSWER_MS 250      /* what an answer of a supervisor is waited for before others are looked at */
#define TURNS_BEHIND 3     /* so many turns that did not read everything are said in the title */

struct pane *panes_focused(struct panes_state *s)
{
	return s->count > 0 ? &s->panes[s->focus] : NULL;
}

const struct pane *panes_focused_const(const struct panes_state *s)
{
	return s->count > 0 ? &s->panes[s->focus] : NULL;
}

bool panes_is_of(const struct panes_state *s, size_t at, const char *run_id)
{
	return strcmp(s->links[s->panes[at].link].run_id, run_id) == 0;
}

/* The panes of a run, when all of its children have one; what a closed pane showed comes back with the others only. */
static bool focus_run(struct panes_state *s, const char *run_id)
{
	size_t first = s->count, shown = 0, children = 0;

	for (size_t i = s->count; i-- > 0;)
		if (panes_is_of(s, i, run_id)) {
			first = i;
			shown++;
			children = s->panes[i].siblings;
		}
	if (shown == 0)
		return false;
	if (shown < children) {
		for (size_t i = s->count; i-- > 0;)
			if (panes_is_of(s, i, run_id))
				panes_close(s, i);
		return false;
	}
	panes_focus(s, first);
	return true;
}

static bool free_link(const struct panes_state *s, size_t *ret)
{
	for (size_t i = 0; i < LINKS_MAX; i++)
		if (!s->links[i].run_id) {
			*ret = i;
			return true;
		}
	return false;
}

size_t panes_place_of(const struct panes_state *s, size_t slot)
{
	for (size_t i = 0; i < s->count; i++)
		if (s->panes[i].slot == slot)
			return i;
	return PLACE_NONE;
}

void panes_focus(struct panes_state *s, size_t place)
{
	if (place >= s->count || place == s->focus)
		return;
	s->last_slot = s->panes[s->focus].slot;
	s->focus = place;
	s->arrangement.zoomed = false;
}

void panes_swap(struct panes_state *s, size_t place, size_t other)
{
	struct pane taken = s->panes[place];

	s->panes[place] = s->panes[other];
	s->panes[other] = taken;
	if (s->focus == place)
		s->focus = other;
	else if (s->focus == other)
		s->focus = place;
}

/* Behind the pane whose slot is the next lower one, so that numbers read in order until the operator moves panes. */
static size_t make_room(struct panes_state *s, size_t slot)
{
	size_t at = 0, lower = 0;

	for (size_t i = 0; i < s->count; i++)
		if (s->panes[i].slot < slot && s->panes[i].slot > lower) {
			lower = s->panes[i].slot;
			at = i + 1;
		}
	memmove(&s->panes[at + 1], &s->panes[at], (s->count - at) * sizeof s->panes[0]);
	if (s->count > 0 && s->focus >= at)
		s->focus++;
	s->count++;
	return at;
}

static size_t free_slot(const struct panes_state *s)
{
	size_t slot = 1;

	while (panes_place_of(s, slot) != PLACE_NONE)
		slot++;
	return slot;
}

static void add_children(struct panes_state *s, size_t link, const struct run_record *run)
{
	size_t first = 0;

	for (size_t child = 0; child < run->n_children && s->count < PANES_MAX; child++) {
		size_t slot = free_slot(s);
		struct pane *p = &s->panes[make_room(s, slot)];

		pane_init(p, run, link, child);
		p->slot = slot;
		p->changeable = run_record_has_unknown(run, "projection_mutable_in_session");
		first = first ? first : slot;
	}
	if (first)
		panes_focus(s, panes_place_of(s, first));
}

bool panes_add(struct panes_state *s, struct viewer *viewer, const struct run_record *run, const char *run_id, struct error *err)
{
	size_t link = 0;

	if (s->count == PANES_MAX || !free_link(s, &link))
		return error_set(err, REASON_MISUSE, "All %d panes are taken; close one first.", PANES_MAX);
	s->links[link] = (struct link){ .viewer = viewer, .run_id = str_copy(run_id) };
	add_children(s, link, run);
	return true;
}

static void forget(struct strlist *list, const char *item)
{
	for (size_t i = list->count; i-- > 0;)
		if (strcmp(list->items[i], item) == 0)
			strlist_remove(list, i);
}

/* A live run's viewer is told what was asked; whether the vendor's own screen can change it is known of the adapter. Of a
   run that is over the record says it. */
static void mark_changeable(struct panes_state *s, const struct engine *e, const char *run_id)
{
	for (size_t i = 0; i < s->count; i++) {
		struct pane *p = &s->panes[i];
		const struct adapter *adapter = adapter_find(e->adapters, p->adapter);

		if (panes_is_of(s, i, run_id) && adapter && p->interactive && p->mode != POLICY_ABSENT)
			p->changeable |= adapter->declares.mutable_in_session;
	}
}

/* Its supervisor has said what children it has: they get panes, and the keys where the operator asked for them. */
static void greet(struct panes_state *s, const struct engine *e, size_t at)
{
	struct link *link = &s->links[at];
	size_t slot = s->count > 0 && !link->asked ? s->panes[s->focus].slot : 0, last = s->last_slot;
	bool zoomed = s->arrangement.zoomed;

	link->waiting = false;
	link->more = s->backlog = true; /* more than the greeting may have come */
	add_children(s, at, viewer_run(link->viewer));
	mark_changeable(s, e, link->run_id);
	if (slot == 0)
		return;
	s->focus = panes_place_of(s, slot);
	s->last_slot = last;
	s->arrangement.zoomed = zoomed;
}

static bool open_live(struct panes_state *s, const struct engine *e, const char *run_id, uint64_t wait_ms, bool asked, struct error *err)
{
	struct viewer *viewer = NULL;
	size_t link = 0;

	if (s->count == PANES_MAX || !free_link(s, &link))
		return error_set(err, REASON_MISUSE, "All %d panes are taken; close one first.", PANES_MAX);
	if (!viewer_open(e, run_id, wait_ms, &viewer, err))
		return false;
	s->links[link] = (struct link){ .viewer = viewer, .run_id = str_copy(run_id), .waiting = true, .asked = asked };
	if (viewer_known(viewer))
		greet(s, e, link);
	else
		(void)!error_set(&s->trouble, REASON_SUPERVISOR_FAILED,
				 "The supervisor of run %s does not answer; its children appear here when it does.", run_id);
	return true;
}

size_t panes_waiting(const struct panes_state *s, const char **ret_run_id)
{
	size_t waiting = 0;

	for (size_t i = 0; i < LINKS_MAX; i++)
		if (s->links[i].waiting) {
			*ret_run_id = s->links[i].run_id;
			waiting++;
		}
	return waiting;
}

static struct link *waiting_for(struct panes_state *s, const char *run_id)
{
	for (size_t i = 0; i < LINKS_MAX; i++)
		if (s->links[i].waiting && strcmp(s->links[i].run_id, run_id) == 0)
			return &s->links[i];
	return NULL;
}

bool panes_attach(struct panes_state *s, const struct engine *e, const char *run_id, struct error *err)
{
	struct link *waiting = waiting_for(s, run_id);
	struct error gone = { 0 }, lives = { 0 };

	if (waiting)
		waiting->asked = true;
	if (waiting || focus_run(s, run_id))
		return true;
	forget(&s->let_go, run_id);
	if (s->count == PANES_MAX)
		return error_set(err, REASON_MISUSE, "All %d panes are taken; close one first.", PANES_MAX);
	if (open_live(s, e, run_id, ANSWER_MS, true, &gone))
		return true;
	if (engine_wait(e, run_id, SEALING_WAIT_MS, &lives))
		return panes_show_recorded(s, e, run_id, err);
	*err = gone;
	return false;
}

bool panes_join(struct panes_state *s, const struct engine *e, const char *run_id, uint64_t wait_ms, struct error *err)
{
	return open_live(s, e, run_id, wait_ms, false, err);
}

bool panes_has_run(const struct panes_state *s, const char *run_id)
{
	for (size_t i = 0; i < LINKS_MAX; i++)
		if (s->links[i].run_id && strcmp(s->links[i].run_id, run_id) == 0)
			return true;
	return false;
}

static void link_clear(struct link *link)
{
	viewer_drop(&link->viewer);
	free(link->run_id);
	*link = (struct link){ 0 };
}

static void let_go(struct panes_state *s, size_t link)
{
	for (size_t i = 0; i < s->count; i++)
		if (s->panes[i].link == link)
			return;
	if (s->links[link].viewer)
		strlist_add(&s->let_go, s->links[link].run_id);
	link_clear(&s->links[link]);
}

void panes_close(struct panes_state *s, size_t at)
{
	size_t link = s->panes[at].link;

	pane_clear(&s->panes[at]);
	memmove(&s->panes[at], &s->panes[at + 1], (s->count - at - 1) * sizeof s->panes[0]);
	s->count--;
	if (s->focus > at || (s->focus == s->count && s->focus > 0))
		s->focus--;
	let_go(s, link);
}

size_t panes_close_ended(struct panes_state *s)
{
	size_t closed = 0;

	for (size_t i = s->count; i-- > 0;)
		if (!pane_lives(&s->panes[i])) {
			panes_close(s, i);
			closed++;
		}
	return closed;
}

static enum pane_change most(enum pane_change a, enum pane_change b)
{
	return a > b ? a : b;
}

static enum pane_change tell(struct panes_state *s, size_t link, const struct viewer_event *event)
{
	enum pane_change changed = PANE_SAME;

	for (size_t i = 0; i < s->count; i++) {
		struct pane *p = &s->panes[i];

		if (event->kind == VIEWER_CHILD && p->link == link && p->child == event->child)
			p->ended_ms = event->ended_ms;
		if (p->link == link && (event->kind == VIEWER_SEALED || event->kind == VIEWER_TYPIST || p->child == event->child))
			changed = most(changed, pane_hear(p, event));
		if ((event->kind == VIEWER_OUTPUT || event->kind == VIEWER_SNAPSHOT) && p->link == link && p->child == event->child &&
		    p->slot == s->asked_slot) {
			s->asked_slot = 0;
			s->answered = true;
		}
	}
	return changed;
}

/* Said once a link has been behind for a few turns, and until it is not. */
static void say_behind(struct panes_state *s, size_t link)
{
	struct link *l = &s->links[link];
	bool behind;

	l->turns_behind = l->more ? l->turns_behind + (l->turns_behind < TURNS_BEHIND) : 0;
	behind = l->turns_behind == TURNS_BEHIND;
	for (size_t i = 0; i < s->count; i++)
		if (s->panes[i].link == link)
			s->panes[i].behind = behind;
}

/* The screens as they stand are not held back for the time of a frame. */
static void note_first(struct panes_state *s, size_t link, const struct viewer_event *event)
{
	if (s->links[link].shown || (event->kind != VIEWER_SNAPSHOT && event->kind != VIEWER_OUTPUT))
		return;
	s->links[link].shown = true;
	s->arrived = true;
}

/* The connection is over, whatever of the run. One that never got an answer leaves nothing but the reason. */
static void lose_link(struct panes_state *s, size_t link, const struct error *err)
{
	viewer_drop(&s->links[link].viewer);
	if (!s->links[link].waiting)
		return;
	s->trouble = *err;
	link_clear(&s->links[link]);
}

/* true: it was read to its end for now. */
static bool read_link(struct panes_state *s, const struct engine *e, size_t link, enum pane_change *changed)
{
	const struct viewer_event sealed = { .kind = VIEWER_SEALED };
	struct viewer_event event;
	struct error err = { 0 };
	size_t taken = 0;

	while (taken < BYTES_A_TURN && !s->answered) {
		bool came = viewer_next(s->links[link].viewer, &event, &err);

		if (s->links[link].waiting && viewer_known(s->links[link].viewer)) {
			greet(s, e, link);
			s->come = true;
			*changed = PANE_ALL;
		}
		if (came) {
			*changed = most(*changed, tell(s, link, &event));
			note_first(s, link, &event);
			taken += event.len + EVENT_BYTES;
			continue;
		}
		if (err.reason != REASON_NONE) {
			*changed = most(*changed, tell(s, link, &sealed));
			lose_link(s, link, &err);
		}
		return true;
	}
	return false;
}

enum pane_change panes_hear(struct panes_state *s, const struct engine *e, const struct news *news)
{
	uint64_t wall_ms = e->ports->wall_ms(e->ports->self);
	enum pane_change changed = PANE_SAME;

	s->backlog = false;
	for (size_t i = 0; i < LINKS_MAX; i++) {
		bool was_behind = s->links[i].turns_behind == TURNS_BEHIND;

		if (!s->links[i].viewer || (!s->links[i].more && !news_of(news, viewer_fd(s->links[i].viewer))))
			continue;
		s->links[i].more = !read_link(s, e, i, &changed);
		s->backlog |= s->links[i].more;
		say_behind(s, i);
		if (was_behind != (s->links[i].turns_behind == TURNS_BEHIND))
			changed = PANE_ALL;
	}
	for (size_t i = 0; i < s->count; i++)
		if (s->panes[i].clock_ms < s->panes[i].started_ms)
			s->panes[i].clock_ms = wall_ms;
	return changed;
}

void panes_send(struct panes_state *s, const struct pane *p, const void *bytes, size_t len)
{
	struct viewer *viewer = s->links[p->link].viewer;

	if (viewer && len > 0)
		(void)viewer_keys(viewer, p->child, bytes, len);
}

void panes_plan(const struct panes_state *s, struct rect body, struct layout_plan *ret)
{
	layout_plan(&s->arrangement, body, s->count, s->focus, ret);
}

struct rect panes_area(const struct panes_state *s, struct rect body, size_t place)
{
	struct layout_plan plan;

	panes_plan(s, body, &plan);
	return plan_rect(&plan, place);
}

/* What is not drawn keeps the size it had. */
void panes_sizes(struct panes_state *s, struct rect body)
{
	struct layout_plan plan;

	panes_plan(s, body, &plan);
	for (size_t i = 0; i < s->count; i++) {
		struct pane *p = &s->panes[i];
		struct rect area = rect_below(plan_rect(&plan, i), PANE_TITLE_ROWS);
		struct viewer *viewer = s->links[p->link].viewer;

		if (!viewer || area.rows < 1 || area.cols < 1 || (p->asked_rows == area.rows && p->asked_cols == area.cols))
			continue;
		p->asked_rows = area.rows;
		p->asked_cols = area.cols;
		viewer_resize(viewer, p->child, area.rows, area.cols);
		pane_fit(p);
	}
	s->sizes_due_ms = s->sizes_since_ms = 0;
}

size_t panes_living(const struct panes_state *s)
{
	size_t living = 0;

	for (size_t i = 0; i < s->count; i++)
		living += pane_lives(&s->panes[i]);
	return living;
}

void panes_clear(struct panes_state *s)
{
	while (s->count > 0)
		panes_close(s, s->count - 1);
	for (size_t i = 0; i < LINKS_MAX; i++)
		link_clear(&s->links[i]);
	strlist_clear(&s->let_go);
	text_clear(&s->copied);
}
