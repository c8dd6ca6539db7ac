/*
 * console — printing the console key.
 *
 * The prompt of a child is its argv's last word; here it is replaced by its digest, as the prompt belongs to
 * request.json and the transcript and not to a proof that is passed around.
 */
#include "core/record/console.h"

#include <inttypes.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/record/binding_json.h"
#include "core/record/harnery.h"

#define PROMPT_INSIDE_BYTES 16 /* shorter prompts are found as a whole argument or behind "=" only */

static struct json *print_requested(const struct request *q, struct budget *b)
{
	struct json *o = json_new_object();

	json_set_string(o, "mode", policy_word(q->mode));
	json_set(o, "writable_roots", budget_list(b, "console.requested.writable_roots", &q->writable_roots));
	json_set_string(o, "git_write", git_write_word(q->git_write));
	json_set(o, "repository", budget_string(b, "console.requested.repository", q->repository));
	json_set(o, "adapter", budget_string(b, "console.requested.adapter", q->adapter));
	json_set(o, "model", budget_string(b, "console.requested.model", q->model));
	json_set(o, "effort", budget_string(b, "console.requested.effort", q->effort));
	json_set(o, "timeout_ms", q->timeout_ms ? json_new_int((int64_t)q->timeout_ms) : NULL);
	json_set(o, "max_turns", q->max_turns ? json_new_int(q->max_turns) : NULL);
	json_set_string(o, "style", style_word(q->style));
	json_set_int(o, "children", (int64_t)q->n_children);
	return o;
}

struct json *console_sandbox_projection(const struct run_record *r)
{
	const struct projection *p = &r->verdict.projection;
	struct json *o;

	if (!r->verdict.accepted || !p->applied)
		return NULL;
	o = json_new_object();
	json_set_string(o, "mode", policy_word(p->mode));
	json_set(o, "writable_roots", json_from_strlist(&p->writable_roots));
	json_set_string(o, "git_grant", git_write_word(p->git_write));
	return o;
}

/* null when nothing was applied: a policy that was refused is not in force. */
static struct json *print_effective(const struct run_record *r, struct budget *b)
{
	const struct projection *p = &r->verdict.projection;
	struct json *o;

	if (!r->verdict.accepted)
		return NULL;
	o = p->applied ? console_sandbox_projection(r) : json_new_object();
	json_set_bool(o, "applied", p->applied);
	if (p->applied) {
		json_set_string(o, "native_mode", p->native_mode);
		json_set(o, "rendered_roots", budget_list(b, "console.effective.rendered_roots", &p->rendered_roots));
		json_set(o, "granted_roots", budget_list(b, "console.effective.granted_roots", &p->granted_roots));
	}
	json_set(o, "writable", budget_list(b, "console.effective.writable", &r->verdict.effective));
	json_set_bool(o, "commits", r->verdict.commits);
	json_set(o, "note", budget_string(b, "console.effective.note", r->verdict.note));
	return o;
}

static struct json *print_adapter(const struct run_record *r, struct budget *b)
{
	struct json *o = json_new_object();

	json_set(o, "id", budget_string(b, "console.adapter.id", r->request.adapter));
	json_set(o, "title", budget_string(b, "console.adapter.title", r->adapter_title));
	json_set(o, "program_path", budget_string(b, "console.adapter.program_path", r->program_path));
	json_set(o, "program_version", budget_string(b, "console.adapter.program_version", r->program_version));
	json_set_string(o, "program_sha256", r->program_digest);
	json_set(o, "basis", budget_string(b, "console.adapter.basis", r->basis));
	json_set(o, "basis_observation", budget_string(b, "console.adapter.basis_observation", r->basis_observation));
	json_set_string(o, "attestation_sha256", r->attestation_sha256);
	json_set(o, "sandbox_attestation", r->sandbox_attestation ? json_copy(r->sandbox_attestation) : NULL);
	return o;
}

