/*
 * scratch — the private directory of one walk, outside every temporary directory, and an environment in which nothing of
 * the caller's is left: HOME and the XDG directories lie in it, the dates of its commits are fixed.
 */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/child/poll.h"
#include "core/host/file.h"
#include "core/host/places.h"
#include "walk.h"

/* @ stands for the scratch directory. */
static const char *const usual_env[] = {
	"HOME=@", "XDG_STATE_HOME=@/.local/state", "XDG_CONFIG_HOME=@/.config", "XDG_CACHE_HOME=@/.cache", "XDG_RUNTIME_DIR=@/.run", "SHELL=/bin/sh", "TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8",
	"LC_ALL=C.UTF-8", "TZ=UTC", "USER=op", "LOGNAME=op", "GIT_CONFIG_NOSYSTEM=1",
	"GIT_AUTHOR_DATE=2026-11-30T09:00:00Z", "GIT_COMMITTER_DATE=2026-11-30T09:00:00Z",
};

static bool make_places(struct scratch *s, struct error *err)
{
	static const char *const places[] = { ".local/state", ".config", ".cache", ".run" };

	for (size_t i = 0; i < COUNT_OF(places); i++) {
		OWNED_MEM char *path = path_join(s->path, places[i]);
		OWNED_FD int fd = -1;

		if (!dir_make(path, &fd, err))
			return false;
	}
	return true;
}

static char *program_directory(void)
{
	const char *program = getenv("TEST_PROGRAM");

	return program ? path_parent(program) : str_copy("/nonexistent");
}

/* A directory of a name that nobody has; or the one that WALK_HOME names, for pictures that look the same everywhere. */
static bool make_home(struct scratch *s, const char *name, struct error *err)
{
	const char *base = getenv("BULKHEAD_TEST_SCRATCH"), *home = getenv("WALK_HOME");
	OWNED_MEM char *usual = base ? str_copy(base) : str_format("%s/.cache/bulkhead-check", getenv("HOME"));
	OWNED_MEM char *made = home ? str_copy(home) : str_format("%s/walk-%s-XXXXXX", usual, name);
	OWNED_FD int fd = -1;

	if (!home && !dir_make(usual, &fd, err))
		return false;
	if (home ? mkdir(made, 0700) != 0 : !mkdtemp(made))
		return error_set_sys(err, REASON_SYSTEM, "cannot make %s", made);
	s->path = real_path(made);
	return true;
}

bool scratch_make(struct scratch *s, const char *name, struct error *err)
{
	OWNED_MEM char *programs = program_directory();

	if (!make_home(s, name, err))
		return false;
	s->dir = str_copy(s->path);
	for (size_t i = 0; i < COUNT_OF(usual_env); i++) {
		const char *at = strchr(usual_env[i], '@');
		bool here = at && at[-1] == '=';

		strlist_add_format(&s->env, "%.*s%s%s", (int)(here ? at - usual_env[i] : 0), usual_env[i], here ? s->path : "",
				   here ? at + 1 : usual_env[i]);
	}
	strlist_add_format(&s->env, "PATH=%s:/usr/local/bin:/usr/bin:/bin", programs);
	return make_places(s, err);
}

static int remove_entry(const char *path, const struct stat *st, int kind, struct FTW *at)
{
	(void)st;
	(void)at;
	return kind == FTW_DP ? rmdir(path) : unlink(path);
}

static int open_up(const char *path, const struct stat *st, int kind, struct FTW *at)
{
	(void)at;
	if (kind == FTW_D || kind == FTW_DNR)
		(void)chmod(path, st->st_mode | 0700);
	return 0;
}

void scratch_remove(struct scratch *s)
{
	if (s->path) {
		(void)nftw(s->path, open_up, 16, FTW_PHYS | FTW_MOUNT);
		(void)nftw(s->path, remove_entry, 16, FTW_PHYS | FTW_MOUNT | FTW_DEPTH);
	}
	free(s->path);
	free(s->dir);
	strlist_clear(&s->env);
	*s = (struct scratch){ 0 };
}

void scratch_set(struct scratch *s, const char *name_value)
{
	size_t name = strcspn(name_value, "=");

	for (size_t i = 0; i < s->env.count; i++) {
		if (strncmp(s->env.items[i], name_value, name + 1) == 0)
			strlist_remove(&s->env, i--);
	}
	strlist_add(&s->env, name_value);
}

const char *scratch_get(const struct scratch *s, const char *name)
{
	size_t len = strlen(name);

	for (size_t i = 0; i < s->env.count; i++) {
		if (strncmp(s->env.items[i], name, len) == 0 && s->env.items[i][len] == '=')
			return s->env.items[i] + len + 1;
	}
	return "";
}

void scratch_enter(struct scratch *s, const char *relative)
{
	free(s->dir);
	s->dir = path_join(s->path, relative);
}

_Noreturn static void become_shell(const struct scratch *s, const char *command, int out)
{
	char *argv[] = { (char[]){ "sh" }, (char[]){ "-ec" }, str_copy(command), NULL };
	int null = open("/dev/null", O_RDONLY);

	if (chdir(s->dir) == 0 && setpgid(0, 0) == 0 && dup2(null, 0) == 0 && dup2(out, 1) == 1 && dup2(out, 2) == 2)
		(void)execve("/bin/sh", argv, s->env.items);
	_exit(127);
}

static void collect(int fd, uint64_t deadline_ms, struct text *out)
{
	char bytes[4096];
	ssize_t len = 1;

	while (len > 0 && poll_one(fd, POLLIN, deadline_ms)) {
		len = read(fd, bytes, sizeof bytes);
		text_add(out, bytes, len > 0 ? (size_t)len : 0);
	}
}

int scratch_shell(const struct scratch *s, const char *command, uint64_t deadline_ms, struct text *out)
{
	int fds[2], status = 0;
	pid_t pid;

	if (pipe2(fds, O_CLOEXEC) != 0)
		return 127;
	pid = fork();
	if (pid == 0)
		become_shell(s, command, fds[1]);
	close(fds[1]);
	collect(fds[0], deadline_ms, out);
	close(fds[0]);
	if (poll_now_ms() >= deadline_ms) {
		text_add_string(out, "\n(it was killed at the deadline)");
		kill(-pid, SIGKILL);
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
