/*
 * prune — taking records away that are old: a record's directory, and nothing else. Its line in the ledger stays.
 *
 *	<state>/pruning/<run-id>.json   what is being removed; a removal that was interrupted goes on at the next start
 *	<state>/pruned/<run-id>.json    run_id, at, directory, proof_sha256, bytes: what was removed, so that nothing says it is missing
 *	<state>/prune.lock              held by the one that prunes
 */
#ifndef CORE_RECORD_PRUNE_H
#define CORE_RECORD_PRUNE_H
#include "core/record/browse.h"

/* A run goes when it is older than every bound that is given allows. */
struct prune_options {
	bool by_age; uint64_t older_than_ms;
	bool by_count; uint64_t keep; /* so many of the newest records stay */
	bool dry_run;
};
/* why: a sentence's end, why it stays; NULL: it goes, or went. Strings are owned. */
struct prune_entry { char *run_id, *directory, *proof_sha256, *why; uint64_t ended_ms, bytes; };
struct prune_report { struct prune_entry *entries; size_t count, went; uint64_t bytes; };

/* REASON_SYSTEM: another process prunes, or a record could not be removed; what went before is in the report. */
bool prune_runs(const char *state, const struct prune_options *options, struct prune_report *ret, struct error *err) MUST_CHECK;
void prune_report_clear(struct prune_report *r);
/* Ends removals that were interrupted; how many. */
int prune_finish(const char *state);
/* Ids of all pruned runs, sorted: one directory listing for a whole list of rows. */
void prune_listed(const char *state, struct strlist *ret);
/* Owned: "was pruned on 2026-11-30T… (12345 bytes); its line in the ledger stands", or that it is being pruned; NULL: neither. */
char *prune_note(const char *state, const char *run_id);
/* The same for a record that was there a moment ago: NULL unless its directory is gone. What a reader then found missing in
   it was taken away under its hands. */
char *prune_took(const char *state, const char *run_id, const char *directory);
#endif
