/*
 * panes_state — the panes and the viewers that feed them; what Panes shows. The first nine can be reached by their
 * number.
 */
#ifndef UI_SCREENS_PANES_STATE_H
#define UI_SCREENS_PANES_STATE_H
#include <stdbool.h>
#include <stddef.h>

#include "ui/screens/pane.h"
#include "ui/tui/app.h"

#define PANES_MAX 48
#define LINKS_MAX 48

enum panes_mode { PANES_LIVE, PANES_COMMAND /* the prefix was typed */, PANES_LOOKING_BACK };

struct link { struct viewer *viewer; char *run_id; }; /* viewer NULL: sealed or lost; run_id NULL: free */

struct panes_state {
	struct pane panes[PANES_MAX];
	size_t count, focus;          /* focus < count, or both 0 */
	struct link links[LINKS_MAX];
	enum panes_mode mode;
	bool zoomed, backlog;         /* backlog: more events are waiting than one turn takes */
};

struct pane *panes_focused(struct panes_state *s);                 /* NULL: no pane */
const struct pane *panes_focused_const(const struct panes_state *s);
/* Attaches to a live run; already attached: the focus goes there, and panes of it that were closed come back. A run that has ended meanwhile is shown from its record,
   as its terminals stood at the end. */
bool panes_attach(struct panes_state *s, const struct engine *e, const char *run_id, struct error *err);
void panes_attach_live(struct panes_state *s, const struct engine *e); /* every live run that is not shown yet */
bool panes_show_recorded(struct panes_state *s, const struct engine *e, const char *run_id, struct error *err);
bool panes_add(struct panes_state *s, struct viewer *viewer, const struct run_record *run, const char *run_id, struct error *err);
size_t panes_close_ended(struct panes_state *s);                   /* every pane whose child is over; how many */
void panes_close(struct panes_state *s, size_t at);                /* the run goes on */
bool panes_hear(struct panes_state *s);                            /* true: something visible changed */
void panes_send(struct panes_state *s, const struct pane *p, const void *bytes, size_t len);
void panes_sizes(struct panes_state *s, struct rect body);         /* tell every child the size of its pane */
struct rect panes_area(const struct panes_state *s, struct rect body, size_t at);
size_t panes_living(const struct panes_state *s);
void panes_clear(struct panes_state *s);
#endif
