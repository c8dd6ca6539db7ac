/*
 * Specification of the field rules in support/harnery_*.h that take several changes at once: what a run was done for, how
 * a workspace ended, whose it is and under which policy, and what lies beside a record. What the peer's readers accept
 * must be read here without a complaint, whoever wrote it.
 */
#include "spec/record/recording.h"

#include "support/peer_changes.h"

#define CHANGES_MAX 8
#define END "execution.terminal_attestation."
#define WORK(more) "{\"schema_version\":1,\"id\":\"w1\",\"title\":\"t\",\"objective\":\"o\",\"acceptance\":[\"a\"]" more "}"
#define PRIOR(causes, error, counts, unresolved) \
	"\"prior\":{\"run_id\":\"wf-x\",\"causes\":" causes error ",\"acceptance\":" counts ",\"unresolved\":" unresolved "}"
#define COUNTS "{\"satisfied\":2,\"unsatisfied\":1,\"unknown\":0,\"total\":3}"
#define OPEN "[{\"id\":\"c1\",\"statement\":\"s\",\"status\":\"unsatisfied\"}]"
#define RETRY(number, rest) "{\"schema_version\":1,\"number\":" number ",\"trigger\":\"retry\"" rest "}"
#define WENT PRIOR("[\"acceptance_unsatisfied\"]", "", COUNTS, OPEN)
#define FINDING "{\"id\":\"f1\",\"actor\":\"op\",\"statement\":\"s\"}"

static const struct {
	const char *says, *work, *attempt;
	bool accepted;
} contexts[] = {
	{ "a work item", WORK(""), NULL, ACCEPT },
	{ "a work item, its keys in another order",
	  "{\"id\":\"w1\",\"schema_version\":1,\"title\":\"t\",\"objective\":\"o\",\"acceptance\":[\"a\"]}", NULL, REJECT },
	{ "a work item with a field more", WORK(",\"extra\":1"), NULL, REJECT },
	{ "a title with a trailing space",
	  "{\"schema_version\":1,\"id\":\"w1\",\"title\":\"t \",\"objective\":\"o\",\"acceptance\":[\"a\"]}", NULL, REJECT },
	{ "a criterion with a leading space",
	  "{\"schema_version\":1,\"id\":\"w1\",\"title\":\"t\",\"objective\":\"o\",\"acceptance\":[\" a\"]}", NULL, REJECT },
	{ "a work item without criteria", "{\"schema_version\":1,\"id\":\"w1\",\"title\":\"t\",\"objective\":\"o\"}", NULL, REJECT },
	{ "another work item than the run's", "{\"schema_version\":1,\"id\":\"w2\",\"title\":\"t\",\"objective\":\"o\",\"acceptance\":[]}",
	  NULL, REJECT },
	{ "a first attempt", WORK(""), "{\"schema_version\":1,\"number\":1,\"trigger\":\"initial\"}", ACCEPT },
	{ "an attempt at nothing", NULL, "{\"schema_version\":1,\"number\":1,\"trigger\":\"initial\"}", REJECT },
	{ "an attempt, its keys in another order", WORK(""), "{\"number\":1,\"schema_version\":1,\"trigger\":\"initial\"}", REJECT },
	{ "an attempt with a field more", WORK(""), "{\"schema_version\":1,\"number\":1,\"trigger\":\"initial\",\"x\":1}", REJECT },
	{ "attempt 101", WORK(""), "{\"schema_version\":1,\"number\":101,\"trigger\":\"initial\"}", REJECT },
	{ "a retry", WORK(""), RETRY("2", "," WENT), ACCEPT },
	{ "a retry with number 1", WORK(""), RETRY("1", "," WENT), REJECT },
	{ "a retry of nothing", WORK(""), RETRY("2", ""), REJECT },
	{ "a retry after an error", WORK(""),
	  RETRY("2", "," PRIOR("[\"workflow_error\",\"lost\"]", ",\"error\":\"e\"", COUNTS, OPEN)), ACCEPT },
	{ "causes in another order", WORK(""), RETRY("2", "," PRIOR("[\"lost\",\"workflow_error\"]", "", COUNTS, OPEN)), REJECT },
	{ "a cause twice", WORK(""), RETRY("2", "," PRIOR("[\"lost\",\"lost\"]", "", COUNTS, OPEN)), REJECT },
	{ "a cause that is none", WORK(""), RETRY("2", "," PRIOR("[\"tired\"]", "", COUNTS, OPEN)), REJECT },
	{ "counts that do not match what is unresolved", WORK(""), RETRY("2", "," PRIOR("[\"lost\"]", "", COUNTS, "[]")), REJECT },
	{ "a total that is not the sum", WORK(""),
	  RETRY("2", "," PRIOR("[]", "", "{\"satisfied\":2,\"unsatisfied\":1,\"unknown\":0,\"total\":4}", OPEN)), REJECT },
	{ "findings", WORK(""), RETRY("3", "," WENT ",\"findings\":[" FINDING "]"), ACCEPT },
	{ "no findings, though there is a list", WORK(""), RETRY("3", "," WENT ",\"findings\":[]"), REJECT },
	{ "a finding of nobody", WORK(""), RETRY("3", "," WENT ",\"findings\":[{\"id\":\"f1\",\"statement\":\"s\"}]"), REJECT },
	{ "findings before what went before", WORK(""), RETRY("3", ",\"findings\":[" FINDING "]," WENT), REJECT },
};

