/*
 * show_run — one run's record in words. What the record does not say is left out, never filled in.
 */
#include "ui/cli/show_run.h"

#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "core/record/alerts.h"
#include "ui/cli/live_states.h"
#include "ui/cli/shell_words.h"
#include "ui/cli/show_output.h"
#include "ui/words.h"

static void add_section(const struct cli *cli, const char *title, struct text *out)
{
	text_add_byte(out, '\n');
	say_word(cli, out, STRESS_HEAD, title);
	text_add_byte(out, '\n');
}

static void add_head(const struct cli *cli, const char *run_id, const struct run_row *row, struct text *out)
{
	const bool bad = row->outcome != OUTCOME_DONE && row->outcome != OUTCOME_RUNNING;
	CLEARED(text) struct text outcome = { 0 };
	OWNED_MEM char *message = words_sentence(row->message);

	words_outcome_cell(&outcome, row);
	say_word(cli, out, bad ? STRESS_NO : STRESS_HEAD, text_c(&outcome));
	text_add_format(out, "  %s\n", run_id);
	if (*message)
		text_add_format(out, "%s\n", message);
}

static void add_what(const struct run_row *row, struct text *out)
{
	CLEARED(text) struct text started = { 0 };
	CLEARED(text) struct text took = { 0 };

	words_moment(&started, row->started_ms);
	if (row->started_ms && row->ended_ms >= row->started_ms)
		words_duration(&took, row->ended_ms - row->started_ms);
	say_field(out, "label", row->label);
	say_field(out, "repository", row->repository);
	say_field(out, "adapter", row->adapter);
	say_field(out, "topology", words_topology_cell(row));
	say_field(out, "started", text_c(&started));
	say_field(out, "took", took.len ? text_c(&took) : NULL);
}

static void add_list(const char *label, const struct json *array, struct text *out)
{
	for (size_t i = 0; i < json_count(array); i++)
		say_field(out, i == 0 ? label : "", json_string(json_at(array, i), NULL));
}

static void add_observed(const struct json *children, struct text *out)
{
	for (size_t i = 0; i < json_count(children); i++) {
		const struct json *child = json_at(children, i), *seen = json_get(child, "observed");
		const char *state = json_get_string(seen, "state");
		CLEARED(text) struct text line = { 0 };

		if (!state)
			continue;
		words_observed(&line, json_get_string(child, "id"), state, json_get_string(seen, "why"));
		say_field(out, "in force", text_c(&line));
		say_field(out, "recorded in", json_get_string(seen, "record"));
	}
}

static void add_attested(void *out, const char *label, const char *words)
{
	say_field(out, label, words);
}

static void add_permitted(const struct cli *cli, const struct json *console, struct text *out)
{
	const struct json *effective = json_get(console, "effective"), *requested = json_get(console, "requested");
	const struct json *adapter = json_get(console, "adapter");
	const bool applied = json_get_bool(effective, "applied", false);

	add_section(cli, "Permitted", out);
	if (!effective)
		say_field(out, "nothing", "the run was refused before anything was permitted");
	say_field(out, "asked mode", json_get_string(requested, "mode"));
	say_field(out, "asked grant", json_get_string(requested, "git_write"));
	if (effective && !applied)
		say_field(out, "policy", "none: the vendor's own defaults were in force");
	if (applied) {
		say_field(out, "mode", json_get_string(effective, "mode"));
		say_field(out, "native mode", json_get_string(effective, "native_mode"));
		say_field(out, "grant", json_get_string(effective, "git_grant"));
		add_list("roots", json_get(effective, "writable_roots"), out);
		add_list("could write", json_get(effective, "writable"), out);
		say_field(out, "commits", json_get_bool(effective, "commits", false) ? "yes" : "no");
		say_field(out, "known by", json_get_string(adapter, "basis"));
		say_field(out, "observation", json_get_string(adapter, "basis_observation"));
		add_observed(json_get(console, "children"), out);
	}
	words_attested(adapter, add_attested, out);
	say_field(out, "program", json_get_string(adapter, "program_path"));
	say_field(out, "version", json_get_string(adapter, "program_version"));
}

