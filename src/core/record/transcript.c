/*
 * transcript — the events of a run, one line each, in the peer's vocabulary.
 *
 * A line holds at most 16,384 bytes with its newline. The largest fields of a longer one are replaced by their size and
 * digest; a prompt is cut instead, so that as much of it as possible can be read.
 */
#include <string.h>

#include "core/base/mem.h"
#include "core/host/file.h"
#include "core/record/custody.h"
#include "core/record/harnery.h"
#include "core/record/repository_json.h"
#include "core/record/workspace_request.h"
#include "core/record/writers.h"

#define PROMPT_UNITS_FIRST 15000
#define KEY_DIGITS 16
#define OMISSION_BYTES 256 /* about what the note of an omitted field takes */

static struct json *line_build(const struct run_record *r, const struct ports *ports, const char *event, bool has_stage)
{
	struct json *line = harnery_object();

	json_set_string(line, "run_id", r->run_id);
	json_set(line, "ts", harnery_time(ports->wall_ms(ports->self)));
	json_set_string(line, "event", event);
	if (has_stage)
		json_set_string(line, "stage", "");
	return line;
}

static size_t value_bytes(const struct json *value)
{
	CLEARED(text) struct text bytes = { 0 };

	json_write(value, JSON_COMPACT, &bytes);
	return bytes.len;
}

static size_t line_bytes(const struct json *line)
{
	return value_bytes(line) + 1;
}

static struct json *omission(const char *field, size_t bytes, const struct json *value)
{
	struct json *o = json_new_object();
	char hex[DIGEST_HEX_BYTES];

	json_digest(value, hex);
	json_set_string(o, "field", field);
	json_set_int(o, "bytes", (int64_t)bytes);
	json_set_string(o, "sha256", hex);
	return o;
}

static size_t largest(const size_t *sizes, size_t count)
{
	size_t at = 0;

	for (size_t i = 1; i < count; i++) {
		if (sizes[i] > sizes[at])
			at = i;
	}
	return at;
}

/* Fields that are no longer than what would stand for them stay: a line of many of those is refused. */
static void shorten(struct json *line, const struct strlist *keys)
{
	OWNED_MEM size_t *sizes = mem_new(keys->count + 1, sizeof *sizes);
	OWNED(json) struct json *omitted = json_new_array();

	for (size_t i = 0; i < keys->count; i++)
		sizes[i] = value_bytes(json_get(line, keys->items[i]));
	while (line_bytes(line) > TRANSCRIPT_LINE_BYTES_MAX) {
		size_t at = largest(sizes, keys->count);

		if (sizes[at] <= OMISSION_BYTES)
			return;
		json_add(omitted, omission(keys->items[at], sizes[at], json_get(line, keys->items[at])));
		json_unset(line, keys->items[at]);
		json_set(line, "omitted_fields", json_copy(omitted));
		sizes[at] = 0;
	}
}

static void move_fields(struct json *line, struct json *fields, struct strlist *ret_keys)
{
	json_keys(fields, ret_keys);
	for (size_t i = 0; i < ret_keys->count; i++)
		json_set(line, ret_keys->items[i], json_copy(json_get(fields, ret_keys->items[i])));
}

static bool add(int run_fd, struct custody *custody, struct json *taken_line, struct json *taken_fields, bool durable, struct error *err)
{
	OWNED(json) struct json *fields = taken_fields, *line = taken_line;
	CLEARED(strlist) struct strlist keys = { 0 };
	CLEARED(text) struct text bytes = { 0 };
	bool ok;

	move_fields(line, fields, &keys);
	shorten(line, &keys);
	json_write(line, JSON_COMPACT, &bytes);
	if (bytes.len >= TRANSCRIPT_LINE_BYTES_MAX)
		return error_set(err, REASON_RECORD_NOT_SAVED, "the event %s has too many fields for one transcript line",
				 json_get_string(line, "event"));
	ok = durable ? file_append_line(run_fd, RECORD_TRANSCRIPT_NAME, text_c(&bytes), bytes.len, err)
		     : file_append_line_later(run_fd, RECORD_TRANSCRIPT_NAME, text_c(&bytes), bytes.len, err);
	if (ok)
		custody_appended(custody, text_c(&bytes), bytes.len);
	else
		custody_unsure(custody);
	return ok;
}

bool transcript_add(int run_fd, const struct run_record *r, const struct ports *ports, const char *event, bool has_stage,
		    struct json *taken_fields, struct error *err)
{
	return add(run_fd, r->custody, line_build(r, ports, event, has_stage), taken_fields, true, err);
}

bool transcript_save(int run_fd, struct error *err)
{
	return file_save(run_fd, RECORD_TRANSCRIPT_NAME, err);
}

bool transcript_allocating(int run_fd, const struct run_record *r, const struct ports *ports, struct error *err)
{
	struct json *o = json_new_object();
	OWNED(json) struct json *request = workspace_request_of(r);
	char hex[DIGEST_HEX_BYTES];

	json_digest(request, hex);
	json_set_string(o, "provider_id", HARNERY_PROVIDER_ID);
	json_set_string(o, "request_sha256", request ? hex : NULL);
	return transcript_add(run_fd, r, ports, "execution.allocate.start", false, o, err);
}

