/*
 * attestation — what was observed of an adapter's sandbox on this machine, kept in
 *
 *	<state>/attestations/<adapter>-<first 12 digits of the program's digest>.json
 *
 * as canonical JSON that ends in its own digest. It counts only for the same program (path and bytes, and those of what it
 * starts where it is a starter script), the same kernel and the same machine; whatever else is there counts as none, and why is said.
 */
#ifndef CORE_RECORD_ATTESTATION_H
#define CORE_RECORD_ATTESTATION_H
#include <stdbool.h>
#include <stdint.h>

#include "core/base/digest.h"
#include "core/base/error.h"
#include "core/judge/attested.h"
#include "core/record/program_seen.h"

/* id, word, how it is said: the way that was tried */
#define ATTEST_WAYS(X)                                                                   \
	X(SANDBOX, "sandbox", "a plain command in the program's sandbox, without a model") \
	X(EXEC, "exec", "a headless agent, as a launch starts it")
#define X(id, word, words) ATTEST_WAY_##id,
enum attest_way { ATTEST_WAYS(X) ATTEST_WAY_COUNT };
#undef X
const char *attest_way_word(enum attest_way w);
const char *attest_way_words(enum attest_way w);
bool attest_way_from_word(const char *word, enum attest_way *ret);

struct sandbox_attestation {
	char *adapter;             /* the one whose rendering was tried */
	enum attest_way way;
	uint64_t at_ms, took_ms;
	struct program_seen program;
	char *version;             /* NULL: not told */
	char *kernel, *machine;    /* uname: release, and name with architecture */
	struct {
		enum attest_result result;
		char *sentence;    /* NULL: none */
		struct attest_seen seen; /* why_not is not kept apart from the sentence */
	} cells[ATTEST_CELL_COUNT];
	char sha256[DIGEST_HEX_BYTES]; /* of the canonical JSON without this; filled by saving and reading */
};
void sandbox_attestation_clear(struct sandbox_attestation *a);
enum attest_result sandbox_attestation_result(const struct sandbox_attestation *a); /* of all cells, as attest_all() */
/* Fills kernel and machine with what runs now. */
void sandbox_attestation_here(struct sandbox_attestation *a);
/* Replaces the file of this adapter and program. */
bool sandbox_attestation_save(const char *state, struct sandbox_attestation *a, struct error *err) MUST_CHECK;
/* The newest of this adapter that counts for program here; false: none, and *ret_why (owned) is the sentence why what is
   there does not count, NULL when nothing is there. version NULL: not compared. */
bool sandbox_attestation_find(const char *state, const char *adapter, struct program_seen *program, const char *version,
			      struct sandbox_attestation *ret, char **ret_why);
struct json *sandbox_attestation_print(const struct sandbox_attestation *a); /* yours; with "sha256" when it is known */
/* What a proof keeps of it: one cell, with its program, so that the proof still says it when the file was replaced. Yours. */
struct json *sandbox_attestation_cite(const struct sandbox_attestation *a, enum attest_cell cell);
bool sandbox_attestation_parse(const char *bytes, size_t len, struct sandbox_attestation *ret, struct error *err) MUST_CHECK;
#endif
