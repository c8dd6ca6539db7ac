/*
 * launch_whole — the verdict in its place: beside the form as far as it fits, saying how much does not, or over the whole
 * screen with the command line, scrolled.
 */
#include <stdio.h>

#include "ui/screens/launch.h"
#include "ui/tui/page.h"

/* The command line is there without asking where there is room for all of it. */
void verdict_draw(const struct launch *l, const struct app *app, struct canvas *c, struct rect area)
{
	struct verdict_view view = { .launch = l, .app = app, .with_argv = true };
	struct page page = { 0 };

	page_make(&page, area.cols, area.rows + 1, verdict_put, &view);
	if (page.rows > area.rows) {
		view.with_argv = false;
		page_make(&page, area.cols, PAGE_ROWS_MAX, verdict_put, &view);
	}
	page_show(&page, 0, c, area, "v shows all");
	page_clear(&page);
}

static struct rect whole_title(struct rect body)
{
	return rect_top(rect_below(rect_inset(body, 0, 1), body.rows > 22 ? 1 : 0), 1);
}

static struct rect whole_area(struct rect body)
{
	struct rect inside = rect_inset(body, 0, 1);

	return rect_below(inside, whole_title(body).row + (body.rows > 22 ? 2 : 1) - inside.row);
}

static void whole_make(const struct launch *l, const struct app *app, struct rect area, struct page *ret)
{
	const struct verdict_view view = { .launch = l, .app = app, .with_argv = true };

	page_make(ret, area.cols, PAGE_ROWS_MAX, verdict_put, &view);
}

void whole_draw(const struct launch *l, const struct app *app, struct canvas *c, struct rect body)
{
	struct rect title = whole_title(body);
	struct rect area = whole_area(body);
	struct page page = { 0 };
	char where[48];
	int first;

	whole_make(l, app, area, &page);
	first = page_move(&page, l->whole_first, ACTION_NONE, area.rows); /* it may have become shorter, or the screen higher */
	page_show(&page, first, c, area, "Down");
	(void)canvas_text(c, title, title.row, title.col, ROLE_LABEL, "All that is known before anything starts");
	(void)snprintf(where, sizeof where, "line %d of %d", first + 1, page.rows);
	if (page_last(&page, area.rows) > 0)
		canvas_right(c, title, title.row, title.col + title.cols, ROLE_DIM, where);
	page_clear(&page);
}

void whole_move(struct launch *l, const struct app *app, enum action action)
{
	struct rect area = whole_area(app_body(app));
	struct page page = { 0 };

	whole_make(l, app, area, &page);
	l->whole_first = page_move(&page, l->whole_first, action, area.rows);
	page_clear(&page);
}
