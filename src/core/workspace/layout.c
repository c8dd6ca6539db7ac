/*
 * layout — what a picked directory is. Resolved, then judged in order: ownership, format, HEAD; then said in words.
 */
#include <errno.h>
#include <sys/stat.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "core/workspace/format.h"
#include "core/workspace/git.h"
#include "core/workspace/head.h"
#include "core/workspace/layout_words.h"
#include "core/workspace/ownership.h"
#include "core/workspace/place.h"
#include "core/workspace/resolve.h"
#include "core/workspace/workspace.h"

#define PARTIAL_FILES_LOOKED_AT 20000

static void refuse(struct layout *l, char *taken_why)
{
	l->kind = LAYOUT_REFUSED;
	free(l->why);
	l->why = taken_why;
}

static void take_resolved(struct layout *l, struct resolved *r)
{
	l->kind = r->kind;
	l->top = r->top;
	l->gitdir = r->gitdir;
	l->common = r->common;
	l->why = r->why;
	*r = (struct resolved){0};
}

/* Where core.worktree leads; NULL: nowhere. */
static char *worktree_named(const struct layout *l, const char *written)
{
	OWNED_MEM char *path = path_join(l->common.path, written);
	struct place p = {0};

	return place_read(path, &p) ? p.path : NULL;
}

/* core.bare and core.worktree of the main repository: they may say that what looks plain is not. */
static void apply_shape(struct layout *l, const struct format *f)
{
	OWNED_MEM char *named = f->worktree ? worktree_named(l, f->worktree) : NULL;
	const bool inside = l->kind == LAYOUT_BARE && (strcmp(path_base(l->gitdir.path), ".git") == 0 || f->worktree) && !f->bare;

	if (inside) {
		OWNED_MEM char *clean = sanitize_copy(l->gitdir.path);
		refuse(l, str_format("%s is the administrative directory of a repository; pick its working tree instead", clean));
	} else if (l->kind == LAYOUT_LINKED) {
		OWNED_MEM char *beside = strcmp(path_base(l->common.path), ".git") == 0 ? path_parent(l->common.path) : NULL;
		l->main_root = f->bare ? NULL : str_copy(f->worktree ? named : beside);
	} else if (f->bare && l->kind != LAYOUT_BARE) {
		l->kind = LAYOUT_BARE;
	} else if (l->kind != LAYOUT_BARE && f->worktree && (!named || strcmp(named, l->top.path) != 0)) {
		OWNED_MEM char *clean = sanitize_copy(f->worktree);
		refuse(l, str_format("core.worktree puts the files of this repository elsewhere, at %s; pick that directory, or unset it",
				     clean));
	} else if (l->kind != LAYOUT_BARE) {
		l->main_root = str_copy(l->top.path);
	}
}

/* A submodule's directory lies in the modules of the repository that encloses its checkout. */
static void find_superproject(struct layout *l)
{
	if (!l->main_root || !strstr(l->common.path, "/modules/") || strcmp(l->main_root, "/") == 0)
		return;
	OWNED_MEM char *above = path_parent(l->main_root);
	struct resolved outer = {0};

	resolve_up(above, &outer);
	if (outer.gitdir.path && outer.kind != LAYOUT_REFUSED) {
		OWNED_MEM char *modules = path_join(outer.gitdir.path, "modules");
		if (path_is_beneath(modules, l->common.path))
			l->superproject = str_copy(outer.top.path);
	}
	resolved_clear(&outer);
}

static bool read_head(struct layout *l, const struct repository *r, struct error *err)
{
	OWNED_MEM char *commit = NULL;

	if (!head_read(l->gitdir.path, &l->head_ref, &commit)) {
		OWNED_MEM char *clean = sanitize_copy(l->gitdir.path);
		return error_set(err, REASON_REPOSITORY_UNREADABLE, "%s/HEAD is damaged: it names neither a branch nor a commit", clean);
	}
	l->detached = commit != NULL;
	if (l->head_ref && !repository_commit_of(r, l->head_ref, &commit, err))
		return false;
	l->head = commit;
	commit = NULL;
	l->unborn = !l->head;
	if (l->unborn) {
		free(l->head_ref);
		l->head_ref = NULL;
	} else if (l->head_ref && strncmp(l->head_ref, "refs/heads/", 11) == 0) {
		l->branch = str_copy(l->head_ref + 11);
	}
	return true;
}

