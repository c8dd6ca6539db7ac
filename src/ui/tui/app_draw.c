/*
 * app_draw — one frame: where one is and who wants attention above, the screen between two rules, the next keys below.
 */
#include <stdio.h>
#include <string.h>

#include "ui/tui/app_parts.h"
#include "ui/tui/glyphs.h"

#define NAME "bulkhead"
#define FIRST_TAB_COL 12
#define TAB_GAP 2
#define WHAT_COLS_MIN 8

static void tab_words(const struct app *app, size_t at, struct text *out)
{
	const struct screen *s = &app->tabs[at];
	CLEARED(text) struct text badge = { 0 };

	text_add_string(out, s->ops->title);
	if (s->state && s->ops->badge)
		s->ops->badge(app, s->state, &badge);
	if (badge.len)
		text_add_format(out, " %s", text_c(&badge));
}

static int tab_cols(const struct app *app, size_t at)
{
	CLEARED(text) struct text words = { 0 };

	tab_words(app, at, &words);
	return text_cols(text_c(&words));
}

size_t app_tab_at(const struct app *app, int col)
{
	int at = FIRST_TAB_COL;

	for (size_t i = 0; i < app->n_tabs; i++) {
		int cols = tab_cols(app, i);

		if (col >= at && col < at + cols)
			return i;
		at += cols + TAB_GAP;
	}
	return app->n_tabs;
}

/* The first letter is the key that goes there: it is strong. The tab one is on is marked in the rule too. */
static int draw_tab(struct app *app, size_t at, int col)
{
	CLEARED(text) struct text words = { 0 };
	struct rect head = rect_top(canvas_rect(&app->canvas), HEAD_ROWS);
	bool here = at == app->tab;
	int end;

	tab_words(app, at, &words);
	end = canvas_text(&app->canvas, head, 0, col, here ? ROLE_ACCENT : ROLE_DIM, text_c(&words));
	if (!here)
		canvas_tint(&app->canvas, (struct rect){ 0, col, 1, 1 }, ROLE_KEY);
	for (int i = col; here && i < end; i++)
		canvas_text(&app->canvas, head, 1, i, ROLE_ACCENT, "━");
	return end + TAB_GAP;
}

/* What is wanted says nothing when only its first letters have room. */
static void leave_out_what(struct text *who, int room)
{
	const char *words = strstr(text_c(who), ": ");
	size_t len = words ? (size_t)(words - text_c(who)) : who->len;

	if (text_cols(text_c(who)) <= room || !words)
		return;
	who->bytes[len] = '\0';
	if (room - text_cols(text_c(who)) >= WHAT_COLS_MIN + 2)
		who->bytes[len] = ':';
	else
		who->len = len;
}

/* To the right end, or cut where there is less room: at least the mark is always there. */
static void draw_attention(struct app *app, int from)
{
	CLEARED(text) struct text who = { 0 };
	struct rect head = rect_top(canvas_rect(&app->canvas), 1);
	struct rect room = rect_right(head, from);
	int cols;

	app_attention(app, false, &who);
	if (text_cols(text_c(&who)) + 3 > room.cols) {
		text_empty(&who);
		app_attention(app, true, &who);
		leave_out_what(&who, room.cols - 3);
	}
	if (who.len == 0 || room.cols < 3)
		return;
	cols = text_cols(text_c(&who)) + 2;
	if (cols > room.cols - 1)
		cols = room.cols - 1;
	room = rect_right(room, room.cols - 1 - cols);
	canvas_text(&app->canvas, room, 0, room.col, ROLE_ALERT, "!");
	(void)canvas_fit(&app->canvas, room, 0, room.col + 2, cols - 2, ROLE_ALERT, text_c(&who));
}

static void draw_head(struct app *app)
{
	struct rect head = rect_top(canvas_rect(&app->canvas), HEAD_ROWS);
	int col = FIRST_TAB_COL;

	canvas_text(&app->canvas, head, 0, 1, ROLE_STRONG, NAME);
	canvas_rule(&app->canvas, head, 1, ROLE_RULE);
	for (size_t i = 0; i < app->n_tabs; i++)
		col = draw_tab(app, i, col);
	draw_attention(app, col);
}

/* A key as short as the eye likes it. */
static const char *foot_key(const struct app *app, uint32_t key, char ret[KEY_NAME_BYTES])
{
	static const struct { uint32_t key; const char *glyph; } glyphs[] = {
		{ TYPED_ENTER, MARK_ENTER }, { TYPED_UP, "↑" }, { TYPED_DOWN, "↓" }, { TYPED_LEFT, "←" }, { TYPED_RIGHT, "→" },
	};

	for (size_t i = 0; i < COUNT_OF(glyphs) && !app->ascii; i++) {
		if (glyphs[i].key == key)
			return glyphs[i].glyph;
	}
	return typed_name(key, ret);
}

/* One entry of the foot: keys and the word. Returns the column behind it; canvas NULL only measures. */
static int draw_entry(struct app *app, const struct key_binding *b, struct rect row, int col, bool draw)
{
	char name[KEY_NAME_BYTES];
	const struct key_binding *first = b;

	do {
		const char *key = foot_key(app, b->key, name);

		if (b != first && text_cols(key) > 1) { /* names run into each other, arrows do not */
			if (draw)
				(void)canvas_text(&app->canvas, row, row.row, col, ROLE_HINT, "/");
			col++;
		}
		if (draw)
			canvas_text(&app->canvas, row, row.row, col, ROLE_KEY, key);
		col += text_cols(key);
		b++;
	} while (b->key && b->foot && !*b->foot);
	if (draw)
		canvas_text(&app->canvas, row, row.row, col + 1, ROLE_HINT, first->foot);
	return col + 1 + text_cols(first->foot) + 3;
}