/* Where the prompt begins in an argument, NULL when it is not in it. */
static const char *prompt_within(const char *argument, const char *prompt)
{
	size_t len = strlen(argument), prompt_len = prompt ? strlen(prompt) : 0;

	if (prompt_len == 0 || prompt_len > len)
		return NULL;
	if (strcmp(argument, prompt) == 0)
		return argument;
	if (prompt_len >= PROMPT_INSIDE_BYTES)
		return strstr(argument, prompt);
	if (len > prompt_len && argument[len - prompt_len - 1] == '=' && strcmp(argument + len - prompt_len, prompt) == 0)
		return argument + len - prompt_len;
	return NULL;
}

static void add_argument(struct strlist *to, const char *argument, const char *prompt)
{
	const char *at = prompt_within(argument, prompt);
	char hex[DIGEST_HEX_BYTES];

	if (!at) {
		strlist_add(to, argument);
		return;
	}
	digest_of(prompt, strlen(prompt), hex);
	strlist_add_format(to, "%.*s<prompt: %zu bytes, sha256 %s>%s", (int)(at - argument), argument, strlen(prompt), hex,
			   at + strlen(prompt));
}

/* An argument that happens to equal the prompt is not it: the prompt is the last that holds it. */
static size_t prompt_argument(const struct strlist *argv, const char *prompt)
{
	for (size_t i = argv->count; i > 0; i--) {
		if (prompt_within(argv->items[i - 1], prompt))
			return i - 1;
	}
	return argv->count;
}

static struct json *print_argv(const struct run_record *r, size_t child, struct budget *b)
{
	const struct child_record *c = &r->children[child];
	OWNED_MEM char *field = str_format("console.children.%s.argv", c->id);
	const char *prompt = child < r->request.n_children ? request_prompt(&r->request, child) : NULL;
	const size_t at = prompt_argument(&c->argv, prompt);
	CLEARED(strlist) struct strlist argv = { 0 };

	for (size_t i = 0; i < c->argv.count; i++)
		add_argument(&argv, c->argv.items[i], i == at ? prompt : NULL);
	return budget_list(b, field, &argv);
}

static void print_child_end(struct json *o, const struct child_record *c, struct budget *b)
{
	OWNED_MEM char *error = str_format("console.children.%s.error", c->id);
	OWNED_MEM char *survivors = str_format("console.children.%s.survivors", c->id);
	bool ended = c->state == CHILD_SUCCEEDED || c->state == CHILD_FAILED;

	json_set(o, "ended_at", harnery_time(c->ended_ms));
	json_set(o, "exit_status", ended && c->exit_status >= 0 ? json_new_int(c->exit_status) : NULL);
	json_set(o, "signal", ended && c->signal ? json_new_int(c->signal) : NULL);
	json_set_bool(o, "timed_out", c->timed_out);
	json_set_bool(o, "stopped", c->stopped);
	json_set_bool(o, "killed", c->killed);
	json_set(o, "error", budget_string(b, error, c->error));
	json_set(o, "session_id", budget_string(b, "console.children.session_id", c->session_id));
	json_set(o, "cost_usd", c->cost_known ? json_new_double(c->cost_usd) : NULL);
	json_set(o, "survivors", budget_list(b, survivors, &c->survivors));
	json_set_int(o, "swept", c->swept);
}

static struct json *print_terminal(const struct child_record *c)
{
	struct json *o = json_new_object();

	json_set_int(o, "bytes", (int64_t)c->output_bytes);
	json_set_int(o, "kept", (int64_t)c->output_kept);
	json_set_string(o, "sha256", *c->output_sha256 ? c->output_sha256 : NULL);
	json_set_string(o, "timing_sha256", *c->timing_sha256 ? c->timing_sha256 : NULL);
	return o;
}

/* null: there was no policy, or the child never ran. The extract is text, so that its digest can be checked as it stands. */
static struct json *print_observation(const struct child_record *c, struct budget *b)
{
	const struct observation *seen = &c->observation;
	OWNED_MEM char *field = str_format("console.children.%s.observed", c->id);
	char hex[DIGEST_HEX_BYTES];
	struct json *o;

