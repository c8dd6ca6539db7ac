/*
 * pane_text — see pane_text.h.
 */
#include "ui/screens/pane_text.h"

#include <string.h>

#include "core/base/mem.h"

#define LINKS_COUNT (UINT16_MAX + 1u)

int spot_compare(struct spot spot, struct spot other)
{
	if (spot.line != other.line)
		return spot.line < other.line ? -1 : 1;
	return (spot.col > other.col) - (spot.col < other.col);
}

void pane_text_clear(struct pane_text *t)
{
	for (size_t i = 0; t->links && i < LINKS_COUNT; i++)
		free(t->links[i]);
	free(t->links);
	free(t->cells);
	free(t->wrapped);
	*t = (struct pane_text){ 0 };
}

/* The terminal may give a number to another address while the copy is looked at. */
static void keep_link(struct pane_text *t, uint16_t link)
{
	if (!t->links)
		t->links = mem_new(LINKS_COUNT, sizeof *t->links);
	if (!t->links[link])
		t->links[link] = str_copy(terminal_link(t->terminal, link));
}

static void copy_row(struct pane_text *t, int row)
{
	for (int col = 0; col < t->cols; col++) {
		struct cell *cell = &t->cells[row * t->cols + col];

		terminal_cell(t->terminal, row, col, cell);
		if (cell->link)
			keep_link(t, cell->link);
	}
}

void pane_text_freeze(struct pane_text *t, const struct terminal *terminal)
{
	pane_text_clear(t);
	t->terminal = terminal;
	t->rows = terminal_rows(terminal);
	t->cols = terminal_cols(terminal);
	t->edge = terminal_scrollback_dropped(terminal) + terminal_scrollback_lines(terminal);
	t->cells = mem_new((size_t)t->rows * (size_t)t->cols, sizeof *t->cells);
	t->wrapped = mem_new((size_t)t->rows, sizeof *t->wrapped);
	for (int row = 0; row < t->rows; row++) {
		copy_row(t, row);
		t->wrapped[row] = terminal_row_wrapped(terminal, row);
	}
}

uint64_t pane_text_first(const struct pane_text *t)
{
	uint64_t dropped = t->terminal ? terminal_scrollback_dropped(t->terminal) : 0;

	return dropped < t->edge ? dropped : t->edge;
}

uint64_t pane_text_end(const struct pane_text *t)
{
	return t->edge + (uint64_t)t->rows;
}

bool pane_text_has(const struct pane_text *t, uint64_t line)
{
	return line >= pane_text_first(t) && line < pane_text_end(t);
}

/* The scrollback counts from its newest line. */
static size_t back_index(const struct pane_text *t, uint64_t line)
{
	return (size_t)(terminal_scrollback_dropped(t->terminal) + terminal_scrollback_lines(t->terminal) - 1 - line);
}

static const struct cell *row_cells(const struct pane_text *t, uint64_t line)
{
	return &t->cells[(size_t)(line - t->edge) * (size_t)t->cols];
}

static bool is_blank(const struct cell *cell)
{
	return (cell->codepoint == 0 || cell->codepoint == ' ') && cell->width == 1 && !cell->marks[0];
}

static int row_used(const struct pane_text *t, uint64_t line)
{
	const struct cell *cells = row_cells(t, line);
	bool wrapped = t->wrapped[line - t->edge];
	int used = t->cols;

	/* Where a line goes on, a blank that was printed belongs to it. */
	while (used > 0 && is_blank(&cells[used - 1]) && cells[used - 1].style.bg.kind == COLOR_DEFAULT &&
	       !(wrapped && cells[used - 1].codepoint))
		used--;
	return used;
}

int pane_text_cells(const struct pane_text *t, uint64_t line, struct cell *ret_cells, int room)
{
	int cols;

	if (!pane_text_has(t, line))
		return 0;
	if (line < t->edge)
		return terminal_scrollback_cells(t->terminal, back_index(t, line), ret_cells, room);
	cols = row_used(t, line);
	for (int col = 0; col < cols && col < room; col++)
		ret_cells[col] = row_cells(t, line)[col];
	return cols;
}

bool pane_text_wrapped(const struct pane_text *t, uint64_t line)
{
	if (!pane_text_has(t, line))
		return false;
	if (line < t->edge)
		return terminal_scrollback_wrapped(t->terminal, back_index(t, line));
	return t->wrapped[line - t->edge] && line + 1 < pane_text_end(t);
}

const char *pane_text_link(const struct pane_text *t, struct spot spot)
{
	struct cell cells[TERMINAL_COLS_MAX];
	int cols = pane_text_cells(t, spot.line, cells, TERMINAL_COLS_MAX);
	uint16_t link = spot.col >= 0 && spot.col < cols ? cells[spot.col].link : 0;

	if (!link)
		return NULL;
	if (spot.line < t->edge)
		return terminal_link(t->terminal, link);
	return t->links ? t->links[link] : NULL;
}

void cell_characters(const struct cell *cell, struct text *out)
{
	char bytes[4];

	if (cell->width == 0)
		return;
	text_add(out, bytes, utf8_encode(cell->codepoint ? cell->codepoint : ' ', bytes));
	for (int i = 0; i < CELL_MARKS_MAX && cell->marks[i]; i++)
		text_add(out, bytes, utf8_encode(cell->marks[i], bytes));
}

const char *pane_text_bytes(const struct pane_text *t, uint64_t line, struct text *scratch, size_t *ret_len)
{
	text_empty(scratch);
	*ret_len = 0;
	if (!pane_text_has(t, line))
		return "";
	if (line < t->edge)
		return terminal_scrollback_text(t->terminal, back_index(t, line), ret_len);
	for (int col = 0, cols = row_used(t, line); col < cols; col++)
		cell_characters(&row_cells(t, line)[col], scratch);
	*ret_len = scratch->len;
	return text_c(scratch);
}

static uint64_t cols_of(const struct pane_text *t, uint64_t line)
{
	struct cell unused;

	return (uint64_t)pane_text_cells(t, line, &unused, 0);
}

struct anchor pane_text_anchor(const struct pane_text *t, struct spot spot)
{
	struct anchor anchor = { 0, (uint64_t)spot.col };

	for (uint64_t line = pane_text_first(t); line < spot.line; line++)
		anchor.nth += !pane_text_wrapped(t, line);
	for (uint64_t line = spot.line; line > pane_text_first(t) && pane_text_wrapped(t, line - 1); line--)
		anchor.offset += cols_of(t, line - 1);
	return anchor;
}

struct spot pane_text_spot(const struct pane_text *t, struct anchor anchor)
{
	uint64_t line = pane_text_first(t), end = pane_text_end(t);

	for (; anchor.nth > 0 && line + 1 < end; line++)
		anchor.nth -= !pane_text_wrapped(t, line);
	for (; pane_text_wrapped(t, line) && anchor.offset >= cols_of(t, line); line++)
		anchor.offset -= cols_of(t, line);
	if (anchor.offset >= (uint64_t)t->cols)
		anchor.offset = t->cols > 0 ? (uint64_t)t->cols - 1 : 0;
	return (struct spot){ line, (int)anchor.offset };
}
