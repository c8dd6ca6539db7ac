/*
 * terminal — birth, end and size of a terminal, and what the outside may ask about it.
 */
#include "core/terminal/terminal.h"

#include "core/base/mem.h"
#include "core/terminal/engine.h"

static int clamp_size(int value, int most)
{
	if (value > most)
		return most;
	return value < 1 ? 1 : value;
}

struct terminal *terminal_new(int rows, int cols, size_t scrollback_bytes)
{
	struct terminal *t = mem_new(1, sizeof *t);

	t->rows = clamp_size(rows, TERMINAL_ROWS_MAX);
	t->cols = clamp_size(cols, TERMINAL_COLS_MAX);
	t->grids[0] = grid_new(t->rows, t->cols);
	t->grids[1] = grid_new(t->rows, t->cols);
	styles_init(&t->styles);
	scrollback_init(&t->scrollback, scrollback_bytes, t->cols);
	t->signals.mark_status = -1;
	screen_reset(t);
	return t;
}

void terminal_drop(struct terminal **t)
{
	if (!*t)
		return;
	grid_clear(&(*t)->grids[0], (*t)->rows);
	grid_clear(&(*t)->grids[1], (*t)->rows);
	free((*t)->loose.items);
	styles_clear(&(*t)->styles);
	links_clear(&(*t)->links);
	clusters_clear(&(*t)->clusters);
	fresh_clear(&(*t)->scrollback.fresh);
	scrollback_clear(&(*t)->scrollback);
	free(*t);
	*t = NULL;
}

static void cursor_fit(struct cursor *c, int rows, int cols)
{
	if (c->row >= rows)
		c->row = rows - 1;
	if (c->col >= cols)
		c->col = cols - 1;
	c->pending_wrap = false;
}

void terminal_resize(struct terminal *t, int rows, int cols)
{
	rows = clamp_size(rows, TERMINAL_ROWS_MAX);
	cols = clamp_size(cols, TERMINAL_COLS_MAX);
	if (rows == t->rows && cols == t->cols)
		return;
	grid_settle(t);
	reflow_main(t, rows, cols);
	grid_resize(t, &t->grids[1], rows, cols);
	if (t->shown)
		cursor_fit(&t->cursor, rows, cols);
	cursor_fit(&t->grids[1].saved.cursor, rows, cols);
	t->rows = rows;
	t->cols = cols;
	t->top = 0;
	t->bottom = rows - 1;
	t->moved_generation = ++t->generation;
}

int terminal_rows(const struct terminal *t)
{
	return t->rows;
}

int terminal_cols(const struct terminal *t)
{
	return t->cols;
}

static bool on_screen(const struct terminal *t, int row, int col)
{
	return row >= 0 && row < t->rows && col >= 0 && col < t->cols;
}

void terminal_cell(const struct terminal *t, int row, int col, struct cell *ret)
{
	if (on_screen(t, row, col))
		cell_from_slot(t, &grid_peek(t, row)->slots[col], ret);
	else
		*ret = (struct cell){ .width = 1 };
	if (t->modes.reverse_screen)
		ret->style.attrs ^= ATTR_REVERSE;
}

bool terminal_row_wrapped(const struct terminal *t, int row)
{
	return on_screen(t, row, 0) && grid_peek(t, row)->wrapped;
}

void terminal_cursor(const struct terminal *t, int *ret_row, int *ret_col, bool *ret_visible,
		     enum terminal_cursor_shape *ret_shape)
{
	*ret_row = t->cursor.row;
	*ret_col = t->cursor.col;
	*ret_visible = t->modes.cursor_visible;
	*ret_shape = t->shape;
}

int terminal_cursor_style(const struct terminal *t)
{
	return t->shape_asked ? 1 + 2 * (int)t->shape + !t->modes.cursor_blink : 0;
}

const char *terminal_title(const struct terminal *t)
{
	return t->title;
}

bool terminal_alternate_screen(const struct terminal *t)
{
	return t->shown == 1;
}

bool terminal_bracketed_paste(const struct terminal *t)
{
	return t->modes.paste;
}

bool terminal_application_cursor(const struct terminal *t)
{
	return t->modes.application_cursor;
}

bool terminal_focus_events(const struct terminal *t)
{
	return t->modes.focus;
}

bool terminal_synchronized(const struct terminal *t)
{
	return t->modes.synchronized;
}

uint64_t terminal_bells(const struct terminal *t)
{
	return t->bells;
}

uint64_t terminal_generation(const struct terminal *t)
{
	return t->generation;
}

uint64_t terminal_row_generation(const struct terminal *t, int row)
{
	uint64_t own = on_screen(t, row, 0) ? grid_peek(t, row)->generation : 0;

	return own > t->moved_generation ? own : t->moved_generation;
}