struct variant {
	const char *says;
	struct mutation changes[CHANGES_MAX];
	enum reader reader;
	bool accepted;
};

#define SET(subject, path, json) { "", subject, path, json, READ_PROOF, true }
#define CUT(subject, path) { "", subject, path, NULL, READ_PROOF, true }
#define DRIFTED SET(PROOF, END "provider_drift", "[\"x\"]"), SET(PROOF, "execution.drift", "[\"x\"]")
#define STANDS(word) \
	SET(PROOF, END "status", "\"" word "\""), SET(PROOF, END "resource_state", "\"" word "\""), \
		SET(PROOF, "execution.terminal_lifecycle_state", "\"" word "\"")
#define RELEASED(registered) \
	SET(PROOF, END "resource_state", "\"released\""), SET(PROOF, END "workspace_exists", "false"), \
		SET(PROOF, END "containment", \
		    "{\"writable_root\":true,\"workspace_root\":false,\"active_root\":false,\"integration_root\":true}"), \
		SET(PROOF, END "filesystem", "{\"root_identity_match\":true}"), \
		SET(PROOF, END "repository", "{\"worktree_registered\":" registered ",\"base_is_ancestor\":null,\"target_is_ancestor\":null}")

static const struct variant ends[] = {
	{ "blocked, with what drifted", { STANDS("blocked"), DRIFTED }, READ_PROOF, ACCEPT },
	{ "blocked without any evidence",
	  { STANDS("blocked"), CUT(PROOF, END "repository"), SET(PROOF, END "unknowns", "[]"), SET(PROOF, "execution.unknowns", "[]") },
	  READ_PROOF, REJECT },
	{ "lost, nothing said of the repository", { STANDS("lost"), DRIFTED, CUT(PROOF, END "repository") }, READ_PROOF, ACCEPT },
	{ "lost, though the run says completed",
	  { STANDS("lost"), DRIFTED, SET(PROOF, "execution.terminal_lifecycle_state", "\"completed_unintegrated\"") }, READ_PROOF, REJECT },
	{ "failed and retained",
	  { SET(PROOF, "run.status", "\"failed\""), SET(PROOF, "execution.terminal_lifecycle_state", "\"failed_retained\"") }, READ_PROOF,
	  ACCEPT },
	{ "released", { RELEASED("false") }, READ_PROOF, ACCEPT },
	{ "released and registered still", { RELEASED("true") }, READ_PROOF, REJECT },
	{ "released, and there", { RELEASED("false"), SET(PROOF, END "workspace_exists", "true") }, READ_PROOF, REJECT },
	{ "an unknown without a message", { SET(PROOF, END "unknowns.0.message", "\"\""), SET(PROOF, "execution.unknowns.0.message", "\"\"") },
	  READ_PROOF, REJECT },
	{ "the last event dropped", { CUT(EVENTS, "7") }, INSPECT, ACCEPT },
	{ "the first event dropped", { CUT(EVENTS, "0") }, INSPECT, REJECT },
	{ "an event in the middle dropped", { CUT(EVENTS, "3") }, INSPECT, REJECT },
	{ "an event changed", { SET(EVENTS, "1.event", "\"bound\"") }, INSPECT, REJECT },
};

