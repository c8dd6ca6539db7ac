/*
 * run_filter_keys — see run_filter_keys.h.
 */
#include "ui/run_filter_keys.h"

#include <string.h>
#include <strings.h>

#include "core/base/owned.h"
#include "ui/run_filter.h"

enum { MODE_NONE = 1, MODE_READ = 2, MODE_WRITE = 4, MODE_UNKNOWN = 8 };
enum { GRANT_NONE = 1, GRANT_USED = 2, GRANT_UNUSED = 4, GRANT_UNSAID = 8, GRANT_UNKNOWN = 16 };
enum { PRUNED_NO = 1, PRUNED_YES = 2 };
enum { TOPOLOGY_UNKNOWN = 1u << TOPOLOGY_COUNT };

static const char *text_or_none(const char *s) { return s ? s : ""; }
static const char *repository(const struct run_row *r) { return text_or_none(r->repository); }
static const char *adapter(const struct run_row *r) { return text_or_none(r->adapter); }
static const char *reason(const struct run_row *r) { return text_or_none(r->reason); }
static const char *label(const struct run_row *r) { return text_or_none(r->label); }
static const char *run_id(const struct run_row *r) { return text_or_none(r->run_id); }

static unsigned mode_bits(const struct run_row *r)
{
	static const unsigned bits[] = { [POLICY_ABSENT] = MODE_NONE, [POLICY_READ_ONLY] = MODE_READ, [POLICY_WORKSPACE_WRITE] = MODE_WRITE };
	_Static_assert(COUNT_OF(bits) == POLICY_COUNT, "one bit per mode");

	return r->mode_known ? bits[r->mode] : MODE_UNKNOWN;
}

static unsigned grant_bits(const struct run_row *r)
{
	if (!r->grant_known)
		return GRANT_UNKNOWN;
	if (r->git_write == GIT_WRITE_NONE)
		return GRANT_NONE;
	if (!r->grant_used_known)
		return GRANT_UNSAID;
	return r->grant_used ? GRANT_USED : GRANT_UNUSED;
}

static unsigned outcome_bits(const struct run_row *r)
{
	return 1u << r->outcome;
}

static unsigned topology_bits(const struct run_row *r)
{
	return r->topology_known ? 1u << r->topology : TOPOLOGY_UNKNOWN;
}

static const struct filter_word mode_words[] = {
	{ "ro", MODE_READ }, { "rw", MODE_WRITE }, { "none", MODE_NONE }, { "read-only", MODE_READ }, { "workspace-write", MODE_WRITE },
	{ "write", MODE_WRITE }, { "unknown", MODE_UNKNOWN }, { NULL, 0 },
};
static const struct filter_word grant_words[] = {
	{ "yes", GRANT_USED | GRANT_UNUSED | GRANT_UNSAID }, { "used", GRANT_USED }, { "unused", GRANT_UNUSED }, { "none", GRANT_NONE },
	{ "unknown", GRANT_UNSAID | GRANT_UNKNOWN }, { NULL, 0 },
};
static const struct filter_word outcome_words[] = {
	{ "running", 1u << OUTCOME_RUNNING }, { "done", 1u << OUTCOME_DONE }, { "failed", 1u << OUTCOME_FAILED },
	{ "stopped", 1u << OUTCOME_STOPPED }, { "refused", 1u << OUTCOME_REFUSED }, { "lost", 1u << OUTCOME_LOST }, { NULL, 0 },
};
_Static_assert(COUNT_OF(outcome_words) == OUTCOME_COUNT + 1, "one word per outcome");
static const struct filter_word topology_words[] = {
	{ "shared", 1u << TOPOLOGY_SHARED }, { "worktree", 1u << TOPOLOGY_WORKTREE }, { "unknown", TOPOLOGY_UNKNOWN }, { NULL, 0 },
};
_Static_assert(COUNT_OF(topology_words) == TOPOLOGY_COUNT + 2, "one word per topology");

static unsigned pruned_bits(const struct run_row *r)
{
	return r->pruned ? PRUNED_YES : PRUNED_NO;
}

static const struct filter_word pruned_words[] = { { "yes", PRUNED_YES }, { "no", PRUNED_NO }, { NULL, 0 } };

/* The one list: the parser, the completion and what is shown of the keys come from it. */
#define KEYS(X) \
	X("repo", .text = repository, .offered = true) X("agent", .text = adapter, .offered = true) \
	X("mode", .kind = FILTER_WORD, .bits = mode_bits, .words = mode_words) \
	X("grant", .kind = FILTER_WORD, .bits = grant_bits, .words = grant_words) \
	X("outcome", .kind = FILTER_WORD, .bits = outcome_bits, .words = outcome_words) \
	X("reason", .text = reason, .offered = true) \
	X("topology", .kind = FILTER_WORD, .bits = topology_bits, .words = topology_words) \
	X("after", .kind = FILTER_AFTER) X("before", .kind = FILTER_BEFORE) X("label", .text = label) X("run", .text = run_id) \
	X("pruned", .kind = FILTER_WORD, .bits = pruned_bits, .words = pruned_words)

#define AS_KEY(name, ...) { .key = name, __VA_ARGS__ },
static const struct filter_key keys[] = { KEYS(AS_KEY) };
#undef AS_KEY

const char *run_filter_hint(void)
{
#define AS_HINT(name, ...) name ": "
	return KEYS(AS_HINT) RUN_FILTER_ALERT;
#undef AS_HINT
}

const struct filter_key *filter_keys(size_t *ret_count)
{
	*ret_count = COUNT_OF(keys);
	return keys;
}

const struct filter_key *filter_key_find(const char *key, size_t len)
{
	for (size_t i = 0; i < COUNT_OF(keys); i++)
		if (strlen(keys[i].key) == len && strncasecmp(keys[i].key, key, len) == 0)
			return &keys[i];
	return NULL;
}
