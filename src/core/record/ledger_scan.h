/*
 * ledger_scan — a row from a ledger line in exactly the form in which ledger_append() writes it, without a JSON value in
 * between. It reads the form alone: whether the line's digest holds is for verify to say.
 */
#ifndef CORE_RECORD_LEDGER_SCAN_H
#define CORE_RECORD_LEDGER_SCAN_H
#include "core/record/ledger.h"
#include "core/record/row_text.h"

/* Zero-initialised. Keeps the day that was read last: neighbours share theirs. */
struct ledger_scanner { char day[sizeof "2026-11-30"]; uint64_t day_ms; };

/* false: the line is in another form, or is none; ledger_parse() knows. The row's strings lie in texts. */
bool ledger_scan(struct ledger_scanner *s, const struct ledger_line *line, struct row_text *texts, struct run_row *ret);
#endif
