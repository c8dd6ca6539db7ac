/*
 * writers — run.json, transcript.jsonl, proof.json and the ledger line of a run, in the peer's schema version 1.
 * What the peer does not have goes under the one extra key "console" of run.json and proof.json.
 * run_fd is the open run directory; files are immutable, 0600, durable before the call returns.
 */
#ifndef CORE_RECORD_WRITERS_H
#define CORE_RECORD_WRITERS_H
#include <stdbool.h>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/host/ports.h"
#include "core/record/run_record.h"

/* request.json: the request as frozen (it holds the prompt); its digest is the manifest's script digest. What is frozen
   already stays: then this is true and writes nothing. */
bool request_freeze(int run_fd, const struct run_record *r, struct error *err) MUST_CHECK;
/* run.json: before the first child, or for a refused run. */
bool manifest_freeze(int run_fd, const struct run_record *r, struct error *err) MUST_CHECK;

/* One line: envelope (schema_version, run_id, ts, event[, stage]) then the fields, which are taken. Bounded to 16,384
   bytes: the largest fields are replaced by omitted_fields. Durable before it returns. */
bool transcript_add(int run_fd, const struct run_record *r, const struct ports *ports, const char *event, bool has_stage,
		    struct json *taken_fields, struct error *err) MUST_CHECK;
/* The events this program writes, each from the record. */
/* execution.allocate.start and .end: around the making of a worktree, before run.start. */
bool transcript_allocating(int run_fd, const struct run_record *r, const struct ports *ports, struct error *err) MUST_CHECK;
bool transcript_allocated(int run_fd, const struct run_record *r, const struct ports *ports, struct error *err) MUST_CHECK;
bool transcript_run_start(int run_fd, const struct run_record *r, const struct ports *ports, struct error *err) MUST_CHECK;
/* agent.start, then console.prompt with the child's prompt (cut to what a line holds; whole in request.json). */
bool transcript_child_start(int run_fd, const struct run_record *r, const struct ports *ports, size_t child, struct error *err) MUST_CHECK;
/* The ends are not durable yet when these return: proof_seal() makes them so together with all else that it digests, and
   transcript_save() where a run goes on. */
bool transcript_child_end(int run_fd, const struct run_record *r, const struct ports *ports, size_t child, struct error *err) MUST_CHECK;
bool transcript_refused(int run_fd, const struct run_record *r, const struct ports *ports, struct error *err) MUST_CHECK; /* run.blocked */
bool transcript_run_end(int run_fd, const struct run_record *r, const struct ports *ports, struct error *err) MUST_CHECK;
bool transcript_save(int run_fd, struct error *err) MUST_CHECK;

/* proof.json: for success, failure, refusal and loss alike; at most 512 KiB, over-long fields shortened and named in
   console.shortened. The digests of the terminal logs, and of a lost run their sizes, are taken from the run directory
   first. Transcript, logs and last messages are made durable together with the proof, before it has its name: where proof.json
   is, what it digests is. One of them that cannot be saved is among the proof's unknowns (parts_not_durable), as r's.
   ret_sha256 is the digest of the file's bytes. */
bool proof_seal(int run_fd, struct run_record *r, char ret_sha256[65], struct error *err) MUST_CHECK;

/* Appends the run to <state>/ledger.jsonl under its lock: fields of ledger.h, chained. A torn last line is kept as it is
   and ended; the chain goes on from the last whole line. Appending a run that is in it already is true and adds nothing. */
bool ledger_append(const char *state, const struct run_record *r, const char *proof_sha256, struct error *err) MUST_CHECK;
#endif
