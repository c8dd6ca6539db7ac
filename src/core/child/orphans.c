/*
 * orphans — what a killed reaper leaves behind falls to the supervisor; the functions are in child.h.
 */
#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/child/child.h"
#include "core/child/poll.h"
#include "core/child/reaper.h"
#include "core/child/tree.h"

bool child_adopt_orphans(struct error *err)
{
	if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0)
		return error_set_sys(err, REASON_SYSTEM, "cannot become the parent of orphaned children");
	return true;
}

/* By number, never -1: the reapers of other children must keep their last words. */
static void reap_own(const struct tree *t, pid_t self)
{
	for (size_t i = 0; i < t->count; i++) {
		if (t->members[i].parent == self)
			(void)waitpid(t->members[i].pid, NULL, WNOHANG);
	}
}

int child_sweep(struct child *const *children, size_t count, struct strlist *ret_survivors)
{
	OWNED_MEM pid_t *but = mem_new(count + 1, sizeof *but);
	OWNED_MEM struct tree *t = mem_new(1, sizeof *t);
	uint64_t deadline = poll_now_ms() + REAPER_KILL_MS;
	char name[TREE_NAME_BYTES];
	size_t swept;

	for (size_t i = 0; i < count; i++)
		but[t->n_but++] = child_reaper_pid(children[i]);
	t->but = but;
	tree_walk(t, getpid(), SIGSTOP);
	swept = tree_living(t);
	while (t->count > 0 && poll_now_ms() < deadline) {
		tree_send(t, SIGKILL, 0);
		(void)poll(NULL, 0, 2);
		reap_own(t, getpid());
		tree_walk(t, getpid(), SIGSTOP);
	}
	for (size_t i = 0; i < t->count; i++) {
		if (tree_name(&t->members[i], name))
			strlist_add_format(ret_survivors, "%d %s", (int)t->members[i].pid, name);
	}
	return (int)swept;
}
