/*
 * projection — an accepted policy and its resolved grant as the paths an adapter renders and a proof records.
 *
 * A root beneath a directory that is writable already is recorded and not rendered: nesting adds nothing, and a
 * sandbox set up on nested roots can be raced to a directory outside both (measured). The grant's two halves are the
 * exception, because the vendor keeps a worktree's private half read-only unless it is named.
 */
#include "core/judge/projection.h"

#include <assert.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/judge/grant.h"

static void add_once(struct strlist *list, const char *path)
{
	if (!strlist_has(list, path))
		strlist_add(list, path);
}

static bool is_beneath_another(const struct facts *facts, const char *real)
{
	for (size_t i = 0; i < facts->n_roots; i++)
		if (path_is_beneath(facts->roots[i].real, real))
			return true;
	return false;
}

static bool is_writable_already(const struct facts *facts, const char *real)
{
	return (facts->active_root && path_is_within(facts->active_root, real)) || is_beneath_another(facts, real);
}

static void add_roots(const struct facts *facts, struct projection *ret)
{
	for (size_t i = 0; i < facts->n_roots; i++) {
		const char *real = facts->roots[i].real;

		add_once(&ret->writable_roots, real);
		if (!is_writable_already(facts, real))
			add_once(&ret->rendered_roots, real);
	}
}

static void add_grant(const struct request *request, const struct facts *facts, struct projection *ret)
{
	CLEARED(text) struct text why = { 0 };
	bool resolved = grant_resolve(request, facts, &ret->granted_roots, &why);

	assert(resolved); /* a row of the verdict table refused it otherwise */
	for (size_t i = 0; i < ret->granted_roots.count; i++) {
		add_once(&ret->writable_roots, ret->granted_roots.items[i]);
		add_once(&ret->rendered_roots, ret->granted_roots.items[i]);
	}
}

void projection_build(const struct request *request, const struct facts *facts, struct projection *ret)
{
	if (request->mode == POLICY_ABSENT)
		return;
	ret->applied = true;
	ret->mode = request->mode;
	ret->native_mode = facts->adapter->native_mode[request->mode];
	ret->git_write = request->git_write;
	add_roots(facts, ret);
	add_grant(request, facts, ret);
}

void projection_effective(const struct projection *projection, const struct facts *facts, struct strlist *ret)
{
	if (!projection->applied) {
		strlist_add(ret, "/");
		return;
	}
	if (projection->mode != POLICY_WORKSPACE_WRITE)
		return;
	if (facts->active_root)
		strlist_add(ret, facts->active_root);
	if (facts->private_tmp)
		add_once(ret, facts->private_tmp);
	for (size_t i = 0; i < projection->rendered_roots.count; i++)
		add_once(ret, projection->rendered_roots.items[i]);
}

void projection_clear(struct projection *p)
{
	strlist_clear(&p->writable_roots);
	strlist_clear(&p->rendered_roots);
	strlist_clear(&p->granted_roots);
	*p = (struct projection){ 0 };
}
