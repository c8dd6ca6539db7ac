/*
 * demo — the whole program in one minute, on a real repository of its own; exits 0 when everything happened as it must.
 */
#ifndef UI_CLI_DEMO_H
#define UI_CLI_DEMO_H
#include <stdbool.h>
#include <stdio.h>

#include "core/run/engine.h"

/* keep: leave the folder and say where it is. json: one object a step, in an array, instead of sentences. */
int demo_perform(const struct engine *e, bool keep, bool json, FILE *out);
#endif
