/*
 * provider — the worktree provider's own records: claim.json, the chained events.jsonl and binding.json.
 *
 * Each event holds the digest of the one before it. The list lies where a child without a policy may write, so it is
 * kept for the peer's commands; what we rely on ourselves is the workspace index and the ledger.
 */
#include <errno.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/host/file.h"
#include "core/host/ports.h"
#include "core/record/binding_json.h"
#include "core/record/harnery.h"
#include "core/record/store.h"
#include "core/record/workspace_request.h"

#define CLAIM_NAME "claim.json"
#define BINDING_NAME "binding.json"
#define EVENTS_NAME "events.jsonl"
#define CLAIM_BYTES_MAX (1024u * 1024)

static bool open_directory(const struct run_record *r, const char *binding_id, int *ret_fd, struct error *err)
{
	OWNED_MEM char *relative = str_format(".harnery/workspaces/%s/%s", HARNERY_PROVIDER_ID, binding_id ? binding_id : "");
	OWNED_FD int root = -1;

	if (!binding_id || !run_id_valid(binding_id))
		return error_set(err, REASON_RECORD_NOT_SAVED, "run %s has no workspace to record events of", r->run_id);
	return dir_open(r->coordination_root, &root, err) && dir_make_at(root, relative, 0700, ret_fd, err);
}

static bool put_indented(int dir, const char *name, const struct json *value, struct error *err)
{
	CLEARED(text) struct text bytes = { 0 };

	json_write(value, JSON_INDENTED, &bytes);
	text_add_byte(&bytes, '\n');
	return file_put_new(dir, name, text_c(&bytes), bytes.len, err);
}

/* What an event says of its workspace: from the claim, which every later event agrees with. */
struct chain {
	const char *binding_id, *workspace_id;
	char request_sha256[DIGEST_HEX_BYTES];
	char previous[DIGEST_HEX_BYTES]; /* "" before the first */
	int64_t seq;
};

static bool chain_find_end(int dir, struct chain *c, struct error *err)
{
	CLEARED(text) struct text bytes = { 0 };
	OWNED(json) struct json *last = NULL;
	struct error missing;
	const char *end, *begin, *digest;

	if (!file_read(dir, EVENTS_NAME, EVENTS_BYTES_MAX, &bytes, &missing))
		return missing.sys == ENOENT || error_set(err, missing.reason, "%s", missing.text);
	end = text_c(&bytes) + bytes.len;
	while (end > text_c(&bytes) && end[-1] == '\n')
		end--;
	for (begin = end; begin > text_c(&bytes) && begin[-1] != '\n';)
		begin--;
	if (begin == end)
		return true;
	if (!json_parse(begin, (size_t)(end - begin), &last, err))
		return error_wrap(err, "the last event of workspace %s", c->binding_id);
	digest = json_get_string(last, "record_sha256");
	if (!digest || !digest_is_hex(digest) || !json_get_int(last, "seq", &c->seq))
		return error_set(err, REASON_RECORD_DAMAGED, "the last event of workspace %s does not say its number and digest",
				 c->binding_id);
	(void)snprintf(c->previous, sizeof c->previous, "%s", digest);
	return true;
}

static bool add_event(int dir, struct chain *c, const char *event, struct json *taken_data, struct error *err)
{
	OWNED(json) struct json *o = harnery_object();
	CLEARED(text) struct text line = { 0 };
	char digest[DIGEST_HEX_BYTES];

	json_set_int(o, "seq", ++c->seq);
	json_set_string(o, "binding_id", c->binding_id);
	json_set_string(o, "workspace_id", c->workspace_id);
	json_set_string(o, "request_sha256", c->request_sha256);
	json_set(o, "recorded_at", harnery_time(host_ports.wall_ms(host_ports.self)));
	json_set_string(o, "event", event);
	json_set(o, "data", taken_data ? taken_data : json_new_object());
	json_set_string(o, "previous_sha256", *c->previous ? c->previous : NULL);
	json_digest(o, digest);
	json_set_string(o, "record_sha256", digest);
	json_write(o, JSON_CANONICAL, &line);
	if (line.len >= EVENT_LINE_BYTES_MAX)
		return error_set(err, REASON_RECORD_NOT_SAVED, "the event %s of workspace %s is too long for one line", event,
				 c->binding_id);
	(void)snprintf(c->previous, sizeof c->previous, "%s", digest);
	return file_append_line(dir, EVENTS_NAME, text_c(&line), line.len, err);
}

