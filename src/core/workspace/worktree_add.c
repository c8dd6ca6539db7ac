/*
 * worktree_add — in commands of which none runs what the repository names:
 *
 *	git config --list                prints what git makes of every file that counts, includes and all: asked for hooks
 *	git worktree add --no-checkout   writes administrative files and no other: no filter, and hooks are off
 *	git config --list                once more, in the new worktree's place: asked for plain settings and filters
 *	git reset --hard                 writes the files, under a configuration of ours (private_gitdir.h) and the operator's
 */
#include "core/workspace/worktree_add.h"

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/text.h"
#include "core/workspace/bind.h"
#include "core/workspace/git_run.h"
#include "core/workspace/hooks_off.h"
#include "core/workspace/place.h"
#include "core/workspace/private_gitdir.h"

#define TIMEOUT_MS 600000
#define SHORT_TIMEOUT_MS 60000 /* for what reads and writes administrative files only */

/* Settings that stop whatever a repository could make git run or start, in pairs. */
static const char *const settings[][2] = {
	{ "core.hooksPath", "/dev/null" }, { "core.fsmonitor", "false" }, { "gc.auto", "0" }, { "maintenance.auto", "false" },
	{ "submodule.recurse", "false" }, { "core.splitIndex", "false" }, { "index.sparse", "false" }, { "index.skipHash", "false" },
	{ "core.untrackedCache", "false" },
};

/* What the commands share. */
struct adding {
	const struct layout *layout;
	const struct workspace_plan *plan;
	const char *worktree;
	int lock_fd;
	struct strlist *filters_off;
	bool *raced;
};

static void add_settings(struct strlist *env, const struct strlist *pairs)
{
	size_t n = 0;

	for (size_t i = 0; i + 1 < pairs->count; i += 2, n++) {
		strlist_add_format(env, "GIT_CONFIG_KEY_%zu=%s", n, pairs->items[i]);
		strlist_add_format(env, "GIT_CONFIG_VALUE_%zu=%s", n, pairs->items[i + 1]);
	}
	for (size_t i = 0; i < COUNT_OF(settings); i++, n++) {
		strlist_add_format(env, "GIT_CONFIG_KEY_%zu=%s", n, settings[i][0]);
		strlist_add_format(env, "GIT_CONFIG_VALUE_%zu=%s", n, settings[i][1]);
	}
	strlist_add_format(env, "GIT_CONFIG_COUNT=%zu", n);
}

static void make_environment(const struct workspace_plan *plan, const struct strlist *pairs, struct strlist *env)
{
	static const char *const fixed[] = { "LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1",
		"GIT_ALLOW_PROTOCOL=none", "GIT_NO_REPLACE_OBJECTS=1", "GIT_PAGER=cat", "GIT_EDITOR=false", "GIT_ASKPASS=false" };

	strlist_add_format(env, "HOME=%s", plan->home);
	strlist_add_format(env, "PATH=%s", plan->path);
	for (size_t i = 0; i < COUNT_OF(fixed); i++)
		strlist_add(env, fixed[i]);
	add_settings(env, pairs);
}

static uint64_t short_timeout(const struct workspace_plan *plan)
{
	return plan->timeout_ms < SHORT_TIMEOUT_MS ? plan->timeout_ms : SHORT_TIMEOUT_MS;
}

/* Asked of git itself: another reader of its files could see something else. */
static bool list_settings(const struct adding *a, const char *gitdir, struct text *ret, struct error *err)
{
	CLEARED(strlist) struct strlist argv = {0}, env = {0}, none = {0};
	const struct git_run g = { .argv = &argv, .env = &env, .directory = a->worktree, .lock_fd = a->lock_fd,
		.timeout_ms = short_timeout(a->plan), .out = ret };

	strlist_add(&argv, a->plan->git_program);
	strlist_add_format(&argv, "--git-dir=%s", gitdir);
	const char *const words[] = { "config", "--list", "-z", "--show-scope" };
	for (size_t i = 0; i < COUNT_OF(words); i++)
		strlist_add(&argv, words[i]);
	make_environment(a->plan, &none, &env);
	return git_run(&g, a->raced, err) || error_wrap(err, "the repository's configuration could not be listed");
}

static bool find_hooks(const struct adding *a, struct strlist *ret_off, struct error *err)
{
	CLEARED(text) struct text listed = {0};

	return list_settings(a, a->layout->common.path, &listed, err) && hooks_off(a->layout, a->plan->home, &listed, ret_off, err);
}

