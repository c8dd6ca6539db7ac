/*
 * demo_repository — see demo_repository.h.
 */
#include "ui/cli/demo_repository.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/run/tidy.h"

#define GIT_WORDS_MAX 8

static const char *const git_steps[][GIT_WORDS_MAX] = {
	{ "init", "-q", "-b", "main", NULL },
	{ "add", "-A", NULL },
	{ "commit", "-q", "-m", "First invoice totals", NULL },
};

static const struct { const char *name, *content; } files[] = {
	{ "README", "A repository made by `bulkhead demo`.\n" },
	{ "totals.txt", "10\n20\n30\n" },
};

/* Names for commits of the demonstration, whoever runs it and whatever is configured. */
static const char *const git_environment[] = {
	"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_TERMINAL_PROMPT=0",
	"GIT_AUTHOR_NAME=demo", "GIT_AUTHOR_EMAIL=demo@example.invalid",
	"GIT_COMMITTER_NAME=demo", "GIT_COMMITTER_EMAIL=demo@example.invalid",
};

static bool run_git(const struct engine *e, const char *git, const char *directory, const char *const *words, struct error *err)
{
	CLEARED(strlist) struct strlist argv = { 0 };
	CLEARED(strlist) struct strlist env = { 0 };
	int status = 0;
	pid_t pid;

	strlist_add(&argv, "git");
	strlist_add(&argv, "-C");
	strlist_add(&argv, directory);
	for (size_t i = 0; words[i]; i++)
		strlist_add(&argv, words[i]);
	strlist_add_format(&env, "PATH=%s", e->places->path);
	for (size_t i = 0; i < COUNT_OF(git_environment); i++)
		strlist_add(&env, git_environment[i]);
	errno = posix_spawn(&pid, git, NULL, NULL, argv.items, env.items);
	if (errno != 0)
		return error_set_sys(err, REASON_SYSTEM, "cannot run %s", git);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		continue;
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		return error_set(err, REASON_SYSTEM, "git %s failed in %s.", words[0], directory);
	return true;
}

static bool make_repository(const struct engine *e, const char *path, struct error *err)
{
	OWNED_MEM char *git = program_find(e->places->path, "git");
	OWNED_FD int fd = -1;

	if (!git)
		return error_set(err, REASON_SYSTEM, "git is not on PATH; the demonstration needs it.");
	if (!dir_make(path, &fd, err))
		return false;
	for (size_t i = 0; i < COUNT_OF(files); i++)
		if (!file_put_new(fd, files[i].name, files[i].content, strlen(files[i].content), err))
			return false;
	for (size_t i = 0; i < COUNT_OF(git_steps); i++)
		if (!run_git(e, git, path, git_steps[i], err))
			return false;
	return true;
}

/* The demonstration's processes find their records through the environment, like any other. */
static bool own_places(const char *folder, struct places *ret, struct error *err)
{
	static const char *const names[] = { "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME" };

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		OWNED_MEM char *value = path_join(folder, names[i] + 4);
		OWNED_FD int fd = -1;

		if (!dir_make(value, &fd, err))
			return false;
		if (setenv(names[i], value, 1) != 0)
			return error_set_sys(err, REASON_SYSTEM, "cannot set %s", names[i]);
	}
	return places_read(ret, err);
}

bool demo_place_make(const struct engine *e, struct demo_place *ret, struct error *err)
{
	const char *cache = places_env(e->places, "XDG_CACHE_HOME");
	OWNED_MEM char *base = cache ? path_join(cache, "bulkhead") : path_join(e->places->home, ".cache/bulkhead");
	OWNED_MEM char *pattern = NULL;
	OWNED_MEM char *real = NULL;
	OWNED_MEM char *temporary = NULL;
	OWNED_FD int fd = -1;

	memset(ret, 0, sizeof *ret);
	if (!dir_make(base, &fd, err))
		return false;
	real = real_path(base);
	temporary = real ? places_temporary_holding(e->places, real) : NULL;
	if (temporary)
		return error_set(err, REASON_WORKSPACE_UNAVAILABLE,
				 "The demonstration needs a folder outside temporary directories, and %s "
				 "lies under %s; set XDG_CACHE_HOME to one that does not.",
				 real, temporary);
	pattern = path_join(real, "demo-XXXXXX");
	if (!mkdtemp(pattern))
		return error_set_sys(err, REASON_SYSTEM, "cannot make a folder in %s", real);
	ret->folder = str_copy(pattern);
	ret->repository = path_join(pattern, "invoices");
	return make_repository(e, ret->repository, err) && own_places(ret->folder, &ret->places, err);
}

bool demo_place_remove(const struct demo_place *place, struct error *err)
{
	return directory_remove_path(place->folder, err);
}

void demo_place_clear(struct demo_place *place)
{
	free(place->folder);
	free(place->repository);
	places_clear(&place->places);
}
