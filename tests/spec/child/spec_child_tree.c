/*
 * Specification of child: how a whole tree of processes ends — asked to, killed, left behind, or orphaned because its
 * supervisor or its reaper was killed.
 */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "core/child/tree.h"
#include "support/running.h"

/* Processes under watch: by pidfd, so that a number used again cannot deceive. */
struct watched {
	int fds[4];
	size_t count;
};

static void watch(struct watched *w, pid_t pid)
{
	int fd = pidfd_open(pid, 0);

	if (fd < 0)
		fail_msg("process %d is not there", (int)pid);
	w->fds[w->count++] = fd;
}

static void watch_away(struct watched *w, const char *printed)
{
	int first, second;
	const char *at = strstr(printed, "away ");

	assert_non_null(at);
	assert_int_equal(sscanf(at, "away %d %d", &first, &second), 2);
	watch(w, first);
	watch(w, second);
}

static void all_gone(struct watched *w)
{
	for (size_t i = 0; i < w->count; i++) {
		if (!poll_one(w->fds[i], POLLIN, poll_now_ms() + RUNNING_DEADLINE_MS))
			fail_msg("process %zu of those under watch lives on", i);
		close(w->fds[i]);
	}
	w->count = 0;
}

/* Returns when the process is in state T. */
static void wait_until_stopped(int pid)
{
	uint64_t deadline = poll_now_ms() + RUNNING_DEADLINE_MS;
	OWNED_MEM char *path = str_format("/proc/%d/stat", pid);
	char line[256] = "";

	while (!strstr(line, ") T ")) {
		FILE *f = fopen(path, "re");

		if (!f || !fgets(line, sizeof line, f) || poll_now_ms() > deadline)
			fail_msg("process %d did not stop: %s", pid, line);
		fclose(f);
	}
}

static void a_child_that_is_asked_to_end_ends(void **unused)
{
	struct running r = running_start(&(struct start){ .program = "never_reads" });

	(void)unused;
	running_until(&r, "ready");
	child_stop(r.child, STOP_TERM);
	running_finish(&r);
	assert_int_equal(child_signal(r.child), SIGTERM);
	running_drop(&r);
}

static void a_stopped_child_hears_term(void **unused)
{
	struct running r = running_start(&(struct start){ .program = "stops_itself" });

	(void)unused;
	running_until(&r, "stopping");
	wait_until_stopped(child_pid(r.child));
	child_stop(r.child, STOP_TERM);
	running_finish(&r);
	assert_int_equal(child_signal(r.child), SIGTERM);
	running_drop(&r);
}

static void a_child_deaf_to_term_is_killed_by_the_next_rung(void **unused)
{
	struct running r = running_start(&(struct start){ .program = "ignores_term" });

	(void)unused;
	running_until(&r, "deaf");
	child_stop(r.child, STOP_TERM);
	child_stop(r.child, STOP_KILL);
	running_finish(&r);
	assert_int_equal(child_signal(r.child), SIGKILL);
	assert_int_equal(child_survivors(r.child)->count, 0);
	running_drop(&r);
}

static void term_reaches_descendants_in_sessions_of_their_own(void **unused)
{
	struct running r = running_start(&(struct start){ .program = "/bin/sh", .first = "-c",
		.second = "trap : TERM; setsid sh -c 'echo ready; exec sleep 1000'; echo ended $?" });

	(void)unused;
	running_until(&r, "ready");
	child_stop(r.child, STOP_TERM);
	running_until(&r, "ended 143");
	running_finish(&r);
	assert_int_equal(child_exit_status(r.child), 0);
	running_drop(&r);
}

static void term_reaches_a_stopped_descendant_in_a_session_of_its_own(void **unused)
{
	struct running r = running_start(&(struct start){ .program = "/bin/sh", .first = "-c",
		.second = "trap : TERM; setsid sh -c 'echo pid $$.; kill -STOP $$; exit 0'; echo ended $?" });
	int pid;

	(void)unused;
	running_until(&r, ".");
	assert_int_equal(sscanf(text_c(&r.printed), "pid %d", &pid), 1);
	wait_until_stopped(pid);
	child_stop(r.child, STOP_TERM);
	running_until(&r, "ended 143");
	running_finish(&r);
	running_drop(&r);
}

static void kill_leaves_nothing_of_a_tree_with_its_own_sessions(void **unused)
{
	struct running r = running_start(&(struct start){ .program = "forks_away", .first = "stay" });
	struct watched w = { .count = 0 };

	(void)unused;
	running_until(&r, "\n");
	watch_away(&w, text_c(&r.printed));
	child_stop(r.child, STOP_KILL);
	running_finish(&r);
	all_gone(&w);
	assert_int_equal(child_signal(r.child), SIGKILL);
	running_drop(&r);
}

