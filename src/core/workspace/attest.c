/*
 * attest — is the workspace still what was bound? Every identity and pointer is compared with the disk; only when the
 * repository itself is the bound one is anything else read from it.
 */
#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "core/workspace/bind.h"
#include "core/workspace/inside.h"
#include "core/workspace/place.h"

#define COMMITS_MAX 200

static void check_places(const struct binding *b, struct attestation *ret)
{
	const struct { const struct place *place; const char *what; } places[] = {
		{ &b->parent, "directory for worktrees" }, { &b->workspace, "workspace" }, { &b->active, "active directory" },
		{ &b->source, "source" }, { &b->gitdir, "administrative directory" }, { &b->common, "repository" },
	};

	for (size_t i = 0; i < COUNT_OF(places); i++) {
		const struct place *p = places[i].place;
		if (!p->path || place_unchanged(p))
			continue;
		OWNED_MEM char *clean = sanitize_copy(p->path);
		strlist_add_format(&ret->drift,
				   place_known(p) ? "the %s %s is not the directory that was bound"
						  : "the %s %s was never bound: its making was interrupted",
				   places[i].what, clean);
	}
}

static void check_branch(const struct binding *b, const struct repository *r, struct attestation *ret)
{
	OWNED_MEM char *wanted = str_format("refs/heads/%s", b->branch);
	struct error err = {0};

	if (!inside_head(b, r, &ret->current_ref, &ret->head_commit, &err)) {
		strlist_add(&ret->drift, err.text);
		return;
	}
	if (b->isolated && !ret->head_commit)
		strlist_add_format(&ret->drift, "the branch %s is gone", b->branch);
	if (b->isolated && (!ret->current_ref || strcmp(ret->current_ref, wanted) != 0)) {
		OWNED_MEM char *clean = sanitize_copy(ret->current_ref ? ret->current_ref : "a detached HEAD");
		strlist_add_format(&ret->drift, "the worktree is on %s instead of the branch made for the run, %s", clean, b->branch);
	}
}

static void check_history(const struct binding *b, const struct repository *r, struct attestation *ret)
{
	struct error ignored = {0};

	ret->base_is_ancestor = repository_is_ancestor(r, b->base_commit, ret->head_commit);
	ret->target_is_ancestor = repository_is_ancestor(r, b->target_commit, ret->head_commit);
	if (b->isolated && ret->head_commit && !ret->base_is_ancestor)
		strlist_add_format(&ret->drift, "the branch no longer descends from the base commit %.12s", b->base_commit);
	if (b->base_commit && ret->head_commit)
		repository_history(r, ret->head_commit, b->base_commit, COMMITS_MAX + 1, &ret->commits);
	ret->commits_more = ret->commits.count > COMMITS_MAX;
	if (ret->commits_more)
		strlist_remove(&ret->commits, COMMITS_MAX);
	if (b->target_ref && !repository_commit_of(r, b->target_ref, &ret->target_ref_oid, &ignored))
		ret->target_ref_oid = NULL;
}

static void look_inside(const struct binding *b, struct repository *r, struct attestation *ret)
{
	CLEARED(status_answer) struct status_answer a = {0};
	struct error ignored = {0};
	const bool fresh = b->isolated && !inside_index_is_ours(b);
	bool truncated = false;

	inside_operations(b->gitdir.path, &ret->operations);
	if (b->isolated && !ret->head_commit)
		return; /* nothing to compare with */
	ret->dirty_known = inside_status(b, r, ret->head_commit, fresh, &a, &ignored);
	if (!ret->dirty_known)
		return;
	inside_dirty(&a, 0, &ret->dirty, &truncated);
	strlist_copy(&ret->ignored, &a.ignored);
	strlist_copy(&ret->conflicts, &a.conflicts);
}

static void attest_repository(const struct binding *b, struct attestation *ret)
{
	OWNED(repository) struct repository *r = NULL;
	struct error err = {0};

	if (!repository_open(b->common.path, &r, &err)) {
		strlist_add(&ret->drift, err.text);
		return;
	}
	check_branch(b, r, ret);
	check_history(b, r, ret);
	if (place_unchanged(&b->workspace))
		look_inside(b, r, ret);
}

void workspace_attest(const struct binding *b, struct attestation *ret)
{
	struct place now = {0};

	*ret = (struct attestation){ .exists = place_read(b->workspace.path, &now) };
	place_clear(&now);
	check_places(b, ret);
	if (b->isolated)
		bind_check_pointers(b, false, &ret->drift);
	if (b->common.path && b->gitdir.path && place_unchanged(&b->common) && place_unchanged(&b->gitdir))
		attest_repository(b, ret);
	ret->ok = ret->drift.count == 0;
}

void attestation_clear(struct attestation *a)
{
	struct strlist *const lists[] = { &a->drift, &a->dirty, &a->ignored, &a->conflicts, &a->operations, &a->commits };

	for (size_t i = 0; i < COUNT_OF(lists); i++)
		strlist_clear(lists[i]);
	free(a->head_commit);
	free(a->current_ref);
	free(a->target_ref_oid);
	*a = (struct attestation){0};
}