static int draw_entries(struct app *app, const struct key_binding *table, struct rect row, int col, bool draw)
{
	for (const struct key_binding *b = table; b && b->key; b++) {
		int end;

		if (!b->foot || !*b->foot)
			continue;
		end = draw_entry(app, b, row, col, false);
		if (draw && end - 3 > row.col + row.cols)
			continue;
		col = draw_entry(app, b, row, col, draw);
	}
	return col;
}

static bool has_foot(const struct key_binding *table)
{
	for (const struct key_binding *b = table; b && b->key; b++) {
		if (b->foot)
			return true;
	}
	return false;
}

static bool takes_all_keys(const struct app *app)
{
	const struct screen *s = app_top_const(app);

	return s->ops->all_keys || (s->ops->typing && s->state && s->ops->typing(app, s->state));
}

static void draw_foot(struct app *app)
{
	struct rect foot = rect_bottom(canvas_rect(&app->canvas), FOOT_ROWS);
	struct rect row = rect_right(rect_below(foot, 1), 1);
	const struct key_binding *table = screen_bindings(app, app_top_const(app));
	int common = draw_entries(app, common_bindings, row, row.col, false) - row.col - 3;
	bool own_only = takes_all_keys(app) && has_foot(table);
	struct rect left = rect_left(row, row.cols - common - 4);

	canvas_rule(&app->canvas, foot, foot.row, ROLE_RULE);
	if (ask_open(&app->ask))
		return;
	if (own_only) {
		(void)draw_entries(app, table, row, row.col, true);
		return;
	}
	(void)draw_entries(app, table, left, left.col, true);
	(void)draw_entries(app, common_bindings, row, row.col + row.cols - common - 1, true);
}

/* Everything else grows dim; its own keys take the foot. */
static void draw_question(struct app *app)
{
	struct rect all = canvas_rect(&app->canvas);
	struct rect row = rect_right(rect_bottom(all, 1), 1);

	ask_draw(&app->ask, &app->canvas, rect_inset(all, 1, 1));
	(void)draw_entries(app, ask_keys(&app->ask), row, row.col, true);
}

static void draw_notice(struct app *app)
{
	const struct screen *s = app_top_const(app);
	struct rect body = rect_inset(app_body(app), 0, 1);
	struct rect place;
	enum role role = app->notice_alert ? ROLE_ALERT : ROLE_STRONG;
	int rows;

	if (!app->notice)
		return;
	if (s->state && s->ops->kept_rows)
		body = rect_above(body, s->ops->kept_rows(app, s->state));
	rows = canvas_wrap(NULL, body, role, app->notice);
	place = rect_bottom(body, rows < 4 ? rows : 4);
	canvas_fill(&app->canvas, (struct rect){ place.row, 0, place.rows, app->canvas.cols }, ROLE_TEXT);
	(void)canvas_wrap(&app->canvas, place, role, app->notice);
}

bool app_too_small(const struct app *app)
{
	return app->canvas.rows < ROWS_MIN || app->canvas.cols < COLS_MIN;
}

/* The way out first, then as much as fits of why. */
static void draw_too_small(struct app *app)
{
	enum { FORMS = 4 };
	char forms[FORMS][160];
	struct rect all = canvas_rect(&app->canvas);
	size_t form = 0;

	(void)snprintf(forms[0], sizeof forms[0],
		       "q quits. Bulkhead needs %d columns and %d rows. This terminal has %d columns and %d rows: make it larger.",
		       COLS_MIN, ROWS_MIN, app->canvas.cols, app->canvas.rows);
	(void)snprintf(forms[1], sizeof forms[1], "q quits; %dx%d needed, this is %dx%d", COLS_MIN, ROWS_MIN, app->canvas.cols,
		       app->canvas.rows);
	(void)snprintf(forms[2], sizeof forms[2], "q quits; %dx%d needed", COLS_MIN, ROWS_MIN);
	(void)snprintf(forms[3], sizeof forms[3], "q quits");
	while (form + 1 < FORMS && canvas_wrap(NULL, all, ROLE_TEXT, forms[form]) > all.rows)
		form++;
	(void)canvas_wrap(&app->canvas, all, ROLE_TEXT, forms[form]);
}

static void draw_screen(struct app *app, const struct screen *s)
{
	if (s->state)
		s->ops->draw(app, s->state, &app->canvas, app_body(app));
}

void app_draw(struct app *app)
{
	const struct screen *top = app_top_const(app);
	bool covered = app->notice || ask_open(&app->ask) || top->ops->overlay || app_too_small(app);

	canvas_empty(&app->canvas);
	app->drawn = covered ? NULL : top;
	if (app_too_small(app)) {
		draw_too_small(app);
		return;
	}
	if (app->depth && app_top(app)->ops->overlay)
		draw_screen(app, app_under(app));
	draw_screen(app, top);
	draw_head(app);
	draw_foot(app);
	draw_notice(app);
	if (ask_open(&app->ask))
		draw_question(app);
}

void app_draw_cells(struct app *app)
{
	const struct screen *top = app_top_const(app);
	bool bare;

	if (app->drawn == top && !top->ops->draw_cells)
		return; /* no child's cells are seen */
	bare = app->drawn == top && top->state && top->ops->draw_cells && !app->notice && !ask_open(&app->ask);

	if (!bare || !top->ops->draw_cells(app, top->state, &app->canvas, app_body(app)))
		app_draw(app);
}
