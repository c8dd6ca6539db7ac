/*
 * engine — request in; verdict, run, release out. What both faces call; the only place that joins facts, judgement,
 * workspace, children and records.
 */
#ifndef CORE_RUN_ENGINE_H
#define CORE_RUN_ENGINE_H
#include <stdbool.h>

#include "core/adapter/adapter.h"
#include "core/base/error.h"
#include "core/host/places.h"
#include "core/host/ports.h"
#include "core/judge/request.h"
#include "core/judge/verdict.h"
#include "core/record/run_record.h"
#include "core/workspace/workspace.h"

/* The world, passed in by main.c; borrowed by everything below and never changed after start. */
struct engine {
	const struct ports *ports;
	const struct adapter_set *adapters;
	const struct places *places;
	const char *program;       /* this program, for starting a supervisor: an absolute path */
	bool no_attest;            /* a launch tries no sandbox first; see core/run/attest.h */
};

/* What a preview found out: the verdict, the argv of each child and the facts behind them, all owned. */
struct check {
	struct verdict verdict;
	struct strlist argv;           /* of the first child; empty when refused */
	struct layout *layout;         /* NULL: the repository could not be looked at */
	const struct adapter *adapter; /* borrowed; NULL: unknown */
	char *program_path;            /* NULL: not on PATH */
	char *workspace_root;          /* where children will work; NULL: unavailable */
	char *branch;                  /* the branch that will be made; NULL: none */
	char *private_tmp;
	enum attested attested;        /* of exactly this request, on this machine */
	char *attested_how;            /* when and how, or why nothing counts; NULL: nothing to say */
};
/* Changes nothing on the disk. Fails only when the machine refuses (a refusal is a verdict). */
bool engine_check(const struct engine *e, const struct request *request, struct check *ret, struct error *err) MUST_CHECK;
/* The same with a layout already read (may be NULL): what the Matrix and the Launch screen call for many requests. */
bool engine_check_layout(const struct engine *e, const struct request *request, const struct layout *layout, struct check *ret,
			 struct error *err) MUST_CHECK;
void check_clear(struct check *c);

/* Starts a supervisor and waits until it reported started or refused. */
struct launched {
	bool started;                  /* false: refused, or a child could not be started; reason and message say it */
	enum reason reason;
	char *message;
	char run_id[RUN_ID_BYTES];
	char *directory;               /* of the record; NULL: nothing could be recorded */
};
bool engine_launch(const struct engine *e, const struct request *request, struct launched *ret, struct error *err) MUST_CHECK;
void launched_clear(struct launched *l);
/* Waits until the run is sealed; deadline_ms 0: for ever. False with REASON_SUPERVISOR_FAILED when the deadline passed. */
bool engine_wait(const struct engine *e, const char *run_id, uint64_t deadline_ms, struct error *err) MUST_CHECK;
/* Asks the supervisor to stop one child ("a1") or all (NULL). Does not wait. */
bool engine_stop(const struct engine *e, const char *run_id, const char *child, struct error *err) MUST_CHECK;
/* Seals every run whose supervisor is gone as lost. Called at the start of every command. Returns how many. */
int engine_seal_lost(const struct engine *e);
bool engine_release(const struct engine *e, const char *run_id, const struct release_options *options, struct release_report *ret,
		    struct error *err) MUST_CHECK;
#endif
