/*
 * repository_json — the state of the repository before and after a run, and the drift between them, in the peer's form.
 */
#ifndef CORE_RECORD_REPOSITORY_JSON_H
#define CORE_RECORD_REPOSITORY_JSON_H
#include "core/base/json.h"
#include "core/record/run_record.h"

/* Borrowed: where the run works, as far as is known; always absolute. */
const char *record_cwd(const struct run_record *r);
/* {cwd, root?, branch?, head?, dirty_paths, dirty_paths_truncated?}: absent, never null, what is not known. */
struct json *repository_print(const struct run_record *r, const struct repository_state *s);
/* {source, before, after, drift}. */
struct json *repository_print_both(const struct run_record *r);
bool repository_drift_known(const struct run_record *r);
#endif
