/*
 * error — every way this program can say no.
 *
 * A function that can fail returns bool and takes struct error *err last: untouched on success, filled with a
 * reason the code may branch on and one complete sentence for the operator on failure. err may not be NULL.
 * Slugs go into records and documents and are never changed or reused (tests/spec/base/spec_error.c keeps them).
 */
#ifndef CORE_BASE_ERROR_H
#define CORE_BASE_ERROR_H
#include <stdbool.h>

#include "core/base/owned.h"

/* Exit statuses of the program; one class per reason. */
enum exit_status { EXIT_YES = 0, EXIT_RUN_FAILED = 1, EXIT_MISUSE = 2, EXIT_REFUSED = 3, EXIT_MACHINE = 4 };

/* id, slug, exit status, meaning, how to go on */
#define REASONS(X)                                                                                                      \
	X(NONE, "none", EXIT_YES, "nothing was refused", "go on")                                                       \
	X(NO_PROJECTION, "no_projection", EXIT_REFUSED,                                                                 \
	  "the adapter declares that it cannot carry a filesystem policy",                                              \
	  "choose an adapter that declares one, or leave the policy out")                                               \
	X(MODE_UNREPRESENTABLE, "mode_unrepresentable", EXIT_REFUSED,                                                   \
	  "the adapter cannot represent this mode", "choose a mode the adapter declares")                               \
	X(WRITABLE_ROOTS_UNREPRESENTABLE, "writable_roots_unrepresentable", EXIT_REFUSED,                               \
	  "the adapter cannot carry writable roots", "drop the roots and the grant, or choose another adapter")         \
	X(WRITABLE_ROOT_INVALID, "writable_root_invalid", EXIT_REFUSED,                                                 \
	  "a writable root is not an absolute, real, existing directory", "name the real directory")                    \
	X(WORKSPACE_REQUIRED, "workspace_required", EXIT_REFUSED,                                                       \
	  "writable roots need an isolated workspace to be contained in", "choose the worktree topology")               \
	X(WRITABLE_ROOT_ESCAPES_WORKSPACE, "writable_root_escapes_workspace", EXIT_REFUSED,                             \
	  "a writable root lies outside the workspace", "name a directory inside the workspace")                        \
	X(WORKSPACE_UNAVAILABLE, "workspace_unavailable", EXIT_REFUSED,                                                 \
	  "the workspace cannot be made or used safely", "choose another repository, topology or place")                \
	X(REQUEST_INVALID, "request_invalid", EXIT_REFUSED, "the request itself is not well formed",                    \
	  "correct the value that is named")                                                                            \
	X(GRANT_WITHOUT_POLICY, "grant_without_policy", EXIT_REFUSED,                                                   \
	  "a Git write grant has no filesystem policy to travel in", "choose a mode, or drop the grant")                \
	X(GIT_GRANT_UNAVAILABLE, "git_grant_unavailable", EXIT_REFUSED,                                                 \
	  "a Git write grant needs an isolated workspace with a repository",                                            \
	  "choose the worktree topology in a repository, or drop the grant")                                            \
	X(GRANT_INERT, "grant_inert", EXIT_REFUSED,                                                                     \
	  "read-only makes writable roots and a grant meaningless", "choose workspace-write, or drop them")             \
	X(EFFORT_UNSUPPORTED, "effort_unsupported", EXIT_REFUSED, "the adapter does not list this effort",              \
	  "choose one of the values the adapter lists")                                                                 \
	X(ADAPTER_MISSING, "adapter_missing", EXIT_REFUSED, "the adapter's program is not on PATH",                     \
	  "install it, or choose another adapter")                                                                      \
	X(PROJECTION_CONTRADICTED, "projection_contradicted", EXIT_REFUSED,                                             \
	  "the sandbox was observed not to enforce what is declared", "do not rely on this program version here")       \
	X(MISUSE, "misuse", EXIT_MISUSE, "the command line is not understood", "see --help")                            \
	X(NOT_FOUND, "not_found", EXIT_MISUSE, "nothing of that name is recorded", "list what there is")                \
	X(CHILD_NOT_STARTED, "child_not_started", EXIT_MACHINE, "the child program could not be started",               \
	  "see which step failed and why")                                                                              \
	X(CHILD_FAILED, "child_failed", EXIT_RUN_FAILED, "a child ended without success", "read its terminal")          \
	X(CHILD_TIMEOUT, "child_timeout", EXIT_RUN_FAILED, "a child ran longer than it was allowed to",                 \
	  "allow more time with --timeout")                                                                             \
	X(CHILD_STOPPED, "child_stopped", EXIT_RUN_FAILED, "a child was stopped by the operator", "launch again")       \
	X(RUN_LOST, "run_lost", EXIT_RUN_FAILED, "the run's supervisor died before the run was sealed",                 \
	  "look at the terminal log, then release the workspace")                                                       \
	X(WORKSPACE_NOT_RELEASED, "workspace_not_released", EXIT_RUN_FAILED,                                            \
	  "the workspace holds something that would be lost", "commit, move or discard what is named")                  \
	X(WORKSPACE_CHANGED, "workspace_changed", EXIT_RUN_FAILED,                                                      \
	  "a directory is not the one that was recorded", "look at it; nothing was removed")                            \
	X(RECORD_DAMAGED, "record_damaged", EXIT_RUN_FAILED, "a record does not hold what it must",                     \
	  "see docs/records.md for what is implied")                                                                    \
	X(RECORD_NOT_SAVED, "record_not_saved", EXIT_MACHINE, "a record could not be written durably",                  \
	  "make room or permission, then try again")                                                                    \
	X(REPOSITORY_UNREADABLE, "repository_unreadable", EXIT_MACHINE, "the repository could not be read",             \
	  "see the sentence")                                                                                           \
	X(SUPERVISOR_FAILED, "supervisor_failed", EXIT_MACHINE, "the supervisor could not be started or reached",       \
	  "see the sentence")                                                                                           \
	X(SYSTEM, "system", EXIT_MACHINE, "the machine refused a system call", "see the sentence")

#define X(id, slug, status, meaning, way) REASON_##id,
enum reason { REASONS(X) REASON_COUNT };
#undef X

#define ERROR_TEXT_BYTES 1024

struct error {
	enum reason reason;
	int sys;                      /* errno of the failing call, 0 when no call failed */
	char text[ERROR_TEXT_BYTES];  /* one complete sentence, no newline; cut with an ellipsis when longer */
};

/* Fill *err and return false, so that a refusal is one line: return error_set(err, REASON_..., "..."). */
bool error_set(struct error *err, enum reason why, const char *fmt, ...) PRINTF(3, 4);
/* The same after a failed system call: keeps errno and ends the sentence with its text. */
bool error_set_sys(struct error *err, enum reason why, const char *fmt, ...) PRINTF(3, 4);
/* Put outer context in front of err->text ("context: text"), keep its reason, return false. */
bool error_wrap(struct error *err, const char *fmt, ...) PRINTF(2, 3);

const char *reason_slug(enum reason reason);
const char *reason_meaning(enum reason reason);
const char *reason_way_on(enum reason reason);
enum exit_status reason_exit(enum reason reason);
bool reason_from_slug(const char *slug, enum reason *ret_reason); /* false: no such slug, *ret_reason untouched */
#endif