static void add_argv(const struct json *argv, struct text *out)
{
	CLEARED(strlist) struct strlist words = { 0 };
	CLEARED(text) struct text line = { 0 };

	for (size_t i = 0; i < json_count(argv); i++) {
		const char *word = json_string(json_at(argv, i), NULL);

		strlist_add(&words, word ? word : "");
	}
	shell_words(&line, &words);
	say_field(out, "argv", line.len ? text_c(&line) : NULL);
}

/* A manifest names children and says nothing of how they fared. */
static void say_ending(const struct json *child, bool running, struct text *out)
{
	struct ending ending;

	if (!json_get_string(child, "state")) {
		text_add_string(out, running ? "see above" : "how it ended is not known");
		return;
	}
	ending_read(child, &ending);
	words_ending(out, &ending);
}

static void add_child(const char *directory, const struct json *child, bool running, struct text *out)
{
	const char *id = json_get_string(child, "id"), *label = json_get_string(child, "label");
	CLEARED(text) struct text head = { 0 };
	CLEARED(text) struct text left = { 0 };
	struct ending ending;

	say_ending(child, running, &head);
	ending_read(child, &ending);
	text_add_format(&head, "%s%s", label ? "  " : "", label ? label : "");
	words_left_behind(&left, ending.swept);
	say_field(out, id ? id : "child", text_c(&head));
	say_field(out, "error", json_get_string(child, "error"));
	say_field(out, "left behind", left.len ? text_c(&left) : NULL);
	add_list("survivors", json_get(child, "survivors"), out);
	show_log_name(directory, child, out);
	add_argv(json_get(child, "argv"), out);
}

static void add_children(const struct cli *cli, const char *directory, const struct json *children, bool running, struct text *out)
{
	if (json_count(children) == 0)
		return;
	add_section(cli, "Children", out);
	for (size_t i = 0; i < json_count(children); i++)
		add_child(directory, json_at(children, i), running, out);
}

/* What other runs did at the same time is beside the point, and said so that nobody takes it for this run's. */
static void add_neighbours(const struct cli *cli, const struct json *neighbours, struct text *out)
{
	for (size_t i = 0; i < json_count(neighbours); i++) {
		CLEARED(text) struct text line = { 0 };

		say_field(&line, i == 0 ? "other runs" : "", json_string(json_at(neighbours, i), NULL));
		if (line.len == 0)
			continue;
		line.bytes[--line.len] = '\0';
		say_word(cli, out, STRESS_QUIET, text_c(&line));
		text_add_byte(out, '\n');
	}
}

/* No audit is not an audit that found nothing. Without a grant the audit is told when something changed all the same. */
static void add_audit(const struct cli *cli, const struct run_row *row, const struct json *audit, struct text *out)
{
	const bool granted = row->grant_known && row->git_write != GIT_WRITE_NONE;

	if (!granted && json_count(json_get(audit, "admin")) == 0)
		return;
	add_section(cli, granted ? "What the grant was used for" : "What changed in the shared repository", out);
	if (!audit && row->outcome == OUTCOME_REFUSED) {
		say_field(out, "nothing", "the run was refused, so no child was started");
		return;
	}
	if (!audit) {
		say_field(out, "not known", "the shared repository was not compared");
		return;
	}
	say_field(out, "grant", !granted ? "none was given" : json_get_bool(audit, "grant_used", false) ? "used" : "not used");
	add_list("own refs", json_get(audit, "refs_own"), out);
	add_list("other refs", json_get(audit, "refs_outside"), out);
	add_list("changed", json_get(audit, "admin"), out);
	add_neighbours(cli, json_get(audit, "neighbours"), out);
}

