/*
 * ledger — <state>/ledger.jsonl, one canonical JSON line for each sealed run, each holding the digest of the line before.
 *
 * Fields: schema_version, seq (from 1), run_id, recorded_at, started_at, ended_at, repository, topology, adapter, children,
 * mode (none, read-only, workspace-write: as requested), grant (none, shared-repository), grant_used (null: not known),
 * outcome, reason (null: none), message, label, alerts (how many the audit found; null: not known), directory,
 * proof_sha256, previous_sha256 (of the previous whole line's bytes without its newline; null in the first) and
 * line_sha256 (of this line's canonical form without this field, so that the last line is checked too).
 *
 * <state>/ledger.head says which line is the last, so that lines missing at the end are noticed. It can be behind by the
 * lines of a crash, never ahead. <state>/ledger.lock keeps two processes from appending at once.
 */
#ifndef CORE_RECORD_LEDGER_H
#define CORE_RECORD_LEDGER_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/digest.h"
#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/record/browse.h"

#define LEDGER_NAME "ledger.jsonl"
#define LEDGER_HEAD_NAME "ledger.head"
#define LEDGER_LOCK_NAME "ledger.lock"
#define LEDGER_LINE_BYTES_MAX (32u * 1024)

/* One line as it lies in the file, without its newline; bytes borrowed until the next call. */
struct ledger_line {
	const char *bytes;
	size_t len;
	uint64_t number; /* from 1 */
	bool ended;      /* false: the file ends within the line */
	bool too_long;   /* bytes are the beginning only */
};

struct ledger_reader; /* opaque */
/* *ret NULL: there is no ledger yet. */
bool ledger_open(const char *state, struct ledger_reader **ret, struct error *err) MUST_CHECK;
/* The same over bytes in memory, borrowed. */
struct ledger_reader *ledger_over(const char *bytes, size_t len);
void ledger_reader_drop(struct ledger_reader **l);
bool ledger_next(struct ledger_reader *l, struct ledger_line *ret); /* false: the end; an unreadable rest ends it too */
bool ledger_unreadable(const struct ledger_reader *l);              /* reading stopped at an error of the machine */

/* The same from the last line back; a line's number is then counted from the end, and what is appended meanwhile is not seen. */
struct ledger_back; /* opaque */
bool ledger_back_open(const char *state, struct ledger_back **ret, struct error *err) MUST_CHECK;
/* The same down to that mark. *ret NULL: the ledger is not what it was there and more. */
bool ledger_back_since(const char *state, const struct ledger_mark *mark, struct ledger_back **ret, struct error *err) MUST_CHECK;
uint64_t ledger_back_bytes(const struct ledger_back *b); /* that are to be read */
/* Before the first line is taken: *ret gets the older half of the lines, b keeps the newer. false: no line ends near the middle. */
bool ledger_back_split(struct ledger_back *b, struct ledger_back **ret) MUST_CHECK;
/* Where the ledger ends, told by the line that was given first; NULL: there is none. */
void ledger_back_mark(const struct ledger_back *b, const struct ledger_line *first, struct ledger_mark *ret);
void ledger_back_drop(struct ledger_back **b);
bool ledger_back_next(struct ledger_back *b, struct ledger_line *ret);
bool ledger_back_unreadable(const struct ledger_back *b);
/* The file for reading, yours; -1: there is none yet. */
bool ledger_file_open(const char *state, int *ret_fd, struct error *err) MUST_CHECK;

/* The value of a whole line that is a record: an object with run_id, seq and a line_sha256 that holds. NULL: it is none. */
struct json *ledger_parse(const struct ledger_line *line);
void ledger_row(const struct json *value, struct run_row *ret);
/* The choices of a run from their words, NULL where the line has none. Static: what is wrong with them; NULL: nothing. */
struct ledger_words { const char *topology, *mode, *grant, *outcome; };
const char *ledger_row_words(const struct ledger_words *w, struct run_row *row);

/* The chain from its first to its last line; every finding names a line and what it implies. */
struct ledger_head { bool known; int64_t seq; char sha256[DIGEST_HEX_BYTES]; };
void ledger_check(struct ledger_reader *l, const struct ledger_head *head, struct verification *ret);
bool ledger_head_read(const char *state, struct ledger_head *ret);
#endif
