/*
 * adapter — one vendor CLI as data plus at most two small functions. No state, no fds, no globals. A user-defined
 * adapter is the same struct filled from JSON (adapters/user_defined.c), so it can do nothing a built-in one cannot.
 */
#ifndef CORE_ADAPTER_ADAPTER_H
#define CORE_ADAPTER_ADAPTER_H
#include <stdbool.h>
#include <stddef.h>

#include "core/base/error.h"
#include "core/base/strlist.h"
#include "core/judge/facts.h"
#include "core/judge/observation.h"
#include "core/judge/verdict.h"

struct adapter;

/* Everything an argv may depend on. All borrowed. */
struct invocation {
	const struct request *request;
	size_t child;                        /* index into request->children */
	const struct projection *projection; /* applied false: the plain invocation, byte for byte */
	const char *active_root;             /* the child's working directory */
	const char *workspace_root;
	const char *source_root;             /* the operator's repository the worktree was made from; NULL without one */
	const char *main_root;               /* main checkout of the repository; NULL without one */
	const char *private_tmp;             /* with a policy: this run's own temporary directory; NULL without */
	const struct strlist *open;          /* what the adapter's question found open and is to be closed; NULL: not asked */
	const char *last_message_path;       /* fresh file name for adapters that write their last message to one */
};

/* How a child of this adapter ended, for the adapter's own success rule. */
struct child_end {
	bool started, timed_out, stopped, killed; /* killed: it took a signal of ours to end it */
	int exit_status;                     /* -1: ended by a signal */
	int signal;                          /* 0: exited */
	const char *last_message;            /* NUL-terminated content of last_message_path; NULL: missing */
	const char *output;                  /* the tail of what it printed, as raw bytes; NUL-terminated */
	size_t output_len;
	const char *head;                    /* the beginning of what it printed; NULL: it was not kept */
	size_t head_len;
	enum style style;                    /* interactive: only what ended it is known, never that a task was done */
};

struct child_result {
	bool succeeded;
	char *text;       /* owned; the child's answer; NULL: none */
	char *why;        /* owned; one sentence why it did not succeed; NULL when it did */
	char *session_id; /* owned; NULL: not reported */
	bool cost_known;
	double cost_usd;
};

/* What an adapter cannot close or know under a policy: recorded in the proof by name, shown on the screen. */
struct adapter_unknown {
	const char *code, *message;
	bool with_grant; /* only where the grant was given */
	enum style style; /* only in this style; STYLE_DEFAULT: in either */
};
/* Does it hold for this projection in this style? STYLE_DEFAULT is headless. */
bool adapter_unknown_holds(const struct adapter_unknown *u, const struct projection *p, enum style style);

/*
 * Where the vendor itself writes down the policy in force. The run layer finds and reads the file; an adapter only reads
 * its bytes: HOME/<directory>/<year>/<month>/<day>/<prefix>…-<session id><suffix>, HOME being the directory that the
 * variable names in the child's environment, else <home_default> in its home directory.
 */
struct vendor_record { const char *home_variable, *home_default, *directory, *prefix, *suffix; };

/*
 * Something of the user's that only the vendor's program can list and the command line can close. The run layer asks
 * before the first child of a run with a policy, and again with it closed: then nothing may be open.
 */
struct vendor_question {
	const char *unknown;                 /* code of the unknown that holds unless it was answered */
	const char *const *words;            /* behind the program; ends with NULL; starts nothing and changes nothing */
	bool (*read)(const char *answer, size_t len, struct strlist *ret_open); /* false: not understood */
	void (*close)(const struct strlist *open, struct strlist *argv);        /* appends the words that close them */
};

/*
 * How to read what this vendor's own title or screen says about itself. Asked last, when the child said nothing by a
 * notice, the bell or a prompt mark; a row holds for the versions it was seen in, and a row that is wrong only misleads
 * about who is waiting.
 */
enum sign_place { SIGN_TITLE_BEGINS, SIGN_TITLE_HAS, SIGN_SCREEN_HAS /* looked for once a child has grown quiet */ };
struct adapter_sign {
	enum sign_place place;
	const char *needle;                  /* UTF-8; NULL ends the table */
	bool wants_you;                      /* else: it works */
	const char *words;                   /* what to tell the operator: "asks for approval" */
};

struct adapter {
	const char *id, *title;              /* id: ^[a-z][a-z0-9-]{0,31}$ */
	const char *program;                 /* looked up on PATH */
	const char *install_hint, *login_hint; /* NULL: none */
	const char *version_flag;            /* "--version"; NULL: the program has none */
	const char *const *starts;           /* where its vendor puts what a starter script starts: the places of
	                                        core/record/program_seen.h; NULL: not known */
	struct declaration declares;
	enum style default_style;            /* in the console; the commands default to headless */
	bool writes_last_message;            /* takes last_message_path */
	bool stop_with_term_only;            /* never SIGINT (it leaves litter or a false success) */
	const char *const *env_keep;         /* NULL-terminated names that survive the removal of CLAUDE*, CODEX*, CURSOR* */
	const struct adapter_unknown *unknowns; /* ends with code NULL; with a policy only; NULL: none */
	size_t n_unknowns;
	bool (*render)(const struct adapter *self, const struct invocation *in, struct strlist *ret_argv, struct error *err);
	void (*result)(const struct adapter *self, const struct child_end *end, struct child_result *ret);
	const struct vendor_record *record;  /* NULL: the vendor keeps none, or none that is known */
	/* With a record: its next statement at or behind *at, which moves behind it; false: no more. Does not judge it. */
	bool (*observe)(const char *record, size_t len, size_t *at, struct observation *ret);
	const struct vendor_question *question; /* NULL: nothing to ask */
	bool plain_command;                  /* no agent: a shell, which waits at its own prompt for nobody */
	const struct adapter *sandbox;       /* the same program's sandbox around a plain command, as an adapter; NULL: none */
	const struct adapter_sign *signs;    /* the first that is found holds; NULL: none are known */
	const void *definition;              /* user-defined: the parsed definition; NULL for built-ins */
	const char *defined_in;              /* user-defined: the file it came from; NULL for built-ins */
};

struct adapter_set {
	const struct adapter *const *items; /* display order */
	size_t count;
};

const struct adapter *adapter_find(const struct adapter_set *set, const char *id); /* NULL: unknown */
void adapter_names(const struct adapter_set *set, struct text *out);                /* "codex, claude-code, …" */
void child_result_clear(struct child_result *r);

/* The environment a child gets: the parent's without CLAUDE*, CODEX*, CURSOR* (except env_keep), GIT_*, LD_*, LINES,
   COLUMNS, TMUX*, STY, WINDOWID, and with a policy without TMPDIR; plus HARNERY_WORKFLOW_CHILD/RUN_ID/AGENT_ID,
   TERM=xterm-256color, COLORTERM=truecolor, and with a policy TMPDIR=private_tmp. Values are never recorded. */
void adapter_environment(const struct adapter *adapter, const struct strlist *parent, const char *run_id, const char *child_id,
			 const char *private_tmp, struct strlist *ret_env);
#endif
