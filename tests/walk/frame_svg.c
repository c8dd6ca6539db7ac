/*
 * frame_svg — the screen as SVG. Every run of plain characters is one text stretched to its columns, every other cell
 * stands at a place of its own, lines of boxes are drawn: whatever font is used, columns stay columns.
 */
#include <ctype.h>

#include "walk.h"

#define CELL_WIDTH 9
#define CELL_HEIGHT 19
#define BASELINE 14
#define MARGIN 10

/* Lines of boxes, as arms from the middle of the cell: up, right, down, left. */
static const struct {
	const char *bytes, *arms;
} boxes[] = {
	{ "─", "rl" }, { "│", "ud" }, { "┌", "rd" }, { "┐", "dl" }, { "└", "ur" }, { "┘", "ul" }, { "├", "urd" }, { "┤", "udl" },
	{ "┬", "rdl" }, { "┴", "url" }, { "┼", "urdl" }, { "╭", "rd" }, { "╮", "dl" }, { "╰", "ur" }, { "╯", "ul" }, { "╴", "l" },
	{ "╵", "u" }, { "╶", "r" }, { "╷", "d" },
};

static const char *box_arms(const char *bytes)
{
	for (size_t i = 0; i < COUNT_OF(boxes); i++) {
		if (strcmp(bytes, boxes[i].bytes) == 0)
			return boxes[i].arms;
	}
	return NULL;
}

static bool same_look(const struct cell *a, const struct cell *b)
{
	return a->foreground == b->foreground && a->background == b->background && a->bold == b->bold && a->underline == b->underline &&
	       a->italic == b->italic && a->strike == b->strike;
}

static bool is_plain(const struct cell *c)
{
	return c->bytes[0] && !c->bytes[1] && isprint((unsigned char)c->bytes[0]);
}

static void add_escaped(struct text *out, const char *bytes)
{
	for (; *bytes; bytes++) {
		if (*bytes == '<' || *bytes == '>' || *bytes == '&')
			text_add_format(out, "&#%d;", *bytes);
		else
			text_add_byte(out, *bytes);
	}
}

static void add_background(struct text *out, int row, int col, int cols, uint32_t colour)
{
	if (colour != screen_background())
		text_add_format(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%06x\"/>\n", MARGIN + col * CELL_WIDTH,
				MARGIN + row * CELL_HEIGHT, cols * CELL_WIDTH, CELL_HEIGHT, (unsigned)colour);
}

static void add_text(struct text *out, int row, int col, int cols, const struct cell *look, const char *bytes)
{
	text_add_format(out, "<text x=\"%d\" y=\"%d\" textLength=\"%d\" lengthAdjust=\"spacingAndGlyphs\" fill=\"#%06x\"%s%s%s%s>",
			MARGIN + col * CELL_WIDTH, MARGIN + row * CELL_HEIGHT + BASELINE, cols * CELL_WIDTH, (unsigned)look->foreground,
			look->bold ? " font-weight=\"bold\"" : "", look->italic ? " font-style=\"italic\"" : "",
			look->underline ? " text-decoration=\"underline\"" : "",
			look->strike && !look->underline ? " text-decoration=\"line-through\"" : "");
	add_escaped(out, bytes);
	text_add_string(out, "</text>\n");
}

static void add_box(struct text *out, int row, int col, const struct cell *look, const char *arms)
{
	double left = MARGIN + col * CELL_WIDTH, top = MARGIN + row * CELL_HEIGHT;
	double x = left + CELL_WIDTH / 2.0, y = top + CELL_HEIGHT / 2.0;

	text_add_string(out, "<path d=\"");
	for (; *arms; arms++) {
		double to_x = *arms == 'l' ? left : *arms == 'r' ? left + CELL_WIDTH : x;
		double to_y = *arms == 'u' ? top : *arms == 'd' ? top + CELL_HEIGHT : y;

		text_add_format(out, "M%g %gL%g %g", x, y, to_x, to_y);
	}
	text_add_format(out, "\" stroke=\"#%06x\" stroke-linecap=\"square\"/>\n", (unsigned)look->foreground);
}

/* One run that looks the same; returns the column behind it. */
static int add_run(const struct screen *s, struct text *out, int row, int col, int cols)
{
	CLEARED(text) struct text bytes = { 0 };
	struct cell first, next;
	int end = col + 1;

	screen_cell(s, row, col, &first);
	if (!is_plain(&first)) {
		const char *arms = box_arms(first.bytes);
		int width = first.width > 1 ? first.width : 1;

		add_background(out, row, col, width, first.background);
		if (arms)
			add_box(out, row, col, &first, arms);
		else if (first.bytes[0])
			add_text(out, row, col, width, &first, first.bytes);
		return col + width;
	}
	text_add_string(&bytes, first.bytes);
	for (screen_cell(s, row, end < cols ? end : col, &next); end < cols && is_plain(&next) && same_look(&first, &next);) {
		text_add_string(&bytes, next.bytes);
		if (++end < cols)
			screen_cell(s, row, end, &next);
	}
	add_background(out, row, col, end - col, first.background);
	if (strspn(text_c(&bytes), " ") != bytes.len || first.underline || first.strike)
		add_text(out, row, col, end - col, &first, text_c(&bytes));
	return end;
}

static void add_cursor(const struct screen *s, struct text *out)
{
	int row, col;

	if (screen_cursor(s, &row, &col))
		text_add_format(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#cdd9e5\" fill-opacity=\"0.45\"/>\n",
				MARGIN + col * CELL_WIDTH, MARGIN + row * CELL_HEIGHT, CELL_WIDTH, CELL_HEIGHT);
}

void frame_svg(const struct screen *s, struct text *out)
{
	int rows, cols;

	screen_size(s, &rows, &cols);
	text_add_format(out,
			"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"DejaVu Sans Mono, Menlo, "
			"Consolas, monospace\" font-size=\"15\" xml:space=\"preserve\">\n"
			"<rect width=\"100%%\" height=\"100%%\" rx=\"6\" fill=\"#%06x\"/>\n",
			cols * CELL_WIDTH + 2 * MARGIN, rows * CELL_HEIGHT + 2 * MARGIN, (unsigned)screen_background());
	for (int row = 0; row < rows; row++) {
		for (int col = 0; col < cols;)
			col = add_run(s, out, row, col, cols);
	}
	add_cursor(s, out);
	text_add_string(out, "</svg>\n");
}