bool transcript_allocated(int run_fd, const struct run_record *r, const struct ports *ports, struct error *err)
{
	struct json *o = json_new_object();

	json_set_string(o, "binding_id", r->binding ? r->binding->binding_id : NULL);
	json_set_string(o, "provider_id", HARNERY_PROVIDER_ID);
	json_set_string(o, "active_root", r->binding ? r->binding->active.path : NULL);
	return transcript_add(run_fd, r, ports, "execution.allocate.end", false, o, err);
}

static struct json *binding_reference(const struct run_record *r)
{
	struct json *o;

	if (!r->binding || !r->binding->isolated)
		return NULL;
	o = json_new_object();
	json_set_string(o, "binding_id", r->binding->binding_id);
	json_set_string(o, "provider_id", HARNERY_PROVIDER_ID);
	return o;
}

bool transcript_run_start(int run_fd, const struct run_record *r, const struct ports *ports, struct error *err)
{
	struct json *o = json_new_object();
	OWNED_MEM char *name = harnery_clip(r->name && *r->name ? r->name : "run", HARNERY_NAME_UNITS);
	OWNED_MEM char *script = str_format("%s/%s", r->directory, RECORD_REQUEST_NAME);
	int64_t children = r->request.n_children > 0 ? (int64_t)r->request.n_children : 1;

	json_set_string(o, "name", name);
	json_set(o, "work_item_id", NULL);
	json_set(o, "work_context", NULL);
	json_set(o, "attempt_context", NULL);
	json_set_string(o, "script", script);
	json_set(o, "objective", NULL);
	json_set(o, "acceptance", json_new_array());
	json_set_int(o, "max_agents", children);
	json_set_int(o, "concurrency", children);
	json_set(o, "specialists", json_new_array());
	json_set(o, "policy", NULL);
	json_set_string(o, "isolation", record_isolation(r));
	json_set_string(o, "network_access", HARNERY_NETWORK);
	json_set(o, "workspace_binding", binding_reference(r));
	return transcript_add(run_fd, r, ports, "run.start", true, o, err);
}

/* The peer's key names what a child was asked: adapter, model, effort, turns and prompt. */
static void child_key(const struct run_record *r, size_t child, char ret_key[KEY_DIGITS + 1])
{
	const struct request *q = &r->request;
	OWNED(json) struct json *parts = json_new_array();
	CLEARED(text) struct text bytes = { 0 };
	char hex[DIGEST_HEX_BYTES];

	json_add_string(parts, "");
	json_add(parts, json_new_string(q->adapter));
	json_add(parts, json_new_string(q->model));
	json_add(parts, json_new_string(q->effort));
	json_add(parts, q->max_turns ? json_new_int(q->max_turns) : NULL);
	json_add(parts, NULL);
	json_add(parts, json_new_string(child < q->n_children ? request_prompt(q, child) : NULL));
	json_write(parts, JSON_COMPACT, &bytes);
	digest_of(text_c(&bytes), bytes.len, hex);
	(void)snprintf(ret_key, KEY_DIGITS + 1, "%.*s", KEY_DIGITS, hex);
}

static const char *label_of(const struct child_record *c)
{
	return c->label ? c->label : c->id;
}

/* As much of the prompt as fits a line: escapes can make it longer than it is. Makes agent.start durable with it. */
static bool add_prompt(int run_fd, const struct run_record *r, const struct ports *ports, size_t child, struct error *err)
{
	const char *prompt = child < r->request.n_children ? request_prompt(&r->request, child) : NULL;
	OWNED(json) struct json *o = json_new_object();

	if (!prompt)
		return transcript_save(run_fd, err);
	json_set_string(o, "id", r->children[child].id);
	json_set(o, "digest", harnery_text_digest(prompt));
	for (size_t units = PROMPT_UNITS_FIRST;; units -= units / 4) {
		OWNED_MEM char *kept = harnery_clip(prompt, units);

		json_set_bool(o, "cut", !harnery_fits(prompt, units));
		json_set_string(o, "prompt", kept);
		if (line_bytes(o) + 512 <= TRANSCRIPT_LINE_BYTES_MAX)
			break;
	}
	return transcript_add(run_fd, r, ports, "console.prompt", true, json_copy(o), err);
}

bool transcript_child_start(int run_fd, const struct run_record *r, const struct ports *ports, size_t child, struct error *err)
{
	const struct child_record *c = &r->children[child];
	struct json *o = json_new_object();
	OWNED_MEM char *label = harnery_clip(label_of(c), HARNERY_NAME_UNITS);
	char key[KEY_DIGITS + 1];

	child_key(r, child, key);
	json_set_string(o, "id", c->id);
	json_set_string(o, "label", label);
	json_set_string(o, "key", key);
	json_set_string(o, "adapter", r->request.adapter);
	json_set(o, "specialist", NULL);
	json_set_string(o, "model", r->request.model);
	json_set_string(o, "effort", r->request.effort);
	return add(run_fd, r->custody, line_build(r, ports, "agent.start", true), o, false, err) &&
	       add_prompt(run_fd, r, ports, child, err);
}

