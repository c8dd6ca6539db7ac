/*
 * supervision — one run inside its supervisor process, from the request to the sealed proof. The steps in order:
 *
 *	prepare_judge    layout, fresh facts, verdict                       refused: nothing but the record
 *	prepare_bind     record directory, live entry, workspace, binding   an error undoes what was made
 *	prepare_freeze   judged again on the binding, attested, run.json frozen
 *	children_start   every child, or none
 *	session_run      until every child is done
 *	finish_run       what was left behind, proof, ledger
 *
 * A step that fails fills *err; refuse_run() then records the refusal.
 */
#ifndef CORE_RUN_SUPERVISION_H
#define CORE_RUN_SUPERVISION_H
#include "core/record/run_record.h"
#include "core/record/store.h"
#include "core/run/engine.h"
#include "core/run/facts.h"
#include "core/run/session.h"
#include "core/workspace/snapshot.h"

struct supervision {
	const struct engine *engine;
	struct run_record record;
	struct layout *layout;          /* of the repository that was asked for; NULL: could not be read */
	const struct adapter *adapter;
	char *coordination_root;
	int run_fd, children_fd;        /* record directory and its children/; -1: not yet */
	int live_lock;                  /* -1: none */
	struct identity private_tmp_id; /* zero: not made */
	struct snapshot *before;        /* NULL: none could be taken */
	struct strlist open;            /* what the adapter's question found open; closed on each child's command line */
	bool answered;
	bool frozen;                    /* run.json is written */
	struct session session;
};

void supervision_init(struct supervision *s, const struct engine *e, const char *run_id);
void supervision_clear(struct supervision *s);

bool prepare_judge(struct supervision *s, struct error *err) MUST_CHECK;
bool prepare_bind(struct supervision *s, struct error *err) MUST_CHECK;
bool prepare_freeze(struct supervision *s, struct error *err) MUST_CHECK;
bool children_start(struct supervision *s, struct error *err) MUST_CHECK;
void children_concluded(void *supervision, size_t child); /* session_run's callback */
void finish_run(struct supervision *s);
void refuse_run(struct supervision *s, const struct error *why);
/* Removes the workspace of a run in which no child ever ran; what cannot be removed stays listed. */
void undo_workspace(struct supervision *s);

/* Shared with lost.c: outcome of the whole from its children, then transcript end, proof, ledger and live entry. */
void conclude_outcome(struct run_record *r);
void note_unaudited(struct run_record *r); /* an alert, when the grant was given and nobody compared */
bool seal_run(const struct engine *e, struct run_record *r, int run_fd, struct error *err) MUST_CHECK;
uint64_t wall_now(const struct engine *e);

/* The supervisor's main function: `bulkhead supervise`, started by engine_launch() with the request on request_fd and
   one JSON line expected on report_fd. Returns the exit status of the process. */
int supervise_main(const struct engine *e, const char *run_id, int request_fd, int report_fd);
#endif
