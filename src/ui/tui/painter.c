/*
 * painter — rows compared, cells that differ placed and written.
 */
#include "ui/tui/painter.h"

#include <assert.h>
#include <string.h>
#include <wchar.h>

#include "core/base/sanitize.h"
#include "ui/tui/glyphs.h"
#include "ui/tui/pen.h"

#define DOUBT_COLS 2       /* a character whose width is disputed may cover this much */
#define DOUBT_COLS_JOINED 8 /* and one that is joined of several, this */
#define GAP_COLS_MAX 4      /* unchanged cells that are written again rather than jumped over */
#define CLEAR_COLS_MIN 6   /* fewer blanks at the end of a row are written */
#define SYNCHRONIZED_BEGIN "\033[?2026h"
#define SYNCHRONIZED_END "\033[?2026l"

void painter_size(struct painter *p, int rows, int cols)
{
	canvas_size(&p->shown, rows, cols);
	p->whole = true;
}

void painter_clear(struct painter *p)
{
	canvas_clear(&p->shown);
	text_clear(&p->cells);
}

static struct look cell_look(const struct painter *p, const struct canvas_cell *cell)
{
	if (cell->explicit_style)
		return theme_style(p->palette, &cell->cell.style);
	return theme_role(p->palette, (enum role)cell->role);
}

/* Does it look like a cell that was never written to? */
static bool is_bare(const struct painter *p, const struct canvas_cell *cell)
{
	const uint16_t visible = ATTR_UNDERLINE | ATTR_REVERSE | ATTR_STRIKE | ATTR_UNDERCURL | ATTR_DOUBLE | ATTR_OVERLINE;
	struct look look;

	if ((cell->cell.codepoint != 0 && cell->cell.codepoint != ' ') || cell->cell.width != 1 || cell->cell.marks[0])
		return false;
	look = cell_look(p, cell);
	return look.bg == -1 && !(look.attrs & visible);
}

static bool same_style(const struct style_info *a, const struct style_info *b)
{
	return memcmp(&a->fg, &b->fg, sizeof a->fg) == 0 && memcmp(&a->bg, &b->bg, sizeof a->bg) == 0 &&
	       memcmp(&a->underline, &b->underline, sizeof a->underline) == 0 && a->attrs == b->attrs;
}

static bool same(const struct painter *p, const struct canvas_cell *a, const struct canvas_cell *b)
{
	if (is_bare(p, a) && is_bare(p, b))
		return true;
	if (a->cell.codepoint != b->cell.codepoint || a->cell.width != b->cell.width || a->explicit_style != b->explicit_style ||
	    memcmp(a->cell.marks, b->cell.marks, sizeof a->cell.marks) != 0)
		return false;
	return a->explicit_style ? same_style(&a->cell.style, &b->cell.style) : a->role == b->role;
}

/* Columns right of and including this cell that may look otherwise than we think once it is written or written over. */
static int doubt(const struct painter *p, const struct cell *cell)
{
	if (p->ascii || cell->codepoint < 0x80)
		return cell->marks[0] ? DOUBT_COLS : 0;
	if (cell->marks[0] && cell->marks[1])
		return DOUBT_COLS_JOINED;
	return cell->marks[0] || wcwidth((wchar_t)cell->codepoint) != cell->width ? DOUBT_COLS : 0;
}

static void place(struct painter *p, int row, int col)
{
	bool in_row = p->row == row && terminfo_has(p->terminal, CAPABILITY_COLUMN);

	if (p->row == row && p->col == col)
		return;
	if (in_row)
		terminfo_add_with(p->terminal, CAPABILITY_COLUMN, col, 0, &p->cells);
	else
		terminfo_add_with(p->terminal, CAPABILITY_PLACE, row, col, &p->cells);
	p->row = row;
	p->col = col;
}

static void write_ascii(struct painter *p, const struct cell *cell, bool hidden)
{
	char glyph = glyph_ascii(cell->codepoint ? cell->codepoint : ' ');

	for (int i = 0; i < cell->width; i++)
		text_add_byte(&p->cells, hidden ? ' ' : glyph);
	p->col += cell->width;
}

