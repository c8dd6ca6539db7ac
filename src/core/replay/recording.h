/*
 * recording — the terminal log of one child, as a list of moments: what was printed when, and when it was resized.
 *
 * The log is read once for its moments, and its bytes again as they are played. It may still grow; it may be damaged
 * from some line on, and what is before that line is played. Memory: 16 bytes a moment; what was printed within one
 * millisecond is one moment.
 */
#ifndef CORE_REPLAY_RECORDING_H
#define CORE_REPLAY_RECORDING_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/record/browse.h"

/* kind as in a terminal log: o (amount: bytes), r (rows << 16 | columns), c (nothing later is recorded), e. */
struct moment { uint64_t at_ms; uint32_t amount; char kind; };

struct recording;
/* What the record says of one child; borrowed. NULL: REASON_NOT_FOUND, and the sentence names those it has. */
const struct json *recorded_child(const struct run_view *v, const char *child, struct error *err);
/* The ids of the children that a record names, in their order: "a1", "a2". */
void recording_children(const struct run_view *v, struct strlist *ret_ids);
/* Opens the log of one child and reads what is there. REASON_NOT_FOUND: the run was refused, it has no such child, or the
   child has no log. REASON_RECORD_DAMAGED: not even its first line can be read. */
bool recording_open(const struct run_view *v, const char *child, struct recording **ret, struct error *err) MUST_CHECK;
void recording_drop(struct recording **r);
/* Reads what was added meanwhile; true: there are more moments than before. */
bool recording_more(struct recording *r);

const struct moment *recording_moments(const struct recording *r, size_t *ret_count); /* borrowed until recording_more() */
size_t recording_read(struct recording *r, uint64_t offset, char *ret_bytes, size_t room); /* what was printed; 0: no more */
uint64_t recording_bytes(const struct recording *r);      /* printed and recorded */
uint64_t recording_lost_bytes(const struct recording *r); /* printed behind the cut, as the proof counts them; 0: not known */
bool recording_was_cut(const struct recording *r);
bool recording_ended(const struct recording *r);          /* its last line says so: nothing follows */
const char *recording_damage(const struct recording *r);  /* a sentence; NULL: none was found */
uint64_t recording_started_ms(const struct recording *r); /* wall; 0: not known */
const char *recording_child(const struct recording *r);
#endif
