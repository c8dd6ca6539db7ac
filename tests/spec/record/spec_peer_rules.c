/*
 * Specification of the rules in support/harnery_rules.h themselves: single changes to records of the peer, with the
 * verdict that the peer's own readers gave on each. Rules that accept everything would specify nothing.
 */
#include "spec/record/recording.h"

#include "support/peer_changes.h"

#define X200 "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" \
	     "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"

static const struct mutation on_shared[] = {
	{ "extra field", PROOF, "extra", "1", READ_PROOF, ACCEPT },
	{ "extra nested field", PROOF, "run.extra", "{}", READ_PROOF, ACCEPT },
	{ "schema_version 2", PROOF, "schema_version", "2", READ_PROOF, REJECT },
	{ "schema_version \"1\"", PROOF, "schema_version", "\"1\"", READ_PROOF, REJECT },
	{ "run.id of another directory", PROOF, "run.id", "\"wf-x\"", READ_PROOF, REJECT },
	{ "run.status 'weird'", PROOF, "run.status", "\"weird\"", READ_PROOF, ACCEPT },
	{ "run.class 'timeout'", PROOF, "run.class", "\"timeout\"", READ_PROOF, REJECT },
	{ "run.class 'environment' on succeeded", PROOF, "run.class", "\"environment\"", READ_PROOF, ACCEPT },
	{ "agents: {} instead of []", PROOF, "agents", "{}", READ_PROOF, ACCEPT },
	{ "transcript digest wrong", PROOF, "integrity.transcript.sha256", "\"x\"", READ_PROOF, ACCEPT },
	{ "sandbox_projection garbage", PROOF, "sandbox_projection", "7", READ_PROOF, ACCEPT },
	{ "transcript missing", TRANSCRIPT, "", NULL, READ_PROOF, ACCEPT },
	{ "run.json missing", MANIFEST, "", NULL, READ_PROOF, ACCEPT },
	{ "execution added to a shared-run proof", PROOF, "execution", "{\"schema_version\":1,\"binding\":{}}", READ_PROOF, REJECT },
	{ "work_item_id without work_context", PROOF, "run.work_item_id", "\"w1\"", READ_PROOF, ACCEPT },
	{ "work_context without work_item_id", PROOF, "run.work_context",
	  "{\"schema_version\":1,\"id\":\"w1\",\"title\":\"t\",\"objective\":\"o\",\"acceptance\":[]}", READ_PROOF, REJECT },
	{ "extra unknown field", MANIFEST, "extra", "{}", READ_MANIFEST, ACCEPT },
	{ "name empty", MANIFEST, "name", "\"\"", READ_MANIFEST, REJECT },
	{ "name 200 chars", MANIFEST, "name", "\"" X200 "\"", READ_MANIFEST, ACCEPT },
	{ "name 201 chars", MANIFEST, "name", "\"" X200 "y\"", READ_MANIFEST, REJECT },
	{ "name with control chars", MANIFEST, "name", "\"\\u0000\\u001b\"", READ_MANIFEST, ACCEPT },
	{ "started_at '2026-01-01'", MANIFEST, "started_at", "\"2026-01-01\"", READ_MANIFEST, ACCEPT },
	{ "started_at 'yesterday'", MANIFEST, "started_at", "\"yesterday\"", READ_MANIFEST, REJECT },
	{ "started_at 41 chars", MANIFEST, "started_at", "\"2026-11-30T17:40:26.083000000000000000000Z\"", READ_MANIFEST, REJECT },
	{ "started_at epoch number", MANIFEST, "started_at", "1796062725046", READ_MANIFEST, REJECT },
	{ "script.path relative", MANIFEST, "script.path", "\"x.mjs\"", READ_MANIFEST, REJECT },
	{ "script.path nonexistent", MANIFEST, "script.path", "\"/nowhere/x\"", READ_MANIFEST, ACCEPT },
	{ "script.sha256 uppercase", MANIFEST, "script.sha256", "\"ABCDEF6a6e9fdbb1c04241d8f994861808b1465f8a8e582c07977a67e7926140\"",
	  READ_MANIFEST, REJECT },
	{ "script missing", MANIFEST, "script", NULL, READ_MANIFEST, REJECT },
	{ "repository_before.cwd relative", MANIFEST, "repository_before.cwd", "\"x\"", READ_MANIFEST, REJECT },
	{ "repository_before.root relative", MANIFEST, "repository_before.root", "\"x\"", READ_MANIFEST, REJECT },
	{ "repository_before.dirty_paths absent", MANIFEST, "repository_before.dirty_paths", NULL, READ_MANIFEST, REJECT },
	{ "repository_before.head null", MANIFEST, "repository_before.head", "null", READ_MANIFEST, REJECT },
	{ "execution.cwd relative", MANIFEST, "execution.cwd", "\"x\"", READ_MANIFEST, REJECT },
	{ "execution.cwd nonexistent", MANIFEST, "execution.cwd", "\"/nowhere\"", READ_MANIFEST, ACCEPT },
	{ "default_adapter 'my-console'", MANIFEST, "execution.default_adapter", "\"my-console\"", READ_MANIFEST, ACCEPT },
	{ "default_adapter ''", MANIFEST, "execution.default_adapter", "\"\"", READ_MANIFEST, REJECT },
	{ "max_agents 0", MANIFEST, "execution.max_agents", "0", READ_MANIFEST, REJECT },
	{ "concurrency 1.5", MANIFEST, "execution.concurrency", "1.5", READ_MANIFEST, REJECT },
	{ "subscription_only absent", MANIFEST, "execution.subscription_only", NULL, READ_MANIFEST, REJECT },
	{ "approval_mode 'ask'", MANIFEST, "execution.approval_mode", "\"ask\"", READ_MANIFEST, REJECT },
	{ "approval_addressee 201 chars", MANIFEST, "execution.approval_addressee", "\"" X200 "y\"", READ_MANIFEST, REJECT },
	{ "isolation 'container'", MANIFEST, "execution.isolation", "\"container\"", READ_MANIFEST, REJECT },
	{ "isolation 'worktree' without binding", MANIFEST, "execution.isolation", "\"worktree\"", READ_MANIFEST, ACCEPT },
	{ "isolation 'worktree' without binding, listed", MANIFEST, "execution.isolation", "\"worktree\"", INSPECT, REJECT },
	{ "network_access 'yes'", MANIFEST, "execution.network_access", "\"yes\"", READ_MANIFEST, REJECT },
	{ "specialists absent", MANIFEST, "execution.specialists", NULL, READ_MANIFEST, ACCEPT },
	{ "specialists unsorted keys", MANIFEST, "execution.specialists", "{\"b\":{},\"a\":{}}", READ_MANIFEST, REJECT },
	{ "specialists sorted", MANIFEST, "execution.specialists", "{\"a\":{},\"b\":{}}", READ_MANIFEST, ACCEPT },
	{ "work_item_id 'a b'", MANIFEST, "work_item_id", "\"a b\"", READ_MANIFEST, REJECT },
	{ "policy key order changed", MANIFEST, "execution.policy", "{\"name\":\"p\",\"schema_version\":1}", READ_MANIFEST, REJECT },
	{ "policy unknown field", MANIFEST, "execution.policy", "{\"schema_version\":1,\"name\":\"p\",\"x\":1}", READ_MANIFEST, REJECT },
	{ "request present on a shared run", REQUEST, "", "{}", READ_PROOF, REJECT },
	{ "transcript missing", TRANSCRIPT, "", NULL, INSPECT, ACCEPT },
	{ "malformed line", TRANSCRIPT, "", "[\"malformed\"]", INSPECT, REJECT },
	{ "record of another run", TRANSCRIPT, "", "[{\"run_id\":\"wf-x\"}]", INSPECT, REJECT },
	{ "record without run_id", TRANSCRIPT, "", "[{}]", INSPECT, ACCEPT },
	{ "unknown event name", TRANSCRIPT, "", "[{\"event\":\"console.prompt\"}]", INSPECT, ACCEPT },
	{ "run.end without proof", PROOF, "", NULL, INSPECT, REJECT },
};

