/*
 * ask — a question that must be answered.
 */
#include "ui/tui/ask.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

#define BOX_COLS 86
#define EXPLANATION_COL 36

void ask_clear(struct ask *a)
{
	free(a->title);
	free(a->word);
	free(a->purpose);
	strlist_clear(&a->lines);
	field_clear(&a->typed);
	*a = (struct ask){ 0 };
}

bool ask_open(const struct ask *a)
{
	return a->title != NULL;
}

/* They are no actions: only the question takes them. */
static const struct key_binding yes_or_no[] = {
	{ 'y', ACTION_NONE, "yes" }, { 'n', ACTION_NONE, "no, go back" }, { TYPED_ESCAPE, ACTION_NONE, "" }, { 0 },
};
static const struct key_binding by_word[] = {
	{ TYPED_ENTER, ACTION_NONE, "yes, once the word is typed" }, { TYPED_ESCAPE, ACTION_NONE, "no, go back" }, { 0 },
};

const struct key_binding *ask_keys(const struct ask *a)
{
	return a->word ? by_word : yes_or_no;
}

enum answer ask_type(struct ask *a, const struct typed *t)
{
	/* Going back grants nothing, so it counts at any time: a question that is asked anew must not swallow it. */
	if (t->kind == TYPED_KEY && (t->key == TYPED_ESCAPE || t->key == CONTROL('c')))
		return ANSWER_NO;
	if (!a->painted)
		return ANSWER_NOT_YET;
	if (!a->word && t->kind == TYPED_KEY && (t->key == 'y' || t->key == 'n'))
		return t->key == 'y' ? ANSWER_YES : ANSWER_NO;
	if (!a->word)
		return ANSWER_NOT_YET;
	if (t->kind == TYPED_KEY && t->key == TYPED_ENTER)
		return strcmp(field_value(&a->typed), a->word) == 0 ? ANSWER_YES : ANSWER_NOT_YET;
	/* A deliberate answer is typed, not pasted. */
	if (t->kind == TYPED_KEY)
		(void)field_type(&a->typed, t);
	return ANSWER_NOT_YET;
}

static enum role line_role(const char *line)
{
	return strncmp(line, "! ", 2) == 0 ? ROLE_ALERT : ROLE_TEXT;
}

/* One line of the body; c NULL counts its rows. */
static int draw_line(struct canvas *c, struct rect area, const char *line)
{
	const char *tab = strchr(line, '\t');
	OWNED_MEM char *left = NULL;
	enum role role = line_role(line);
	int rows, right;

	if (!*line)
		return 1;
	if (role == ROLE_ALERT)
		line += 2;
	while (*line == ' ') {
		line++;
		area = rect_right(area, 1);
	}
	if (strncmp(line, "· ", sizeof "· " - 1) == 0) {
		if (c)
			(void)canvas_text(c, area, area.row, area.col, role, "·");
		area = rect_right(area, 2);
		line += sizeof "· " - 1;
	}
	if (!tab)
		return canvas_wrap(c, area, role, line);
	left = str_copy_n(line, (size_t)(tab - line));
	rows = canvas_wrap(c, rect_left(area, EXPLANATION_COL - 2), role == ROLE_TEXT ? ROLE_STRONG : role, left);
	right = canvas_wrap(c, rect_right(area, EXPLANATION_COL), ROLE_TEXT, tab + 1);
	return rows > right ? rows : right;
}

static int body_rows(const struct ask *a, struct rect inside, bool gaps)
{
	int rows = 0;

	for (size_t i = 0; i < a->lines.count; i++) {
		if (gaps || *a->lines.items[i])
			rows += draw_line(NULL, inside, a->lines.items[i]);
	}
	return rows;
}

static void draw_answer(const struct ask *a, struct canvas *c, struct rect row)
{
	int col = row.col;

	if (!a->word) {
		col = canvas_text(c, row, row.row, col, ROLE_KEY, "y");
		col = canvas_format(c, row, row.row, col, ROLE_TEXT, " %s     ", a->purpose ? a->purpose : "yes");
		col = canvas_text(c, row, row.row, col, ROLE_KEY, "n");
		canvas_text(c, row, row.row, col, ROLE_TEXT, " or Esc: go back");
		return;
	}
	col = canvas_text(c, row, row.row, col, ROLE_TEXT, "Type  ");
	col = canvas_fit(c, row, row.row, col, row.cols / 3, ROLE_KEY, a->word);
	col = canvas_format(c, row, row.row, col, ROLE_TEXT, "  and Enter %s, Esc to go back: ", a->purpose ? a->purpose : "to go on");
	if (row.col + row.cols - col < 8) {
		row = rect_below(row, 1);
		col = row.col;
	}
	field_draw(&a->typed, c, rect_right(rect_top(row, 1), col - row.col), true, NULL);
}

void ask_draw(const struct ask *a, struct canvas *c, struct rect area)
{
	struct rect inside = { 0, 0, 0, (area.cols < BOX_COLS ? area.cols : BOX_COLS) - 6 };
	bool gaps = true;
	int rows = body_rows(a, inside, true);
	struct rect box;

	if (rows + 6 > area.rows) {
		gaps = false;
		rows = body_rows(a, inside, false);
	}
	box = rect_centered(area, rows + (gaps ? 6 : 5), inside.cols + 6);
	canvas_tint(c, canvas_rect(c), ROLE_DIM);
	canvas_frame(c, box, a->grave ? ROLE_GRANT : ROLE_STRONG, a->title);
	inside = rect_inset(box, 1, 3);
	if (gaps)
		inside = rect_below(inside, 1);
	for (size_t i = 0; i < a->lines.count; i++) {
		if (gaps || *a->lines.items[i])
			inside = rect_below(inside, draw_line(c, rect_above(inside, 2), a->lines.items[i]));
	}
	draw_answer(a, c, gaps && inside.rows > 2 ? rect_below(inside, 1) : inside);
}
