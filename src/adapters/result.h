/*
 * result — the success rules. An exit status of 0 says that a program ended, no more; which further fact it takes is
 * the adapter's own rule. In the interactive style every rule is the first: what ended the program is known, and
 * nothing says that a task was done. A child that was never started, ran out of time, was stopped or killed, or ended by a signal
 * succeeded under no rule.
 */
#ifndef ADAPTERS_RESULT_H
#define ADAPTERS_RESULT_H
#include "core/adapter/adapter.h"

/* Status 0. The sentence of a failure names the adapter's program, or what is handed over as its subject. */
void result_of(const char *subject, const struct child_end *end, struct child_result *ret);
void result_by_status(const struct adapter *self, const struct child_end *end, struct child_result *ret);
/* status 0 and a fresh, non-blank last message */
void result_by_last_message(const struct adapter *self, const struct child_end *end, struct child_result *ret);
/* status 0 and a printed JSON object of type "result" with is_error false and a text as its result */
void result_by_json(const struct adapter *self, const struct child_end *end, struct child_result *ret);
#endif