#define OWNER(kind, item, attempt) "{\"kind\":" kind ",\"work_item_id\":" item ",\"attempt\":" attempt "}"
#define OWNED_BY(owner) SET(REQUEST, "owner", owner), SET(BINDING, "owner", owner), SET(PROOF, END "owner", owner)
#define TRIED SET(MANIFEST, "work_item_id", "\"w1\""), SET(MANIFEST, "work_context", WORK("")), \
	SET(MANIFEST, "attempt_context", RETRY("2", "," WENT))
#define POLICY "{\"schema_version\":1,\"name\":\"p\"}"
#define POLICY_SHA256 "\"e682f7ef71918c831aa2022f70fa501889aed72f83cfa0177e8f7d59ce904e99\""

/* The digests that follow from the request are made anew behind each of these. */
static const struct variant owned[] = {
	{ "nobody's", { OWNED_BY(OWNER("\"standalone\"", "null", "null")) }, READ_PROOF, ACCEPT },
	{ "nobody's, with a key more", { OWNED_BY("{\"kind\":\"standalone\",\"work_item_id\":null,\"attempt\":null,\"x\":1}") }, READ_PROOF,
	  REJECT },
	{ "of the attempt that the manifest names", { TRIED, OWNED_BY(OWNER("\"work_attempt\"", "\"w1\"", "2")) }, READ_PROOF, ACCEPT },
	{ "of another attempt", { TRIED, OWNED_BY(OWNER("\"work_attempt\"", "\"w1\"", "3")) }, READ_PROOF, REJECT },
	{ "of another work item", { TRIED, OWNED_BY(OWNER("\"work_attempt\"", "\"w2\"", "2")) }, READ_PROOF, REJECT },
	{ "nobody's, though there is an attempt", { TRIED }, READ_PROOF, REJECT },
	{ "of an attempt that the manifest does not know", { OWNED_BY(OWNER("\"work_attempt\"", "\"w1\"", "2")) }, READ_PROOF, REJECT },
	{ "under a policy, by its digest",
	  { SET(MANIFEST, "execution.policy", POLICY), SET(REQUEST, "policy_sha256", POLICY_SHA256) }, READ_PROOF, ACCEPT },
	{ "under a policy, without its digest", { SET(MANIFEST, "execution.policy", POLICY) }, READ_PROOF, REJECT },
	{ "under another policy", { SET(MANIFEST, "execution.policy", "{\"schema_version\":1,\"name\":\"q\"}"),
				    SET(REQUEST, "policy_sha256", POLICY_SHA256) }, READ_PROOF, REJECT },
	{ "paths that the policy does not allow",
	  { SET(MANIFEST, "execution.policy", POLICY), SET(REQUEST, "policy_sha256", POLICY_SHA256),
	    SET(REQUEST, "allowed_paths", "[{\"configured\":\"/srv\"}]") }, READ_PROOF, REJECT },
};

static char *only_run(const char *record)
{
	OWNED_MEM char *workflows = path_of("%s/harnery-records/%s/dot-harnery/workflows", getenv("TEST_DATA"), record), *run = NULL;

	assert_int_equal(program_run(workflows, (const char *const[]){ "ls", NULL }, &run), 0);
	return path_of("%s/%s", workflows, run);
}

/* A copy below the scratch, with the workspace's own files beside it. */
static char *copy_of(const struct scene *s, const char *record)
{
	OWNED_MEM char *from = path_of("%s/harnery-records/%s/dot-harnery", getenv("TEST_DATA"), record), *original = only_run(record);
	OWNED_MEM char *to = path_of("%s/%s", s->scratch, record);

	assert_int_equal(program_run("/", (const char *const[]){ "rm", "-rf", to, NULL }, NULL), 0);
	assert_int_equal(program_run("/", (const char *const[]){ "cp", "-r", from, to, NULL }, NULL), 0);
	return path_of("%s/workflows/%s", to, path_base(original));
}

static void bytes_put(const char *path, const struct text *bytes)
{
	OWNED_MEM char *parent = path_parent(path);
	OWNED_FD int dir = -1;

	must(dir_open(parent, &dir, err));
	must(file_replace(dir, path_base(path), text_c(bytes), bytes->len, err));
}

static void put(const char *directory, const char *name, const struct json *value)
{
	OWNED_MEM char *path = path_join(directory, name);
	CLEARED(text) struct text bytes = { 0 };

	if (!value)
		return;
	json_write(value, JSON_INDENTED, &bytes);
	text_add(&bytes, "\n", 1);
	bytes_put(path, &bytes);
}

