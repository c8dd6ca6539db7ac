/*
 * harnery_reader — the peer's readers of a whole record: the proof command, and the workspace inspection.
 */
#ifndef TESTS_SUPPORT_HARNERY_READER_H
#define TESTS_SUPPORT_HARNERY_READER_H
#include <stdlib.h>

#include "support/harnery_authority.h"
#include "support/harnery_manifest.h"

/* The four files of a record as values; NULL: the file is not there. */
struct peer_record {
	const char *run_id;
	struct json *manifest, *request, *proof;
	struct json *claim, *events; /* of the workspace; events an array */
	struct json *transcript;     /* array of lines */
};

static inline void peer_record_clear(struct peer_record *p)
{
	json_drop(&p->manifest);
	json_drop(&p->request);
	json_drop(&p->proof);
	json_drop(&p->claim);
	json_drop(&p->events);
	json_drop(&p->transcript);
}

static inline const char *facts_rules(const struct json *facts)
{
	for (size_t i = 0; i < json_count(facts); i++) {
		RULE(filled(json_get(json_at(facts, i), "code")));
		RULE(filled(json_get(json_at(facts, i), "message")));
	}
	RULE(is_array(facts));
	return NULL;
}

static inline const char *attested_repository_rules(const struct json *r, const struct json *bound)
{
	RULE(is_object(r));
	RULE(equal(json_get(r, "source_root"), json_get(bound, "source_root")));
	RULE(equal(json_get(r, "common_dir"), json_get(bound, "common_dir")));
	RULE(equal(json_get(r, "active_gitdir"), json_get(bound, "gitdir")));
	RULE(is_true(json_get(r, "worktree_registered")));
	RULE(is_true(json_get(bound, "branch_created_by_provider")));
	RULE(equal(json_get(r, "current_ref"), json_get(bound, "workspace_ref")));
	RULE(is_oid(json_get(r, "head_commit")) && equal(json_get(r, "workspace_ref_oid"), json_get(r, "head_commit")));
	RULE(is_oid(json_get(r, "target_ref_oid")));
	RULE(is_true(json_get(r, "base_is_ancestor")) && is_true(json_get(r, "target_is_ancestor")));
	RULE(all_texts(json_get(r, "dirty_paths")) && all_texts(json_get(r, "conflicts")));
	RULE(all_texts(json_get(r, "operation_in_progress")));
	return NULL;
}

/* Cleaned away: nothing of it is there, and nothing is said of what is not there. */
static inline const char *attested_released_rules(const struct json *a, const struct json *b)
{
	const struct json *containment = json_get(a, "containment"), *filesystem = json_get(a, "filesystem"),
			  *r = json_get(a, "repository");

	RULE(is_true(json_get(containment, "writable_root")) && json_get_bool(a, "workspace_exists", true) == false);
	RULE(json_get_bool(containment, "workspace_root", true) == false && json_get_bool(containment, "active_root", true) == false);
	RULE(is_true(json_get(filesystem, "root_identity_match")) && json_count(json_get(a, "provider_drift")) == 0);
	RULE(absent(filesystem, "workspace_identity") && absent(filesystem, "active_identity"));
	RULE(json_has(b, "repository") == json_has(a, "repository"));
	if (!r)
		return NULL;
	RULE(json_get_bool(r, "worktree_registered", true) == false && absent(r, "current_ref") && absent(r, "workspace_ref_oid"));
	RULE(json_has(r, "base_is_ancestor") && !json_get(r, "base_is_ancestor"));
	RULE(json_has(r, "target_is_ancestor") && !json_get(r, "target_is_ancestor"));
	return NULL;
}

