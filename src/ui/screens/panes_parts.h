/*
 * panes_parts — the inside of the Panes screen, for the files that make it up: panes.c (what it hears), panes_keys.c (the
 * tables and where a key goes), panes_act.c (what an action does), panes_mouse.c, panes_draw.c, panes_list.c.
 */
#ifndef UI_SCREENS_PANES_PARTS_H
#define UI_SCREENS_PANES_PARTS_H
#include "ui/screens/panes_state.h"

#define PANES_PREFIX CONTROL('b')
#define PREFIX_NAME "Ctrl-B"

enum { ASK_STOP = 1, ASK_STOP_ALL };

/* The panes stand elsewhere, or others are drawn: children are told their sizes once it has settled. */
unsigned panes_arrange(struct app *app, struct panes_state *s);

/* panes_keys.c */
extern const struct key_binding panes_bindings[];
extern const struct key_binding *const panes_tables[], *const panes_prefixed[];
const struct key_binding *panes_bindings_now(const struct app *app, const void *state);
unsigned panes_key(struct app *app, void *state, const struct typed *typed);

/* panes_act.c */
unsigned panes_act(struct app *app, void *state, enum action action);
unsigned panes_answered(struct app *app, void *state, int id, bool yes);
/* The line of the focused pane; by: how many cells. */
unsigned panes_resize(struct app *app, struct panes_state *s, enum action action, int by);
bool panes_is_resize(enum action action);
unsigned panes_go_slot(struct app *app, struct panes_state *s, size_t slot);

/* panes_mouse.c */
unsigned panes_mouse(struct app *app, struct panes_state *s, const struct typed *typed);

/* panes_draw.c */
void panes_draw(const struct app *app, const void *state, struct canvas *c, struct rect body);
bool panes_draw_cells(const struct app *app, const void *state, struct canvas *c, struct rect body);
void panes_painted(void *state);
/* The slot whose number stands there in the strip; 0: none. */
size_t panes_strip_slot_at(const struct panes_state *s, const struct layout_plan *plan, int col);

/* panes_list.c */
unsigned panes_list_open(struct panes_state *s);
unsigned panes_list_act(struct app *app, struct panes_state *s, enum action action);
unsigned panes_list_click(struct app *app, struct panes_state *s, const struct typed *typed);
void panes_list_draw(const struct panes_state *s, struct canvas *c, struct rect body);
#endif
