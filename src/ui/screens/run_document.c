/*
 * run_document — see run_document.h. The peer's records have no console key; what only it could say is left out then.
 */
#include "ui/screens/run_document.h"

#include "core/base/mem.h"
#include "core/record/alerts.h"
#include "ui/words.h"

static const struct json *at(const struct json *value, const char *a, const char *b)
{
	const struct json *inner = json_get(value, a);

	return b ? json_get(inner, b) : inner;
}

/* What the console recorded beyond the peer's fields: sealed in the proof, or frozen in the manifest before that. */
static const struct json *console_of(const struct run_view *v, const char *key)
{
	const struct json *sealed = at(v->proof, "console", key);

	return sealed ? sealed : at(v->manifest, "console", key);
}

static void list_lines(struct document *out, const char *label, enum role role, const struct json *array)
{
	for (size_t i = 0; i < json_count(array); i++)
		document_line(out, i == 0 ? label : NULL, role, json_string(json_at(array, i), NULL));
}

static void add_outcome(const struct run_view *v, struct document *out)
{
	const struct run_row *row = &v->row;
	CLEARED(text) struct text outcome = { 0 };
	CLEARED(text) struct text when = { 0 };
	bool bad = row->outcome == OUTCOME_REFUSED || row->outcome == OUTCOME_LOST;

	words_outcome_cell(&outcome, row);
	words_moment(&when, row->started_ms);
	if (row->ended_ms > row->started_ms && row->started_ms > 0) {
		text_add_string(&when, ", took ");
		words_duration(&when, row->ended_ms - row->started_ms);
	}
	document_heading(out, "RUN");
	document_line(out, "id", ROLE_STRONG, row->run_id);
	for (size_t i = 0; i < v->damage.count; i++)
		document_line(out, i == 0 ? "damaged record" : NULL, ROLE_ALERT, v->damage.items[i]);
	document_line(out, "label", ROLE_TEXT, row->label);
	document_line(out, "outcome", bad ? ROLE_ALERT : ROLE_STRONG, text_c(&outcome));
	document_line(out, "because", ROLE_TEXT, row->message);
	document_line(out, "started", ROLE_TEXT, text_c(&when));
}

static const char *no_policy_words(const struct run_view *v)
{
	if (v->row.outcome == OUTCOME_REFUSED)
		return "none: it was refused, nothing was started";
	if (v->row.mode_known && v->row.mode == POLICY_ABSENT)
		return "none: no projection is applied, its children can write wherever their vendor lets them";
	return "not recorded";
}

/* What each child's vendor recorded as in force; a record of before this was read back says nothing here. */
static void add_observed(const struct run_view *v, struct document *out)
{
	const struct json *children = at(v->proof, "console", "children");

	for (size_t i = 0; i < json_count(children); i++) {
		const struct json *child = json_at(children, i), *seen = json_get(child, "observed");
		const char *id = json_get_string(child, "id"), *state = json_get_string(seen, "state");
		const char *why = json_get_string(seen, "why");
		bool contradicted = state && strcmp(state, "contradicted") == 0;
		CLEARED(text) struct text line = { 0 };

		if (!state)
			continue;
		words_observed(&line, id, state, why);
		document_line(out, NULL, contradicted ? ROLE_ALERT : ROLE_TEXT, text_c(&line));
		document_line(out, NULL, ROLE_DIM, json_get_string(seen, "record"));
	}
}

static void add_attested(void *out, const char *label, const char *words)
{
	document_line(out, label, ROLE_DIM, words);
}

static void add_permitted(const struct run_view *v, struct document *out)
{
	const struct json *effective = console_of(v, "effective");
	const struct json *projection = json_get(v->proof, "sandbox_projection");
	const struct json *adapter = console_of(v, "adapter");
	const char *grant;

	if (!projection && json_get_bool(effective, "applied", false))
		projection = effective;
	grant = json_get_string(projection, "git_grant");
	document_heading(out, "WHAT IT WAS PERMITTED");
	if (!projection) {
		document_line(out, "policy", ROLE_TEXT, no_policy_words(v));
		words_attested(adapter, add_attested, out);
		return;
	}
	document_line(out, "mode", ROLE_STRONG, json_get_string(projection, "mode"));
	document_line(out, "Git grant", grant && strcmp(grant, "none") != 0 ? ROLE_GRANT : ROLE_TEXT, grant);
	list_lines(out, "declared roots", ROLE_TEXT, json_get(projection, "writable_roots"));
	list_lines(out, "can write", ROLE_TEXT, json_get(effective, "writable"));
	document_line(out, "how known", ROLE_TEXT, json_get_string(adapter, "basis"));
	document_line(out, NULL, ROLE_DIM, json_get_string(adapter, "basis_observation"));
	words_attested(adapter, add_attested, out);
	add_observed(v, out);
}

