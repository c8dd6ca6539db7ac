/*
 * spawn — starting a program in a terminal below a reaper of its own: everything is prepared before fork, and each
 * side of each fork is one function. A start that fails says at which stage, and with which error.
 */
#ifndef CORE_CHILD_SPAWN_H
#define CORE_CHILD_SPAWN_H
#include "core/child/child.h"

#define SPAWN_START_MS 10000 /* until the program was executed; directories on dead mounts hang for ever */

/* id, the sentence around the thing that failed: %s is the directory for stages that concern it, else the program */
#define SPAWN_STAGES(X)                                                                                       \
	X(REAPER, "cannot start the process that watches over %s")                                            \
	X(SESSION, "cannot give %s a session of its own")                                                     \
	X(TERMINAL, "cannot give %s its terminal")                                                            \
	X(FDS, "cannot close what %s must not inherit")                                                       \
	X(DIRECTORY, "cannot enter the directory %s")                                                         \
	X(IDENTITY, "the directory %s is not the one that was bound: another one stands in its place")        \
	X(EXEC, "cannot run %s")

#define X(id, words) SPAWN_##id,
enum spawn_stage { SPAWN_STAGES(X) SPAWN_STAGE_COUNT };
#undef X

struct spawned {
	pid_t reaper, program;
	int reaper_fd;       /* a pidfd: readable when the reaper has ended */
	int control, master; /* both non-blocking */
	int slave;           /* held so that the terminal does not hang up while the program lives */
};

/* Waits until the program was executed. On failure nothing is left running. REASON_CHILD_NOT_STARTED. */
bool spawn(const struct child_spec *spec, struct spawned *ret, struct error *err) MUST_CHECK;
/* Closes the control socket, which kills the tree, waits for the reaper, closes what is open. Twice is fine. */
void spawn_end(struct spawned *s);
/* A stopped reaper goes on. */
void spawn_wake(const struct spawned *s);
/* Waits for a reaper that has said its last word or died; s->reaper is 0 afterwards. */
void spawn_reap(struct spawned *s);
#endif
