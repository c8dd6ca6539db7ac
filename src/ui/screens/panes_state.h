/*
 * panes_state — the panes and the viewers that feed them; what Panes shows.
 *
 * A pane has two numbers. Its slot is what the operator calls it: it is given once, the lowest that is free, and kept
 * until the pane is closed, whatever happens to others. Its place is where it stands: an index of panes[], which moving
 * changes.
 */
#ifndef UI_SCREENS_PANES_STATE_H
#define UI_SCREENS_PANES_STATE_H
#include <stdbool.h>
#include <stddef.h>

#include "core/base/strlist.h"
#include "ui/screens/pane.h"
#include "ui/screens/panes_layout.h"
#include "ui/tui/app.h"
#include "ui/tui/list.h"

#define PANES_MAX PLACES_MAX
#define LINKS_MAX 48

enum panes_mode { PANES_LIVE, PANES_COMMAND /* the prefix was typed */, PANES_LISTING };

struct link {
	struct viewer *viewer; /* NULL: sealed or lost */
	char *run_id;          /* NULL: free */
	bool waiting;          /* its supervisor has not said yet what children it has: it has no panes */
	bool asked;            /* the operator asked for that run: its panes get the keys when they come */
	bool shown;            /* how its screens stand, or their first words, have come */
	bool more;             /* the last turn ended with more to read */
	int turns_behind;      /* so many in a row did */
};

/* What a held mouse button is doing. */
enum drag_kind { DRAG_NONE, DRAG_PANE, DRAG_BESIDE, DRAG_BELOW };
struct drag { enum drag_kind kind; size_t slot, over; /* over: the slot it would change places with; 0: none */ };

struct panes_state {
	struct pane panes[PANES_MAX];
	size_t count, focus;          /* focus < count, or both 0 */
	size_t last_slot;             /* of the pane that had the keys before; 0: none */
	struct link links[LINKS_MAX];
	enum panes_mode mode;
	struct arrangement arrangement;
	bool away;                    /* the operator's terminal has lost the focus */
	bool backlog;                 /* more events are waiting than one turn takes */
	size_t asked_slot;            /* keys went to the child of that pane and it has not printed since; 0: none */
	bool answered, arrived;       /* it has; a link's first words have come: those frames do not wait for their time */
	uint64_t choose_until_ms;     /* steady: so long nobody has chosen who gets the keys; 0: somebody has */
	size_t choose_link;           /* among the children of that run; LINKS_MAX: of all */
	struct drag drag;
	struct list list;             /* while listing */
	/* Moments, steady; 0: none. */
	uint64_t sizes_since_ms, sizes_due_ms; /* children are told new sizes then */
	uint64_t repeat_until_ms;     /* so long a resizing key needs no prefix */
	uint64_t clock_due_ms;        /* the titles' clocks are looked at then */
	uint64_t look_due_ms;         /* live runs are looked for then */
	int look_tries;               /* how often a live run could not be attached to since the last change */
	bool looked;                  /* the live runs were looked at */
	size_t missed;                /* so many of them cannot be attached to */
	bool come;                    /* panes of a run came late: they are arranged, and the children told their sizes */
	struct error trouble;         /* said once: why there is no pane of a live run */
	bool watching;
	int changes;                  /* while watching: readable when runs come or go; -1: nobody tells */
	struct text copied;           /* what was last copied from a pane */
	struct strlist let_go;        /* live runs whose panes the operator closed: they come back only when asked for */
};

struct pane *panes_focused(struct panes_state *s);                 /* NULL: no pane */
const struct pane *panes_focused_const(const struct panes_state *s);
/* Attaches to a live run; already attached: the focus goes there, and panes of it that were closed come back. A run that has ended meanwhile is shown from its record,
   as its terminals stood at the end. */
bool panes_attach(struct panes_state *s, const struct engine *e, const char *run_id, struct error *err);
/* A live run's panes, without giving them the keys, unless there is no other pane. Waits so long for its supervisor; what
   comes later comes by panes_hear(). */
bool panes_join(struct panes_state *s, const struct engine *e, const char *run_id, uint64_t wait_ms, struct error *err);
size_t panes_waiting(const struct panes_state *s, const char **ret_run_id); /* live runs whose supervisor has not answered; one of them */
bool panes_show_recorded(struct panes_state *s, const struct engine *e, const char *run_id, struct error *err);
bool panes_read_logs(struct panes_state *s);        /* a slice of every record that is shown; true: something was to be read */
bool panes_is_reading(const struct panes_state *s);
/* A pane for every child of run that there is room for; viewer, taken, is NULL for a recorded one. The focus goes to the
   first of them. */
bool panes_add(struct panes_state *s, struct viewer *viewer, const struct run_record *run, const char *run_id, struct error *err);
bool panes_is_of(const struct panes_state *s, size_t place, const char *run_id);
bool panes_has_run(const struct panes_state *s, const char *run_id);
size_t panes_place_of(const struct panes_state *s, size_t slot);   /* PLACE_NONE: no pane has it */
void panes_focus(struct panes_state *s, size_t place);             /* leaves zoom when it is another pane */
void panes_swap(struct panes_state *s, size_t place, size_t other); /* the focus stays with its pane */
size_t panes_close_ended(struct panes_state *s);                   /* every pane whose child is over; how many */
void panes_close(struct panes_state *s, size_t at);                /* the run goes on */
enum pane_change panes_hear(struct panes_state *s, const struct engine *e, const struct news *news);
void panes_send(struct panes_state *s, const struct pane *p, const void *bytes, size_t len);
void panes_plan(const struct panes_state *s, struct rect body, struct layout_plan *ret);
void panes_sizes(struct panes_state *s, struct rect body);         /* tell every child that is drawn the size of its pane */
struct rect panes_area(const struct panes_state *s, struct rect body, size_t place);
size_t panes_living(const struct panes_state *s);
void panes_clear(struct panes_state *s);

/* panes_live.c */
void panes_watch(struct panes_state *s, const struct engine *e);
void panes_unwatch(struct panes_state *s);
/* The keys go to who wants the operator, else stay with who lives, else go to the first who lives. true: they moved. */
bool panes_choose(struct panes_state *s, uint64_t now_ms);
void panes_look_soon(struct panes_state *s, const struct news *news); /* when something changed */
bool panes_look(struct panes_state *s, const struct engine *e, uint64_t now_ms); /* true: panes were added */
#endif
