/*
 * matrix — every adapter against every policy, each cell the verdict of the same judgement a launch asks: made for a
 * room. The cell under the cursor is explained below and can be taken to the Launch screen.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "ui/screens/launch.h"
#include "ui/screens/screens.h"
#include "ui/tui/glyphs.h"
#include "ui/words.h"

#define ADAPTER_COLS 18
#define CELL_COLS_MAX 24
#define CHOICE_COLS 36 /* a label and both words of the longer choice */
#define EXPLANATION_ROWS 8
#define EXPLANATION_COLS_MAX 110 /* longer rows are not read */

/* id, heading, mode, roots, grant */
#define COLUMNS(X)                                             \
	X(PLAIN, "no policy", POLICY_ABSENT, false, false)     \
	X(READ, "read-only", POLICY_READ_ONLY, false, false)   \
	X(WRITE, "alone", POLICY_WORKSPACE_WRITE, false, false) \
	X(ROOTS, "+ roots", POLICY_WORKSPACE_WRITE, true, false) \
	X(GRANT, "+ grant", POLICY_WORKSPACE_WRITE, false, true)

#define X(id, heading, mode, roots, grant) COLUMN_##id,
enum column { COLUMNS(X) COLUMN_COUNT };
#undef X

static const struct { const char *heading; enum policy_mode mode; bool roots, grant; } columns[] = {
#define X(id, heading, mode, roots, grant) [COLUMN_##id] = { heading, mode, roots, grant },
	COLUMNS(X)
#undef X
};

struct matrix {
	char *repository;
	struct layout *layout;
	char *why;             /* NULL, or why the repository cannot be looked at */
	enum topology topology;
	enum style style;
	size_t row, column;
	struct check *checks;  /* rows * COLUMN_COUNT */
	size_t n_rows;
};

static const struct key_binding bindings[] = {
	{ TYPED_UP, ACTION_UP, "move" }, { TYPED_DOWN, ACTION_DOWN, "" }, { TYPED_LEFT, ACTION_LEFT, "" }, { TYPED_RIGHT, ACTION_RIGHT, "" },
	{ 't', ACTION_TOPOLOGY, "topology" }, { 's', ACTION_STYLE, "style" },
	{ TYPED_ENTER, ACTION_TAKE, "take to Launch" },
	{ 'r', ACTION_REFRESH, "look again" },
	{ 'k', ACTION_UP, NULL }, { 'j', ACTION_DOWN, NULL }, { 'h', ACTION_LEFT, NULL }, { 'l', ACTION_RIGHT, NULL },
	{ TYPED_HOME, ACTION_FIRST, NULL }, { TYPED_END, ACTION_LAST, NULL }, { 'g', ACTION_FIRST, NULL }, { 'G', ACTION_LAST, NULL },
	{ 0 },
};

static const struct adapter *adapter_at(const struct app *app, size_t row)
{
	return app_engine(app)->adapters->items[row];
}

static void cell_request(const struct matrix *m, const struct app *app, size_t row, enum column column, struct request *ret)
{
	request_init(ret);
	str_set(&ret->repository, m->repository);
	str_set(&ret->adapter, adapter_at(app, row)->id);
	str_set(&ret->prompt, PROMPT_STAND_IN);
	ret->topology = m->topology;
	ret->style = m->style;
	ret->mode = columns[column].mode;
	ret->git_write = columns[column].grant ? GIT_WRITE_SHARED_REPOSITORY : GIT_WRITE_NONE;
	if (columns[column].roots)
		strlist_add(&ret->writable_roots, "{workspace}");
}

static void checks_clear(struct matrix *m)
{
	for (size_t i = 0; i < m->n_rows * COLUMN_COUNT; i++)
		check_clear(&m->checks[i]);
	free(m->checks);
	m->checks = NULL;
	m->n_rows = 0;
}

static void judge_all(struct matrix *m, const struct app *app)
{
	struct error err = { 0 };

	checks_clear(m);
	m->n_rows = app_engine(app)->adapters->count;
	m->checks = mem_new(m->n_rows * COLUMN_COUNT, sizeof *m->checks);
	for (size_t i = 0; i < m->n_rows * COLUMN_COUNT; i++) {
		CLEARED(request) struct request request = { 0 };

		cell_request(m, app, i / COLUMN_COUNT, (enum column)(i % COLUMN_COUNT), &request);
		if (!engine_check_layout(app_engine(app), &request, m->layout, &m->checks[i], &err))
			str_set(&m->checks[i].verdict.message, err.text);
	}
}

