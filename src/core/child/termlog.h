/*
 * termlog — every byte a child printed, in order, with the time it arrived; bounded, saying where it was cut.
 *
 * Two files: <name>.out holds the bytes as they came; <name>.timing one line an event: "o MS LEN" output, "r MS ROWS COLS"
 * resize, "c MS OFFSET" cut (nothing behind OFFSET is in the file), "e MS" end. MS counts from the child's start.
 * Behind the limit the writer keeps the newest TERMLOG_RING_BYTES in memory, so that a viewer still sees the present.
 */
#ifndef CORE_CHILD_TERMLOG_H
#define CORE_CHILD_TERMLOG_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "core/base/digest.h"
#include "core/base/error.h"

#define TERMLOG_LIMIT_BYTES (64ull * 1024 * 1024)
#define TERMLOG_RING_BYTES (256u * 1024)

struct termlog; /* the writer */
/* Both files are made anew, 0600; dir is borrowed for the call. REASON_RECORD_NOT_SAVED for everything here: said once,
   for from then on the log is cut: the ring goes on, nothing more is written but what still fits, and the child need
   not stop. A process that writes one ignores SIGXFSZ. */
bool termlog_new(int dir, const char *name, uint64_t limit_bytes, struct termlog **ret, struct error *err) MUST_CHECK;
void termlog_drop(struct termlog **t);
bool termlog_add(struct termlog *t, const void *bytes, size_t len, uint64_t at_ms, struct error *err) MUST_CHECK;
bool termlog_resized(struct termlog *t, int rows, int cols, uint64_t at_ms, struct error *err) MUST_CHECK;
bool termlog_end(struct termlog *t, uint64_t at_ms, struct error *err) MUST_CHECK; /* not durable yet: the proof sees to it */
uint64_t termlog_total(const struct termlog *t);   /* bytes the child printed in all */
uint64_t termlog_kept(const struct termlog *t);    /* bytes in the file */
/* Of a log that has ended: the digest of what was written, whatever lies in the file, and what the file was then. */
struct termlog_file { char sha256[DIGEST_HEX_BYTES]; struct stat at_end; };
/* false: not known, for something could not be written. */
bool termlog_written(const struct termlog *t, struct termlog_file *ret_out, struct termlog_file *ret_timing) MUST_CHECK;
/* Bytes from offset on: count put into ret_bytes, 0 at the end. When offset is neither in the file nor in the ring any
   more, *offset is moved forward to the oldest byte in the ring first (the viewer says what it skipped). */
size_t termlog_read(struct termlog *t, uint64_t *offset, void *ret_bytes, size_t room);

#define TERMLOG_EVENT_BYTES 65536 /* the longest output event; the writer splits what is longer */

/* Reading a finished or growing log from the disk. The files may be anything: what does not follow the format is
   REASON_RECORD_DAMAGED, what is not there yet (also half a last line, as a crash leaves it) is no event for now. */
struct termlog_reader;
struct termlog_event { char kind; uint64_t at_ms; const char *bytes; size_t len; int rows, cols; }; /* kind: o r c e; c: len is OFFSET */
bool termlog_open(int dir, const char *name, struct termlog_reader **ret, struct error *err) MUST_CHECK;
/* true: *ret is the next event (bytes borrowed until the next call); false: no more for now, or err->reason set when damaged. */
bool termlog_next(struct termlog_reader *r, struct termlog_event *ret, struct error *err);
/* What was printed, once more, from offset on; 0: nothing is there. The place of termlog_next() stays. */
size_t termlog_bytes(const struct termlog_reader *r, uint64_t offset, void *ret_bytes, size_t room);
void termlog_reader_drop(struct termlog_reader **r);
#endif
