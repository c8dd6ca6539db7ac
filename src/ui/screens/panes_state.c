/*
 * panes_state — see panes_state.h.
 */
#include "ui/screens/panes_state.h"

#include "core/base/mem.h"
#include "core/record/browse.h"
#include "ui/screens/panes_layout.h"

#define EVENTS_A_TURN 256 /* of each viewer, so that keys are looked at between floods */

struct pane *panes_focused(struct panes_state *s)
{
	return s->count > 0 ? &s->panes[s->focus] : NULL;
}

const struct pane *panes_focused_const(const struct panes_state *s)
{
	return s->count > 0 ? &s->panes[s->focus] : NULL;
}

static bool is_of_run(const struct panes_state *s, size_t at, const char *run_id)
{
	return strcmp(s->links[s->panes[at].link].run_id, run_id) == 0;
}

/* The panes of a run, when all of its children have one; what a closed pane showed comes back with the others only. */
static bool focus_run(struct panes_state *s, const char *run_id)
{
	size_t first = s->count, shown = 0, children = 0;

	for (size_t i = s->count; i-- > 0;)
		if (is_of_run(s, i, run_id)) {
			first = i;
			shown++;
			children = s->panes[i].siblings;
		}
	if (shown == 0)
		return false;
	if (shown < children) {
		for (size_t i = s->count; i-- > 0;)
			if (is_of_run(s, i, run_id))
				panes_close(s, i);
		return false;
	}
	s->focus = first;
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

/* A pane for every child of run that there is room for; viewer, taken, is NULL for a recorded one. */
bool panes_add(struct panes_state *s, struct viewer *viewer, const struct run_record *run, const char *run_id, struct error *err)
{
	size_t link = 0, first = s->count;

	if (s->count == PANES_MAX || !free_link(s, &link))
		return error_set(err, REASON_MISUSE, "All %d panes are taken; close one first.", PANES_MAX);
	s->links[link] = (struct link){ viewer, str_copy(run_id) };
	for (size_t child = 0; child < run->n_children && s->count < PANES_MAX; child++)
		pane_init(&s->panes[s->count++], run, link, child);
	s->focus = first < s->count ? first : s->focus;
	return true;
}

bool panes_attach(struct panes_state *s, const struct engine *e, const char *run_id, struct error *err)
{
	struct viewer *viewer = NULL;
	struct error gone = { 0 };

	if (focus_run(s, run_id))
		return true;
	if (!viewer_open(e, run_id, &viewer, &gone))
		return panes_show_recorded(s, e, run_id, err);
	if (panes_add(s, viewer, viewer_run(viewer), run_id, err))
		return true;
	viewer_drop(&viewer);
	return false;
}

static bool has_run(const struct panes_state *s, const char *run_id)
{
	for (size_t i = 0; i < s->count; i++)
		if (is_of_run(s, i, run_id))
			return true;
	return false;
}

void panes_attach_live(struct panes_state *s, const struct engine *e)
{
	struct run_list list = { 0 };
	struct error err = { 0 };
	size_t focus = s->focus;
	bool had = s->count > 0;

	if (!browse_runs(e->places->state, &list, &err))
		return;
	for (size_t i = list.count; i-- > 0;)
		if (list.rows[i].outcome == OUTCOME_RUNNING && !has_run(s, list.rows[i].run_id))
			(void)!panes_attach(s, e, list.rows[i].run_id, &err);
	if (had)
		s->focus = focus;
	run_list_clear(&list);
}

static void let_go(struct panes_state *s, size_t link)
{
	for (size_t i = 0; i < s->count; i++)
		if (s->panes[i].link == link)
			return;
	viewer_drop(&s->links[link].viewer);
	free(s->links[link].run_id);
	s->links[link].run_id = NULL;
}

void panes_close(struct panes_state *s, size_t at)
{
	size_t link = s->panes[at].link;

	pane_clear(&s->panes[at]);
	memmove(&s->panes[at], &s->panes[at + 1], (s->count - at - 1) * sizeof s->panes[0]);
	s->count--;
	if (s->focus >= s->count)
		s->focus = s->count > 0 ? s->count - 1 : 0;
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

static bool tell(struct panes_state *s, size_t link, const struct viewer_event *event)
{
	bool changed = false;

	for (size_t i = 0; i < s->count; i++) {
		struct pane *p = &s->panes[i];

		if (p->link == link && (event->kind == VIEWER_SEALED || event->kind == VIEWER_TYPIST || p->child == event->child))
			changed |= pane_hear(p, event);
	}
	return changed;
}

static bool hear_link(struct panes_state *s, size_t link)
{
	const struct viewer_event sealed = { .kind = VIEWER_SEALED };
	struct viewer_event event;
	struct error err = { 0 };
	bool changed = false;

	for (int i = 0; i < EVENTS_A_TURN; i++) {
		if (!viewer_next(s->links[link].viewer, &event, &err)) {
			if (err.reason == REASON_NONE)
				return changed;
			changed |= tell(s, link, &sealed);
			viewer_drop(&s->links[link].viewer);
			return changed;
		}
		changed |= tell(s, link, &event);
	}
	s->backlog = true;
	return changed;
}

bool panes_hear(struct panes_state *s)
{
	bool changed = false;

	s->backlog = false;
	for (size_t i = 0; i < LINKS_MAX; i++)
		if (s->links[i].viewer)
			changed |= hear_link(s, i);
	return changed;
}

void panes_send(struct panes_state *s, const struct pane *p, const void *bytes, size_t len)
{
	struct viewer *viewer = s->links[p->link].viewer;

	if (viewer && len > 0)
		(void)viewer_keys(viewer, p->child, bytes, len);
}

struct rect panes_area(const struct panes_state *s, struct rect body, size_t at)
{
	return panes_place(body, s->count, at, s->zoomed);
}

void panes_sizes(struct panes_state *s, struct rect body)
{
	for (size_t i = 0; i < s->count; i++) {
		struct pane *p = &s->panes[i];
		struct rect area = rect_below(panes_area(s, body, i), PANE_TITLE_ROWS);
		struct viewer *viewer = s->links[p->link].viewer;

		if (!viewer || (s->zoomed && i != s->focus) || area.rows < 1 || area.cols < 1 ||
		    (p->asked_rows == area.rows && p->asked_cols == area.cols))
			continue;
		p->asked_rows = area.rows;
		p->asked_cols = area.cols;
		viewer_resize(viewer, p->child, area.rows, area.cols);
	}
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
}
