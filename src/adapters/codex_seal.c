/* codex_seal — see codex_seal.h; measured with codex 0.171.0 against hostile user, project and system configuration. */
#include "adapters/codex_seal.h"

#include <string.h>

#include "adapters/carry.h"
#include "adapters/toml.h"

static const char *const fixed_overrides[] = {
	"sandbox_workspace_write.network_access=false",
	"sandbox_workspace_write.exclude_slash_tmp=true",
	"sandbox_workspace_write.exclude_tmpdir_env_var=true",
};

static void add_override(struct strlist *argv, const char *override)
{
	strlist_add(argv, "-c");
	strlist_add(argv, override);
}

void codex_seal_add_word(struct strlist *argv, const char *key, const char *word)
{
	strlist_add(argv, "-c");
	strlist_add_format(argv, "%s=\"%s\"", key, word);
}

static bool tmp_add(const struct adapter *self, const struct invocation *in, struct strlist *argv, struct error *err)
{
	CLEARED(text) struct text value = { 0 };

	text_add_string(&value, "shell_environment_policy.set.TMPDIR=");
	if (!toml_add_string(&value, in->private_tmp))
		return error_set(
			err, REASON_WORKSPACE_UNAVAILABLE,
			"the private temporary directory's name is not UTF-8 and %s cannot be told it exactly; choose another state directory",
			self->id);
	add_override(argv, text_c(&value));
	return true;
}

/* A trusted project's own files could widen the policy, and trust of the main checkout covers its worktrees. */
static bool projects_add(const struct adapter *self, const struct invocation *in, struct strlist *argv, struct error *err)
{
	const char *const places[] = { in->active_root, in->workspace_root, in->source_root, in->main_root };
	CLEARED(strlist) struct strlist named = { 0 };
	CLEARED(text) struct text value = { 0 };

	text_add_string(&value, "projects={");
	for (size_t i = 0; i < COUNT_OF(places); i++) {
		if (!places[i] || strlist_has(&named, places[i]))
			continue;
		if (named.count)
			text_add_byte(&value, ',');
		if (!toml_add_string(&value, places[i]))
			return error_set(
				err, REASON_WORKSPACE_UNAVAILABLE,
				"a directory of this workspace has a name that is not UTF-8 and %s cannot be told it exactly; rename it",
				self->id);
		text_add_string(&value, "={trust_level=\"untrusted\"}");
		strlist_add(&named, places[i]);
	}
	text_add_byte(&value, '}');
	add_override(argv, text_c(&value));
	return true;
}

static bool roots_add(const struct adapter *self, const struct invocation *in, struct strlist *argv, struct error *err)
{
	CLEARED(strlist) struct strlist roots = { 0 };
	CLEARED(text) struct text value = { 0 };

	if (!carry_roots(self, in, &roots, err))
		return false;
	text_add_string(&value, "sandbox_workspace_write.writable_roots=");
	if (!toml_add_list(&value, &roots))
		return error_set(err, REASON_WRITABLE_ROOT_INVALID,
				 "a writable root's name is not UTF-8 and %s would grant a directory of another name; rename it", self->id);
	add_override(argv, text_c(&value));
	return true;
}

bool codex_seal_add(const struct adapter *self, const struct invocation *in, struct strlist *argv, struct error *err)
{
	if (!carry_private_tmp_check(self, in, err))
		return false;
	for (size_t i = 0; i < COUNT_OF(fixed_overrides); i++)
		add_override(argv, fixed_overrides[i]);
	return tmp_add(self, in, argv, err) && projects_add(self, in, argv, err) && roots_add(self, in, argv, err);
}

#define PLATFORM "vendor/{machine}-unknown-linux-musl/"
const char *const codex_starts[] = {
	"node_modules/@openai/codex-linux-{arch}/" PLATFORM "bin/codex", "node_modules/@openai/codex-linux-{arch}/" PLATFORM "codex/codex",
	"../" PLATFORM "bin/codex", "../" PLATFORM "codex/codex", NULL,
};