	if (seen->state == OBSERVED_NONE)
		return NULL;
	o = json_new_object();
	json_set_string(o, "state", observed_word(seen->state));
	json_set(o, "why", budget_string(b, field, seen->why));
	json_set(o, "mode", budget_string(b, field, seen->mode));
	json_set(o, "writable", seen->understood ? budget_list(b, field, &seen->writable) : NULL);
	json_set(o, "network", seen->understood ? json_new_bool(seen->network) : NULL);
	json_set(o, "approval", budget_string(b, field, seen->approval));
	json_set_int(o, "statements", (int64_t)seen->statements);
	json_set(o, "record", budget_string(b, field, seen->record));
	json_set(o, "extract", budget_string(b, field, seen->extract));
	if (seen->extract)
		digest_of(seen->extract, strlen(seen->extract), hex);
	json_set(o, "extract_sha256", seen->extract ? json_new_string(hex) : NULL);
	return o;
}

static struct json *print_child(const struct run_record *r, size_t child, bool sealed, struct budget *b)
{
	const struct child_record *c = &r->children[child];
	struct json *o = json_new_object();

	json_set_string(o, "id", c->id);
	json_set(o, "label", budget_string(b, "console.children.label", c->label));
	if (c->argv.count > 0)
		json_set(o, "argv", print_argv(r, child, b));
	if (!sealed)
		return o;
	json_set_string(o, "state", child_state_word(c->state));
	json_set(o, "pid", c->pid ? json_new_int(c->pid) : NULL);
	json_set(o, "started_at", harnery_time(c->started_ms));
	print_child_end(o, c, b);
	json_set(o, "terminal", print_terminal(c));
	json_set_string(o, "last_message_sha256", *c->last_message_sha256 ? c->last_message_sha256 : NULL);
	json_set(o, "observed", print_observation(c, b));
	return o;
}

static struct json *print_children(const struct run_record *r, bool sealed, struct budget *b)
{
	struct json *array = json_new_array();

	for (size_t i = 0; i < r->n_children; i++)
		json_add(array, print_child(r, i, sealed, b));
	return array;
}

/* null: nobody looked, which is not the same as nothing moved. */
static struct json *print_audit(const struct run_record *r, struct budget *b)
{
	struct json *o;

	if (!r->audit_known)
		return NULL;
	o = json_new_object();
	json_set_bool(o, "grant_used", r->audit.grant_used);
	json_set(o, "refs_own", budget_list(b, "console.grant_audit.refs_own", &r->audit.refs_own));
	json_set(o, "refs_outside", budget_list(b, "console.grant_audit.refs_outside", &r->audit.refs_outside));
	json_set(o, "admin", budget_list(b, "console.grant_audit.admin", &r->audit.admin));
	json_set_string(o, "objects", objects_state_word(r->audit.objects));
	json_set(o, "objects_why", budget_string(b, "console.grant_audit.objects_why", r->audit.objects_why));
	json_set(o, "lost", budget_list(b, "console.grant_audit.lost", &r->audit.lost));
	json_set(o, "neighbours", budget_list(b, "console.grant_audit.neighbours", &r->audit.neighbours));
	return o;
}

/* Every kind and path; how many there are is said apart, since a list can be shortened. */
static struct json *print_alerts(const struct alerts *alerts, struct budget *b)
{
	const size_t most = b->list_items && b->list_items < alerts->count ? b->list_items : alerts->count;
	struct json *array = json_new_array();

	for (size_t i = 0; i < most; i++) {
		const struct alert *a = &alerts->items[i];
		struct json *o = json_new_object();

		json_set_string(o, "kind", alert_word(a->kind));
		json_set(o, "path", budget_string(b, "console.alerts.path", a->path));
		json_set(o, "what", budget_string(b, "console.alerts.what", a->what));
		json_add(array, o);
	}
	return array;
}

static struct json *print_attestation(const struct run_record *r, struct budget *b)
{
	const struct attestation *a = &r->attestation;
	struct json *o;