static void look(struct matrix *m, struct app *app)
{
	const struct launch *launch = app_state_of(app, "launch");
	const char *path = launch && launch->request.repository ? launch->request.repository : app_path(app);
	struct error err = { 0 };

	str_set(&m->repository, path);
	layout_drop(&m->layout);
	str_set(&m->why, NULL);
	if (!layout_read(path, &m->layout, &err))
		str_set(&m->why, err.text);
	judge_all(m, app);
}

static bool open_matrix(struct app *app, void *state, struct error *err)
{
	struct matrix *m = state;

	(void)app, (void)err;
	m->topology = TOPOLOGY_WORKTREE;
	m->style = STYLE_HEADLESS;
	return true;
}

static void close_matrix(struct app *app, void *state)
{
	struct matrix *m = state;

	(void)app;
	checks_clear(m);
	layout_drop(&m->layout);
	free(m->repository);
	free(m->why);
}

static unsigned shown(struct app *app, void *state)
{
	look(state, app);
	return REDRAW;
}

static unsigned visit(struct app *app, void *state, const char *argument)
{
	struct matrix *m = state;

	(void)argument;
	if (m->n_rows)
		look(m, app);
	return REDRAW;
}

static unsigned take(const struct matrix *m, struct app *app)
{
	CLEARED(request) struct request request = { 0 };
	CLEARED(text) struct text json = { 0 };
	struct json *printed;

	cell_request(m, app, m->row, (enum column)m->column, &request);
	printed = request_print(&request);
	json_write(printed, JSON_COMPACT, &json);
	json_drop(&printed);
	return app_go(app, "launch", text_c(&json));
}

static unsigned act(struct app *app, void *state, enum action action)
{
	struct matrix *m = state;

	if (m->n_rows == 0)
		return NOTHING;
	if (action == ACTION_UP && m->row > 0)
		m->row--;
	if (action == ACTION_DOWN && m->row + 1 < m->n_rows)
		m->row++;
	if (action == ACTION_LEFT && m->column > 0)
		m->column--;
	if (action == ACTION_RIGHT && m->column + 1 < COLUMN_COUNT)
		m->column++;
	if (action == ACTION_FIRST || action == ACTION_LAST)
		m->row = action == ACTION_FIRST ? 0 : m->n_rows - 1;
	if (action == ACTION_TOPOLOGY)
		m->topology = m->topology == TOPOLOGY_SHARED ? TOPOLOGY_WORKTREE : TOPOLOGY_SHARED;
	if (action == ACTION_STYLE)
		m->style = m->style == STYLE_HEADLESS ? STYLE_INTERACTIVE : STYLE_HEADLESS;
	if (action == ACTION_TOPOLOGY || action == ACTION_STYLE)
		judge_all(m, app);
	if (action == ACTION_REFRESH)
		look(m, app);
	return action == ACTION_TAKE ? take(m, app) : REDRAW;
}

/* Where the table's parts are; one place, for drawing and for the mouse. */
struct grid { struct rect title, head, rows, words; int adapter_cols, cell_cols, row_step; size_t top, seen; };

static struct grid grid_of(const struct matrix *m, struct rect body)
{
	struct grid g = { 0 };
	struct rect inside = rect_inset(body, 0, 1);
	int room;

	inside = rect_below(inside, body.rows > 22 ? 1 : 0);
	g.title = rect_top(inside, 1);
	g.head = rect_top(rect_below(inside, 2), 2);
	g.words = rect_bottom(inside, EXPLANATION_ROWS);
	g.rows = rect_above(rect_below(inside, body.rows > 22 ? 5 : 4), EXPLANATION_ROWS + 1);
	g.adapter_cols = ADAPTER_COLS;
	room = (inside.cols - ADAPTER_COLS) / COLUMN_COUNT;
	g.cell_cols = room < CELL_COLS_MAX ? room : CELL_COLS_MAX;
	g.row_step = (int)m->n_rows * 2 <= g.rows.rows ? 2 : 1;
	g.seen = (size_t)(g.rows.rows / g.row_step);
	g.top = m->row >= g.seen ? m->row - g.seen + 1 : 0;
	if (m->n_rows <= g.seen || g.row_step == 2) /* what is explained follows the table closely where there is room */
		g.words = rect_below(inside, g.rows.row - inside.row + 1 + (int)m->n_rows * g.row_step);
	g.words = rect_left(g.words, EXPLANATION_COLS_MAX);
	return g;
}

