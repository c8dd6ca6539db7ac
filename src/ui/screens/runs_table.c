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

/* Where columns begin and how wide they are; the last takes the rest. */
enum column { WHEN, REPOSITORY, ADAPTER, TOPOLOGY, MODE, GRANT, OUTCOME, NOTE, COLUMN_COUNT };
static const struct { const char *title; int cols, narrow_cols; } layout[COLUMN_COUNT] = {
	[WHEN] = { "when", 11, 10 }, [REPOSITORY] = { "repository", 14, 11 }, [ADAPTER] = { "adapter", 15, 12 },
	[TOPOLOGY] = { "topology", 10, 9 }, [MODE] = { "mode", 7, 6 }, [GRANT] = { "grant", 10, 9 }, [OUTCOME] = { "outcome", 9, 8 },
	[NOTE] = { "", 0, 0 },
};

/* Wide terminals give a third of what is left over to the repository, the rest to the note. */
static int width_of(struct rect row, enum column at)
{
	int spare = row.cols - 100;

	if (spare < 0)
		return layout[at].narrow_cols;
	return layout[at].cols + (at == REPOSITORY ? spare / 3 : 0);
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

	if (room > 0)
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

static void note_of(const struct run_row *run, struct text *out)
{
	if (run->damage)
		text_add_format(out, MARK_ALERT " %s", run->damage);
	else if (run->alerts > 0)
		text_add_format(out, MARK_ALERT " %zu administrative file%s changed", run->alerts, run->alerts == 1 ? "" : "s");
	else if (run->reason && run->outcome != OUTCOME_STOPPED)
		text_add_string(out, run->reason);
	else if (run->ended_ms > run->started_ms && run->started_ms > 0)
		words_duration(out, run->ended_ms - run->started_ms);
	if (run->label && !run->damage)
		text_add_format(out, "%s%s", out->len > 0 ? "  " : "", run->label);
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

void runs_draw_heading(struct canvas *c, struct rect row, const struct run_row *run, bool by_day, size_t count, bool selected)
{
	const size_t date_len = sizeof "2026-11-30" - 1;
	CLEARED(text) struct text line = { 0 };

	if (by_day && run->started_ms > 0) {
		words_moment(&line, run->started_ms);
		line.len = line.len < date_len ? line.len : date_len;
		line.bytes[line.len] = '\0';
	} else {
		text_add_string(&line, by_day ? "no time is recorded" : text_or(run->repository, "no repository is recorded"));
	}
	text_add_string(&line, "  ");
	words_count(&line, count, "run", "runs");
	if (selected)
		canvas_fill(c, row, ROLE_SELECTED);
	(void)canvas_text(c, row, row.row, row.col, ROLE_SELECTED, selected ? MARK_CHOSEN : "");
	(void)canvas_fit(c, row, row.row, row.col + 2, row.cols - 2, selected ? ROLE_SELECTED : ROLE_HEADING, text_c(&line));
}

void runs_draw_row(struct canvas *c, struct rect row, const struct run_row *run, uint64_t now_ms, bool selected)
{
	CLEARED(text) struct text adapter = { 0 };
	CLEARED(text) struct text note = { 0 };
	enum role plain = selected ? ROLE_SELECTED : ROLE_TEXT;
	enum role dim = selected ? ROLE_SELECTED : ROLE_DIM;
	CLEARED(text) struct text when = { 0 };

	if (selected)
		canvas_fill(c, row, ROLE_SELECTED);
	if (selected)
		(void)canvas_text(c, row, row.row, row.col, ROLE_SELECTED, MARK_CHOSEN);
	text_add_string(&adapter, adapter_of(run));
	if (run->n_children > 1)
		text_add_format(&adapter, " ×%zu", run->n_children);
	note_of(run, &note);
	words_when(&when, run->started_ms, now_ms);
	put(c, row, WHEN, dim, text_c(&when));
	put(c, row, REPOSITORY, plain, repository_of(run));
	put(c, row, ADAPTER, plain, text_c(&adapter));
	put(c, row, TOPOLOGY, dim, words_topology_cell(run));
	put(c, row, MODE, plain, words_mode_cell(run));
	draw_grant(c, row, run, selected);
	put(c, row, OUTCOME, selected ? ROLE_SELECTED : outcome_role(run->outcome), outcome_of(run));
	put(c, row, NOTE, selected ? ROLE_SELECTED : run->damage || run->alerts > 0 ? ROLE_ALERT : ROLE_DIM, text_c(&note));
}
