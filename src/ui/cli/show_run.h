/*
 * show_run — one run's record in words.
 */
#ifndef UI_CLI_SHOW_RUN_H
#define UI_CLI_SHOW_RUN_H
#include "core/record/browse.h"
#include "ui/cli/say.h"

void show_run(const struct cli *cli, const char *run_id, const char *directory, const struct run_view *view, struct text *out);
/* What each child answered, as the transcript has it; nothing for children without an answer. Sanitized. */
void show_answers(const struct cli *cli, const struct json *events, struct text *out);
void show_event(const struct json *event, struct text *out); /* one line of the transcript, sanitized */
#endif
