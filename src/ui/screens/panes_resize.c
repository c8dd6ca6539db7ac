/*
 * panes_resize — sizes are changed by moving one line between two neighbours; what comes of it is kept as weights.
 */
#include <string.h>

#include "core/base/mem.h"
#include "ui/screens/panes_layout.h"

/* So large that rounding gives the same sizes back for every place there can be. */
#define WEIGHT_OF_A_CELL 256

/* Moves by cells from sizes[at + 1] to sizes[at], or back; nobody falls below least. */
static bool move_line(int *sizes, size_t n, size_t at, int by, int least)
{
	int room;

	if (at + 1 >= n)
		return false;
	room = by > 0 ? sizes[at + 1] - least : sizes[at] - least;
	if (room <= 0)
		return false;
	if (by > room)
		by = room;
	if (by < -room)
		by = -room;
	sizes[at] += by;
	sizes[at + 1] -= by;
	return by != 0;
}

static void keep(const int *sizes, size_t n, int least, uint32_t *weights)
{
	for (size_t i = 0; i < n; i++)
		weights[i] = (uint32_t)(sizes[i] > least ? sizes[i] - least : 0) * WEIGHT_OF_A_CELL + 1;
}

static bool shift_below(struct layout_weights *w, const struct layout_plan *plan, size_t line, int by)
{
	size_t n = plan_lines(plan);
	int rows[PLACES_MAX];

	for (size_t i = 0; i < n; i++)
		rows[i] = plan->places[i * (size_t)plan->columns].rows;
	if (!move_line(rows, n, line, by, PLACE_ROWS_MIN))
		return false;
	keep(rows, n, PLACE_ROWS_MIN, w->high);
	return true;
}

static bool shift_beside(struct layout_weights *w, const struct layout_plan *plan, size_t line, size_t column, int by)
{
	size_t from = line * (size_t)plan->columns;
	size_t n = plan_in_line(plan, line);
	int cols[LINE_PLACES_MAX];

	for (size_t i = 0; i < n; i++)
		cols[i] = plan->places[from + i].cols;
	if (!move_line(cols, n, column, by, PLACE_COLS_MIN))
		return false;
	keep(cols, n, PLACE_COLS_MIN, w->wide[line]);
	return true;
}

bool layout_shift(struct arrangement *a, const struct layout_plan *plan, size_t place, bool below, int by)
{
	size_t at = place - plan->first;
	struct layout_weights *w = &a->weights[a->layout];

	if (a->zoomed || place < plan->first || at >= plan->shown)
		return false;
	if (below)
		return shift_below(w, plan, at / (size_t)plan->columns, by);
	return shift_beside(w, plan, at / (size_t)plan->columns, at % (size_t)plan->columns, by);
}

/* The place whose line is meant by an arrow: this one, or the one before it when nothing lies behind. */
static size_t holder(const struct layout_plan *plan, size_t place, bool below)
{
	size_t step = below ? (size_t)plan->columns : 1;
	size_t at = place - plan->first;
	bool last = below ? at / step + 1 >= plan_lines(plan)
			  : at % (size_t)plan->columns + 1 >= (size_t)plan->columns || at + 1 >= plan->shown;
	bool first = below ? at < step : at % (size_t)plan->columns == 0;

	if (!last)
		return place;
	return first ? PLACE_NONE : place - step;
}

bool layout_resize(struct arrangement *a, const struct layout_plan *plan, size_t place, enum direction direction, int by)
{
	bool below = direction == TO_UP || direction == TO_DOWN;
	size_t held = holder(plan, place, below);

	if (held == PLACE_NONE)
		return false;
	return layout_shift(a, plan, held, below, direction == TO_LEFT || direction == TO_UP ? -by : by);
}

void layout_even(struct arrangement *a)
{
	memset(&a->weights[a->layout], 0, sizeof a->weights[a->layout]);
}

/* Where a line meets the line behind a title, they are joined; a title's words stay whole. */
static const char *joint(const struct canvas *c, int row, int col, bool first)
{
	const struct canvas_cell *above = first ? NULL : canvas_at(c, row - 1, col);

	return above && above->cell.codepoint == 0x2502 ? "┼" : "┬";
}

static void close_below(struct canvas *c, struct rect all, int row, int col)
{
	const struct canvas_cell *cell = canvas_at(c, row, col);

	if (cell && cell->cell.codepoint == 0x2500 && row < all.row + all.rows)
		(void)canvas_text(c, all, row, col, (enum role)cell->role, "┴");
}

/* The lines beside the focus are in its colour, so that the eye finds its edges. */
void plan_dividers(const struct layout_plan *plan, size_t focus, struct canvas *c)
{
	for (size_t i = 0; i + 1 < plan->shown; i++) {
		struct rect r = plan->places[i], next = plan->places[i + 1];
		enum role role = focus == plan->first + i || focus == plan->first + i + 1 ? ROLE_ACCENT : ROLE_RULE;
		int col = r.col + r.cols;

		if (next.row != r.row)
			continue;
		r.cols++;
		canvas_divider(c, rect_below(r, 1), col, role);
		(void)canvas_text(c, r, r.row, col, role, joint(c, r.row, col, r.row == plan->area.row));
		close_below(c, plan->area, r.row + r.rows, col);
	}
}
