/*
 * runs_export — see runs_export.h. CSV and Markdown have the columns of one table; JSON lines are the objects of --json.
 */
#include "ui/cli/runs_export.h"

#include <string.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "core/host/ports.h"
#include "core/judge/value.h"
#include "ui/cli/rows.h"
#include "ui/words.h"

typedef void add_cell(const struct run_row *row, struct text *out);

bool runs_format_from_word(const char *word, enum runs_format *ret)
{
#define X(id, word) word,
	static const char *const words[] = { RUNS_FORMATS(X) };
#undef X

	for (size_t i = 0; i < COUNT_OF(words); i++) {
		if (strcmp(words[i], word) == 0) {
			*ret = (enum runs_format)i;
			return true;
		}
	}
	return false;
}

bool runs_format_read(const struct arguments *a, enum runs_format *ret, struct error *err)
{
	OWNED_MEM char *shown = value_shown(a->value[FLAG_FORMAT]);

	if (a->given[FLAG_FORMAT] && a->given[FLAG_JSON])
		return error_set(err, REASON_MISUSE, "--json and --format are two forms of one answer; give one of them");
	if (!a->given[FLAG_FORMAT] || runs_format_from_word(a->value[FLAG_FORMAT], ret))
		return true;
	return error_set(err, REASON_MISUSE, "--format \"%s\" is unknown; known: jsonl, csv, markdown", shown);
}

static void add_text(const char *s, struct text *out)
{
	if (s)
		text_add_string(out, s);
}

static void add_time(uint64_t ms, struct text *out)
{
	char when[TIME_TEXT_BYTES];

	if (ms == 0)
		return;
	time_print(ms, when);
	text_add_string(out, when);
}

static void run_cell(const struct run_row *r, struct text *out) { add_text(r->run_id, out); }
static void started_cell(const struct run_row *r, struct text *out) { add_time(r->started_ms, out); }
static void ended_cell(const struct run_row *r, struct text *out) { add_time(r->ended_ms, out); }
static void repository_cell(const struct run_row *r, struct text *out) { add_text(r->repository, out); }
static void adapter_cell(const struct run_row *r, struct text *out) { add_text(r->adapter, out); }
static void children_cell(const struct run_row *r, struct text *out) { text_add_format(out, "%zu", r->n_children); }
static void topology_cell(const struct run_row *r, struct text *out) { add_text(r->topology_known ? topology_word(r->topology) : NULL, out); }
static void mode_cell(const struct run_row *r, struct text *out) { add_text(r->mode_known ? policy_word(r->mode) : NULL, out); }
static void grant_cell(const struct run_row *r, struct text *out) { add_text(words_grant_cell(r), out); }
static void outcome_cell(const struct run_row *r, struct text *out) { add_text(outcome_word(r->outcome), out); }
static void reason_cell(const struct run_row *r, struct text *out) { add_text(r->reason, out); }
static void message_cell(const struct run_row *r, struct text *out) { add_text(r->message, out); }
static void label_cell(const struct run_row *r, struct text *out) { add_text(r->label, out); }
static void alerts_cell(const struct run_row *r, struct text *out) { text_add_format(out, "%zu", r->alerts); }
static void acknowledged_cell(const struct run_row *r, struct text *out) { add_text(r->alerts == 0 ? NULL : r->acknowledged ? "yes" : "no", out); }
static void took_cell(const struct run_row *r, struct text *out)
{
	if (r->started_ms > 0 && r->ended_ms >= r->started_ms)
		text_add_format(out, "%.3f", (double)(r->ended_ms - r->started_ms) / 1000);
}
static void damage_cell(const struct run_row *r, struct text *out) { add_text(r->damage, out); }
static void directory_cell(const struct run_row *r, struct text *out) { add_text(r->directory, out); }
static void proof_cell(const struct run_row *r, struct text *out) { add_text(r->proof_sha256, out); }

