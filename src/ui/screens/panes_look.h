/*
 * panes_look — looking back in a pane: its keys, its prompts and the mouse; what is chosen is copied, saved or opened in
 * another program. Everything happens on the operator's act only.
 */
#ifndef UI_SCREENS_PANES_LOOK_H
#define UI_SCREENS_PANES_LOOK_H
#include "ui/screens/panes_state.h"

/* Ids of questions; those of Panes itself are below. */
enum look_question { ASK_LOOK_FIRST = 100, ASK_REPLACE = ASK_LOOK_FIRST, ASK_PASTE, ASK_LINK };

extern const struct key_binding look_bindings[], look_chosen_bindings[];
extern const struct key_binding look_prompt_bindings[], look_save_bindings[];
/* The table in force when p is looked back on; NULL: it is not. */
const struct key_binding *panes_look_bindings(const struct pane *p);
/* What the focused pane is to do, when that is about looking back; PASS: it is not. */
unsigned panes_look_act(struct app *app, struct panes_state *s, enum action action);
/* What is typed into a prompt; PASS: there is none. */
unsigned panes_look_type(struct app *app, struct panes_state *s, const struct typed *typed);
/* In the cells of the pane at: choosing and the wheel. PASS: not for looking back. */
unsigned panes_look_mouse(struct app *app, struct panes_state *s, size_t at, const struct typed *typed);
/* Control and a click on an address. PASS: it is something else. */
unsigned panes_look_follow(struct app *app, struct panes_state *s, size_t at, const struct typed *typed);
unsigned panes_look_answered(struct app *app, struct panes_state *s, int id, bool yes);
/* The mouse is held beyond the edge: the view goes on by itself. Something was typed to look for: it is looked for once
   all that came has been taken. */
uint64_t panes_look_deadline_ms(const struct app *app, const struct panes_state *s); /* 0: none */
unsigned panes_look_turn(struct app *app, struct panes_state *s);

void panes_look_fit(const struct app *app, struct panes_state *s); /* the panes have other sizes now */

/* The parts, each in a file of its own. */
struct rect panes_look_area(const struct app *app, const struct panes_state *s, size_t at); /* of the child's cells */
unsigned look_copy(struct app *app, struct panes_state *s, struct pane *p); /* panes_look_copy.c */
unsigned look_ask_path(struct app *app, struct pane *p);                   /* panes_look_save.c */
unsigned look_save(struct app *app, struct pane *p, const char *path);
unsigned look_ask_link(struct app *app, struct pane *p, const struct pane_text *text, struct spot spot); /* panes_look_link.c */
unsigned look_open_link(struct app *app, struct pane *p);                  /* the question was answered with yes */
unsigned look_replace(struct app *app, struct pane *p);                    /* the question was answered with yes */
unsigned look_open(struct app *app, struct pane *p, enum action action);   /* panes_look_open.c: pager, editor */
#endif
