/*
 * show_output — what a child printed, from its terminal log: as lines that are safe to print, never as its bytes.
 */
#ifndef UI_CLI_SHOW_OUTPUT_H
#define UI_CLI_SHOW_OUTPUT_H
#include "core/record/browse.h"
#include "ui/cli/say.h"

int show_output(const struct cli *cli, const struct run_view *view, const char *child); /* the exit status */
/* "printed" and the name of the log of this child of a record's console key; nothing when it printed nothing. */
void show_log_name(const char *directory, const struct json *child, struct text *out);
#endif
