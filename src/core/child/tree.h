/*
 * tree — the living descendants of a process, found through /proc, and signals to them.
 *
 * A number may name another process by the time a signal is sent. So every signal goes through a pidfd that was opened
 * first and whose process still had the expected parent afterwards; one that moved meanwhile is left for the next walk.
 * Everything here is async-signal-safe and allocates nothing: it runs between fork and exec and in the reaper.
 */
#ifndef CORE_CHILD_TREE_H
#define CORE_CHILD_TREE_H
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define TREE_MEMBERS_MAX 2048 /* of one walk; more are found by the next one */
#define TREE_NAME_BYTES 16

struct tree_member {
	pid_t pid, parent;
};

struct tree {
	struct tree_member members[TREE_MEMBERS_MAX]; /* parents before their children */
	size_t count;
	const pid_t *but; /* borrowed: left out with everything below them */
	size_t n_but;
	bool by_scan;     /* every process is asked for its parent: set by a walk where the kernel keeps no lists of children */
};

/* Lists everything below root into *t. With a signal (SIGSTOP), each gets it before its own children are looked for,
   so that it makes no more of them. */
void tree_walk(struct tree *t, pid_t root, int signal);
/* To every member, children before their parents; not to those whose process group is but_group (0: to all). */
void tree_send(const struct tree *t, int signal, pid_t but_group);
size_t tree_living(const struct tree *t);                     /* members that are still there and no zombies */
/* false: gone or a zombie. Else its name, cut to 15 bytes. */
bool tree_name(const struct tree_member *m, char ret_name[TREE_NAME_BYTES]);
#endif
