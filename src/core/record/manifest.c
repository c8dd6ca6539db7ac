/*
 * manifest — run.json: what a run was asked and permitted, frozen before its first child.
 */
#include <errno.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/host/file.h"
#include "core/record/budget.h"
#include "core/record/console.h"
#include "core/record/harnery.h"
#include "core/record/repository_json.h"
#include "core/record/store.h"
#include "core/record/workspace_request.h"
#include "core/record/writers.h"

#define UNBOUND_REQUEST_NAME "workspace-request.unbound.json"

static bool is_bound(const struct run_record *r)
{
	return r->binding && r->binding->isolated;
}

static struct json *print_execution(const struct run_record *r)
{
	struct json *o = json_new_object();
	int64_t children = r->request.n_children > 0 ? (int64_t)r->request.n_children : 1;

	json_set_string(o, "cwd", record_cwd(r));
	json_set_string(o, "default_adapter", r->request.adapter && *r->request.adapter ? r->request.adapter : "unknown");
	json_set_int(o, "max_agents", children);
	json_set_int(o, "concurrency", children);
	json_set_bool(o, "subscription_only", false);
	json_set_bool(o, "allow_api_billing", true);
	json_set_string(o, "approval_mode", "deny");
	json_set_string(o, "approval_addressee", "operator");
	json_set_string(o, "isolation", record_isolation(r));
	json_set_string(o, "network_access", HARNERY_NETWORK);
	if (is_bound(r))
		json_set(o, "workspace_binding", binding_print(r->binding, r));
	return o;
}

struct freezing {
	const struct run_record *r;
	const struct json *script;
};

static struct json *manifest_print(const void *from, struct budget *b)
{
	const struct freezing *f = from;
	const struct run_record *r = f->r;
	struct json *o = harnery_object();
	OWNED_MEM char *name = harnery_clip(r->name && *r->name ? r->name : "run", HARNERY_NAME_UNITS);

	json_set_string(o, "run_id", r->run_id);
	json_set_string(o, "name", name);
	json_set(o, "started_at", harnery_time(r->started_ms ? r->started_ms : 1));
	json_set(o, "script", json_copy(f->script));
	json_set(o, "repository_before", repository_print(r, &r->before, b));
	json_set(o, "execution", print_execution(r));
	json_set(o, "console", console_print(r, false, b));
	return o;
}

/* The peer takes a workspace request beside a run without a binding for damage: when making the workspace failed it is
   kept under another name. */
static bool set_unbound_request_aside(int run_fd, struct error *err)
{
	if (renameat(run_fd, RECORD_WORKSPACE_REQUEST_NAME, run_fd, UNBOUND_REQUEST_NAME) == 0 || errno == ENOENT)
		return true;
	return error_set_sys(err, REASON_RECORD_NOT_SAVED, "cannot rename %s of a run without a workspace", RECORD_WORKSPACE_REQUEST_NAME);
}

bool manifest_freeze(int run_fd, const struct run_record *r, struct error *err)
{
	CLEARED(text) struct text bytes = { 0 };
	OWNED(json) struct json *script = NULL;
	struct freezing f = { .r = r };

	if (!request_script(run_fd, r, &script, err))
		return false;
	f.script = script;
	if (!is_bound(r) && !set_unbound_request_aside(run_fd, err))
		return false;
	if (!budget_fit(RECORD_MANIFEST_NAME, manifest_print, &f, MANIFEST_BYTES_MAX, &bytes, err))
		return false;
	return file_put_new(run_fd, RECORD_MANIFEST_NAME, text_c(&bytes), bytes.len, err);
}
