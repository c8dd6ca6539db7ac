/*
 * chart — see chart.h.
 */
#include "ui/chart.h"

#define EIGHTHS 8u

/* How many eighths of a cell n is when most fills so many cells; rounded, but never to nothing. */
static size_t eighths_of(size_t n, size_t most, int cells)
{
	const size_t all = (size_t)cells * EIGHTHS;
	size_t eighths = most > 0 ? (size_t)((double)n * (double)all / (double)most + 0.5) : 0;

	if (n > 0 && eighths == 0)
		return 1;
	return eighths < all ? eighths : all;
}

void chart_bar(struct text *out, size_t n, size_t most, int cols, bool ascii)
{
	static const char *const parts[] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };
	const size_t eighths = eighths_of(n, most, cols);

	if (ascii) {
		for (size_t i = 0; i < (eighths + EIGHTHS - 1) / EIGHTHS; i++)
			text_add_byte(out, '#');
		return;
	}
	for (size_t i = 0; i < eighths / EIGHTHS; i++)
		text_add_string(out, "█");
	text_add_string(out, parts[eighths % EIGHTHS]);
}

const char *chart_cell(size_t n, size_t most, int row, int rows, bool ascii)
{
	static const char *const parts[] = { " ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	const size_t eighths = eighths_of(n, most, rows), below = (size_t)row * EIGHTHS;
	const size_t here = eighths > below ? eighths - below : 0;

	if (ascii)
		return here == 0 ? " " : here < EIGHTHS / 2 ? "." : here < EIGHTHS ? ":" : "#";
	return parts[here < EIGHTHS ? here : EIGHTHS];
}
