/*
 * verify_ledger — what the ledger says of a run, for the parts of verification that compare a record with it; inner to
 * verify*.c.
 */
#ifndef CORE_RECORD_VERIFY_LEDGER_H
#define CORE_RECORD_VERIFY_LEDGER_H
#include "core/record/ledger.h"

/* A line of the ledger that is a record. */
struct known_line { struct run_row row; int64_t seq; char sha256[DIGEST_HEX_BYTES]; };
struct ledger_known { struct known_line *lines; size_t count, room; const struct known_line **by_run; };
void ledger_known_clear(struct ledger_known *k);

/* ledger_check(), which keeps every record on its way. */
void ledger_check_keeping(struct ledger_reader *l, const struct ledger_head *head, struct verification *ret, struct ledger_known *keep);
void ledger_known_add(struct ledger_known *k, const struct ledger_line *line, const struct json *value);
void ledger_known_sort(struct ledger_known *k); /* once, when nothing is added any more: many runs are looked for then */
/* Only the lines of this run and of this number, without looking at the chain. */
bool ledger_known_of(const char *state, const char *run_id, int64_t seq, struct ledger_known *ret, struct error *err) MUST_CHECK;
/* NULL: there is none. seq is looked for where it must be first. */
const struct known_line *ledger_known_run(const struct ledger_known *k, const char *run_id);
const struct known_line *ledger_known_seq(const struct ledger_known *k, int64_t seq);

struct checking;
/* The run's line against its record, and the proof's anchor against the ledger. line NULL: it has none. */
void verify_line(struct checking *c, const struct ledger_known *known, const struct known_line *line);
#endif
