/*
 * document — a scrolling page of labelled, wrapped lines. Values are raw; the canvas sanitizes what it draws.
 */
#ifndef UI_SCREENS_DOCUMENT_H
#define UI_SCREENS_DOCUMENT_H
#include <stdbool.h>
#include <stddef.h>

#include "core/base/owned.h"
#include "ui/tui/actions.h"
#include "ui/tui/canvas.h"

struct document_line { char *label, *value; enum role role; }; /* label NULL: under the one before; value NULL: a heading */

/* Zero-initialised is empty. */
struct document {
	struct document_line *lines;
	size_t count, room;
	int top; /* first row shown */
};

void document_clear(struct document *d);
void document_heading(struct document *d, const char *words);      /* with a gap before it, unless it is the first */
void document_line(struct document *d, const char *label, enum role role, const char *value); /* value NULL: nothing is added */
void document_format(struct document *d, const char *label, enum role role, const char *fmt, ...) PRINTF(4, 5);
void document_text(struct document *d, const char *text, size_t len); /* every line of a longer text, without labels */
bool document_act(struct document *d, enum action action, struct rect area); /* scrolls; true: taken */
void document_draw(const struct document *d, struct canvas *c, struct rect area);
#endif