static uint64_t duration(uint64_t from_ms, uint64_t to_ms)
{
	return from_ms && to_ms > from_ms ? to_ms - from_ms : 0;
}

static struct json *child_succeeded(const struct run_record *r, size_t child)
{
	const struct child_record *c = &r->children[child];
	const char *result = c->result ? c->result : "";
	struct json *o = json_new_object();
	char key[KEY_DIGITS + 1];

	child_key(r, child, key);
	json_set_string(o, "id", c->id);
	json_set_string(o, "key", key);
	json_set_int(o, "attempts", 1);
	if (c->cost_known) {
		json_set(o, "cost_usd", json_new_double(c->cost_usd));
		json_set(o, "total_cost_usd", json_new_double(c->cost_usd));
	}
	json_set_int(o, "duration_ms", (int64_t)duration(c->started_ms, c->ended_ms));
	if (c->session_id)
		json_set_string(o, "session_id", c->session_id);
	json_set_string(o, "result_kind", "text");
	json_set(o, "result_digest", harnery_text_digest(result));
	json_set_string(o, "result", result);
	return o;
}

bool transcript_child_end(int run_fd, const struct run_record *r, const struct ports *ports, size_t child, struct error *err)
{
	const struct child_record *c = &r->children[child];
	OWNED_MEM char *error = harnery_clip(c->error ? c->error : "it did not end with success", HARNERY_ERROR_UNITS);
	struct json *o;

	if (c->state == CHILD_SUCCEEDED)
		return add(run_fd, r->custody, line_build(r, ports, "agent.end", true), child_succeeded(r, child), false, err);
	o = json_new_object();
	json_set_string(o, "id", c->id);
	json_set_string(o, "error", error);
	return add(run_fd, r->custody, line_build(r, ports, "agent.failed", true), o, false, err);
}

bool transcript_refused(int run_fd, const struct run_record *r, const struct ports *ports, struct error *err)
{
	struct json *o = json_new_object();
	OWNED_MEM char *why = harnery_clip(r->message ? r->message : reason_meaning(r->reason), HARNERY_ERROR_UNITS);

	json_set_string(o, "reason", why);
	json_set_string(o, "console_reason", reason_slug(r->reason));
	return transcript_add(run_fd, r, ports, "run.blocked", true, o, err);
}

/* *ret_cost is of those that reported one; false: none did, which is not the same as nothing. */
static bool sum_children(const struct run_record *r, int64_t *ret_started, double *ret_cost)
{
	bool known = false;

	*ret_started = 0;
	*ret_cost = 0;
	for (size_t i = 0; i < r->n_children; i++) {
		*ret_started += r->children[i].state != CHILD_WAITING;
		*ret_cost += r->children[i].cost_known ? r->children[i].cost_usd : 0;
		known = known || r->children[i].cost_known;
	}
	return known;
}

/* Sealing a run whose supervisor is gone is tried again by every command until it succeeds; its end is written once. */
static bool ends_as(int run_fd, enum outcome wanted)
{
	CLEARED(text) struct text bytes = { 0 };
	OWNED(json) struct json *last = NULL;
	const char *line, *event, *outcome;
	struct error unused;
	size_t len;

	if (!file_read(run_fd, RECORD_TRANSCRIPT_NAME, TRANSCRIPT_BYTES_MAX, &bytes, &unused) || bytes.len == 0)
		return false;
	len = bytes.len - (bytes.bytes[bytes.len - 1] == '\n');
	line = memrchr(bytes.bytes, '\n', len);
	line = line ? line + 1 : bytes.bytes;
	if (!json_parse(line, (size_t)(bytes.bytes + len - line), &last, &unused))
		return false;
	event = json_get_string(last, "event");
	outcome = json_get_string(last, "console_outcome");
	return event && outcome && strcmp(event, "run.end") == 0 && strcmp(outcome, outcome_word(wanted)) == 0;
}

bool transcript_run_end(int run_fd, const struct run_record *r, const struct ports *ports, struct error *err)
{
	struct json *o;
	OWNED_MEM char *why = harnery_clip(r->message ? r->message : reason_meaning(r->reason), HARNERY_ERROR_UNITS);
	bool ok = r->outcome == OUTCOME_DONE;
	int64_t started;
	double cost;
	bool cost_known = sum_children(r, &started, &cost);

	if ((r->outcome == OUTCOME_LOST || r->outcome == OUTCOME_REFUSED) && ends_as(run_fd, r->outcome))
		return true;
	o = json_new_object();
	json_set_bool(o, "ok", ok);
	if (!ok)
		json_set_string(o, "error", why);
	json_set_int(o, "agents", started);
	json_set_int(o, "cached", 0);
	if (cost_known)
		json_set(o, "cost_usd", json_new_double(cost));
	json_set_int(o, "duration_ms", (int64_t)duration(r->started_ms, r->ended_ms));
	json_set_string(o, "console_outcome", outcome_word(r->outcome));
	return add(run_fd, r->custody, line_build(r, ports, "run.end", true), o, false, err);
}
