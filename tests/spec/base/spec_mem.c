/* Specification of mem: allocation that never returns NULL, and the owners of base/owned.h. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/error.h"
#include "core/base/mem.h"

static void fresh_memory_is_zero(void **unused)
{
	OWNED_MEM int *n = mem_new(100, sizeof *n);

	(void)unused;
	for (int i = 0; i < 100; i++)
		assert_int_equal(n[i], 0);
}

static void nothing_at_all_is_still_a_pointer(void **unused)
{
	OWNED_MEM void *none = mem_new(0, 8);
	OWNED_MEM void *copy = mem_copy(NULL, 0);

	(void)unused;
	assert_non_null(none);
	assert_non_null(copy);
}

static void growing_keeps_what_was_there(void **unused)
{
	OWNED_MEM char *s = str_copy("kept");

	(void)unused;
	s = mem_grow(s, 4096, 1);
	assert_string_equal(s, "kept");
}

static void copies_are_apart_from_their_source(void **unused)
{
	char source[] = "one";
	OWNED_MEM char *copy = str_copy(source);
	OWNED_MEM char *part = str_copy_n(source, 2);

	(void)unused;
	source[0] = 'x';
	assert_string_equal(copy, "one");
	assert_string_equal(part, "on");
	assert_null(str_copy(NULL));
}

static void formats_any_length(void **unused)
{
	OWNED_MEM char *s = str_format("%s-%0500d", "a", 7);

	(void)unused;
	assert_int_equal(strlen(s), 502);
}

static void a_slot_may_be_set_from_its_own_value(void **unused)
{
	OWNED_MEM char *slot = NULL;

	(void)unused;
	str_set(&slot, "/srv/ws");
	str_set(&slot, slot + 4);
	assert_string_equal(slot, "/ws");
	str_set(&slot, NULL);
	assert_null(slot);
}

/* The sentence of the process that asked for more than there is; its exit status goes to *ret_status. */
static void last_words(size_t count, size_t size, char *ret_words, size_t room, int *ret_status)
{
	int ends[2];
	ssize_t got;
	pid_t child;

	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	child = fork();
	if (child == 0) {
		(void)dup2(ends[1], STDERR_FILENO);
		free(mem_new(count, size));
		_exit(0);
	}
	(void)close(ends[1]);
	got = read(ends[0], ret_words, room - 1);
	ret_words[got > 0 ? got : 0] = '\0';
	(void)close(ends[0]);
	assert_int_equal(waitpid(child, ret_status, 0), child);
}

static void without_memory_the_process_says_so_and_ends_with_4(void **unused)
{
	static const struct {
		size_t count, size;
	} too_much[] = { { SIZE_MAX, 2 }, { SIZE_MAX / 2 + 1, 2 }, { (size_t)PTRDIFF_MAX + 1, 1 } };

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(too_much); i++) {
		char words[200];
		int status = 0;

		last_words(too_much[i].count, too_much[i].size, words, sizeof words, &status);
		assert_true(WIFEXITED(status));
		assert_int_equal(WEXITSTATUS(status), EXIT_MACHINE);
		assert_non_null(strstr(words, "no memory left"));
		assert_ptr_equal(strchr(words, '\n'), words + strlen(words) - 1);
	}
}

static void an_owned_descriptor_is_closed_and_errno_kept(void **unused)
{
	int seen;

	(void)unused;
	{
		OWNED_FD int fd = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		OWNED_FD int none = -1;

		assert_true(fd >= 0);
		assert_int_equal(none, -1);
		seen = fd;
		errno = EXDEV;
	}
	assert_int_equal(errno, EXDEV);
	assert_int_equal(fcntl(seen, F_GETFD), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fresh_memory_is_zero),
		cmocka_unit_test(nothing_at_all_is_still_a_pointer),
		cmocka_unit_test(growing_keeps_what_was_there),
		cmocka_unit_test(copies_are_apart_from_their_source),
		cmocka_unit_test(formats_any_length),
		cmocka_unit_test(a_slot_may_be_set_from_its_own_value),
		cmocka_unit_test(without_memory_the_process_says_so_and_ends_with_4),
		cmocka_unit_test(an_owned_descriptor_is_closed_and_errno_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
