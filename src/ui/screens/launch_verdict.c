/*
 * launch_verdict — accepted or refused, and what follows from it, as lines from top to bottom.
 */
#include <stdio.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/run/facts.h"
#include "ui/screens/launch.h"
#include "ui/tui/glyphs.h"
#include "ui/words.h"

#define FACT_COLS 11
#define WORD_BYTES_SHOWN 2000

static struct rect gap(struct rect area)
{
	return rect_below(area, 1);
}

static struct rect heading(struct canvas *c, struct rect area, const char *words)
{
	(void)canvas_text(c, area, area.row, area.col, ROLE_HEADING, words);
	return rect_below(area, 1);
}

static struct rect paragraph(struct canvas *c, struct rect area, enum role role, const char *words)
{
	return rect_below(area, canvas_wrap(c, area, role, words));
}

/* "COMMITS    no" */
static struct rect fact(struct canvas *c, struct rect area, const char *name, enum role role, const char *words)
{
	return canvas_fact(c, area, FACT_COLS, ROLE_HEADING, name, role, words);
}

static struct rect headline(const struct launch *l, struct canvas *c, struct rect area)
{
	const struct verdict *v = &l->check.verdict;
	bool waits = v->accepted && launch_waits(l);
	enum role role = v->accepted ? (waits ? ROLE_STRONG : ROLE_GOOD) : ROLE_ALERT;
	int col = area.col;

	if (waits)
		col = canvas_text(c, area, area.row, col, role, MARK_CANNOT " waits for a prompt");
	else
		col = canvas_format(c, area, area.row, col, role, "%s %s", words_mark(v->accepted), words_verdict(v));
	if (!v->accepted)
		canvas_text(c, area, area.row, col + 3, ROLE_ALERT, reason_slug(v->reason));
	return rect_below(area, 1);
}

/* A name that the launch chooses is not one yet. */
static char *without_chosen(const char *path)
{
	const char *base = path_base(path);

	return strstr(base, CHOSEN_AT_LAUNCH) ? str_format("%.*s…", (int)(base - path), path) : str_copy(path);
}

/* "the workspace  ~/src/…": the name, and the path behind it or, where it does not fit, beneath it. */
static struct rect draw_place(struct canvas *c, struct rect area, const char *line)
{
	const char *gap_at = strstr(line, "  ");
	OWNED_MEM char *name = gap_at ? str_copy_n(line, (size_t)(gap_at - line)) : str_copy(line);
	OWNED_MEM char *path = gap_at ? without_chosen(gap_at + 2) : NULL;
	bool nothing = strncmp(line, "nothing", 7) == 0;
	bool wide = strncmp(line, "the shared", 10) == 0 || strncmp(line, "wherever", 8) == 0;
	enum role role = nothing ? ROLE_DIM : (wide ? ROLE_GRANT : ROLE_TEXT);
	int col;

	(void)canvas_text(c, area, area.row, area.col, role, nothing ? MARK_CANNOT : MARK_CAN);
	if (!path)
		return rect_below(area, canvas_wrap(c, rect_right(area, 2), role, name));
	col = canvas_text(c, area, area.row, area.col + 2, role, name) + 2;
	if (area.col + area.cols - col < text_cols(path)) {
		area = rect_below(area, 1);
		col = area.col + 2;
	}
	(void)canvas_fit_front(c, area, area.row, col, area.col + area.cols - col, ROLE_DIM, path);
	return rect_below(area, 1);
}

static struct rect draw_writable(const struct launch *l, const struct app *app, struct canvas *c, struct rect area)
{
	const struct check *k = &l->check;
	CLEARED(strlist) struct strlist lines = { 0 };

	words_writable(&k->verdict, k->workspace_root, k->private_tmp, app_engine(app)->places->home, &lines);
	area = heading(c, area, "THE CHILD CAN WRITE");
	for (size_t i = 0; i < lines.count && area.rows > 0; i++)
		area = draw_place(c, area, lines.items[i]);
	return area;
}

