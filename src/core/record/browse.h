/*
 * browse — the read side: lists, opens and verifies records; cannot write. Reads what this program and what the peer
 * wrote, damaged ones included: damage is a sentence in the view, never a crash and never silence.
 */
#ifndef CORE_RECORD_BROWSE_H
#define CORE_RECORD_BROWSE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/digest.h"
#include "core/base/error.h"
#include "core/base/json.h"
#include "core/record/room.h"
#include "core/record/run_record.h"

/* One row of the runs list; strings are owned, raw (sanitize before drawing), NULL when the record does not say. */
struct run_row {
	char *run_id, *directory, *repository, *adapter, *label;
	uint64_t started_ms, ended_ms;   /* 0: not known */
	size_t n_children;
	bool topology_known; enum topology topology;
	bool mode_known; enum policy_mode mode;    /* known and POLICY_ABSENT: no policy */
	bool grant_known; enum git_write git_write;
	bool grant_used_known, grant_used;
	enum outcome outcome;            /* OUTCOME_RUNNING: live entry with a living supervisor */
	char *reason;                    /* slug; NULL */
	char *message;                   /* the sentence; NULL */
	size_t alerts;                   /* what the audit found that somebody has to look at */
	bool acknowledged;               /* alerts > 0, and somebody did: alerts.h */
	bool pruned;                     /* its record was taken away: prune.h */
	char *damage;                    /* NULL, or the sentence what is wrong with the record */
	char *proof_sha256;              /* from the ledger; NULL: not in it */
	bool borrowed;                   /* the strings are its list's and go with it */
	bool live;                       /* from the live index: no line of the ledger says how it ended */
};
void run_row_clear(struct run_row *row);

/* Where the ledger ended when it was read, and its last line. Whoever appends changes neither. */
struct ledger_mark {
	bool known;
	uint64_t device, inode, bytes, changed_ns;
	size_t last_bytes; /* 0: the ledger was empty */
	char last_sha256[DIGEST_HEX_BYTES];
};

struct row_text;
/* A row of a list is read where it is: what is kept longer is copied. */
struct run_list {
	struct run_row *rows; size_t count, damaged_lines;
	char *ledger_note;
	bool more;                       /* older lines of the ledger were not read */
	struct row_text *texts;
	struct room room;                /* where the rows are */
	struct ledger_mark mark;         /* known: it holds the ledger up to there */
	uint64_t lines;                  /* of the ledger that were read */
};
void run_list_clear(struct run_list *l);
/* By the time they started, the last one first, live or sealed, across all repositories. Lines that have the form of a record are
   listed; whether they still hold what was written is for verify_ledger() to say. */
bool browse_runs(const char *state, struct run_list *ret, struct error *err) MUST_CHECK;
/* Only of the last lines of the ledger, and what lives: a screen's worth, at once. */
bool browse_newest(const char *state, size_t lines, struct run_list *ret, struct error *err) MUST_CHECK;
/* All of them in pieces, for a screen that answers keys meanwhile. browse_more reads that many lines further; false:
   everything is read. browse_take ends the reading and gives what was read. */
struct run_reading; /* opaque */
bool browse_begin(const char *state, struct run_reading **ret, struct error *err) MUST_CHECK;
bool browse_more(struct run_reading *r, size_t lines);
void browse_take(struct run_reading **r, struct run_list *ret);
void browse_reading_drop(struct run_reading **r);
/* What came since the list was read, in pieces as above, without a second list beside it: *list is borrowed until browse_join(),
   which ends the reading and moves every row. *ret NULL: the ledger is not what it was and more; the list is to be cleared and
   read anew. */
bool browse_gained(const char *state, const struct run_list *list, struct run_reading **ret, struct error *err) MUST_CHECK;
void browse_join(struct run_reading **r, struct run_list *list);
/* The runs recorded under one .harnery directory (any writer), newest first, for records that no ledger knows. */
bool browse_directory(const char *harnery, struct run_list *ret, struct error *err) MUST_CHECK;
/* Owned: where a place keeps its records: a repository's .harnery, or the place itself when it is one, also under another
   name; NULL: it keeps none. */
char *browse_records_of(const char *place);
/* The directory of one record, whatever is left of it, below a directory named "workflows". */
bool browse_is_record(const char *directory);

/* One run opened for reading. The json values are NULL when the file is missing or damaged. */
struct run_view {
	struct run_row row;
	struct json *manifest, *proof, *request;
	struct json *events;             /* array of transcript lines that parsed, at most 10,000 */
	struct strlist damage;           /* sentences, one per thing that does not hold */
	char *proof_text;                /* proof.json as it lies on the disk, for the raw view; NULL */
	size_t proof_bytes;              /* of proof_text, which may hold NUL when it is damaged */
};
/* What the proof and the transcript say of each other is compared; the ledger is asked by browse_compare(). */
bool browse_open(const char *directory, struct run_view *ret, struct error *err) MUST_CHECK; /* REASON_NOT_FOUND: no such directory */
/* The same for a run that browse_find() found: of a record that is gone it says whether it was pruned, or that only the
   ledger's line is left. */
bool browse_open_known(const char *state, const char *directory, struct run_view *ret, struct error *err) MUST_CHECK;
/* Compares an opened run with what lies outside its directory: a proof that is not what the ledger sealed is damage, and a
   run without a proof is running exactly when its supervisor lives. Fills row.proof_sha256. Call it after browse_open(). */
void browse_compare(const char *state, struct run_view *v);
void run_view_clear(struct run_view *v);
/* Owned: the directory of the run that is meant by a word, from the live index and the ledger: its id, the beginning of one
   run's id, or the label of one run. REASON_NOT_FOUND: there is none, or there are several, of which the newest are named. */
bool browse_find(const char *state, const char *word, char **ret_directory, struct error *err) MUST_CHECK;

/* Verification. Each finding is one sentence; holds is false with the first of them. */
struct verification { bool holds; struct strlist checked, findings; };
void verification_clear(struct verification *v);
/* transcript digest and size, proof digest against the ledger, manifest binding, terminal logs' sizes. */
bool verify_run(const char *state, const char *directory, struct verification *ret, struct error *err) MUST_CHECK;
/* The same without the ledger: is everything in the directory what its own proof sealed? */
bool verify_parts(const char *directory, struct verification *ret, struct error *err) MUST_CHECK;
/* The whole ledger chain; names the first line that does not hold and what it implies. */
/* The ledger, every run in it, and records beside them that it does not know. */
bool verify_all(const char *state, struct verification *ret, struct error *err) MUST_CHECK;
bool verify_ledger(const char *state, struct verification *ret, struct error *err) MUST_CHECK;
#endif
