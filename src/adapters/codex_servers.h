/*
 * codex_servers — MCP servers of the user's own codex configuration, which codex starts outside its sandbox in every
 * mode. `codex mcp list --json` names them and starts none (measured with codex 0.171.0).
 */
#ifndef ADAPTERS_CODEX_SERVERS_H
#define ADAPTERS_CODEX_SERVERS_H
#include "core/adapter/adapter.h"

#define CODEX_SERVERS_UNKNOWN "codex_user_mcp_servers"

extern const struct vendor_question codex_servers;
/* The names of those that are switched on; false: the answer is not understood, or a name cannot be said exactly. */
bool codex_servers_read(const char *answer, size_t len, struct strlist *ret_open);
/* One override that switches each of them off; nothing when there is none. */
void codex_servers_close(const struct strlist *open, struct strlist *argv);
#endif
