/*
 * hooks_off — hooks that a configuration defines (git 2.54 and later): core.hooksPath does not reach them, so each is
 * switched off by its name and each event by its own. Inner header of core/workspace.
 */
#ifndef CORE_WORKSPACE_HOOKS_OFF_H
#define CORE_WORKSPACE_HOOKS_OFF_H
#include "core/base/text.h"
#include "core/workspace/workspace.h"

/* Adds keys and values in pairs. listed: what "git config --list -z --show-scope" printed in the repository. What an
   include has under a condition that does not hold there is found by our own reader. */
bool hooks_off(const struct layout *l, const char *home, const struct text *listed, struct strlist *ret_pairs, struct error *err) MUST_CHECK;
#endif
