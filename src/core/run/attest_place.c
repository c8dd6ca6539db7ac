/*
 * attest_place — see attest_place.h.
 */
#include "core/run/attest_place.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/run/attest.h"
#include "core/run/leftovers.h"
#include "core/run/tidy.h"
#include "core/workspace/git_run.h"

#define LOCK_NAME "lock"
#define LOCK_WAIT_MS 60000
#define LOCK_LOOK_MS 100
#define GIT_LIMIT_MS 30000
#define REMOVED_PREFIX ".rm-" /* of a removal that was interrupted */

/* Names for commits of the scratch, whoever runs it and whatever is configured. */
static const char *const git_environment[] = {
	"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_TERMINAL_PROMPT=0", "GIT_AUTHOR_NAME=attest",
	"GIT_AUTHOR_EMAIL=attest@example.invalid", "GIT_COMMITTER_NAME=attest", "GIT_COMMITTER_EMAIL=attest@example.invalid",
};
static const char *const git_steps[][8] = {
	{ "init", "-q", "-b", "main", "--template=", NULL },
	{ "add", "-A", NULL },
	{ "commit", "-q", "-m", "A repository to try a sandbox in", NULL },
};
static const char *const directories[] = { ATTEST_WORK, ATTEST_NAMED, ATTEST_BESIDE };

static bool git_step(const struct attest_place *p, const char *git, const char *const *words, struct error *err)
{
	CLEARED(strlist) struct strlist argv = { 0 };
	CLEARED(strlist) struct strlist env = { 0 };
	bool raced = false;
	const struct git_run run = { .argv = &argv, .env = &env, .directory = p->repository, .lock_fd = p->scratch->lock, .timeout_ms = GIT_LIMIT_MS };

	strlist_add(&argv, git);
	for (size_t i = 0; words[i]; i++)
		strlist_add(&argv, words[i]);
	strlist_add_format(&env, "PATH=%s", p->scratch->engine->places->path);
	for (size_t i = 0; i < COUNT_OF(git_environment); i++)
		strlist_add(&env, git_environment[i]);
	return git_run(&run, &raced, err);
}

static bool make_repository(const struct attest_place *p, const char *git, struct error *err)
{
	OWNED_FD int top = -1;

	if (!dir_make(p->repository, &top, err))
		return false;
	for (size_t i = 0; i < COUNT_OF(directories); i++) {
		OWNED_FD int fd = -1;

		if (!dir_make_at(top, directories[i], 0700, &fd, err) || !file_put_new(fd, "kept", "kept\n", 5, err))
			return false;
	}
	for (size_t i = 0; i < COUNT_OF(git_steps); i++)
		if (!git_step(p, git, git_steps[i], err))
			return false;
	return true;
}

static bool make_worktree(struct attest_place *p, const char *git, struct error *err)
{
	const struct attest_scratch *s = p->scratch;
	const struct places *places = s->engine->places;
	OWNED_MEM char *parent = path_join(p->directory, "workspaces");
	OWNED_MEM char *locks = path_join(p->directory, "locks");
	OWNED_FD int fd = -1;
	struct workspace_plan plan = {
		.run_id = s->id, .binding_id = "ws-attest", .workspace_id = "ws-attest", .recovery_token = s->id, .parent = parent,
		.branch = "harnery/workspace/ws-attest", .relative = "", .created_ms = s->engine->ports->wall_ms(s->engine->ports->self),
		.timeout_ms = GIT_LIMIT_MS, .git_program = git, .home = places->home, .path = places->path, .lock_dir = locks,
	};

	return dir_make(locks, &fd, err) && layout_read(p->repository, &p->layout, err) &&
	       workspace_make(p->layout, &plan, &p->binding, err);
}

static bool make_pipe(struct attest_place *p, struct error *err)
{
	if (mkfifo(p->pipe, 0600) != 0)
		return error_set_sys(err, REASON_SYSTEM, "cannot make %s", p->pipe);
	p->heard = open(p->pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW);
	return p->heard >= 0 || error_set_sys(err, REASON_SYSTEM, "cannot open %s", p->pipe);
}

static bool make_all(struct attest_place *p, struct error *err)
{
	OWNED_MEM char *git = program_find(p->scratch->engine->places->path, "git");
	const char *const places[] = { p->outside, p->tmp };

	if (!git)
		return error_set(err, REASON_WORKSPACE_UNAVAILABLE, "git is not on PATH, and it is what makes a worktree; install git.");
	for (size_t i = 0; i < COUNT_OF(places); i++) {
		OWNED_FD int fd = -1;

		if (!dir_make(places[i], &fd, err))
			return false;
	}
	return make_pipe(p, err) && make_repository(p, git, err) && make_worktree(p, git, err);
}

