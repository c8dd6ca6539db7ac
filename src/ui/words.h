/*
 * words — the sentences and short words that both faces use, so that the screen and the commands never call the same
 * thing by two names. Values of records and repositories come out sanitized where a function says so.
 */
#ifndef UI_WORDS_H
#define UI_WORDS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/strlist.h"
#include "core/base/text.h"
#include "core/judge/verdict.h"
#include "core/record/browse.h"
#include "core/workspace/workspace.h"

/* Numbers and times; each appends. Wall clock in milliseconds, shown in local time. */
void words_duration(struct text *out, uint64_t ms);                     /* "0:03" "2:31" "1:02:31" "3 d 4:05" */
void words_when(struct text *out, uint64_t then_ms, uint64_t now_ms);   /* "14:02" "yesterday" "Sat 28" "28 Nov" "2025-11-28"; "-" for 0 */
void words_moment(struct text *out, uint64_t then_ms);                  /* "2026-11-30 14:02:33"; "-" for 0 */
void words_age(struct text *out, uint64_t then_ms, uint64_t now_ms);    /* "just now" "4 min ago" "3 h ago" "2 days ago" */
void words_bytes(struct text *out, uint64_t bytes);                     /* "812 B" "4.1 KiB" "12 MiB" */
void words_count(struct text *out, size_t n, const char *one, const char *many); /* "1 child" "3 children" */
/* Owned: sanitized, begins with a capital letter where it begins with a plain word, ends with a full stop. */
char *words_sentence(const char *text);

/* What follows from a choice, one line each; static. */
const char *words_git_write(enum git_write g);

/* Short words for columns; static. "?" where the record does not say, "-" where there is nothing to say. */
const char *words_topology_cell(const struct run_row *row);
const char *words_mode_cell(const struct run_row *row);   /* "write" "read" "-" */
const char *words_grant_cell(const struct run_row *row);  /* "none" "used" "unused" "granted" */
bool words_reason_adds(const struct run_row *row); /* "stopped child_stopped" would say one thing twice */
void words_outcome_cell(struct text *out, const struct run_row *row); /* "done" "failed" "refused no_projection"; appends, sanitized */

/* How a child ended: one wording wherever it is shown. recorded: the record says so, as that of a live run does not yet;
   exit_status -1: none; signal 0: none. */
struct ending { bool recorded; enum child_state state; bool timed_out, stopped, killed; int exit_status, signal, swept; };
void ending_read(const struct json *child, struct ending *ret); /* of a record's "console.children" */
/* "done" "stopped by the operator (TERM)" "timed out (KILL was needed)" "ended by signal 11" "failed with exit 3"; appends. */
void words_ending(struct text *out, const struct ending *e);
void words_ending_brief(struct text *out, const struct ending *e); /* "stopped" "timed out" "signal 11" "failed, exit 3" */
void words_left_behind(struct text *out, int swept); /* "3 processes that it left behind were ended"; nothing for 0 */

/* A verdict: "accepted" or "refused"; its mark, which never stands without the word. Static. */
const char *words_verdict(const struct verdict *v);
const char *words_mark(bool yes);                          /* "✔" "✘" */
/* One cell of the matrix: "plain" (no policy), "declared", "attested", "refused". Static. */
const char *words_verdict_cell(const struct verdict *v, enum attested attested);
const char *words_commits(const struct verdict *v);        /* "yes" "no" "as it and your account decide" "no repository"; static */
/* Appends one line per place the child can write, told apart: the workspace, the private temporary directory, granted
   directories. private_tmp and home may be NULL. Sanitized. */
void words_writable(const struct verdict *v, const char *workspace_root, const char *private_tmp, const char *home,
		    struct strlist *ret_lines);

/* "a1: matched, its vendor recorded the policy that was rendered", "a1: contradicted. WHY"; state is the record's word
   ("matched", "contradicted", "unknown"), id and why may be NULL. Appends, sanitized. */
void words_observed(struct text *out, const char *id, const char *state, const char *why);

/* What a proof's "console.adapter" says of the attestation it cites, one call a line: what was tried and how it ended, of which
   program, what that starts, and the digest. Only what is recorded; older records have the digest alone. Raw. */
void words_attested(const struct json *adapter, void (*line)(void *self, const char *label, const char *words), void *self);

/* The cost of the grant: what is shared and what the child can do with it, one line each, sanitized. facts NULL: not
   counted yet, and then no number is claimed. The first line says what the lines after it list. */
void words_grant_cost(const struct layout *layout, const struct repository_facts *facts, const char *home, struct strlist *ret_lines);
const char *words_grant_half(void);  /* why half of it is not offered */
const char *words_grant_after(void); /* what is compared afterwards */
#endif
