/*
 * carry — may this adapter say what it is asked to say? The judgement has answered before; every render() asks again
 * with the same declaration, so that an adapter throws instead of dropping what it cannot represent.
 */
#ifndef ADAPTERS_CARRY_H
#define ADAPTERS_CARRY_H
#include <stdbool.h>

#include "core/adapter/adapter.h"

bool carry_is_interactive(const struct invocation *in);
/* Style, projection, model, effort, turn ceiling and prompt against self->declares. */
bool carry_check(const struct adapter *self, const struct invocation *in, struct error *err) MUST_CHECK;
/* Borrowed: the prompt of in->child; NULL: none, which carry_check() lets pass only where the adapter declares it. */
const char *carry_prompt(const struct invocation *in);
/* "-- PROMPT", the end of every argv: what stands behind "--" is never read as an option. Nothing without a prompt. */
void carry_add_prompt(const struct invocation *in, struct strlist *argv);
/* "--model M" when the request names one. */
void carry_add_model(const struct invocation *in, struct strlist *argv);
/* With a policy: the run's private temporary directory is there. */
bool carry_private_tmp_check(const struct adapter *self, const struct invocation *in, struct error *err) MUST_CHECK;
/* Every directory to be named to the vendor: the private temporary directory, then the projection's rendered roots;
   none in read-only. Refuses a relative one and one with "..". */
bool carry_roots(const struct adapter *self, const struct invocation *in, struct strlist *ret_roots, struct error *err) MUST_CHECK;
#endif
