/*
 * proof_execution — the peer's statement of an isolated workspace at the end of a run: binding, terminal attestation,
 * lifecycle state and receipts.
 */
#ifndef CORE_RECORD_PROOF_EXECUTION_H
#define CORE_RECORD_PROOF_EXECUTION_H
#include "core/base/json.h"
#include "core/record/run_record.h"

/* Yours; NULL when the run had no isolated workspace. frozen: the binding of the run's run.json, borrowed, NULL without
   one; it counts when the record has none any more, because the workspace was taken back after the manifest was frozen. */
struct json *execution_print(const struct run_record *r, const struct json *frozen);
#endif