static struct rect draw_branch(const struct launch *l, struct canvas *c, struct rect area)
{
	CLEARED(text) struct text words = { 0 };

	if (!l->check.branch || !l->layout || !l->layout->head)
		return area;
	text_add_format(&words, "a new one, from %s at %.7s", l->layout->branch ? l->layout->branch : "HEAD", l->layout->head);
	return fact(c, area, "BRANCH", ROLE_TEXT, text_c(&words));
}

static struct rect draw_others(const struct launch *l, struct canvas *c, struct rect area)
{
	CLEARED(text) struct text words = { 0 };

	if (l->others == 0)
		return area;
	words_count(&words, l->others, "run works", "runs work");
	text_add_string(&words, " here too");
	return fact(c, area, "OTHERS", ROLE_TEXT, text_c(&words));
}

/* What a policy does not close, by name: the adapter says it itself. */
static struct rect draw_unknowns(const struct launch *l, struct canvas *c, struct rect area)
{
	const struct adapter *adapter = l->check.adapter;

	if (!adapter || !l->check.verdict.projection.applied || adapter->n_unknowns == 0)
		return area;
	area = heading(c, gap(area), "STAYS OPEN");
	for (size_t i = 0; i < adapter->n_unknowns && area.rows > 0; i++) {
		if (!adapter_unknown_holds(&adapter->unknowns[i], &l->check.verdict.projection, launch_style(l, adapter)))
			continue;
		(void)canvas_text(c, area, area.row, area.col, ROLE_DIM, MARK_CANNOT);
		area = rect_below(area, canvas_wrap(c, rect_right(area, 2), ROLE_DIM, adapter->unknowns[i].message));
	}
	return area;
}

static struct rect draw_argv_line(const struct launch *l, struct canvas *c, struct rect area)
{
	char words[64];

	(void)snprintf(words, sizeof words, MARK_CHOSEN " argv (%zu)", l->check.argv.count);
	if (area.rows > 0)
		(void)canvas_text(c, area, area.row, area.col, ROLE_DIM, words);
	return rect_below(area, 1);
}

/* An option and the word behind it share a row: "-c key=value". */
static bool takes_next(const struct strlist *argv, size_t at)
{
	const char *word = argv->items[at];
	const char *next = at + 1 < argv->count ? argv->items[at + 1] : "-";

	return word[0] == '-' && strcmp(word, "--") != 0 && !strchr(word, '=') && next[0] != '-';
}

/* A prompt may be as long as a file: its beginning and its size say which it is. */
static char *word_shown(const char *word)
{
	size_t len = strlen(word);

	if (len == 0)
		return str_copy("\"\"");
	return len <= WORD_BYTES_SHOWN ? str_copy(word) : str_format("%.*s… (%zu bytes in all)", WORD_BYTES_SHOWN, word, len);
}

static struct rect draw_argv(const struct launch *l, struct canvas *c, struct rect area)
{
	const struct strlist *argv = &l->check.argv;
	char words[64];

	(void)snprintf(words, sizeof words, MARK_OPEN " ARGV (%zu)", argv->count);
	area = heading(c, area, words);
	for (size_t i = 0; i < argv->count && area.rows > 0; i++) {
		const char *word = argv->items[i];
		struct rect value = rect_right(area, 2);
		bool last = i + 1 == argv->count;
		enum role role = i == 0 ? ROLE_STRONG : ROLE_TEXT;
		OWNED_MEM char *shown = NULL;

		if (takes_next(argv, i) && text_cols(word) + 1 + text_cols(argv->items[i + 1]) <= value.cols) {
			int col = canvas_text(c, value, value.row, value.col, ROLE_DIM, word) + 1;

			value = rect_right(value, col - value.col);
			word = argv->items[++i];
		}
		if (last && launch_waits(l))
			role = ROLE_DIM;
		shown = word_shown(word);
		area = rect_below(area, canvas_wrap(c, value, role, shown));
	}
	return area;
}

