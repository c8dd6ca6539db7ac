/*
 * console_restore — the console key read back into a record: what the process that seals a lost run knows of it.
 */
#include <string.h>

#include "core/base/mem.h"
#include "core/record/console.h"
#include "core/record/harnery.h"

static void read_string(const struct json *o, const char *key, char **slot)
{
	const char *s = json_get_string(o, key);

	if (s)
		str_set(slot, s);
}

static void read_list(const struct json *o, const char *key, struct strlist *to)
{
	const struct json *array = json_get(o, key);

	if (json_kind(array) != JSON_ARRAY)
		return;
	strlist_clear(to);
	for (size_t i = 0; i < json_count(array); i++) {
		const char *s = json_string(json_at(array, i), NULL);

		if (s)
			strlist_add(to, s);
	}
}

/* native_mode is borrowed from an adapter's declaration in a live record; a restored one has no adapter behind it. */
static void restore_effective(const struct json *o, struct verdict *v)
{
	const char *mode = json_get_string(o, "mode"), *grant = json_get_string(o, "git_grant");
	struct projection *p = &v->projection;

	if (json_kind(o) != JSON_OBJECT)
		return;
	v->accepted = true;
	v->reason = REASON_NONE;
	p->applied = json_get_bool(o, "applied", false) && mode && policy_from_word(mode, &p->mode);
	if (grant)
		(void)git_write_from_word(grant, &p->git_write);
	read_list(o, "writable_roots", &p->writable_roots);
	read_list(o, "rendered_roots", &p->rendered_roots);
	read_list(o, "granted_roots", &p->granted_roots);
	read_list(o, "writable", &v->effective);
	read_string(o, "note", &v->note);
	v->commits = json_get_bool(o, "commits", false);
}

static void restore_adapter(const struct json *o, struct run_record *r)
{
	read_string(o, "title", &r->adapter_title);
	read_string(o, "program_path", &r->program_path);
	read_string(o, "program_version", &r->program_version);
	read_string(o, "program_sha256", &r->program_digest);
	read_string(o, "basis", &r->basis);
	read_string(o, "basis_observation", &r->basis_observation);
	read_string(o, "attestation_sha256", &r->attestation_sha256);
	json_drop(&r->sandbox_attestation);
	r->sandbox_attestation = json_get(o, "sandbox_attestation") ? json_copy(json_get(o, "sandbox_attestation")) : NULL;
}

static void restore_child_end(const struct json *o, struct child_record *c)
{
	const struct json *terminal = json_get(o, "terminal");
	int64_t n;

	c->started_ms = harnery_time_read(o, "started_at");
	c->ended_ms = harnery_time_read(o, "ended_at");
	(void)json_get_int(o, "pid", &c->pid);
	if (json_get_int(o, "exit_status", &n))
		c->exit_status = (int)n;
	if (json_get_int(o, "signal", &n))
		c->signal = (int)n;
	if (json_get_int(o, "swept", &n))
		c->swept = (int)n;
	if (json_get_int(terminal, "bytes", &n) && n >= 0)
		c->output_bytes = (uint64_t)n;
	if (json_get_int(terminal, "kept", &n) && n >= 0)
		c->output_kept = (uint64_t)n;
	c->timed_out = json_get_bool(o, "timed_out", false);
	c->stopped = json_get_bool(o, "stopped", false);
	c->killed = json_get_bool(o, "killed", false);
}

static void restore_observation(const struct json *o, struct observation *seen)
{
	const char *state = json_get_string(o, "state");
	int64_t n;

	for (size_t i = 0; state && i < OBSERVED_COUNT; i++)
		if (strcmp(state, observed_word((enum observed)i)) == 0)
			seen->state = (enum observed)i;
	seen->understood = json_has(o, "writable") && json_get(o, "writable");
	seen->network = json_get_bool(o, "network", false);
	if (json_get_int(o, "statements", &n) && n > 0)
		seen->statements = (size_t)n;
	read_string(o, "why", &seen->why);
	read_string(o, "mode", &seen->mode);
	read_list(o, "writable", &seen->writable);
	read_string(o, "approval", &seen->approval);
	read_string(o, "record", &seen->record);
	read_string(o, "extract", &seen->extract);
}

static void restore_child(const struct json *o, struct child_record *c)
{
	const char *id = json_get_string(o, "id");
	const struct json *cost = json_get(o, "cost_usd");

	(void)snprintf(c->id, sizeof c->id, "%s", id ? id : "");
	read_string(o, "label", &c->label);
	read_list(o, "argv", &c->argv);
	(void)child_state_from_word(json_get_string(o, "state"), &c->state);
	c->exit_status = -1;
	restore_child_end(o, c);
	restore_observation(json_get(o, "observed"), &c->observation);
	read_string(o, "error", &c->error);
	read_string(o, "session_id", &c->session_id);
	read_list(o, "survivors", &c->survivors);
	c->cost_known = json_kind(cost) == JSON_DOUBLE || json_kind(cost) == JSON_INT;
	c->cost_usd = c->cost_known ? json_number(cost) : 0;
}

static void restore_children(const struct json *array, struct run_record *r)
{
	if (json_kind(array) != JSON_ARRAY)
		return;
	for (r->n_children = 0; r->n_children < json_count(array) && r->n_children < REQUEST_CHILDREN_MAX; r->n_children++)
		restore_child(json_at(array, r->n_children), &r->children[r->n_children]);
}

static void restore_unknowns(const struct json *array, struct run_record *r)
{
	for (size_t i = 0; json_kind(array) == JSON_ARRAY && i < json_count(array); i++) {
		const struct json *o = json_at(array, i);

		run_record_unknown(r, json_get_string(o, "code"), json_get_string(o, "message"), json_get_string(o, "child"));
	}
}

static void restore_audit(const struct json *o, struct run_record *r)
{
	if (json_kind(o) != JSON_OBJECT)
		return;
	r->audit_known = true;
	r->audit.grant_used = json_get_bool(o, "grant_used", false);
	read_list(o, "refs_own", &r->audit.refs_own);
	read_list(o, "refs_outside", &r->audit.refs_outside);
	read_list(o, "admin", &r->audit.admin);
	read_list(o, "neighbours", &r->audit.neighbours);
}

static void restore_alerts(const struct json *array, struct alerts *ret)
{
	alerts_clear(ret);
	for (size_t i = 0; json_kind(array) == JSON_ARRAY && i < json_count(array); i++) {
		const struct json *o = json_at(array, i);
		const char *path = json_get_string(o, "path"), *what = json_get_string(o, "what");
		enum alert_kind kind;

		if (path && what && alert_from_word(json_get_string(o, "kind"), &kind))
			alerts_add(ret, kind, path, what);
	}
}

void console_restore(const struct json *console, struct run_record *r)
{
	const char *topology = json_get_string(console, "topology");

	if (topology)
		(void)topology_from_word(topology, &r->request.topology);
	read_string(console, "label", &r->request.label);
	read_string(console, "private_tmp", &r->private_tmp);
	restore_effective(json_get(console, "effective"), &r->verdict);
	restore_adapter(json_get(console, "adapter"), r);
	restore_children(json_get(console, "children"), r);
	restore_unknowns(json_get(console, "unknowns"), r);
	restore_audit(json_get(console, "grant_audit"), r);
	restore_alerts(json_get(console, "alerts"), &r->audit.alerts);
	r->record_within_reach = json_get_bool(console, "record_within_reach", r->record_within_reach);
}
