/*
 * panes_layout — see panes_layout.h.
 */
#include "ui/screens/panes_layout.h"

#include "core/base/mem.h"

#define GOOD_ROWS 24
#define GOOD_COLS 80
#define GAP_COST 1000

const char *layout_word(enum panes_layout layout)
{
#define X(id, word) [LAYOUT_##id] = word,
	static const char *const words[LAYOUT_COUNT] = { LAYOUTS(X) };
#undef X

	return words[layout];
}

static int at_least(int value, int least)
{
	return value > least ? value : least;
}

static int columns_most(struct rect area)
{
	int fitting = (area.cols + 1) / (PLACE_COLS_READABLE + 1);

	return fitting > LINE_PLACES_MAX ? LINE_PLACES_MAX : at_least(fitting, 1);
}

static int lines_most(struct rect area)
{
	return at_least(area.rows / PLACE_ROWS_READABLE, 1);
}

/* How far places in so many columns are from a terminal's usual shape, and the last line from being full. */
static long strangeness(struct rect area, int columns, int lines, int count)
{
	long off = (long)(area.cols / columns) * GOOD_ROWS - (long)(area.rows / lines) * GOOD_COLS;

	return (off < 0 ? -off : off) + (long)(columns * lines - count) * GAP_COST / columns;
}

static int tile_columns(struct rect area, size_t count)
{
	int best = 0;
	long least = 0;

	for (int columns = 1; columns <= columns_most(area); columns++) {
		int lines = ((int)count + columns - 1) / columns;
		long strange = strangeness(area, columns, lines, (int)count);

		if (lines > lines_most(area) || (size_t)columns > count || (best > 0 && strange >= least))
			continue;
		best = columns;
		least = strange;
	}
	return best > 0 ? best : columns_most(area);
}

static size_t capacity(const struct arrangement *a, struct rect area)
{
	if (a->zoomed)
		return 1;
	switch (a->layout) {
	case LAYOUT_TILE: return (size_t)columns_most(area) * (size_t)lines_most(area);
	case LAYOUT_COLUMNS: return (size_t)columns_most(area);
	case LAYOUT_STACK: return (size_t)lines_most(area);
	default: return 1;
	}
}

static int columns_of(const struct arrangement *a, struct rect area, size_t shown)
{
	if (a->zoomed || shown < 2)
		return 1;
	if (a->layout == LAYOUT_TILE)
		return tile_columns(area, shown);
	return a->layout == LAYOUT_COLUMNS ? (int)shown : 1;
}

/* Shares of total by weight, each at least least when they all can be. */
static void spread(int total, int least, const uint32_t *weights, size_t n, int *ret)
{
	uint64_t known = 0, set = 0, all = 0, behind = 0;
	int rest;

	if (total < least * (int)n)
		least = total / (int)n;
	rest = total - least * (int)n;
	for (size_t i = 0; i < n; i++) {
		known += weights[i];
		set += weights[i] > 0;
	}
	for (size_t i = 0; i < n; i++)
		all += weights[i] > 0 ? weights[i] : set > 0 ? known / set : 1;
	for (size_t i = 0; i < n; i++) {
		uint64_t before = behind;

		behind += weights[i] > 0 ? weights[i] : set > 0 ? known / set : 1;
		ret[i] = least + (int)(((uint64_t)rest * behind + all / 2) / all - ((uint64_t)rest * before + all / 2) / all);
	}
}

size_t plan_in_line(const struct layout_plan *plan, size_t line)
{
	size_t before = line * (size_t)plan->columns;

	return plan->shown - before < (size_t)plan->columns ? plan->shown - before : (size_t)plan->columns;
}

size_t plan_lines(const struct layout_plan *plan)
{
	return (plan->shown + (size_t)plan->columns - 1) / (size_t)plan->columns;
}

static void place_line(const struct layout_weights *w, struct layout_plan *plan, size_t line, int row, int rows)
{
	size_t n = plan_in_line(plan, line);
	int cols[LINE_PLACES_MAX];
	int col = plan->area.col;

	spread(plan->area.cols - (int)n + 1, PLACE_COLS_MIN, w->wide[line], n, cols);
	for (size_t i = 0; i < n; i++) {
		plan->places[line * (size_t)plan->columns + i] = (struct rect){ row, col, rows, cols[i] };
		col += cols[i] + 1;
	}
}

