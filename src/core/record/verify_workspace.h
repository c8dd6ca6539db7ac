/*
 * verify_workspace — the parts of verification that concern an isolated workspace, and files whose digests the proof has;
 * inner to verify.c.
 */
#ifndef CORE_RECORD_VERIFY_WORKSPACE_H
#define CORE_RECORD_VERIFY_WORKSPACE_H
#include "core/record/browse.h"

struct checking {
	const struct run_view *view;
	int dir;                /* of the record; borrowed */
	struct verification *v; /* borrowed */
};

struct ledger_known;
struct known_line;
/* All of one record; line NULL: the ledger has none of it. */
void verify_record(struct checking *c, const struct ledger_known *known, const struct known_line *line);
/* REASON_NOT_FOUND, or REASON_RECORD_DAMAGED where something else stands in its place. */
bool verify_open(const char *directory, struct run_view *ret_view, int *ret_dir, struct error *err) MUST_CHECK;
/* A run whose record cannot be opened. true: it was pruned, which is no finding. */
bool verify_gone(const char *state, const struct known_line *line, const struct error *why, struct verification *v);
void verify_finding(struct verification *v, const char *fmt, ...) PRINTF(2, 3);
/* Binding in run.json, proof.json and binding.json; workspace request; claim; the chain of events. */
void verify_workspace(struct checking *c);
/* The lines of events.jsonl: one finding where the chain first breaks, else one line of checked. Needs c->v alone. */
void verify_events(struct checking *c, const char *bytes, size_t len);
void verify_terminals(struct checking *c); /* verify_files.c */
/* One child's log alone, against the proof; v->holds is to be true before. false: the record cannot be opened, or its
   proof says nothing of this child. */
bool verify_terminal(const struct run_view *view, const char *child, struct verification *v, struct error *err) MUST_CHECK;
/* run.json, request.json and workspace-request.json against the proof; last, it says nothing of a file that was named. */
void verify_frozen(struct checking *c);
#endif