/* What the peer accepts is read without a complaint; of the rest something is said, or it is none of our business. */
static void read_here(const char *directory, const char *says, bool accepted)
{
	CLEARED(run_view) struct run_view view = { 0 };
	CLEARED(verification) struct verification v = { 0 };

	must(browse_open(directory, &view, err));
	must(verify_parts(directory, &v, err));
	if (accepted && view.damage.count > 0)
		fail_msg("%s: the peer accepts it; here it is called damaged: %s", says, view.damage.items[0]);
	for (size_t i = 0; i < view.damage.count; i++)
		assert_true(strlen(view.damage.items[i]) > 10);
}

static void judge(const struct scene *s, const struct peer_record *p, const char *record, const char *says, const char *why, bool accepted)
{
	OWNED_MEM char *copy = copy_of(s, record);

	if ((why == NULL) != accepted)
		fail_msg("%s: the peer %s, these rules say %s", says, accepted ? "accepts" : "rejects", why ? why : "accepted");
	put(copy, "proof.json", p->proof);
	put(copy, "run.json", p->manifest);
	put(copy, "workspace-request.json", p->request);
	read_here(copy, says, accepted);
}

static void what_a_run_was_done_for_is_judged_as_the_peer_judges_it(void **state)
{
	OWNED_MEM char *directory = only_run("shared-succeeded");

	for (size_t i = 0; i < COUNT_OF(contexts); i++) {
		CLEARED(peer_record) struct peer_record p = peer_read(directory);

		edit(&p.proof, "run.work_item_id", "\"w1\"");
		edit(&p.proof, "run.work_context", contexts[i].work);
		edit(&p.proof, "run.attempt_context", contexts[i].attempt);
		judge(*state, &p, "shared-succeeded", contexts[i].says, peer_proof(&p), contexts[i].accepted);
	}
}

/* What follows from the request: its own key, and its digest in both bindings. */
static void hash_again(struct peer_record *p)
{
	char key[DIGEST_HEX_BYTES], whole[DIGEST_HEX_BYTES];

	json_unset(p->request, "idempotency_key");
	json_digest(p->request, key);
	json_set_string(p->request, "idempotency_key", key);
	json_digest(p->request, whole);
	OWNED_MEM char *quoted = str_format("\"%s\"", whole);
	edit(&p->manifest, "execution.workspace_binding.request_sha256", quoted);
	edit(&p->proof, "execution.binding.request_sha256", quoted);
}

static void judge_variants(const struct scene *s, const struct variant *variants, size_t count, bool hashed)
{
	OWNED_MEM char *directory = only_run("worktree-gitwrite-shared");

	for (size_t i = 0; i < count; i++) {
		CLEARED(peer_record) struct peer_record p = peer_read(directory);

		for (size_t c = 0; c < CHANGES_MAX && variants[i].changes[c].says; c++)
			apply(&p, &variants[i].changes[c]);
		if (hashed)
			hash_again(&p);
		judge(s, &p, "worktree-gitwrite-shared", variants[i].says, read_as(&p, variants[i].reader), variants[i].accepted);
	}
}

static void every_end_of_a_workspace_is_judged_as_the_peer_judges_it(void **state)
{
	judge_variants(*state, ends, COUNT_OF(ends), false);
}

static void whose_a_workspace_is_and_under_which_policy_is_judged_as_the_peer_judges_it(void **state)
{
	judge_variants(*state, owned, COUNT_OF(owned), true);
}

enum how { PADDED, MARKED, TWICE, TORN };

static const struct {
	const char *says, *file;
	enum how how;
	size_t bytes;
	bool accepted;
} files[] = {
	{ "a proof of 524,288 bytes", "proof.json", PADDED, 524288, ACCEPT },
	{ "a proof of 524,289 bytes", "proof.json", PADDED, 524289, REJECT },
	{ "a manifest of 262,144 bytes", "run.json", PADDED, 262144, ACCEPT },
	{ "a manifest of 262,145 bytes", "run.json", PADDED, 262145, REJECT },
	{ "a byte order mark in the proof", "proof.json", MARKED, 0, REJECT },
	{ "a byte order mark in the manifest", "run.json", MARKED, 0, REJECT },
	{ "a key twice in the proof: the last counts", "proof.json", TWICE, 0, ACCEPT },
	{ "a key twice in the manifest: the last counts", "run.json", TWICE, 0, ACCEPT },
	{ "half a proof", "proof.json", TORN, 0, REJECT },
	{ "half a manifest", "run.json", TORN, 0, REJECT },
};

