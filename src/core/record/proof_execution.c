/*
 * proof_execution — binding and terminal attestation as the peer's proof holds them.
 *
 * "ok" is said only when everything that word means to a reader was observed: identities, registration, branch and HEAD
 * coherent, base and target still ancestors. Anything less is "blocked" when the directory is there and "lost" when it is
 * not, with the sentence why; then nothing is stated about the repository, and the console key has what was seen.
 */
#include "core/record/proof_execution.h"

#include <string.h>
#include <sys/stat.h>

#include "core/base/mem.h"
#include "core/record/binding_json.h"
#include "core/record/harnery.h"
#include "core/record/store.h"

#define DRIFT_MAX 50
#define DRIFT_UNITS 1000
#define PATHS_MAX 100
#define PATH_UNITS 300

enum standing { STANDING_OK, STANDING_BLOCKED, STANDING_LOST };
static const char *const standing_words[] = { [STANDING_OK] = "ok", [STANDING_BLOCKED] = "blocked", [STANDING_LOST] = "lost" };
static const char *const resource_words[] = { [STANDING_OK] = "active", [STANDING_BLOCKED] = "blocked", [STANDING_LOST] = "lost" };

struct view {
	const struct run_record *r;
	const struct binding *b;
	bool attested; /* r->attestation is of b */
	enum standing standing;
	struct strlist drift;
};

static struct json *clipped_list(const struct strlist *l, size_t most, size_t units)
{
	struct json *array = json_new_array();

	for (size_t i = 0; i < l->count && i < most; i++) {
		OWNED_MEM char *s = harnery_clip(l->items[i], units);

		json_add_string(array, s);
	}
	return array;
}

static bool ref_is_own(const struct binding *b, const char *ref)
{
	OWNED_MEM char *own = str_format("refs/heads/%s", b->branch ? b->branch : "");

	return ref && strcmp(ref, own) == 0;
}

/* What a reader of "ok" takes for granted and the attestation's own list may not name. */
static void add_missing(struct view *v, const struct attestation *a)
{
	const struct binding *b = v->b;

	if (!a->head_commit)
		strlist_add(&v->drift, "the workspace has no HEAD commit");
	if (b->branch && !ref_is_own(b, a->current_ref))
		strlist_add_format(&v->drift, "the workspace is on %s, not on its own branch %s",
				   a->current_ref ? a->current_ref : "no branch", b->branch);
	if (b->common.path && (!a->base_is_ancestor || !a->target_is_ancestor))
		strlist_add(&v->drift, "the workspace no longer descends from the commit it was made from");
	if (b->target_ref && !a->target_ref_oid)
		strlist_add_format(&v->drift, "%s, which the workspace was made for, is gone", b->target_ref);
}

static void look(struct view *v)
{
	const struct attestation *a = &v->r->attestation;
	struct stat st;
	bool exists = v->attested ? a->exists : lstat(v->b->workspace.path, &st) == 0;

	if (v->b != v->r->binding)
		strlist_add(&v->drift, "the workspace was taken back before a child was started in it");
	else if (!v->attested)
		strlist_add(&v->drift, "the workspace was not attested when the run ended");
	else
		strlist_copy(&v->drift, &a->drift);
	if (v->attested && a->ok && v->drift.count == 0)
		add_missing(v, a);
	else if (v->drift.count == 0)
		strlist_add(&v->drift, "the workspace is not what was bound");
	v->standing = v->drift.count == 0 ? STANDING_OK : exists ? STANDING_BLOCKED : STANDING_LOST;
}

static struct json *print_containment(const struct view *v)
{
	struct json *o = json_new_object();
	bool ok = v->standing == STANDING_OK;

	json_set_bool(o, "writable_root", ok);
	json_set_bool(o, "workspace_root", ok);
	json_set_bool(o, "active_root", ok);
	json_set(o, "integration_root", v->b->common.path ? json_new_bool(ok) : NULL);
	return o;
}

static struct json *print_filesystem(const struct view *v)
{
	struct json *o = json_new_object();
	bool ok = v->standing == STANDING_OK;

	json_set_bool(o, "root_identity_match", ok);
	if (ok) {
		json_set(o, "workspace_identity", harnery_identity(&v->b->workspace.id));
		json_set(o, "active_identity", harnery_identity(&v->b->active.id));
	}
	return o;
}

static struct json *print_repository(const struct view *v)
{
	const struct binding *b = v->b;
	const struct attestation *a = &v->r->attestation;
	struct json *o = json_new_object();

