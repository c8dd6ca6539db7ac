/*
 * Specification of watch: a change in a watched directory is seen by waiting, never by looking.
 */
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/host/watch.h"

#define DEADLINE_MS 10000

static char *scratch(void)
{
	const char *root = getenv("BULKHEAD_TEST_SCRATCH");
	OWNED_MEM char *base = root ? str_copy(root) : path_join(getenv("HOME"), ".cache/bulkhead-check");
	OWNED_FD int fd = -1;
	struct error err = { 0 };
	char *pattern;

	assert_true(dir_make(base, &fd, &err));
	pattern = path_join(base, "watch-XXXXXX");
	assert_non_null(mkdtemp(pattern));
	return pattern;
}

static bool hears(int fd)
{
	struct pollfd waiting = { .fd = fd, .events = POLLIN };

	return poll(&waiting, 1, DEADLINE_MS) == 1 && watch_drain(fd);
}

static void making_replacing_and_deleting_a_file_are_each_seen(void **unused)
{
	OWNED_MEM char *directory = scratch();
	OWNED_MEM char *file = path_join(directory, "line");
	OWNED_FD int fd = watch_open();
	OWNED_FD int dir = -1;
	struct error err = { 0 };

	(void)unused;
	assert_true(watch_add(fd, directory));
	assert_false(watch_drain(fd));
	assert_true(dir_open(directory, &dir, &err));
	assert_true(file_append_line(dir, "line", "a", 1, &err));
	assert_true(hears(fd));
	assert_true(file_append_line(dir, "line", "b", 1, &err));
	assert_false(watch_drain(fd));
	assert_true(file_replace(dir, "line", "c", 1, &err));
	assert_true(hears(fd));
	assert_int_equal(unlink(file), 0);
	assert_true(hears(fd));
	assert_int_equal(rmdir(directory), 0);
}

static void a_directory_that_is_not_there_cannot_be_watched(void **unused)
{
	OWNED_FD int fd = watch_open();

	(void)unused;
	assert_false(watch_add(fd, "/no/such/directory"));
	assert_false(watch_add(-1, "/"));
	assert_false(watch_drain(-1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(making_replacing_and_deleting_a_file_are_each_seen),
		cmocka_unit_test(a_directory_that_is_not_there_cannot_be_watched),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
