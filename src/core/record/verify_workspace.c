/*
 * verify_workspace — is the binding the same everywhere, does it follow from the request, do its events chain.
 */
#include "core/record/verify_workspace.h"

#include <string.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/host/ports.h"
#include "core/record/harnery.h"
#include "core/record/record_files.h"
#include "core/record/record_read.h"
#include "core/record/workspace_request.h"

static const char *digest_text(const struct json *value, char hex[DIGEST_HEX_BYTES])
{
	json_digest(value, hex);
	return hex;
}

static void check_request(struct checking *c, const struct json *binding)
{
	CLEARED(text) struct text bytes = { 0 };
	CLEARED(strlist) struct strlist damage = { 0 };
	OWNED(json) struct json *request = NULL;
	const char *said = json_get_string(binding, "request_sha256");
	char hex[DIGEST_HEX_BYTES];

	(void)record_read(c->dir, RECORD_WORKSPACE_REQUEST_NAME, WORKSPACE_REQUEST_BYTES_MAX, &bytes, &request, &damage);
	if (!request)
		verify_finding(c->v,
			       "workspace-request.json is missing or damaged: what the workspace was made for is not recorded any more");
	else if (!said || strcmp(said, digest_text(request, hex)) != 0)
		verify_finding(c->v, "workspace-request.json is not what the binding was made from: it was changed after the run began");
	else
		strlist_add_format(&c->v->checked, "workspace request: digest %.12s as in the binding", said);
}

/* One event against the one before it; false: the chain ends here. */
static bool check_event(struct checking *c, const char *line, size_t len, int64_t number, char previous[DIGEST_HEX_BYTES])
{
	OWNED(json) struct json *event = NULL;
	const char *says, *before;
	struct error err;
	int64_t seq = 0;
	char hex[DIGEST_HEX_BYTES], own[DIGEST_HEX_BYTES] = "";

	if (!json_parse(line, len, &event, &err) || json_kind(event) != JSON_OBJECT) {
		verify_finding(c->v, "event %lld of the workspace is not a record: it was changed or cut", (long long)number);
		return false;
	}
	says = json_get_string(event, "record_sha256");
	before = json_get_string(event, "previous_sha256");
	(void)snprintf(own, sizeof own, "%s", says ? says : "");
	json_unset(event, "record_sha256");
	if (strcmp(own, digest_text(event, hex)) != 0) {
		verify_finding(c->v, "event %lld of the workspace was changed after it was written", (long long)number);
		return false;
	}
	if (!json_get_int(event, "seq", &seq) || seq != number || strcmp(before ? before : "", previous) != 0) {
		verify_finding(c->v,
			       "event %lld of the workspace does not follow from the one before it: events were removed, added or moved",
			       (long long)number);
		return false;
	}
	(void)snprintf(previous, DIGEST_HEX_BYTES, "%s", own);
	return true;
}

void verify_events(struct checking *c, const char *bytes, size_t len)
{
	const char *at = bytes, *end = bytes + len;
	char previous[DIGEST_HEX_BYTES] = "";
	int64_t number = 0;

	while (at < end) {
		const char *newline = memchr(at, '\n', (size_t)(end - at));
		size_t line = newline ? (size_t)(newline - at) : (size_t)(end - at);

		if (!check_event(c, at, line, ++number, previous))
			return;
		at += newline ? line + 1 : line;
	}
	if (number == 0)
		verify_finding(c->v, "events.jsonl of the workspace is empty: its events were removed");
	else
		strlist_add_format(&c->v->checked, "workspace events: %lld, each following from the one before", (long long)number);
}

static void check_events(struct checking *c, int dir)
{
	CLEARED(text) struct text bytes = { 0 };
	struct error err;

	if (file_read(dir, RECORD_WORKSPACE_EVENTS, EVENTS_BYTES_MAX, &bytes, &err))
		verify_events(c, text_c(&bytes), bytes.len);
	else
		verify_finding(c->v, "the events of the workspace cannot be read: %s", err.text);
}

