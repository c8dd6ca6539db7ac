/*
 * Any bytes as run.json, request.json, a live entry, an entry of the workspace index, binding.json and events.jsonl:
 * each is read into what it says or refused, and what was read is printed and read back the same.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/digest.h"
#include "core/record/binding_json.h"
#include "core/record/browse_row.h"
#include "core/record/store.h"
#include "core/record/verify_workspace.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static void must(bool holds)
{
	if (!holds)
		abort();
}

static bool same(const struct json *a, const struct json *b)
{
	char x[DIGEST_HEX_BYTES], y[DIGEST_HEX_BYTES];

	json_digest(a, x);
	json_digest(b, y);
	return strcmp(x, y) == 0;
}

static void must_be_a_row(const struct run_row *row)
{
	must(row->run_id && row->outcome < OUTCOME_COUNT);
	must(!row->mode_known || row->mode < POLICY_COUNT);
	must(!row->grant_known || row->git_write < GIT_WRITE_COUNT);
	must(!row->topology_known || row->topology < TOPOLOGY_COUNT);
}

/* Without a proof and without events: all that a run that never ended leaves. */
static void as_manifest(const struct json *value)
{
	CLEARED(run_view) struct run_view v = { .manifest = json_copy(value) };

	browse_row_fill(&v, "/srv/records/run", 1);
	must_be_a_row(&v.row);
	must(v.row.outcome == OUTCOME_LOST);
}

static void as_live_entry(const struct json *value)
{
	struct run_row row = { 0 };

	browse_row_live("run", true, value, &row);
	must_be_a_row(&row);
	run_row_clear(&row);
}

/* Nothing that release and the peer go by gets lost or changed on the way through the struct. */
static void must_keep(const struct json *value, const struct json *printed, const char *key)
{
	const char *said = json_get_string(value, key);

	must(!said || *said == 0 || same(json_get(value, key), json_get(printed, key)));
}

static void as_binding(const struct json *value)
{
	OWNED(binding) struct binding *b = NULL, *again = NULL;
	OWNED(json) struct json *printed = NULL, *twice = NULL;
	const struct run_record run = { .run_id = "run" };
	struct error err = { 0 };

	if (!binding_parse(value, &b, &err)) {
		must(!b && err.reason == REASON_RECORD_DAMAGED);
		return;
	}
	must(b->workspace.path && b->active.path);
	printed = binding_print_whole(b, &run);
	must_keep(value, printed, "binding_id");
	must_keep(value, printed, "workspace_id");
	must_keep(value, printed, "recovery_token");
	must_keep(value, printed, "workspace_root");
	if (json_get(printed, "repository"))
		must_keep(json_get(value, "repository"), json_get(printed, "repository"), "workspace_branch");
	must(binding_parse(printed, &again, &err));
	twice = binding_print_whole(again, &run);
	must(same(printed, twice));
}

static void as_request(const char *bytes, size_t len)
{
	struct request r = { 0 }, again = { 0 };
	OWNED(json) struct json *printed = NULL, *twice = NULL;
	CLEARED(text) struct text text = { 0 };
	struct error err = { 0 };

	if (!request_parse(bytes, len, &r, &err)) {
		must(*err.text != 0);
		return;
	}
	must(r.n_children >= 1 && r.n_children <= REQUEST_CHILDREN_MAX && r.writable_roots.count <= REQUEST_ROOTS_MAX);
	printed = request_print(&r);
	json_write(printed, JSON_INDENTED, &text);
	must(request_parse(text_c(&text), text.len, &again, &err));
	twice = request_print(&again);
	must(same(printed, twice));
	request_clear(&r);
	request_clear(&again);
}

/* Either the whole chain holds or the first event that does not is named, never both. */
static void as_events(const char *bytes, size_t len)
{
	struct verification v = { .holds = true };
	struct checking c = { .v = &v, .dir = -1 };

	verify_events(&c, bytes, len);
	must(v.checked.count + v.findings.count == 1);
	must(v.holds == (v.findings.count == 0));
	verification_clear(&v);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	OWNED(json) struct json *value = NULL;
	struct error err = { 0 };

	as_events((const char *)bytes, len);
	as_request((const char *)bytes, len);
	if (!json_parse((const char *)bytes, len, &value, &err))
		return 0;
	as_manifest(value);
	as_live_entry(value);
	as_binding(value);
	as_binding(json_get(value, "binding"));
	as_binding(json_get(json_get(value, "execution"), "workspace_binding"));
	return 0;
}
