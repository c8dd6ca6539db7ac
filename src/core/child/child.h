/*
 * child — one supervised process tree in one terminal.
 *
 * Between the supervisor and the program stands a small reaper process of the same binary in a session of its own: it is
 * the subreaper of the whole tree, knows when the program ended, sweeps what is left, and kills everything when the
 * supervisor's end of its control socket closes, however the supervisor died.
 *
 * A child is done when two facts are known, in either order: the reaper said how it ended and swept the tree, and the
 * terminal was drained to its end (or 100 ms passed since the former). Until both are true nothing is final, because
 * the last screenful is usually the reason.
 */
#ifndef CORE_CHILD_CHILD_H
#define CORE_CHILD_CHILD_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/base/error.h"
#include "core/base/strlist.h"

struct child_spec {
	const char *program;        /* absolute path */
	char *const *argv, *const *env;
	const char *dir;            /* entered by open + fchdir after its identity was compared */
	uint64_t dir_device, dir_inode;
	int rows, cols;
	bool stdin_null;            /* stdin is /dev/null; stdout, stderr and the controlling terminal are the PTY anyway */
};

struct child;
enum stop_rung { STOP_TERM, STOP_KILL }; /* TERM with CONT to the group and every descendant; KILL to all until none is left */

/* Starts and waits (bounded) until the program was executed. REASON_CHILD_NOT_STARTED names the stage and the errno. */
bool child_start(const struct child_spec *spec, struct child **ret, struct error *err) MUST_CHECK;
void child_drop(struct child **c);       /* kills the tree when it still lives; closes the terminal */
int child_terminal_fd(const struct child *c);  /* PTY master, non-blocking; -1 once drained */
int child_control_fd(const struct child *c);   /* readable when the reaper has news; -1 once ended */
bool child_wants_write(const struct child *c); /* poll the terminal fd for POLLOUT too */
pid_t child_pid(const struct child *c);        /* of the program */
/* What the terminal holds now: >0 bytes, 0 nothing at the moment, -1 drained to the end. */
ssize_t child_read(struct child *c, void *ret_bytes, size_t room);
/* Queue input; what does not fit in the bounded queue (1 MiB and a little) is dropped and false is returned. */
bool child_write(struct child *c, const void *bytes, size_t len);
void child_flush(struct child *c);             /* call when the terminal fd is writable */
void child_resize(struct child *c, int rows, int cols);
void child_stop(struct child *c, enum stop_rung rung);
void child_hear(struct child *c, uint64_t now_ms);   /* call when the control fd is readable */
bool child_ended(const struct child *c);       /* the reaper said so: the tree is gone */
bool child_done(struct child *c, uint64_t now_ms); /* ended and drained */
/* When child_done() is to be asked again although nothing was heard; 0: never. */
uint64_t child_deadline_ms(const struct child *c);
int child_exit_status(const struct child *c);  /* -1: by a signal, or not ended */
int child_signal(const struct child *c);       /* 0: exited */
const struct strlist *child_survivors(const struct child *c); /* "pid name" of processes that outlived KILL; usually empty */
int child_swept(const struct child *c);        /* how many stray descendants were alive when the program ended; they were killed */

/*
 * A reaper that was itself killed takes the program along, but not what that had started. The kernel gives those
 * orphans to the nearest subreaper, so the supervisor becomes one, once, before it starts a child; and when
 * child_reaper_lost() is true after child_ended(), it calls child_sweep() with every child it has.
 */
bool child_adopt_orphans(struct error *err) MUST_CHECK; /* REASON_SYSTEM */
bool child_reaper_lost(const struct child *c); /* the end was not told but inferred: child_signal() is SIGKILL */
pid_t child_reaper_pid(const struct child *c); /* 0 once ended */
/* Kills and reaps every process below this one that is not below one of children's reapers; so no process of another
   kind may be running below the caller. Returns how many there were; adds "pid name" of those that outlived it. */
int child_sweep(struct child *const *children, size_t count, struct strlist *ret_survivors);
#endif
