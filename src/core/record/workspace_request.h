/*
 * workspace_request — what the peer's provider is asked for a worktree; its digest binds run.json, claim and binding.
 */
#ifndef CORE_RECORD_WORKSPACE_REQUEST_H
#define CORE_RECORD_WORKSPACE_REQUEST_H
#include <stdbool.h>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/record/run_record.h"

#define FROZEN_REQUEST_BYTES_MAX (16u * 1024 * 1024) /* children times prompts, escaped */
#define RECORD_REQUEST_NAME "request.json"
#define RECORD_MANIFEST_NAME "run.json"
#define RECORD_WORKSPACE_REQUEST_NAME "workspace-request.json"
#define RECORD_TRANSCRIPT_NAME "transcript.jsonl"
#define RECORD_PROOF_NAME "proof.json"
#define RECORD_CHILDREN_NAME "children"

/* Yours: the run's workspace request, from the record or else from its directory; NULL: there is none. */
struct json *workspace_request_of(const struct run_record *r);
/* Yours: {path, sha256} of the frozen request.json as it lies in the run directory, the manifest's "script". */
bool request_script(int run_fd, const struct run_record *r, struct json **ret, struct error *err) MUST_CHECK;
#endif
