/*
 * table — rows of cells as text in fixed columns.
 */
#include "ui/table.h"

#include <assert.h>

#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "core/terminal/terminal.h"

#define ELLIPSIS "…"
#define COLUMNS_MAX 16
#define GAP_COLS 2

/* The bytes of clean that fit into cols columns; *ret_cols is what they take. */
static size_t bytes_within(const char *clean, int cols, int *ret_cols)
{
	const size_t len = strlen(clean);
	struct terminal_walk walk = { 0 };
	size_t at = 0, start = 0;
	int taken = 0;

	*ret_cols = 0;
	while (at < len) {
		uint32_t codepoint = 0;
		size_t used = utf8_decode(clean + at, len - at, &codepoint);
		int width = terminal_walk(&walk, codepoint);

		if (!walk.joins) {
			*ret_cols = taken;
			start = at;
		}
		if (taken + width > cols)
			return start;
		taken += width;
		at += used ? used : 1;
	}
	*ret_cols = taken;
	return at;
}

int words_cols(const char *clean)
{
	int cols;

	(void)bytes_within(clean, 1 << 20, &cols);
	return cols;
}

static char *cut(const char *clean, int most_cols)
{
	int cols;
	size_t len;

	if (most_cols == 0 || words_cols(clean) <= most_cols)
		return str_copy(clean);
	len = bytes_within(clean, most_cols - 1, &cols);
	return str_format("%.*s" ELLIPSIS, (int)len, clean);
}

void table_add(struct table *t, const char *cell)
{
	OWNED_MEM char *clean = sanitize_copy(cell);

	assert(t->n_columns > 0);
	strlist_take(&t->cells, cut(clean, t->columns[t->cells.count % t->n_columns].most_cols));
}

static void measure(const struct table *t, int *widths)
{
	assert(t->n_columns > 0 && t->n_columns <= COLUMNS_MAX);
	for (size_t c = 0; c < t->n_columns; c++)
		widths[c] = words_cols(t->columns[c].title);
	for (size_t i = 0; i < t->cells.count; i++) {
		int cols = words_cols(t->cells.items[i]);

		if (cols > widths[i % t->n_columns])
			widths[i % t->n_columns] = cols;
	}
}

static void pad(struct text *out, int cols)
{
	for (; cols > 0; cols--)
		text_add_byte(out, ' ');
}

/* Spaces are only written in front of something, so a line never ends with them. */
static void add_line(const struct table *t, const int *widths, const char *const *cells, struct text *out)
{
	int owed = 0;

	for (size_t c = 0; c < t->n_columns; c++) {
		int spare = widths[c] - words_cols(cells[c]);

		if (t->columns[c].right)
			owed += spare;
		if (*cells[c]) {
			pad(out, owed);
			owed = 0;
			text_add_string(out, cells[c]);
		}
		owed += GAP_COLS + (t->columns[c].right ? 0 : spare);
	}
	text_add_byte(out, '\n');
}

void table_print(const struct table *t, struct text *out)
{
	int widths[COLUMNS_MAX];
	const char *cells[COLUMNS_MAX];

	measure(t, widths);
	for (size_t c = 0; c < t->n_columns; c++)
		cells[c] = t->columns[c].title;
	add_line(t, widths, cells, out);
	for (size_t row = 0; (row + 1) * t->n_columns <= t->cells.count; row++) {
		for (size_t c = 0; c < t->n_columns; c++)
			cells[c] = t->cells.items[row * t->n_columns + c];
		add_line(t, widths, cells, out);
	}
}

void table_clear(struct table *t)
{
	strlist_clear(&t->cells);
}
