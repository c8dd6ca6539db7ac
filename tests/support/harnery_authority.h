/*
 * harnery_authority — the peer's rules for what lies beside a record: the claim that its operations on a workspace compare
 * with the binding, and approvals.
 */
#ifndef TESTS_SUPPORT_HARNERY_AUTHORITY_H
#define TESTS_SUPPORT_HARNERY_AUTHORITY_H
#include "support/harnery_rules.h"

/* What cleaning up, resuming and integrating ask of claim.json. */
static inline const char *claim_rules(const struct json *c, const struct json *b, const struct json *q)
{
	static const char *const same[] = { "binding_id", "workspace_id", "request_sha256", "recovery_token", "created_at",
					    "workspace_root", "active_root", "writable_root" };
	static const char *const same_repository[] = { "source_root", "common_dir", "base_commit", "target_commit", "target_ref",
						       "workspace_ref", "workspace_branch" };
	const struct json *provider = json_get(b, "provider"), *repository = json_get(c, "repository");

	RULE(is_object(c) && is_one(json_get(c, "schema_version")));
	RULE(equal(json_get(c, "provider_id"), json_get(provider, "id")) &&
	     equal(json_get(c, "provider_version"), json_get(provider, "version")));
	RULE(equal(json_get(c, "request"), q) && digests_to(json_get(c, "request"), json_get(c, "request_sha256")));
	for (size_t i = 0; i < COUNT_OF(same); i++)
		RULE(json_get(c, same[i]) && equal(json_get(c, same[i]), json_get(b, same[i])));
	for (size_t i = 0; i < COUNT_OF(same_repository); i++)
		RULE(json_get(repository, same_repository[i]) &&
		     equal(json_get(repository, same_repository[i]), json_get(json_get(b, "repository"), same_repository[i])));
	return NULL;
}

/* No control characters, and single spaces within. */
static inline bool is_plain(const struct json *v, size_t most)
{
	size_t len = 0;
	const char *s = json_string(v, &len);

	for (size_t i = 0; s && i < len; i++) {
		if ((unsigned char)s[i] < ' ' || s[i] == 0x7f || (s[i] == ' ' && (i == 0 || i + 1 == len || s[i - 1] == ' ')))
			return false;
	}
	return text_at_most(v, most) && len > 0;
}

static inline const char *evaluation_rules(const struct json *e)
{
	const struct json *rules = json_get(e, "rules");

	RULE(is_word(json_get(e, "verdict"), "|ask|") && is_text(json_get(e, "reason")) && is_array(rules));
	for (size_t i = 0; i < json_count(rules); i++) {
		RULE(filled(json_get(json_at(rules, i), "code")) && is_text(json_get(json_at(rules, i), "verdict")));
		RULE(is_text(json_get(json_at(rules, i), "reason")));
	}
	return NULL;
}

static inline const char *approval_id_rules(const struct json *a)
{
	const char *run = json_get_string(a, "run_id"), *decision = json_get_string(a, "decision_id"), *id = json_get_string(a, "id");
	CLEARED(text) struct text named = { 0 };
	char hex[DIGEST_HEX_BYTES];

	RULE(run && decision && id && is_id(json_get(a, "run_id"), 200));
	RULE(decision[0] == 'p' && decision[1] >= '1' && strlen(decision) <= 6 &&
	     strspn(decision + 1, "0123456789") == strlen(decision) - 1);
	text_add(&named, run, strlen(run) + 1);
	text_add(&named, decision, strlen(decision));
	digest_of(text_c(&named), named.len, hex);
	hex[20] = 0;
	RULE(strncmp(id, "apr-", 4) == 0 && strcmp(id + 4, hex) == 0);
	return NULL;
}

static inline const char *approval_rules(const struct json *a)
{
	const struct json *policy = json_get(a, "policy"), *request = json_get(a, "request"), *evaluation = json_get(a, "evaluation");
	OWNED(json) struct json *sealed = json_new_object();
	char hex[DIGEST_HEX_BYTES];

	RULE(is_object(a) && is_one(json_get(a, "schema_version")) && is_time(json_get(a, "requested_at")));
	OBEY(approval_id_rules(a));
	RULE(is_plain(json_get(a, "addressed_to"), 200) && filled(json_get(policy, "name")) && is_digest(json_get(policy, "sha256")));
	RULE(is_word(json_get(a, "initial_verdict"), "|ask|"));
	RULE(is_word(json_get(request, "phase"), "|dispatch|external_mutation|") && filled(json_get(request, "action")));
	OBEY(evaluation_rules(evaluation));
	json_set(sealed, "policy_sha256", json_copy(json_get(policy, "sha256")));
	json_set(sealed, "request", json_copy(request));
	json_set(sealed, "evaluation", json_copy(evaluation));
	digest_of_written(sealed, hex);
	RULE(is_digest(json_get(a, "request_sha256")) && strcmp(json_get_string(a, "request_sha256"), hex) == 0);
	return NULL;
}

static inline const char *decision_rules(const struct json *d, const struct json *approval)
{
	RULE(is_object(d) && is_one(json_get(d, "schema_version")) && is_time(json_get(d, "decided_at")));
	RULE(equal(json_get(d, "approval_id"), json_get(approval, "id")) && equal(json_get(d, "run_id"), json_get(approval, "run_id")));
	RULE(is_word(json_get(d, "verdict"), "|allow|deny|") && is_plain(json_get(d, "actor"), 200));
	RULE(absent(d, "reason") || is_plain(json_get(d, "reason"), 2000));
	return NULL;
}
#endif
