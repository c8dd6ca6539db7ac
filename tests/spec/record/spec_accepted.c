/*
 * Specification of the records as a whole: the peer's readers accept what is written here, as they accept what the peer
 * writes, and the rules that say so reject what the peer rejects.
 */
#include "spec/record/recording.h"

#include "support/peer_record.h"

static void must_accept(const char *directory, const char *what)
{
	CLEARED(peer_record) struct peer_record p = peer_read(directory);
	const char *proof = p.proof ? peer_proof(&p) : NULL, *inspected = p.manifest ? peer_inspect(&p) : NULL;

	if (proof || inspected)
		fail_msg("%s: proof: %s; workspace: %s", what, proof ? proof : "accepted", inspected ? inspected : "accepted");
}

static void a_shared_run_is_accepted(void **state)
{
	CLEARED(run_record) struct run_record r = { 0 };

	record_shared(*state, &r, "aaaaaa", POLICY_READ_ONLY);
	must_accept(r.directory, "shared");
	assert_false(there(r.directory, "workspace-request.json"));
}

static void a_worktree_run_is_accepted_with_its_workspace(void **state)
{
	CLEARED(run_record) struct run_record r = { 0 };

	record_worktree(*state, &r, "bbbbbb", true, "");
	must_accept(r.directory, "worktree");
}

static void a_worktree_run_in_a_subdirectory_is_accepted(void **state)
{
	CLEARED(run_record) struct run_record r = { 0 };

	record_worktree(*state, &r, "cccccc", true, "src");
	must_accept(r.directory, "worktree, src");
}

static void a_failed_worktree_run_is_accepted(void **state)
{
	CLEARED(run_record) struct run_record r = { 0 };

	record_worktree(*state, &r, "dddddd", false, "");
	must_accept(r.directory, "worktree, failed");
}

static void a_refused_run_is_accepted(void **state)
{
	CLEARED(run_record) struct run_record r = { 0 };

	record_refused(*state, &r, "eeeeee");
	must_accept(r.directory, "refused");
}

/* The workspace could not be made: the request for it was written already. */
static void a_run_refused_while_its_workspace_was_made_is_accepted(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	char sha256[DIGEST_HEX_BYTES];

	run_named(&r, s, "ffffff");
	OWNED_FD int fd = record_begin(s, &r);
	record_bind(s, &r, fd, "");
	binding_drop(&r.binding);
	r.outcome = OUTCOME_REFUSED;
	r.reason = REASON_WORKSPACE_UNAVAILABLE;
	must(manifest_freeze(fd, &r, err));
	must(transcript_run_start(fd, &r, &host_ports, err));
	must(transcript_refused(fd, &r, &host_ports, err));
	record_end(s, &r, fd, sha256);
	must_accept(r.directory, "refused while made");
	assert_true(there(r.directory, "workspace-request.unbound.json"));
}

/* A child could not be started: the manifest was frozen with a binding that is gone when the proof is sealed. */
static void a_run_whose_workspace_was_taken_back_is_accepted(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	char sha256[DIGEST_HEX_BYTES];

	run_named(&r, s, "gggggg");
	OWNED_FD int fd = record_begin(s, &r);
	record_bind(s, &r, fd, "");
	record_start(&r, fd);
	assert_int_equal(program_run("/", (const char *const[]){ "rm", "-rf", r.binding->workspace.path, NULL }, NULL), 0);
	binding_drop(&r.binding);
	r.outcome = OUTCOME_REFUSED;
	r.reason = REASON_CHILD_NOT_STARTED;
	must(transcript_refused(fd, &r, &host_ports, err));
	record_end(s, &r, fd, sha256);
	must_accept(r.directory, "taken back");
	OWNED(json) struct json *proof = json_file(r.directory, "proof.json");
	assert_string_equal(json_get_string(json_get(proof, "execution"), "terminal_lifecycle_state"), "lost");
}

static const struct {
	const char *says, *wanted;
	bool attested, ok, exists, drifts, own_ref, descends;
} ends[] = {
	{ "attested and as bound", "completed_unintegrated", true, true, true, false, true, true },
	{ "not attested: the directory is there", "blocked", false, false, true, false, true, true },
	{ "drifted: the directory is there", "blocked", true, false, true, true, true, true },
	{ "drifted: the directory is gone", "lost", true, false, false, true, true, true },
	{ "on another branch, though nothing else drifted", "blocked", true, true, true, false, false, true },
	{ "no longer descending, though nothing else drifted", "blocked", true, true, true, false, true, false },
};

static void a_worktree_run_is_accepted_whatever_its_attestation_says(void **state)
{
	const struct scene *s = *state;

	for (size_t i = 0; i < COUNT_OF(ends); i++) {
		CLEARED(run_record) struct run_record r = { 0 };
		OWNED(json) struct json *proof = NULL;
		OWNED_MEM char *suffix = str_format("end%zu", i);
		char sha256[DIGEST_HEX_BYTES];

		run_named(&r, s, suffix);
		OWNED_FD int fd = record_begin(s, &r);
		record_bind(s, &r, fd, "");
		record_start(&r, fd);
		attested_ok(&r);
		r.attested = ends[i].attested;
		r.attestation.ok = ends[i].ok;
		r.attestation.exists = ends[i].exists;
		r.attestation.base_is_ancestor = ends[i].descends;
		if (ends[i].drifts)
			strlist_add(&r.attestation.drift, "workspace root identity mismatch");
		if (!ends[i].own_ref)
			str_set(&r.attestation.current_ref, "refs/heads/other");
		r.outcome = OUTCOME_DONE;
		record_end(s, &r, fd, sha256);
		must_accept(r.directory, ends[i].says);
		proof = json_file(r.directory, "proof.json");
		assert_string_equal(json_get_string(json_get(proof, "execution"), "terminal_lifecycle_state"), ends[i].wanted);
	}
}

static void every_record_of_the_peer_is_accepted_by_the_same_rules(void **unused)
{
	OWNED_MEM char *root = path_of("%s/harnery-records", getenv("TEST_DATA")), *found = NULL;
	int seen = 0;

	(void)unused;
	assert_int_equal(
		program_run(root, (const char *const[]){ "find", ".", "-mindepth", "4", "-maxdepth", "4", "-path", "*/workflows/*", NULL },
			    &found),
		0);
	for (char *save = NULL, *name = strtok_r(found, "\n", &save); name; name = strtok_r(NULL, "\n", &save)) {
		OWNED_MEM char *directory = path_of("%s/%s", root, name);

		must_accept(directory, name);
		seen++;
	}
	assert_true(seen >= 28);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_shared_run_is_accepted, scene_make, scene_drop),
		cmocka_unit_test_setup_teardown(a_worktree_run_is_accepted_with_its_workspace, scene_make, scene_drop),
		cmocka_unit_test_setup_teardown(a_worktree_run_in_a_subdirectory_is_accepted, scene_make, scene_drop),
		cmocka_unit_test_setup_teardown(a_failed_worktree_run_is_accepted, scene_make, scene_drop),
		cmocka_unit_test_setup_teardown(a_refused_run_is_accepted, scene_make, scene_drop),
		cmocka_unit_test_setup_teardown(a_run_refused_while_its_workspace_was_made_is_accepted, scene_make, scene_drop),
		cmocka_unit_test_setup_teardown(a_run_whose_workspace_was_taken_back_is_accepted, scene_make, scene_drop),
		cmocka_unit_test_setup_teardown(a_worktree_run_is_accepted_whatever_its_attestation_says, scene_make, scene_drop),
		cmocka_unit_test(every_record_of_the_peer_is_accepted_by_the_same_rules),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