static void check_file(struct checking *c, int dir, const char *name, const char *sentence_key, const char *wanted)
{
	CLEARED(text) struct text bytes = { 0 };
	CLEARED(strlist) struct strlist damage = { 0 };
	OWNED(json) struct json *value = NULL;
	char hex[DIGEST_HEX_BYTES];
	const char *found;
	int64_t version = 0;

	(void)record_read(dir, name, WORKSPACE_REQUEST_BYTES_MAX * 2, &bytes, &value, &damage);
	if (!json_get_int(value, "schema_version", &version) || version != HARNERY_SCHEMA_VERSION)
		json_drop(&value);
	found = sentence_key ? json_get_string(value, sentence_key) : value ? digest_text(value, hex) : NULL;
	if (!found)
		verify_finding(c->v, "%s of the workspace is missing or damaged", name);
	else if (strcmp(found, wanted) != 0)
		verify_finding(c->v, "%s of the workspace is not the one of this run: it was changed or replaced", name);
}

/* Against the digests in the proof; older proofs and the peer's have none. */
static void check_sealed_file(struct checking *c, int dir, const struct json *sealed, const char *name)
{
	const char *wanted = json_get_string(sealed, name);
	char hex[DIGEST_HEX_BYTES];
	uint64_t bytes;

	if (wanted && (!record_file_digest(dir, name, EVENTS_BYTES_MAX, hex, &bytes) || strcmp(hex, wanted) != 0))
		verify_finding(c->v, "%s of the workspace is not what proof.json sealed: it was changed, removed or replaced after the run",
			       name);
}

static void check_sealed_events(struct checking *c, int dir, const struct json *sealed)
{
	const char *wanted = json_get_string(sealed, "sha256");
	CLEARED(text) struct text bytes = { 0 };
	char hex[DIGEST_HEX_BYTES];
	struct error unused;
	int64_t size = 0;

	if (!wanted || !json_get_int(sealed, "bytes", &size) || size < 0 ||
	    !file_read(dir, RECORD_WORKSPACE_EVENTS, EVENTS_BYTES_MAX, &bytes, &unused))
		return;
	if ((uint64_t)size > bytes.len) {
		verify_finding(c->v, "the events of the workspace are fewer than proof.json sealed: their end was removed");
		return;
	}
	digest_of(text_c(&bytes), (size_t)size, hex);
	if (strcmp(hex, wanted) != 0)
		verify_finding(c->v, "the events of the workspace are not what proof.json sealed: they were changed or written anew");
}

static void check_sealed_workspace(struct checking *c, int dir)
{
	static const char *const names[] = RECORD_WORKSPACE_FILES;
	const struct json *sealed = json_get(json_get(json_get(c->view->proof, "console"), "integrity"), "workspace");

	for (size_t i = 0; i < COUNT_OF(names); i++)
		check_sealed_file(c, dir, sealed, names[i]);
	check_sealed_events(c, dir, json_get(sealed, RECORD_WORKSPACE_EVENTS));
}

static void check_provider(struct checking *c, const struct json *binding)
{
	OWNED_MEM char *workflows = path_parent(c->view->row.directory), *harnery = path_parent(workflows);
	const char *id = json_get_string(binding, "binding_id"), *provider = json_get_string(json_get(binding, "provider"), "id");
	const char *request = json_get_string(binding, "request_sha256");
	OWNED_MEM char *path = NULL;
	OWNED_FD int dir = -1;
	struct error err;
	char hex[DIGEST_HEX_BYTES];

	if (!id || !provider || !request || !run_id_valid(id) || !run_id_valid(provider)) {
		verify_finding(c->v, "the binding does not name its provider and itself in a form that can be looked up");
		return;
	}
	path = str_format("%s/workspaces/%s/%s", harnery, provider, id);
	if (!dir_open(path, &dir, &err)) {
		verify_finding(c->v, "the workspace's own records are gone: %s", err.text);
		return;
	}
	check_file(c, dir, "claim.json", "request_sha256", request);
	check_file(c, dir, "binding.json", NULL, digest_text(binding, hex));
	check_events(c, dir);
	check_sealed_workspace(c, dir);
}

void verify_workspace(struct checking *c)
{
	const struct json *frozen = json_get(json_get(c->view->manifest, "execution"), "workspace_binding");
	const struct json *proven = json_get(json_get(c->view->proof, "execution"), "binding");
	char x[DIGEST_HEX_BYTES], y[DIGEST_HEX_BYTES];

	if (!frozen && !proven)
		return;
	if (!frozen || !proven || strcmp(digest_text(frozen, x), digest_text(proven, y)) != 0) {
		verify_finding(c->v, "run.json and proof.json do not name the same workspace: one of them was changed");
		return;
	}
	strlist_add_format(&c->v->checked, "binding: digest %.12s in run.json and proof.json", x);
	check_request(c, frozen);
	check_provider(c, frozen);
}
