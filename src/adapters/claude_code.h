/*
 * claude_code — Anthropic's Claude Code, headless: `claude -p`. It declares no projection: its sandbox covers its shell
 * tool only, is widened by files it reads, has no read-only mode and fails open by default.
 */
#ifndef ADAPTERS_CLAUDE_CODE_H
#define ADAPTERS_CLAUDE_CODE_H
#include "core/adapter/adapter.h"

extern const struct adapter claude_code_adapter;
#endif