static void draw_style(const struct matrix *m, struct canvas *c, struct rect title, int col)
{
	const char *const words[] = { style_word(STYLE_HEADLESS), style_word(STYLE_INTERACTIVE), NULL };
	const struct choice choice = { .words = words, .chosen = m->style == STYLE_INTERACTIVE };
	struct rect row = title;

	row.row++;
	col = canvas_text(c, row, row.row, col, ROLE_LABEL, "style     ");
	(void)choice_draw(&choice, c, row, row.row, col, false, ROLE_ACCENT);
}

static void draw_title(const struct matrix *m, const struct app *app, struct canvas *c, const struct grid *g)
{
	OWNED_MEM char *shown_path = path_for_eye(app_engine(app)->places->home, m->repository ? m->repository : app_path(app));
	const char *const words[] = { topology_word(TOPOLOGY_SHARED), topology_word(TOPOLOGY_WORKTREE), NULL };
	const struct choice choice = { .words = words, .chosen = (size_t)m->topology };
	int col = canvas_text(c, g->title, g->title.row, g->title.col, ROLE_HEADING, "What each adapter can be told");

	(void)canvas_fit_front(c, g->title, g->title.row, col + 2, g->title.cols - col - CHOICE_COLS - 4, ROLE_DIM, shown_path);
	col = g->title.col + g->title.cols - CHOICE_COLS;
	col = canvas_text(c, g->title, g->title.row, col, ROLE_LABEL, "topology  ");
	(void)choice_draw(&choice, c, g->title, g->title.row, col, false, ROLE_ACCENT);
	draw_style(m, c, g->title, g->title.col + g->title.cols - CHOICE_COLS);
}

static int cell_col(const struct grid *g, size_t column)
{
	return g->head.col + g->adapter_cols + (int)column * g->cell_cols;
}

static void draw_head(const struct matrix *m, struct canvas *c, const struct grid *g)
{
	int from = cell_col(g, COLUMN_WRITE);
	int end = cell_col(g, COLUMN_COUNT) - 2;
	int col = canvas_text(c, g->head, g->head.row, from, ROLE_LABEL, "workspace-write ");

	for (; col < end; col++)
		(void)canvas_text(c, g->head, g->head.row, col, ROLE_RULE, "─");
	for (size_t i = 0; i < COLUMN_COUNT; i++)
		(void)canvas_fit(c, g->head, g->head.row + 1, cell_col(g, i), g->cell_cols - 1, i == m->column ? ROLE_STRONG : ROLE_LABEL,
				 columns[i].heading);
}

static enum role cell_role(const struct verdict *v)
{
	if (!v->accepted)
		return ROLE_ALERT;
	return v->projection.applied ? ROLE_GOOD : ROLE_TEXT;
}

static void draw_cell(const struct matrix *m, struct canvas *c, struct rect area, int row, int col, size_t at, bool here)
{
	const struct check *k = &m->checks[at];
	const struct verdict *v = &k->verdict;
	enum role role = here ? (v->accepted ? ROLE_FOCUS : ROLE_FOCUS_ALERT) : cell_role(v);
	int end = canvas_format(c, area, row, col, role, "%s%s %s", here ? " " : "", words_mark(v->accepted),
				words_verdict_cell(v, k->attested));

	if (here)
		(void)canvas_text(c, area, row, end, role, " ");
}

static void draw_rows(const struct matrix *m, const struct app *app, struct canvas *c, const struct grid *g)
{
	for (size_t i = g->top; i < m->n_rows && i < g->top + g->seen; i++) {
		int row = g->rows.row + (int)(i - g->top) * g->row_step;
		bool found = m->checks[i * COLUMN_COUNT].program_path != NULL;

		(void)canvas_text(c, g->rows, row, g->rows.col, ROLE_ACCENT, i == m->row ? MARK_CHOSEN : " ");
		(void)canvas_fit(c, g->rows, row, g->rows.col + 2, g->adapter_cols - 3, found ? ROLE_STRONG : ROLE_DIM,
				 adapter_at(app, i)->id);
		for (size_t column = 0; column < COLUMN_COUNT; column++) {
			bool here = i == m->row && column == m->column;

			draw_cell(m, c, g->rows, row, cell_col(g, column) - (here ? 1 : 0), i * COLUMN_COUNT + column, here);
		}
	}
}

