/* shell — any command in a pane: `sh -c -- PROMPT`. It declares nothing: a shell has no sandbox of its own. */
#ifndef ADAPTERS_SHELL_H
#define ADAPTERS_SHELL_H
#include "core/adapter/adapter.h"

extern const struct adapter shell_adapter;
#endif
