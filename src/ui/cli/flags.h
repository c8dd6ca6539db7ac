/*
 * flags — every flag of every command, once: identifier, name, and the word for its value (NULL: it takes none). What a
 * flag means is said where a command uses it, in command.c.
 */
#ifndef UI_CLI_FLAGS_H
#define UI_CLI_FLAGS_H

#define FLAGS(X)                                                  \
	X(REPOSITORY, "--repository", "PATH")                     \
	X(TOPOLOGY, "--topology", "shared|worktree")              \
	X(MODE, "--mode", "read-only|workspace-write")            \
	X(WRITABLE_ROOT, "--writable-root", "PATH")               \
	X(GIT_WRITE, "--git-write", "none|shared-repository")     \
	X(ADAPTER, "--adapter", "ID")                             \
	X(MODEL, "--model", "MODEL")                              \
	X(EFFORT, "--effort", "WORD")                             \
	X(TIMEOUT, "--timeout", "SECONDS")                        \
	X(MAX_TURNS, "--max-turns", "N")                          \
	X(STYLE, "--style", "headless|interactive")               \
	X(CHILDREN, "--count", "N")                               \
	X(LABEL, "--label", "TEXT")                               \
	X(REQUEST, "--request", "FILE|-")                         \
	X(DETACH, "--detach", NULL)                               \
	X(OUTCOME, "--outcome", "WORD")                           \
	X(RECORDS, "--records", "DIRECTORY")                      \
	X(LIMIT, "--limit", "N")                                  \
	X(FILTER, "--filter", "TEXT")                             \
	X(FORMAT, "--format", "jsonl|csv|markdown")               \
	X(ALL, "--all", NULL)                                     \
	X(TRANSCRIPT, "--transcript", NULL)                       \
	X(OUTPUT, "--output", "CHILD")                            \
	X(DISCARD_IGNORED, "--discard-ignored", NULL)             \
	X(DISCARD_UNREACHABLE, "--discard-unreachable", NULL)     \
	X(KEEP_BRANCH, "--keep-branch", NULL)                     \
	X(KEEP, "--keep", NULL)                                   \
	X(OLDER_THAN, "--older-than", "DAYS")                     \
	X(KEEP_NEWEST, "--keep", "N")                             \
	X(DRY_RUN, "--dry-run", NULL)                             \
	X(SPEED, "--speed", "0.5|1|2|4|8|16")                     \
	X(IDLE_LIMIT, "--idle-limit", "SECONDS")                  \
	X(EXPORT, "--export", "FILE|-")                           \
	X(FORCE, "--force", NULL)                                 \
	X(WAY, "--path", "sandbox|exec")                          \
	X(SPEND_TOKENS, "--spend-tokens", NULL)                   \
	X(NO_ATTEST, "--no-attest", NULL)                         \
	X(JSON, "--json", NULL)                                   \
	X(HELP, "--help", NULL)

#define X(id, name, value) FLAG_##id,
enum flag { FLAGS(X) FLAG_COUNT };
#undef X

const char *flag_name(enum flag flag);
const char *flag_value(enum flag flag); /* NULL: it takes none */
#endif
