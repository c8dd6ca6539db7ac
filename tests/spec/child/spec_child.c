/*
 * Specification of child: how a program is started in its terminal, what it is given, what is read from it and written
 * to it, and when it is done.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <dirent.h>
#include <sys/wait.h>

#include "core/base/digest.h"
#include "support/repo.h"
#include "support/running.h"

static const struct {
	const char *says;
	const char *program, *dir;
	uint64_t other_inode;
	const char *words;
	int sys;
} refusals[] = {
	{ "a missing program is named with the reason", "/no/such/program", "/", 0, "cannot run /no/such/program", ENOENT },
	{ "a file that may not be executed is named", "/etc/passwd", "/", 0, "cannot run /etc/passwd", EACCES },
	{ "a directory that vanished is named", "/bin/true", "/no/such/place", 0, "cannot enter the directory /no/such/place", ENOENT },
	{ "a file is no directory to work in", "/bin/true", "/etc/passwd", 0, "cannot enter the directory /etc/passwd", ENOTDIR },
	{ "another directory in the bound one's place is its own refusal", "/bin/true", "/", 1,
	  "the directory / is not the one that was bound", 0 },
};

static void a_start_that_fails_names_its_stage_and_errno(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(refusals); i++) {
		struct start start = { .program = refusals[i].program, .dir = refusals[i].dir,
			.other_inode = refusals[i].other_inode ? UINT64_MAX : 0 };
		struct child *child = NULL;
		struct error err = { 0 };

		if (running_try(&start, &child, &err) || child)
			fail_msg("started, although: %s", refusals[i].says);
		if (!strstr(err.text, refusals[i].words) || err.sys != refusals[i].sys || err.reason != REASON_CHILD_NOT_STARTED)
			fail_msg("%s, but: %s (errno %d)", refusals[i].says, err.text, err.sys);
		if (waitpid(-1, NULL, WNOHANG) != -1 || errno != ECHILD)
			fail_msg("a process was left behind, although: %s", refusals[i].says);
	}
}

static void a_replaced_directory_is_not_entered(void **unused)
{
	char *scratch = scratch_new("child");
	char *place = path_of("%s/place", scratch);
	struct stat before;
	struct error err = { 0 };
	struct child *child = NULL;
	struct start start = { .program = "/bin/true", .dir = place };

	(void)unused;
	dir_put(scratch, "place");
	assert_int_equal(stat(place, &before), 0);
	start.other_inode = before.st_ino;
	dir_put(scratch, "other");
	char *other = path_of("%s/other", scratch);
	char *aside = path_of("%s/aside", scratch);
	assert_int_equal(rename(place, aside), 0);
	assert_int_equal(rename(other, place), 0);
	assert_false(running_try(&start, &child, &err));
	assert_non_null(strstr(err.text, "is not the one that was bound"));
	free(other);
	free(aside);
	free(place);
	scratch_drop(&scratch);
}

static void the_last_screenful_is_never_lost(void **unused)
{
	struct running r = running_start(&(struct start){ .program = "prints_and_exits", .first = "200000", .second = "7" });

	(void)unused;
	running_finish(&r);
	assert_int_equal(r.printed.len, 200009);
	assert_string_equal(text_c(&r.printed) + 200000, "last line");
	assert_int_equal(child_exit_status(r.child), 7);
	assert_int_equal(child_signal(r.child), 0);
	running_drop(&r);
}

static void a_child_is_not_done_while_its_terminal_holds_something(void **unused)
{
	struct running r = running_start(&(struct start){ .program = "prints_and_exits", .first = "100" });
	uint64_t much_later;
	char bytes[200];

	(void)unused;
	while (!child_ended(r.child)) {
		assert_true(poll_one(child_control_fd(r.child), POLLIN, poll_now_ms() + RUNNING_DEADLINE_MS));
		child_hear(r.child, poll_now_ms());
	}
	much_later = child_deadline_ms(r.child) + 1000;
	assert_false(child_done(r.child, much_later));
	assert_int_equal(child_read(r.child, bytes, sizeof bytes), 109);
	assert_int_equal(child_read(r.child, bytes, sizeof bytes), -1);
	assert_int_equal(child_terminal_fd(r.child), -1);
	assert_true(child_done(r.child, much_later));
	running_drop(&r);
}

static void a_program_that_closes_its_terminal_is_still_heard_later(void **unused)
{
	struct running r = running_start(&(struct start){ .program = "closes_terminal" });

	(void)unused;
	running_finish(&r);
	assert_non_null(strstr(text_c(&r.printed), "back"));
	assert_int_equal(child_exit_status(r.child), 0);
	running_drop(&r);
}

static void a_program_gets_a_clean_slate_whatever_its_starter_had(void **unused)
{
	sigset_t set, old;

	(void)unused;
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_BLOCK, &set, &old);
	void (*before)(int) = signal(SIGPIPE, SIG_IGN);
	struct running r = running_start(&(struct start){ .program = "shows_itself", .dir = "/usr" });
	running_finish(&r);
	sigprocmask(SIG_SETMASK, &old, NULL);
	(void)signal(SIGPIPE, before);
	assert_non_null(strstr(text_c(&r.printed), "SigBlk:\t0000000000000000"));
	assert_non_null(strstr(text_c(&r.printed), "SigIgn:\t0000000000000000"));
	assert_non_null(strstr(text_c(&r.printed), "leader yes"));
	assert_non_null(strstr(text_c(&r.printed), "controlling yes"));
	assert_non_null(strstr(text_c(&r.printed), "input terminal"));
	assert_non_null(strstr(text_c(&r.printed), "directory /usr\r\n"));
	running_drop(&r);
}

static void a_headless_child_reads_end_of_file_and_keeps_its_terminal(void **unused)
{
	struct running r = running_start(&(struct start){ .program = "shows_itself", .stdin_null = true });

	(void)unused;
	running_finish(&r);
	assert_non_null(strstr(text_c(&r.printed), "input end of file"));
	assert_non_null(strstr(text_c(&r.printed), "controlling yes"));
	running_drop(&r);
}

static void a_program_inherits_three_descriptors_and_nothing_of_others(void **unused)
{
	struct running other = running_start(&(struct start){ .program = "never_reads" });
	int leaky[2];
	size_t n = 0;

	(void)unused;
	assert_int_equal(pipe(leaky), 0);
	struct running r = running_start(&(struct start){ .program = "lists_fds" });
	running_finish(&r);
	for (const char *at = text_c(&r.printed); (at = strstr(at, "fd ")); at++)
		n++;
	if (n != 3)
		fail_msg("3 descriptors were to be inherited, but: %s", text_c(&r.printed));
	close(leaky[0]);
	close(leaky[1]);
	running_drop(&r);
	running_drop(&other);
}

static void a_resize_is_heard_with_its_size(void **unused)
{
	struct running r = running_start(&(struct start){ .program = "prints_size" });

	(void)unused;
	running_until(&r, "size 24 80");
	child_resize(r.child, 31, 101);
	running_until(&r, "size 31 101");
	child_resize(r.child, -5, 1000000);
	running_until(&r, "size 1 4096");
	running_drop(&r);
}

static void writing_to_a_child_that_never_reads_does_not_block(void **unused)
{
	struct running r = running_start(&(struct start){ .program = "never_reads" });
	static const char page[4096] = "";
	int taken = 0;

	(void)unused;
	running_until(&r, "ready");
	while (taken < 1000 && child_write(r.child, page, sizeof page))
		taken++;
	assert_in_range(taken, 272, 320); /* the queue, and what the kernel holds */
	assert_true(child_wants_write(r.child));
	assert_false(child_write(r.child, page, sizeof page));
	child_flush(r.child);
	running_drop(&r);
}

