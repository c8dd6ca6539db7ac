/*
 * adapters — which vendor programs are here, in which version, what each declares it can carry, per mode, and what of it
 * was attested. Versions are asked one program after the other, bounded in time; until one has answered its version is
 * not known.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "ui/screens/adapters_attest.h"
#include "ui/screens/screens.h"
#include "ui/tui/errand.h"
#include "ui/tui/glyphs.h"
#include "ui/tui/list.h"
#include "ui/tui/page.h"
#include "ui/words.h"

#define VERSION_MS 5000
#define VERSION_BYTES_MAX 80
#define ID_COLS 16
#define FOUND_COLS 8
#define VERSION_COLS 19
#define DECLARED_COLS 6
#define READ_COLS 4 /* more for "read-only" */
#define LABEL_COLS 17

struct found { char *path, *version; bool asked; };

struct adapters {
	struct list list;
	struct found *found;   /* one per adapter */
	size_t n, asking;      /* asking: whose version the errand fetches; n: nobody's */
	struct errand errand;
	struct attests attests;
	int first;             /* scrolled: the first line of the detail */
};

static const struct key_binding bindings[] = {
	{ TYPED_UP, ACTION_UP, "move" }, { TYPED_DOWN, ACTION_DOWN, "" },
	{ 't', ACTION_ATTEST, "try its sandbox" },
	{ 'r', ACTION_REFRESH, "look again" },
	{ 'k', ACTION_UP, NULL }, { 'j', ACTION_DOWN, NULL },
	{ TYPED_PAGE_UP, ACTION_PAGE_UP, NULL }, { TYPED_PAGE_DOWN, ACTION_PAGE_DOWN, NULL },
	{ TYPED_HOME, ACTION_FIRST, NULL }, { TYPED_END, ACTION_LAST, NULL }, { 'g', ACTION_FIRST, NULL }, { 'G', ACTION_LAST, NULL },
	{ 0 },
};
/* What is said of the adapter is longer than its place. */
static const struct key_binding bindings_long[] = {
	{ TYPED_UP, ACTION_UP, "move" }, { TYPED_DOWN, ACTION_DOWN, "" },
	{ TYPED_PAGE_UP, ACTION_PAGE_UP, "scroll" }, { TYPED_PAGE_DOWN, ACTION_PAGE_DOWN, "" },
	{ 't', ACTION_ATTEST, "try its sandbox" },
	{ 'r', ACTION_REFRESH, "look again" },
	{ 'k', ACTION_UP, NULL }, { 'j', ACTION_DOWN, NULL },
	{ TYPED_HOME, ACTION_FIRST, NULL }, { TYPED_END, ACTION_LAST, NULL }, { 'g', ACTION_FIRST, NULL }, { 'G', ACTION_LAST, NULL },
	{ 0 },
};
static const struct key_binding *const more_bindings[] = { bindings_long, NULL };

static const struct adapter *adapter_at(const struct app *app, size_t at)
{
	return app_engine(app)->adapters->items[at];
}

static void forget(struct adapters *a)
{
	errand_give_up(&a->errand);
	for (size_t i = 0; i < a->n; i++) {
		free(a->found[i].path);
		free(a->found[i].version);
	}
	free(a->found);
	a->found = NULL;
	a->n = a->asking = 0;
}

static void ask_next(struct adapters *a, const struct app *app)
{
	struct error err = { 0 };

	for (a->asking = 0; a->asking < a->n; a->asking++) {
		struct found *f = &a->found[a->asking];
		const struct adapter *adapter = adapter_at(app, a->asking);
		char *const argv[] = { f->path, (char *)(uintptr_t)adapter->version_flag, NULL };

		if (f->asked || !f->path || !adapter->version_flag)
			continue;
		f->asked = true;
		if (errand_program(&a->errand, f->path, argv, app_now_ms(app), VERSION_MS, &err))
			return;
	}
}

static void look(struct adapters *a, const struct app *app)
{
	forget(a);
	a->n = app_engine(app)->adapters->count;
	a->found = mem_new(a->n, sizeof *a->found);
	for (size_t i = 0; i < a->n; i++)
		a->found[i].path = program_find(app_engine(app)->places->path, adapter_at(app, i)->program);
	attests_look(&a->attests, app);
	list_count(&a->list, a->n);
	ask_next(a, app);
}

