/*
 * Specification of kept attestations: what counts for a program here and now, and what counts as none and why.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/record/attestation.h"
#include "core/workspace/remove.h"

static char *scratch_make(void)
{
	const char *home = getenv("HOME"), *given = getenv("BULKHEAD_TEST_SCRATCH");
	OWNED_MEM char *root = given ? str_copy(given) : path_join(home, ".cache/bulkhead-check");
	char *pattern = path_join(root, "attestation-XXXXXX");
	OWNED_FD int fd = -1;
	struct error err = { 0 };

	assert_true(dir_make(root, &fd, &err));
	assert_non_null(mkdtemp(pattern));
	return pattern;
}

static int begin(void **state)
{
	*state = scratch_make();
	return 0;
}

static int end(void **state)
{
	OWNED_MEM char *parent = path_parent(*state);
	struct error err = { 0 };
	uint64_t removed = 0;
	const bool ok = remove_tree(parent, path_base(*state), (struct identity){ 0, 0 }, &removed, &err);

	free(*state);
	return ok ? 0 : -1;
}

static void write_program(const char *scratch, const char *bytes, struct program_seen *ret)
{
	OWNED_MEM char *path = path_join(scratch, "program");
	OWNED_FD int dir = -1;
	struct error err = { 0 };

	assert_true(dir_open(scratch, &dir, &err));
	assert_true(file_replace(dir, "program", bytes, strlen(bytes), &err));
	assert_true(program_see(path, ret, &err));
}

static void keep(const char *scratch, const struct program_seen *program, const char *kernel, uint64_t at_ms)
{
	CLEARED(sandbox_attestation) struct sandbox_attestation a = { .at_ms = at_ms, .way = ATTEST_WAY_SANDBOX, .took_ms = 812 };
	struct error err = { 0 };

	a.adapter = str_copy("mine");
	a.version = str_copy("1.0");
	a.program = *program;
	a.program.path = str_copy(program->path);
	sandbox_attestation_here(&a);
	if (kernel)
		str_set(&a.kernel, kernel);
	assert_true(program_seen_digest(&a.program, &err));
	a.cells[ATTEST_WRITE].result = ATTEST_ATTESTED;
	a.cells[ATTEST_WRITE].sentence = str_copy("it held");
	a.cells[ATTEST_WRITE].seen = (struct attest_seen){ .tried = true, .in_time = true, .ran = true, .sight[SIGHT_INSIDE] = true };
	a.cells[ATTEST_READ].result = ATTEST_CONTRADICTED;
	assert_true(sandbox_attestation_save(scratch, &a, &err));
}

static void must_not_count(const char *scratch, const char *adapter, struct program_seen *program, const char *version, const char *says)
{
	CLEARED(sandbox_attestation) struct sandbox_attestation a = { 0 };
	OWNED_MEM char *why = NULL;

	assert_false(sandbox_attestation_find(scratch, adapter, program, version, &a, &why));
	if (!says)
		assert_null(why);
	else if (!why || !strstr(why, says))
		fail_msg("\"%s\" does not say \"%s\"", why ? why : "", says);
}

static void what_was_kept_is_found_as_it_was(void **state)
{
	CLEARED(program_seen) struct program_seen program = { 0 };
	CLEARED(sandbox_attestation) struct sandbox_attestation a = { 0 };
	OWNED_MEM char *why = NULL;

	write_program(*state, "one", &program);
	must_not_count(*state, "mine", &program, NULL, NULL);
	keep(*state, &program, NULL, 1700000000000);
	assert_true(sandbox_attestation_find(*state, "mine", &program, "1.0", &a, &why));
	assert_null(why);
	assert_int_equal(a.at_ms, 1700000000000);
	assert_int_equal(a.took_ms, 812);
	assert_int_equal(a.cells[ATTEST_WRITE].result, ATTEST_ATTESTED);
	assert_string_equal(a.cells[ATTEST_WRITE].sentence, "it held");
	assert_true(a.cells[ATTEST_WRITE].seen.sight[SIGHT_INSIDE]);
	assert_false(a.cells[ATTEST_WRITE].seen.sight[SIGHT_OUTSIDE]);
	assert_int_equal(a.cells[ATTEST_READ].result, ATTEST_CONTRADICTED);
	assert_int_equal(a.cells[ATTEST_GRANT].result, ATTEST_DECLARED);
	assert_int_equal(sandbox_attestation_result(&a), ATTEST_CONTRADICTED);
	assert_int_equal(strlen(a.sha256), 64);
}

static void another_kernel_counts_as_none(void **state)
{
	CLEARED(program_seen) struct program_seen program = { 0 };

	write_program(*state, "one", &program);
	keep(*state, &program, "Linux 0.99", 1);
	must_not_count(*state, "mine", &program, NULL, "Linux 0.99");
}

static void another_program_or_version_counts_as_none(void **state)
{
	CLEARED(program_seen) struct program_seen program = { 0 }, other = { 0 };

	write_program(*state, "one", &program);
	keep(*state, &program, NULL, 1);
	must_not_count(*state, "mine", &program, "1.1", "of the version 1.0 and this is 1.1");
	must_not_count(*state, "others", &program, NULL, NULL);
	write_program(*state, "two", &other);
	must_not_count(*state, "mine", &other, NULL, "another program");
}

static void a_program_that_was_only_written_again_is_the_same(void **state)
{
	CLEARED(program_seen) struct program_seen program = { 0 }, again = { 0 };
	CLEARED(sandbox_attestation) struct sandbox_attestation a = { 0 };
	OWNED_MEM char *why = NULL;

	write_program(*state, "one", &program);
	keep(*state, &program, NULL, 1);
	write_program(*state, "one", &again);
	assert_int_not_equal(program.stamp.inode, again.stamp.inode);
	assert_true(sandbox_attestation_find(*state, "mine", &again, NULL, &a, &why));
}

static void every_flipped_byte_and_every_cut_counts_as_none(void **state)
{
	CLEARED(program_seen) struct program_seen program = { 0 };
	CLEARED(text) struct text kept = { 0 };
	OWNED_MEM char *name = NULL, *path = NULL;
	OWNED_FD int dir = -1;
	struct error err = { 0 };

	write_program(*state, "one", &program);
	keep(*state, &program, NULL, 1);
	assert_true(program_seen_digest(&program, &err));
	name = str_format("attestations/mine-%.12s.json", program.sha256);
	path = path_join(*state, name);
	assert_true(file_read_path(path, 65536, &kept, &err));
	assert_true(dir_open(*state, &dir, &err));
	for (size_t i = 0; i + 1 < kept.len; i += 7) {
		OWNED_MEM char *bytes = mem_copy(kept.bytes, kept.len);

		bytes[i] = (char)(bytes[i] ^ 1);
		assert_true(file_replace(dir, name, bytes, kept.len, &err));
		must_not_count(*state, "mine", &program, NULL, "counts as none");
		assert_true(file_replace(dir, name, kept.bytes, i, &err));
		must_not_count(*state, "mine", &program, NULL, "counts as none");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(what_was_kept_is_found_as_it_was, begin, end),
		cmocka_unit_test_setup_teardown(another_kernel_counts_as_none, begin, end),
		cmocka_unit_test_setup_teardown(another_program_or_version_counts_as_none, begin, end),
		cmocka_unit_test_setup_teardown(a_program_that_was_only_written_again_is_the_same, begin, end),
		cmocka_unit_test_setup_teardown(every_flipped_byte_and_every_cut_counts_as_none, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
