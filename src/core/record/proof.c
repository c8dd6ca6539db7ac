/*
 * proof — proof.json: the bounded, immutable terminal record of a run, written for success, failure, refusal and loss
 * alike. sandbox_projection is its statement of what was permitted; it is absent when no policy was applied.
 */
#include <string.h>

#include "core/base/mem.h"
#include "core/host/file.h"
#include "core/record/anchor.h"
#include "core/record/budget.h"
#include "core/record/console.h"
#include "core/record/custody.h"
#include "core/record/harnery.h"
#include "core/record/proof_execution.h"
#include "core/record/record_files.h"
#include "core/record/record_read.h"
#include "core/record/repository_json.h"
#include "core/record/workspace_request.h"
#include "core/record/writers.h"

#define LABEL_UNITS 200

/* What one sealing works from: the record, and manifest and transcript as they lie on the disk. */
struct sealing {
	const struct run_record *r;
	const struct json *frozen_binding; /* of run.json; NULL: it has none */
	const struct json *frozen_files;   /* name to digest */
	bool transcript_known;
	char transcript_sha256[DIGEST_HEX_BYTES];
	size_t transcript_bytes;
};

static int64_t duration(uint64_t from_ms, uint64_t to_ms)
{
	return from_ms && to_ms > from_ms ? (int64_t)(to_ms - from_ms) : 0;
}

/* The answer of a run is the answer of its only child; several children have one each. */
static void set_result(struct json *o, const struct run_record *r)
{
	if (r->outcome == OUTCOME_DONE && r->n_children == 1 && r->children[0].result)
		json_set(o, "result", harnery_text_digest(r->children[0].result));
}

static struct json *print_run(const struct run_record *r)
{
	struct json *o = json_new_object();
	OWNED_MEM char *name = harnery_clip(r->name && *r->name ? r->name : "run", HARNERY_NAME_UNITS);
	OWNED_MEM char *error = harnery_clip(r->message ? r->message : reason_meaning(r->reason), HARNERY_ERROR_UNITS);
	uint64_t started_ms = r->started_ms ? r->started_ms : 1, ended_ms = r->ended_ms ? r->ended_ms : started_ms;

	json_set_string(o, "id", r->run_id);
	json_set_string(o, "name", name);
	json_set_string(o, "status", r->outcome == OUTCOME_DONE ? "succeeded" : "failed");
	json_set(o, "started_at", harnery_time(started_ms));
	json_set(o, "ended_at", harnery_time(ended_ms));
	json_set_int(o, "duration_ms", duration(started_ms, ended_ms));
	if (r->outcome != OUTCOME_DONE)
		json_set_string(o, "error", error);
	set_result(o, r);
	return o;
}

static struct json *print_acceptance(void)
{
	static const char *const counts[] = { "satisfied", "unsatisfied", "unknown", "total" };
	struct json *o = json_new_object(), *summary = json_new_object();

	for (size_t i = 0; i < COUNT_OF(counts); i++)
		json_set_int(summary, counts[i], 0);
	json_set(o, "criteria", json_new_array());
	json_set(o, "summary", summary);
	return o;
}

static struct json *print_agent(const struct run_record *r, const struct child_record *c)
{
	struct json *o = json_new_object();
	OWNED_MEM char *label = harnery_clip(c->label ? c->label : c->id, LABEL_UNITS);
	OWNED_MEM char *session = c->session_id ? harnery_clip(c->session_id, HARNERY_SESSION_UNITS) : NULL;
	const char *why = c->error ? c->error : "its end was not seen";
	OWNED_MEM char *error = harnery_clip(why, HARNERY_ERROR_UNITS);
	bool succeeded = c->state == CHILD_SUCCEEDED;

	json_set_string(o, "id", c->id);
	json_set_string(o, "label", label);
	json_set_string(o, "adapter", r->request.adapter ? r->request.adapter : "unknown");
	if (r->request.model)
		json_set_string(o, "model", r->request.model);
	json_set_string(o, "status", succeeded ? "succeeded" : "failed");
	json_set_int(o, "attempts", 1);
	json_set_int(o, "duration_ms", duration(c->started_ms, c->ended_ms));
	if (c->cost_known)
		json_set(o, "cost_usd", json_new_double(c->cost_usd));
	if (session)
		json_set_string(o, "session_id", session);
	if (succeeded)
		json_set(o, "result", harnery_text_digest(c->result ? c->result : ""));
	else
		json_set_string(o, "error", error);
	return o;
}

