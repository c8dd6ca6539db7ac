/*
 * environment — what a child inherits. What belongs to another session, redirects Git or the loader, or describes
 * the operator's own terminal stays behind; everything else passes, because logins and proxies live there.
 */
#include "core/adapter/adapter.h"

#include <string.h>

/* Prefixes that never pass: GIT_DIR and its kin redirect every git the child runs, LD_* every program. */
static const char *const never_prefixes[] = { "GIT_", "LD_", "TMUX" };
/* Names that never pass: the operator's terminal, and what is set anew below. */
static const char *const never_names[] = { "LINES", "COLUMNS", "STY", "WINDOWID", "TERM", "COLORTERM",
	"HARNERY_WORKFLOW_CHILD", "HARNERY_WORKFLOW_RUN_ID", "HARNERY_WORKFLOW_AGENT_ID" };
/* Session variables of the vendors: a child is not part of the session this console was started from. */
static const char *const vendor_prefixes[] = { "CLAUDE", "CODEX", "CURSOR" };

static bool starts_with_one(const char *name, const char *const *prefixes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
			return true;
	return false;
}

static bool is_named(const char *entry, size_t name_len, const char *name)
{
	return strlen(name) == name_len && memcmp(entry, name, name_len) == 0;
}

static bool is_one_of(const char *entry, size_t name_len, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (is_named(entry, name_len, names[i]))
			return true;
	return false;
}

static bool is_kept(const struct adapter *adapter, const char *entry, size_t name_len)
{
	for (const char *const *name = adapter->env_keep; name && *name; name++)
		if (is_named(entry, name_len, *name))
			return true;
	return false;
}

static bool passes(const struct adapter *adapter, const char *entry, bool sealed)
{
	const char *equals = strchr(entry, '=');
	size_t len = equals ? (size_t)(equals - entry) : 0;

	if (!len)
		return false;
	if (sealed && is_named(entry, len, "TMPDIR"))
		return false;
	if (starts_with_one(entry, never_prefixes, COUNT_OF(never_prefixes)))
		return false;
	if (is_one_of(entry, len, never_names, COUNT_OF(never_names)))
		return false;
	if (starts_with_one(entry, vendor_prefixes, COUNT_OF(vendor_prefixes)))
		return is_kept(adapter, entry, len);
	return true;
}

void adapter_environment(const struct adapter *adapter, const struct strlist *parent, const char *run_id, const char *child_id,
			 const char *private_tmp, struct strlist *ret_env)
{
	for (size_t i = 0; i < parent->count; i++)
		if (passes(adapter, parent->items[i], private_tmp != NULL))
			strlist_add(ret_env, parent->items[i]);
	strlist_add(ret_env, "HARNERY_WORKFLOW_CHILD=1");
	strlist_add_format(ret_env, "HARNERY_WORKFLOW_RUN_ID=%s", run_id);
	strlist_add_format(ret_env, "HARNERY_WORKFLOW_AGENT_ID=%s", child_id);
	strlist_add(ret_env, "TERM=xterm-256color");
	strlist_add(ret_env, "COLORTERM=truecolor");
	if (private_tmp)
		strlist_add_format(ret_env, "TMPDIR=%s", private_tmp);
}
