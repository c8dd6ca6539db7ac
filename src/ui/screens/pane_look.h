/*
 * pane_look — looking back at what a pane printed: what part is seen, a cursor, what is chosen, what was looked for. Pure.
 *
 * While it is on, nothing moves by itself: the child goes on printing and is not seen. Only when the scrollback drops the
 * lines that are looked at does the view move, and says so.
 */
#ifndef UI_SCREENS_PANE_LOOK_H
#define UI_SCREENS_PANE_LOOK_H
#include <stdbool.h>
#include <stddef.h>

#include "ui/screens/pane_search.h"
#include "ui/screens/pane_select.h"
#include "ui/screens/pane_text.h"
#include "ui/tui/canvas.h"
#include "ui/tui/field.h"

/* What is being typed in the pane's last row. */
enum look_prompt { PROMPT_NONE, PROMPT_SEARCH, PROMPT_SEARCH_BACK, PROMPT_SAVE };

struct pane_look {
	bool on;
	bool by_wheel;              /* the wheel began it: at its end the wheel ends it */
	struct pane_text text;
	uint64_t top;               /* the first line that is seen */
	int rows;                   /* how many are seen */
	struct spot cursor;
	struct selection selection; /* its to is the cursor while it grows */
	struct search search;
	bool search_due;            /* what is typed into the prompt was not looked for yet */
	size_t searches;            /* how often all was searched since looking back began */
	char *words;                /* what was last looked for; kept after leaving; NULL: nothing */
	bool backward;              /* it was looked for towards the older lines */
	enum look_prompt prompt;
	struct field field;
	struct spot before;        /* the cursor when the prompt began */
	uint64_t dropped;           /* lines that were looked at and are no more */
	char *address;              /* that would be opened, while that is asked; NULL: none */
	char *path;                 /* of the file that would be replaced, while that is asked; NULL: none */
	/* the mouse */
	bool dragging;
	int edge;                   /* dragged above (-1) or below (1) the view: it goes on by itself */
	int edge_col;
	uint64_t edge_ms;           /* steady: when it goes on next */
	uint64_t clicked_ms;        /* steady */
	int clicks;
	struct spot clicked;
};

enum motion {
	MOVE_LEFT, MOVE_RIGHT, MOVE_UP, MOVE_DOWN, MOVE_PAGE_UP, MOVE_PAGE_DOWN, MOVE_HALF_UP, MOVE_HALF_DOWN, MOVE_OLDEST,
	MOVE_NEWEST, MOVE_LINE_BEGIN, MOVE_LINE_END, MOVE_WORD, MOVE_WORD_BACK
};

void look_enter(struct pane_look *l, const struct terminal *terminal, int rows);
void look_leave(struct pane_look *l);  /* keeps only what was looked for */
void look_clear(struct pane_look *l);  /* frees all */
void look_move(struct pane_look *l, enum motion motion);
void look_scroll(struct pane_look *l, long by);           /* positive: towards the older; the cursor stays in view */
void look_go(struct pane_look *l, struct spot spot);    /* the cursor there, and in view */
void look_fit(struct pane_look *l, int rows);             /* that many rows are seen now; lines that were dropped are left */
bool look_at_end(const struct pane_look *l);
uint64_t look_lines_back(const struct pane_look *l);      /* from the newest that was there when looking began */
/* Of the engine: call around terminal_resize(), which numbers the lines anew. */
struct look_anchors { struct anchor top, cursor, from, to; };
struct look_anchors look_hold(const struct pane_look *l);
void look_resume(struct pane_look *l, const struct terminal *terminal, const struct look_anchors *a);
/* The same screen in another terminal, with another history before it. */
void look_follow(struct pane_look *l, const struct terminal *terminal);

/* Begins, changes or (the same kind again) ends choosing at the cursor. */
void look_select(struct pane_look *l, enum selection_kind kind);
/* Looks for words from a spot on, without keeping them. false: they are nowhere. */
void look_search(struct pane_look *l, const char *words); /* only finds, goes nowhere */
bool look_find(struct pane_look *l, const char *words, bool back, struct spot from, bool *ret_around);
struct spot look_spot_at(const struct pane_look *l, int row, int col); /* of a row of the view; clamped into it */

/* "120 of 3400 lines back, 3 of 41 found": appended. */
bool look_on_match(const struct pane_look *l); /* the cursor stands where the search went */
void look_say(const struct pane_look *l, struct text *out);
void look_say_briefly(const struct pane_look *l, struct text *out); /* "-120" */
void look_draw(const struct pane_look *l, struct canvas *c, struct rect area, bool focused);
#endif
