/*
 * panes_give — what the operator does in a pane goes to its child: keys, pastes, the mouse, the focus.
 */
#ifndef UI_SCREENS_PANES_GIVE_H
#define UI_SCREENS_PANES_GIVE_H
#include "ui/screens/panes_state.h"

/* A key or a paste for the focused child. A paste that would act by itself asks first. */
unsigned panes_give(struct app *app, struct panes_state *s, const struct typed *typed);
unsigned panes_give_paste(struct app *app, struct panes_state *s); /* the question was answered with yes */
unsigned panes_give_copied(struct app *app, struct panes_state *s); /* what was last copied, as a paste */
/* In the cells of the pane at. PASS: its child did not ask for the mouse, or it is looked back on. */
unsigned panes_give_mouse(struct app *app, struct panes_state *s, size_t at, const struct typed *typed);
/* Says when something that was given is lost. */
unsigned panes_give_news(struct app *app, struct panes_state *s);
/* Tells the children that ask for it who has the focus now; call after anything that may have moved it. */
void panes_give_focus(const struct app *app, struct panes_state *s);
#endif
