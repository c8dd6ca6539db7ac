/*
 * codex_sandbox — a plain shell command in Codex's own sandbox: no model, no login, no tokens. Without a policy it is
 * `codex sandbox` as the vendor ships it: read-only, unless the user's configuration names default_permissions.
 */
#ifndef ADAPTERS_CODEX_SANDBOX_H
#define ADAPTERS_CODEX_SANDBOX_H
#include "core/adapter/adapter.h"

extern const struct adapter codex_sandbox_adapter;
#endif
