/*
 * browse_row — what a record says of its run, in the order in which its files are to be believed: the proof, then the
 * frozen manifest, then the transcript.
 */
#include "core/record/browse_row.h"

#include <string.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/ports.h"
#include "core/record/harnery.h"

#define STALE_MS (10ull * 60 * 1000) /* the peer takes a run for running until its transcript is older */

static void first_string(char **slot, const struct json *object, const char *key)
{
	if (!*slot)
		*slot = str_copy(json_get_string(object, key));
}

static const struct json *console_of(const struct run_view *v)
{
	const struct json *console = json_get(v->proof, "console");

	return console ? console : json_get(v->manifest, "console");
}

static void fill_names(struct run_view *v)
{
	const struct json *console = console_of(v), *run = json_get(v->proof, "run"), *execution = json_get(v->manifest, "execution");
	const struct json *binding = json_get(execution, "workspace_binding"), *before = json_get(v->manifest, "repository_before");
	const struct json *source = json_get(json_get(binding, "repository"), "source_root");
	struct run_row *row = &v->row;

	first_string(&row->repository, json_get(console, "requested"), "repository");
	first_string(&row->repository, source, "realpath");
	first_string(&row->repository, before, "root");
	first_string(&row->repository, before, "cwd");
	first_string(&row->repository, json_get(json_get(v->proof, "repository"), "before"), "cwd");
	first_string(&row->adapter, json_get(console, "adapter"), "id");
	first_string(&row->adapter, json_at(json_get(v->proof, "agents"), 0), "adapter");
	first_string(&row->adapter, execution, "default_adapter");
	if (json_kind(console) == JSON_OBJECT) {
		first_string(&row->label, console, "label");
		return;
	}
	first_string(&row->label, run, "name");
	first_string(&row->label, v->manifest, "name");
}

static void fill_topology(struct run_view *v)
{
	const struct json *execution = json_get(v->manifest, "execution");
	const char *isolation = json_get_string(execution, "isolation"), *asked = json_get_string(console_of(v), "topology");

	if (asked)
		isolation = asked;
	else if (json_has(execution, "workspace_fallback"))
		isolation = "shared"; /* what was asked could not be had, and the peer went on without */
	if (!isolation && json_kind(v->proof) == JSON_OBJECT)
		isolation = json_has(v->proof, "execution") ? "worktree" : NULL;
	v->row.topology_known = isolation && topology_from_word(isolation, &v->row.topology);
}

static void read_policy(struct run_view *v, const struct json *o, const char *grant_key, const char *where)
{
	const char *mode = json_get_string(o, "mode"), *grant = json_get_string(o, grant_key);
	struct run_row *row = &v->row;

	row->mode_known = mode && policy_from_word(mode, &row->mode);
	row->grant_known = grant && git_write_from_word(grant, &row->git_write);
	if (!row->mode_known || !row->grant_known)
		strlist_add_format(&v->damage, "%s does not say mode and grant in words that are known", where);
}

static void no_policy(struct run_row *row)
{
	row->mode_known = row->grant_known = true;
	row->mode = POLICY_ABSENT;
	row->git_write = GIT_WRITE_NONE;
}

/* A refused run has nothing in force: its row shows what was asked. The peer keeps a policy in its proof alone. */
static void fill_policy(struct run_view *v)
{
	const struct json *console = console_of(v), *requested = json_get(console, "requested"),
			  *effective = json_get(console, "effective");
	const char *mode = json_get_string(requested, "mode");

	if (json_has(v->proof, "sandbox_projection"))
		read_policy(v, json_get(v->proof, "sandbox_projection"), "git_grant", "proof.json");
	else if (requested && !effective && mode && strcmp(mode, policy_word(POLICY_ABSENT)) != 0)
		read_policy(v, requested, "git_write", "the request in the record");
	else if (json_get_bool(effective, "applied", false))
		read_policy(v, effective, "git_grant", "the record's console key");
	else if (v->proof || console)
		no_policy(&v->row);
	if (requested && !effective && v->row.mode == POLICY_ABSENT && json_get_string(requested, "git_write"))
		v->row.grant_known = git_write_from_word(json_get_string(requested, "git_write"), &v->row.git_write);
}

/* Records of before there were kinds count every administrative file that changed. */
static size_t count_alerts(const struct json *console, const struct json *audit)
{
	const struct json *listed = json_get(console, "alerts"), *admin = json_get(audit, "admin");
	int64_t total = 0;

	if (json_kind(listed) == JSON_ARRAY)
		return json_get_int(console, "alerts_total", &total) && total >= 0 ? (size_t)total : json_count(listed);
	return json_kind(admin) == JSON_ARRAY ? json_count(admin) : 0;
}

static void fill_audit(struct run_view *v)
{
	const struct json *console = console_of(v), *audit = json_get(console, "grant_audit"), *children = json_get(console, "children");
	const struct json *agents = json_get(v->proof, "agents");

	v->row.grant_used_known = json_kind(json_get(audit, "grant_used")) == JSON_BOOL;
	v->row.grant_used = json_get_bool(audit, "grant_used", false);
	v->row.alerts = count_alerts(console, audit);
	if (json_kind(children) == JSON_ARRAY)
		v->row.n_children = json_count(children);
	else if (json_kind(agents) == JSON_ARRAY)
		v->row.n_children = json_count(agents);
}

