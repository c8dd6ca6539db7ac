/*
 * csi — control sequences: one row for each final byte that means something here. A function reads its parameters with
 * csi_value(); what is not in the tables does nothing.
 */
#include "core/terminal/engine.h"

int csi_value(const struct terminal *t, int at, int otherwise)
{
	const struct parser *p = &t->parser;

	return at < p->count && p->values[at] ? p->values[at] : otherwise;
}

int csi_count(const struct terminal *t)
{
	return csi_value(t, 0, 1);
}

/* Up and down stop at the edge of the scroll region they start in. */
static void cursor_up(struct terminal *t)
{
	int row = t->cursor.row - csi_count(t);
	int edge = t->cursor.row >= t->top ? t->top : 0;

	screen_go(t, row > edge ? row : edge, t->cursor.col);
}

static void cursor_down(struct terminal *t)
{
	int row = t->cursor.row + csi_count(t);
	int edge = t->cursor.row <= t->bottom ? t->bottom : t->rows - 1;

	screen_go(t, row < edge ? row : edge, t->cursor.col);
}

static void cursor_right(struct terminal *t)
{
	screen_go(t, t->cursor.row, t->cursor.col + csi_count(t));
}

static void cursor_left(struct terminal *t)
{
	screen_back(t, csi_count(t));
}

static void cursor_next_line(struct terminal *t)
{
	cursor_down(t);
	screen_go(t, t->cursor.row, 0);
}

static void cursor_previous_line(struct terminal *t)
{
	cursor_up(t);
	screen_go(t, t->cursor.row, 0);
}

static void cursor_column(struct terminal *t)
{
	screen_go(t, t->cursor.row, csi_count(t) - 1);
}

static void cursor_row(struct terminal *t)
{
	screen_go_origin(t, csi_count(t) - 1, t->cursor.col);
}

static void cursor_row_down(struct terminal *t)
{
	int top = t->modes.origin ? t->top : 0;

	screen_go_origin(t, t->cursor.row - top + csi_count(t), t->cursor.col);
}

static void cursor_position(struct terminal *t)
{
	screen_go_origin(t, csi_count(t) - 1, csi_value(t, 1, 1) - 1);
}

static void tab_forward(struct terminal *t)
{
	screen_tab(t, csi_count(t));
}

static void tab_back(struct terminal *t)
{
	screen_tab(t, -csi_count(t));
}

static void tab_clear(struct terminal *t)
{
	int what = csi_value(t, 0, 0);

	if (what == 0)
		t->tabs[t->cursor.col] = false;
	else if (what == 3)
		memset(t->tabs, 0, sizeof t->tabs);
}

static void repeat_last(struct terminal *t)
{
	screen_repeat(t, csi_count(t));
}

static void region_set(struct terminal *t)
{
	screen_set_region(t, csi_count(t) - 1, csi_value(t, 1, t->rows) - 1);
}

static void modes_set(struct terminal *t)
{
	modes_change(t, true);
}

static void modes_unset(struct terminal *t)
{
	modes_change(t, false);
}

/* DECSCUSR: odd numbers blink, and so does none. */
static void cursor_shape(struct terminal *t)
{
	static const uint8_t shapes[] = {
		CURSOR_BLOCK, CURSOR_BLOCK, CURSOR_BLOCK, CURSOR_UNDERLINE, CURSOR_UNDERLINE, CURSOR_BAR, CURSOR_BAR
	};
	size_t shape = (size_t)csi_value(t, 0, 0);

	if (shape >= COUNT_OF(shapes))
		return;
	t->shape = (enum terminal_cursor_shape)shapes[shape];
	t->modes.cursor_blink = shape == 0 || shape % 2;
	t->shape_asked = shape != 0;
}

/* DECST8C */
static void tabs_usual(struct terminal *t)
{
	if (csi_value(t, 0, 0) == 5)
		screen_tabs_default(t);
}

#define PLAIN(final) [final - 0x40]
static void (*const plain[0x40])(struct terminal *) = {
	PLAIN('@') = edit_cells_insert, PLAIN('A') = cursor_up, PLAIN('B') = cursor_down, PLAIN('C') = cursor_right,
	PLAIN('D') = cursor_left, PLAIN('E') = cursor_next_line, PLAIN('F') = cursor_previous_line,
	PLAIN('G') = cursor_column, PLAIN('H') = cursor_position, PLAIN('I') = tab_forward, PLAIN('J') = edit_screen_erase,
	PLAIN('K') = edit_line_erase, PLAIN('L') = edit_lines_insert, PLAIN('M') = edit_lines_delete, PLAIN('P') = edit_cells_delete,
	PLAIN('S') = edit_scroll_up, PLAIN('T') = edit_scroll_down, PLAIN('X') = edit_cells_erase, PLAIN('Z') = tab_back, PLAIN('^') = edit_scroll_down,
	PLAIN('`') = cursor_column, PLAIN('a') = cursor_right, PLAIN('b') = repeat_last, PLAIN('c') = reply_device,
	PLAIN('d') = cursor_row, PLAIN('e') = cursor_row_down, PLAIN('f') = cursor_position, PLAIN('g') = tab_clear,
	PLAIN('h') = modes_set, PLAIN('l') = modes_unset, PLAIN('m') = sgr_apply, PLAIN('n') = reply_status,
	PLAIN('r') = region_set, PLAIN('s') = screen_save_cursor, PLAIN('t') = window_operate, PLAIN('u') = screen_restore_cursor,
};

static const struct marked {
	char leader, intermediate, final;
	void (*run)(struct terminal *);
} marked[] = {
	{ '?', 0, 'h', modes_set }, { '?', 0, 'l', modes_unset }, { '?', '$', 'p', modes_report },
	{ 0, '$', 'p', modes_report }, { '?', 0, 'J', edit_screen_erase }, { '?', 0, 'K', edit_line_erase },
	{ '?', 0, 'n', reply_status }, { '>', 0, 'c', reply_device_version }, { '>', 0, 'q', reply_name },
	{ '?', 0, 'u', reply_keyboard }, { '>', 0, 'u', keyboard_push }, { '<', 0, 'u', keyboard_pop },
	{ '=', 0, 'u', keyboard_set }, { '>', 0, 'm', keyboard_modify }, { '>', 0, 'n', keyboard_modify_off },
	{ '?', 0, 'm', reply_modify }, { 0, ' ', 'q', cursor_shape }, { 0, '!', 'p', screen_soft_reset },
	{ '=', 0, 'c', reply_device_unit }, { '?', 0, 'W', tabs_usual }, { 0, ' ', '@', edit_scroll_left },
	{ 0, ' ', 'A', edit_scroll_right }, { 0, '\'', '}', edit_columns_insert }, { 0, '\'', '~', edit_columns_delete },
	{ 0, '$', 'z', edit_rectangle_erase },
};

void csi_dispatch(struct terminal *t, uint8_t final_byte)
{
	const struct parser *p = &t->parser;

	if (!p->leader && !p->intermediate) {
		if (plain[final_byte - 0x40])
			plain[final_byte - 0x40](t);
		return;
	}
	for (size_t i = 0; i < COUNT_OF(marked); i++) {
		const struct marked *m = &marked[i];

		if (m->leader != (char)p->leader || m->intermediate != (char)p->intermediate || m->final != (char)final_byte)
			continue;
		m->run(t);
		return;
	}
}