static void add_alerts(const struct cli *cli, const struct run_view *v, struct text *out)
{
	CLEARED(strlist) struct strlist alerts = { 0 };

	alerts_list(v, &alerts);
	if (alerts.count == 0)
		return;
	add_section(cli, v->row.acknowledged ? "Alerts, acknowledged" : "Alerts", out);
	for (size_t i = 0; i < alerts.count; i++)
		say_field(out, i == 0 ? "look at" : "", alerts.items[i]);
}

static void add_repository(const struct cli *cli, const struct json *repository, struct text *out)
{
	const struct json *before = json_get(repository, "before"), *after = json_get(repository, "after");

	if (!before && !after)
		return;
	add_section(cli, "Repository", out);
	say_field(out, "branch", json_get_string(before, "branch"));
	say_field(out, "head before", json_get_string(before, "head"));
	say_field(out, "head after", json_get_string(after, "head"));
	add_list("uncommitted", json_get(after, "dirty_paths"), out);
}

static void add_unknowns(const struct cli *cli, const struct json *unknowns, struct text *out)
{
	if (json_count(unknowns) == 0)
		return;
	add_section(cli, "Not known", out);
	for (size_t i = 0; i < json_count(unknowns); i++)
		say_field(out, "", json_get_string(json_at(unknowns, i), "message"));
}

void show_answers(const struct cli *cli, const struct json *events, struct text *out)
{
	for (size_t i = 0; i < json_count(events); i++) {
		const struct json *event = json_at(events, i);
		const char *name = json_get_string(event, "event"), *id = json_get_string(event, "id");
		const char *answer = json_get_string(event, "result");
		OWNED_MEM char *title = str_format("%s answered", id ? id : "a child");
		OWNED_MEM char *clean = sanitize_copy(title);

		if (!name || strcmp(name, "agent.end") != 0 || !answer || !*answer)
			continue;
		add_section(cli, clean, out);
		sanitize_add_lines(out, answer, strlen(answer));
		if (answer[strlen(answer) - 1] != '\n')
			text_add_byte(out, '\n');
	}
}

static void add_record(const struct cli *cli, const char *directory, const struct run_view *view, struct text *out)
{
	add_section(cli, "Record", out);
	say_field(out, "directory", directory);
	say_field(out, "proof", view->row.proof_sha256);
	for (size_t i = 0; i < view->damage.count; i++)
		say_field(out, "damage", view->damage.items[i]);
}

void show_run(const struct cli *cli, const char *run_id, const char *directory, const struct run_view *view, struct text *out)
{
	const struct json *record = view->proof ? view->proof : view->manifest;
	const struct json *console = json_get(record, "console");

	add_head(cli, run_id, &view->row, out);
	add_what(&view->row, out);
	add_alerts(cli, view, out);
	if (view->row.outcome == OUTCOME_RUNNING) {
		add_section(cli, "At the moment", out);
		live_states_fields(cli->engine, run_id, out);
	}
	if (console)
		add_permitted(cli, console, out);
	add_children(cli, directory, json_get(console, "children"), view->row.outcome == OUTCOME_RUNNING, out);
	show_answers(cli, view->events, out);
	add_audit(cli, &view->row, json_get(console, "grant_audit"), out);
	add_repository(cli, json_get(view->proof, "repository"), out);
	add_unknowns(cli, json_get(console, "unknowns"), out);
	add_record(cli, directory, view, out);
}

void show_event(const struct json *event, struct text *out)
{
	const char *at = json_get_string(event, "ts"), *name = json_get_string(event, "event");
	struct json *rest = json_kind(event) == JSON_OBJECT ? json_copy(event) : json_new_object();
	CLEARED(text) struct text line = { 0 };

	json_unset(rest, "schema_version");
	json_unset(rest, "run_id");
	json_unset(rest, "ts");
	json_unset(rest, "event");
	text_add_format(&line, "%s  %s  ", at ? at : "?", name ? name : "?");
	if (json_count(rest) > 0)
		json_write(rest, JSON_COMPACT, &line);
	sanitize_add(out, line.bytes, line.len);
	text_add_byte(out, '\n');
	json_drop(&rest);
}