static struct rect draw_can_write(const struct check *k, const struct app *app, struct canvas *c, struct rect area)
{
	CLEARED(strlist) struct strlist lines = { 0 };
	int col = area.col;

	words_writable(&k->verdict, k->workspace_root, k->private_tmp, app_engine(app)->places->home, &lines);
	col = canvas_text(c, area, area.row, col, ROLE_LABEL, "can write  ");
	for (size_t i = 0; i < lines.count; i++) {
		bool wide = strncmp(lines.items[i], "the shared", 10) == 0 || strncmp(lines.items[i], "wherever", 8) == 0;
		struct rect value = rect_right(area, col - area.col);

		area = rect_below(area, canvas_wrap(c, value, wide ? ROLE_GRANT : ROLE_TEXT, lines.items[i]));
	}
	(void)canvas_text(c, area, area.row, area.col, ROLE_LABEL, "commits");
	(void)canvas_text(c, area, area.row, col, ROLE_TEXT, words_commits(&k->verdict));
	return rect_below(area, 1);
}

static void draw_words(const struct matrix *m, const struct app *app, struct canvas *c, struct rect area)
{
	const struct check *k = &m->checks[m->row * COLUMN_COUNT + m->column];
	const struct verdict *v = &k->verdict;
	bool later = m->column >= COLUMN_ROOTS;
	OWNED_MEM char *sentence = words_sentence(v->message);
	int col = canvas_format(c, area, area.row, area.col, ROLE_STRONG, "%s · %s%s", adapter_at(app, m->row)->id,
				m->column >= COLUMN_WRITE ? policy_word(POLICY_WORKSPACE_WRITE) : columns[m->column].heading,
				later ? columns[m->column].heading + 1 : "");

	(void)canvas_format(c, area, area.row, col + 3, cell_role(v), "%s %s", words_mark(v->accepted),
			    v->accepted ? words_verdict_cell(v, k->attested) : reason_slug(v->reason));
	area = rect_below(area, 1);
	area = rect_below(area, canvas_wrap(c, area, ROLE_TEXT, sentence));
	if (!v->accepted) {
		(void)canvas_wrap(c, area, ROLE_DIM, "There is no fallback to a laxer mode: nothing would be started.");
		return;
	}
	if (v->note)
		area = rect_below(area, canvas_wrap(c, area, ROLE_ALERT, v->note));
	(void)draw_can_write(k, app, c, area);
}

static void draw(const struct app *app, const void *state, struct canvas *c, struct rect body)
{
	const struct matrix *m = state;
	struct grid g = grid_of(m, body);

	draw_title(m, app, c, &g);
	if (m->n_rows == 0)
		return;
	draw_head(m, c, &g);
	draw_rows(m, app, c, &g);
	if (m->why)
		(void)canvas_wrap(c, g.words, ROLE_ALERT, m->why);
	else
		draw_words(m, app, c, g.words);
}

static unsigned key(struct app *app, void *state, const struct typed *t)
{
	struct matrix *m = state;
	struct grid g = grid_of(m, app_body(app));
	int column = t->col - cell_col(&g, 0);
	size_t row = g.top + (size_t)((t->row - g.rows.row) / g.row_step);

	if (t->kind != TYPED_MOUSE || t->button != BUTTON_LEFT || !t->pressed || t->moved || t->row < g.rows.row || column < 0)
		return PASS;
	if (row >= m->n_rows || column / g.cell_cols >= COLUMN_COUNT)
		return PASS;
	m->row = row;
	m->column = (size_t)(column / g.cell_cols);
	return REDRAW;
}

const struct screen_ops matrix_screen = {
	.name = "matrix", .title = "Matrix", .tab = true, .bindings = bindings, .state_size = sizeof(struct matrix),
	.open = open_matrix, .close = close_matrix, .shown = shown, .visit = visit, .act = act, .key = key, .draw = draw,
};
