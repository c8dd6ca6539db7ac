/*
 * painter — what changed on a canvas, as bytes for the terminal. Pure: a canvas in, bytes out; it remembers what the
 * terminal shows. Behind every character that is not ASCII the next one is placed absolutely, so that a terminal which
 * counts widths otherwise can spoil a cell but never shift a row.
 */
#ifndef UI_TUI_PAINTER_H
#define UI_TUI_PAINTER_H
#include <stdbool.h>

#include "core/base/text.h"
#include "ui/tui/canvas.h"
#include "ui/tui/terminfo.h"

#define PAINTER_COLORS 256
#define PAINTER_COLOR_BYTES 24

struct painter {
	const struct terminfo *terminal; /* borrowed */
	enum palette palette;
	bool ascii;           /* only ASCII can be shown */
	bool synchronized;    /* the terminal knows ?2026: a frame is shown at once */
	struct canvas shown;  /* what the terminal shows */
	bool whole;           /* the next frame is */
	struct look pen;
	bool pen_known;
	int row, col;         /* the terminal's cursor while painting; -1: not known */
	bool cursor_shown;
	int cursor_row, cursor_col;
	int cursor_style;     /* 0: the operator's own */
	struct text cells;    /* of the frame being made */
	char colors[2][PAINTER_COLORS][PAINTER_COLOR_BYTES]; /* fore- and background, made when first used */
};

void painter_size(struct painter *p, int rows, int cols); /* the next frame is whole */
void painter_clear(struct painter *p);
/* Appends what makes the terminal show c; nothing when it does already. c has the size of painter_size(), and where it was
   not touched since it settled, it is as in the frame before. */
void painter_frame(struct painter *p, const struct canvas *c, struct text *out);
/* Appends what gives the operator's own cursor back; nothing when it never was another. */
void painter_own_cursor(struct painter *p, struct text *out);
#endif
