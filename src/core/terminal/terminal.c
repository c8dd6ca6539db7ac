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
	scrollback_init(&t->scrollback, scrollback_bytes);
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
	styles_clear(&(*t)->styles);
	links_clear(&(*t)->links);
	clusters_clear(&(*t)->clusters);
	scrollback_clear(&(*t)->scrollback);
	free(*t);
	*t = NULL;
}

static void cursor_fit(struct cursor *c, int rows, int cols, int dropped)
{
	c->row = c->row > dropped ? c->row - dropped : 0;
	if (c->row >= rows)
		c->row = rows - 1;
	if (c->col >= cols)
		c->col = cols - 1;
	c->pending_wrap = false;
}

/* Rows that have to leave at the top so that the cursor's row stays on a smaller screen. */
static int rows_too_many(const struct cursor *c, int rows)
{
	return c->row >= rows ? c->row - rows + 1 : 0;
}

void terminal_resize(struct terminal *t, int rows, int cols)
{
	const struct cursor *main_cursor = t->shown ? &t->grids[0].left : &t->cursor;
	int dropped;

	rows = clamp_size(rows, TERMINAL_ROWS_MAX);
	cols = clamp_size(cols, TERMINAL_COLS_MAX);
	if (rows == t->rows && cols == t->cols)
		return;
	dropped = rows_too_many(main_cursor, rows);
	for (int row = 0; row < dropped; row++)
		scrollback_push(t, t->grids[0].rows[row]);
	grid_resize(t, &t->grids[0], rows, cols, dropped);
	grid_resize(t, &t->grids[1], rows, cols, 0);
	cursor_fit(&t->cursor, rows, cols, t->shown ? 0 : dropped);
	cursor_fit(&t->grids[0].left, rows, cols, dropped);
	cursor_fit(&t->grids[0].saved.cursor, rows, cols, dropped);
	cursor_fit(&t->grids[1].saved.cursor, rows, cols, 0);
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
