/*
 * run_compare — see run_compare.h. One table says where each fact lies; the proof is asked before the manifest.
 */
#include "ui/run_compare.h"

#include <string.h>

#include "core/base/mem.h"
#include "ui/words.h"

#define CHILD "console.children."

static const struct { const char *section, *name, *path; } facts[] = {
	{ "ASKED", "repository", "console.requested.repository" }, { "ASKED", "topology", "console.topology" },
	{ "ASKED", "mode", "console.requested.mode" }, { "ASKED", "Git grant", "console.requested.git_write" },
	{ "ASKED", "roots", "console.requested.writable_roots" }, { "ASKED", "adapter", "console.requested.adapter" },
	{ "ASKED", "model", "console.requested.model" }, { "ASKED", "effort", "console.requested.effort" },
	{ "ASKED", "style", "console.requested.style" }, { "ASKED", "time limit", "console.requested.timeout_ms" },
	{ "ASKED", "turns", "console.requested.max_turns" }, { "ASKED", "children", "console.requested.children" },
	{ "ASKED", "label", "console.label" },
	{ "POLICY", "mode", "sandbox_projection.mode" }, { "POLICY", "Git grant", "sandbox_projection.git_grant" },
	{ "POLICY", "declared roots", "sandbox_projection.writable_roots" }, { "POLICY", "native mode", "console.effective.native_mode" },
	{ "POLICY", "rendered roots", "console.effective.rendered_roots" }, { "POLICY", "granted roots", "console.effective.granted_roots" },
	{ "POLICY", "can write", "console.effective.writable" }, { "POLICY", "commits", "console.effective.commits" },
	{ "POLICY", "how known", "console.adapter.basis" }, { "POLICY", "observed", "console.observed.state" },
	{ "PROGRAM", "adapter", "console.adapter.id" }, { "PROGRAM", "program", "console.adapter.program_path" },
	{ "PROGRAM", "version", "console.adapter.program_version" }, { "PROGRAM", "sha256", "console.adapter.program_sha256" },
	{ "PROGRAM", "bulkhead", "console.program.version" },
	{ "REPOSITORY", "base", "console.binding.base_commit" }, { "REPOSITORY", "HEAD before", "repository.before.head" },
	{ "REPOSITORY", "HEAD after", "repository.after.head" }, { "REPOSITORY", "uncommitted", "repository.after.dirty_paths" },
	{ "REPOSITORY", "grant used", "console.grant_audit.grant_used" }, { "REPOSITORY", "own branch", "console.grant_audit.refs_own" },
	{ "REPOSITORY", "other refs", "console.grant_audit.refs_outside" }, { "REPOSITORY", "admin files", "console.grant_audit.admin" },
	{ "REPOSITORY", "alerts", "console.alerts" },
};

static const struct { const char *name, *key; } child_facts[] = {
	{ "state", "state" }, { "exit status", "exit_status" }, { "signal", "signal" }, { "timed out", "timed_out" }, { "error", "error" },
	{ "argv", "argv" }, { "cost", "cost_usd" }, { "printed", "terminal.bytes" }, { "policy seen", "observed.state" },
};

/* path: keys and places in arrays, "console.children.0.argv". */
static const struct json *follow(const struct json *value, const char *path)
{
	while (value && *path) {
		size_t len = strcspn(path, ".");
		OWNED_MEM char *key = str_copy_n(path, len);

		value = json_kind(value) == JSON_ARRAY ? json_at(value, strtoul(key, NULL, 10)) : json_get(value, key);
		path += len + (path[len] == '.');
	}
	return value;
}

static const struct json *fact_of(const struct run_view *v, const char *path)
{
	const struct json *sealed = follow(v->proof, path);

	return sealed ? sealed : follow(v->manifest, path);
}

static void print_value(const struct json *value, struct text *out)
{
	const char *string = json_string(value, NULL);

	if (string)
		text_add_string(out, *string ? string : "empty");
	else if (json_kind(value) == JSON_BOOL)
		text_add_string(out, json_bool(value) ? "yes" : "no");
	else if (json_kind(value) == JSON_ARRAY && json_count(value) == 0)
		text_add_string(out, "none");
	else if (json_kind(value) == JSON_ARRAY)
		for (size_t i = 0; i < json_count(value); i++) {
			text_add_string(out, i > 0 ? "  " : "");
			print_value(json_at(value, i), out);
		}
	else
		json_write(value, JSON_CANONICAL, out);
}

