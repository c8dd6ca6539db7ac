/*
 * probe — what a vendor program says about itself, asked bounded in time and size.
 */
#ifndef CORE_RUN_PROBE_H
#define CORE_RUN_PROBE_H
#include "core/adapter/adapter.h"
#include "core/child/child.h"
#include "core/run/engine.h"

/* One of several programs that run at the same time. */
struct probe {
	struct child *child;                 /* NULL: never started, or ended because its time was over */
	uint64_t until_ms;
	struct text *out;                    /* borrowed; NULL: what it prints is not kept */
	bool in_time;                        /* it ended by itself before */
};
bool probe_start(const struct engine *e, const struct child_spec *spec, uint64_t limit_ms, struct text *out, struct probe *ret,
		 struct error *err) MUST_CHECK;
/* Until each has ended by itself or its time is over. Those without a child are passed over. */
void probe_watch(const struct engine *e, struct probe *const *probes, size_t count);
void probe_clear(struct probe *p);
/* probe_version() in two halves: false when there is nothing to wait for. out has to stay until probe_clear(). */
bool probe_version_start(const struct engine *e, const struct adapter *adapter, const char *program_path, uint64_t limit_ms,
			 struct text *out, struct probe *ret);
char *probe_version_read(const struct probe *p); /* owned; NULL as in probe_version() */

/* Runs one program to its end, at most limit_ms, and sweeps what it started; *ret_in_time: it ended by itself before. Appends
   what it prints, raw and at most 256 KiB, to out; *ret_status is as child_exit_status(). out and ret_status may be NULL.
   false: it could not be started. */
bool probe_run(const struct engine *e, const struct child_spec *spec, uint64_t limit_ms, struct text *out, bool *ret_in_time,
	       int *ret_status, struct error *err) MUST_CHECK;
/* Appends everything the program prints for this argv, raw and at most 256 KiB; false: it failed, printed more, or took
   longer than limit_ms. Its terminal is both its standard output and its standard error. */
bool probe_answer(const struct engine *e, const struct adapter *adapter, const char *program_path, const struct strlist *argv,
		  uint64_t limit_ms, struct text *ret);
/* Owned: the first line the program prints for its version flag, at most 200 bytes, sanitized; NULL: it has no such flag,
   printed nothing, failed, or took longer than limit_ms (it is then killed). */
char *probe_version(const struct engine *e, const struct adapter *adapter, const char *program_path, uint64_t limit_ms);
#endif
