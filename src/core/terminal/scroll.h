/*
 * scroll — how the scrollback keeps lines; for scrollback.c, lines.c, recall.c and reflow.c alone.
 *
 *   block:  piece, piece, …                  oldest first; offsets[] says where each starts
 *   piece:  number(text bytes * 16 + flags) [number(columns) when MULTIBYTE] number(run bytes) text runs
 *   text:   UTF-8, one sequence for each code point of each cell that is not a right half; an empty cell is a space.
 *           TEXT_WIDE behind the first code point of a cell that is wider than that code point; TEXT_JOINED before a
 *           code point that has a width of its own and yet belongs to the cell before it
 *           (a piece with one of these is CODED)
 *   runs:   (number(columns) number(look))*  none when all is in the default look; look n is looks[n - 1] of the block,
 *           0 the default. Runs that are longer than the text are blanks at the end of the line
 *   number: seven bits a byte, low ones first, the top bit says that more follow
 *
 * A piece is what was one row of the screen when it left. A line is one or more pieces, all but the last WRAPPED; it is
 * laid out anew for the width that is asked for, within its block: where a line goes on in another block its row ends.
 */
#ifndef CORE_TERMINAL_SCROLL_H
#define CORE_TERMINAL_SCROLL_H
#include "core/terminal/engine.h"

enum { PIECE_WRAPPED = 1, PIECE_MULTIBYTE = 2, PIECE_WIDE = 4, PIECE_CODED = 8, PIECE_FLAGS = 16 };
enum { TEXT_JOINED = 1, TEXT_WIDE = 2 };

#define PIECE_HEAD_MAX 9u
#define PIECE_CELL_MAX (4u * (1 + CELL_MARKS_MAX) + CELL_MARKS_MAX + 1u + 5u) /* text and a run of its own */

struct block {
	uint8_t *bytes;
	uint16_t *offsets;
	struct look *looks;
	size_t used, room, count, offsets_room, n_looks, looks_room;
	size_t rows;  /* at the width the scrollback has now */
	int last_col; /* where the last row ends */
	bool open;    /* the last piece is WRAPPED */
	bool plain;   /* row n is piece n */
};

/* One piece being read: the next cells are at text, in the look of the run. */
struct piece {
	const struct block *block;
	const uint8_t *text, *text_end, *runs, *runs_end;
	size_t run;    /* columns left of it */
	unsigned look; /* in the block */
	int cols;      /* of all its text */
	unsigned flags;
};

/* lines.c */
size_t piece_encode(struct terminal *t, struct block *b, const struct row *row, int from, int to, bool wrapped); /* to scrollback.piece */
struct piece piece_open(const struct block *b, size_t at);
bool piece_next(struct piece *p, struct cell *ret);  /* false: the text is at its end */
bool piece_blank(struct piece *p, struct cell *ret); /* then: a blank at the end of the line */
int piece_skip(struct piece *p);                     /* the columns of the next cell, its look left alone; 0: at the end */
void piece_skip_looks(struct piece *p, int cols);

/* recall.c: b has one more piece, or is laid out from its start. */
void block_lay(struct block *b, size_t piece, int cols);
void block_lay_all(struct block *b, int cols);

/* scrollback.c */
size_t block_weight(const struct block *b);
void block_room_for_look(struct scrollback *s, struct block *b);
void scrollback_take(struct scrollback *s, size_t pieces); /* of the newest block, the newest ones */
#endif