static void add_character(struct text *out, uint32_t codepoint)
{
	char bytes[4];

	text_add(out, bytes, utf8_encode(codepoint, bytes));
}

/* Where libc does not know the character as wide, the terminal may not either: its right half is blanked first. */
static void write_unicode(struct painter *p, const struct cell *cell)
{
	if (cell->width == 2 && doubt(p, cell)) {
		int row = p->row, col = p->col;

		text_add_string(&p->cells, "  ");
		p->col = -1;
		place(p, row, col);
	}
	add_character(&p->cells, cell->codepoint);
	for (int i = 0; i < CELL_MARKS_MAX && cell->marks[i]; i++)
		if (sanitize_may_draw(cell->marks[i]))
			add_character(&p->cells, cell->marks[i]);
	p->col = -1;
}

static void write_cell(struct painter *p, const struct canvas_cell *cell, int row, int col)
{
	struct look look = cell_look(p, cell);
	bool hidden = (look.attrs & ATTR_HIDDEN) && !terminfo_has(p->terminal, CAPABILITY_HIDDEN);
	bool plain = p->ascii || hidden || (cell->cell.codepoint < 0x80 && !cell->cell.marks[0]);

	if (p->terminal->scrolls_at_end && row == p->shown.rows - 1 && col + cell->cell.width == p->shown.cols)
		return;
	place(p, row, col);
	pen_set(p, &look);
	if (plain || !sanitize_may_draw(cell->cell.codepoint))
		write_ascii(p, &cell->cell, hidden || !sanitize_may_draw(cell->cell.codepoint));
	else
		write_unicode(p, &cell->cell);
	if (col + cell->cell.width + DOUBT_COLS >= p->shown.cols)
		p->row = p->col = -1; /* at the margin terminals differ */
}

static bool same_look(const struct look *a, const struct look *b)
{
	return a->fg == b->fg && a->bg == b->bg && a->underline == b->underline && a->attrs == b->attrs;
}

/* Can it be written as it is, with the pen as it is? */
static bool fits_pen(const struct painter *p, const struct canvas_cell *cell)
{
	static const struct look bare = { -1, -1, -1, 0 };
	struct look look = cell_look(p, cell);
	uint32_t codepoint = cell->cell.codepoint;

	if (is_bare(p, cell) && same_look(&p->pen, &bare))
		return true;
	return codepoint >= ' ' && codepoint < 0x7f && !cell->cell.marks[0] && same_look(&look, &p->pen);
}

/* A few unchanged cells before col are shorter than a jump. */
static void close_gap(struct painter *p, const struct canvas *c, int row, int col)
{
	if (p->row != row || p->col < 0 || col <= p->col || col - p->col > GAP_COLS_MAX || !p->pen_known)
		return;
	for (int at = p->col; at < col; at++)
		if (!fits_pen(p, canvas_at(c, row, at)))
			return;
	while (p->col < col)
		write_ascii(p, &canvas_at(c, row, p->col)->cell, false);
}

/* The first column from which the row is bare to its end; cols when that is not worth a word. */
static int bare_from(const struct painter *p, const struct canvas *c, int row)
{
	int from = c->cols;

	while (from > 0 && is_bare(p, canvas_at(c, row, from - 1)))
		from--;
	return c->cols - from >= CLEAR_COLS_MIN && terminfo_has(p->terminal, CAPABILITY_CLEAR_LINE) ? from : c->cols;
}

static void clear_rest(struct painter *p, int row, int col)
{
	static const struct look bare = { -1, -1, -1, 0 };

	place(p, row, col);
	pen_set(p, &bare);
	terminfo_add(p->terminal, CAPABILITY_CLEAR_LINE, &p->cells);
}

