/*
 * verdict — request and facts in, accepted or refused out. Pure: links nothing that can open a file.
 *
 * The rows are design.md section 3, in the order of verdict.c's table; the first that applies decides. The preview,
 * the matrix and the launch call this same function.
 */
#ifndef CORE_JUDGE_VERDICT_H
#define CORE_JUDGE_VERDICT_H
#include <stdbool.h>

#include "core/base/error.h"
#include "core/base/strlist.h"
#include "core/base/text.h"
#include "core/judge/facts.h"
#include "core/judge/request.h"

/* A policy and a resolved grant, ready for an adapter to render. */
struct projection {
	bool applied;                  /* false: no policy, nothing below holds */
	enum policy_mode mode;
	const char *native_mode;       /* borrowed from the declaration */
	enum git_write git_write;
	struct strlist writable_roots; /* recorded: the caller's roots (tidied), then the grant's, without duplicates */
	struct strlist rendered_roots; /* handed to the vendor: the same without what the mode makes writable by itself
	                                  and without a root beneath another of the caller's roots */
	struct strlist granted_roots;  /* the grant's part: gitdir then common dir, one where they coincide */
};

struct verdict {
	bool accepted;
	enum reason reason;            /* REASON_NONE when accepted */
	char *message;                 /* owned; a complete sentence: what was accepted, or what was refused and the way on */
	char *note;                    /* owned; NULL, or what must be said although accepted (program not on PATH) */
	struct projection projection;
	struct strlist effective;      /* every directory the child will be able to write, what the vendor adds included;
	                                  empty with a read-only policy; a single "/" stands for "whatever you may" without policy */
	bool commits;                  /* can the child commit? with a policy: only with the grant */
	bool mutable_in_session;       /* with a policy: the child's own screen can change its sandbox while it runs */
};

/* The code of the unknown that goes with mutable_in_session, on every screen and in every record. */
#define UNKNOWN_MUTABLE_IN_SESSION "projection_mutable_in_session"

/* One row of the table: what it looks for, in the words of docs/refusals.md, and the function that looks. */
struct verdict_row {
	enum reason reason;
	const char *request;           /* what was asked for: "grant without a policy" */
	const char *meaning;           /* why that is refused */
	const char *way_on;            /* how to go on */
	/* True: the row applies; *why gets the complete sentence, which names the offending value and the way on. */
	bool (*applies)(const struct request *request, const struct facts *facts, struct text *why);
};
const struct verdict_row *verdict_rows(size_t *ret_count); /* in the order in which they are tried; static */

void verdict_judge(const struct request *request, const struct facts *facts, struct verdict *ret);
void verdict_clear(struct verdict *v);
void projection_clear(struct projection *p);
#endif