/* What an adapter declares is not yet what was seen to be enforced. */
static struct rect draw_basis(const struct launch *l, struct canvas *c, struct rect area)
{
	const struct check *k = &l->check;
	CLEARED(text) struct text words = { 0 };

	if (k->attested == ATTESTED_ENFORCES)
		return paragraph(c, area, ROLE_GOOD, k->attested_how);
	text_add_format(&words, "declared by %s; %s", l->request.adapter,
			k->attested == ATTESTED_NEAR ? k->attested_how : "not attested on this machine");
	if (k->attested == ATTESTED_NOT && k->attested_how)
		text_add_format(&words, ": %s", k->attested_how);
	return paragraph(c, area, ROLE_DIM, text_c(&words));
}

static struct rect draw_accepted(const struct verdict_view *view, struct canvas *c, struct rect area)
{
	const struct launch *l = view->launch;
	const struct verdict *v = &l->check.verdict;

	if (v->projection.applied)
		area = draw_basis(l, c, area);
	if (v->note)
		area = paragraph(c, area, ROLE_ALERT, v->note);
	if (v->mutable_in_session)
		area = paragraph(c, area, ROLE_ALERT, UNKNOWN_MUTABLE_IN_SESSION ": a person can change it while it runs");
	if (!v->projection.applied)
		area = paragraph(c, area, ROLE_DIM, "no policy: its plain invocation, nothing is promised");
	area = draw_writable(l, view->app, c, gap(area));
	area = fact(c, gap(area), "COMMITS", v->commits && v->projection.applied ? ROLE_GRANT : ROLE_TEXT, words_commits(v));
	area = draw_branch(l, c, area);
	area = draw_others(l, c, area);
	if (!view->with_argv)
		area = draw_argv_line(l, c, gap(area));
	area = draw_unknowns(l, c, area);
	return view->with_argv ? draw_argv(l, c, gap(area)) : area;
}

static struct rect draw_refused(const struct launch *l, struct canvas *c, struct rect area)
{
	OWNED_MEM char *sentence = words_sentence(l->check.verdict.message);

	area = paragraph(c, area, ROLE_TEXT, sentence);
	area = paragraph(c, area, ROLE_TEXT, "Nothing has been started.");
	if (l->n_suggestions == 0)
		return paragraph(c, gap(area), ROLE_DIM, reason_way_on(l->check.verdict.reason));
	area = heading(c, gap(area), "WOULD BE ACCEPTED");
	for (size_t i = 0; i < l->n_suggestions && area.rows > 0; i++) {
		struct rect words = rect_right(area, 3);
		int rows;

		(void)canvas_format(c, area, area.row, area.col, ROLE_KEY, "%zu", i + 1);
		rows = canvas_wrap(c, words, ROLE_ACCENT, l->suggestions[i].words);
		if (l->suggestions[i].consequence)
			rows += canvas_wrap(c, rect_below(words, rows), ROLE_DIM, l->suggestions[i].consequence);
		area = rect_below(area, rows);
	}
	return area;
}

struct rect verdict_put(const void *about, struct canvas *c, struct rect area)
{
	const struct verdict_view *view = about;
	const struct launch *l = view->launch;

	area = heading(c, area, "VERDICT");
	if (errand_busy(&l->launching))
		return paragraph(c, area, ROLE_STRONG,
				 "Starting: judged once more with fresh facts, then the workspace is made and the children are started.");
	if (!l->judged)
		return paragraph(c, area, ROLE_DIM, "Looking at the repository first.");
	if (l->check_why)
		return paragraph(c, area, ROLE_ALERT, l->check_why);
	area = headline(l, c, area);
	return l->check.verdict.accepted ? draw_accepted(view, c, area) : draw_refused(l, c, area);
}
