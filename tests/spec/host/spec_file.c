/* Specification of file: bounded reads that follow no link, durable writes that overwrite nothing, locks. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/digest.h"
#include "core/base/mem.h"
#include "core/host/file.h"
#include "support/repo.h"

struct fixture {
	char *scratch;
	int dir;
};

static int make_fixture(void **state)
{
	struct fixture *f = mem_new(1, sizeof *f);

	f->scratch = scratch_new("file");
	f->dir = open(f->scratch, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_true(f->dir >= 0);
	*state = f;
	return 0;
}

static int drop_fixture(void **state)
{
	struct fixture *f = *state;

	(void)close(f->dir);
	scratch_drop(&f->scratch);
	free(f);
	return 0;
}

static void write_plain(int dir, const char *name, const char *bytes)
{
	OWNED_FD int fd = openat(dir, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	assert_true(fd >= 0);
	assert_true(write_all(fd, bytes, strlen(bytes)));
}

static void assert_holds(int dir, const char *name, const char *bytes)
{
	CLEARED(text) struct text t = {0};
	struct error err = {0};

	if (!file_read(dir, name, 65536, &t, &err))
		fail_msg("%s", err.text);
	assert_string_equal(text_c(&t), bytes);
}

static int entries(int dir)
{
	DIR *d = fdopendir(openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
	int n = 0;

	assert_non_null(d);
	while (readdir(d))
		n++;
	(void)closedir(d);
	return n - 2;
}

static void a_new_file_is_private_and_leaves_nothing_beside_it(void **state)
{
	const struct fixture *f = *state;
	struct error err = {0};
	struct stat st;
	int before = entries(f->dir);

	assert_true(file_put_new(f->dir, "proof.json", "{}\n", 3, &err));
	assert_int_equal(fstatat(f->dir, "proof.json", &st, AT_SYMLINK_NOFOLLOW), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	assert_int_equal(st.st_nlink, 1);
	assert_int_equal(entries(f->dir), before + 1);
	assert_holds(f->dir, "proof.json", "{}\n");
}

static void a_new_file_never_overwrites(void **state)
{
	static const char *const others[] = { "{ }\n", "{}", "{}\n\n", "" };
	const struct fixture *f = *state;
	struct error err = {0};
	int before;

	assert_true(file_put_new(f->dir, "proof.json", "{}\n", 3, &err));
	before = entries(f->dir);
	assert_true(file_put_new(f->dir, "proof.json", "{}\n", 3, &err));
	for (size_t i = 0; i < COUNT_OF(others); i++) {
		assert_false(file_put_new(f->dir, "proof.json", others[i], strlen(others[i]), &err));
		assert_int_equal(err.reason, REASON_RECORD_NOT_SAVED);
		assert_non_null(strstr(err.text, "proof.json"));
	}
	assert_holds(f->dir, "proof.json", "{}\n");
	assert_int_equal(entries(f->dir), before);
}

static void a_new_file_does_not_go_through_a_link(void **state)
{
	const struct fixture *f = *state;
	struct error err = {0};

	write_plain(f->dir, "elsewhere", "theirs");
	assert_int_equal(symlinkat("elsewhere", f->dir, "proof.json"), 0);
	assert_false(file_put_new(f->dir, "proof.json", "ours", 4, &err));
	assert_false(file_put_new(f->dir, "proof.json", "theirs", 6, &err));
	assert_holds(f->dir, "elsewhere", "theirs");
}

static void replacing_gives_the_new_bytes_and_the_link_itself(void **state)
{
	const struct fixture *f = *state;
	struct error err = {0};
	int before;

	write_plain(f->dir, "elsewhere", "theirs");
	assert_int_equal(symlinkat("elsewhere", f->dir, "index"), 0);
	before = entries(f->dir);
	assert_true(file_replace(f->dir, "index", "one", 3, &err));
	assert_holds(f->dir, "index", "one");
	assert_true(file_replace(f->dir, "index", "", 0, &err));
	assert_holds(f->dir, "index", "");
	assert_holds(f->dir, "elsewhere", "theirs");
	assert_int_equal(entries(f->dir), before);
}

static void a_failed_write_leaves_the_old_file_and_no_litter(void **state)
{
	const struct fixture *f = *state;
	pid_t child;
	int status = 0, before;
	struct error err = {0};

	assert_true(file_replace(f->dir, "index", "old", 3, &err));
	before = entries(f->dir);
	child = fork();
	if (child == 0) { /* a disk that is full after 4096 bytes */
		static char many[8192];
		const struct rlimit limit = { 4096, 4096 };

		(void)signal(SIGXFSZ, SIG_IGN);
		(void)setrlimit(RLIMIT_FSIZE, &limit);
		if (file_replace(f->dir, "index", many, sizeof many, &err) || err.sys != EFBIG)
			_exit(1);
		if (file_put_new(f->dir, "fresh", many, sizeof many, &err) || err.reason != REASON_RECORD_NOT_SAVED)
			_exit(2);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_holds(f->dir, "index", "old");
	assert_int_equal(entries(f->dir), before);
}

