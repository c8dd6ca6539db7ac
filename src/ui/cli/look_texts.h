/*
 * look_texts — the prompts and results of runs, for the commands that take a filter.
 */
#ifndef UI_CLI_LOOK_TEXTS_H
#define UI_CLI_LOOK_TEXTS_H
#include "ui/cli/say.h"
#include "ui/run_filter.h"

/* Looks through them for the bare words of the filter, and says what of them cannot be seen. What is not in the index yet
   is read, for a while. */
void look_texts(const struct cli *cli, const struct run_list *list, struct run_filter *filter);
#endif
