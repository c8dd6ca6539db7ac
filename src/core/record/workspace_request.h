/*
 * workspace_request — what the peer's provider is asked for a worktree; its digest binds run.json, claim and binding.
 */
#ifndef CORE_RECORD_WORKSPACE_REQUEST_H
#define CORE_RECORD_WORKSPACE_REQUEST_H
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/record/run_record.h"

#define RECORD_REQUEST_NAME "request.json"
#define RECORD_MANIFEST_NAME "run.json"
#define RECORD_WORKSPACE_REQUEST_NAME "workspace-request.json"
#define RECORD_TRANSCRIPT_NAME "transcript.jsonl"
#define RECORD_PROOF_NAME "proof.json"
#define RECORD_CHILDREN_NAME "children"

/* Yours: the run's workspace request, from the record or else from its directory; NULL: there is none. */
struct json *workspace_request_of(const struct run_record *r);
/* The bytes of request.json of this run, and {path, sha256} of it as the manifest's "script". */
void request_text(const struct run_record *r, struct text *ret);
struct json *request_script(const struct run_record *r);
#endif
