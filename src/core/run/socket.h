/*
 * socket — a run's Unix socket: <runtime>/<run-id>.sock, 0600 in a 0700 directory, the peer's uid checked on both ends.
 * Addressed through /proc/self/fd, so that a long directory name does not matter.
 */
#ifndef CORE_RUN_SOCKET_H
#define CORE_RUN_SOCKET_H
#include <stdbool.h>

#include "core/base/error.h"

bool socket_listen(const char *runtime, const char *run_id, int *ret_fd, struct error *err) MUST_CHECK;
void socket_remove(const char *runtime, const char *run_id);
bool socket_connect(const char *runtime, const char *run_id, int *ret_fd, struct error *err) MUST_CHECK; /* REASON_SUPERVISOR_FAILED */
int socket_accept(int listener); /* non-blocking fd of a peer with our uid; -1: none, or not ours (closed) */
#endif