	if (!r->attested)
		return NULL;
	o = json_new_object();
	json_set_bool(o, "ok", a->ok);
	json_set_bool(o, "exists", a->exists);
	json_set(o, "drift", budget_list(b, "console.attestation.drift", &a->drift));
	json_set(o, "head_commit", budget_string(b, "console.attestation.head_commit", a->head_commit));
	json_set(o, "current_ref", budget_string(b, "console.attestation.current_ref", a->current_ref));
	json_set(o, "commits", budget_list(b, "console.attestation.commits", &a->commits));
	json_set_bool(o, "commits_more", a->commits_more);
	json_set(o, "dirty_total", a->dirty_known ? json_new_int((int64_t)a->dirty.count) : NULL);
	json_set(o, "dirty", a->dirty_known ? budget_list(b, "console.attestation.dirty", &a->dirty) : NULL);
	json_set(o, "ignored", a->dirty_known ? budget_list(b, "console.attestation.ignored", &a->ignored) : NULL);
	json_set(o, "conflicts", budget_list(b, "console.attestation.conflicts", &a->conflicts));
	json_set(o, "operations", budget_list(b, "console.attestation.operations", &a->operations));
	return o;
}

static struct json *print_unknowns(const struct run_record *r, struct budget *b)
{
	struct json *array = json_new_array();

	for (size_t i = 0; i < r->n_unknowns && (b->list_items == 0 || i < b->list_items); i++) {
		const struct record_unknown *u = &r->unknowns[i];
		struct json *o = json_new_object();

		json_set(o, "code", budget_string(b, "console.unknowns.code", u->code));
		json_set(o, "message", budget_string(b, "console.unknowns.message", u->message));
		json_set(o, "child", budget_string(b, "console.unknowns.child", u->child));
		json_add(array, o);
	}
	return array;
}

static struct json *print_refusal(const struct run_record *r, struct budget *b)
{
	struct json *o;

	if (r->outcome != OUTCOME_REFUSED)
		return NULL;
	o = json_new_object();
	json_set_string(o, "reason", reason_slug(r->reason));
	json_set(o, "message", budget_string(b, "console.refusal.message", r->message));
	return o;
}

static void print_end(struct json *o, const struct run_record *r, struct budget *b)
{
	enum observed seen = run_record_observed(r);

	json_set_string(o, "outcome", outcome_word(r->outcome));
	json_set(o, "reason", r->reason == REASON_NONE ? NULL : json_new_string(reason_slug(r->reason)));
	json_set(o, "message", budget_string(b, "console.message", r->message));
	json_set(o, "refusal", print_refusal(r, b));
	json_set(o, "observed", seen == OBSERVED_NONE ? NULL : json_new_string(observed_word(seen)));
	json_set(o, "grant_audit", print_audit(r, b));
	json_set(o, "alerts", print_alerts(&r->audit.alerts, b));
	json_set_int(o, "alerts_total", (int64_t)r->audit.alerts.count);
	json_set(o, "attestation", print_attestation(r, b));
	json_set_bool(o, "record_within_reach", r->record_within_reach);
}

struct json *console_print(const struct run_record *r, bool sealed, struct budget *b)
{
	struct json *o = harnery_object(), *program = json_new_object();

	json_set_string(program, "name", "bulkhead");
	json_set_string(program, "version", BULKHEAD_VERSION);
	json_set(o, "program", program);
	json_set_string(o, "batch_id", r->run_id);
	json_set(o, "label", budget_string(b, "console.label", r->request.label));
	json_set_string(o, "topology", topology_word(r->request.topology));
	json_set(o, "requested", print_requested(&r->request, b));
	json_set(o, "effective", print_effective(r, b));
	json_set(o, "adapter", print_adapter(r, b));
	json_set(o, "binding", r->binding ? binding_print_places(r->binding) : NULL);
	json_set(o, "private_tmp", budget_string(b, "console.private_tmp", r->private_tmp));
	if (sealed)
		print_end(o, r, b);
	json_set(o, "children", print_children(r, sealed, b));
	json_set(o, "unknowns", print_unknowns(r, b));
	json_set_int(o, "unknowns_total", (int64_t)r->n_unknowns);
	if (b->shortened)
		json_set(o, "shortened", json_copy(b->shortened));
	return o;
}
