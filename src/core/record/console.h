/*
 * console — what the peer's records have no place for, as the value of the one extra key "console" of run.json,
 * proof.json and a live entry. One printer for all three, so that they can be compared; console_restore() reads it back.
 */
#ifndef CORE_RECORD_CONSOLE_H
#define CORE_RECORD_CONSOLE_H
#include <stdbool.h>

#include "core/base/json.h"
#include "core/record/budget.h"
#include "core/record/run_record.h"

/* sealed: the end is known, so outcome, audit and children's ends are printed too. */
struct json *console_print(const struct run_record *r, bool sealed, struct budget *b);
/* The applied policy as {mode, writable_roots, git_grant}; NULL when none was applied. Never shortened. */
struct json *console_sandbox_projection(const struct run_record *r);
/* Fills what the value says; what it does not say stays as it is. */
void console_restore(const struct json *console, struct run_record *r);
#endif
