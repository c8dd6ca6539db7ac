/*
 * words_grant — the cost of the shared-repository grant, said with this repository's own numbers where they are known.
 */
#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "ui/words.h"

static char *shown_path(const char *home, const char *path)
{
	OWNED_MEM char *eye = home ? path_for_eye(home, path) : str_copy(path);

	return sanitize_copy(eye);
}

static void add_lead(const struct layout *layout, const char *home, struct strlist *lines)
{
	const char *top = layout->main_root ? layout->main_root : layout->common.path;
	OWNED_MEM char *shown = top ? shown_path(home, top) : str_copy("this repository");

	strlist_add_format(lines, "A commit writes what every worktree of %s shares. With this grant the child can", shown);
}

static void add_branches(const struct layout *layout, const struct repository_facts *facts, struct strlist *lines)
{
	OWNED_MEM char *branch = sanitize_copy(layout->branch);
	OWNED_MEM char *here = *branch ? str_format(" (%s is checked out in your own checkout)", branch) : str_copy("");

	if (!facts || facts->branches == 0)
		strlist_add_format(lines, "move or delete any branch%s", here);
	else if (facts->branches == 1)
		strlist_add_format(lines, "move or delete its one branch%s", here);
	else
		strlist_add_format(lines, "move or delete any of %zu branches%s", facts->branches, here);
}

static void add_stashes(const struct repository_facts *facts, struct strlist *lines)
{
	if (!facts)
		strlist_add(lines, "drop any stash");
	else if (facts->stashes == 1)
		strlist_add(lines, "drop the one stash");
	else if (facts->stashes > 1)
		strlist_add_format(lines, "drop any of %zu stashes", facts->stashes);
}

static void add_worktrees(const struct repository_facts *facts, struct strlist *lines)
{
	if (!facts)
		strlist_add(lines, "rewrite the state of every other worktree and of your own checkout");
	else if (facts->worktrees == 0)
		strlist_add(lines, "rewrite the state of your own checkout");
	else
		strlist_add_format(lines, "rewrite the state of %zu other worktree%s and of your own checkout", facts->worktrees,
				   facts->worktrees == 1 ? "" : "s");
}

void words_grant_cost(const struct layout *layout, const struct repository_facts *facts, const char *home, struct strlist *ret_lines)
{
	add_lead(layout, home, ret_lines);
	add_branches(layout, facts, ret_lines);
	add_stashes(facts, ret_lines);
	strlist_add(ret_lines,
		    "change its configuration and hooks: code that then runs as you, outside the sandbox, when git runs here next");
	add_worktrees(facts, ret_lines);
	strlist_add(ret_lines, "delete objects, that is: history");
}

const char *words_grant_half(void)
{
	return "Half of it is not offered: it would carry the risk and still not commit.";
}

const char *words_grant_after(void)
{
	return "Afterwards every ref, hook and setting is compared with what it is now.";
}
