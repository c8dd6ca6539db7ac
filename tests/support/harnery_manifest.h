/*
 * harnery_manifest — the peer's rules for run.json, workspace-request.json and the binding.
 */
#ifndef TESTS_SUPPORT_HARNERY_MANIFEST_H
#define TESTS_SUPPORT_HARNERY_MANIFEST_H
#include "support/harnery_contexts.h"

static inline const char *repository_before_rules(const struct json *r)
{
	RULE(is_object(r) && is_absolute(json_get(r, "cwd")));
	RULE(absent(r, "root") || is_absolute(json_get(r, "root")));
	RULE(absent(r, "branch") || is_text(json_get(r, "branch")));
	RULE(absent(r, "head") || is_text(json_get(r, "head")));
	RULE(all_texts(json_get(r, "dirty_paths")));
	RULE(absent(r, "dirty_paths_truncated") || is_bool(json_get(r, "dirty_paths_truncated")));
	return NULL;
}

static inline const char *binding_rules(const struct json *b, const char *run_id)
{
	const struct json *repository = json_get(b, "repository"), *provider = json_get(b, "provider");

	RULE(is_object(b) && is_one(json_get(b, "schema_version")));
	RULE(filled(json_get(b, "binding_id")) && filled(json_get(b, "workspace_id")));
	RULE(is_text(json_get(b, "run_id")) && strcmp(json_get_string(b, "run_id"), run_id) == 0);
	RULE(is_owner(json_get(b, "owner")));
	RULE(is_text(json_get(provider, "id")) && is_text(json_get(provider, "version")) &&
	     is_digest(json_get(provider, "capability_digest")));
	RULE(is_word(json_get(b, "isolation"), "|worktree|sandbox|remote|"));
	RULE(is_word(json_get(b, "network_access"), "|enabled|disabled|unknown|"));
	RULE(is_normal(json_get(b, "workspace_root")) && is_normal(json_get(b, "active_root")));
	RULE(is_inside(json_get(b, "workspace_root"), json_get(b, "active_root")));
	RULE(is_identity(json_get(b, "workspace_root_identity")) && is_identity(json_get(b, "active_root_identity")));
	RULE(absent(b, "integration_root") || is_normal(json_get(b, "integration_root")));
	RULE(is_validated(json_get(b, "writable_root")));
	RULE(is_count(json_get(b, "generation")));
	RULE(is_digest(json_get(b, "recovery_token")) && is_digest(json_get(b, "request_sha256")));
	RULE(is_time(json_get(b, "created_at")));
	if (absent(b, "repository"))
		return NULL;
	RULE(is_validated(json_get(repository, "source_root")));
	RULE(is_normal(json_get(json_get(repository, "common_dir"), "realpath")));
	RULE(is_identity(json_get(json_get(repository, "common_dir"), "identity")));
	RULE(is_oid(json_get(repository, "base_commit")) && is_oid(json_get(repository, "target_commit")));
	RULE(is_text(json_get(repository, "target_ref")) && is_text(json_get(repository, "workspace_ref")));
	RULE(is_text(json_get(repository, "workspace_branch")));
	RULE(is_normal(json_get(json_get(repository, "gitdir"), "realpath")) &&
	     is_identity(json_get(json_get(repository, "gitdir"), "identity")));
	RULE(is_bool(json_get(repository, "branch_created_by_provider")));
	return NULL;
}

static inline const char *fallback_rules(const struct json *f, const char *run_id)
{
	RULE(is_object(f) && is_one(json_get(f, "schema_version")) && is_text(json_get(f, "run_id")));
	RULE(strcmp(json_get_string(f, "run_id"), run_id) == 0);
	RULE(is_word(json_get(f, "requested_isolation"), "|worktree|sandbox|remote|"));
	RULE(is_word(json_get(f, "effective_isolation"), "|shared|") && is_word(json_get(f, "terminal_lifecycle_state"), "|shared|"));
	RULE(is_word(json_get(f, "selection_reason"), "|provider_not_configured|provider_unsupported|"));
	RULE(json_count(json_get(f, "drift")) == 0 && json_count(json_get(f, "unsupported")) >= 1);
	return NULL;
}