/* Every place where own stands in s becomes word. */
static void stand_in(struct text *s, const char *own, const char *word)
{
	CLEARED(text) struct text result = { 0 };
	const char *at = text_c(s), *found = own && *own ? strstr(at, own) : NULL;

	if (!found)
		return;
	for (; found; found = strstr(at, own)) {
		text_add(&result, at, (size_t)(found - at));
		text_add_string(&result, word);
		at = found + strlen(own);
	}
	text_add_string(&result, at);
	text_empty(s);
	text_add(s, text_c(&result), result.len);
}

static char *value_of(const struct run_view *v, const struct json *value)
{
	static const struct { const char *path, *word; } own[] = {
		{ "console.binding.workspace.realpath", "{workspace}" },
		{ "console.private_tmp", "{tmp}" },
		{ "console.binding.branch", "{branch}" },
		{ "console.binding.gitdir.realpath", "{gitdir}" },
	};
	const bool own_workspace = v->row.topology_known && v->row.topology == TOPOLOGY_WORKTREE;
	CLEARED(text) struct text out = { 0 };

	if (!value)
		return NULL;
	print_value(value, &out);
	for (size_t i = 0; i < COUNT_OF(own); i++)
		if (own_workspace || i == 1)
			stand_in(&out, json_string(fact_of(v, own[i].path), NULL), own[i].word);
	stand_in(&out, v->row.run_id, "{run}");
	return text_take(&out);
}

static void add(struct comparison *c, const char *section, const char *name, char *left, char *right)
{
	bool differs = left && right ? strcmp(left, right) != 0 : left != right;

	if (!left && !right)
		return;
	c->facts = mem_grow(c->facts, c->count + 1, sizeof *c->facts);
	c->facts[c->count++] = (struct compared){ section, str_copy(name), left, right, differs };
	c->differing += differs;
}

static char *outcome_of(const struct run_row *row)
{
	CLEARED(text) struct text out = { 0 };

	words_outcome_cell(&out, row);
	return text_take(&out);
}

static char *took_of(const struct run_row *row)
{
	CLEARED(text) struct text out = { 0 };

	if (row->started_ms == 0 || row->ended_ms < row->started_ms)
		return NULL;
	words_duration(&out, row->ended_ms - row->started_ms);
	return text_take(&out);
}

/* What the child answered, from the transcript: the proof holds no prompt and no answer. */
static const struct json *result_of(const struct run_view *v, const char *id)
{
	const struct json *found = NULL;

	for (size_t i = 0; id && i < json_count(v->events); i++) {
		const struct json *event = json_at(v->events, i);
		const char *name = json_get_string(event, "event"), *whose = json_get_string(event, "id");

		if (name && whose && strcmp(name, "agent.end") == 0 && strcmp(whose, id) == 0)
			found = json_get(event, "result");
	}
	return found;
}

static void add_child(const struct run_view *left, const struct run_view *right, size_t at, struct comparison *c)
{
	OWNED_MEM char *id = str_format("a%zu", at + 1), *result = str_format("%s result", id);

	for (size_t i = 0; i < COUNT_OF(child_facts); i++) {
		OWNED_MEM char *path = str_format(CHILD "%zu.%s", at, child_facts[i].key),
			       *name = str_format("%s %s", id, child_facts[i].name);

		add(c, "CHILDREN", name, value_of(left, fact_of(left, path)), value_of(right, fact_of(right, path)));
	}
	add(c, "CHILDREN", result, value_of(left, result_of(left, id)), value_of(right, result_of(right, id)));
}

static size_t children_of(const struct run_view *v)
{
	return json_count(fact_of(v, "console.children"));
}

void run_compare(const struct run_view *left, const struct run_view *right, struct comparison *ret)
{
	const size_t n_children = children_of(left) > children_of(right) ? children_of(left) : children_of(right);

	*ret = (struct comparison){ 0 };
	add(ret, "RESULT", "outcome", outcome_of(&left->row), outcome_of(&right->row));
	add(ret, "RESULT", "because", str_copy(left->row.message), str_copy(right->row.message));
	add(ret, "RESULT", "took", took_of(&left->row), took_of(&right->row));
	add(ret, "RESULT", "damage", str_copy(left->row.damage), str_copy(right->row.damage));
	for (size_t i = 0; i < COUNT_OF(facts); i++)
		add(ret, facts[i].section, facts[i].name, value_of(left, fact_of(left, facts[i].path)),
		    value_of(right, fact_of(right, facts[i].path)));
	for (size_t i = 0; i < n_children; i++)
		add_child(left, right, i, ret);
}

void comparison_clear(struct comparison *c)
{
	for (size_t i = 0; i < c->count; i++) {
		free(c->facts[i].name);
		free(c->facts[i].left);
		free(c->facts[i].right);
	}
	free(c->facts);
	*c = (struct comparison){ 0 };
}
