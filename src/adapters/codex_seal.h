/*
 * codex_seal — the `-c key=value` overrides that close what codex's user, project and system configuration would add
 * to a declared policy. `codex exec` and `codex sandbox` take the same ones; each value is TOML and one argv element.
 */
#ifndef ADAPTERS_CODEX_SEAL_H
#define ADAPTERS_CODEX_SEAL_H
#include "core/adapter/adapter.h"

/*
 * Network off, /tmp and $TMPDIR not writable, the run's private temporary directory in their place, every project
 * file untrusted, and the complete list of writable roots, also when it is empty: without a list the user's own would
 * count. Refuses what could not be said exactly: no private directory, a relative root, bytes that are not UTF-8.
 */
bool codex_seal_add(const struct adapter *self, const struct invocation *in, struct strlist *argv, struct error *err) MUST_CHECK;
/* "-c", "key=\"word\"": for words of ours that need no escaping. */
void codex_seal_add_word(struct strlist *argv, const char *key, const char *word);

/* What `codex` of an npm install, a script, starts: in the package of the platform, in older ones in its own. */
extern const char *const codex_starts[];

/* What stays open for every child in codex's sandbox: rows of an adapter's table of unknowns. */
#define CODEX_SANDBOX_UNKNOWNS                                                                                            \
	{ .code = "codex_home_readable",                                                                                         \
	  .message = "Everything the operator can read stays readable in every mode, stored logins included; the child can copy it into what it writes or says." }, \
	{ .code = "codex_grant_roots_nested",                                                                                    \
	  .message = "With the Git grant of a linked worktree one granted directory lies inside the other; a child that swaps names at the right moment was measured to write outside both (2 of 160 tries).", .with_grant = true }, \
	{ .code = "codex_managed_requirements",                                                                                  \
	  .message = "A managed /etc/codex/requirements.toml can turn workspace-write into read-only without an error; the command line cannot close that." }
#endif
