/*
 * projection — an accepted policy and its resolved grant as the paths an adapter renders and a proof records.
 */
#ifndef CORE_JUDGE_PROJECTION_H
#define CORE_JUDGE_PROJECTION_H
#include "core/judge/facts.h"
#include "core/judge/verdict.h"

/* Only for a request that every row of the verdict table let pass. *ret must be empty. */
void projection_build(const struct request *request, const struct facts *facts, struct projection *ret);
/* What the child will be able to write; see struct verdict.effective. Appends to *ret. */
void projection_effective(const struct projection *projection, const struct facts *facts, struct strlist *ret);
#endif
