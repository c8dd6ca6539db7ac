/*
 * table — rows of cells as text in fixed columns, two spaces apart, by display width. Every cell is sanitized when it is
 * added, so anything may be put in.
 */
#ifndef UI_TABLE_H
#define UI_TABLE_H
#include <stdbool.h>
#include <stddef.h>

#include "core/base/strlist.h"
#include "core/base/text.h"

struct table_column {
	const char *title;
	int most_cols; /* longer cells are cut and end with an ellipsis; 0: never cut */
	bool right;    /* numbers right, words left */
};

/* columns is borrowed; cells are kept row by row. Zero cells is a table with its titles only. */
struct table {
	const struct table_column *columns;
	size_t n_columns;
	struct strlist cells;
};

int words_cols(const char *clean);               /* display width of sanitized UTF-8 */
void table_add(struct table *t, const char *cell); /* the next cell; NULL is empty */
void table_print(const struct table *t, struct text *out); /* titles and rows, one line each, no trailing spaces */
void table_clear(struct table *t);
#endif