static bool open_adapters(struct app *app, void *state, struct error *err)
{
	struct adapters *a = state;

	(void)app, (void)err;
	a->errand = a->attests.errand = (struct errand)ERRAND_IDLE;
	return true;
}

static void close_adapters(struct app *app, void *state)
{
	struct adapters *a = state;

	(void)app;
	forget(a);
	attests_clear(&a->attests);
}

static unsigned shown(struct app *app, void *state)
{
	look(state, app);
	return REDRAW;
}

/* The first line that says something. */
static char *first_line(const struct text *out)
{
	const char *bytes = text_c(out);
	size_t len;

	bytes += strspn(bytes, " \t\r\n");
	len = strcspn(bytes, "\r\n");
	return str_copy_n(bytes, len < VERSION_BYTES_MAX ? len : VERSION_BYTES_MAX);
}

static unsigned hear(struct app *app, void *state, const struct news *news)
{
	struct adapters *a = state;
	const unsigned todo = attests_hear(&a->attests, app, news);
	struct found *f;

	if (!errand_hear(&a->errand, news->now_ms))
		return todo;
	f = &a->found[a->asking];
	free(f->version);
	f->version = a->errand.timed_out || a->errand.result.len == 0 ? str_copy("gives none") : first_line(&a->errand.result);
	text_empty(&a->errand.result);
	ask_next(a, app);
	return todo | REDRAW;
}

static struct rect rows_area(const struct adapters *a, struct rect body)
{
	struct rect inside = rect_inset(body, 0, 1);
	int rows = (int)a->n < body.rows / 2 ? (int)a->n : body.rows / 2;

	inside = rect_below(inside, body.rows > 22 ? 2 : 1);
	return rect_top(inside, rows);
}

static unsigned key(struct app *app, void *state, const struct typed *t)
{
	struct adapters *a = state;

	if (t->kind != TYPED_MOUSE)
		return PASS;
	if (!t->pressed || t->moved || !list_click(&a->list, rows_area(a, app_body(app)), t->row))
		return NOTHING;
	a->first = 0;
	return REDRAW;
}

static size_t watch(const struct app *app, const void *state, struct pollfd *fds, size_t room)
{
	const struct adapters *a = state;

	(void)app;
	const struct errand *errands[] = { &a->errand, &a->attests.errand };
	size_t n = 0;

	for (size_t i = 0; i < COUNT_OF(errands); i++)
		if (errand_busy(errands[i]) && n < room)
			fds[n++] = (struct pollfd){ .fd = errands[i]->fd, .events = POLLIN };
	return n;
}

static uint64_t deadline_ms(const struct app *app, const void *state)
{
	const struct adapters *a = state;

	(void)app;
	const uint64_t version = a->errand.deadline_ms, attest = a->attests.errand.deadline_ms;

	return version && (!attest || version < attest) ? version : attest;
}

static const char *version_words(const struct adapters *a, const struct adapter *adapter, size_t at)
{
	const struct found *f = &a->found[at];

	if (!f->path)
		return "";
	if (f->version)
		return f->version;
	return adapter->version_flag ? "not known yet" : "–";
}

static void draw_declared(struct canvas *c, struct rect area, int row, int col, bool yes)
{
	(void)canvas_format(c, area, row, col, yes ? ROLE_TEXT : ROLE_DIM, "%s %s", words_mark(yes), yes ? "yes" : "no");
}

static int declared_col(const struct rect *area, int at)
{
	return area->col + ID_COLS + FOUND_COLS + VERSION_COLS + at * DECLARED_COLS + (at ? READ_COLS : 0);
}

static void draw_titles(struct canvas *c, struct rect area)
{
	int row = area.row - 1;
	struct rect titles = { row, area.col, 1, area.cols };

	(void)canvas_text(c, titles, row, area.col + 2, ROLE_LABEL, "adapter");
	(void)canvas_text(c, titles, row, area.col + ID_COLS, ROLE_LABEL, "program");
	(void)canvas_text(c, titles, row, area.col + ID_COLS + FOUND_COLS, ROLE_LABEL, "version");
	(void)canvas_text(c, titles, row, declared_col(&area, 0), ROLE_LABEL, "read-only");
	(void)canvas_text(c, titles, row, declared_col(&area, 1), ROLE_LABEL, "write");
	(void)canvas_text(c, titles, row, declared_col(&area, 2), ROLE_LABEL, "roots");
	(void)canvas_text(c, titles, row, declared_col(&area, 3), ROLE_LABEL, "sandbox");
}

