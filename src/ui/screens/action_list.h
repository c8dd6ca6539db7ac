/*
 * action_list — what can be done on the screen beneath, with its keys, narrowed by what is typed: the state of the help
 * and of the palette, which differ in where it stands and in whether keys of other moments are listed too.
 */
#ifndef UI_SCREENS_ACTION_LIST_H
#define UI_SCREENS_ACTION_LIST_H
#include "ui/tui/app.h"
#include "ui/tui/field.h"
#include "ui/tui/list.h"

struct action_row { enum action action; const struct key_binding *table; bool common; uint32_t prefix; /* 0: none */ };

struct action_list {
	bool all_tables;                          /* also the tables that are not in force now */
	struct rect (*area)(struct rect body);    /* where the rows stand */
	struct field filter;
	struct list list;
	struct action_row rows[ACTION_COUNT];
	size_t n_rows;
};

extern const struct key_binding action_list_bindings[];

/* Functions of a screen_ops whose state is a struct action_list. Enter does the selected action beneath. */
unsigned action_list_visit(struct app *app, void *state, const char *argument);
void action_list_close(struct app *app, void *state);
unsigned action_list_key(struct app *app, void *state, const struct typed *t);
unsigned action_list_act(struct app *app, void *state, enum action action);
unsigned action_list_has(const struct app *app, const void *state);

void action_list_draw(const struct action_list *l, const struct app *app, struct canvas *c, struct rect area);
#endif
