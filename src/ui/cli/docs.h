/*
 * docs — documents that are made from the tables, so that they cannot say anything else. Each appends a whole file.
 */
#ifndef UI_CLI_DOCS_H
#define UI_CLI_DOCS_H
#include "core/base/text.h"

void docs_commands(struct text *out); /* docs/commands.md */
void docs_refusals(struct text *out); /* docs/refusals.md */
void docs_reasons(struct text *out);  /* docs/reasons.md */
void docs_manual(struct text *out);   /* docs/bulkhead.1 */
#endif
