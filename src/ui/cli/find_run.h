/*
 * find_run — which run an operator means: an id, a unique beginning of one, the label of one run, or "last".
 */
#ifndef UI_CLI_FIND_RUN_H
#define UI_CLI_FIND_RUN_H
#include <stdbool.h>

#include "core/run/engine.h"

struct found_run { char *run_id, *directory; }; /* owned */
/* REASON_NOT_FOUND: no run is meant by the word, or more than one. */
bool find_run(const struct engine *e, const char *word, struct found_run *ret, struct error *err) MUST_CHECK;
/* The same for a command that only reads; also the directory of a record, whoever wrote it: a word with a "/" in it. */
bool find_record(const struct engine *e, const char *word, struct found_run *ret, struct error *err) MUST_CHECK;
void found_run_clear(struct found_run *found);
#endif