static void place_all(const struct arrangement *a, struct layout_plan *plan)
{
	static const struct layout_weights even = { 0 };
	const struct layout_weights *w = a->zoomed ? &even : &a->weights[a->layout];
	size_t lines = plan_lines(plan);
	int rows[PLACES_MAX];
	int row = plan->area.row;

	spread(plan->area.rows, PLACE_ROWS_MIN, w->high, lines, rows);
	for (size_t line = 0; line < lines; line++) {
		place_line(w, plan, line, row, rows[line]);
		row += rows[line];
	}
}

/* The pages are as even as they can be, so that none has a single pane while others are crowded. */
static void turn_to_page(const struct arrangement *a, size_t focus, struct layout_plan *ret)
{
	size_t most = capacity(a, ret->area);
	size_t each;

	ret->pages = (ret->count + most - 1) / most;
	each = (ret->count + ret->pages - 1) / ret->pages;
	ret->pages = (ret->count + each - 1) / each;
	ret->page = focus / each;
	ret->first = ret->page * each;
	ret->shown = ret->count - ret->first < each ? ret->count - ret->first : each;
	ret->columns = columns_of(a, ret->area, each);
}

void layout_plan(const struct arrangement *a, struct rect area, size_t count, size_t focus, struct layout_plan *ret)
{
	*ret = (struct layout_plan){ .area = area, .strip = rect_bottom(area, 0), .count = count, .columns = 1 };
	if (count == 0)
		return;
	if (count > capacity(a, area) && area.rows > PLACE_ROWS_MIN) {
		ret->area = rect_above(area, 1);
		ret->strip = rect_bottom(area, 1);
	}
	turn_to_page(a, focus, ret);
	place_all(a, ret);
}

struct rect plan_rect(const struct layout_plan *plan, size_t place)
{
	if (place < plan->first || place - plan->first >= plan->shown)
		return (struct rect){ plan->area.row, plan->area.col, 0, 0 };
	return plan->places[place - plan->first];
}

size_t plan_at(const struct layout_plan *plan, int row, int col)
{
	for (size_t i = 0; i < plan->shown; i++)
		if (rect_holds(plan->places[i], row, col))
			return plan->first + i;
	return PLACE_NONE;
}

size_t plan_divider_at(const struct layout_plan *plan, int row, int col)
{
	size_t left = plan_at(plan, row, col - 1), right = plan_at(plan, row, col + 1);

	return plan_at(plan, row, col) == PLACE_NONE && left != PLACE_NONE && right != PLACE_NONE && left < right ? left : PLACE_NONE;
}

/* A point beyond the middle of one side of a place; the far side of the area when that is outside. */
static size_t look(const struct layout_plan *plan, struct rect from, enum direction direction, bool around)
{
	int row = from.row + from.rows / 2, col = from.col + from.cols / 2;

	switch (direction) {
	case TO_LEFT: col = around ? plan->area.col + plan->area.cols - 1 : from.col - 2; break;
	case TO_RIGHT: col = around ? plan->area.col : from.col + from.cols + 1; break;
	case TO_UP: row = around ? plan->area.row + plan->area.rows - 1 : from.row - 1; break;
	case TO_DOWN: row = around ? plan->area.row : from.row + from.rows; break;
	}
	for (int nearby = 0; nearby < 2; nearby++) /* a divider may be there */
		if (plan_at(plan, row, col - nearby) != PLACE_NONE)
			return plan_at(plan, row, col - nearby);
	return PLACE_NONE;
}

static size_t page_beyond(const struct layout_plan *plan, bool back)
{
	if (back)
		return plan->first > 0 ? plan->first - 1 : plan->count - 1;
	return plan->first + plan->shown < plan->count ? plan->first + plan->shown : 0;
}

size_t plan_towards(const struct layout_plan *plan, size_t from, enum direction direction)
{
	struct rect here = plan_rect(plan, from);
	size_t to = look(plan, here, direction, false);

	if (to != PLACE_NONE)
		return to;
	if (plan->pages > 1)
		return page_beyond(plan, direction == TO_LEFT || direction == TO_UP);
	to = look(plan, here, direction, true);
	return to == PLACE_NONE ? from : to;
}
