/*
 * document — see document.h.
 */
#include "ui/screens/document.h"

#include <limits.h>
#include <stdarg.h>

#include "core/base/mem.h"

#define LABEL_COLS 16
#define ROWS_MAX 100000

void document_clear(struct document *d)
{
	for (size_t i = 0; i < d->count; i++) {
		free(d->lines[i].label);
		free(d->lines[i].value);
	}
	free(d->lines);
	memset(d, 0, sizeof *d);
}

static void add(struct document *d, char *label, char *value, enum role role)
{
	if (d->count == d->room) {
		d->room = d->room ? 2 * d->room : 32;
		d->lines = mem_grow(d->lines, d->room, sizeof *d->lines);
	}
	d->lines[d->count++] = (struct document_line){ label, value, role };
}

void document_heading(struct document *d, const char *words)
{
	if (d->count > 0)
		add(d, NULL, str_copy(""), ROLE_TEXT);
	add(d, str_copy(words), NULL, ROLE_HEADING);
}

void document_line(struct document *d, const char *label, enum role role, const char *value)
{
	if (value)
		add(d, str_copy(label), str_copy(value), role);
}

void document_format(struct document *d, const char *label, enum role role, const char *fmt, ...)
{
	char value[4096];
	va_list args;

	va_start(args, fmt);
	(void)vsnprintf(value, sizeof value, fmt, args);
	va_end(args);
	document_line(d, label, role, value);
}

void document_text(struct document *d, const char *text, size_t len)
{
	while (len > 0) {
		const char *end = memchr(text, '\n', len);
		size_t line = end ? (size_t)(end - text) : len;

		add(d, NULL, str_copy_n(text, line), ROLE_TEXT);
		len -= line + (end ? 1 : 0);
		text += line + (end ? 1 : 0);
	}
}

/* Without any label the page is a plain text and begins at the edge. */
static int label_cols(const struct document *d)
{
	for (size_t i = 0; i < d->count; i++)
		if (d->lines[i].label && d->lines[i].value)
			return LABEL_COLS;
	return 0;
}

static struct rect value_area(const struct document *d, struct rect area)
{
	return rect_right(area, label_cols(d) + 1);
}

static int rows_of(const struct document *d, size_t at, struct rect area)
{
	struct rect value = value_area(d, area);
	int rows;

	if (!d->lines[at].value || !d->lines[at].value[0])
		return 1;
	rows = canvas_wrap(NULL, value, ROLE_TEXT, d->lines[at].value);
	return rows > 0 ? rows : 1;
}

static int rows_in_all(const struct document *d, struct rect area)
{
	int rows = 0;

	for (size_t i = 0; i < d->count && rows < ROWS_MAX; i++)
		rows += rows_of(d, i, area);
	return rows;
}

bool document_act(struct document *d, enum action action, struct rect area)
{
	const struct { enum action action; int by; } steps[] = {
		{ ACTION_UP, -1 }, { ACTION_DOWN, 1 }, { ACTION_PAGE_UP, 1 - area.rows }, { ACTION_PAGE_DOWN, area.rows - 1 },
		{ ACTION_FIRST, -ROWS_MAX }, { ACTION_LAST, ROWS_MAX },
	};
	int last = rows_in_all(d, area) - area.rows;

	for (size_t i = 0; i < COUNT_OF(steps); i++) {
		if (steps[i].action != action)
			continue;
		d->top += steps[i].by;
		if (d->top > last)
			d->top = last;
		if (d->top < 0)
			d->top = 0;
		return true;
	}
	return false;
}

/* The lower rows of a line whose upper ones are scrolled away. */
static void draw_rest(const struct document_line *line, struct canvas *c, struct rect value, int rows, int skipped)
{
	struct canvas whole = { 0 };

	canvas_size(&whole, rows, value.cols);
	(void)canvas_wrap(&whole, canvas_rect(&whole), line->role, line->value);
	for (int row = skipped; row < rows && row - skipped < value.rows; row++)
		memcpy(&c->cells[(value.row + row - skipped) * c->cols + value.col], &whole.cells[row * whole.cols],
		       (size_t)value.cols * sizeof whole.cells[0]);
	canvas_clear(&whole);
}

static void draw_line(const struct document *d, size_t at, struct canvas *c, struct rect area, int row)
{
	const struct document_line *line = &d->lines[at];
	struct rect value = value_area(d, area);
	int skipped = row < area.row ? area.row - row : 0;

	if (line->label && skipped == 0)
		(void)canvas_fit(c, area, row, area.col + 1, line->value ? LABEL_COLS - 1 : area.cols,
				 line->value ? ROLE_LABEL : line->role, line->label);
	if (!line->value)
		return;
	if (skipped > 0) {
		draw_rest(line, c, value, rows_of(d, at, area), skipped);
		return;
	}
	value.row = row;
	value.rows = area.row + area.rows - row;
	(void)canvas_wrap(c, value, line->role, line->value);
}

void document_draw(const struct document *d, struct canvas *c, struct rect area)
{
	int row = area.row - d->top;

	for (size_t i = 0; i < d->count && row < area.row + area.rows; i++) {
		int rows = rows_of(d, i, area);

		if (row + rows > area.row)
			draw_line(d, i, c, area, row);
		row += rows;
	}
}
