/*
 * cursor — Cursor's agent, headless: `cursor-agent -p`. It declares no projection and takes no effort. The program was
 * not at hand when this was written: its result object and exit status are inferred from its documentation.
 */
#ifndef ADAPTERS_CURSOR_H
#define ADAPTERS_CURSOR_H
#include "core/adapter/adapter.h"

extern const struct adapter cursor_adapter;
#endif
