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
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/json.h"
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
	a.program.unknown = str_copy(program->unknown);
	if (program->starts) {
		a.program.starts = mem_new(1, sizeof *a.program.starts);
		*a.program.starts = *program->starts;
		a.program.starts->path = str_copy(program->starts->path);
	}
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

static void put_file(const char *scratch, const char *relative, const char *bytes, mode_t mode)
{
	OWNED_MEM char *path = path_join(scratch, relative), *parent = path_parent(path);
	OWNED_FD int dir = -1;
	struct error err = { 0 };

	assert_true(dir_make(parent, &dir, &err));
	assert_true(file_replace(dir, path_base(path), bytes, strlen(bytes), &err));
	assert_int_equal(fchmodat(dir, path_base(path), mode, 0), 0);
}

#define STARTER "lib/node_modules/@vendor/cli/bin/cli.js"
#define STARTED "lib/node_modules/@vendor/cli-linux/bin/cli"
static const char *const vendor_places[] = { "node_modules/@vendor/cli-linux/bin/cli", "../vendor/cli", NULL };

/* A starter as a package manager installs it, called through a link. */
static void see_starter(const char *scratch, struct program_seen *ret)
{
	OWNED_MEM char *link = path_join(scratch, "cli"), *to = path_join(scratch, STARTER);
	struct error err = { 0 };

	program_seen_clear(ret);
	(void)unlink(link);
	assert_int_equal(symlink(to, link), 0);
	assert_true(program_see(link, ret, &err));
	program_see_started(ret, vendor_places);
}

static void install(const char *scratch)
{
	put_file(scratch, STARTER, "#!/usr/bin/env node\n", 0755);
	put_file(scratch, STARTED, "\177ELF one", 0755);
}

static void what_a_starter_script_starts_is_found_where_its_vendor_puts_it(void **state)
{
	CLEARED(program_seen) struct program_seen program = { 0 };
	OWNED_MEM char *started = path_join(*state, STARTED), *beside = path_join(*state, "lib/node_modules/@vendor/cli/vendor/cli");

	install(*state);
	see_starter(*state, &program);
	assert_non_null(program.starts);
	assert_string_equal(program.starts->path, started);
	assert_null(program.unknown);
	put_file(*state, "lib/node_modules/@vendor/cli/vendor/cli", "\177ELF two", 0755);
	assert_int_equal(unlink(started), 0);
	see_starter(*state, &program);
	assert_string_equal(program.starts->path, beside);
}

static void what_is_not_found_is_said_and_a_native_program_starts_itself(void **state)
{
	CLEARED(program_seen) struct program_seen program = { 0 }, native = { 0 };
	OWNED_MEM char *started = path_join(*state, STARTED);
	struct error err = { 0 };

	put_file(*state, STARTER, "#!/usr/bin/env node\n", 0755);
	put_file(*state, STARTED, "\177ELF one", 0644); /* nothing that could be started */
	see_starter(*state, &program);
	assert_null(program.starts);
	assert_non_null(strstr(program.unknown, "is a script, and the program that it starts was not found"));
	program_seen_clear(&program);
	assert_true(program_see(started, &native, &err));
	program_see_started(&native, vendor_places);
	assert_null(native.starts);
	assert_null(native.unknown);
	put_file(*state, "program", "#!/bin/sh\n", 0755);
	OWNED_MEM char *script = path_join(*state, "program");
	assert_true(program_see(script, &program, &err));
	program_see_started(&program, NULL);
	assert_non_null(strstr(program.unknown, "is a script, and what it starts is not known"));
}

