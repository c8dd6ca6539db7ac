/*
 * probe — what a vendor program says about itself, asked bounded in time and size.
 */
#ifndef CORE_RUN_PROBE_H
#define CORE_RUN_PROBE_H
#include "core/adapter/adapter.h"
#include "core/run/engine.h"

/* Appends everything the program prints for this argv, raw and at most 256 KiB; false: it failed, printed more, or took
   longer than limit_ms. Its terminal is both its standard output and its standard error. */
bool probe_answer(const struct engine *e, const struct adapter *adapter, const char *program_path, const struct strlist *argv,
		  uint64_t limit_ms, struct text *ret);
/* Owned: the first line the program prints for its version flag, at most 200 bytes, sanitized; NULL: it has no such flag,
   printed nothing, failed, or took longer than limit_ms (it is then killed). */
char *probe_version(const struct engine *e, const struct adapter *adapter, const char *program_path, uint64_t limit_ms);
#endif