static bool add_empty(const struct adding *a, const struct strlist *off, struct error *err)
{
	CLEARED(strlist) struct strlist argv = {0}, env = {0};
	const struct git_run g = { .argv = &argv, .env = &env, .directory = a->layout->common.path, .lock_fd = a->lock_fd,
		.timeout_ms = short_timeout(a->plan) };

	strlist_add(&argv, a->plan->git_program);
	strlist_add_format(&argv, "--git-dir=%s", a->layout->common.path);
	const char *const words[] = { "worktree", "add", "--no-checkout", "--lock", "--reason" };
	for (size_t i = 0; i < COUNT_OF(words); i++)
		strlist_add(&argv, words[i]);
	strlist_add_format(&argv, WORKTREE_LOCK_REASON, a->plan->run_id);
	strlist_add(&argv, "-b");
	strlist_add(&argv, a->plan->branch);
	strlist_add(&argv, a->worktree);
	strlist_add(&argv, a->layout->head);
	make_environment(a->plan, off, &env);
	return git_run(&g, a->raced, err);
}

/* GIT_DIR is the private one: the repository's own configuration, includes and hooks do not exist for this command. */
static bool fill(const struct adding *a, const char *gitdir, const char *private, struct plain_settings *s, struct error *err)
{
	CLEARED(strlist) struct strlist argv = {0}, env = {0};
	const struct git_run g = { .argv = &argv, .env = &env, .directory = a->worktree, .lock_fd = a->lock_fd,
		.timeout_ms = a->plan->timeout_ms };

	strlist_add(&argv, a->plan->git_program);
	strlist_add_format(&argv, "--git-dir=%s", private);
	strlist_add_format(&argv, "--work-tree=%s", a->worktree);
	const char *const words[] = { "reset", "--hard", "--quiet", "--no-recurse-submodules" };
	for (size_t i = 0; i < COUNT_OF(words); i++)
		strlist_add(&argv, words[i]);
	strlist_add(&argv, a->layout->head);
	if (!s->storage_is_set) {
		strlist_add(&s->pairs, "lfs.storage");
		strlist_add_format(&s->pairs, "%s/lfs", a->layout->common.path);
	}
	make_environment(a->plan, &s->pairs, &env);
	strlist_add_format(&env, "GIT_OBJECT_DIRECTORY=%s/objects", a->layout->common.path);
	strlist_add_format(&env, "GIT_INDEX_FILE=%s/index", gitdir);
	if (git_run(&g, a->raced, err))
		return true;
	return strstr(err->text, "smudge filter")
		       ? error_wrap(err, "a filter of your own configuration failed (when it is git-lfs, run git lfs fetch first)")
		       : false;
}

/* gitdir: the new worktree's, where git itself is asked again: what counts depends on the place. */
static bool check_out(const struct adding *a, const struct strlist *off, const char *gitdir, struct error *err)
{
	CLEARED(plain_settings) struct plain_settings s = {0};
	CLEARED(text) struct text listed = {0};
	OWNED_MEM char *private = NULL;

	if (!list_settings(a, gitdir, &listed, err))
		return false;
	plain_settings_read(&listed, a->plan->home, &s);
	strlist_copy(&s.pairs, off);
	if (!private_gitdir_make(a->layout, a->plan->lock_dir, gitdir, &s, &private, err))
		return false;
	plain_settings_filters_off(&s, a->filters_off);
	bool ok = fill(a, gitdir, private, &s, err);
	private_gitdir_remove(private);
	return ok;
}

bool worktree_add(const struct layout *l, const struct workspace_plan *plan, const char *worktree, int lock_fd,
		  struct strlist *ret_filters_off, bool *ret_raced, struct error *err)
{
	struct workspace_plan timed = *plan;
	const struct adding a = { .layout = l, .plan = &timed, .worktree = worktree, .lock_fd = lock_fd,
		.filters_off = ret_filters_off, .raced = ret_raced };
	CLEARED(strlist) struct strlist off = {0};
	struct place gitdir = {0};

	*ret_raced = false;
	timed.timeout_ms = plan->timeout_ms ? plan->timeout_ms : TIMEOUT_MS;
	if (!find_hooks(&a, &off, err) || !add_empty(&a, &off, err))
		return false;
	if (!bind_find_gitdir(&l->common, worktree, &gitdir))
		return error_set(err, REASON_WORKSPACE_UNAVAILABLE, "git made a worktree, but its administrative directory is not found");
	bool ok = check_out(&a, &off, gitdir.path, err);
	place_clear(&gitdir);
	return ok;
}