static void a_change_of_what_is_started_voids_it_as_one_of_the_starter_does(void **state)
{
	CLEARED(program_seen) struct program_seen program = { 0 };
	CLEARED(sandbox_attestation) struct sandbox_attestation a = { 0 };
	OWNED_MEM char *why = NULL, *started = path_join(*state, STARTED);

	install(*state);
	see_starter(*state, &program);
	keep(*state, &program, NULL, 1700000000000);
	assert_true(sandbox_attestation_find(*state, "mine", &program, "1.0", &a, &why));
	assert_string_equal(a.program.starts->path, started);
	assert_int_equal(strlen(a.program.starts->sha256), 64);
	assert_string_not_equal(a.program.starts->sha256, a.program.sha256);
	put_file(*state, STARTED, "\177ELF two", 0755);
	assert_false(program_seen_unchanged(&program));
	see_starter(*state, &program);
	must_not_count(*state, "mine", &program, "1.0", "started another program then");
	put_file(*state, STARTED, "\177ELF one", 0755); /* the same bytes at another time */
	see_starter(*state, &program);
	sandbox_attestation_clear(&a);
	assert_true(sandbox_attestation_find(*state, "mine", &program, "1.0", &a, &why));
	put_file(*state, STARTER, "#!/usr/bin/env bash\n", 0755);
	see_starter(*state, &program);
	must_not_count(*state, "mine", &program, "1.0", "it is of another program");
	put_file(*state, STARTER, "#!/usr/bin/env node\n", 0755);
	assert_int_equal(unlink(started), 0);
	see_starter(*state, &program);
	must_not_count(*state, "mine", &program, "1.0", "started another program then");
}

static void an_attestation_that_did_not_know_what_was_started_ends_when_it_is_known(void **state)
{
	CLEARED(program_seen) struct program_seen program = { 0 };
	CLEARED(sandbox_attestation) struct sandbox_attestation a = { 0 };
	OWNED_MEM char *why = NULL;

	put_file(*state, STARTER, "#!/usr/bin/env node\n", 0755);
	see_starter(*state, &program);
	keep(*state, &program, NULL, 1700000000000);
	assert_true(sandbox_attestation_find(*state, "mine", &program, "1.0", &a, &why));
	assert_string_equal(a.program.unknown, program.unknown);
	install(*state);
	see_starter(*state, &program);
	must_not_count(*state, "mine", &program, "1.0", "it did not know which program");
}

static void a_proof_cites_one_cell_with_its_program(void **state)
{
	CLEARED(program_seen) struct program_seen program = { 0 };
	CLEARED(sandbox_attestation) struct sandbox_attestation a = { 0 };
	OWNED(json) struct json *o = NULL;
	OWNED_MEM char *why = NULL;

	install(*state);
	see_starter(*state, &program);
	keep(*state, &program, NULL, 1700000000000);
	assert_true(sandbox_attestation_find(*state, "mine", &program, NULL, &a, &why));
	o = sandbox_attestation_cite(&a, ATTEST_WRITE);
	assert_string_equal(json_get_string(o, "result"), "attested");
	assert_string_equal(json_get_string(o, "mode"), "workspace-write");
	assert_string_equal(json_get_string(o, "git_write"), "none");
	assert_string_equal(json_get_string(o, "roots"), "none");
	assert_string_equal(json_get_string(o, "sentence"), "it held");
	assert_string_equal(json_get_string(o, "sha256"), a.sha256);
	assert_string_equal(json_get_string(json_get(json_get(o, "program"), "starts"), "sha256"), a.program.starts->sha256);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(what_was_kept_is_found_as_it_was, begin, end),
		cmocka_unit_test_setup_teardown(another_kernel_counts_as_none, begin, end),
		cmocka_unit_test_setup_teardown(another_program_or_version_counts_as_none, begin, end),
		cmocka_unit_test_setup_teardown(a_program_that_was_only_written_again_is_the_same, begin, end),
		cmocka_unit_test_setup_teardown(every_flipped_byte_and_every_cut_counts_as_none, begin, end),
		cmocka_unit_test_setup_teardown(what_a_starter_script_starts_is_found_where_its_vendor_puts_it, begin, end),
		cmocka_unit_test_setup_teardown(what_is_not_found_is_said_and_a_native_program_starts_itself, begin, end),
		cmocka_unit_test_setup_teardown(a_change_of_what_is_started_voids_it_as_one_of_the_starter_does, begin, end),
		cmocka_unit_test_setup_teardown(an_attestation_that_did_not_know_what_was_started_ends_when_it_is_known, begin, end),
		cmocka_unit_test_setup_teardown(a_proof_cites_one_cell_with_its_program, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
