/*
 * repository_json — the state of the repository before and after a run, and the drift between them, in the peer's form.
 */
#ifndef CORE_RECORD_REPOSITORY_JSON_H
#define CORE_RECORD_REPOSITORY_JSON_H
#include "core/base/json.h"
#include "core/record/budget.h"
#include "core/record/run_record.h"

/* Borrowed: where the run works, as far as is known; always absolute. */
const char *record_cwd(const struct run_record *r);
/* "worktree" once the run has an isolated workspace. The peer's listing calls a record damaged that names an isolation
   and no binding, so a run that was refused or lost before it had one is "shared" here; console.topology is as asked. */
const char *record_isolation(const struct run_record *r);
/* {cwd, root?, branch?, head?, dirty_paths, dirty_paths_truncated?}: absent, never null, what is not known. */
struct json *repository_print(const struct run_record *r, const struct repository_state *s, const struct budget *b);
/* {source, before, after, drift}. */
struct json *repository_print_both(const struct run_record *r, const struct budget *b);
bool repository_drift_known(const struct run_record *r);
#endif