static void change_file(const char *path, enum how how, size_t bytes)
{
	CLEARED(text) struct text was = { 0 }, is = { 0 };

	must(file_read_path(path, 1u << 20, &was, err));
	if (how == MARKED)
		text_add(&is, "\xef\xbb\xbf", 3);
	if (how == TWICE)
		text_add_format(&is, "{\"schema_version\":7,%s", text_c(&was) + 1);
	else
		text_add(&is, text_c(&was), how == TORN ? was.len / 2 : was.len);
	while (is.len < bytes)
		text_add(&is, " ", 1);
	bytes_put(path, &is);
}

static void files_beyond_their_size_marked_or_torn_are_rejected_and_named(void **state)
{
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		OWNED_MEM char *copy = copy_of(*state, "shared-succeeded"), *path = path_join(copy, files[i].file);
		CLEARED(run_view) struct run_view view = { 0 };

		change_file(path, files[i].how, files[i].bytes);
		CLEARED(peer_record) struct peer_record p = peer_read(copy);
		if ((peer_proof(&p) == NULL) != files[i].accepted)
			fail_msg("%s: %s", files[i].says, peer_proof(&p) ? peer_proof(&p) : "accepted");
		must(browse_open(copy, &view, err));
		if ((view.damage.count == 0) != files[i].accepted)
			fail_msg("%s: here it is %s", files[i].says, view.damage.count ? view.damage.items[0] : "not named");
		assert_true(files[i].accepted || strstr(view.damage.items[0], files[i].file));
	}
}

static void events_with_other_spaces_are_the_same_events(void **state)
{
	OWNED_MEM char *copy = copy_of(*state, "worktree-gitwrite-shared");
	OWNED_MEM char *find = path_of("%s/../../workspaces/local-git-worktree", copy), *binding = NULL;
	CLEARED(text) struct text bytes = { 0 }, spaced = { 0 };

	assert_int_equal(program_run(find, (const char *const[]){ "ls", NULL }, &binding), 0);
	OWNED_MEM char *path = path_of("%s/%s/events.jsonl", find, binding);
	must(file_read_path(path, 1u << 20, &bytes, err));
	for (const char *at = text_c(&bytes); *at; at++) {
		text_add(&spaced, at, 1);
		if (*at == '{')
			text_add(&spaced, "  ", 2);
	}
	bytes_put(path, &spaced);
	CLEARED(peer_record) struct peer_record p = peer_read(copy);
	if (peer_inspect(&p))
		fail_msg("%s", peer_inspect(&p));
}

static const struct {
	const char *path, *json;
} claims[] = {
	{ "schema_version", "2" },	   { "provider_id", "\"other\"" },     { "provider_version", "\"2\"" },
	{ "binding_id", "\"ws-x\"" },	   { "workspace_id", "\"x\"" },	       { "request.network_access", "\"disabled\"" },
	{ "request_sha256", "\"x\"" },	   { "recovery_token", "\"x\"" },      { "created_at", "\"2026-01-01\"" },
	{ "workspace_root", "\"/x\"" },	   { "active_root", "\"/x\"" },	       { "writable_root.realpath", "\"/x\"" },
	{ "repository.source_root", NULL }, { "repository.common_dir", NULL },  { "repository.base_commit", "\"x\"" },
	{ "repository.target_commit", NULL }, { "repository.target_ref", "\"x\"" }, { "repository.workspace_ref", NULL },
	{ "repository.workspace_branch", NULL },
};

static const char *claim_of(const struct peer_record *p)
{
	return claim_rules(p->claim, json_get(json_get(p->manifest, "execution"), "workspace_binding"), p->request);
}

static void must_hold_every_field(const char *directory)
{
	CLEARED(peer_record) struct peer_record p = peer_read(directory);

	if (claim_of(&p))
		fail_msg("%s: %s", directory, claim_of(&p));
	for (size_t i = 0; i < COUNT_OF(claims); i++) {
		CLEARED(peer_record) struct peer_record other = peer_read(directory);

		edit(&other.claim, claims[i].path, claims[i].json);
		if (!claim_of(&other))
			fail_msg("a claim with another %s is accepted", claims[i].path);
	}
}

