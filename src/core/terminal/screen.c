/*
 * screen — where the cursor may go and what scrolls. Every position that enters here is clamped, so that no dispatcher
 * has to know the size of the screen.
 */
#include "core/terminal/engine.h"

#include "core/base/mem.h"

static int clamp(int value, int low, int high)
{
	if (value > high)
		value = high;
	return value < low ? low : value;
}

void screen_go(struct terminal *t, int row, int col)
{
	t->cursor = (struct cursor){ .row = clamp(row, 0, t->rows - 1), .col = clamp(col, 0, t->cols - 1) };
}

void screen_go_origin(struct terminal *t, int row, int col)
{
	if (t->modes.origin)
		row = clamp(row + t->top, t->top, t->bottom);
	screen_go(t, row, col);
}

/* Rotate rows [top, bottom] by one: the first becomes the last (up), or the last the first. */
static struct row *rows_rotate(struct terminal *t, int top, int bottom, bool up)
{
	struct row **rows = t->grids[t->shown].rows;
	struct row *row = up ? rows[top] : rows[bottom];
	size_t bytes = (size_t)(bottom - top) * sizeof *rows;

	if (up)
		memmove(&rows[top], &rows[top + 1], bytes);
	else
		memmove(&rows[top + 1], &rows[top], bytes);
	rows[up ? bottom : top] = row;
	return row;
}

void screen_scroll(struct terminal *t, int top, int bottom, int count)
{
	bool up = count > 0;

	t->moved_generation = t->generation;
	count = clamp(up ? count : -count, 0, bottom - top + 1);
	for (int i = 0; i < count; i++)
		row_erase(t, rows_rotate(t, top, bottom, up), 0, t->cols);
}

void screen_scroll_region(struct terminal *t, int count)
{
	struct row **rows = t->grids[0].rows;

	if (t->shown == 0 && t->top == 0)
		for (int row = 0; row < count && row <= t->bottom; row++)
			rows[row] = fresh_push(t, rows[row]);
	screen_scroll(t, t->top, t->bottom, count);
}

void screen_back(struct terminal *t, int count)
{
	int row = t->cursor.row, col = t->cursor.col;

	while (count > col && row > 0 && t->modes.reverse_wrap && t->modes.autowrap && grid_peek(t, row - 1)->wrapped) {
		count -= col + 1;
		col = t->cols - 1;
		row--;
	}
	screen_go(t, row, col - count);
}

void screen_line_feed(struct terminal *t)
{
	t->cursor.pending_wrap = false;
	if (t->cursor.row == t->bottom)
		screen_scroll_region(t, 1);
	else if (t->cursor.row < t->rows - 1)
		t->cursor.row++;
}

void screen_reverse_feed(struct terminal *t)
{
	t->cursor.pending_wrap = false;
	if (t->cursor.row == t->top)
		screen_scroll_region(t, -1);
	else if (t->cursor.row > 0)
		t->cursor.row--;
}

void screen_save_cursor(struct terminal *t)
{
	struct saved_cursor *saved = &t->grids[t->shown].saved;

	*saved = (struct saved_cursor){ .cursor = t->cursor, .pen = t->pen, .shift = t->shift, .origin = t->modes.origin };
	memcpy(saved->charsets, t->charsets, sizeof t->charsets);
}

/* Without a saved one this is the home position and the default pen. */
void screen_restore_cursor(struct terminal *t)
{
	const struct saved_cursor *saved = &t->grids[t->shown].saved;

	screen_go(t, saved->cursor.row, saved->cursor.col);
	t->cursor.pending_wrap = saved->cursor.pending_wrap && t->cursor.col == t->cols - 1;
	t->pen = saved->pen;
	t->pen_known = false;
	t->shift = saved->shift;
	t->modes.origin = saved->origin;
	memcpy(t->charsets, saved->charsets, sizeof t->charsets);
}

void screen_show(struct terminal *t, uint8_t grid)
{
	if (t->shown == grid)
		return;
	t->grids[t->shown].left = t->cursor;
	t->shown = grid;
	t->cursor.pending_wrap = false;
	t->moved_generation = t->generation;
}

