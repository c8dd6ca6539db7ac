/*
 * reaper — the small process between the supervisor and the program; one a child.
 *
 *   supervisor ──control socket──> reaper (session of its own, subreaper) ──> program (session and terminal) ──> …
 *
 * The reaper is forked without exec from a single-threaded process and from then on is a loop over two fds. It closes
 * everything else, so nothing of the supervisor is held open by it, and it has every signal blocked, so nothing but
 * SIGKILL ends it early. What becomes of the program:
 *
 *   the control socket ends (the supervisor died or dropped the child)   everything is killed
 *   STOP_TERM   TERM and CONT to the program's group and to every descendant outside it
 *   STOP_KILL   {stop all, kill all, reap} until nothing is left, at most REAPER_KILL_MS
 *   the program ended   the rest gets TERM and CONT, REAPER_GRACE_MS, then the same loop
 *
 * It is done when it has no child left: as the subreaper it inherits every orphan, so that is true exactly when no
 * descendant exists. When the supervisor dies while the program has stopped the reaper, the kernel wakes it (SIGCONT as
 * its death signal); a program that stops it again and again in that moment can outlive it. When the reaper itself is killed, the program dies with it (SIGKILL as the program's)
 * and what else there was falls to the supervisor: child_sweep().
 */
#ifndef CORE_CHILD_REAPER_H
#define CORE_CHILD_REAPER_H
#include <stdbool.h>
#include <sys/types.h>

#include "core/child/tree.h"

#define REAPER_KILL_MS 5000
#define REAPER_GRACE_MS 400
#define REAPER_SURVIVORS_MAX 32
#define REAPER_NAME "bulkhead-reaper" /* as ps shows it; 15 bytes is what the kernel keeps */

/* One packet each, from the reaper; the other way a packet is one enum stop_rung. */
enum reaper_news_kind {
	REAPER_STARTED,  /* pid is the program's; it may not have been executed yet */
	REAPER_SURVIVOR, /* pid and name outlived the killing */
	REAPER_ENDED     /* the last one: wait_status of the program, swept */
};

struct reaper_news {
	enum reaper_news_kind kind;
	pid_t pid;
	int wait_status; /* as waitpid() gives it */
	int swept;
	char name[TREE_NAME_BYTES];
};

/* Called in the reaper after it forked the program: closes every fd but control, serves, exits. */
_Noreturn void reaper_serve(int control, pid_t program);
#endif
