/*
 * browse_compare — what lies outside a run's directory and speaks of it; inner to the read side.
 */
#ifndef CORE_RECORD_BROWSE_COMPARE_H
#define CORE_RECORD_BROWSE_COMPARE_H
#include <stdbool.h>

#include "core/base/json.h"
#include "core/record/browse.h"

struct json *ledger_line_of(const char *state, const char *run_id); /* yours; NULL: the ledger has no line of the run */
char *proof_differs(const struct run_view *v, const char *sealed);  /* yours: how proof.json is not what was sealed; NULL: it is */
bool run_is_supervised(const char *state, const char *run_id);      /* its supervisor lives, so it is not sealed yet */
#endif
