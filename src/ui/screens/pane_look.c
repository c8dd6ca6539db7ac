/*
 * pane_look — see pane_look.h; moving is in pane_motion.c, drawing in pane_look_draw.c.
 */
#include "ui/screens/pane_look.h"

#include <stdlib.h>

#include "core/base/mem.h"

static uint64_t newest_top(const struct pane_look *l)
{
	uint64_t first = pane_text_first(&l->text), end = pane_text_end(&l->text);

	return end - first > (uint64_t)l->rows ? end - (uint64_t)l->rows : first;
}

/* The view within the text, the cursor within the text. */
static void clamp(struct pane_look *l)
{
	uint64_t first = pane_text_first(&l->text), end = pane_text_end(&l->text);

	if (l->top < first) {
		l->dropped += first - l->top;
		l->top = first;
	}
	if (l->top > newest_top(l))
		l->top = newest_top(l);
	if (l->cursor.line < first)
		l->cursor = (struct spot){ first, 0 };
	if (l->cursor.line >= end)
		l->cursor.line = end - 1;
	if (l->cursor.col < 0)
		l->cursor.col = 0;
	if (l->cursor.col >= l->text.cols)
		l->cursor.col = l->text.cols - 1;
	if (l->selection.kind != SELECT_NOTHING && l->selection.from.line < first)
		l->selection.from = (struct spot){ first, 0 };
}

static void cursor_into_view(struct pane_look *l)
{
	if (l->cursor.line < l->top)
		l->cursor.line = l->top;
	if (l->cursor.line >= l->top + (uint64_t)l->rows)
		l->cursor.line = l->top + (uint64_t)l->rows - 1;
}

static void view_to_cursor(struct pane_look *l)
{
	if (l->cursor.line < l->top)
		l->top = l->cursor.line;
	if (l->cursor.line >= l->top + (uint64_t)l->rows)
		l->top = l->cursor.line - (uint64_t)l->rows + 1;
}

static void selection_follow(struct pane_look *l)
{
	if (l->selection.kind != SELECT_NOTHING)
		l->selection.to = l->cursor;
}

void look_enter(struct pane_look *l, const struct terminal *terminal, int rows)
{
	int row, col;
	bool visible;
	enum terminal_cursor_shape shape;

	if (l->on)
		return;
	terminal_cursor(terminal, &row, &col, &visible, &shape);
	pane_text_freeze(&l->text, terminal);
	l->on = true;
	l->rows = rows > 0 ? rows : 1;
	l->cursor = (struct spot){ l->text.edge + (uint64_t)row, col };
	l->top = l->text.edge;
	clamp(l);
	cursor_into_view(l);
}

void look_leave(struct pane_look *l)
{
	char *words = l->words;

	l->words = NULL;
	look_clear(l);
	l->words = words;
}

void look_clear(struct pane_look *l)
{
	pane_text_clear(&l->text);
	search_clear(&l->search);
	field_clear(&l->field);
	free(l->words);
	free(l->path);
	free(l->address);
	*l = (struct pane_look){ 0 };
}

void look_go(struct pane_look *l, struct spot spot)
{
	l->cursor = spot;
	clamp(l);
	view_to_cursor(l);
	selection_follow(l);
}

void look_scroll(struct pane_look *l, long by)
{
	uint64_t first = pane_text_first(&l->text);

	if (by < 0)
		l->top += (uint64_t)-by;
	else
		l->top -= l->top - first < (uint64_t)by ? l->top - first : (uint64_t)by;
	clamp(l);
	cursor_into_view(l);
	selection_follow(l);
}

void look_fit(struct pane_look *l, int rows)
{
	if (!l->on)
		return;
	l->rows = rows > 0 ? rows : 1;
	clamp(l);
	cursor_into_view(l);
}

bool look_at_end(const struct pane_look *l)
{
	return l->top == newest_top(l);
}

uint64_t look_lines_back(const struct pane_look *l)
{
	return newest_top(l) - l->top;
}

struct look_anchors look_hold(const struct pane_look *l)
{
	struct look_anchors a = { 0 };

	if (!l->on)
		return a;
	a.top = pane_text_anchor(&l->text, (struct spot){ l->top, 0 });
	a.cursor = pane_text_anchor(&l->text, l->cursor);
	if (l->selection.kind != SELECT_NOTHING) {
		a.from = pane_text_anchor(&l->text, l->selection.from);
		a.to = pane_text_anchor(&l->text, l->selection.to);
	}
	return a;
}

static void search_again(struct pane_look *l)
{
	size_t current = l->search.current;

	if (l->search.count == 0 || !l->words) {
		search_clear(&l->search);
		return;
	}
	look_search(l, l->words);
	l->search.current = current <= l->search.count ? current : 0;
}

void look_resume(struct pane_look *l, const struct terminal *terminal, const struct look_anchors *a)
{
	if (!l->on)
		return;
	pane_text_freeze(&l->text, terminal);
	l->top = pane_text_spot(&l->text, a->top).line;
	l->cursor = pane_text_spot(&l->text, a->cursor);
	if (l->selection.kind != SELECT_NOTHING) {
		l->selection.from = pane_text_spot(&l->text, a->from);
		l->selection.to = pane_text_spot(&l->text, a->to);
	}
	search_again(l);
	clamp(l);
	view_to_cursor(l);
}

void look_follow(struct pane_look *l, const struct terminal *terminal)
{
	uint64_t was = l->text.edge, further;

	pane_text_freeze(&l->text, terminal);
	further = l->text.edge - was; /* less when negative: it wraps around, and so back */
	l->top += further;
	l->cursor.line += further;
	l->before.line += further;
	if (l->selection.kind != SELECT_NOTHING) {
		l->selection.from.line += further;
		l->selection.to.line += further;
	}
	search_again(l);
	clamp(l);
	view_to_cursor(l);
}

void look_select(struct pane_look *l, enum selection_kind kind)
{
	if (l->selection.kind == kind)
		l->selection = (struct selection){ 0 };
	else if (l->selection.kind == SELECT_NOTHING)
		l->selection = (struct selection){ kind, l->cursor, l->cursor };
	else
		l->selection.kind = kind;
}

void look_search(struct pane_look *l, const char *words)
{
	search_run(&l->search, &l->text, words);
	l->search_due = false;
	l->searches++;
}

bool look_find(struct pane_look *l, const char *words, bool back, struct spot from, bool *ret_around)
{
	look_search(l, words);
	l->backward = back;
	if (!search_go(&l->search, &l->text, from, back, ret_around)) {
		look_go(l, from);
		return false;
	}
	look_go(l, l->search.items[l->search.current - 1].from);
	return true;
}

struct spot look_spot_at(const struct pane_look *l, int row, int col)
{
	struct spot spot = { l->top, 0 };

	row = row < 0 ? 0 : row >= l->rows ? l->rows - 1 : row;
	spot.line += (uint64_t)row;
	if (spot.line >= pane_text_end(&l->text))
		spot.line = pane_text_end(&l->text) - 1;
	spot.col = col < 0 ? 0 : col >= l->text.cols ? l->text.cols - 1 : col;
	return spot;
}