static inline const char *attested_ok_rules(const struct json *a, const struct json *b)
{
	const struct json *containment = json_get(a, "containment"), *filesystem = json_get(a, "filesystem");

	RULE(is_word(json_get(a, "resource_state"), "|active|preserved_dirty|"));
	RULE(is_true(json_get(containment, "writable_root")) && is_true(json_get(containment, "workspace_root")));
	RULE(is_true(json_get(containment, "active_root")));
	RULE(!json_get(b, "integration_root") || is_true(json_get(containment, "integration_root")));
	RULE(is_true(json_get(filesystem, "root_identity_match")));
	RULE(equal(json_get(filesystem, "workspace_identity"), json_get(b, "workspace_root_identity")));
	RULE(equal(json_get(filesystem, "active_identity"), json_get(b, "active_root_identity")));
	RULE(json_count(json_get(a, "provider_drift")) == 0);
	RULE(is_true(json_get(a, "workspace_exists")));
	if (json_get(b, "repository"))
		return attested_repository_rules(json_get(a, "repository"), json_get(b, "repository"));
	RULE(absent(a, "repository"));
	return NULL;
}

static inline const char *attestation_rules(const struct json *a, const struct json *b)
{
	static const char *const shared[] = { "binding_id", "workspace_id", "run_id", "owner", "provider" };

	RULE(is_object(a) && is_one(json_get(a, "schema_version")) && is_time(json_get(a, "recorded_at")));
	for (size_t i = 0; i < COUNT_OF(shared); i++)
		RULE(equal(json_get(a, shared[i]), json_get(b, shared[i])));
	RULE(all_texts(json_get(a, "provider_drift")));
	OBEY(facts_rules(json_get(a, "unsupported")));
	OBEY(facts_rules(json_get(a, "unknowns")));
	RULE(is_word(json_get(a, "status"), "|ok|blocked|lost|"));
	if (is_word(json_get(a, "status"), "|ok|") && is_word(json_get(a, "resource_state"), "|released|"))
		return attested_released_rules(a, b);
	if (is_word(json_get(a, "status"), "|ok|"))
		return attested_ok_rules(a, b);
	RULE(equal(json_get(a, "resource_state"), json_get(a, "status")));
	RULE(json_get(a, "repository") ||
	     json_count(json_get(a, "provider_drift")) + json_count(json_get(a, "unsupported")) + json_count(json_get(a, "unknowns")) > 0);
	return NULL;
}

static inline const char *receipts_rules(const struct json *receipts)
{
	static const char *const paths[][2] = {
		{ "request", "workspace-request.json" },
		{ "cancellation_outcome", "cancellation/outcome.json" },
		{ "integration_plan", "integration/plan.json" },
		{ "integration_authorization", "integration/authorization.json" },
		{ "integration_apply", "integration/receipt.json" },
		{ "cleanup_intent", "cleanup/intent.json" },
		{ "cleanup_receipt", "cleanup/receipt.json" },
	};
	size_t known = 0;

	for (size_t i = 0; i < COUNT_OF(paths); i++) {
		const char *path = json_get_string(receipts, paths[i][0]);

		known += path != NULL;
		RULE(!path || strcmp(path, paths[i][1]) == 0);
	}
	RULE(json_get_string(receipts, "request") && known == json_count(receipts));
	return NULL;
}

static inline const char *lifecycle_wanted(const struct json *attestation, const char *run_status)
{
	const char *status = json_get_string(attestation, "status");

	if (!status || strcmp(status, "ok") != 0)
		return status ? status : "";
	return strcmp(run_status, "succeeded") == 0 ? "completed_unintegrated" : strcmp(run_status, "failed") == 0 ? "failed_retained" : "";
}

static inline const char *bound_rules(const struct json *e, const char *run_id, const char *run_status)
{
	const struct json *b = json_get(e, "binding"), *a = json_get(e, "terminal_attestation");
	const char *state = json_get_string(e, "terminal_lifecycle_state");

	RULE(is_one(json_get(e, "schema_version")));
	OBEY(binding_rules(b, run_id));
	OBEY(attestation_rules(a, b));
	RULE(state && strcmp(state, lifecycle_wanted(a, run_status)) == 0);
	RULE(equal(json_get(e, "drift"), json_get(a, "provider_drift")) && equal(json_get(e, "unsupported"), json_get(a, "unsupported")));
	RULE(equal(json_get(e, "unknowns"), json_get(a, "unknowns")));
	return receipts_rules(json_get(e, "receipts"));
}

