/*
 * harnery_contexts — the peer's rules for what a run was done for: the work item and the attempt at it. These are compared
 * as they are written, so the order of the keys counts and nothing may be added.
 */
#ifndef TESTS_SUPPORT_HARNERY_CONTEXTS_H
#define TESTS_SUPPORT_HARNERY_CONTEXTS_H
#include "support/harnery_rules.h"

static inline bool is_trimmed(const struct json *v, size_t most)
{
	const char *s = json_string(v, NULL);
	size_t len = s ? strlen(s) : 0;

	return text_at_most(v, most) && len > 0 && !isspace((unsigned char)s[0]) && !isspace((unsigned char)s[len - 1]);
}

static inline const char *work_context_rules(const struct json *w)
{
	const struct json *acceptance = json_get(w, "acceptance");

	RULE(keys_are(w, KEYS("schema_version", "id", "title", "objective", "acceptance")));
	RULE(is_one(json_get(w, "schema_version")) && is_id(json_get(w, "id"), 100));
	RULE(is_trimmed(json_get(w, "title"), 200) && is_trimmed(json_get(w, "objective"), 4000));
	RULE(is_array(acceptance) && json_count(acceptance) <= 50);
	for (size_t i = 0; i < json_count(acceptance); i++)
		RULE(is_trimmed(json_at(acceptance, i), 500));
	return NULL;
}

/* Each cause at most once, in this order. */
static inline const char *causes_rules(const struct json *causes)
{
	static const char *const known[] = { "workflow_error", "acceptance_unsatisfied", "acceptance_unknown", "lost" };
	size_t seen = 0;

	RULE(is_array(causes));
	for (size_t i = 0; i < COUNT_OF(known) && seen < json_count(causes); i++) {
		const char *cause = json_string(json_at(causes, seen), NULL);

		seen += cause && strcmp(cause, known[i]) == 0;
	}
	RULE(seen == json_count(causes));
	return NULL;
}

static inline int64_t number_of(const struct json *o, const char *key)
{
	int64_t n = -1;

	return json_get_int(o, key, &n) ? n : -1;
}

static inline const char *unresolved_rules(const struct json *unresolved, const struct json *summary)
{
	int64_t unsatisfied = 0, unknown = 0;

	RULE(is_array(unresolved));
	for (size_t i = 0; i < json_count(unresolved); i++) {
		const struct json *one = json_at(unresolved, i);

		RULE(keys_are(one, KEYS("id", "statement", "status")));
		RULE(is_id(json_get(one, "id"), 64) && text_at_most(json_get(one, "statement"), 500));
		RULE(is_word(json_get(one, "status"), "|unsatisfied|unknown|"));
		unsatisfied += is_word(json_get(one, "status"), "|unsatisfied|");
		unknown += is_word(json_get(one, "status"), "|unknown|");
	}
	RULE(unsatisfied == number_of(summary, "unsatisfied") && unknown == number_of(summary, "unknown"));
	return NULL;
}

static inline const char *prior_rules(const struct json *p)
{
	const struct json *summary = json_get(p, "acceptance");
	int64_t satisfied = number_of(summary, "satisfied"), total = number_of(summary, "total");

	RULE(keys_are(p, KEYS("run_id", "causes", "error?", "acceptance", "unresolved")));
	RULE(is_id(json_get(p, "run_id"), 200));
	OBEY(causes_rules(json_get(p, "causes")));
	RULE(absent(p, "error") || text_at_most(json_get(p, "error"), 2000));
	RULE(keys_are(summary, KEYS("satisfied", "unsatisfied", "unknown", "total")) && satisfied >= 0);
	OBEY(unresolved_rules(json_get(p, "unresolved"), summary));
	RULE(total == satisfied + number_of(summary, "unsatisfied") + number_of(summary, "unknown"));
	return NULL;
}

static inline const char *findings_rules(const struct json *findings)
{
	RULE(is_array(findings) && json_count(findings) >= 1 && json_count(findings) <= 20);
	for (size_t i = 0; i < json_count(findings); i++) {
		const struct json *one = json_at(findings, i);

		RULE(keys_are(one, KEYS("id", "actor", "statement")) && filled(json_get(one, "id")));
		RULE(is_trimmed(json_get(one, "actor"), 100) && is_trimmed(json_get(one, "statement"), 1000));
	}
	return NULL;
}

static inline const char *attempt_context_rules(const struct json *a)
{
	int64_t number = number_of(a, "number");

	RULE(keys_are(a, KEYS("schema_version", "number", "trigger", "prior?", "findings?")));
	RULE(is_one(json_get(a, "schema_version")) && number >= 1 && number <= 100);
	RULE(is_word(json_get(a, "trigger"), "|initial|retry|"));
	RULE(is_word(json_get(a, "trigger"), "|initial|") || (number >= 2 && is_object(json_get(a, "prior"))));
	if (!absent(a, "prior"))
		OBEY(prior_rules(json_get(a, "prior")));
	if (!absent(a, "findings"))
		OBEY(findings_rules(json_get(a, "findings")));
	return NULL;
}

/* run of a proof, or a manifest: the same three keys with the same rules. */
static inline const char *contexts_rules(const struct json *o)
{
	const struct json *work = json_get(o, "work_context"), *attempt = json_get(o, "attempt_context");

	if (work) {
		RULE(is_text(json_get(o, "work_item_id")) && equal(json_get(o, "work_item_id"), json_get(work, "id")));
		OBEY(work_context_rules(work));
	}
	if (attempt) {
		RULE(work && is_text(json_get(o, "work_item_id")));
		OBEY(attempt_context_rules(attempt));
	}
	return NULL;
}
#endif
