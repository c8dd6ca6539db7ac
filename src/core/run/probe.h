/*
 * probe — what a vendor program says about itself: its version line, asked bounded in time.
 */
#ifndef CORE_RUN_PROBE_H
#define CORE_RUN_PROBE_H
#include "core/adapter/adapter.h"
#include "core/run/engine.h"

/* Owned: the first line the program prints for its version flag, at most 200 bytes, sanitized; NULL: it has no such flag,
   printed nothing, failed, or took longer than limit_ms (it is then killed). */
char *probe_version(const struct engine *e, const struct adapter *adapter, const char *program_path, uint64_t limit_ms);
#endif
