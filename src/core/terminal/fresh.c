/*
 * fresh — lines of a terminal that nobody looks back in: the rows that left the screen, kept as they are and handed over by
 * pointer. They are put together when somebody asks for a line, when the screen changes its size, or when the looks and
 * clusters they name get other numbers; until then the oldest one makes room, unread.
 */
#include "core/base/mem.h"
#include "core/terminal/engine.h"

#define FRESH_BYTES (512u * 1024)
#define FRESH_ROWS 512         /* a taller screen than that there is none */
#define FRESH_COLS_MIN 16384   /* and more than the longest line that comes back */
_Static_assert(FRESH_ROWS >= TERMINAL_ROWS_MAX, "a screen can be filled from it");

static int fresh_room(int cols)
{
	int bound = (int)(FRESH_BYTES / (sizeof(struct row) + sizeof(struct row *) + (size_t)cols * sizeof(struct slot)));
	int wanted = FRESH_COLS_MIN / cols + 1;

	if (wanted < FRESH_ROWS)
		wanted = FRESH_ROWS;
	return wanted < bound ? wanted : bound;
}

void terminal_scrollback_lazily(struct terminal *t)
{
	t->scrollback.lazy = true;
}

void fresh_clear(struct fresh *f)
{
	for (int i = 0; i < f->count; i++)
		free(f->rows[(f->first + i) % f->room]);
	free(f->rows);
	*f = (struct fresh){ 0 };
}

void fresh_settle(struct terminal *t)
{
	struct fresh *f = &t->scrollback.fresh;

	for (int i = 0; i < f->count; i++)
		scrollback_push(t, f->rows[(f->first + i) % f->room]);
	fresh_clear(f);
}

static struct row *row_emptied(struct row *row)
{
	memset(row->slots, 0, (size_t)row->used * sizeof *row->slots);
	row->used = 0;
	row->fill = (struct slot){ 0 };
	row->wrapped = false;
	return row;
}

/* The oldest row, which nobody asked for; what is older than it is gone as well. */
static struct row *fresh_take(struct scrollback *s)
{
	struct fresh *f = &s->fresh;
	struct row *row = f->rows[f->first];

	scrollback_forget_lines(s);
	s->dropped++;
	s->cut = row->wrapped;
	f->first = (f->first + 1) % f->room;
	f->count--;
	return row_emptied(row);
}

struct row *fresh_push(struct terminal *t, struct row *row)
{
	struct fresh *f = &t->scrollback.fresh;
	struct row *empty;

	if (!t->scrollback.lazy) {
		scrollback_push(t, row);
		return row;
	}
	if (!f->room) {
		f->room = fresh_room(t->cols);
		f->rows = mem_new((size_t)f->room, sizeof *f->rows);
	}
	empty = f->count == f->room ? fresh_take(&t->scrollback) : row_new(t->cols);
	f->rows[(f->first + f->count++) % f->room] = row;
	return empty;
}