/* A child that was never started is no agent; the console key has it as waiting. */
static struct json *print_agents(const struct run_record *r)
{
	struct json *array = json_new_array();

	for (size_t i = 0; i < r->n_children; i++) {
		if (r->children[i].state != CHILD_WAITING)
			json_add(array, print_agent(r, &r->children[i]));
	}
	return array;
}

static struct json *print_observed(const struct run_record *r)
{
	struct json *o = json_new_object();
	int64_t results = 0, sessions = 0, costs = 0;

	for (size_t i = 0; i < r->n_children; i++) {
		results += r->children[i].result != NULL;
		sessions += r->children[i].session_id != NULL;
		costs += r->children[i].cost_known;
	}
	json_set_int(o, "final_results", results);
	json_set_int(o, "session_ids", sessions);
	json_set_int(o, "costs", costs);
	return o;
}

static struct json *print_adapters(const struct run_record *r, bool any_agent)
{
	struct json *array = json_new_array(), *o, *evidence;

	if (!any_agent)
		return array;
	o = json_new_object();
	evidence = json_new_object();
	json_set_string(evidence, "support", "unsupported");
	json_set_string(evidence, "note", "The terminal log has what the child printed; its tool events are not read.");
	json_set_string(o, "adapter", r->request.adapter ? r->request.adapter : "unknown");
	json_set(o, "tool_evidence", evidence);
	json_set(o, "observed", print_observed(r));
	json_add(array, o);
	return array;
}

static void add_unknown(struct json *array, const char *code, const char *adapter, const char *child, const char *message)
{
	struct json *o = json_new_object();

	json_set_string(o, "code", code);
	if (adapter)
		json_set_string(o, "adapter", adapter);
	if (child)
		json_set_string(o, "agent_id", child);
	json_set_string(o, "message", message);
	json_add(array, o);
}

static void add_child_unknowns(struct json *array, const char *adapter, const struct child_record *c)
{
	OWNED_MEM char *cost = str_format("%s: %s did not report per-run cost.", c->id, adapter);
	OWNED_MEM char *session = str_format("%s: %s did not report a child session id.", c->id, adapter);

	if (c->state != CHILD_SUCCEEDED)
		return;
	if (!c->cost_known)
		add_unknown(array, "agent_cost_unreported", adapter, c->id, cost);
	if (!c->session_id)
		add_unknown(array, "agent_session_unreported", adapter, c->id, session);
}

static struct json *print_unknowns(const struct sealing *s, bool any_agent, struct budget *b)
{
	const struct run_record *r = s->r;
	OWNED_MEM char *adapter = harnery_clip(r->request.adapter ? r->request.adapter : "unknown", LABEL_UNITS);
	OWNED_MEM char *tools = str_format("%s: adapter-native tool evidence is unsupported.", adapter);
	struct json *array = json_new_array();

	if (any_agent)
		add_unknown(array, "tool_evidence_unavailable", adapter, NULL, tools);
	for (size_t i = 0; i < r->n_children; i++)
		add_child_unknowns(array, adapter, &r->children[i]);
	if (!repository_drift_known(r))
		add_unknown(array, "repository_drift_incomplete", NULL, NULL,
			    "The repository was not read whole before and after the run.");
	if (!s->transcript_known)
		add_unknown(array, "transcript_unreadable", NULL, NULL, "The transcript could not be read when this proof was sealed.");
	for (size_t i = 0; i < r->n_unknowns && (b->list_items == 0 || i < b->list_items); i++) {
		const struct record_unknown *u = &r->unknowns[i];
		OWNED_MEM char *message = harnery_clip(u->message, b->string_units ? b->string_units : HARNERY_ERROR_UNITS);

		add_unknown(array, u->code ? u->code : "unknown", NULL, u->child, *message ? message : "no more is known");
	}
	return array;
}

static struct json *print_integrity(const struct sealing *s)
{
	struct json *o = json_new_object(), *transcript = json_new_object();

	json_set_string(transcript, "path", RECORD_TRANSCRIPT_NAME);
	json_set_string(transcript, "sha256", s->transcript_sha256);
	json_set_int(transcript, "bytes", (int64_t)s->transcript_bytes);
	json_set(o, "transcript", transcript);
	return o;
}

