/*
 * frame — the screen as text: its rows, without blanks at their ends and without empty rows at the end.
 */
#include "walk.h"

void frame_text(const struct screen *s, struct text *out)
{
	int rows, cols;
	size_t filled = 0;

	screen_size(s, &rows, &cols);
	for (int row = 0; row < rows; row++) {
		size_t before = out->len;

		screen_row(s, row, out);
		if (out->len > before)
			filled = out->len + 1;
		text_add_byte(out, '\n');
	}
	if (out->len > filled) {
		out->len = filled;
		out->bytes[filled] = '\0';
	}
}
