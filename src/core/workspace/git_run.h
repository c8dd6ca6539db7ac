/*
 * git_run — the git program, started once: in a session of its own, with the environment it is given and no other, and
 * ended with everything it started when its time is over. Inner header of core/workspace.
 */
#ifndef CORE_WORKSPACE_GIT_RUN_H
#define CORE_WORKSPACE_GIT_RUN_H
#include <stdint.h>

#include "core/base/error.h"
#include "core/base/strlist.h"
#include "core/base/text.h"

struct git_run {
	const struct strlist *argv, *env; /* argv begins with the program's absolute path */
	const char *directory;            /* to start in */
	int lock_fd;                      /* inherited, so that the lock is held until the last of its processes is gone */
	uint64_t timeout_ms;
	struct text *out;                 /* gets the whole of standard output; NULL: only the last words are of interest */
};

/* Exit status 0? *ret_raced: something in the directory of worktrees vanished meanwhile.
   REASON_WORKSPACE_UNAVAILABLE with git's last words. */
bool git_run(const struct git_run *g, bool *ret_raced, struct error *err) MUST_CHECK;
#endif
