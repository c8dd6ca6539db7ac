/*
 * observe — after a child with a policy ended: what its vendor recorded as in force, beside what was rendered.
 */
#ifndef CORE_RUN_OBSERVE_H
#define CORE_RUN_OBSERVE_H
#include "core/run/supervision.h"

/* Fills the child's observation. What cannot be known becomes the unknown projection_not_observed, with the reason. */
void observe_child(struct supervision *s, size_t child);
/* The same for a child whose supervisor died: nothing was read back. */
void observe_lost(struct run_record *r);
#endif