static void what_a_program_leaves_behind_is_swept_and_counted(void **unused)
{
	struct running r = running_start(&(struct start){ .program = "forks_away", .first = "leave" });
	struct watched w = { .count = 0 };

	(void)unused;
	running_until(&r, "\n");
	watch_away(&w, text_c(&r.printed));
	running_finish(&r);
	all_gone(&w);
	assert_int_equal(child_exit_status(r.child), 0);
	assert_int_equal(child_swept(r.child), 2);
	running_drop(&r);
}

static void a_storm_of_forks_is_ended(void **unused)
{
	struct running r = running_start(&(struct start){ .program = "fork_storm" });

	(void)unused;
	running_until(&r, "storm");
	child_stop(r.child, STOP_KILL);
	running_finish(&r);
	assert_int_equal(child_survivors(r.child)->count, 0);
	assert_int_equal(child_signal(r.child), SIGKILL);
	running_drop(&r);
}

static void a_flooding_child_is_stopped_without_being_read(void **unused)
{
	struct running r = running_start(&(struct start){ .program = "floods" });

	(void)unused;
	running_until(&r, "xxxx");
	child_stop(r.child, STOP_TERM);
	while (!child_ended(r.child)) {
		assert_true(poll_one(child_control_fd(r.child), POLLIN, poll_now_ms() + RUNNING_DEADLINE_MS));
		child_hear(r.child, poll_now_ms());
	}
	running_finish(&r);
	assert_int_equal(child_signal(r.child), SIGTERM);
	running_drop(&r);
}

