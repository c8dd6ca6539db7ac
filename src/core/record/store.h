/*
 * store — the directories records live in.
 *
 *	<coordination root>/.harnery/workflows/<run-id>/   run.json request.json workspace-request.json transcript.jsonl proof.json children/
 *	<coordination root>/.harnery/workspaces/local-git-worktree/<binding-id>/   claim.json binding.json events.jsonl
 *	<state>/ledger.jsonl      the chain of every sealed run
 *	<state>/live/<run-id>.json        made before anything else of a run, removed when sealed
 *	<state>/live/<run-id>.lock        locked by the run's supervisor as long as it lives (the entry itself is replaced by rename)
 *	<state>/workspaces/<run-id>.json  made before a worktree is, removed when it was released
 *	<state>/tmp/<run-id>/     the run's private temporary directory
 */
#ifndef CORE_RECORD_STORE_H
#define CORE_RECORD_STORE_H
#include <stdbool.h>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/strlist.h"
#include "core/host/places.h"
#include "core/record/run_record.h"

/* Where a run on this layout is recorded: owned. The main checkout's top level for a linked worktree, the superproject's
   when that has a .harnery, else the top level, else the directory; under <state>/records when that cannot be written. */
char *store_coordination_root(const struct layout *l, const char *state);

/* Makes <root>/.harnery/workflows/<run-id>/ and children/ in it; writes .harnery/.gitignore ("*") only when .harnery did
   not exist. Sets r->coordination_root and r->directory. *ret_fd is the run directory, yours. One that is there already is
   opened, as sealing a lost run needs: two runs are kept apart by their files, which are never overwritten. */
bool store_run_new(struct run_record *r, const char *coordination_root, int *ret_fd, struct error *err) MUST_CHECK;

/* The live index. store_live_new writes the entry and keeps it locked: *ret_lock is yours, closing it gives it up. */
bool store_live_new(const char *state, const struct run_record *r, int *ret_lock, struct error *err) MUST_CHECK;
bool store_live_update(const char *state, const struct run_record *r, struct error *err) MUST_CHECK; /* same entry, new content */
void store_live_done(const char *state, const char *run_id);
/* Every live entry: owned by a living supervisor (locked) or not. The json is the entry: run_id, directory,
   coordination_root, started_at, pid, request, binding and workspace_request when known, console (what proof.json says
   under that key, unshortened). */
struct live_entry { char *run_id; bool owned; struct json *entry; };
bool store_live_list(const char *state, struct live_entry **ret, size_t *ret_count, struct error *err) MUST_CHECK;
/* Is there an entry of this run that nobody owns and nobody can read? */
bool store_live_is_damaged(const char *state, const char *run_id);
void store_live_free(struct live_entry *entries, size_t count);
/* Everything a live entry knows of its run, for the process that seals a lost one: the outcome is OUTCOME_LOST, what the
   entry does not say is unknown. REASON_RECORD_DAMAGED: not an entry. */
bool store_live_restore(const struct json *entry, struct run_record *ret, struct error *err) MUST_CHECK;
/* Take a dead run's entry so that exactly one process seals it: *ret_lock -1 when another has it. */
bool store_live_claim(const char *state, const char *run_id, int *ret_lock, struct error *err) MUST_CHECK;

/* The workspace index: journal before making, and what `workspaces` lists and `release` removes. */
bool store_workspace_journal(const char *state, const struct run_record *r, const struct workspace_plan *plan,
			     const struct layout *l, struct error *err) MUST_CHECK;
bool store_workspace_bound(const char *state, const struct run_record *r, struct error *err) MUST_CHECK; /* r->binding is set */
bool store_workspace_forget(const char *state, const char *run_id, struct error *err) MUST_CHECK;
struct workspace_entry {
	char *run_id, *directory, *coordination_root;
	bool bound;              /* false: the making was interrupted; binding holds what the journal knew */
	bool gone;               /* bound, but nothing is at its path: another program removed it */
	struct binding *binding; /* NULL in a listing: the entry is damaged */
};
bool store_workspace_list(const char *state, struct workspace_entry **ret, size_t *ret_count, struct error *err) MUST_CHECK;
bool store_workspace_open(const char *state, const char *run_id, struct workspace_entry *ret, struct error *err) MUST_CHECK; /* REASON_NOT_FOUND */
void workspace_entry_clear(struct workspace_entry *e);
void store_workspace_free(struct workspace_entry *entries, size_t count);

struct json *binding_print(const struct binding *b, const struct run_record *r); /* the peer's binding object; yours */
bool binding_parse(const struct json *value, struct binding **ret, struct error *err) MUST_CHECK;
/* Ids of a workspace before it is made, by the peer's rule: fills the four from the workspace-request it writes into the
   run directory and keeps in r->workspace_request. Each is owned by the caller. request_freeze() comes first. */
struct workspace_ids { char *binding_id, *workspace_id, *recovery_token, *request_sha256; };
bool store_workspace_request(int run_fd, struct run_record *r, const struct layout *l, const char *parent,
			     struct workspace_ids *ret, struct error *err) MUST_CHECK;
void workspace_ids_clear(struct workspace_ids *ids);
/* Provider records of the peer: claim.json before making, events, binding.json after. event: "bound", "preserved_dirty" … */
bool store_provider_claim(const struct run_record *r, const struct layout *l, const struct workspace_plan *plan, struct error *err) MUST_CHECK;
bool store_provider_bound(const struct run_record *r, struct error *err) MUST_CHECK;
bool store_provider_event(const struct run_record *r, const char *event, struct json *taken_fields, struct error *err) MUST_CHECK;
#endif
