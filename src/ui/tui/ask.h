/*
 * ask — a question over the screen that takes every key until it is answered. Keys typed before it was painted do not
 * count, but for Esc, which is always no.
 */
#ifndef UI_TUI_ASK_H
#define UI_TUI_ASK_H
#include <stdbool.h>

#include "core/base/strlist.h"
#include "ui/tui/canvas.h"
#include "ui/tui/field.h"
#include "ui/tui/keymap.h"

struct ask {
	int id;                /* the asker's own; handed back with the answer */
	char *title;           /* owned */
	struct strlist lines;  /* owned; each wrapped. A line that begins with "  " is indented, with "! " an alert, "" is a gap.
	                          A tab sets a left part apart from its explanation. */
	char *word;            /* owned; NULL: y or n. Otherwise this must be typed, then Enter */
	char *purpose;         /* owned; "to grant it for this run" */
	bool grave;            /* the frame is drawn as an alert */
	struct field typed;
	bool painted;          /* keys count from now on */
};
enum answer { ANSWER_NOT_YET, ANSWER_YES, ANSWER_NO };

void ask_clear(struct ask *a);
bool ask_open(const struct ask *a);    /* is there a question? */
enum answer ask_type(struct ask *a, const struct typed *t);
const struct key_binding *ask_keys(const struct ask *a); /* for the foot: what it takes now */
void ask_draw(const struct ask *a, struct canvas *c, struct rect area);
#endif