static struct json *claim_print(const struct binding *b, const struct json *request, const char *request_sha256)
{
	struct json *o = harnery_object();

	json_set_string(o, "provider_id", HARNERY_PROVIDER_ID);
	json_set_string(o, "provider_version", HARNERY_PROVIDER_VERSION);
	json_set_string(o, "binding_id", b->binding_id);
	json_set_string(o, "workspace_id", b->workspace_id);
	json_set(o, "request", json_copy(request));
	json_set_string(o, "request_sha256", request_sha256);
	json_set_string(o, "recovery_token", b->recovery_token);
	json_set(o, "created_at", harnery_time(b->created_ms));
	json_set_string(o, "workspace_root", b->workspace.path);
	json_set_string(o, "active_root", b->active.path);
	json_set(o, "writable_root", json_copy(json_get(request, "selected_writable_root")));
	json_set(o, "repository", binding_print_repository(b));
	return o;
}

static struct json *one_field(const char *key, const char *value)
{
	struct json *o = json_new_object();

	json_set_string(o, key, value);
	return o;
}

bool store_provider_claim(const struct run_record *r, const struct layout *l, const struct workspace_plan *plan, struct error *err)
{
	OWNED(binding) struct binding *b = binding_planned(plan, l);
	OWNED(json) struct json *request = workspace_request_of(r), *claim = NULL;
	OWNED_MEM char *path =
		str_format("%s/.harnery/workspaces/%s/%s/%s", r->coordination_root, HARNERY_PROVIDER_ID, b->binding_id, CLAIM_NAME);
	struct chain c = { .binding_id = b->binding_id, .workspace_id = b->workspace_id };
	OWNED_FD int dir = -1;

	if (!request)
		return error_set(err, REASON_RECORD_NOT_SAVED, "run %s has no workspace request to claim a workspace for", r->run_id);
	if (!open_directory(r, b->binding_id, &dir, err))
		return false;
	json_digest(request, c.request_sha256);
	claim = claim_print(b, request, c.request_sha256);
	return put_indented(dir, CLAIM_NAME, claim, err) && add_event(dir, &c, "allocation_recorded", one_field("claim", path), err) &&
	       add_event(dir, &c, "allocating", NULL, err);
}

static struct json *bound_data(const struct run_record *r, const struct json *binding)
{
	struct json *o = json_new_object();
	char digest[DIGEST_HEX_BYTES];

	json_digest(binding, digest);
	json_set_string(o, "binding_sha256", digest);
	json_set_string(o, "gitdir", r->binding->gitdir.path);
	return o;
}

bool store_provider_bound(const struct run_record *r, struct error *err)
{
	OWNED(json) struct json *binding = r->binding ? binding_print(r->binding, r) : NULL;
	OWNED_FD int dir = -1;

	if (!open_directory(r, r->binding ? r->binding->binding_id : NULL, &dir, err) || !put_indented(dir, BINDING_NAME, binding, err))
		return false;
	return store_provider_event(r, "bound", bound_data(r, binding), err);
}

static bool read_claim(int dir, struct chain *c, struct json **ret_claim, struct error *err)
{
	CLEARED(text) struct text bytes = { 0 };
	const char *digest;

	if (!file_read(dir, CLAIM_NAME, CLAIM_BYTES_MAX, &bytes, err) || !json_parse(text_c(&bytes), bytes.len, ret_claim, err))
		return error_wrap(err, "the claim of workspace %s", c->binding_id);
	digest = json_get_string(*ret_claim, "request_sha256");
	c->workspace_id = json_get_string(*ret_claim, "workspace_id");
	if (!digest || !digest_is_hex(digest) || !c->workspace_id)
		return error_set(err, REASON_RECORD_DAMAGED, "the claim of workspace %s does not say its request and workspace",
				 c->binding_id);
	(void)snprintf(c->request_sha256, sizeof c->request_sha256, "%s", digest);
	return true;
}

bool store_provider_event(const struct run_record *r, const char *event, struct json *taken_fields, struct error *err)
{
	OWNED(json) struct json *fields = taken_fields ? taken_fields : json_new_object(), *claim = NULL;
	struct chain c = { .binding_id = r->binding ? r->binding->binding_id : NULL };
	OWNED_FD int dir = -1;

	return open_directory(r, c.binding_id, &dir, err) && read_claim(dir, &c, &claim, err) && chain_find_end(dir, &c, err) &&
	       add_event(dir, &c, event, json_copy(fields), err);
}