static void what_was_queued_arrives_whole_and_in_order(void **unused)
{
	struct running r = running_start(&(struct start){ .program = "/bin/sh", .first = "-c",
		.second = "stty raw -echo; echo ready; head -c 60000 | sha256sum" });
	char typed[60000], digest[DIGEST_HEX_BYTES];

	(void)unused;
	for (size_t i = 0; i < sizeof typed; i++)
		typed[i] = (char)(i * 7 % 251);
	digest_of(typed, sizeof typed, digest);
	running_until(&r, "ready");
	assert_true(child_write(r.child, typed, sizeof typed));
	running_until(&r, digest);
	running_drop(&r);
}

static const struct {
	const char *says, *number;
	int signal;
} deaths[] = {
	{ "a child killed by SEGV reports it", "11", SIGSEGV },
	{ "a child killed by KILL reports it", "9", SIGKILL },
	{ "a child killed by HUP reports it", "1", SIGHUP },
};

static void a_killed_child_reports_the_signal(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(deaths); i++) {
		struct running r = running_start(&(struct start){ .program = "exits_by_signal", .first = deaths[i].number });

		running_finish(&r);
		if (child_signal(r.child) != deaths[i].signal || child_exit_status(r.child) != -1)
			fail_msg("%s, but: signal %d, status %d", deaths[i].says, child_signal(r.child), child_exit_status(r.child));
		running_drop(&r);
	}
}

static size_t open_fds(void)
{
	DIR *fds = opendir("/proc/self/fd");
	size_t n = 0;

	while (readdir(fds))
		n++;
	closedir(fds);
	return n;
}

static void after_two_hundred_starts_nothing_is_left(void **unused)
{
	size_t before = open_fds();

	(void)unused;
	for (int i = 0; i < 200; i++) {
		struct running r = running_start(&(struct start){ .program = i % 2 ? "/bin/true" : "/bin/echo" });

		running_finish(&r);
		running_drop(&r);
	}
	assert_int_equal(open_fds(), before);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

static void a_starter_without_standard_streams_starts_all_the_same(void **unused)
{
	int status;
	pid_t pid = fork();

	(void)unused;
	if (pid == 0) {
		for (int fd = 0; fd < 3; fd++)
			close(fd);
		struct running r = running_start(&(struct start){ .program = "shows_itself" });

		running_finish(&r);
		_exit(strstr(text_c(&r.printed), "input terminal") && strstr(text_c(&r.printed), "controlling yes") ? 0 : 1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_start_that_fails_names_its_stage_and_errno),
		cmocka_unit_test(a_replaced_directory_is_not_entered),
		cmocka_unit_test(the_last_screenful_is_never_lost),
		cmocka_unit_test(a_child_is_not_done_while_its_terminal_holds_something),
		cmocka_unit_test(a_program_that_closes_its_terminal_is_still_heard_later),
		cmocka_unit_test(a_program_gets_a_clean_slate_whatever_its_starter_had),
		cmocka_unit_test(a_headless_child_reads_end_of_file_and_keeps_its_terminal),
		cmocka_unit_test(a_program_inherits_three_descriptors_and_nothing_of_others),
		cmocka_unit_test(a_resize_is_heard_with_its_size),
		cmocka_unit_test(writing_to_a_child_that_never_reads_does_not_block),
		cmocka_unit_test(what_was_queued_arrives_whole_and_in_order),
		cmocka_unit_test(a_killed_child_reports_the_signal),
		cmocka_unit_test(after_two_hundred_starts_nothing_is_left),
		cmocka_unit_test(a_starter_without_standard_streams_starts_all_the_same),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
