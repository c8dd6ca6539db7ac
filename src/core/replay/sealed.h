/*
 * sealed — is a terminal log what the proof of its run sealed?
 */
#ifndef CORE_REPLAY_SEALED_H
#define CORE_REPLAY_SEALED_H
#include "core/record/browse.h"

/* id, word */
#define SEALS(X) X(UNKNOWN, "unknown") X(HOLDS, "holds") X(BROKEN, "broken")
#define X(id, word) SEAL_##id,
enum seal { SEALS(X) SEAL_COUNT };
#undef X
const char *seal_word(enum seal seal);

/* Reads and digests the whole log. v is opened and compared with the ledger. The sentence says what was found: appended. */
enum seal sealed_log(const struct run_view *v, const char *child, struct text *sentence);
#endif
