/*
 * hook — a program of the operator's, run without a shell for something that happened: never waited for, ended when it
 * takes too long. Its input and output are /dev/null.
 */
#ifndef UI_TUI_HOOK_H
#define UI_TUI_HOOK_H
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/base/error.h"

#define HOOK_LIMIT_MS 10000

struct hook { pid_t pid; int fd; /* poll for POLLIN; -1: idle */ uint64_t deadline_ms; };
#define HOOK_IDLE { .fd = -1 }

bool hook_start(struct hook *h, const char *path, char *const *argv, uint64_t now_ms, struct error *err) MUST_CHECK;
/* Call when fd is readable or the deadline passed. false: it goes on. When it ended badly err->reason is set. */
bool hook_over(struct hook *h, const char *path, uint64_t now_ms, struct error *err);
void hook_leave(struct hook *h); /* lets it go on: it ends by its own alarm when it takes too long */
#endif
