/*
 * redraw — a screen as the bytes that draw it anew, for whoever is to see it before all that led to it was read.
 *
 * A row is drawn in runs from its right end to its left, so that no code point finds a cell before it that it would
 * join and did not. Wrapping is off meanwhile: every run is placed by itself.
 */
#include "core/terminal/engine.h"

#define FLAG(name) offsetof(struct modes, name)
static const struct { uint16_t number; bool private; size_t flag; } told[] = {
	{ 20, false, FLAG(newline) }, { 1, true, FLAG(application_cursor) }, { 5, true, FLAG(reverse_screen) },
	{ 66, true, FLAG(keypad) }, { 9, true, FLAG(mouse_press) }, { 1000, true, FLAG(mouse_click) },
	{ 1002, true, FLAG(mouse_drag) }, { 1003, true, FLAG(mouse_any) }, { 1006, true, FLAG(mouse_sgr) },
	{ 1015, true, FLAG(mouse_urxvt) }, { 1007, true, FLAG(alternate_scroll) }, { 1004, true, FLAG(focus) },
	{ 2004, true, FLAG(paste) },
};

/* Where drawing is: the look that is in force. */
struct redraw {
	const struct terminal *t;
	struct text *out;
	uint16_t style; /* interned */
};

static void say_link(struct redraw *r, uint16_t link)
{
	const char *address = terminal_link(r->t, link);

	text_add_format(r->out, "\033]8;;%s\033\\", address ? address : "");
}

static void say_style(struct redraw *r, uint16_t style)
{
	const struct look *now = &r->t->styles.items[r->style], *look = &r->t->styles.items[style];

	if (style == r->style)
		return;
	if (look->link != now->link)
		say_link(r, look->link);
	text_add_string(r->out, "\033[");
	sgr_say(&look->style, r->out);
	text_add_byte(r->out, 'm');
	r->style = style;
}

static void say_codepoint(struct text *out, uint32_t codepoint)
{
	char bytes[4];

	text_add(out, bytes, utf8_encode(codepoint, bytes));
}

static bool is_empty(const struct slot *slot)
{
	return slot->glyph == 0 && slot->kind == SLOT_SINGLE;
}

/* What erasing leaves: a background and nothing else. */
static bool is_blank(const struct redraw *r, const struct slot *slot)
{
	struct look look = r->t->styles.items[slot->style];

	look.style.bg = (struct color){ 0 };
	return look.link == 0 && look.style.attrs == 0 && look.style.fg.kind == COLOR_DEFAULT && look.style.underline.kind == COLOR_DEFAULT;
}

/* Cells without a sign from col on that look the same; returns the column behind them. */
static int draw_empty(struct redraw *r, const struct row *row, int col, int end)
{
	const struct slot *first = &row->slots[col];
	int count = 0;

	while (col + count < end && is_empty(&row->slots[col + count]) && row->slots[col + count].style == first->style)
		count++;
	if (first->style != 0) {
		say_style(r, first->style);
		if (!is_blank(r, first))
			text_add_format(r->out, "%*s", count, ""); /* seen like a blank: there is no other way to it */
		else
			text_add_format(r->out, "\033[%dX", count);
	}
	text_add_format(r->out, "\033[%dG", col + count + 1);
	return col + count;
}

/* As the terminal would count it. */
static int width_of(const struct cell *cell)
{
	struct terminal_walk walk = { 0 };

	(void)terminal_walk(&walk, cell->codepoint);
	for (int i = 0; i < CELL_MARKS_MAX && cell->marks[i]; i++)
		(void)terminal_walk(&walk, cell->marks[i]);
	return walk.width;
}

/* A cell that is not as wide as what stands in it would be now is drawn without what was joined to it. */
static int draw_cell(struct redraw *r, const struct row *row, int col)
{
	struct cell cell;
	int next;

	cell_from_slot(r->t, &row->slots[col], &cell);
	next = col + (cell.width == 2 ? 2 : 1);
	say_style(r, row->slots[col].style);
	say_codepoint(r->out, cell.codepoint ? cell.codepoint : ' ');
	if (width_of(&cell) != cell.width) {
		text_add_format(r->out, "\033[%dG", next + 1);
		return next;
	}
	for (int i = 0; i < CELL_MARKS_MAX && cell.marks[i]; i++)
		say_codepoint(r->out, cell.marks[i]);
	return next;
}

static void draw_run(struct redraw *r, const struct row *row, int at, int from, int end)
{
	text_add_format(r->out, "\033[%d;%dH", at + 1, from + 1);
	while (from < end)
		from = is_empty(&row->slots[from]) ? draw_empty(r, row, from, end) : draw_cell(r, row, from);
}

/* Would the code point of the cell at col join the cell before it? */
static bool joins(const struct redraw *r, const struct row *row, int col)
{
	const struct slot *slot = &row->slots[col];
	int before = col - 1;
	uint32_t base, first, last;

	if (is_empty(slot) || slot->kind == SLOT_RIGHT_HALF || before < 0)
		return false;
	if (row->slots[before].kind == SLOT_RIGHT_HALF)
		before--;
	base = clusters_ends(r->t, slot, &last);
	first = clusters_ends(r->t, &row->slots[before], &last);
	return terminal_join(first, last, col - before, base) != JOIN_NOT;
}

static void draw_row(struct redraw *r, int at)
{
	const struct row *row = grid_peek(r->t, at);

	for (int end = row->used, from; end > 0; end = from) {
		for (from = end - 1; from > 0 && !joins(r, row, from); from--)
			;
		draw_run(r, row, at, from, end);
	}
}

static void say_modes(const struct terminal *t, struct text *out)
{
	struct modes fresh;

	modes_reset(&fresh);
	for (size_t i = 0; i < COUNT_OF(told); i++) {
		bool on = *((const uint8_t *)&t->modes + told[i].flag);

		if (on != *((const uint8_t *)&fresh + told[i].flag))
			text_add_format(out, "\033[%s%d%c", told[i].private ? "?" : "", told[i].number, on ? 'h' : 'l');
	}
	if (terminal_keyboard(t))
		text_add_format(out, "\033[=%uu", terminal_keyboard(t));
	if (t->modes.modify_keys)
		text_add_format(out, "\033[>4;%dm", t->modes.modify_keys);
}

static void say_title(const struct terminal *t, struct text *out)
{
	if (t->title[0])
		text_add_format(out, "\033]2;%s\033\\", t->title);
}

static void say_cursor(const struct terminal *t, struct text *out)
{
	if (t->shape_asked)
		text_add_format(out, "\033[%d q", terminal_cursor_style(t));
	else if (t->modes.cursor_blink)
		text_add_string(out, "\033[?12h");
	text_add_format(out, "\033[?25%c\033[%d;%dH", t->modes.cursor_visible ? 'h' : 'l', t->cursor.row + 1, t->cursor.col + 1);
}

bool terminal_redraw(const struct terminal *t, size_t most, struct text *out)
{
	struct redraw r = { .t = t, .out = out };
	size_t before = out->len;

	text_add_string(out, t->shown ? "\033[?1049h\033[?7l" : "\033[?7l");
	for (int at = 0; at < t->rows && out->len - before <= most; at++)
		draw_row(&r, at);
	say_style(&r, 0);
	text_add_string(out, "\033[?7h");
	say_modes(t, out);
	say_title(t, out);
	say_cursor(t, out);
	if (out->len - before <= most)
		return true;
	out->len = before;
	out->bytes[before] = '\0';
	return false;
}
