/*
 * run_record — everything known of one run, as plain values: the supervisor fills it as the run goes on, the writers
 * (manifest, transcript, proof, ledger) read it. Strings and lists are owned; borrowed things say so.
 */
#ifndef CORE_RECORD_RUN_RECORD_H
#define CORE_RECORD_RUN_RECORD_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/json.h"
#include "core/base/strlist.h"
#include "core/judge/observation.h"
#include "core/judge/request.h"
#include "core/judge/verdict.h"
#include "core/workspace/snapshot.h"
#include "core/workspace/workspace.h"

enum outcome { OUTCOME_RUNNING, OUTCOME_DONE, OUTCOME_FAILED, OUTCOME_STOPPED, OUTCOME_REFUSED, OUTCOME_LOST, OUTCOME_COUNT };
const char *outcome_says(enum outcome o); /* in a sentence, behind the run: "failed", "was refused" */
const char *outcome_word(enum outcome o); /* running done failed stopped refused lost */
bool outcome_from_word(const char *word, enum outcome *ret);

/* The ledger's last line when the run was sealed. known and seq 0: the ledger had none. */
struct ledger_anchor { bool known; int64_t seq; char sha256[65]; };

struct record_unknown { char *code, *message, *child; }; /* child NULL: of the whole run */

/* The state of the repository as the peer's proof shows it ("repository.before" and ".after"). */
struct repository_state {
	bool known;
	char *cwd, *root, *branch, *head; /* root, branch and head NULL: none */
	struct strlist dirty;             /* unquoted; at most 500 in a record */
	bool dirty_known, dirty_truncated;
};

enum child_state { CHILD_WAITING, CHILD_RUNNING, CHILD_SUCCEEDED, CHILD_FAILED, CHILD_STATE_COUNT };
const char *child_state_word(enum child_state s); /* waiting running succeeded failed */
bool child_state_from_word(const char *word, enum child_state *ret);

/* What a process wrote into a file, and what the file was when it had. */
struct written_file { char sha256[65]; uint64_t device, inode, bytes, changed_ns; };

struct child_record {
	char id[8];                /* a1, a2, … */
	char *label;               /* NULL: the id */
	enum child_state state;
	struct strlist argv;       /* as launched */
	uint64_t started_ms, ended_ms; /* wall; 0: not yet */
	int64_t pid;               /* 0: none */
	int exit_status, signal;   /* -1 and the signal, or the status and 0 */
	bool timed_out, stopped, killed;
	char *result;              /* the child's answer; NULL: none */
	char *error;               /* one sentence; NULL: succeeded or unfinished */
	char *session_id;          /* NULL: not reported */
	bool cost_known;
	double cost_usd;
	struct strlist survivors;
	int swept;
	uint64_t output_bytes, output_kept;
	bool log_written; /* both of these are known: this process wrote the terminal log */
	struct written_file output_written, timing_written;
	char output_sha256[65], timing_sha256[65]; /* of the terminal log, filled by proof_seal(); "": there is none */
	char last_message_sha256[65];              /* the same of children/<id>.last-message.txt */
	struct observation observation; /* with a policy: what the vendor recorded as in force */
};

struct custody; /* custody.h */

struct run_record {
	char run_id[201];
	char *name;                /* shown in lists: label, else adapter */
	enum outcome outcome;
	enum reason reason;        /* why refused or failed; REASON_NONE */
	char *message;             /* the sentence for it; NULL */
	uint64_t started_ms, ended_ms;
	char *coordination_root, *directory; /* absolute; directory is the run's record directory */

	struct request request;    /* a copy, repository made absolute */
	struct verdict verdict;    /* as judged at launch */
	struct binding *binding;   /* owned; NULL when refused before binding */
	struct json *workspace_request; /* owned; as store_workspace_request() wrote it, NULL for a shared run: the binding's
	                                   digest and writable root come from it */
	struct attestation attestation; /* at the end; zero: not taken */
	bool attested;             /* attestation holds something */
	char *private_tmp;         /* NULL: none */

	char *adapter_title, *program_path, *program_version, *program_digest; /* NULL: not known */
	char *basis, *basis_observation; /* "none", "declared", "attested", "contradicted"; observation NULL without one */
	char *attestation_sha256;  /* of what basis rests on, or stands next to it; NULL: none */
	struct json *sandbox_attestation; /* owned; what it says of this run's projection, as sandbox_attestation_cite(); NULL: none */
	struct repository_state before, after;
	bool audit_known;
	struct snapshot_difference audit;
	struct ledger_anchor anchor;
	struct custody *custody;   /* owned; NULL: what was written before is not known */
	bool record_within_reach;  /* the record lay where a child could write */
	struct record_unknown *unknowns;
	size_t n_unknowns;

	size_t n_children;
	struct child_record children[REQUEST_CHILDREN_MAX];
};

#define RECORD_UNKNOWNS_MAX 200 /* later ones are dropped: a record is bounded */

void run_record_clear(struct run_record *r);
/* Of all children: contradicted beats unknown beats matched; none without a policy, or when no child ran. */
enum observed run_record_observed(const struct run_record *r);
bool run_record_has_unknown(const struct run_record *r, const char *code);
void run_record_unknown(struct run_record *r, const char *code, const char *message, const char *child);
void repository_state_clear(struct repository_state *s);
#endif
