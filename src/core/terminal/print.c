/*
 * print — the screen as plain text.
 */
#include "core/base/text.h"
#include "core/terminal/engine.h"

static void codepoint_add(struct text *out, uint32_t codepoint)
{
	char bytes[4];

	text_add(out, bytes, utf8_encode(codepoint, bytes));
}

static void cell_add(struct text *out, const struct cell *cell)
{
	if (cell->width == 0)
		return;
	codepoint_add(out, cell->codepoint ? cell->codepoint : ' ');
	for (int i = 0; i < CELL_MARKS_MAX && cell->marks[i]; i++)
		codepoint_add(out, cell->marks[i]);
}

/* The row without the spaces at its end. */
static void row_add(const struct terminal *t, int row, struct text *out)
{
	size_t end = out->len;

	for (int col = 0; col < grid_peek(t, row)->used; col++) {
		struct cell cell;

		terminal_cell(t, row, col, &cell);
		cell_add(out, &cell);
		if ((cell.codepoint && cell.codepoint != ' ') || cell.marks[0])
			end = out->len;
	}
	out->len = end;
	if (out->bytes)
		out->bytes[end] = '\0';
}

void terminal_print(const struct terminal *t, struct text *out)
{
	size_t end = out->len;

	for (int row = 0; row < t->rows; row++) {
		size_t before;

		if (row)
			text_add_byte(out, '\n');
		before = out->len;
		row_add(t, row, out);
		if (out->len > before)
			end = out->len;
	}
	out->len = end;
	if (out->bytes)
		out->bytes[end] = '\0';
}