static void an_unwritable_directory_is_said_in_words(void **state)
{
	const struct fixture *f = *state;
	struct error err = {0};

	assert_false(file_put_new(f->dir, "no/such/file", "x", 1, &err));
	assert_int_equal(err.reason, REASON_RECORD_NOT_SAVED);
	assert_string_equal(err.text, "cannot save no/such/file: No such file or directory");
	assert_false(file_replace(f->dir, "no/such/file", "x", 1, &err));
}

static void lines_are_appended_whole(void **state)
{
	const struct fixture *f = *state;
	struct error err = {0};

	assert_true(file_append_line(f->dir, "ledger", "one", 3, &err));
	assert_true(file_append_line(f->dir, "ledger", "two\n", 4, &err));
	assert_holds(f->dir, "ledger", "one\ntwo\n");
}

static void a_torn_line_is_ended_first(void **state)
{
	const struct fixture *f = *state;
	struct error err = {0};

	write_plain(f->dir, "ledger", "one\ntw");
	assert_true(file_append_line(f->dir, "ledger", "three", 5, &err));
	assert_holds(f->dir, "ledger", "one\ntw\nthree\n");
}

static void what_is_not_one_line_is_not_appended(void **state)
{
	const struct fixture *f = *state;
	struct error err = {0};

	assert_true(file_append_line(f->dir, "ledger", "one", 3, &err));
	assert_false(file_append_line(f->dir, "ledger", "a\nb", 3, &err));
	assert_false(file_append_line(f->dir, "ledger", "a\nb\n", 4, &err));
	assert_false(file_append_line(f->dir, "ledger", "", 0, &err));
	assert_int_equal(err.reason, REASON_RECORD_NOT_SAVED);
	assert_holds(f->dir, "ledger", "one\n");
}

static void appending_follows_no_link_and_no_fifo(void **state)
{
	const struct fixture *f = *state;
	struct error err = {0};

	write_plain(f->dir, "elsewhere", "theirs");
	assert_int_equal(symlinkat("elsewhere", f->dir, "ledger"), 0);
	assert_false(file_append_line(f->dir, "ledger", "x", 1, &err));
	assert_holds(f->dir, "elsewhere", "theirs");
	assert_int_equal(mkfifoat(f->dir, "fifo", 0600), 0);
	assert_false(file_append_line(f->dir, "fifo", "x", 1, &err));
}

static void appends_of_many_processes_do_not_mix(void **state)
{
	enum { WRITERS = 4, LINES = 50 };
	const struct fixture *f = *state;
	CLEARED(text) struct text t = {0};
	struct error err = {0};
	char *save = NULL;
	int n = 0;

	for (int w = 0; w < WRITERS; w++)
		if (fork() == 0) {
			OWNED_MEM char *line = str_format("%0200d", w);

			for (int i = 0; i < LINES; i++)
				if (!file_append_line(f->dir, "ledger", line, strlen(line), &err))
					_exit(1);
			_exit(0);
		}
	for (int w = 0; w < WRITERS; w++) {
		int status = 1;

		assert_true(wait(&status) > 0);
		assert_int_equal(status, 0);
	}
	assert_true(file_read(f->dir, "ledger", 1 << 20, &t, &err));
	for (char *line = strtok_r(t.bytes, "\n", &save); line; line = strtok_r(NULL, "\n", &save), n++)
		assert_int_equal(strlen(line), 200);
	assert_int_equal(n, WRITERS * LINES);
}