static inline const char *request_rules(const struct json *q, const char *run_id)
{
	OWNED(json) struct json *keyless = json_copy(q);

	json_unset(keyless, "idempotency_key");
	RULE(is_object(q) && is_one(json_get(q, "schema_version")));
	RULE(is_text(json_get(q, "run_id")) && strcmp(json_get_string(q, "run_id"), run_id) == 0);
	RULE(is_owner(json_get(q, "owner")) && is_absolute(json_get(q, "requested_cwd")));
	RULE(is_word(json_get(q, "requested_isolation"), "|worktree|sandbox|remote|"));
	RULE(is_word(json_get(q, "network_access"), "|enabled|disabled|unknown|"));
	RULE(is_absolute(json_get(json_get(q, "script"), "path")) && is_digest(json_get(json_get(q, "script"), "sha256")));
	RULE(json_has(q, "policy_sha256") && (!json_get(q, "policy_sha256") || is_digest(json_get(q, "policy_sha256"))));
	RULE(is_array(json_get(q, "allowed_paths")));
	RULE(json_count(json_get(q, "writable_roots")) == 1 && is_validated(json_at(json_get(q, "writable_roots"), 0)));
	RULE(equal(json_get(q, "selected_writable_root"), json_at(json_get(q, "writable_roots"), 0)));
	RULE(filled(json_get(q, "provider_id")) && is_digest(json_get(q, "capability_digest")));
	RULE(digests_to(keyless, json_get(q, "idempotency_key")));
	return NULL;
}

static inline const char *policy_rules(const struct json *p)
{
	RULE(keys_are(p, KEYS("schema_version", "name", "max_cost_usd?", "unknown_cost?", "allowed_adapters?", "allowed_models?",
			      "allowed_paths?", "network?", "external_actions?", "allowed_isolation?")));
	return NULL;
}

static inline const char *specialists_rules(const struct json *s)
{
	CLEARED(strlist) struct strlist keys = { 0 };

	json_keys(s, &keys);
	for (size_t i = 1; i < keys.count; i++)
		RULE(strcmp(keys.items[i - 1], keys.items[i]) < 0);
	return NULL;
}

static inline const char *execution_rules_of_manifest(const struct json *m, const struct json *e, const char *run_id)
{
	const struct json *addressee = json_get(e, "approval_addressee");

	RULE(is_object(e) && is_absolute(json_get(e, "cwd")) && filled(json_get(e, "default_adapter")));
	RULE(is_count(json_get(e, "max_agents")) && is_count(json_get(e, "concurrency")));
	RULE(is_bool(json_get(e, "subscription_only")) && is_bool(json_get(e, "allow_api_billing")));
	RULE(is_word(json_get(e, "approval_mode"), "|deny|park|"));
	RULE(filled(addressee) && js_length(addressee) <= 200);
	RULE(is_word(json_get(e, "isolation"), "|shared|worktree|sandbox|remote|"));
	RULE(is_word(json_get(e, "network_access"), "|enabled|disabled|unknown|"));
	if (!absent(e, "policy"))
		OBEY(policy_rules(json_get(e, "policy")));
	if (!absent(e, "specialists"))
		OBEY(specialists_rules(json_get(e, "specialists")));
	RULE(absent(e, "workspace_binding") || absent(e, "workspace_fallback"));
	if (!absent(e, "workspace_binding"))
		OBEY(binding_rules(json_get(e, "workspace_binding"), run_id));
	if (!absent(e, "workspace_fallback")) {
		OBEY(fallback_rules(json_get(e, "workspace_fallback"), run_id));
		RULE(equal(json_get(json_get(e, "workspace_fallback"), "requested_isolation"), json_get(e, "isolation")));
	}
	(void)m;
	return NULL;
}

static inline const char *manifest_rules(const struct json *m, const char *run_id)
{
	const struct json *id = json_get(m, "work_item_id");

	RULE(is_object(m) && is_one(json_get(m, "schema_version")));
	RULE(is_text(json_get(m, "run_id")) && strcmp(json_get_string(m, "run_id"), run_id) == 0);
	RULE(absent(m, "work_item_id") || is_id(id, 100));
	OBEY(contexts_rules(m));
	RULE(filled(json_get(m, "name")) && js_length(json_get(m, "name")) <= 200);
	RULE(is_time(json_get(m, "started_at")));
	RULE(is_absolute(json_get(json_get(m, "script"), "path")) && is_digest(json_get(json_get(m, "script"), "sha256")));
	OBEY(repository_before_rules(json_get(m, "repository_before")));
	return execution_rules_of_manifest(m, json_get(m, "execution"), run_id);
}

