/*
 * launch_form — the left half of the Launch screen: one row a choice, said in words beneath.
 */
#include <string.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "ui/screens/launch.h"
#include "ui/tui/glyphs.h"
#include "ui/words.h"

#define LABEL_COLS 13
#define ROWS_FOR_WORDS 24  /* a body this high explains every choice, a lower one the focused choice only */
#define ROWS_FOR_GAPS 27

static const char *const form_labels[FIELD_COUNT] = {
	[FIELD_REPOSITORY] = "Repository", [FIELD_TOPOLOGY] = "Topology", [FIELD_MODE] = "Mode", [FIELD_GRANT] = "Git grant",
	[FIELD_ROOTS] = "Roots", [FIELD_ADAPTER] = "Adapter", [FIELD_MODEL] = "Model", [FIELD_EFFORT] = "Effort",
	[FIELD_CHILDREN] = "Children", [FIELD_STYLE] = "Style", [FIELD_TIMEOUT] = "Timeout",
	[FIELD_PROMPT] = "Prompt",
};

/* How many rows each field takes in an area; the prompt takes what is left. */
static void measure(const struct launch *l, const struct app *app, struct rect area, int rows[FIELD_COUNT])
{
	char room[SAYS_BYTES];
	int used = 0;

	for (int i = 0; i < FIELD_COUNT; i++) {
		enum form_field field = (enum form_field)i;
		bool says =
			form_says(l, app, field, room) && (area.rows >= ROWS_FOR_WORDS || field == l->focus || field == FIELD_REPOSITORY);
		bool gap = field == FIELD_REPOSITORY || field == FIELD_ROOTS || field == FIELD_TIMEOUT ||
			   (area.rows >= ROWS_FOR_GAPS && (field == FIELD_TOPOLOGY || field == FIELD_MODE || field == FIELD_GRANT));

		rows[i] = 1 + (says ? 1 : 0) + (gap ? 1 : 0);
		used += i == FIELD_PROMPT ? 0 : rows[i];
	}
	rows[FIELD_PROMPT] = area.rows - used > 1 ? area.rows - used : 1;
}

enum form_field form_at(const struct launch *l, const struct app *app, struct rect area, int row)
{
	int rows[FIELD_COUNT];

	measure(l, app, area, rows);
	for (int i = 0; i < FIELD_COUNT; i++) {
		if (rect_holds(rect_top(area, rows[i]), row, area.col))
			return (enum form_field)i;
		area = rect_below(area, rows[i]);
	}
	return FIELD_COUNT;
}

/* What is known of it behind the layout's words, as far as it fits. */
static void draw_counts(const struct launch *l, struct canvas *c, struct rect value)
{
	CLEARED(text) struct text words = { 0 };
	int col = value.col + text_cols(l->layout->words);

	if (!l->facts_known || !l->layout->gitdir.path)
		return;
	if (l->facts.dirty_known && l->dirty_count == 0)
		text_add_string(&words, " · clean");
	else if (l->facts.dirty_known)
		text_add_format(&words, " · %zu%s changed", l->dirty_count, l->facts.dirty_truncated ? " or more" : "");
	if (col + text_cols(text_c(&words)) <= value.col + value.cols)
		col = canvas_text(c, value, value.row + 1, col, l->dirty_count ? ROLE_STRONG : ROLE_DIM, text_c(&words));
	text_empty(&words);
	text_add_string(&words, " · ");
	words_count(&words, l->facts.tracked_files, "file", "files");
	if (col + text_cols(text_c(&words)) <= value.col + value.cols)
		(void)canvas_text(c, value, value.row + 1, col, ROLE_DIM, text_c(&words));
}

static void draw_repository(const struct launch *l, const struct app *app, struct canvas *c, struct rect value)
{
	OWNED_MEM char *shown = path_for_eye(app_engine(app)->places->home, l->request.repository ? l->request.repository : app_path(app));
	enum role role = l->focus == FIELD_REPOSITORY && !l->editing ? ROLE_FOCUS : ROLE_STRONG;

	(void)canvas_fit_front(c, value, value.row, value.col, value.cols, role, shown);
}

static void draw_text(const struct launch *l, struct canvas *c, const struct rect *all, struct rect value, enum form_field field)
{
	const struct field *const texts[FIELD_COUNT] = {
		[FIELD_ROOTS] = &l->roots, [FIELD_MODEL] = &l->model, [FIELD_TIMEOUT] = &l->timeout, [FIELD_PROMPT] = &l->prompt,
	};
	const struct field *text = texts[field];
	bool here = l->focus == field;
	bool editing = here && l->editing;
	const char *hint = form_hint(l, field, editing, value.cols);

	if (here && !editing)
		(void)canvas_text(c, rect_right(*all, LABEL_COLS - 1), value.row, value.col - 1, ROLE_ACCENT, MARK_CHOSEN);
	if (field == FIELD_PROMPT)
		field_draw_lines(text, c, value, editing, hint);
	else
		field_draw(text, c, rect_top(value, 1), editing, hint);
	if (here && !editing)
		canvas_tint(c, value, field_is_empty(text) ? ROLE_ACCENT : ROLE_STRONG);
}

static void draw_value(const struct launch *l, const struct app *app, struct canvas *c, const struct rect *all, struct rect value,
		       enum form_field field)
{
	const char *words[FORM_WORDS_MAX];
	struct choice choice;
	bool here = l->focus == field;
	enum role role = field == FIELD_GRANT && l->request.git_write != GIT_WRITE_NONE ? ROLE_GRANT : ROLE_STRONG;

	if (field == FIELD_REPOSITORY) {
		draw_repository(l, app, c, value);
	} else if (form_is_text(field)) {
		draw_text(l, c, all, value, field);
	} else if (form_choice(l, app, field, words, &choice)) {
		if (field == FIELD_CHILDREN) { /* sixteen numbers say no more than one */
			words[0] = choice_word(&choice);
			words[1] = NULL;
			choice.chosen = 0;
		}
		value.col--; /* the mark stands before the words, which line up with the other values */
		value.cols++;
		(void)choice_draw(&choice, c, rect_top(value, 1), value.row, value.col, here, role);
	}
}

void form_draw(const struct launch *l, const struct app *app, struct canvas *c, struct rect area)
{
	char room[SAYS_BYTES];
	int rows[FIELD_COUNT];
	struct rect rest = area;

	measure(l, app, area, rows);
	for (int i = 0; i < FIELD_COUNT; i++) {
		enum form_field field = (enum form_field)i;
		struct rect place = rect_top(rest, rows[i]);
		struct rect value = rect_right(place, LABEL_COLS);
		const char *says = form_says(l, app, field, room);
		bool here = l->focus == field;

		(void)canvas_text(c, place, place.row, place.col, here ? ROLE_ACCENT : ROLE_LABEL, form_labels[i]);
		draw_value(l, app, c, &place, value, field);
		if (says && place.rows > 1 && (area.rows >= ROWS_FOR_WORDS || here || field == FIELD_REPOSITORY))
			(void)canvas_fit(c, value, value.row + 1, value.col, value.cols, ROLE_DIM, says);
		if (field == FIELD_REPOSITORY && l->layout && l->layout->words)
			draw_counts(l, c, value);
		rest = rect_below(rest, rows[i]);
	}
}