static struct json *proof_print(const void *from, struct budget *b)
{
	const struct sealing *s = from;
	struct json *o = harnery_object(), *agents = print_agents(s->r), *execution = execution_print(s->r, s->frozen_binding);
	struct json *projection = console_sandbox_projection(s->r), *console = console_print(s->r, true, b);
	struct json *integrity = json_copy(s->frozen_files);
	bool any_agent = json_count(agents) > 0;

	json_set(integrity, "ledger", anchor_print(&s->r->anchor));
	json_set(integrity, "workspace", record_files_workspace(s->r));
	json_set(o, "run", print_run(s->r));
	json_set(o, "acceptance", print_acceptance());
	json_set(o, "agents", agents);
	json_set(o, "evidence", json_new_array());
	if (execution)
		json_set(o, "execution", execution);
	json_set(o, "repository", repository_print_both(s->r, b));
	if (projection)
		json_set(o, "sandbox_projection", projection);
	json_set(o, "adapters", print_adapters(s->r, any_agent));
	json_set(o, "unknowns", print_unknowns(s, any_agent, b));
	json_set(o, "integrity", print_integrity(s));
	json_set(console, "integrity", integrity);
	json_set(o, "console", console);
	return o;
}

static void read_transcript(int run_fd, struct sealing *s)
{
	CLEARED(text) struct text bytes = { 0 };
	struct error unused;

	s->transcript_known = file_read(run_fd, RECORD_TRANSCRIPT_NAME, TRANSCRIPT_BYTES_MAX, &bytes, &unused);
	s->transcript_bytes = bytes.len;
	digest_of(text_c(&bytes), bytes.len, s->transcript_sha256);
}

static struct json *read_manifest(int run_fd)
{
	CLEARED(text) struct text bytes = { 0 };
	CLEARED(strlist) struct strlist unused = { 0 };
	struct json *manifest;

	(void)record_read(run_fd, RECORD_MANIFEST_NAME, MANIFEST_BYTES_MAX, &bytes, &manifest, &unused);
	return manifest;
}

static bool put_after(int run_fd, const struct sealing *s, struct record_parts *parts, bool *ret_parts, char ret_sha256[65],
		      struct error *err)
{
	CLEARED(text) struct text bytes = { 0 };

	*ret_parts = true;
	if (!budget_fit(RECORD_PROOF_NAME, proof_print, s, PROOF_BYTES_MAX, &bytes, err))
		return false;
	digest_of(text_c(&bytes), bytes.len, ret_sha256);
	record_parts_add(parts, str_copy("the announcement of the proof"), custody_announce(s->r->custody, ret_sha256));
	return file_put_new_after(run_fd, RECORD_PROOF_NAME, text_c(&bytes), bytes.len, parts->items, parts->count, ret_parts, err);
}

/* What could not be saved lies there all the same; the proof that speaks of it says so. */
static bool put(int run_fd, const struct sealing *s, struct run_record *r, char ret_sha256[65], struct error *err)
{
	CLEARED(record_parts) struct record_parts parts = { 0 };
	CLEARED(record_parts) struct record_parts none = { 0 };
	OWNED_MEM char *unsaved = NULL;
	bool saved;

	record_parts_open(run_fd, r, &parts);
	if (put_after(run_fd, s, &parts, &saved, ret_sha256, err))
		return true;
	if (saved)
		return false;
	unsaved = record_parts_unsaved(&parts);
	run_record_unknown(r, "parts_not_durable", unsaved, NULL);
	return put_after(run_fd, s, &none, &saved, ret_sha256, err);
}

bool proof_seal(int run_fd, struct run_record *r, char ret_sha256[65], struct error *err)
{
	OWNED(json) struct json *manifest = read_manifest(run_fd);
	OWNED(json) struct json *frozen = custody_frozen_files(r->custody, run_fd);
	struct sealing s = { .r = r, .frozen_files = frozen, .frozen_binding = json_get(json_get(manifest, "execution"), "workspace_binding") };

	read_transcript(run_fd, &s);
	custody_compare(run_fd, r, s.transcript_sha256, &s.transcript_bytes);
	record_files_terminals(run_fd, r);
	return put(run_fd, &s, r, ret_sha256, err);
}
