/*
 * verify_ledger — what the ledger says of a run, for the parts of verification that compare a record with it; inner to
 * verify*.c.
 */
#ifndef CORE_RECORD_VERIFY_LEDGER_H
#define CORE_RECORD_VERIFY_LEDGER_H
#include "core/record/ledger.h"

/* What a record is compared with of its line; there can be very many. Words are static, texts the list's; NULL: not said. */
struct known_line {
	const char *run_id, *place, *name; /* the directory is place/name; name NULL: it is place, which is no place of records */
	const char *adapter, *label;
	const char *outcome, *topology, *mode, *grant;
	int64_t seq;
	bool sealed;
	char sha256[DIGEST_HEX_BYTES], proof_sha256[DIGEST_HEX_BYTES];
};
struct row_text;
struct ledger_known {
	struct known_line *lines;
	size_t count, room;
	struct row_text *texts;
	const struct known_line **by_run, **by_seq;
};
void ledger_known_clear(struct ledger_known *k);
char *known_directory(const struct known_line *line); /* owned; NULL: the line does not say where the record lies */

/* ledger_check(), which keeps every record on its way. */
void ledger_check_keeping(struct ledger_reader *l, const struct ledger_head *head, struct verification *ret, struct ledger_known *keep);
void ledger_known_add(struct ledger_known *k, const struct ledger_line *line, const struct json *value);
void ledger_known_sort(struct ledger_known *k); /* once, when nothing is added any more: many runs are looked for then */
/* Only the lines of this run and of this number, without looking at the chain. */
bool ledger_known_of(const char *state, const char *run_id, int64_t seq, struct ledger_known *ret, struct error *err) MUST_CHECK;
/* The first of that run, of that number; NULL: there is none. */
const struct known_line *ledger_known_run(const struct ledger_known *k, const char *run_id);
const struct known_line *ledger_known_seq(const struct ledger_known *k, int64_t seq);
/* Adds the directories that hold records to those in ret, which is then sorted and names each once. */
void ledger_known_places(const struct ledger_known *k, struct strlist *ret);
/* The first of a sorted list that order() calls 0; it is asked as often as the list can be halved, and once. */
const struct known_line *known_find(const struct known_line *const *sorted, size_t count,
				    int (*order)(const struct known_line *line, const void *wanted), const void *wanted);

struct checking;
/* The run's line against its record, and the proof's anchor against the ledger. line NULL: it has none. */
void verify_line(struct checking *c, const struct ledger_known *known, const struct known_line *line);
#endif