void screen_set_region(struct terminal *t, int top, int bottom)
{
	top = clamp(top, 0, t->rows - 1);
	bottom = clamp(bottom, 0, t->rows - 1);
	if (top >= bottom)
		return;
	t->top = top;
	t->bottom = bottom;
	screen_go_origin(t, 0, 0);
}

void screen_tabs_default(struct terminal *t)
{
	for (int col = 0; col < TERMINAL_COLS_MAX; col++)
		t->tabs[col] = col % TAB_WIDTH == 0;
}

void screen_tab(struct terminal *t, int count)
{
	int step = count < 0 ? -1 : 1;
	int end = count < 0 ? 0 : t->cols - 1;

	for (count = clamp(count * step, 0, t->cols); count > 0; count--) {
		while (t->cursor.col != end) {
			t->cursor.col += step;
			if (t->tabs[t->cursor.col])
				break;
		}
	}
	if (step < 0)
		t->cursor.pending_wrap = false;
}

void screen_align(struct terminal *t)
{
	t->top = 0;
	t->bottom = t->rows - 1;
	t->modes.origin = false;
	screen_go(t, 0, 0);
	for (int at = 0; at < t->rows; at++)
		row_fill(t, grid_row_filled(t, at), 0, (struct slot){ .glyph = 'E' });
}

void screen_soft_reset(struct terminal *t)
{
	struct modes fresh;

	modes_reset(&fresh);
	/* The mouse, pasting and focus modes belong to the program, not to the text: they stay. */
	t->modes.application_cursor = t->modes.keypad = t->modes.insert = t->modes.origin = false;
	t->modes.autowrap = fresh.autowrap;
	t->modes.cursor_visible = true;
	t->top = 0;
	t->bottom = t->rows - 1;
	t->pen = (struct style_info){ 0 };
	t->pen_known = false;
	memset(t->charsets, CHARSET_ASCII, sizeof t->charsets);
	t->shift = 0;
	t->grids[t->shown].saved = (struct saved_cursor){ 0 };
}

/* RIS: as born, but for the size and what already is in the scrollback. */
void screen_reset(struct terminal *t)
{
	modes_reset(&t->modes);
	screen_soft_reset(t);
	screen_tabs_default(t);
	t->shape = CURSOR_BLOCK;
	t->shape_asked = false;
	t->last_glyph = 0;
	screen_set_link(t, "", 0);
	t->title[0] = '\0';
	signals_reset(t);
	for (int grid = 1; grid >= 0; grid--) {
		screen_show(t, (uint8_t)grid);
		t->grids[grid].saved = (struct saved_cursor){ 0 };
		for (int row = 0; row < t->rows; row++)
			row_erase(t, grid_row_filled(t, row), 0, t->cols);
	}
	screen_go(t, 0, 0);
}

static void control_back(struct terminal *t)
{
	screen_back(t, 1);
}

static void control_tab(struct terminal *t)
{
	screen_tab(t, 1);
}

static void control_return(struct terminal *t)
{
	screen_go(t, t->cursor.row, 0);
}

static void control_feed(struct terminal *t)
{
	screen_line_feed(t);
	if (t->modes.newline)
		control_return(t);
}

static void control_bell(struct terminal *t)
{
	t->bells++;
}

static void control_shift_out(struct terminal *t)
{
	t->shift = 1;
}

static void control_shift_in(struct terminal *t)
{
	t->shift = 0;
}

void screen_control(struct terminal *t, uint8_t control)
{
	static void (*const controls[0x20])(struct terminal *) = {
		[0x07] = control_bell, [0x08] = control_back, [0x09] = control_tab, [0x0A] = control_feed,
		[0x0B] = control_feed, [0x0C] = control_feed, [0x0D] = control_return, [0x0E] = control_shift_out,
		[0x0F] = control_shift_in,
	};

	if (control < COUNT_OF(controls) && controls[control])
		controls[control](t);
}