/* resolve(workspace_root, relative(source_root.configured, requested_cwd)) is the active root. */
static inline bool active_follows(const struct json *b, const struct json *q)
{
	const char *source = json_get_string(json_get(json_get(b, "repository"), "source_root"), "configured");
	const char *cwd = json_get_string(q, "requested_cwd"), *root = json_get_string(b, "workspace_root");
	size_t len = source ? strlen(source) : 0;
	char wanted[8192];

	if (!source || !cwd || strncmp(source, cwd, len) != 0)
		return false;
	(void)snprintf(wanted, sizeof wanted, "%s%s", root, cwd + len);
	return strcmp(wanted, json_get_string(b, "active_root")) == 0;
}

/* The owner is the attempt that the manifest names, or nobody. */
static inline const char *owner_rules(const struct json *m, const struct json *owner)
{
	const struct json *attempt = json_get(m, "attempt_context");
	bool works = is_word(json_get(owner, "kind"), "|work_attempt|");

	RULE(works == (attempt != NULL));
	RULE(!works || equal(json_get(owner, "work_item_id"), json_get(m, "work_item_id")));
	RULE(!works || equal(json_get(owner, "attempt"), json_get(attempt, "number")));
	return NULL;
}

/* The digest of a policy is of its text as it lies there, not of the sorted one. */
static inline const char *requested_policy_rules(const struct json *q, const struct json *policy)
{
	const struct json *configured = json_get(policy, "allowed_paths"), *allowed = json_get(q, "allowed_paths");
	char hex[DIGEST_HEX_BYTES];

	digest_of_written(policy, hex);
	RULE(policy || !json_get(q, "policy_sha256"));
	RULE(!policy || (json_get_string(q, "policy_sha256") && strcmp(json_get_string(q, "policy_sha256"), hex) == 0));
	RULE(json_count(allowed) == json_count(configured));
	for (size_t i = 0; i < json_count(allowed); i++)
		RULE(equal(json_get(json_at(allowed, i), "configured"), json_at(configured, i)));
	return NULL;
}

/* q NULL: there is no workspace-request.json. */
static inline const char *authority_rules(const struct json *m, const struct json *q, const char *run_id)
{
	const struct json *e = json_get(m, "execution"), *b = json_get(e, "workspace_binding"), *policy = json_get(e, "policy");

	if (!b) {
		RULE(!q);
		return NULL;
	}
	RULE(q != NULL);
	OBEY(request_rules(q, run_id));
	RULE(equal(json_get(q, "owner"), json_get(b, "owner")));
	RULE(equal(json_get(q, "requested_isolation"), json_get(b, "isolation")) &&
	     equal(json_get(b, "isolation"), json_get(e, "isolation")));
	RULE(equal(json_get(q, "network_access"), json_get(b, "network_access")));
	RULE(equal(json_get(b, "network_access"), json_get(e, "network_access")));
	RULE(equal(json_get(e, "cwd"), json_get(b, "active_root")));
	RULE(equal(json_get(q, "provider_id"), json_get(json_get(b, "provider"), "id")));
	RULE(equal(json_get(q, "capability_digest"), json_get(json_get(b, "provider"), "capability_digest")));
	RULE(equal(json_get(q, "selected_writable_root"), json_get(b, "writable_root")));
	RULE(equal(json_get(json_get(q, "script"), "sha256"), json_get(json_get(m, "script"), "sha256")));
	OBEY(owner_rules(m, json_get(b, "owner")));
	OBEY(requested_policy_rules(q, policy));
	RULE(digests_to(q, json_get(b, "request_sha256")));
	if (json_get(b, "repository")) {
		RULE(equal(json_get(b, "integration_root"), json_get(json_get(json_get(b, "repository"), "source_root"), "realpath")));
		RULE(active_follows(b, q));
	}
	return NULL;
}
#endif