static void dropping_a_living_child_kills_its_tree(void **unused)
{
	struct running r = running_start(&(struct start){ .program = "forks_away", .first = "stay" });
	struct running deaf = running_start(&(struct start){ .program = "ignores_hup" });
	struct watched w = { .count = 0 };

	(void)unused;
	running_until(&r, "\n");
	running_until(&deaf, "stays");
	watch_away(&w, text_c(&r.printed));
	watch(&w, child_pid(deaf.child));
	running_drop(&r);
	running_drop(&deaf);
	all_gone(&w);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

/* A supervisor in a process of its own: starts the child, tells its pids, waits for its death. */
_Noreturn static void supervise(const char *what, int tell)
{
	struct running r = running_start(&(struct start){ .program = "forks_away", .first = what });
	int pids[4];

	running_until(&r, "\n");
	pids[0] = child_pid(r.child);
	pids[1] = child_reaper_pid(r.child);
	if (sscanf(strstr(text_c(&r.printed), "away "), "away %d %d", &pids[2], &pids[3]) != 2)
		_exit(1);
	if (strcmp(what, "stop_reaper") == 0)
		wait_until_stopped(pids[1]);
	(void)!write(tell, pids, sizeof pids);
	for (;;)
		pause();
}

static void nothing_survives_a_supervisor_killed_while(const char *what)
{
	struct watched w = { .count = 0 };
	int hear[2], pids[4];

	assert_int_equal(pipe2(hear, O_CLOEXEC), 0);
	pid_t supervisor = fork();
	if (supervisor == 0)
		supervise(what, hear[1]);
	close(hear[1]);
	assert_int_equal(read(hear[0], pids, sizeof pids), (ssize_t)sizeof pids);
	close(hear[0]);
	for (int i = 0; i < 4; i++)
		watch(&w, pids[i]);
	kill(supervisor, SIGKILL);
	assert_int_equal(waitpid(supervisor, NULL, 0), supervisor);
	all_gone(&w);
}

static void nothing_survives_a_supervisor_killed_with_kill(void **unused)
{
	(void)unused;
	nothing_survives_a_supervisor_killed_while("stay");
}

static void nothing_survives_although_the_program_stopped_its_reaper(void **unused)
{
	(void)unused;
	nothing_survives_a_supervisor_killed_while("stop_reaper");
}

static void a_child_that_stopped_its_reaper_can_be_stopped(void **unused)
{
	struct running r = running_start(&(struct start){ .program = "forks_away", .first = "stop_reaper" });
	struct watched w = { .count = 0 };

	(void)unused;
	running_until(&r, "\n");
	watch_away(&w, text_c(&r.printed));
	child_stop(r.child, STOP_KILL);
	running_finish(&r);
	all_gone(&w);
	running_drop(&r);
}

/* This process is the subreaper of what a killed supervisor leaves: when it has no child, nothing is left of anything. */
static bool no_child_is_left(void)
{
	uint64_t deadline = poll_now_ms() + RUNNING_DEADLINE_MS;

	while (poll_now_ms() < deadline) {
		if (waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD)
			return true;
		(void)poll(NULL, 0, 1);
	}
	return false;
}

static void nothing_survives_at_whatever_moment_the_supervisor_is_killed(void **unused)
{
	(void)unused;
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
	for (int moment = 0; moment < 60; moment++) {
		pid_t supervisor = fork();

		if (supervisor == 0) {
			for (;;) {
				struct running r = running_start(&(struct start){ .program = "/bin/sh", .first = "-c",
					.second = "trap '' TERM HUP; setsid setsid sleep 1000 & exec sleep 1000" });
				(void)r;
			}
		}
		(void)poll(NULL, 0, moment / 4);
		kill(supervisor, SIGKILL);
		if (!no_child_is_left())
			fail_msg("something survived a supervisor killed after %d ms", moment / 4);
	}
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
}

static void a_killed_reaper_takes_the_program_along_and_the_rest_is_swept(void **unused)
{
	struct running other = running_start(&(struct start){ .program = "never_reads" });
	struct running r = { 0 };
	struct watched w = { .count = 0 };
	struct error err = { 0 };
	CLEARED(strlist) struct strlist survivors = { 0 };

	(void)unused;
	assert_true(child_adopt_orphans(&err));
	r = running_start(&(struct start){ .program = "forks_away", .first = "kill_reaper" });
	watch(&w, child_pid(r.child));
	running_finish(&r);
	watch_away(&w, text_c(&r.printed));
	assert_true(child_reaper_lost(r.child));
	assert_int_equal(child_signal(r.child), SIGKILL);
	assert_int_equal(child_sweep((struct child *[]){ r.child, other.child }, 2, &survivors), 2);
	assert_int_equal(survivors.count, 0);
	all_gone(&w);
	running_until(&other, "ready");
	assert_false(child_ended(other.child));
	running_drop(&r);
	running_drop(&other);
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
}

static void a_number_that_names_another_process_by_now_is_not_signalled(void **unused)
{
	struct tree t = { .count = 1 };
	struct watched w = { .count = 0 };
	pid_t pid = fork();

	(void)unused;
	if (pid == 0) {
		for (;;)
			pause();
	}
	watch(&w, pid);
	t.members[0] = (struct tree_member){ .pid = pid, .parent = getpid() + 1 };
	tree_send(&t, SIGKILL, 0);
	assert_false(poll_one(w.fds[0], POLLIN, poll_now_ms() + 50));
	t.members[0].parent = getpid();
	tree_send(&t, SIGKILL, 0);
	all_gone(&w);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
}

static void a_kernel_without_lists_of_children_is_asked_process_by_process(void **unused)
{
	struct running r = running_start(&(struct start){ .program = "forks_away", .first = "stay" });
	struct tree lists = { .count = 0 }, scan = { .by_scan = true };

	(void)unused;
	running_until(&r, "\n");
	tree_walk(&lists, child_reaper_pid(r.child), 0);
	tree_walk(&scan, child_reaper_pid(r.child), 0);
	assert_int_equal(tree_living(&lists), 3);
	assert_int_equal(tree_living(&scan), 3);
	assert_int_equal(scan.count, lists.count);
	for (size_t i = 0; i < scan.count; i++) {
		size_t same = 0;

		for (size_t j = 0; j < lists.count; j++)
			same += lists.members[j].pid == scan.members[i].pid && lists.members[j].parent == scan.members[i].parent;
		assert_int_equal(same, 1);
	}
	running_drop(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_child_that_is_asked_to_end_ends),
		cmocka_unit_test(a_stopped_child_hears_term),
		cmocka_unit_test(a_child_deaf_to_term_is_killed_by_the_next_rung),
		cmocka_unit_test(term_reaches_descendants_in_sessions_of_their_own),
		cmocka_unit_test(term_reaches_a_stopped_descendant_in_a_session_of_its_own),
		cmocka_unit_test(kill_leaves_nothing_of_a_tree_with_its_own_sessions),
		cmocka_unit_test(what_a_program_leaves_behind_is_swept_and_counted),
		cmocka_unit_test(a_storm_of_forks_is_ended),
		cmocka_unit_test(a_flooding_child_is_stopped_without_being_read),
		cmocka_unit_test(dropping_a_living_child_kills_its_tree),
		cmocka_unit_test(nothing_survives_a_supervisor_killed_with_kill),
		cmocka_unit_test(nothing_survives_although_the_program_stopped_its_reaper),
		cmocka_unit_test(a_child_that_stopped_its_reaper_can_be_stopped),
		cmocka_unit_test(nothing_survives_at_whatever_moment_the_supervisor_is_killed),
		cmocka_unit_test(a_killed_reaper_takes_the_program_along_and_the_rest_is_swept),
		cmocka_unit_test(a_kernel_without_lists_of_children_is_asked_process_by_process),
		cmocka_unit_test(a_number_that_names_another_process_by_now_is_not_signalled),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