static void reading_is_bounded_to_the_byte(void **state)
{
	const struct fixture *f = *state;
	CLEARED(text) struct text t = {0};
	struct error err = {0};

	write_plain(f->dir, "five", "12345");
	write_plain(f->dir, "empty", "");
	assert_true(file_read(f->dir, "five", 5, &t, &err));
	assert_string_equal(text_c(&t), "12345");
	assert_false(file_read(f->dir, "five", 4, &t, &err));
	assert_int_equal(err.reason, REASON_RECORD_DAMAGED);
	assert_string_equal(err.text, "five is longer than 4 bytes");
	assert_string_equal(text_c(&t), "12345"); /* untouched */
	assert_true(file_read(f->dir, "empty", 0, &t, &err));
	assert_int_equal(t.len, 0);
}

static void only_regular_files_are_read(void **state)
{
	const struct fixture *f = *state;
	CLEARED(text) struct text t = {0};
	struct error err = {0};

	write_plain(f->dir, "real", "x");
	assert_int_equal(symlinkat("real", f->dir, "link"), 0);
	assert_int_equal(mkfifoat(f->dir, "fifo", 0600), 0);
	assert_int_equal(mkdirat(f->dir, "directory", 0700), 0);

	assert_false(file_read(f->dir, "link", 10, &t, &err));
	assert_int_equal(err.sys, ELOOP);
	assert_false(file_read(f->dir, "fifo", 10, &t, &err));
	assert_int_equal(err.reason, REASON_RECORD_DAMAGED);
	assert_false(file_read(f->dir, "directory", 10, &t, &err));
	assert_int_equal(err.reason, REASON_RECORD_DAMAGED);
	assert_false(file_read(f->dir, "missing", 10, &t, &err));
	assert_int_equal(err.reason, REASON_SYSTEM);
	assert_int_equal(err.sys, ENOENT);
	assert_false(file_read_path("/dev/zero", 10, &t, &err));
	assert_false(file_read_path("/proc/self/mem", 10, &t, &err));
}

