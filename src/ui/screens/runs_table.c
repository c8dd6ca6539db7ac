/*
 * runs_table — see runs_table.h.
 */
#include "ui/screens/runs_table.h"

#include "core/base/path.h"
#include "ui/tui/glyphs.h"
#include "ui/words.h"

static const char *text_or(const char *s, const char *otherwise)
{
	return s ? s : otherwise;
}

static const char *repository_of(const struct run_row *r)
{
	return r->repository ? path_base(r->repository) : "?";
}

static const char *adapter_of(const struct run_row *r) { return text_or(r->adapter, "?"); }
static const char *outcome_of(const struct run_row *r) { return outcome_word(r->outcome); }

/* Where columns begin and how wide they are at 80, 100 and 124 columns; 0: not there. The last takes the rest. */
#define FULL_COLS 100
#define WIDE_COLS 124
#define SPARE_COLS_MOST 16
enum column { WHEN, REPOSITORY, ADAPTER, TOPOLOGY, MODE, GRANT, OUTCOME, TOOK, VERIFIED, NOTE, COLUMN_COUNT };
enum width { NARROW, FULL, WIDE };
static const struct { const char *title; int cols[3]; } layout[COLUMN_COUNT] = {
	[WHEN] = { "when", { 10, 11, 11 } }, [REPOSITORY] = { "repository", { 11, 14, 14 } }, [ADAPTER] = { "adapter", { 12, 15, 16 } },
	[TOPOLOGY] = { "topology", { 9, 10, 10 } }, [MODE] = { "mode", { 6, 7, 7 } }, [GRANT] = { "grant", { 9, 10, 10 } },
	[OUTCOME] = { "outcome", { 8, 9, 9 } }, [TOOK] = { "took", { 0, 0, 9 } }, [VERIFIED] = { "record", { 0, 0, 9 } },
	[NOTE] = { "", { 0, 0, 0 } },
};

static enum width width_class(struct rect row)
{
	return row.cols < FULL_COLS ? NARROW : row.cols < WIDE_COLS ? FULL : WIDE;
}

/* Wide terminals give some of what is left over to the repository, the rest to the note. */
static int width_of(struct rect row, enum column at)
{
	int spare = row.cols - WIDE_COLS;

	return layout[at].cols[width_class(row)] +
	       (at == REPOSITORY && spare > 0 ? (spare / 3 < SPARE_COLS_MOST ? spare / 3 : SPARE_COLS_MOST) : 0);
}

static int column_at(struct rect row, enum column wanted)
{
	int col = row.col + 2;

	for (int at = 0; at < (int)wanted; at++)
		col += width_of(row, (enum column)at);
	return col;
}

static void put(struct canvas *c, struct rect row, enum column at, enum role role, const char *s)
{
	int col = column_at(row, at);
	int room = at == NOTE ? row.col + row.cols - col : width_of(row, at) - 1;

	if (room <= 0)
		return;
	if (at == TOOK)
		canvas_right(c, row, row.row, col + room - 1, role, s);
	else
		(void)canvas_fit(c, row, row.row, col, room, role, s);
}

void runs_draw_head(struct canvas *c, struct rect row)
{
	for (int at = 0; at < COLUMN_COUNT; at++)
		put(c, row, (enum column)at, ROLE_LABEL, layout[at].title);
}

static enum role outcome_role(enum outcome o)
{
	static const enum role roles[] = { ROLE_ACCENT, ROLE_TEXT, ROLE_STRONG, ROLE_TEXT, ROLE_ALERT, ROLE_ALERT };

	_Static_assert(COUNT_OF(roles) == OUTCOME_COUNT, "one role per outcome");
	return roles[o];
}

/* The note's parts follow one another, each in its own role. */
struct note { struct canvas *canvas; struct rect row; int col; bool selected; };

static void add_note(struct note *n, enum role role, const char *words)
{
	int room = n->row.col + n->row.cols - n->col;

	if (!words || !*words || room <= 0)
		return;
	n->col = canvas_fit(n->canvas, n->row, n->row.row, n->col, room, n->selected ? ROLE_SELECTED : role, words) + 2;
}

static void note_alerts(struct note *n, const struct run_row *run)
{
	CLEARED(text) struct text words = { 0 };

	if (run->damage)
		text_add_format(&words, MARK_ALERT " %s", run->damage);
	else if (run->alerts > 0)
		text_add_format(&words, MARK_ALERT " %zu %s", run->alerts,
				run->acknowledged  ? "acknowledged"
				: run->alerts == 1 ? "alert"
						   : "alerts");
	add_note(n, run->damage || !run->acknowledged ? ROLE_ALERT : ROLE_DIM, text_c(&words));
}

static void took_words(const struct run_row *run, struct text *out)
{
	if (run->ended_ms > run->started_ms && run->started_ms > 0)
		words_duration(out, run->ended_ms - run->started_ms);
}

static const char *verified_words(enum seen_record seen, bool whole)
{
	static const char *const words[][2] = {
		[RECORD_NOT_VERIFIED] = { "", MARK_DOT }, [RECORD_HOLDS] = { MARK_YES, MARK_YES " holds" },
		[RECORD_BROKEN] = { MARK_NO, MARK_NO " broken" },
	};

	return words[seen][whole];
}

