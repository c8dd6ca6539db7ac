/*
 * list — selection and scrolling, as numbers.
 */
#include "ui/tui/list.h"

#include <stdio.h>

void list_count(struct list *l, size_t count)
{
	l->count = count;
	list_select(l, l->selected);
}

void list_select(struct list *l, size_t at)
{
	l->selected = at < l->count ? at : (l->count ? l->count - 1 : 0);
}

bool list_act(struct list *l, enum action action, size_t page_rows)
{
	size_t page = page_rows > 1 ? page_rows - 1 : 1;
	size_t last = l->count ? l->count - 1 : 0;
	size_t at = l->selected;

	if (action == ACTION_UP)
		list_select(l, at ? at - 1 : 0);
	else if (action == ACTION_DOWN)
		list_select(l, at + 1);
	else if (action == ACTION_PAGE_UP)
		list_select(l, at > page ? at - page : 0);
	else if (action == ACTION_PAGE_DOWN)
		list_select(l, at + page < last ? at + page : last);
	else if (action == ACTION_FIRST)
		list_select(l, 0);
	else if (action == ACTION_LAST)
		list_select(l, last);
	else
		return false;
	l->top = list_top(l, page_rows);
	return true;
}

size_t list_top(const struct list *l, size_t page_rows)
{
	size_t top = l->top;

	if (page_rows == 0 || l->count <= page_rows)
		return 0;
	if (l->selected < top)
		top = l->selected;
	if (l->selected >= top + page_rows)
		top = l->selected - page_rows + 1;
	return top > l->count - page_rows ? l->count - page_rows : top;
}

bool list_click(struct list *l, struct rect area, int row)
{
	size_t at;

	if (row < area.row || row >= area.row + area.rows)
		return false;
	at = list_top(l, (size_t)area.rows) + (size_t)(row - area.row);
	if (at >= l->count)
		return false;
	l->top = list_top(l, (size_t)area.rows);
	l->selected = at;
	return true;
}

/* 18204 as "18,204". */
static void grouped(size_t n, char *ret, size_t room)
{
	if (n < 1000)
		(void)snprintf(ret, room, "%zu", n);
	else if (n < 1000000)
		(void)snprintf(ret, room, "%zu,%03zu", n / 1000, n % 1000);
	else
		(void)snprintf(ret, room, "%zu,%03zu,%03zu", n / 1000000, n / 1000 % 1000, n % 1000);
}

void list_position(const struct list *l, struct canvas *c, struct rect area, int row, size_t page_rows)
{
	char at[32], count[32], both[72];

	if (l->count <= page_rows)
		return;
	grouped(l->selected + 1, at, sizeof at);
	grouped(l->count, count, sizeof count);
	(void)snprintf(both, sizeof both, "%s of %s", at, count);
	canvas_right(c, area, row, area.col + area.cols, ROLE_DIM, both);
}
