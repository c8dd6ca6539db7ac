/*
 * chart — counts as bars of eighth blocks. A bar begins at nothing; what is there at all is never drawn as nothing.
 */
#ifndef UI_CHART_H
#define UI_CHART_H
#include <stdbool.h>
#include <stddef.h>

#include "core/base/text.h"

/* A horizontal bar of at most cols columns, as long as n is of most; appends. ascii: of whole columns of '#'. */
void chart_bar(struct text *out, size_t n, size_t most, int cols, bool ascii);
/* One cell of an upright bar: row counts from 0 at the bottom of rows; static, one column wide. */
const char *chart_cell(size_t n, size_t most, int row, int rows, bool ascii);
#endif