static void paint_row(struct painter *p, const struct canvas *c, int row)
{
	const int bare = bare_from(p, c, row);
	int doubtful_until = 0;

	for (int col = 0; col < c->cols; col++) {
		const struct canvas_cell *to = canvas_at(c, row, col), *from = canvas_at(&p->shown, row, col);
		int reach = doubt(p, &to->cell) > doubt(p, &from->cell) ? doubt(p, &to->cell) : doubt(p, &from->cell);

		if (to->cell.width == 0 || (col >= doubtful_until && same(p, to, from)))
			continue;
		if (col >= bare) {
			clear_rest(p, row, col);
			break;
		}
		close_gap(p, c, row, col);
		write_cell(p, to, row, col);
		if (reach && col + reach > doubtful_until)
			doubtful_until = col + reach;
	}
	memcpy(&p->shown.cells[row * c->cols], &c->cells[row * c->cols], (size_t)c->cols * sizeof *c->cells);
}

/* Member by member: what lies between members is nobody's. */
static bool identical(const struct canvas_cell *a, const struct canvas_cell *b)
{
	return a->cell.codepoint == b->cell.codepoint && a->cell.width == b->cell.width && a->role == b->role &&
	       a->explicit_style == b->explicit_style && memcmp(a->cell.marks, b->cell.marks, sizeof a->cell.marks) == 0 &&
	       same_style(&a->cell.style, &b->cell.style);
}

static bool row_same(const struct canvas *a, const struct canvas *b, int row)
{
	for (int col = 0; col < a->cols; col++)
		if (!identical(&a->cells[row * a->cols + col], &b->cells[row * b->cols + col]))
			return false;
	return true;
}

static void begin_whole(struct painter *p)
{
	p->pen_known = false;
	p->pen = (struct look){ -1, -1, -1, 0 };
	terminfo_add(p->terminal, CAPABILITY_PLAIN, &p->cells);
	terminfo_add(p->terminal, CAPABILITY_CLEAR, &p->cells);
	p->pen_known = true;
	canvas_empty(&p->shown);
}

static bool cursor_same(const struct painter *p, const struct canvas *c)
{
	return p->cursor_shown == c->cursor_shown &&
	       (!c->cursor_shown ||
		(p->cursor_row == c->cursor_row && p->cursor_col == c->cursor_col && p->cursor_style == c->cursor_style));
}

/* Number 0 asks for what the terminal was set up with; the string that descriptions have for it is often a fixed shape. */
static void set_cursor_style(struct painter *p, int style, struct text *out)
{
	if (style != p->cursor_style)
		terminfo_add_with(p->terminal, CAPABILITY_CURSOR_SHAPE, style, 0, out);
	p->cursor_style = style;
}

void painter_own_cursor(struct painter *p, struct text *out)
{
	set_cursor_style(p, 0, out);
}

static void end_with_cursor(struct painter *p, const struct canvas *c, struct text *out)
{
	if (c->cursor_shown)
		terminfo_add_with(p->terminal, CAPABILITY_PLACE, c->cursor_row, c->cursor_col, out);
	if (c->cursor_shown) {
		set_cursor_style(p, c->cursor_style, out);
		terminfo_add(p->terminal, CAPABILITY_CURSOR_SHOW, out);
	}
	p->cursor_shown = c->cursor_shown;
	p->cursor_row = c->cursor_row;
	p->cursor_col = c->cursor_col;
}

void painter_frame(struct painter *p, const struct canvas *c, struct text *out)
{
	bool whole = p->whole;

	assert(p->shown.rows == c->rows && p->shown.cols == c->cols);
	text_empty(&p->cells);
	p->row = p->col = -1;
	if (whole)
		begin_whole(p);
	for (int row = whole ? 0 : c->touched_from; row < (whole ? c->rows : c->touched_to); row++)
		if (!row_same(&p->shown, c, row))
			paint_row(p, c, row);
	p->whole = false;
	if (p->cells.len == 0 && cursor_same(p, c))
		return;
	if (p->synchronized)
		text_add_string(out, SYNCHRONIZED_BEGIN);
	if (p->cursor_shown || whole)
		terminfo_add(p->terminal, CAPABILITY_CURSOR_HIDE, out);
	text_add(out, p->cells.bytes, p->cells.len);
	end_with_cursor(p, c, out);
	if (p->synchronized)
		text_add_string(out, SYNCHRONIZED_END);
}