static void draw_row(const struct adapters *a, const struct app *app, struct canvas *c, struct rect area, int row, size_t at)
{
	const struct adapter *adapter = adapter_at(app, at);
	bool here = at == a->list.selected;
	bool is_found = a->found[at].path != NULL;
	int col = area.col;

	(void)canvas_text(c, area, row, col, ROLE_ACCENT, here ? MARK_CHOSEN : " ");
	(void)canvas_fit(c, area, row, col + 2, ID_COLS - 3, here ? ROLE_ACCENT : (is_found ? ROLE_STRONG : ROLE_DIM), adapter->id);
	(void)canvas_text(c, area, row, col + ID_COLS, is_found ? ROLE_TEXT : ROLE_DIM, is_found ? "found" : "missing");
	(void)canvas_fit(c, area, row, col + ID_COLS + FOUND_COLS, VERSION_COLS - 2, a->found[at].version ? ROLE_TEXT : ROLE_DIM,
			 version_words(a, adapter, at));
	draw_declared(c, area, row, declared_col(&area, 0), adapter->declares.native_mode[POLICY_READ_ONLY] != NULL);
	draw_declared(c, area, row, declared_col(&area, 1), adapter->declares.native_mode[POLICY_WORKSPACE_WRITE] != NULL);
	draw_declared(c, area, row, declared_col(&area, 2), adapter->declares.carries_roots);
	(void)canvas_text(c, area, row, declared_col(&area, 3), attests_role(&a->attests, at), attests_word(&a->attests, app, at));
}

static struct rect detail(struct canvas *c, struct rect area, const char *label, enum role role, const char *words)
{
	return canvas_fact(c, area, LABEL_COLS, ROLE_LABEL, label, role, words);
}

static void mode_words(const struct adapter *adapter, enum policy_mode mode, struct text *out)
{
	const char *native = adapter->declares.native_mode[mode];

	text_empty(out);
	if (native)
		text_add_format(out, "rendered as \"%s\"", native);
	else
		text_add_string(out, "not representable: a request with this mode is refused, never downgraded");
}

static struct rect draw_takes(const struct adapter *adapter, struct canvas *c, struct rect area)
{
	CLEARED(text) struct text words = { 0 };

	for (const char *const *e = adapter->declares.efforts; e && *e; e++)
		text_add_format(&words, "%s%s", words.len ? ", " : "", *e);
	area = detail(c, area, "Effort", ROLE_TEXT, words.len ? text_c(&words) : "none");
	text_empty(&words);
	text_add_format(&words, "%s, %s", adapter->declares.takes_model ? "takes a model" : "takes no model",
			adapter->declares.interactive ? "can be worked with in its pane" : "runs headless only");
	return detail(c, area, "Also", ROLE_TEXT, text_c(&words));
}

struct detail_view { const struct adapters *adapters; const struct app *app; };

static struct rect draw_detail(const void *about, struct canvas *c, struct rect area)
{
	const struct detail_view *view = about;
	const struct adapters *a = view->adapters;
	const struct app *app = view->app;
	const struct adapter *adapter = adapter_at(app, a->list.selected);
	const struct found *f = &a->found[a->list.selected];
	OWNED_MEM char *path = f->path ? path_for_eye(app_engine(app)->places->home, f->path) : NULL;
	CLEARED(text) struct text words = { 0 };

