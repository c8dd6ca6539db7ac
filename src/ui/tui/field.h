/*
 * field — what an operator fills in: a line, several lines, or one of some words.
 *
 * Lines hold valid UTF-8 without controls (several lines: newline too); what is pasted or typed otherwise is left out.
 * Moves are by character as seen: a base and its combining marks are one.
 */
#ifndef UI_TUI_FIELD_H
#define UI_TUI_FIELD_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"
#include "ui/tui/canvas.h"
#include "ui/tui/typed.h"

/* Zero-initialised is an empty line. */
struct field {
	struct text text;
	size_t cursor;      /* byte offset, at a character's start or at the end */
	size_t limit_bytes; /* 0: FIELD_BYTES_MAX */
	bool many_lines;    /* Enter puts a newline */
};
#define FIELD_BYTES_MAX 65536u

void field_clear(struct field *f);
void field_set(struct field *f, const char *s);             /* cursor at the end; NULL is empty */
const char *field_value(const struct field *f);             /* never NULL */
bool field_is_empty(const struct field *f);
/* Typing and editing keys; true: taken (and perhaps changed). Enter and Escape are never taken by a one-line field. */
bool field_type(struct field *f, const struct typed *t);
bool field_insert(struct field *f, const char *bytes, size_t len); /* false: nothing of it may be in a field, or it is full */
/* One line, scrolled so that the cursor is seen; focused shows the cursor. hint is drawn dim while it is empty. */
void field_draw(const struct field *f, struct canvas *c, struct rect area, bool focused, const char *hint);
/* Several lines, wrapped to the area, scrolled so that the cursor is seen. */
void field_draw_lines(const struct field *f, struct canvas *c, struct rect area, bool focused, const char *hint);
int field_rows(const struct field *f, int cols);            /* rows field_draw_lines wants */

/* One of some words. Words are borrowed and outlive it; a NULL word ends them. */
struct choice { const char *const *words; size_t chosen; };
size_t choice_count(const struct choice *c);
bool choice_move(struct choice *c, int by);                 /* stops at the ends; true: it moved */
const char *choice_word(const struct choice *c);
/* "shared  ▸worktree": the chosen one marked and strong, the others dim; focused marks where the keys go. Returns the
   column behind it. Scrolls sideways when it does not fit. */
int choice_draw(const struct choice *c, struct canvas *canvas, struct rect area, int row, int col, bool focused, enum role chosen_role);
#endif
