#include "core/workspace/layout_words.h"

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "core/base/text.h"

static void add_path(struct text *t, const char *path)
{
	sanitize_add(t, path, strlen(path));
}

static void say_directory(const struct layout *l, struct text *t)
{
	(void)l;
	text_add_string(t, "directory without a repository");
}

static void say_plain(const struct layout *l, struct text *t)
{
	(void)l;
	text_add_string(t, "repository");
}

static void say_gitfile(const struct layout *l, struct text *t)
{
	if (l->superproject) {
		text_add_string(t, "submodule of ");
		add_path(t, l->superproject);
		return;
	}
	text_add_string(t, "repository whose administrative directory is ");
	add_path(t, l->gitdir.path);
}

static void say_linked(const struct layout *l, struct text *t)
{
	text_add_string(t, l->superproject ? "linked worktree of the submodule " : "linked worktree of ");
	add_path(t, l->main_root ? l->main_root : l->common.path);
	if (l->superproject) {
		text_add_string(t, " in ");
		add_path(t, l->superproject);
	}
	if (!l->main_root)
		text_add_string(t, " (bare)");
}

static void say_bare(const struct layout *l, struct text *t)
{
	(void)l;
	text_add_string(t, "bare repository");
}

static void say_refused(const struct layout *l, struct text *t)
{
	text_add_string(t, "cannot be served: ");
	text_add_string(t, l->why);
}

static void (*const says[])(const struct layout *l, struct text *t) = {
	[LAYOUT_DIRECTORY] = say_directory, [LAYOUT_PLAIN] = say_plain, [LAYOUT_GITFILE] = say_gitfile,
	[LAYOUT_LINKED] = say_linked, [LAYOUT_BARE] = say_bare, [LAYOUT_REFUSED] = say_refused,
};
_Static_assert(sizeof says / sizeof *says == LAYOUT_REFUSED + 1, "one row per layout kind");

static void say_head(const struct layout *l, struct text *t)
{
	if (l->unborn) {
		text_add_string(t, ", no commit yet");
		return;
	}
	text_add_string(t, l->detached ? ", detached" : ", on ");
	if (!l->detached)
		add_path(t, l->branch ? l->branch : l->head_ref);
	text_add_format(t, " at %.7s", l->head);
}

char *layout_say(const struct layout *l)
{
	CLEARED(text) struct text t = {0};

	if (l->top.path && l->kind != LAYOUT_REFUSED && path_is_beneath(l->top.path, l->picked.path)) {
		add_path(&t, path_relative(l->top.path, l->picked.path));
		text_add_string(&t, " in the ");
	}
	says[l->kind](l, &t);
	if (l->kind != LAYOUT_DIRECTORY && l->kind != LAYOUT_REFUSED)
		say_head(l, &t);
	return text_take(&t);
}
