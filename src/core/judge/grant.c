/*
 * grant — a Git write asked for by name becomes the paths of the binding.
 *
 * Both halves or nothing: with one of them a child carries all of the risk and still cannot commit (measured).
 */
#include "core/judge/grant.h"

#include "core/base/mem.h"
#include "core/judge/containment.h"
#include "core/judge/value.h"

static bool say_unfit(const char *half, struct text *why)
{
	OWNED_MEM char *shown = value_shown(half);
	const char *fault = path_fault(half);

	if (fault)
		text_add_format(why,
				"the Git grant cannot be resolved: the administrative directory \"%s\" %s; move the repository, or "
				"drop the grant",
				shown, fault);
	return fault != NULL;
}

bool grant_resolve(const struct request *request, const struct facts *facts, struct strlist *ret_roots, struct text *why)
{
	if (request->git_write == GIT_WRITE_NONE)
		return true;
	if (request->topology == TOPOLOGY_SHARED) {
		text_add_string(why, "the Git grant shared-repository needs an isolated workspace, and the shared topology has none; "
				     "choose the worktree topology, or drop the grant");
		return false;
	}
	if (!facts->has_repository || !facts->gitdir || !facts->common_dir) {
		text_add_string(why, "the Git grant shared-repository needs a workspace with a repository, and there is none here; "
				     "choose a directory inside a Git repository, or drop the grant");
		return false;
	}
	if (say_unfit(facts->gitdir, why) || say_unfit(facts->common_dir, why))
		return false;
	strlist_add(ret_roots, facts->gitdir);
	if (strcmp(facts->gitdir, facts->common_dir) != 0)
		strlist_add(ret_roots, facts->common_dir);
	return true;
}
