/* codex — OpenAI's Codex CLI, headless: `codex exec`. The one vendor whose sandbox carries a policy exactly. */
#ifndef ADAPTERS_CODEX_H
#define ADAPTERS_CODEX_H
#include "core/adapter/adapter.h"

extern const struct adapter codex_adapter;
#endif
