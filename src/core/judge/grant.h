/*
 * grant — a Git write asked for by name becomes the paths of the binding. The caller never supplies one.
 */
#ifndef CORE_JUDGE_GRANT_H
#define CORE_JUDGE_GRANT_H
#include <stdbool.h>

#include "core/base/strlist.h"
#include "core/base/text.h"
#include "core/judge/facts.h"

/* Appends gitdir then common dir, one where they coincide, nothing without a grant. False: there is no isolated
   workspace or no repository to resolve it from; *why gets a complete sentence and *ret_roots is untouched. */
bool grant_resolve(const struct request *request, const struct facts *facts, struct strlist *ret_roots, struct text *why);
#endif