static const struct mutation on_worktree[] = {
	{ "execution present, run.json missing", MANIFEST, "", NULL, READ_PROOF, REJECT },
	{ "execution removed from proof", PROOF, "execution", NULL, READ_PROOF, REJECT },
	{ "request missing", REQUEST, "", NULL, READ_PROOF, REJECT },
	{ "stale idempotency_key", REQUEST, "extra", "1", READ_PROOF, REJECT },
	{ "two writable_roots", REQUEST, "writable_roots", "[1,2]", READ_PROOF, REJECT },
	{ "requested_cwd elsewhere", REQUEST, "requested_cwd", "\"/elsewhere\"", READ_PROOF, REJECT },
	{ "provider_id mismatch binding", REQUEST, "provider_id", "\"other\"", READ_PROOF, REJECT },
	{ "script differs from run.json", MANIFEST, "script.sha256", "\"5343b31a6e9fdbb1c04241d8f994861808b1465f8a8e582c07977a67e7926141\"",
	  READ_PROOF, REJECT },
	{ "policy_sha256 set without policy", REQUEST, "policy_sha256",
	  "\"5343b31a6e9fdbb1c04241d8f994861808b1465f8a8e582c07977a67e7926141\"", READ_PROOF, REJECT },
	{ "allowed_paths without policy", REQUEST, "allowed_paths", "[{}]", READ_PROOF, REJECT },
	{ "binding_id 'anything goes'", BINDING, "binding_id", "\"anything goes\"", READ_PROOF, REJECT },
	{ "generation 0", BINDING, "generation", "0", READ_PROOF, REJECT },
	{ "recovery_token 63 hex", BINDING, "recovery_token", "\"449fe3953bdacf2fd33b76f4ad86f6ed05ff895e83c93ad6f34aaafd59def72\"",
	  READ_PROOF, REJECT },
	{ "workspace_root with trailing /", BINDING, "workspace_root", "\"/srv/x/\"", READ_PROOF, REJECT },
	{ "workspace_root with ..", BINDING, "workspace_root", "\"/srv/../x\"", READ_PROOF, REJECT },
	{ "active_root outside workspace_root", BINDING, "active_root", "\"/srv/other\"", READ_PROOF, REJECT },
	{ "identity.inode as number", BINDING, "workspace_root_identity.inode", "7", READ_PROOF, REJECT },
	{ "identity.platform 'plan9'", BINDING, "workspace_root_identity.platform", "\"plan9\"", READ_PROOF, REJECT },
	{ "isolation 'shared'", BINDING, "isolation", "\"shared\"", READ_PROOF, REJECT },
	{ "owner extra", BINDING, "owner.extra", "1", READ_PROOF, REJECT },
	{ "base_commit 39 hex", BINDING, "repository.base_commit", "\"516f0fc22053543deec94b6c3c15994bcb0cb86\"", READ_PROOF, REJECT },
	{ "integration_root != source_root", BINDING, "integration_root", "\"/srv/other\"", READ_PROOF, REJECT },
	{ "branch_created_by_provider false", BINDING, "repository.branch_created_by_provider", "false", READ_PROOF, REJECT },
	{ "provider.version number", BINDING, "provider.version", "1", READ_PROOF, REJECT },
	{ "created_at bad", BINDING, "created_at", "\"bad\"", READ_PROOF, REJECT },
	{ "repository.target_ref ''", BINDING, "repository.target_ref", "\"\"", READ_PROOF, ACCEPT },
	{ "proof binding differs from manifest binding", PROOF, "execution.binding.recovery_token",
	  "\"5343b31a6e9fdbb1c04241d8f994861808b1465f8a8e582c07977a67e7926141\"", READ_PROOF, REJECT },
	{ "dirty_paths non-empty, ok", PROOF, "execution.terminal_attestation.repository.dirty_paths", "[\"?? x\"]", READ_PROOF, ACCEPT },
	{ "resource_state preserved_dirty, ok", PROOF, "execution.terminal_attestation.resource_state", "\"preserved_dirty\"", READ_PROOF, ACCEPT },
	{ "current_ref != workspace_ref", PROOF, "execution.terminal_attestation.repository.current_ref", "\"refs/heads/x\"", READ_PROOF, REJECT },
	{ "workspace_ref_oid != head_commit", PROOF, "execution.terminal_attestation.repository.workspace_ref_oid",
	  "\"b516f0fc22053543deec94b6c3c15994bcb0cb86\"", READ_PROOF, REJECT },
	{ "target_ref_oid moved", PROOF, "execution.terminal_attestation.repository.target_ref_oid",
	  "\"341eaad93dd356633001e8213e27bc0e527fd148\"", READ_PROOF, ACCEPT },
	{ "target_is_ancestor false", PROOF, "execution.terminal_attestation.repository.target_is_ancestor", "false", READ_PROOF, REJECT },
	{ "base_is_ancestor null", PROOF, "execution.terminal_attestation.repository.base_is_ancestor", "null", READ_PROOF, REJECT },
	{ "integration_root null", PROOF, "execution.terminal_attestation.containment.integration_root", "null", READ_PROOF, REJECT },
	{ "provider_drift non-empty, ok", PROOF, "execution.terminal_attestation.provider_drift", "[\"x\"]", READ_PROOF, REJECT },
	{ "blocked but resource_state active", PROOF, "execution.terminal_attestation.status", "\"blocked\"", READ_PROOF, REJECT },
	{ "lifecycle failed_retained but succeeded", PROOF, "execution.terminal_lifecycle_state", "\"failed_retained\"", READ_PROOF, REJECT },
	{ "failed + completed_unintegrated", PROOF, "run.status", "\"failed\"", READ_PROOF, REJECT },
	{ "execution.drift != attestation's", PROOF, "execution.drift", "[\"x\"]", READ_PROOF, REJECT },
	{ "execution.unknowns dropped", PROOF, "execution.unknowns", "[]", READ_PROOF, REJECT },
	{ "receipts only request", PROOF, "execution.receipts", "{\"request\":\"workspace-request.json\"}", READ_PROOF, ACCEPT },
	{ "receipts unknown key", PROOF, "execution.receipts.other", "\"x\"", READ_PROOF, REJECT },
	{ "attestation.recorded_at missing", PROOF, "execution.terminal_attestation.recorded_at", NULL, READ_PROOF, REJECT },
	{ "attestation extra field", PROOF, "execution.terminal_attestation.extra", "1", READ_PROOF, ACCEPT },
	{ "filesystem.active_identity differs", PROOF, "execution.terminal_attestation.filesystem.active_identity.inode", "\"1\"", READ_PROOF,
	  REJECT },
	{ "run.end without proof", PROOF, "", NULL, INSPECT, ACCEPT },
	{ "events missing", EVENTS, "", "[]", INSPECT, REJECT },
	{ "claim missing", CLAIM, "", NULL, INSPECT, REJECT },
	{ "claim of another request", CLAIM, "request_sha256", "\"x\"", INSPECT, REJECT },
};