static bool take_lock(const struct engine *e, int dir, int *ret_lock, struct error *err)
{
	const uint64_t until = e->ports->steady_ms(e->ports->self) + LOCK_WAIT_MS;

	for (;;) {
		if (!file_lock(dir, LOCK_NAME, false, ret_lock, err))
			return false;
		if (*ret_lock >= 0)
			return true;
		if (e->ports->steady_ms(e->ports->self) >= until)
			return error_set(err, REASON_SYSTEM, "Another attestation has been going on for more than a minute.");
		(void)poll(NULL, 0, LOCK_LOOK_MS);
	}
}

/* The lock is held, so whatever else is there belongs to nobody. */
static void remove_leftovers(const char *parent)
{
	DIR *d = opendir(parent);
	struct error err = { 0 };

	for (struct dirent *entry = d ? readdir(d) : NULL; entry; entry = readdir(d)) {
		const size_t prefix = strlen(REMOVED_PREFIX);
		const char *name = strncmp(entry->d_name, REMOVED_PREFIX, prefix) == 0 ? entry->d_name + prefix : entry->d_name;
		OWNED_MEM char *path = path_join(parent, name);
		CLEARED(strlist) struct strlist survivors = { 0 };

		if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || strcmp(name, LOCK_NAME) == 0)
			continue;
		(void)leftovers_end(name, &survivors);
		(void)!directory_remove_path(path, &err); /* what stays is tried again at the next start */
	}
	if (d)
		(void)closedir(d);
}

bool attest_scratch_make(const struct engine *e, struct attest_scratch *ret, struct error *err)
{
	OWNED_MEM char *parent = path_join(e->places->state, "attest");
	OWNED_MEM char *real = NULL;
	char run_id[RUN_ID_BYTES];
	OWNED_FD int dir = -1;

	*ret = (struct attest_scratch){ .engine = e, .lock = -1 };
	if (!run_id_new(e->ports, run_id))
		return error_set(err, REASON_SYSTEM, "No random bytes are to be had, so an attestation cannot be named.");
	if (!dir_make(parent, &dir, err) || !take_lock(e, dir, &ret->lock, err))
		return false;
	remove_leftovers(parent);
	real = real_path(parent);
	if (!real)
		return error_set_sys(err, REASON_SYSTEM, "cannot look at %s", parent);
	(void)snprintf(ret->id, sizeof ret->id, "attest-%s", run_id);
	ret->directory = path_join(real, ret->id);
	return true;
}

void attest_scratch_clear(struct attest_scratch *s)
{
	CLEARED(strlist) struct strlist survivors = { 0 };
	struct error err = { 0 };

	if (s->directory) {
		(void)leftovers_end(s->id, &survivors);
		(void)!directory_remove_path(s->directory, &err); /* what stays is swept at the next start */
	}
	owned_fd_close(&s->lock);
	free(s->directory);
	*s = (struct attest_scratch){ .lock = -1 };
}

bool attest_place_make(const struct attest_scratch *s, const char *name, struct attest_place *ret, struct error *err)
{
	*ret = (struct attest_place){ .scratch = s, .heard = -1, .directory = path_join(s->directory, name) };
	ret->repository = path_join(ret->directory, "repository");
	ret->outside = path_join(ret->directory, "outside");
	ret->tmp = path_join(ret->directory, "tmp");
	ret->pipe = path_join(ret->directory, "heard");
	return make_all(ret, err);
}

void attest_place_clear(struct attest_place *p)
{
	if (p->scratch)
		owned_fd_close(&p->heard);
	layout_drop(&p->layout);
	binding_drop(&p->binding);
	free(p->directory);
	free(p->repository);
	free(p->outside);
	free(p->tmp);
	free(p->pipe);
	*p = (struct attest_place){ .heard = -1 };
}

static bool holds_more_than_the_lock(const char *parent)
{
	DIR *d = opendir(parent);
	bool more = false;

	for (struct dirent *entry = d ? readdir(d) : NULL; entry && !more; entry = readdir(d))
		more = strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 && strcmp(entry->d_name, LOCK_NAME) != 0;
	if (d)
		(void)closedir(d);
	return more;
}

void attest_sweep(const struct engine *e)
{
	OWNED_MEM char *parent = path_join(e->places->state, "attest");
	struct error err = { 0 };
	OWNED_FD int dir = -1;
	OWNED_FD int lock = -1;

	if (!holds_more_than_the_lock(parent) || !dir_open(parent, &dir, &err) || !file_lock(dir, LOCK_NAME, false, &lock, &err) ||
	    lock < 0)
		return;
	remove_leftovers(parent);
}