/* What `harn run proof ID` does. */
static inline const char *peer_proof(const struct peer_record *p)
{
	const struct json *run = json_get(p->proof, "run"), *e = json_get(p->proof, "execution"), *frozen;
	const char *status = json_get_string(run, "status");

	RULE(p->proof && is_object(p->proof) && is_one(json_get(p->proof, "schema_version")));
	RULE(is_text(json_get(run, "id")) && strcmp(json_get_string(run, "id"), p->run_id) == 0);
	RULE(absent(run, "class") || is_word(json_get(run, "class"), "|environment|upstream|decision|"));
	OBEY(contexts_rules(run));
	if (e && json_has(e, "binding"))
		OBEY(bound_rules(e, p->run_id, status ? status : ""));
	else if (e)
		OBEY(fallback_rules(e, p->run_id));
	if (!p->manifest) {
		RULE(!e);
		return NULL;
	}
	OBEY(manifest_rules(p->manifest, p->run_id));
	OBEY(authority_rules(p->manifest, p->request, p->run_id));
	frozen = json_get(p->manifest, "execution");
	if (json_get(frozen, "workspace_binding"))
		RULE(e && equal(json_get(e, "binding"), json_get(frozen, "workspace_binding")));
	else if (json_get(frozen, "workspace_fallback"))
		RULE(e && equal(e, json_get(frozen, "workspace_fallback")));
	else
		RULE(!e);
	return NULL;
}

static inline const char *events_rules(const struct json *events)
{
	static const char none[] = "";
	const char *previous = none;

	for (size_t i = 0; i < json_count(events); i++) {
		const struct json *event = json_at(events, i);
		OWNED(json) struct json *unsigned_event = json_copy(event);
		const char *before = json_get_string(event, "previous_sha256");
		int64_t seq = 0;

		json_unset(unsigned_event, "record_sha256");
		RULE(json_get_int(event, "seq", &seq) && seq == (int64_t)i + 1);
		RULE(strcmp(before ? before : none, previous) == 0);
		RULE(digests_to(unsigned_event, json_get(event, "record_sha256")));
		previous = json_get_string(event, "record_sha256");
	}
	return NULL;
}

static inline bool has_event(const struct json *events, const char *name)
{
	for (size_t i = 0; i < json_count(events); i++) {
		const char *event = json_get_string(json_at(events, i), "event");

		if (event && strcmp(event, name) == 0)
			return true;
	}
	return false;
}

/* What `harn run workspace ID` does. */
static inline const char *peer_inspect(const struct peer_record *p)
{
	const struct json *b;
	bool begun = p->proof || has_event(p->transcript, "run.start");

	RULE(p->manifest != NULL);
	OBEY(manifest_rules(p->manifest, p->run_id));
	OBEY(authority_rules(p->manifest, p->request, p->run_id));
	for (size_t i = 0; i < json_count(p->transcript); i++) {
		const struct json *line = json_at(p->transcript, i), *id = json_get(line, "run_id");

		RULE(is_object(line) && (!id || (is_text(id) && strcmp(json_string(id, NULL), p->run_id) == 0)));
	}
	if (p->proof)
		OBEY(peer_proof(p));
	b = json_get(json_get(p->manifest, "execution"), "workspace_binding");
	if (!b) {
		const struct json *e = json_get(p->manifest, "execution");

		RULE(p->proof || !has_event(p->transcript, "run.end"));
		RULE(!p->proof || json_get(e, "workspace_fallback") || is_word(json_get(e, "isolation"), "|shared|"));
		return NULL;
	}
	OBEY(events_rules(p->events));
	if (!begun)
		return NULL;
	RULE(has_event(p->events, "allocating") && has_event(p->events, "bound"));
	RULE(equal(json_get(p->claim, "workspace_id"), json_get(b, "workspace_id")));
	RULE(equal(json_get(p->claim, "request_sha256"), json_get(b, "request_sha256")));
	return NULL;
}
#endif
