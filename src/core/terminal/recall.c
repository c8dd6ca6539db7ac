/*
 * recall — scrollback lines read back as cells; the layout is drawn in scrollback.c. What is read here was written by
 * scrollback_push(), so nothing is checked twice.
 */
#include "core/base/text.h"
#include "core/terminal/engine.h"

static const uint8_t *number_get(const uint8_t *at, size_t *ret)
{
	size_t number = 0;
	unsigned shift = 0;

	for (; *at & 0x80; at++, shift += 7)
		number |= (size_t)(*at & 0x7F) << shift;
	*ret = number | (size_t)*at << shift;
	return at + 1;
}

static const uint8_t *color_get(const uint8_t *at, unsigned kind, struct color *ret)
{
	*ret = (struct color){ .kind = (uint8_t)kind };
	if (kind == COLOR_DEFAULT)
		return at;
	ret->r = *at++;
	if (kind == COLOR_RGB) {
		ret->g = *at++;
		ret->b = *at++;
	}
	return at;
}

static const uint8_t *style_get(const uint8_t *at, struct style_info *ret)
{
	unsigned kinds = *at++;

	at = color_get(at, kinds & 3, &ret->fg);
	at = color_get(at, kinds >> 2 & 3, &ret->bg);
	at = color_get(at, kinds >> 4 & 3, &ret->underline);
	ret->attrs = 0;
	if (kinds >> 6)
		ret->attrs = *at++;
	if (kinds >> 6 == 2)
		ret->attrs = (uint16_t)(ret->attrs | *at++ << 8);
	return at;
}

static void mark_add(struct cell *cell, uint32_t mark)
{
	for (int i = 0; i < CELL_MARKS_MAX; i++) {
		if (cell->marks[i])
			continue;
		cell->marks[i] = mark;
		return;
	}
}

/* Returns the columns of the whole text; cells from room on are counted and not written. */
static int text_recall(const uint8_t *text, size_t len, struct cell *ret_cells, int room)
{
	int cols = 0, base = -1;

	for (size_t at = 0; at < len;) {
		uint32_t codepoint = 0;
		size_t used = utf8_decode((const char *)text + at, len - at, &codepoint);
		int width = terminal_width(codepoint);

		at += used ? used : 1;
		if (width == 0) {
			if (base >= 0 && base < room)
				mark_add(&ret_cells[base], codepoint);
			continue;
		}
		base = cols;
		if (cols < room)
			ret_cells[cols] = (struct cell){ .codepoint = codepoint, .width = (uint8_t)width };
		if (width == 2 && cols + 1 < room)
			ret_cells[cols + 1] = (struct cell){ 0 };
		cols += width;
	}
	return cols;
}

static void runs_recall(const uint8_t *at, const uint8_t *end, struct cell *ret_cells, int room)
{
	int col = 0;

	while (at < end) {
		struct style_info style;
		size_t cells;

		at = style_get(number_get(at, &cells), &style);
		for (; cells > 0; cells--, col++)
			if (col < room)
				ret_cells[col].style = style;
	}
}

int terminal_scrollback_cells(const struct terminal *t, size_t line, struct cell *ret_cells, int room)
{
	const uint8_t *at = scrollback_line(&t->scrollback, line);
	size_t text, runs;
	int cols;

	if (!at)
		return 0;
	at = number_get(number_get(at, &text), &runs);
	text /= 2;
	cols = text_recall(at, text, ret_cells, room);
	runs_recall(at + text, at + text + runs, ret_cells, room < cols ? room : cols);
	/* A wide cell whose right half has no room is not half drawn. */
	if (room > 0 && room < cols && ret_cells[room - 1].width == 2)
		ret_cells[room - 1] = (struct cell){ .width = 1, .style = ret_cells[room - 1].style };
	return cols;
}

const char *terminal_scrollback_text(const struct terminal *t, size_t line, size_t *ret_len)
{
	const uint8_t *at = scrollback_line(&t->scrollback, line);
	size_t text = 0, runs;

	if (at)
		at = number_get(number_get(at, &text), &runs);
	*ret_len = text / 2;
	return (const char *)at;
}

bool terminal_scrollback_wrapped(const struct terminal *t, size_t line)
{
	const uint8_t *at = scrollback_line(&t->scrollback, line);
	size_t text = 0;

	if (at)
		(void)number_get(at, &text);
	return text & 1;
}
