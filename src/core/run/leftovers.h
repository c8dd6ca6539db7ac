/*
 * leftovers — processes that still bear a run's id in their environment after everybody who watched it was killed.
 */
#ifndef CORE_RUN_LEFTOVERS_H
#define CORE_RUN_LEFTOVERS_H
#include "core/base/strlist.h"

/* Kills them, again and again for a bounded while, never this process nor what it descends from. Returns how many there
   were; adds "pid name" of those that are left. */
int leftovers_end(const char *run_id, struct strlist *ret_survivors);
#endif
