/*
 * rows_place — the rows that look at where children would work, and at each writable root.
 */
#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/judge/containment.h"
#include "core/judge/grant.h"
#include "core/judge/rows.h"
#include "core/judge/value.h"

bool row_workspace_required(const struct request *request, const struct facts *facts, struct text *why)
{
	OWNED_MEM char *shown = value_shown(request->writable_roots.count ? request->writable_roots.items[0] : NULL);

	(void)facts;
	if (request->topology != TOPOLOGY_SHARED || !request->writable_roots.count)
		return false;
	text_add_format(why,
			"the writable root \"%s\" needs an isolated workspace to be contained in, and the shared topology has none; "
			"choose the worktree topology, or drop the roots",
			shown);
	return true;
}

bool row_grant_unavailable(const struct request *request, const struct facts *facts, struct text *why)
{
	CLEARED(strlist) struct strlist roots = { 0 };

	return !grant_resolve(request, facts, &roots, why);
}

bool row_workspace_unavailable(const struct request *request, const struct facts *facts, struct text *why)
{
	OWNED_MEM char *shown = value_shown(request->repository);

	if (!facts->unavailable && facts->workspace_root && facts->active_root)
		return false;
	if (facts->unavailable)
		text_add_string(why, facts->unavailable);
	else
		text_add_format(why, "the topology %s cannot be served for %s; choose another repository or topology",
				topology_word(request->topology), shown);
	return true;
}

bool row_temporary_reach(const struct request *request, const struct facts *facts, struct text *why)
{
	if (request->mode == POLICY_ABSENT || !facts->temporary_reach)
		return false;
	text_add_string(why, facts->temporary_reach);
	return true;
}

/* What a mode makes writable must not hold refs, hooks and configuration: that is the grant's, and asked for by name. */
bool row_workspace_is_administrative(const struct request *request, const struct facts *facts, struct text *why)
{
	const char *const halves[] = { facts->common_dir, facts->gitdir };
	OWNED_MEM char *shown = value_shown(facts->active_root);

	if (request->mode != POLICY_WORKSPACE_WRITE || !facts->active_root)
		return false;
	for (size_t i = 0; i < COUNT_OF(halves); i++) {
		if (!halves[i] || !path_is_within(halves[i], facts->active_root))
			continue;
		text_add_format(why,
				"the children would work in %s, which is the repository's administrative directory itself, so "
				"workspace-write would let them change refs, hooks and configuration without the grant; choose the "
				"worktree topology, or read-only",
				shown);
		return true;
	}
	return false;
}

static bool say_unfit(const char *what, const char *path, struct text *why)
{
	OWNED_MEM char *shown = value_shown(path);
	const char *fault = path_fault(path);

	if (fault)
		text_add_format(why,
				"the %s \"%s\" %s and cannot be handed to a sandbox exactly; choose another directory, or leave the "
				"policy out",
				what, shown, fault);
	return fault != NULL;
}

bool row_workspace_unfit(const struct request *request, const struct facts *facts, struct text *why)
{
	if (request->mode == POLICY_ABSENT)
		return false;
	return say_unfit("workspace root", facts->workspace_root, why) || say_unfit("active root", facts->active_root, why) ||
	       (facts->private_tmp && say_unfit("private temporary directory", facts->private_tmp, why));
}

bool row_roots_many(const struct request *request, const struct facts *facts, struct text *why)
{
	(void)facts;
	if (request->writable_roots.count <= REQUEST_ROOTS_MAX)
		return false;
	text_add_format(why, "%zu writable roots were named and at most %d can be served; name a directory that holds several of them",
			request->writable_roots.count, REQUEST_ROOTS_MAX);
	return true;
}

bool row_root_invalid(const struct request *request, const struct facts *facts, struct text *why)
{
	OWNED_MEM char *shown = NULL;

	for (size_t i = 0; i < facts->n_roots; i++)
		if (!root_is_valid(&facts->roots[i], facts->workspace_root, why))
			return true;
	if (facts->n_roots >= request->writable_roots.count)
		return false;
	shown = value_shown(request->writable_roots.items[facts->n_roots]);
	text_add_format(why, "the writable root \"%s\" could not be looked at; name an existing directory inside the workspace", shown);
	return true;
}

bool row_root_escapes(const struct request *request, const struct facts *facts, struct text *why)
{
	(void)request;
	for (size_t i = 0; i < facts->n_roots; i++)
		if (!root_is_contained(&facts->roots[i], facts, why))
			return true;
	return false;
}
