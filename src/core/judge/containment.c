/*
 * containment — may this path be named to a sandbox at all, and does it lie where it must?
 *
 * Why each fault is one (measured with the vendor's sandbox): bytes that are not UTF-8 reach another directory of a
 * similar name; control characters break what the vendor prints back; the whole file system and the kernel's own
 * trees widen or break every command; a longer path leaves the sandbox no room for its own entries.
 */
#include "core/judge/containment.h"

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/judge/value.h"

static bool is_missing(const char *path)
{
	return !path || !*path;
}

static bool is_no_utf8(const char *path)
{
	return !utf8_valid(path, strlen(path));
}

static bool has_control(const char *path)
{
	for (const char *p = path; *p; p++)
		if ((unsigned char)*p < 0x20 || *p == 0x7f)
			return true;
	return false;
}

static bool is_relative(const char *path)
{
	return !path_is_absolute(path);
}

static bool is_too_long(const char *path)
{
	return strlen(path) > PATH_BYTES_MAX;
}

static bool is_everything(const char *path)
{
	return path[strspn(path, "/")] == '\0';
}

static bool is_kernel_tree(const char *path)
{
	static const char *const trees[] = { "/proc", "/sys", "/dev" };
	OWNED_MEM char *tidy = path_tidy(path);

	for (size_t i = 0; i < COUNT_OF(trees); i++)
		if (path_is_within(trees[i], tidy))
			return true;
	return false;
}

static const struct {
	bool (*holds)(const char *path);
	const char *fault;
} faults[] = {
	{ is_missing, "is empty" },
	{ is_no_utf8, "is not valid UTF-8" },
	{ has_control, "holds a control character" },
	{ is_relative, "is not absolute" },
	{ is_too_long, "is longer than 4000 bytes" },
	{ is_everything, "is the whole file system" },
	{ is_kernel_tree, "lies inside /proc, /sys or /dev" },
};
_Static_assert(PATH_BYTES_MAX == 4000, "the sentence above names the limit");

const char *path_fault(const char *path)
{
	for (size_t i = 0; i < COUNT_OF(faults); i++)
		if (faults[i].holds(path))
			return faults[i].fault;
	return NULL;
}

/* NULL: a directory. The real file system before launch, the base commit's tree for a worktree that is not made yet. */
static const char *kind_fault(const struct root_facts *root)
{
	static const char *const words[][2] = {
		[ROOT_MISSING] = { "does not exist", "is not in the commit the worktree is made from" },
		[ROOT_DIRECTORY] = { NULL, NULL },
		[ROOT_NOT_DIRECTORY] = { "is not a directory",
					 "is not a plain directory in the commit the worktree is made from" },
		[ROOT_UNREADABLE] = { "cannot be looked at with your permissions", "cannot be looked at in its commit" },
	};

	return words[root->kind][root->predicted];
}

static bool is_own_realpath(const struct root_facts *root)
{
	OWNED_MEM char *tidy = path_tidy(root->path);

	return root->real && strcmp(root->real, tidy) == 0;
}

static void say_real(const struct root_facts *root, const char *workspace_root, struct text *why)
{
	OWNED_MEM char *shown = value_shown(root->path);
	OWNED_MEM char *real = value_shown(root->real);
	OWNED_MEM char *workspace = value_shown(workspace_root);

	text_add_format(why, "the writable root %s is not a real path: it leads to %s", shown, real);
	if (workspace_root && !path_is_within(workspace_root, root->real))
		text_add_format(why, ", which lies outside the workspace %s; name a directory inside it", workspace);
	else
		text_add_format(why, "; name %s itself", real);
}

bool root_is_valid(const struct root_facts *root, const char *workspace_root, struct text *why)
{
	OWNED_MEM char *shown = value_shown(root->path);
	const char *fault = path_fault(root->path);
	bool leads_elsewhere = !fault && root->real && !path_fault(root->real) && !is_own_realpath(root);

	if (leads_elsewhere && root->kind == ROOT_DIRECTORY) {
		say_real(root, workspace_root, why);
		return false;
	}
	if (!fault)
		fault = kind_fault(root);
	if (!fault && !is_own_realpath(root))
		fault = "does not lead to a directory that can be named";
	if (fault)
		text_add_format(why, "the writable root \"%s\" %s; name an existing directory inside the workspace by its absolute path",
				shown, fault);
	return !fault;
}

static bool say_administrative(const char *real, const char *half, const char *what, struct text *why)
{
	OWNED_MEM char *shown = value_shown(real);

	if (!half || !path_is_within(half, real))
		return false;
	text_add_format(why,
			"the writable root %s is part of the repository's %s; it is never taken as a path: ask for it with "
			"gitWrite shared-repository, or drop the root",
			shown, what);
	return true;
}

bool root_is_contained(const struct root_facts *root, const struct facts *facts, struct text *why)
{
	OWNED_MEM char *shown = value_shown(root->real);
	OWNED_MEM char *workspace = value_shown(facts->workspace_root);

	if (say_administrative(root->real, facts->gitdir, "private administrative directory", why) ||
	    say_administrative(root->real, facts->common_dir, "shared administrative directory", why))
		return false;
	if (facts->workspace_root && path_is_within(facts->workspace_root, root->real))
		return true;
	text_add_format(why, "the writable root %s lies outside the workspace %s; name a directory inside it, or drop the root", shown,
			workspace);
	return false;
}