	json_set(o, "source_root", harnery_configured_place(&b->source));
	json_set(o, "common_dir", harnery_place(&b->common));
	json_set(o, "active_gitdir", harnery_place(&b->gitdir));
	json_set_bool(o, "worktree_registered", true);
	json_set_string(o, "current_ref", a->current_ref);
	json_set_string(o, "workspace_ref_oid", a->head_commit);
	json_set_string(o, "target_ref_oid", a->target_ref_oid ? a->target_ref_oid : b->base_commit);
	json_set_string(o, "head_commit", a->head_commit);
	json_set_bool(o, "base_is_ancestor", true);
	json_set_bool(o, "target_is_ancestor", true);
	json_set(o, "dirty_paths", clipped_list(&a->dirty, PATHS_MAX, PATH_UNITS));
	json_set(o, "conflicts", clipped_list(&a->conflicts, PATHS_MAX, PATH_UNITS));
	json_set(o, "operation_in_progress", clipped_list(&a->operations, PATHS_MAX, PATH_UNITS));
	json_set_bool(o, "branch_created_by_provider", b->branch_created);
	return o;
}

static void add_fact(struct json *array, const char *code, const char *message)
{
	struct json *o = json_new_object();

	json_set_string(o, "code", code);
	json_set_string(o, "message", message);
	json_add(array, o);
}

static struct json *print_unknowns(const struct view *v)
{
	const struct attestation *a = &v->r->attestation;
	struct json *array = json_new_array();

	add_fact(array, "network_not_attested", "what the children could reach over the network was not observed");
	if (!v->attested)
		add_fact(array, "attestation_not_taken", "nobody compared the workspace with its binding when the run ended");
	else if (!a->dirty_known)
		add_fact(array, "dirty_paths_unknown", "the changed files of the workspace could not be listed");
	if (!v->b->target_ref)
		add_fact(array, "target_detached", "the source repository was on no branch when the workspace was made");
	if (a->dirty.count > PATHS_MAX || a->conflicts.count > PATHS_MAX)
		add_fact(array, "dirty_paths_cut", "more files are changed than this record lists");
	return array;
}

static struct json *print_attestation(const struct view *v)
{
	const struct run_record *r = v->r;
	struct json *o = harnery_object();

	json_set_string(o, "binding_id", v->b->binding_id);
	json_set_string(o, "workspace_id", v->b->workspace_id);
	json_set_string(o, "run_id", r->run_id);
	json_set(o, "owner", harnery_owner());
	json_set(o, "provider", harnery_provider());
	json_set(o, "recorded_at", harnery_time(r->ended_ms ? r->ended_ms : r->started_ms));
	json_set(o, "containment", print_containment(v));
	json_set(o, "filesystem", print_filesystem(v));
	json_set(o, "provider_drift", clipped_list(&v->drift, DRIFT_MAX, DRIFT_UNITS));
	json_set_bool(o, "workspace_exists", v->standing != STANDING_LOST);
	if (v->standing == STANDING_OK && v->b->common.path)
		json_set(o, "repository", print_repository(v));
	json_set_string(o, "resource_state", resource_words[v->standing]);
	json_set(o, "unsupported", json_new_array());
	json_set(o, "unknowns", print_unknowns(v));
	json_set_string(o, "status", standing_words[v->standing]);
	return o;
}

static const struct {
	const char *name, *path;
} receipts[] = {
	{ "request", "workspace-request.json" },
	{ "cancellation_outcome", "cancellation/outcome.json" },
	{ "integration_plan", "integration/plan.json" },
	{ "integration_authorization", "integration/authorization.json" },
	{ "integration_apply", "integration/receipt.json" },
	{ "cleanup_intent", "cleanup/intent.json" },
	{ "cleanup_receipt", "cleanup/receipt.json" },
};

static struct json *print_receipts(void)
{
	struct json *o = json_new_object();

	for (size_t i = 0; i < COUNT_OF(receipts); i++)
		json_set_string(o, receipts[i].name, receipts[i].path);
	return o;
}

static const char *lifecycle(const struct view *v)
{
	if (v->standing != STANDING_OK)
		return standing_words[v->standing];
	return v->r->outcome == OUTCOME_DONE ? "completed_unintegrated" : "failed_retained";
}

static struct json *print_execution(struct view *v, const struct json *binding)
{
	struct json *o = harnery_object(), *attestation;

	look(v);
	attestation = print_attestation(v);
	json_set(o, "binding", json_copy(binding));
	json_set(o, "terminal_attestation", attestation);
	json_set_string(o, "terminal_lifecycle_state", lifecycle(v));
	json_set(o, "drift", json_copy(json_get(attestation, "provider_drift")));
	json_set(o, "unsupported", json_copy(json_get(attestation, "unsupported")));
	json_set(o, "unknowns", json_copy(json_get(attestation, "unknowns")));
	json_set(o, "receipts", print_receipts());
	strlist_clear(&v->drift);
	return o;
}

struct json *execution_print(const struct run_record *r, const struct json *frozen)
{
	OWNED(binding) struct binding *earlier = NULL;
	OWNED(json) struct json *own = NULL;
	struct view v = { .r = r, .b = r->binding, .attested = r->attested };
	struct error unused;

	if (r->binding) {
		own = r->binding->isolated ? binding_print(r->binding, r) : NULL;
		return own ? print_execution(&v, own) : NULL;
	}
	if (!frozen || !binding_parse(frozen, &earlier, &unused))
		return NULL;
	v.b = earlier;
	v.attested = false;
	return print_execution(&v, frozen);
}