static void add_where(const struct run_view *v, struct document *out)
{
	const struct json *sealed = at(v->proof, "execution", "binding");
	const struct json *binding = sealed ? sealed : at(v->manifest, "execution", "workspace_binding");
	const struct json *repository = json_get(binding, "repository");
	const struct json *adapter = console_of(v, "adapter");

	document_heading(out, "WHERE AND BY WHAT");
	document_line(out, "repository", ROLE_TEXT, v->row.repository);
	document_line(out, "topology", ROLE_TEXT, words_topology_cell(&v->row));
	document_line(out, "workspace", ROLE_TEXT, json_get_string(binding, "workspace_root"));
	document_line(out, "branch", ROLE_TEXT, json_get_string(repository, "workspace_branch"));
	document_line(out, "base", ROLE_TEXT, json_get_string(repository, "base_commit"));
	document_line(out, "adapter", ROLE_TEXT, v->row.adapter);
	document_line(out, "program", ROLE_TEXT, json_get_string(adapter, "program_path"));
	document_line(out, "version", ROLE_TEXT, json_get_string(adapter, "program_version"));
	document_line(out, "sha256", ROLE_DIM, json_get_string(adapter, "program_sha256"));
}

static const struct json *console_child(const struct run_view *v, size_t i)
{
	return json_at(at(v->proof, "console", "children"), i);
}

static void add_argv(const struct json *child, struct document *out)
{
	const struct json *argv = json_get(child, "argv");
	CLEARED(text) struct text line = { 0 };

	for (size_t i = 0; i < json_count(argv); i++)
		text_add_format(&line, "%s%s", i > 0 ? " " : "", json_string(json_at(argv, i), NULL));
	if (line.len > 0)
		document_line(out, NULL, ROLE_DIM, text_c(&line));
}

static void add_end(const struct json *child, struct document *out)
{
	const struct json *terminal = json_get(child, "terminal");
	int64_t printed = 0, kept = 0;
	struct ending ending;
	CLEARED(text) struct text left = { 0 };

	if (json_get_int(terminal, "bytes", &printed) && json_get_int(terminal, "kept", &kept) && printed > kept)
		document_format(out, NULL, ROLE_ALERT, "printed %lld bytes; the log holds the first %lld", (long long)printed,
				(long long)kept);

	ending_read(child, &ending);
	words_left_behind(&left, ending.swept);
	document_line(out, NULL, ROLE_TEXT, left.len > 0 ? text_c(&left) : NULL);
	list_lines(out, NULL, ROLE_ALERT, json_get(child, "survivors"));
}

/* The peer's records say no more than the status. */
static void add_state(const struct json *agent, const struct json *child, struct text *out)
{
	const char *status = json_get_string(agent, "status");
	struct ending ending;

	ending_read(child, &ending);
	if (child)
		words_ending(out, &ending);
	else
		text_add_string(out, status ? status : "?");
}

static void add_children(const struct run_view *v, struct document *out)
{
	const struct json *agents = json_get(v->proof, "agents");

	if (json_count(agents) == 0)
		return;
	document_heading(out, "CHILDREN");
	for (size_t i = 0; i < json_count(agents); i++) {
		const struct json *agent = json_at(agents, i);
		const char *id = json_get_string(agent, "id"), *label = json_get_string(agent, "label");
		int64_t ms = 0;
		CLEARED(text) struct text line = { 0 };

		add_state(agent, console_child(v, i), &line);
		if (label && (!id || strcmp(label, id) != 0))
			text_add_format(&line, "  %s", label);
		if (json_get_int(agent, "duration_ms", &ms) && ms >= 0) {
			text_add_string(&line, "  ");
			words_duration(&line, (uint64_t)ms);
		}
		document_line(out, id ? id : "?", ROLE_STRONG, text_c(&line));
		document_line(out, NULL, ROLE_ALERT, json_get_string(agent, "error"));
		add_end(console_child(v, i), out);
		add_argv(console_child(v, i), out);
	}
}

