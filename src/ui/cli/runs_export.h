/*
 * runs_export — runs for other programs: JSON lines, CSV for a spreadsheet, a Markdown report.
 */
#ifndef UI_CLI_RUNS_EXPORT_H
#define UI_CLI_RUNS_EXPORT_H
#include "core/base/text.h"
#include "core/record/browse.h"
#include "ui/cli/arguments.h"

/* id, word */
#define RUNS_FORMATS(X) X(JSONL, "jsonl") X(CSV, "csv") X(MARKDOWN, "markdown")
#define X(id, word) RUNS_FORMAT_##id,
enum runs_format { RUNS_FORMATS(X) RUNS_FORMAT_COUNT };
#undef X
bool runs_format_from_word(const char *word, enum runs_format *ret);
/* --format as it was given; not given: *ret stays. */
bool runs_format_read(const struct arguments *a, enum runs_format *ret, struct error *err) MUST_CHECK;
/* One row of a table, CSV or Markdown. */
void export_cells(enum runs_format format, const char *const *cells, size_t count, struct text *out);

void runs_export_head(enum runs_format format, struct text *out);
/* CSV as RFC 4180 has it; a cell that a spreadsheet would take for a formula begins with an apostrophe. Controls are made
   visible, but in JSON, which escapes them. */
void runs_export_row(enum runs_format format, const struct run_row *row, struct text *out);
#endif
