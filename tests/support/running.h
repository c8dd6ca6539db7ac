/*
 * running — a child under test, and the loop a supervisor would be: what it printed, until an event or a deadline.
 * The caller includes cmocka.h before this file.
 *
 *	struct running r = running_start(&(struct start){ .program = test_child("floods") });
 *	running_until(&r, "ready");      fails the test after 10 seconds
 *	running_finish(&r);              until child_done(); then child_exit_status(r.child) and r.printed
 *	running_drop(&r);
 */
#ifndef TESTS_SUPPORT_RUNNING_H
#define TESTS_SUPPORT_RUNNING_H
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/child/child.h"
#include "core/child/poll.h"

#define RUNNING_DEADLINE_MS 10000

struct start {
	const char *program;         /* a path: an absolute one, or the name of one of tests/children */
	const char *first, *second;  /* arguments; may be NULL */
	const char *dir;             /* NULL: the directory of the test programs */
	bool stdin_null;
	uint64_t other_inode;        /* not 0: bound to this inode instead of the directory's own */
};

struct running {
	struct child *child;
	struct text printed;
};

static inline char *test_child(const char *name) /* owned */
{
	assert_non_null(getenv("TEST_CHILDREN"));
	return name[0] == '/' ? str_copy(name) : str_format("%s/%s", getenv("TEST_CHILDREN"), name);
}

static inline bool running_try(const struct start *start, struct child **ret, struct error *err)
{
	OWNED_MEM char *program = test_child(start->program);
	const char *dir = start->dir ? start->dir : getenv("TEST_CHILDREN");
	char *argv[] = { program, NULL, NULL, NULL };
	char *env[] = { str_format("PATH=%s", getenv("PATH")), str_copy("LC_ALL=C.UTF-8"), NULL };
	struct stat bound = { 0 };
	struct child_spec spec = { .program = program, .argv = argv, .env = env, .dir = dir, .rows = 24, .cols = 80,
		.stdin_null = start->stdin_null };
	bool ok;

	(void)stat(dir, &bound);
	spec.dir_device = bound.st_dev;
	spec.dir_inode = start->other_inode ? start->other_inode : bound.st_ino;
	argv[1] = start->first ? str_copy(start->first) : NULL;
	argv[2] = start->second ? str_copy(start->second) : NULL;
	ok = child_start(&spec, ret, err);
	for (int i = 0; i < 2; i++) {
		free(argv[i + 1]);
		free(env[i]);
	}
	return ok;
}

static inline struct running running_start(const struct start *start)
{
	struct running r = { 0 };
	struct error err = { 0 };

	if (!running_try(start, &r.child, &err))
		fail_msg("%s was not started: %s", start->program, err.text);
	return r;
}

static inline void running_drop(struct running *r)
{
	child_drop(&r->child);
	text_clear(&r->printed);
}

/* One turn of the loop; at most until deadline_ms. */
static inline void running_turn(struct running *r, uint64_t deadline_ms)
{
	struct pollfd fds[] = { { .fd = child_terminal_fd(r->child), .events = POLLIN },
				{ .fd = child_control_fd(r->child), .events = POLLIN } };
	uint64_t own = child_deadline_ms(r->child);
	char bytes[8192];

	if (child_wants_write(r->child))
		fds[0].events |= POLLOUT;
	(void)poll_until(fds, COUNT_OF(fds), own && own < deadline_ms ? own : deadline_ms);
	if (fds[1].revents)
		child_hear(r->child, poll_now_ms());
	if (fds[0].revents & POLLOUT)
		child_flush(r->child);
	if (fds[0].revents & (POLLIN | POLLHUP | POLLERR)) {
		ssize_t len = child_read(r->child, bytes, sizeof bytes);

		if (len > 0)
			text_add(&r->printed, bytes, (size_t)len);
	}
}

static inline void running_until(struct running *r, const char *words)
{
	uint64_t deadline = poll_now_ms() + RUNNING_DEADLINE_MS;

	while (!strstr(text_c(&r->printed), words)) {
		if (poll_now_ms() >= deadline || child_done(r->child, poll_now_ms()))
			fail_msg("\"%s\" was not printed, but: %s", words, text_c(&r->printed));
		running_turn(r, deadline);
	}
}

static inline void running_finish(struct running *r)
{
	uint64_t deadline = poll_now_ms() + RUNNING_DEADLINE_MS;

	while (!child_done(r->child, poll_now_ms())) {
		if (poll_now_ms() >= deadline)
			fail_msg("the child was not done in time; it printed: %s", text_c(&r->printed));
		running_turn(r, deadline);
	}
}
#endif
