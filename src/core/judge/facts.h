/*
 * facts — what the outside world says, as plain borrowed values that the gatherers fill in (core/run/facts.c from the
 * disk, tests by hand). The judgement is a pure function of a request and these.
 */
#ifndef CORE_JUDGE_FACTS_H
#define CORE_JUDGE_FACTS_H
#include <stdbool.h>
#include <stddef.h>

#include "core/judge/request.h"

/* What an adapter declares it can represent (ADR 0039). NULL native mode: not representable. */
struct declaration {
	const char *adapter;
	const char *native_mode[POLICY_COUNT]; /* [POLICY_ABSENT] is unused */
	bool carries_roots;
	bool interactive;                      /* may be started with its terminal as stdin (STYLE_INTERACTIVE) */
	bool starts_without_prompt;            /* interactive only: a person in its terminal says what is to be done */
	bool mutable_in_session;               /* interactive only: its own screen can change the sandbox while it runs */
	bool takes_model, takes_max_turns;
	bool max_turns_headless_only;          /* its interactive program takes no turn limit */
	const char *const *efforts;            /* NULL-terminated; NULL: takes none */
};

enum root_kind { ROOT_MISSING, ROOT_DIRECTORY, ROOT_NOT_DIRECTORY, ROOT_UNREADABLE };

/* One caller-supplied root, one entry per request.writable_roots item, in the same order. */
struct root_facts {
	const char *path;  /* given, with {workspace} expanded; not tidied */
	const char *real;  /* realpath; NULL when it does not resolve */
	enum root_kind kind;
	bool predicted;    /* the worktree does not exist yet: judged against the base commit's tree */
};

/* NEAR: not this request itself, but what stands next to it: the same program's sandbox around a plain command, another
   topology or style; attested_how says what it was. */
enum attested { ATTESTED_NOT, ATTESTED_NEAR, ATTESTED_ENFORCES, ATTESTED_CONTRADICTED };

struct facts {
	bool launching;                  /* false: a preview, which may be wrong by launch time */

	const struct declaration *adapter; /* NULL: request.adapter is unknown */
	const char *known_adapters;      /* "codex, claude-code, …" for the sentence */
	const char *program;             /* the adapter's program as named */
	const char *program_path;        /* where it was found; NULL: not on PATH */
	const char *install_hint;        /* NULL: none */
	enum attested attested;          /* for this program, mode and machine */
	const char *attested_how;        /* when and how, or why nothing that is there counts; NULL: nothing to say */

	const char *workspace_root;      /* realpath; of a worktree to be made: where it will be. NULL when unavailable */
	const char *active_root;         /* realpath; the picked subdirectory, else workspace_root */
	const char *unavailable;         /* NULL, or the complete sentence why this topology cannot be served here */
	const char *temporary_reach;     /* NULL, or the complete sentence which place lies under which temporary directory */
	bool has_repository;
	const char *gitdir, *common_dir; /* realpaths; NULL without a repository. gitdir of a worktree to be made: predicted */

	size_t n_roots;
	const struct root_facts *roots;

	const char *private_tmp;         /* the run's private temporary directory; NULL: none known yet */
	size_t argument_limit_bytes;     /* longest single argument the kernel takes, without the NUL */
};
#endif
