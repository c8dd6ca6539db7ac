/*
 * replay_export — a recorded terminal as an asciicast.
 */
#ifndef UI_CLI_REPLAY_EXPORT_H
#define UI_CLI_REPLAY_EXPORT_H
#include "core/replay/recording.h"
#include "ui/cli/say.h"

/* idle_ms 0: no limit. Returns the exit status; sentences are said. A damaged log is not exported. */
int replay_export(const struct cli *cli, const struct run_view *v, struct recording *r, uint64_t idle_ms);
#endif
