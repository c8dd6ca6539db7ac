/*
 * replay_file — a file that an operator named, written whole or not at all, and never over another one unless asked to.
 */
#ifndef UI_CLI_REPLAY_FILE_H
#define UI_CLI_REPLAY_FILE_H
#include <stdbool.h>
#include <stdio.h>

#include "core/base/error.h"

/* Zero-initialised is none. While it is written it has no name, where the file system can do that. */
struct replay_file {
	FILE *out;       /* write to it; stdout for "-" */
	int dir;
	char *name;      /* NULL: stdout */
	char *temporary; /* NULL: it has none yet */
	bool force;
};

/* REASON_MISUSE: it exists and force is false, or it is something else than a file. REASON_RECORD_NOT_SAVED. */
bool replay_file_open(const char *path, bool force, struct replay_file *ret, struct error *err) MUST_CHECK;
bool replay_file_keep(struct replay_file *f, struct error *err) MUST_CHECK; /* into its place, durable */
void replay_file_clear(struct replay_file *f); /* what was not kept is gone */
#endif
