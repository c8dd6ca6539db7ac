/*
 * anchor — the ledger's last line as a proof remembers it: a second place that says how long the ledger once was, so that
 * one which was rolled back together with its head still contradicts the records.
 */
#ifndef CORE_RECORD_ANCHOR_H
#define CORE_RECORD_ANCHOR_H
#include "core/base/json.h"
#include "core/record/run_record.h"

/* Before the proof is sealed. A ledger that cannot be read leaves the anchor unknown: appending to it will say why. */
void anchor_take(const char *state, struct run_record *r);
struct json *anchor_print(const struct ledger_anchor *a); /* {"seq","sha256"}; NULL: not known. Yours */
bool anchor_read(const struct json *proof, struct ledger_anchor *ret); /* false: the proof has none */
#endif
