/*
 * question — what only the vendor's own program knows and the command line can close: asked before the first child.
 */
#ifndef CORE_RUN_QUESTION_H
#define CORE_RUN_QUESTION_H
#include "core/run/supervision.h"

/* Fills s->open with what is to be closed; s->answered is true only when the program, asked again with that closed, says
   that nothing is open. Otherwise nothing is closed and the adapter's unknown stays. Asks nothing without a policy. */
/* The same for an adapter by itself: false: nobody is to be closed on its word. */
bool question_answer(const struct engine *e, const struct adapter *adapter, const char *program_path, struct strlist *ret_open);
void question_ask(struct supervision *s);
#endif