	(void)canvas_text(c, area, area.row, area.col, ROLE_HEADING, adapter->title);
	area = rect_below(area, 1);
	if (path)
		area = detail(c, area, "Program", ROLE_TEXT, path);
	else
		area = detail(c, area, "Program", ROLE_STRONG, adapter->program);
	if (!path)
		area = detail(c, area, "", ROLE_TEXT, "is not on PATH: check judges it all the same, a launch is refused");
	if (!path)
		area = detail(c, area, "To install", ROLE_STRONG, adapter->install_hint ? adapter->install_hint : "see its vendor");
	if (path)
		area = detail(c, area, "Version", ROLE_TEXT,
			      adapter->version_flag ? version_words(a, adapter, a->list.selected)
						    : "not asked: no flag that prints it is known");
	area = detail(c, area, "To log in", ROLE_TEXT, adapter->login_hint);
	mode_words(adapter, POLICY_READ_ONLY, &words);
	area = detail(c, area, "read-only", ROLE_TEXT, text_c(&words));
	mode_words(adapter, POLICY_WORKSPACE_WRITE, &words);
	area = detail(c, area, "workspace-write", ROLE_TEXT, text_c(&words));
	area = detail(c, area, "Roots and grant", ROLE_TEXT, adapter->declares.carries_roots ? "carried by name" : "not representable");
	area = attests_draw(&a->attests, app, a->list.selected, LABEL_COLS, c, area);
	area = draw_takes(adapter, c, area);
	area = detail(c, area, "Defined in", ROLE_TEXT, adapter->defined_in);
	for (size_t i = 0; i < adapter->n_unknowns; i++)
		area = detail(c, area, i ? "" : "Stays open", ROLE_DIM, adapter->unknowns[i].message);
	return area;
}

static struct rect detail_area(const struct adapters *a, struct rect body)
{
	struct rect rows = rows_area(a, body);

	return rect_below(rect_inset(body, 0, 3), rows.row + rows.rows - body.row + 1);
}

static void detail_make(const struct adapters *a, const struct app *app, struct rect area, struct page *ret)
{
	const struct detail_view view = { a, app };

	if (a->n)
		page_make(ret, area.cols, PAGE_ROWS_MAX, draw_detail, &view);
}

static const struct key_binding *bindings_now(const struct app *app, const void *state)
{
	struct rect area = detail_area(state, app_body(app));
	struct page page = { 0 };
	bool longer;

	detail_make(state, app, area, &page);
	longer = page_last(&page, area.rows) > 0;
	page_clear(&page);
	return longer ? bindings_long : bindings;
}

static void scroll(struct adapters *a, const struct app *app, enum action action)
{
	struct rect area = detail_area(a, app_body(app));
	struct page page = { 0 };

	detail_make(a, app, area, &page);
	a->first = page_move(&page, a->first, action, area.rows);
	page_clear(&page);
}

static unsigned act(struct app *app, void *state, enum action action)
{
	struct adapters *a = state;
	bool pages = action == ACTION_PAGE_UP || action == ACTION_PAGE_DOWN;

	if (action == ACTION_REFRESH)
		look(a, app);
	if (action == ACTION_ATTEST)
		return a->n ? attests_try(&a->attests, app, a->list.selected) : NOTHING;
	if (pages && bindings_now(app, a) == bindings_long)
		scroll(a, app, action);
	else if (list_act(&a->list, action, (size_t)rows_area(a, app_body(app)).rows))
		a->first = 0;
	return REDRAW;
}

static void draw(const struct app *app, const void *state, struct canvas *c, struct rect body)
{
	const struct adapters *a = state;
	struct rect rows = rows_area(a, body);
	size_t top = list_top(&a->list, (size_t)rows.rows);
	struct rect below = detail_area(a, body);
	struct page page = { 0 };

	draw_titles(c, rows);
	for (size_t i = top; i < a->n && i < top + (size_t)rows.rows; i++)
		draw_row(a, app, c, rows, rows.row + (int)(i - top), i);
	detail_make(a, app, below, &page);
	page_show(&page, page_move(&page, a->first, ACTION_NONE, below.rows), c, below, "PgDn");
	page_clear(&page);
}

const struct screen_ops adapters_screen = {
	.name = "adapters", .title = "Adapters", .tab = true, .bindings = bindings, .bindings_now = bindings_now, .more = more_bindings, .state_size = sizeof(struct adapters),
	.open = open_adapters, .close = close_adapters, .shown = shown, .hear = hear, .act = act, .key = key, .watch = watch,
	.deadline_ms = deadline_ms, .draw = draw,
};