static enum role verified_role(enum seen_record seen)
{
	return seen == RECORD_BROKEN ? ROLE_ALERT : seen == RECORD_HOLDS ? ROLE_GOOD : ROLE_DIM;
}

static void draw_note(struct canvas *c, struct rect row, const struct run_row *run, const struct row_look *look)
{
	const bool wide = width_class(row) == WIDE;
	struct note n = { c, row, column_at(row, NOTE), look->selected };
	CLEARED(text) struct text took = { 0 };

	took_words(run, &took);
	if (!wide)
		add_note(&n, verified_role(look->seen), verified_words(look->seen, false));
	note_alerts(&n, run);
	add_note(&n, ROLE_DIM, run->pruned ? "pruned" : NULL);
	if (words_reason_adds(run))
		add_note(&n, ROLE_DIM, run->reason);
	else if (!wide)
		add_note(&n, ROLE_DIM, text_c(&took));
	add_note(&n, ROLE_DIM, run->label);
	if (!wide)
		return;
	put(c, row, TOOK, look->selected ? ROLE_SELECTED : ROLE_DIM, text_c(&took));
	put(c, row, VERIFIED, look->selected ? ROLE_SELECTED : verified_role(look->seen), verified_words(look->seen, true));
}

static void draw_grant(struct canvas *c, struct rect row, const struct run_row *run, bool selected)
{
	CLEARED(text) struct text grant = { 0 };
	bool granted = run->grant_known && run->git_write != GIT_WRITE_NONE;

	if (granted)
		text_add_string(&grant, run->grant_used_known && !run->grant_used ? MARK_CANNOT " " : MARK_CAN " ");
	text_add_string(&grant, words_grant_cell(run));
	put(c, row, GRANT, selected ? ROLE_SELECTED : granted ? ROLE_GRANT : ROLE_DIM, text_c(&grant));
}

static void heading_words(const struct run_row *run, enum runs_group group, struct text *out)
{
	const size_t date_len = sizeof "2026-11-30" - 1;

	if (group == RUNS_GROUP_REPOSITORY) {
		text_add_string(out, text_or(run->repository, "no repository is recorded"));
	} else if (group == RUNS_GROUP_LABEL) {
		text_add_string(out, text_or(run->label, "without a label"));
	} else if (run->started_ms == 0) {
		text_add_string(out, "no time is recorded");
	} else {
		words_moment(out, run->started_ms);
		out->len = out->len < date_len ? out->len : date_len;
		out->bytes[out->len] = '\0';
	}
}

void runs_draw_heading(struct canvas *c, struct rect row, const struct runs_line *heading, enum runs_group group, bool selected)
{
	CLEARED(text) struct text line = { 0 };

	heading_words(heading->row, group, &line);
	text_add_string(&line, "  ");
	words_count(&line, heading->heading, "run", "runs");
	if (selected)
		canvas_fill(c, row, ROLE_SELECTED);
	(void)canvas_text(c, row, row.row, row.col, ROLE_SELECTED, selected ? MARK_CHOSEN : "");
	(void)canvas_fit(c, row, row.row, row.col + 2, row.cols - 2, selected ? ROLE_SELECTED : ROLE_HEADING, text_c(&line));
}

static void draw_adapter(struct canvas *c, struct rect row, const struct run_row *run, enum role role)
{
	CLEARED(text) struct text children = { 0 };
	const int col = column_at(row, ADAPTER), room = width_of(row, ADAPTER) - 1;
	int count_cols;

	if (run->n_children > 1)
		text_add_format(&children, " ×%zu", run->n_children);
	count_cols = text_cols(text_c(&children));
	(void)canvas_text(c, row, row.row, canvas_fit(c, row, row.row, col, room - count_cols, role, adapter_of(run)), role,
			  text_c(&children));
}

void runs_draw_row(struct canvas *c, struct rect row, const struct run_row *run, const struct row_look *look)
{
	const enum role plain = look->selected ? ROLE_SELECTED : ROLE_TEXT, dim = look->selected ? ROLE_SELECTED : ROLE_DIM;
	CLEARED(text) struct text when = { 0 };

	if (look->selected)
		canvas_fill(c, row, ROLE_SELECTED);
	if (look->mark > 0) /* the selected row is told by its looks too, the marked one by its number only */
		(void)canvas_format(c, row, row.row, row.col, look->selected ? ROLE_SELECTED : ROLE_ACCENT, "%d", look->mark);
	else
		(void)canvas_text(c, row, row.row, row.col, ROLE_SELECTED, look->selected ? MARK_CHOSEN : "");
	words_when(&when, run->started_ms, look->now_ms);
	put(c, row, WHEN, dim, text_c(&when));
	put(c, row, REPOSITORY, plain, repository_of(run));
	draw_adapter(c, row, run, plain);
	put(c, row, TOPOLOGY, dim, words_topology_cell(run));
	put(c, row, MODE, plain, words_mode_cell(run));
	draw_grant(c, row, run, look->selected);
	put(c, row, OUTCOME, look->selected ? ROLE_SELECTED : outcome_role(run->outcome), outcome_of(run));
	draw_note(c, row, run, look);
}