static void directories_are_made_down_the_path(void **state)
{
	const struct fixture *f = *state;
	OWNED_MEM char *path = str_format("%s/a//b/./c/", f->scratch);
	OWNED_FD int fd = -1;
	OWNED_FD int again = -1;
	struct error err = {0};
	struct stat st, st_again;

	assert_true(dir_make(path, &fd, &err));
	assert_true(dir_open(path, &again, &err));
	assert_int_equal(fstat(fd, &st), 0);
	assert_int_equal(fstat(again, &st_again), 0);
	assert_int_equal(st.st_ino, st_again.st_ino);
	assert_int_equal(st.st_mode & 07777, 0700);
	assert_int_equal(fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
}

static void a_directory_below_cannot_be_led_out(void **state)
{
	static const char *const out[] = { "../x", "a/../../x", "/x", "link/x", "link" };
	const struct fixture *f = *state;
	struct error err = {0};

	assert_int_equal(mkdirat(f->dir, "outside", 0700), 0);
	assert_int_equal(mkdirat(f->dir, "inside", 0700), 0);
	assert_int_equal(symlinkat("../outside", f->dir, "inside/link"), 0);
	for (size_t i = 0; i < COUNT_OF(out); i++) {
		OWNED_FD int inside = openat(f->dir, "inside", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		int fd = -7;

		if (dir_make_at(inside, out[i], 0700, &fd, &err))
			fail_msg("made outside: %s", out[i]);
		assert_int_equal(fd, -7);
	}
	assert_int_equal(faccessat(f->dir, "outside/x", F_OK, 0), -1);
}

static void a_directory_below_gets_its_mode(void **state)
{
	const struct fixture *f = *state;
	OWNED_FD int fd = -1;
	struct error err = {0};
	struct stat st;

	assert_true(dir_make_at(f->dir, "x/y", 0755, &fd, &err));
	assert_int_equal(fstat(fd, &st), 0);
	assert_int_equal(st.st_mode & 0700, 0700);
	assert_int_equal(st.st_mode & 0022, 0);
}

static void a_file_in_the_way_is_said_in_words(void **state)
{
	const struct fixture *f = *state;
	OWNED_MEM char *path = str_format("%s/file/x", f->scratch);
	struct error err = {0};
	int fd = -7;

	write_plain(f->dir, "file", "x");
	assert_false(dir_make(path, &fd, &err));
	assert_int_equal(err.sys, ENOTDIR);
	assert_non_null(strstr(err.text, path));
	assert_false(dir_make("relative", &fd, &err));
	assert_false(dir_open(path, &fd, &err));
	assert_int_equal(fd, -7);
}

static void a_lock_is_held_by_one(void **state)
{
	const struct fixture *f = *state;
	OWNED_FD int first = -1;
	OWNED_FD int second = -7;
	struct error err = {0};

	assert_true(file_lock(f->dir, "lock", false, &first, &err));
	assert_true(first >= 0);
	assert_true(file_lock(f->dir, "lock", false, &second, &err));
	assert_int_equal(second, -1);
	owned_fd_close(&first);
	assert_true(file_lock(f->dir, "lock", true, &second, &err));
	assert_true(second >= 0);
	assert_false(file_lock(f->dir, "no/lock", false, &first, &err));
}

static void a_file_has_a_digest_and_a_directory_none(void **state)
{
	const struct fixture *f = *state;
	OWNED_MEM char *path = str_format("%s/big", f->scratch);
	OWNED_MEM char *big = mem_new(200001, 1);
	char hex[DIGEST_HEX_BYTES], expected[DIGEST_HEX_BYTES];
	struct error err = {0};

	memset(big, 'x', 200000);
	write_plain(f->dir, "big", big);
	digest_of(big, 200000, expected);
	assert_true(file_digest(path, hex, &err));
	assert_string_equal(hex, expected);
	assert_false(file_digest(f->scratch, hex, &err));
}

static void a_real_path_is_owned_or_null_with_errno(void **state)
{
	const struct fixture *f = *state;
	OWNED_MEM char *link = str_format("%s/l", f->scratch);
	OWNED_MEM char *real = NULL;

	assert_int_equal(symlinkat(".", f->dir, "l"), 0);
	real = real_path(link);
	assert_string_equal(real, f->scratch);
	assert_null(real_path("/no/such/place"));
	assert_int_equal(errno, ENOENT);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, make_fixture, drop_fixture)
	const struct CMUnitTest tests[] = {
		TEST(a_new_file_is_private_and_leaves_nothing_beside_it),
		TEST(a_new_file_never_overwrites),
		TEST(a_new_file_does_not_go_through_a_link),
		TEST(replacing_gives_the_new_bytes_and_the_link_itself),
		TEST(a_failed_write_leaves_the_old_file_and_no_litter),
		TEST(an_unwritable_directory_is_said_in_words),
		TEST(lines_are_appended_whole),
		TEST(a_torn_line_is_ended_first),
		TEST(what_is_not_one_line_is_not_appended),
		TEST(appending_follows_no_link_and_no_fifo),
		TEST(appends_of_many_processes_do_not_mix),
		TEST(reading_is_bounded_to_the_byte),
		TEST(only_regular_files_are_read),
		TEST(directories_are_made_down_the_path),
		TEST(a_directory_below_cannot_be_led_out),
		TEST(a_directory_below_gets_its_mode),
		TEST(a_file_in_the_way_is_said_in_words),
		TEST(a_lock_is_held_by_one),
		TEST(a_file_has_a_digest_and_a_directory_none),
		TEST(a_real_path_is_owned_or_null_with_errno),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
