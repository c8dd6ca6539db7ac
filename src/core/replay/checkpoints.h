/*
 * checkpoints — copies of the terminal along a recording, so that going back to a moment need not begin at the first one.
 *
 * They are spaced by how much lies between them. When there are too many, or they take too much memory, every other one
 * is dropped and the space doubled: what has to be fed to reach a moment stays a small part of what lies before the
 * last one.
 */
#ifndef CORE_REPLAY_CHECKPOINTS_H
#define CORE_REPLAY_CHECKPOINTS_H
#include <stddef.h>
#include <stdint.h>

#include "core/base/owned.h"
#include "core/terminal/terminal.h"

#define CHECKPOINTS_MAX 32
#define CHECKPOINTS_BYTES_MAX (16u * 1024 * 1024)
#define CHECKPOINTS_SPACE (256u * 1024)
#define CHECKPOINTS_MOMENT 64u /* what a moment costs beside its bytes, in bytes */

/* The terminal when the moments before next were fed, which printed offset bytes. */
struct checkpoint { size_t next; uint64_t offset; struct terminal *terminal; size_t bytes; };
/* Zero-initialised has none. */
struct checkpoints {
	struct checkpoint items[CHECKPOINTS_MAX]; /* by next */
	size_t count, bytes;
	uint64_t space; /* 0: CHECKPOINTS_SPACE */
};

/* The terminal has got here: it is copied when enough lies between this and the last checkpoint. */
void checkpoints_pass(struct checkpoints *c, size_t next, uint64_t offset, const struct terminal *t);
const struct checkpoint *checkpoints_before(const struct checkpoints *c, size_t next); /* the last not behind it; NULL: none */
void checkpoints_clear(struct checkpoints *c);
#endif
