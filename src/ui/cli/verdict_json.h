/*
 * verdict_json — the answer of check and launch: one shape, its keys never change.
 */
#ifndef UI_CLI_VERDICT_JSON_H
#define UI_CLI_VERDICT_JSON_H
#include "core/base/error.h"
#include "core/base/json.h"
#include "core/record/browse.h"
#include "core/run/engine.h"
#include "ui/cli/say.h"

/* Yours: {"verdict", "reason", "message", "note", "adapter", "topology", "projection", "effective_writable", "commits",
   "argv", "unknowns"}; reason, note, projection and commits are null where there is nothing to say. */
struct json *verdict_json(const struct request *request, const struct check *check);
/* The answer to a request that was refused before it could be judged: with --json the same shape. The exit status. */
int say_refused_request(const struct cli *cli, const struct error *err);
/* The same shape from what a run's record says, and {"run_id", "status", "directory", "proof", "alerts", "unsealed"}: what was
   launched, not what a preview expected. The prompt in argv is its digest, as in the record. view may hold nothing. Yours. */
struct json *launch_json(const struct request *request, const struct launched *launched, const struct run_view *view,
			 const char *unsealed);
#endif
