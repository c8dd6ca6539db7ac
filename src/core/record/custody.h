/*
 * custody — is what lies in a record still what this program wrote there? A record can lie where a child writes; what was
 * planted, changed or taken away during the run is found before it is sealed, set aside, and an alert.
 *
 *	<state>/live/<run-id>.sealing   the digest of the proof that is about to get its name, so that whoever finds a proof
 *	                                without a line in the ledger knows whether this program made it
 */
#ifndef CORE_RECORD_CUSTODY_H
#define CORE_RECORD_CUSTODY_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/digest.h"
#include "core/base/json.h"
#include "core/record/run_record.h"

struct custody;
/* witness: this process writes the whole record. Without it (a lost run) only the proof is known. */
struct custody *custody_new(const char *state, const char *run_id, bool witness);
void custody_drop(struct custody **c);

/* c NULL in all of these: nothing is known, and nothing is said. */
void custody_appended(struct custody *c, const void *line, size_t len); /* a transcript line, without its newline */
void custody_unsure(struct custody *c); /* a line may be there in part: the transcript is not compared */
void custody_frozen(struct custody *c, int run_fd); /* the frozen files as they are, before the first child starts */

/* Before a run is sealed: is its directory still in its place? If not, what is there gets another name, an alert says so,
   and *run_fd is a new directory in that place; what the old one held is then missing, which custody_compare() says. */
void custody_keep_place(int *run_fd, struct run_record *r);
/* Before the last lines are written: what is in the place of proof.json, or in that of the transcript without being a
   regular file that can be written to, gets another name. An alert each in r. */
void custody_clear_way(int run_fd, struct run_record *r);
/* The digests to seal: those of what was written. An alert in r for each file that is another one by now. ret_sha256 and ret_bytes hold the transcript as it lies, and are set. */
void custody_compare(int run_fd, struct run_record *r, char ret_sha256[DIGEST_HEX_BYTES], size_t *ret_bytes);
struct json *custody_frozen_files(const struct custody *c, int run_fd); /* {"run.json": digest …}. Yours. */

/* Opened, to be made durable with the proof; -1: it could not be written. */
int custody_announce(const struct custody *c, const char *proof_sha256);
bool custody_announced(const char *state, const char *run_id, const char *proof_sha256);
void custody_forget(const char *state, const char *run_id);
#endif