static const struct json *event_find(const struct run_view *v, const char *name)
{
	const struct json *found = NULL;

	for (size_t i = 0; i < json_count(v->events); i++) {
		const char *event = json_get_string(json_at(v->events, i), "event");

		if (event && strcmp(event, name) == 0)
			found = json_at(v->events, i);
	}
	return found;
}

/* This program seals every run that it could record: without a proof the run is not done, whatever its last event says. */
static void end_unsealed(struct run_row *row)
{
	str_set(&row->reason, reason_slug(REASON_RECORD_NOT_SAVED));
	str_set(&row->message,
		row->outcome == OUTCOME_DONE
			? "the record of this run could not be written to its end: its last event says that the run succeeded, but "
			  "there is no proof.json that can be read, so nothing seals what it did"
			: "the record of this run could not be written to its end: its last event says that the run failed, but "
			  "there is no proof.json that can be read, so nothing seals what it did");
	row->outcome = OUTCOME_LOST;
}

/* The end that the run's own supervisor wrote; a later one is of a process that tried to seal it as lost. */
static const struct json *end_find(const struct run_view *v)
{
	const struct json *found = event_find(v, "run.end");

	for (size_t i = 0; i < json_count(v->events); i++) {
		const struct json *event = json_at(v->events, i);
		const char *name = json_get_string(event, "event"), *outcome = json_get_string(event, "console_outcome");

		if (name && outcome && strcmp(name, "run.end") == 0 && strcmp(outcome, outcome_word(OUTCOME_LOST)) != 0)
			return event;
	}
	return found;
}

static void fill_unsealed(struct run_view *v, uint64_t transcript_changed_ms)
{
	uint64_t now_ms = host_ports.wall_ms(host_ports.self);
	const struct json *end = end_find(v);
	bool fresh = transcript_changed_ms && now_ms < transcript_changed_ms + STALE_MS;

	if (end) {
		v->row.outcome = json_get_bool(end, "ok", false) ? OUTCOME_DONE : OUTCOME_FAILED;
		v->row.ended_ms = harnery_time_read(end, "ts");
		if (json_has(v->manifest, "console"))
			end_unsealed(&v->row);
		strlist_add(&v->damage,
			    "the run has ended but there is no proof.json that can be read: nothing seals what the record says");
		return;
	}
	v->row.outcome = fresh ? OUTCOME_RUNNING : OUTCOME_LOST;
	if (event_find(v, "run.parked") && !event_find(v, "run.resume"))
		v->row.message = str_copy("parked by the peer until an approval is decided");
	else if (!fresh)
		v->row.message = str_copy("there is no end and no proof in this record, and nothing was written to it for ten minutes");
}

static void fill_outcome(struct run_view *v, uint64_t transcript_changed_ms)
{
	const struct json *run = json_get(v->proof, "run"), *console = json_get(v->proof, "console");
	const char *status = json_get_string(run, "status");
	struct run_row *row = &v->row;

	row->started_ms = harnery_time_read(run, "started_at");
	if (!row->started_ms)
		row->started_ms = harnery_time_read(v->manifest, "started_at");
	if (!row->started_ms)
		row->started_ms = harnery_time_read(json_at(v->events, 0), "ts");
	row->ended_ms = harnery_time_read(run, "ended_at");
	first_string(&row->reason, console, "reason");
	first_string(&row->message, console, "message");
	first_string(&row->message, run, "error");
	if (!v->proof)
		fill_unsealed(v, transcript_changed_ms);
	else if (!outcome_from_word(json_get_string(console, "outcome"), &row->outcome))
		row->outcome = status && strcmp(status, "succeeded") == 0 ? OUTCOME_DONE : OUTCOME_FAILED;
	if (v->proof && (!status || (strcmp(status, "succeeded") != 0 && strcmp(status, "failed") != 0)))
		strlist_add(&v->damage, "proof.json does not say whether the run succeeded");
}

void browse_row_fill(struct run_view *v, const char *directory, uint64_t transcript_changed_ms)
{
	v->row.run_id = str_copy(path_base(directory));
	v->row.directory = str_copy(directory);
	fill_names(v);
	fill_topology(v);
	fill_policy(v);
	fill_audit(v);
	fill_outcome(v, transcript_changed_ms);
	if (v->damage.count > 0)
		v->row.damage = str_copy(v->damage.items[0]);
}

void browse_row_live(const char *run_id, bool owned, const struct json *entry, struct run_row *ret)
{
	struct run_view v = { 0 };
	OWNED(json) struct json *manifest = json_new_object();

	if (!entry)
		strlist_add(&v.damage, "the entry of this run in the live index cannot be read");
	json_set(manifest, "console", json_copy(json_get(entry, "console")));
	v.manifest = manifest;
	fill_names(&v);
	fill_policy(&v);
	fill_audit(&v);
	first_string(&v.row.directory, entry, "directory");
	v.row.run_id = str_copy(run_id);
	fill_topology(&v);
	v.row.started_ms = harnery_time_read(entry, "started_at");
	v.row.outcome = owned ? OUTCOME_RUNNING : OUTCOME_LOST;
	if (!owned)
		v.row.message = str_copy("the process that supervised this run is gone; the next command seals what is known of it");
	if (v.damage.count > 0)
		v.row.damage = str_copy(v.damage.items[0]);
	strlist_clear(&v.damage);
	*ret = v.row;
}
