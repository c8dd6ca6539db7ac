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

static int csi_count(const struct terminal *t)
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
	screen_go(t, t->cursor.row, t->cursor.col - csi_count(t));
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

static void rows_erase(struct terminal *t, int from, int to)
{
	for (int row = from; row < to; row++)
		row_erase(t, grid_row(t, row), 0, t->cols);
}

/* Past the last column nothing is left to erase: a program that colours to the end of a full line keeps its last sign. */
static void line_erase_right(struct terminal *t)
{
	if (!t->cursor.pending_wrap)
		row_erase(t, grid_row(t, t->cursor.row), t->cursor.col, t->cols);
}

static void line_erase_left(struct terminal *t)
{
	row_erase(t, grid_row(t, t->cursor.row), 0, t->cursor.col + 1);
}

static void screen_erase_below(struct terminal *t)
{
	line_erase_right(t);
	rows_erase(t, t->cursor.row + 1, t->rows);
}

static void screen_erase_above(struct terminal *t)
{
	rows_erase(t, 0, t->cursor.row);
	line_erase_left(t);
}

static void screen_erase_all(struct terminal *t)
{
	rows_erase(t, 0, t->rows);
}

static void screen_erase(struct terminal *t)
{
	static void (*const ways[])(struct terminal *) = {
		screen_erase_below, screen_erase_above, screen_erase_all, terminal_scrollback_clear
	};
	size_t way = (size_t)csi_value(t, 0, 0);

	if (way < COUNT_OF(ways))
		ways[way](t);
}

static void line_erase(struct terminal *t)
{
	int way = csi_value(t, 0, 0);

	if (way == 0)
		line_erase_right(t);
	else if (way == 1)
		line_erase_left(t);
	else if (way == 2)
		rows_erase(t, t->cursor.row, t->cursor.row + 1);
}

static void cells_erase(struct terminal *t)
{
	int room = t->cols - t->cursor.col, count = csi_count(t);

	row_erase(t, grid_row(t, t->cursor.row), t->cursor.col, t->cursor.col + (count < room ? count : room));
	t->cursor.pending_wrap = false;
}

static void cells_insert(struct terminal *t)
{
	row_shift(t, grid_row(t, t->cursor.row), t->cursor.col, csi_count(t));
	t->cursor.pending_wrap = false;
}

static void cells_delete(struct terminal *t)
{
	row_shift(t, grid_row(t, t->cursor.row), t->cursor.col, -csi_count(t));
	t->cursor.pending_wrap = false;
}

static void lines_shift(struct terminal *t, int count)
{
	if (t->cursor.row < t->top || t->cursor.row > t->bottom)
		return;
	screen_scroll(t, t->cursor.row, t->bottom, count);
	screen_go(t, t->cursor.row, 0);
}

static void lines_insert(struct terminal *t)
{
	lines_shift(t, -csi_count(t));
}

static void lines_delete(struct terminal *t)
{
	lines_shift(t, csi_count(t));
}

static void scroll_up(struct terminal *t)
{
	screen_scroll_region(t, csi_count(t));
}

/* With five parameters this is xterm's mouse highlighting, which is not for us. */
static void scroll_down(struct terminal *t)
{
	if (t->parser.count <= 1)
		screen_scroll_region(t, -csi_count(t));
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

static void cursor_shape(struct terminal *t)
{
	static const uint8_t shapes[] = {
		CURSOR_BLOCK, CURSOR_BLOCK, CURSOR_BLOCK, CURSOR_UNDERLINE, CURSOR_UNDERLINE, CURSOR_BAR, CURSOR_BAR
	};
	size_t shape = (size_t)csi_value(t, 0, 0);

	if (shape < COUNT_OF(shapes))
		t->shape = (enum terminal_cursor_shape)shapes[shape];
}

#define PLAIN(final) [final - 0x40]
static void (*const plain[0x40])(struct terminal *) = {
	PLAIN('@') = cells_insert, PLAIN('A') = cursor_up, PLAIN('B') = cursor_down, PLAIN('C') = cursor_right,
	PLAIN('D') = cursor_left, PLAIN('E') = cursor_next_line, PLAIN('F') = cursor_previous_line,
	PLAIN('G') = cursor_column, PLAIN('H') = cursor_position, PLAIN('I') = tab_forward, PLAIN('J') = screen_erase,
	PLAIN('K') = line_erase, PLAIN('L') = lines_insert, PLAIN('M') = lines_delete, PLAIN('P') = cells_delete,
	PLAIN('S') = scroll_up, PLAIN('T') = scroll_down, PLAIN('X') = cells_erase, PLAIN('Z') = tab_back,
	PLAIN('`') = cursor_column, PLAIN('a') = cursor_right, PLAIN('b') = repeat_last, PLAIN('c') = reply_device,
	PLAIN('d') = cursor_row, PLAIN('e') = cursor_down, PLAIN('f') = cursor_position, PLAIN('g') = tab_clear,
	PLAIN('h') = modes_set, PLAIN('l') = modes_unset, PLAIN('m') = sgr_apply, PLAIN('n') = reply_status,
	PLAIN('r') = region_set, PLAIN('s') = screen_save_cursor, PLAIN('u') = screen_restore_cursor,
};

static const struct marked {
	char leader, intermediate, final;
	void (*run)(struct terminal *);
} marked[] = {
	{ '?', 0, 'h', modes_set }, { '?', 0, 'l', modes_unset }, { '?', '$', 'p', modes_report },
	{ 0, '$', 'p', modes_report }, { '?', 0, 'J', screen_erase }, { '?', 0, 'K', line_erase },
	{ '?', 0, 'n', reply_status }, { '>', 0, 'c', reply_device_version }, { '>', 0, 'q', reply_name },
	{ '?', 0, 'u', reply_keyboard }, { '>', 0, 'u', keyboard_push }, { '<', 0, 'u', keyboard_pop },
	{ '=', 0, 'u', keyboard_set }, { '>', 0, 'm', keyboard_modify }, { '>', 0, 'n', keyboard_modify_off },
	{ '?', 0, 'm', reply_modify }, { 0, ' ', 'q', cursor_shape }, { 0, '!', 'p', screen_soft_reset },
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
