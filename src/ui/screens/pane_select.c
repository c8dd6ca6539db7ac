/*
 * pane_select — see pane_select.h.
 */
#include "ui/screens/pane_select.h"

#include <limits.h>
#include <string.h>

#define WORD_CELLS_MAX 4096 /* a line without a blank is not walked to its end */

static void in_order(const struct selection *s, struct spot *ret_first, struct spot *ret_last)
{
	bool turned = spot_compare(s->from, s->to) > 0;

	*ret_first = turned ? s->to : s->from;
	*ret_last = turned ? s->from : s->to;
}

bool selection_span(const struct selection *s, uint64_t line, int *ret_from, int *ret_to)
{
	struct spot first, last;

	in_order(s, &first, &last);
	if (s->kind == SELECT_NOTHING || line < first.line || line > last.line)
		return false;
	*ret_from = 0;
	*ret_to = INT_MAX;
	if (s->kind == SELECT_BLOCK) {
		*ret_from = s->from.col < s->to.col ? s->from.col : s->to.col;
		*ret_to = (s->from.col < s->to.col ? s->to.col : s->from.col) + 1;
	} else if (s->kind == SELECT_CHARACTERS) {
		if (line == first.line)
			*ret_from = first.col;
		if (line == last.line)
			*ret_to = last.col + 1;
	}
	return true;
}

static void trim(struct text *out, size_t from)
{
	while (out->len > from && out->bytes[out->len - 1] == ' ')
		out->len--;
	if (out->bytes)
		out->bytes[out->len] = '\0';
}

static void cells_add(const struct pane_text *t, uint64_t line, int from, int to, struct text *out)
{
	struct cell cells[TERMINAL_COLS_MAX];
	int cols = pane_text_cells(t, line, cells, TERMINAL_COLS_MAX);

	if (from > 0 && from < cols && cells[from].width == 0)
		from--;
	for (int col = from; col < to && col < cols && col < TERMINAL_COLS_MAX; col++)
		cell_characters(&cells[col], out);
}

/* Whole lines, as most are, need no cells. */
static void whole_line_add(const struct pane_text *t, uint64_t line, struct text *out)
{
	CLEARED(text) struct text scratch = { 0 };
	size_t len;
	const char *bytes = pane_text_bytes(t, line, &scratch, &len);

	text_add(out, bytes, len);
}

/* What is chosen of one line, and the newline behind it unless the line goes on. */
static void line_add(const struct selection *s, const struct pane_text *t, uint64_t line, bool last, struct text *out)
{
	bool goes_on = s->kind != SELECT_BLOCK && pane_text_wrapped(t, line);
	size_t start = out->len;
	int from = 0, to = 0;

	(void)selection_span(s, line, &from, &to);
	if (from == 0 && to == INT_MAX)
		whole_line_add(t, line, out);
	else
		cells_add(t, line, from, to, out);
	if (!goes_on)
		trim(out, start);
	if (!goes_on && !last)
		text_add_byte(out, '\n');
}

bool selection_text(const struct selection *s, const struct pane_text *t, size_t limit, struct text *out)
{
	struct spot first, last;
	size_t start = out->len;

	in_order(s, &first, &last);
	if (s->kind == SELECT_NOTHING)
		return true;
	for (uint64_t line = first.line < pane_text_first(t) ? pane_text_first(t) : first.line; line <= last.line; line++) {
		line_add(s, t, line, line == last.line, out);
		if (out->len - start > limit) {
			out->len = start;
			out->bytes[start] = '\0';
			return false;
		}
	}
	if (s->kind == SELECT_LINES)
		text_add_byte(out, '\n');
	return true;
}

struct selection selection_all(const struct pane_text *t)
{
	uint64_t end = pane_text_end(t);

	return (struct selection){ SELECT_LINES, { pane_text_first(t), 0 }, { end > 0 ? end - 1 : 0, 0 } };
}

/* What a path, an address or an option is made of belongs together. */
static bool in_word(uint32_t codepoint)
{
	return codepoint >= 0x80 || (codepoint > ' ' && !strchr("\"'`()<>[]{}|,;", (int)codepoint));
}

enum letter letter_at(const struct pane_text *t, struct spot spot)
{
	struct cell cells[TERMINAL_COLS_MAX];
	int cols = pane_text_cells(t, spot.line, cells, TERMINAL_COLS_MAX);

	if (spot.col >= cols || spot.col < 0)
		return LETTER_BLANK;
	if (cells[spot.col].width == 0 && spot.col > 0)
		spot.col--;
	if (cells[spot.col].codepoint == 0 || cells[spot.col].codepoint == ' ')
		return LETTER_BLANK;
	return in_word(cells[spot.col].codepoint) ? LETTER_WORD : LETTER_OTHER;
}

static int last_col(const struct pane_text *t, uint64_t line)
{
	struct cell unused;
	int cols = pane_text_cells(t, line, &unused, 0);

	return cols > 0 ? cols - 1 : 0;
}

bool spot_forward(const struct pane_text *t, struct spot *spot)
{
	if (spot->col < last_col(t, spot->line)) {
		spot->col++;
		return true;
	}
	if (spot->line + 1 >= pane_text_end(t))
		return false;
	*spot = (struct spot){ spot->line + 1, 0 };
	return true;
}

bool spot_back(const struct pane_text *t, struct spot *spot)
{
	if (spot->col > 0) {
		spot->col--;
		return true;
	}
	if (spot->line <= pane_text_first(t))
		return false;
	*spot = (struct spot){ spot->line - 1, last_col(t, spot->line - 1) };
	return true;
}

/* The same word goes on in another line only where the line was wrapped. */
static bool joined(const struct pane_text *t, struct spot a, struct spot b)
{
	return a.line == b.line || pane_text_wrapped(t, a.line < b.line ? a.line : b.line);
}

static struct spot word_edge(const struct pane_text *t, struct spot spot, bool (*step)(const struct pane_text *, struct spot *))
{
	enum letter kind = letter_at(t, spot);
	struct spot next = spot;

	for (int i = 0; i < WORD_CELLS_MAX && step(t, &next); i++) {
		if (!joined(t, spot, next) || letter_at(t, next) != kind)
			break;
		spot = next;
	}
	return spot;
}

struct selection selection_word(const struct pane_text *t, struct spot spot)
{
	return (struct selection){ SELECT_CHARACTERS, word_edge(t, spot, spot_back), word_edge(t, spot, spot_forward) };
}
