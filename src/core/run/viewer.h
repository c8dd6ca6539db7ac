/*
 * viewer — the console's end of a supervisor's socket: sees the children's output as it comes, sends keys, sizes and
 * stops. The supervisor never waits for a viewer; a slow one lags behind and catches up from the terminal log.
 */
#ifndef CORE_RUN_VIEWER_H
#define CORE_RUN_VIEWER_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/record/run_record.h"
#include "core/run/attention.h"
#include "core/run/engine.h"

struct viewer;
enum viewer_event_kind {
	VIEWER_OUTPUT,  /* bytes of child, to be fed to its terminal */
	VIEWER_SNAPSHOT, /* before output: bytes draw, in a new terminal of rows and cols, the screen that stands once offset
	                    bytes of output were fed (what is skipped counts). Only when there is much to read until then */
	VIEWER_SKIPPED, /* skipped_bytes of child were not kept and are not coming */
	VIEWER_RESIZED, /* the child's terminal now has this size (in order with its output) */
	VIEWER_CHILD,   /* state of a child changed */
	VIEWER_ATTENTION, /* what a child is at changed: attention, evidence, since_ms, words */
	VIEWER_TYPIST,  /* of the whole run: whose keys go to its children; refused: keys of ours just did not */
	VIEWER_LOST,    /* keys of ours for the child were dropped, because it does not read */
	VIEWER_SEALED   /* the run is over and its proof is durable; nothing follows */
};
/* One viewer of a run types: the first that did, or the last that took over. */
enum typist { TYPIST_NOBODY, TYPIST_YOU, TYPIST_OTHER };
struct viewer_event {
	enum viewer_event_kind kind;
	size_t child;                  /* index: a1 is 0 */
	const char *bytes; size_t len; /* borrowed until the next call */
	uint64_t skipped_bytes, offset;
	int rows, cols;
	enum child_state state;
	int exit_status, signal;
	bool timed_out, stopped, killed; /* killed: a signal of ours was sent */
	int swept;                     /* so many processes that it left behind were ended */
	uint64_t started_ms, ended_ms; /* wall; 0: not yet */
	enum attention attention;
	enum evidence evidence;
	uint64_t since_ms;             /* wall */
	const char *words;             /* what the evidence said: sanitized, never NULL; borrowed until the next call */
	enum typist typist;
	bool refused;
};

/* Connects to a live run and waits so long for its supervisor to say what run it is; one that says nothing in time says it
   later, or never: see viewer_known(). REASON_SUPERVISOR_FAILED: it is not running (any more). */
bool viewer_open(const struct engine *e, const char *run_id, uint64_t wait_ms, struct viewer **ret, struct error *err) MUST_CHECK;
/* The same without the children's output: only what becomes of them. Does not wait for the supervisor either: its run is
   known once viewer_known(), and the first event comes after that. */
bool viewer_open_states(const struct engine *e, const char *run_id, struct viewer **ret, struct error *err) MUST_CHECK;
bool viewer_known(const struct viewer *v);
void viewer_drop(struct viewer **v);
int viewer_fd(const struct viewer *v);           /* poll for POLLIN, and POLLOUT when viewer_wants_write */
bool viewer_wants_write(const struct viewer *v);
const struct run_record *viewer_run(const struct viewer *v); /* request, adapter, labels as frozen; borrowed */
/* true: *ret holds the next event. false: no more now; when the connection ended, err->reason is set. Never blocks. */
bool viewer_next(struct viewer *v, struct viewer_event *ret, struct error *err);
bool viewer_keys(struct viewer *v, size_t child, const void *bytes, size_t len);
void viewer_resize(struct viewer *v, size_t child, int rows, int cols);
void viewer_take_keyboard(struct viewer *v);       /* this viewer types from now on; whoever did is told */
void viewer_seen(struct viewer *v, size_t child);  /* the operator has seen that it wants him: it need not say so on */
void viewer_stop(struct viewer *v, size_t child);
void viewer_stop_all(struct viewer *v);
#endif