static void a_claim_agrees_with_its_binding_field_by_field(void **state)
{
	CLEARED(run_record) struct run_record whole = { 0 }, part = { 0 };
	OWNED_MEM char *theirs = only_run("worktree-gitwrite-shared");

	record_worktree(*state, &whole, "aaaaaa", true, "");
	record_worktree(*state, &part, "bbbbbb", false, "src");
	must_hold_every_field(theirs);
	must_hold_every_field(whole.directory);
	must_hold_every_field(part.directory);
}

static const struct {
	const char *file, *path, *json;
} approvals[] = {
	{ "request.json", "schema_version", "2" },
	{ "request.json", "id", "\"apr-00000000000000000000\"" },
	{ "request.json", "decision_id", "\"p0\"" },
	{ "request.json", "requested_at", "\"now\"" },
	{ "request.json", "addressed_to", "\"two  spaces\"" },
	{ "request.json", "policy.sha256", "\"0000000000000000000000000000000000000000000000000000000000000000\"" },
	{ "request.json", "initial_verdict", "\"allow\"" },
	{ "request.json", "request.phase", "\"never\"" },
	{ "request.json", "request.action", "\"\"" },
	{ "request.json", "evaluation.verdict", "\"deny\"" },
	{ "request.json", "evaluation.rules.0.code", NULL },
	{ "request.json", "request_sha256", "\"x\"" },
	{ "decision.json", "approval_id", "\"apr-x\"" },
	{ "decision.json", "run_id", "\"wf-x\"" },
	{ "decision.json", "verdict", "\"ask\"" },
	{ "decision.json", "actor", "\"a\\u0007\"" },
	{ "decision.json", "reason", "\" spaced\"" },
	{ "decision.json", "decided_at", NULL },
};

static const char *approval_of(const struct json *request, const struct json *decision)
{
	const char *why = approval_rules(request);

	return why || !decision ? why : decision_rules(decision, request);
}

static void must_hold_every_approval(const char *directory)
{
	OWNED(json) struct json *request = peer_file(directory, "request.json"), *decision = peer_file(directory, "decision.json");

	if (approval_of(request, decision))
		fail_msg("%s: %s", directory, approval_of(request, decision));
	for (size_t i = 0; i < COUNT_OF(approvals); i++) {
		OWNED(json) struct json *q = json_copy(request), *d = decision ? json_copy(decision) : NULL;
		bool asked = strcmp(approvals[i].file, "request.json") == 0;

		if (!asked && !decision)
			continue;
		edit(asked ? &q : &d, approvals[i].path, approvals[i].json);
		if (!approval_of(q, d))
			fail_msg("an approval with another %s is accepted", approvals[i].path);
	}
}

static void approvals_of_the_peer_follow_their_rules(void **unused)
{
	OWNED_MEM char *root = path_of("%s/harnery-records", getenv("TEST_DATA")), *found = NULL;
	int seen = 0;

	(void)unused;
	assert_int_equal(program_run(root, (const char *const[]){ "find", ".", "-path", "*/approvals/apr-*", "-type", "d", NULL }, &found), 0);
	for (char *save = NULL, *name = strtok_r(found, "\n", &save); name; name = strtok_r(NULL, "\n", &save)) {
		OWNED_MEM char *directory = path_of("%s/%s", root, name);

		must_hold_every_approval(directory);
		seen++;
	}
	assert_true(seen >= 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(what_a_run_was_done_for_is_judged_as_the_peer_judges_it, scene_make, scene_drop),
		cmocka_unit_test_setup_teardown(every_end_of_a_workspace_is_judged_as_the_peer_judges_it, scene_make, scene_drop),
		cmocka_unit_test_setup_teardown(whose_a_workspace_is_and_under_which_policy_is_judged_as_the_peer_judges_it, scene_make,
						scene_drop),
		cmocka_unit_test_setup_teardown(files_beyond_their_size_marked_or_torn_are_rejected_and_named, scene_make, scene_drop),
		cmocka_unit_test_setup_teardown(events_with_other_spaces_are_the_same_events, scene_make,
						scene_drop),
		cmocka_unit_test_setup_teardown(a_claim_agrees_with_its_binding_field_by_field, scene_make, scene_drop),
		cmocka_unit_test(approvals_of_the_peer_follow_their_rules),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
