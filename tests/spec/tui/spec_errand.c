/* Specification of errand: slow things happen elsewhere, come back whole, and never hold the console up. */
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/owned.h"
#include "ui/tui/errand.h"

static uint64_t now_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* What a loop does: until it is over. */
static void see_through(struct errand *e)
{
	for (int turn = 0; turn < 100000; turn++) {
		struct pollfd fd = { .fd = e->fd, .events = POLLIN };
		uint64_t now = now_ms();
		int wait = e->deadline_ms ? (int)(e->deadline_ms > now ? e->deadline_ms - now : 0) : 20000;

		(void)poll(&fd, 1, wait);
		if (errand_hear(e, now_ms()))
			return;
	}
	fail_msg("the errand never came home");
}

static void repeat(const void *argument, struct text *out)
{
	for (int i = 0; i < 100000; i++)
		text_add_string(out, argument);
}

static void wait_for_ever(const void *argument, struct text *out)
{
	(void)argument, (void)out;
	for (;;)
		(void)pause();
}

static void crash(const void *argument, struct text *out)
{
	(void)argument, (void)out;
	(void)raise(SIGKILL);
}

static void what_it_found_comes_back_whole(void **unused)
{
	struct errand e = ERRAND_IDLE;
	struct error err = { 0 };

	(void)unused;
	assert_true(errand_start(&e, repeat, "0123456789", now_ms(), 0, &err));
	assert_true(errand_busy(&e));
	see_through(&e);
	assert_false(errand_busy(&e));
	assert_int_equal(e.result.len, 1000000);
	errand_give_up(&e);
}

static void one_that_takes_too_long_is_ended_and_says_so(void **unused)
{
	struct errand e = ERRAND_IDLE;
	struct error err = { 0 };

	(void)unused;
	assert_true(errand_start(&e, wait_for_ever, NULL, now_ms(), 50, &err));
	see_through(&e);
	assert_true(e.timed_out && e.result.len == 0);
	errand_give_up(&e);
}

static void one_that_crashes_comes_home_empty(void **unused)
{
	struct errand e = ERRAND_IDLE;
	struct error err = { 0 };

	(void)unused;
	assert_true(errand_start(&e, crash, NULL, now_ms(), 0, &err));
	see_through(&e);
	assert_int_equal(e.result.len, 0);
	errand_give_up(&e);
}

static void giving_up_leaves_no_process(void **unused)
{
	struct errand e = ERRAND_IDLE;
	struct error err = { 0 };
	pid_t pid;

	(void)unused;
	assert_true(errand_start(&e, wait_for_ever, NULL, now_ms(), 0, &err));
	pid = e.pid;
	errand_give_up(&e);
	assert_int_equal(kill(pid, 0), -1);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

static void a_program_is_heard_on_both_its_outputs_and_has_no_terminal(void **unused)
{
	char *const argv[] = { (char[]){ "sh" }, (char[]){ "-c" }, (char[]){ "echo out; echo err >&2; (: </dev/tty) 2>/dev/null || echo none; read x || echo eof" }, NULL };
	struct errand e = ERRAND_IDLE;
	struct error err = { 0 };

	(void)unused;
	assert_true(errand_program(&e, "/bin/sh", argv, now_ms(), 20000, &err));
	see_through(&e);
	assert_string_equal(text_c(&e.result), "out\nerr\nnone\neof\n");
	errand_give_up(&e);
}

static void a_program_is_in_a_session_of_its_own(void **unused)
{
	char *const argv[] = { (char[]){ "sh" }, (char[]){ "-c" }, (char[]){ "read -r a b c d e session rest </proc/$$/stat; echo $session" }, NULL };
	struct errand e = ERRAND_IDLE;
	struct error err = { 0 };
	pid_t pid;

	(void)unused;
	assert_true(errand_program(&e, "/bin/sh", argv, now_ms(), 20000, &err));
	pid = e.pid;
	see_through(&e);
	assert_int_equal(strtol(text_c(&e.result), NULL, 10), pid);
	errand_give_up(&e);
}

static void a_program_that_is_not_there_says_nothing(void **unused)
{
	char *const argv[] = { (char[]){ "x" }, NULL };
	struct errand e = ERRAND_IDLE;
	struct error err = { 0 };

	(void)unused;
	assert_true(errand_program(&e, "/no/such/program", argv, now_ms(), 20000, &err));
	see_through(&e);
	assert_int_equal(e.result.len, 0);
	errand_give_up(&e);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_it_found_comes_back_whole),
		cmocka_unit_test(one_that_takes_too_long_is_ended_and_says_so),
		cmocka_unit_test(one_that_crashes_comes_home_empty),
		cmocka_unit_test(giving_up_leaves_no_process),
		cmocka_unit_test(a_program_is_heard_on_both_its_outputs_and_has_no_terminal),
		cmocka_unit_test(a_program_is_in_a_session_of_its_own),
		cmocka_unit_test(a_program_that_is_not_there_says_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