static void must_match(const char *record, const struct mutation *mutations, size_t count)
{
	OWNED_MEM char *workflows = path_of("%s/harnery-records/%s/dot-harnery/workflows", getenv("TEST_DATA"), record), *run = NULL;

	assert_int_equal(program_run(workflows, (const char *const[]){ "ls", NULL }, &run), 0);
	OWNED_MEM char *directory = path_of("%s/%s", workflows, run);
	for (size_t i = 0; i < count; i++) {
		CLEARED(peer_record) struct peer_record p = peer_read(directory);
		const char *why;

		if (read_as(&p, mutations[i].reader))
			fail_msg("the unchanged record is rejected: %s", read_as(&p, mutations[i].reader));
		apply(&p, &mutations[i]);
		why = read_as(&p, mutations[i].reader);
		if ((why == NULL) != mutations[i].accepted)
			fail_msg("%s: the peer %s, these rules say %s", mutations[i].says, mutations[i].accepted ? "accepts" : "rejects",
				 why ? why : "accepted");
	}
}

static void changes_to_a_shared_run_are_judged_as_the_peer_judges_them(void **unused)
{
	(void)unused;
	must_match("shared-succeeded", on_shared, COUNT_OF(on_shared));
}

static void changes_to_a_worktree_run_are_judged_as_the_peer_judges_them(void **unused)
{
	(void)unused;
	must_match("worktree-gitwrite-shared", on_worktree, COUNT_OF(on_worktree));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(changes_to_a_shared_run_are_judged_as_the_peer_judges_them),
		cmocka_unit_test(changes_to_a_worktree_run_are_judged_as_the_peer_judges_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
