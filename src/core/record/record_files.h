/*
 * record_files — files of a record as they lie on the disk: their digests are taken when the proof is sealed and compared
 * when the run is verified.
 */
#ifndef CORE_RECORD_RECORD_FILES_H
#define CORE_RECORD_RECORD_FILES_H
#include <stdbool.h>
#include <stdint.h>

#include "core/base/digest.h"
#include "core/base/json.h"
#include "core/host/file.h"
#include "core/record/run_record.h"

#define TERMINAL_LOG_BYTES_MAX (65ull * 1024 * 1024) /* what a child's log is cut at, and room for its last lines */

/* A file whose digest console.integrity has; the transcript's is under the peer's own integrity. */
#define RECORD_FROZEN_FILES { RECORD_MANIFEST_NAME, RECORD_REQUEST_NAME, RECORD_WORKSPACE_REQUEST_NAME }

/* Never through a symlink, never for ever. false: there is no such regular file. ret_hex is "" when it is longer than
   limit bytes or cannot be read to its end. */
bool record_file_digest(int run_fd, const char *name, uint64_t limit, char ret_hex[DIGEST_HEX_BYTES], uint64_t *ret_bytes);
/* {"run.json": …}: null for a file that is not there. Yours. */
struct json *record_files_frozen(int run_fd);
/* Of the workspace's own records: {"claim.json": …, "binding.json": …, "events.jsonl": {"bytes", "sha256"}}, the last as far
   as it goes now, since the peer adds to it; NULL for a run without a workspace. Yours. */
#define RECORD_WORKSPACE_FILES { "claim.json", "binding.json" }
#define RECORD_WORKSPACE_EVENTS "events.jsonl"
struct json *record_files_workspace(const struct run_record *r);
/* Fills the digests of every child's terminal log; of a lost run its size too, which nobody counted to the end. */
void record_files_terminals(int run_fd, struct run_record *r);

/* What a proof speaks of and nobody has saved yet: transcript, terminal logs, last messages, and the directory they are in. */
#define RECORD_PARTS_MAX (4 + 3 * REQUEST_CHILDREN_MAX)
struct record_parts { struct file_pending items[RECORD_PARTS_MAX]; char *names[RECORD_PARTS_MAX]; size_t count; };
void record_parts_add(struct record_parts *p, char *taken_name, int taken_fd); /* fd -1: nothing */
void record_parts_open(int run_fd, const struct run_record *r, struct record_parts *ret); /* those that are there */
/* Owned: the first that could not be saved, and why; NULL: all were. */
char *record_parts_unsaved(const struct record_parts *p);
void record_parts_clear(struct record_parts *p);
#endif
