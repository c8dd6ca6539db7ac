/*
 * store_workspace — the index of workspaces: what was made for runs and is not released yet.
 *
 * The journal entry is written before the first step of making a worktree, so that whatever a kill leaves behind is
 * named here. Its identities are 0: not known before the thing exists.
 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/record/binding_json.h"
#include "core/record/harnery.h"
#include "core/record/index.h"
#include "core/record/store.h"

#define WORKSPACES_DIRECTORY "workspaces"

static bool entry_put(const char *state, const struct run_record *r, const struct binding *b, bool bound, struct error *err)
{
	OWNED_FD int dir = -1;
	OWNED(json) struct json *o = harnery_object();

	json_set_string(o, "run_id", r->run_id);
	json_set_string(o, "directory", r->directory);
	json_set_string(o, "coordination_root", r->coordination_root);
	json_set_bool(o, "bound", bound);
	json_set(o, "binding", binding_print_whole(b, r));
	return index_open(state, WORKSPACES_DIRECTORY, true, &dir, err) && index_put(dir, r->run_id, o, err);
}

static struct place place_copy(const struct place *p)
{
	return (struct place){ str_copy(p->path), p->id };
}

/* What the plan says will be there. The worktree's administrative directory gets its name from git: not known yet. */
struct binding *binding_planned(const struct workspace_plan *plan, const struct layout *l)
{
	struct binding *b = mem_new(1, sizeof *b);
	const char *relative = plan->relative ? plan->relative : "";

	b->isolated = true;
	b->binding_id = str_copy(plan->binding_id);
	b->workspace_id = str_copy(plan->workspace_id);
	b->recovery_token = str_copy(plan->recovery_token);
	b->parent.path = str_copy(plan->parent);
	b->workspace.path = path_join(plan->parent, plan->binding_id);
	b->active.path = *relative ? path_join(b->workspace.path, relative) : str_copy(b->workspace.path);
	b->source = place_copy(l->top.path ? &l->top : &l->picked);
	b->common = place_copy(&l->common);
	b->main_root = str_copy(l->main_root);
	b->base_commit = str_copy(l->head);
	b->target_commit = str_copy(l->head);
	b->target_ref = str_copy(l->head_ref);
	b->branch = str_copy(plan->branch);
	b->branch_created = true;
	b->created_ms = plan->created_ms;
	return b;
}

bool store_workspace_journal(const char *state, const struct run_record *r, const struct workspace_plan *plan, const struct layout *l,
			     struct error *err)
{
	OWNED(binding) struct binding *b = binding_planned(plan, l);

	return entry_put(state, r, b, false, err);
}

bool store_workspace_bound(const char *state, const struct run_record *r, struct error *err)
{
	return entry_put(state, r, r->binding, true, err);
}

bool store_workspace_forget(const char *state, const char *run_id, struct error *err)
{
	OWNED_FD int dir = -1;

	return index_open(state, WORKSPACES_DIRECTORY, false, &dir, err) && index_remove(dir, run_id, err);
}

static bool is_gone(const struct binding *b)
{
	struct stat st;

	return lstat(b->workspace.path, &st) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

static bool entry_read(int dir, const char *run_id, struct workspace_entry *ret, struct error *err)
{
	OWNED(json) struct json *entry = NULL;
	struct binding *binding = NULL;

	if (!index_get(dir, run_id, &entry, err))
		return false;
	if (!binding_parse(json_get(entry, "binding"), &binding, err))
		return error_wrap(err, "the workspace of run %s", run_id);
	*ret = (struct workspace_entry){
		.run_id = str_copy(run_id),
		.directory = str_copy(json_get_string(entry, "directory")),
		.coordination_root = str_copy(json_get_string(entry, "coordination_root")),
		.bound = json_get_bool(entry, "bound", false),
		.gone = json_get_bool(entry, "bound", false) && is_gone(binding),
		.binding = binding,
	};
	return true;
}

bool store_workspace_open(const char *state, const char *run_id, struct workspace_entry *ret, struct error *err)
{
	OWNED_FD int dir = -1;
	struct error why;

	if (!index_open(state, WORKSPACES_DIRECTORY, false, &dir, err))
		return false;
	if (entry_read(dir, run_id, ret, err))
		return true;
	if (err->reason == REASON_NOT_FOUND)
		return error_set(err, REASON_NOT_FOUND, "no workspace of a run %s is recorded; bulkhead workspaces lists them", run_id);
	why = *err;
	return error_set(
		err, REASON_RECORD_DAMAGED,
		"%s/" WORKSPACES_DIRECTORY "/%s.json is damaged (%s), and nothing is removed by guess; bulkhead show %s says where "
		"the worktree is: when nothing of it is needed any more, git worktree remove takes it away, and then remove this entry",
		state, run_id, why.text, run_id);
}

/* A damaged entry is listed with its run id alone: binding NULL says that it cannot be read. */
bool store_workspace_list(const char *state, struct workspace_entry **ret, size_t *ret_count, struct error *err)
{
	CLEARED(strlist) struct strlist ids = { 0 };
	OWNED_FD int dir = -1;

	*ret = NULL;
	*ret_count = 0;
	if (!index_open(state, WORKSPACES_DIRECTORY, false, &dir, err) || !index_names(dir, &ids, err))
		return false;
	for (size_t i = 0; i < ids.count; i++) {
		struct workspace_entry e = { 0 };
		struct error damage;

		if (!entry_read(dir, ids.items[i], &e, &damage)) {
			if (damage.reason == REASON_NOT_FOUND)
				continue;
			e.run_id = str_copy(ids.items[i]);
		}
		*ret = mem_grow(*ret, *ret_count + 1, sizeof **ret);
		(*ret)[(*ret_count)++] = e;
	}
	return true;
}

void workspace_entry_clear(struct workspace_entry *e)
{
	free(e->run_id);
	free(e->directory);
	free(e->coordination_root);
	binding_drop(&e->binding);
	*e = (struct workspace_entry){ 0 };
}

void store_workspace_free(struct workspace_entry *entries, size_t count)
{
	for (size_t i = 0; i < count; i++)
		workspace_entry_clear(&entries[i]);
	free(entries);
}