/* reported: in the Markdown report too, which is for reading. */
static const struct { const char *title; add_cell *add; bool reported; } columns[] = {
	{ "started_at", started_cell, true }, { "ended_at", ended_cell, false }, { "seconds", took_cell, true }, { "repository", repository_cell, true },
	{ "adapter", adapter_cell, true }, { "children", children_cell, true }, { "topology", topology_cell, true },
	{ "mode", mode_cell, true }, { "grant", grant_cell, true }, { "outcome", outcome_cell, true }, { "reason", reason_cell, true },
	{ "message", message_cell, false }, { "label", label_cell, true }, { "alerts", alerts_cell, true }, { "acknowledged", acknowledged_cell, true }, { "damage", damage_cell, false },
	{ "run_id", run_cell, true }, { "directory", directory_cell, false }, { "proof_sha256", proof_cell, false },
};

/* Spreadsheets look at the first character, in its wide form too; some leave blanks out before they do. */
static bool is_formula(const char *cell)
{
	static const char *const begins[] = { "=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20" };
	const char *first = cell + strspn(cell, " ");

	for (size_t i = 0; i < COUNT_OF(begins); i++)
		if (strncmp(first, begins[i], strlen(begins[i])) == 0)
			return true;
	return false;
}

static void add_csv_cell(const char *clean, struct text *out)
{
	text_add_byte(out, '"');
	if (is_formula(clean))
		text_add_byte(out, '\'');
	for (const char *at = clean; *at; at++) {
		if (*at == '"')
			text_add_byte(out, '"');
		text_add_byte(out, *at);
	}
	text_add_byte(out, '"');
}

/* What Markdown or the HTML made of it would take for its own is escaped. */
static void add_markdown_cell(const char *clean, struct text *out)
{
	for (const char *at = clean; *at; at++) {
		if (strchr("\\`*_[]<>|#&~!", *at))
			text_add_byte(out, '\\');
		text_add_byte(out, *at);
	}
}

static void add_table_row(enum runs_format format, const struct run_row *row, struct text *out)
{
	bool csv = format == RUNS_FORMAT_CSV, first = true;

	text_add_string(out, csv ? "" : "| ");
	for (size_t i = 0; i < COUNT_OF(columns); i++) {
		CLEARED(text) struct text cell = { 0 };
		OWNED_MEM char *clean = NULL;

		if (!csv && !columns[i].reported)
			continue;
		if (!first)
			text_add_string(out, csv ? "," : " | ");
		first = false;
		columns[i].add(row, &cell);
		clean = sanitize_copy(text_c(&cell));
		(csv ? add_csv_cell : add_markdown_cell)(clean, out);
	}
	text_add_string(out, csv ? "\r\n" : " |\n");
}

void export_cells(enum runs_format format, const char *const *cells, size_t count, struct text *out)
{
	const bool csv = format == RUNS_FORMAT_CSV;

	text_add_string(out, csv ? "" : "| ");
	for (size_t i = 0; i < count; i++) {
		OWNED_MEM char *clean = sanitize_copy(cells[i]);

		text_add_string(out, i == 0 ? "" : csv ? "," : " | ");
		(csv ? add_csv_cell : add_markdown_cell)(clean, out);
	}
	text_add_string(out, csv ? "\r\n" : " |\n");
}

static void add_titles(bool csv, struct text *out)
{
	bool first = true;

	for (size_t i = 0; i < COUNT_OF(columns); i++) {
		if (!csv && !columns[i].reported)
			continue;
		text_add_format(out, csv ? "%s%s" : "%s%s ", first ? (csv ? "" : "| ") : (csv ? "," : "| "), columns[i].title);
		first = false;
	}
	text_add_string(out, csv ? "\r\n" : "|\n");
}

void runs_export_head(enum runs_format format, struct text *out)
{
	if (format == RUNS_FORMAT_JSONL)
		return;
	if (format == RUNS_FORMAT_MARKDOWN)
		text_add_string(out, "# Runs\n\n");
	add_titles(format == RUNS_FORMAT_CSV, out);
	if (format != RUNS_FORMAT_MARKDOWN)
		return;
	for (size_t i = 0; i < COUNT_OF(columns); i++)
		text_add_string(out, columns[i].reported ? "|---" : "");
	text_add_string(out, "|\n");
}

void runs_export_row(enum runs_format format, const struct run_row *row, struct text *out)
{
	struct json *value;

	if (format != RUNS_FORMAT_JSONL) {
		add_table_row(format, row, out);
		return;
	}
	value = row_json(row);
	json_write(value, JSON_COMPACT, out);
	text_add_byte(out, '\n');
	json_drop(&value);
}