static char *why_no_worktree(const struct layout *l, const struct format *f, const struct repository *r)
{
	if (l->unborn)
		return str_copy("the repository has no commit yet, so there is nothing to make a worktree of; commit something first");
	if (!repository_has_commit(r, l->head))
		return str_format("the commit %.12s that HEAD names is not in the repository; run git fsck", l->head);
	size_t missing = f->promisor && !f->sparse ? repository_missing_files(r, l->head, PARTIAL_FILES_LOOKED_AT) : 0;
	if (missing > 0)
		return str_format("this is a partial clone and %zu files of its commit were not fetched yet; run git checkout, or "
				  "git fetch with --refetch, first",
				  missing);
	return format_no_worktree(f);
}

static bool read_inside(struct layout *l, struct error *err)
{
	CLEARED(format) struct format f = {0};
	OWNED(repository) struct repository *r = NULL;

	if (!format_read(l->common.path, l->gitdir.path, &f, err))
		return false;
	char *why = format_refusal(&f);
	if (why) {
		refuse(l, why);
		return true;
	}
	apply_shape(l, &f);
	if (l->kind == LAYOUT_REFUSED)
		return true;
	find_superproject(l);
	if (!repository_open(l->common.path, &r, err) || !read_head(l, r, err))
		return false;
	l->no_worktree = why_no_worktree(l, &f, r);
	return true;
}

static void classify(struct layout *l)
{
	struct resolved r = {0};
	struct error err = {0};

	resolve_up(l->picked.path, &r);
	char *foreign = r.kind == LAYOUT_DIRECTORY || r.kind == LAYOUT_REFUSED ? NULL : ownership_refusal(&r);
	take_resolved(l, &r);
	if (foreign)
		refuse(l, foreign);
	else if (l->kind != LAYOUT_DIRECTORY && l->kind != LAYOUT_REFUSED && !read_inside(l, &err))
		refuse(l, sanitize_copy(err.text));
	if (l->kind == LAYOUT_DIRECTORY)
		l->no_worktree = str_copy("there is no repository here, so there is nothing to make a worktree of");
	if (l->kind == LAYOUT_REFUSED)
		str_set(&l->no_worktree, l->why);
}

bool layout_read(const char *path, struct layout **ret, struct error *err)
{
	OWNED(layout) struct layout *l = mem_new(1, sizeof *l);
	OWNED_MEM char *clean = sanitize_copy(path);

	if (!place_read(path, &l->picked)) {
		if (errno == ENOTDIR)
			return error_set(err, REASON_WORKSPACE_UNAVAILABLE, "%s is not a directory; pick the directory to work in", clean);
		if (errno == ENOENT)
			return error_set(err, REASON_WORKSPACE_UNAVAILABLE, "%s does not exist; pick an existing directory", clean);
		return error_set_sys(err, REASON_WORKSPACE_UNAVAILABLE, "%s cannot be looked into", clean);
	}
	classify(l);
	l->words = layout_say(l);
	*ret = l;
	l = NULL;
	return true;
}

void layout_drop(struct layout **layout)
{
	struct layout *l = *layout;

	if (!l)
		return;
	place_clear(&l->picked);
	place_clear(&l->top);
	place_clear(&l->gitdir);
	place_clear(&l->common);
	char *const texts[] = { l->main_root, l->superproject, l->head_ref, l->branch, l->head, l->why, l->words, l->no_worktree };
	for (size_t i = 0; i < COUNT_OF(texts); i++)
		free(texts[i]);
	free(l);
	*layout = NULL;
}
