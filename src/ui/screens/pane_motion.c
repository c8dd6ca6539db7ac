/*
 * pane_motion — how the cursor moves while looking back; see pane_look.h.
 */
#include "ui/screens/pane_look.h"

#define WORD_STEPS_MAX 100000

static int line_cols(const struct pane_look *l, uint64_t line)
{
	struct cell unused;

	return pane_text_cells(&l->text, line, &unused, 0);
}

static bool on_right_half(const struct pane_look *l, struct spot spot)
{
	struct cell cells[TERMINAL_COLS_MAX];
	int cols = pane_text_cells(&l->text, spot.line, cells, TERMINAL_COLS_MAX);

	return spot.col > 0 && spot.col < cols && cells[spot.col].width == 0;
}

/* To the beginning of the next word: over the rest of this one, then over blanks. */
static struct spot word_forward(const struct pane_look *l, struct spot spot)
{
	enum letter kind = letter_at(&l->text, spot);
	const struct spot from = spot;
	uint64_t line = spot.line;

	for (int i = 0; i < WORD_STEPS_MAX && spot_forward(&l->text, &spot); i++) {
		enum letter here = letter_at(&l->text, spot);
		bool new_line = spot.line != line && !pane_text_wrapped(&l->text, line);

		line = spot.line;
		if (here != LETTER_BLANK && (here != kind || new_line))
			return spot;
		kind = here;
	}
	return from;
}

/* To the beginning of this word, or of the one before. */
static struct spot word_back(const struct pane_look *l, struct spot spot)
{
	int i = 0;

	do {
		if (!spot_back(&l->text, &spot))
			return spot;
	} while (letter_at(&l->text, spot) == LETTER_BLANK && i++ < WORD_STEPS_MAX);
	return selection_word(&l->text, spot).from;
}

static struct spot up(const struct pane_look *l, struct spot spot, uint64_t by)
{
	uint64_t first = pane_text_first(&l->text);

	spot.line -= spot.line - first < by ? spot.line - first : by;
	return spot;
}

static struct spot down(const struct pane_look *l, struct spot spot, uint64_t by)
{
	uint64_t last = pane_text_end(&l->text) - 1;

	spot.line += last - spot.line < by ? last - spot.line : by;
	return spot;
}

static struct spot sideways(const struct pane_look *l, struct spot spot, int by)
{
	spot.col += by;
	if (on_right_half(l, spot))
		spot.col += by;
	return spot;
}

/* By pages the view moves and the cursor keeps its row in it. */
static void page(struct pane_look *l, bool back, uint64_t by)
{
	struct spot to = back ? up(l, l->cursor, by) : down(l, l->cursor, by);
	long rows = (long)by;

	look_scroll(l, back ? rows : -rows);
	look_go(l, to);
}

void look_move(struct pane_look *l, enum motion motion)
{
	uint64_t whole = l->rows > 2 ? (uint64_t)l->rows - 1 : 1, half = l->rows > 1 ? (uint64_t)l->rows / 2 : 1;
	struct spot at = l->cursor;
	int cols = line_cols(l, at.line);

	switch (motion) {
	case MOVE_LEFT: at = sideways(l, at, -1); break;
	case MOVE_RIGHT: at = sideways(l, at, 1); break;
	case MOVE_UP: at = up(l, at, 1); break;
	case MOVE_DOWN: at = down(l, at, 1); break;
	case MOVE_PAGE_UP: page(l, true, whole); return;
	case MOVE_PAGE_DOWN: page(l, false, whole); return;
	case MOVE_HALF_UP: page(l, true, half); return;
	case MOVE_HALF_DOWN: page(l, false, half); return;
	case MOVE_OLDEST: at = (struct spot){ pane_text_first(&l->text), 0 }; break;
	case MOVE_NEWEST: at = (struct spot){ pane_text_end(&l->text) - 1, 0 }; break;
	case MOVE_LINE_BEGIN: at.col = 0; break;
	case MOVE_LINE_END: at.col = cols > 0 ? cols - 1 : 0; break;
	case MOVE_WORD: at = word_forward(l, at); break;
	case MOVE_WORD_BACK: at = word_back(l, at); break;
	}
	look_go(l, at);
}
