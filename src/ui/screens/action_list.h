/*
 * action_list — what can be done on a screen, with its keys, narrowed by what is typed: the help and the palette.
 */
#ifndef UI_SCREENS_ACTION_LIST_H
#define UI_SCREENS_ACTION_LIST_H
#include "ui/tui/app.h"
#include "ui/tui/field.h"
#include "ui/tui/list.h"

struct action_row { enum action action; const struct key_binding *table; bool common; };

struct action_list {
	struct field filter;
	struct list list;
	struct action_row rows[ACTION_COUNT];
	size_t n_rows;
	enum action all[ACTION_COUNT]; /* before the filter */
};

/* Rows of the screen beneath: its tables first, then what holds everywhere. all_tables: also those not in force now. */
void action_list_fill(struct action_list *l, const struct app *app, bool all_tables);
void action_list_clear(struct action_list *l);
/* Typing narrows, arrows move. PASS when it is neither. */
unsigned action_list_key(struct action_list *l, const struct app *app, const struct typed *t, bool all_tables, size_t page_rows);
enum action action_list_selected(const struct action_list *l); /* ACTION_NONE: nothing matches */
void action_list_draw(const struct action_list *l, const struct app *app, struct canvas *c, struct rect area);
#endif