static void add_changes(const struct run_view *v, struct document *out)
{
	const struct json *before = at(v->proof, "repository", "before");
	const struct json *after = at(v->proof, "repository", "after");
	const struct json *audit = at(v->proof, "console", "grant_audit");
	const char *was = json_get_string(before, "head"), *is = json_get_string(after, "head");

	if (!was && !is && !audit)
		return;
	document_heading(out, "WHAT CHANGED");
	if (was && is)
		document_format(out, "HEAD", ROLE_TEXT, strcmp(was, is) == 0 ? "%.12s, unchanged" : "%.12s, then %.12s", was, is);
	list_lines(out, "uncommitted", ROLE_TEXT, json_get(after, "dirty_paths"));
	list_lines(out, "own branch", ROLE_TEXT, json_get(audit, "refs_own"));
	list_lines(out, "other refs", ROLE_ALERT, json_get(audit, "refs_outside"));
	list_lines(out, "administrative", ROLE_ALERT, json_get(audit, "admin"));
	list_lines(out, "other runs", ROLE_DIM, json_get(audit, "neighbours"));
	if (audit && v->row.grant_known && v->row.git_write != GIT_WRITE_NONE)
		document_line(out, "the grant", ROLE_TEXT, json_get_bool(audit, "grant_used", false) ? "was used" : "was not used");
}

static void add_alerts(const struct run_view *v, struct document *out)
{
	CLEARED(strlist) struct strlist alerts = { 0 };

	alerts_list(v, &alerts);
	if (alerts.count == 0)
		return;
	document_heading(out, v->row.acknowledged ? "ALERTS, ACKNOWLEDGED" : "ALERTS");
	for (size_t i = 0; i < alerts.count; i++)
		document_line(out, NULL, v->row.acknowledged ? ROLE_DIM : ROLE_ALERT, alerts.items[i]);
}

static void add_unknowns(const struct run_view *v, struct document *out)
{
	const struct json *unknowns = json_get(v->proof, "unknowns");

	if (json_count(unknowns) == 0)
		return;
	document_heading(out, "WHAT IS NOT KNOWN");
	for (size_t i = 0; i < json_count(unknowns); i++) {
		const struct json *u = json_at(unknowns, i);
		const char *code = json_get_string(u, "code"), *message = json_get_string(u, "message");

		document_format(out, NULL, ROLE_TEXT, "%s: %s", code ? code : "?", message ? message : "");
	}
}

static void add_record(const struct run_view *v, const struct verification *verified, struct document *out)
{
	document_heading(out, "THE RECORD");
	document_line(out, "directory", ROLE_DIM, v->row.directory);
	document_line(out, "proof sha256", ROLE_DIM, v->row.proof_sha256);
	if (!verified) {
		document_line(out, "verified", ROLE_DIM, "not in this view; v recomputes it");
		return;
	}
	document_line(out, "verified", verified->holds ? ROLE_GOOD : ROLE_ALERT, verified->holds ? "it holds" : "it does not hold");
	for (size_t i = 0; i < verified->findings.count; i++)
		document_line(out, NULL, ROLE_ALERT, verified->findings.items[i]);
	for (size_t i = 0; i < verified->checked.count; i++)
		document_line(out, NULL, ROLE_DIM, verified->checked.items[i]);
}

void run_document(const struct run_view *v, const struct verification *verified, struct document *out)
{
	add_outcome(v, out);
	add_alerts(v, out);
	add_permitted(v, out);
	add_where(v, out);
	add_children(v, out);
	add_changes(v, out);
	add_unknowns(v, out);
	add_record(v, verified, out);
}

void run_document_raw(const struct run_view *v, struct document *out)
{
	static const char nothing[] = "There is no proof.json yet; the run is not sealed.";

	if (v->proof_text)
		document_text(out, v->proof_text, v->proof_bytes);
	else
		document_text(out, nothing, sizeof nothing - 1);
}

void run_document_transcript(const struct run_view *v, struct document *out)
{
	for (size_t i = 0; i < json_count(v->events); i++) {
		const struct json *event = json_at(v->events, i);
		const char *ts = json_get_string(event, "ts"), *name = json_get_string(event, "event");
		OWNED(json) struct json *rest = json_copy(event);
		CLEARED(text) struct text fields = { 0 };
		OWNED_MEM char *label = NULL;

		for (size_t k = 0; k < 5; k++)
			json_unset(rest, (const char *const[]){ "schema_version", "run_id", "ts", "event", "stage" }[k]);
		json_write(rest, JSON_COMPACT, &fields);
		label = str_format("%.12s", ts && strlen(ts) > 11 ? ts + 11 : "?");
		document_line(out, label, ROLE_STRONG, name ? name : "?");
		document_line(out, NULL, ROLE_DIM, text_c(&fields));
	}
}
