/*
 * codex_observe — the policy in force as codex's session rollout has it: one `turn_context` record a turn, a line of
 * JSON each (measured with codex 0.171.0). Pure: bytes in, an observation out.
 */
#ifndef ADAPTERS_CODEX_OBSERVE_H
#define ADAPTERS_CODEX_OBSERVE_H
#include "core/adapter/adapter.h"

extern const struct vendor_record codex_record;
/* The next turn's statement at or behind *at, which moves behind it; false: there is no more. */
bool codex_observe(const char *record, size_t len, size_t *at, struct observation *ret);
#endif
