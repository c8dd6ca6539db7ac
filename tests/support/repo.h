/*
 * repo — real repositories for specifications, made by the real git in a scratch directory that lies under no
 * temporary directory. Every program runs with a clean environment: nothing of the operator's configuration, no GIT_*.
 *
 *	char *scratch = scratch_new("layout");      owned; scratch_drop(&scratch) removes the tree and frees
 *	char *r = repo_new(scratch, "r");           a repository with one commit (a.txt, src/b.txt) on main
 *	git(r, "checkout", "-q", "-b", "topic");    fails the test unless git exits 0
 *	char *id = git_out(r, "rev-parse", "HEAD"); owned, the last newline cut
 *
 * scratch_new() also points HOME of the test itself into the scratch. The caller includes cmocka.h before this file.
 */
#ifndef TESTS_SUPPORT_REPO_H
#define TESTS_SUPPORT_REPO_H
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define REPO_ARGS_MAX 48
#define GIT_PROGRAM_IN_TESTS "/usr/bin/git"

static inline char *path_of(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static inline char *path_of(const char *fmt, ...) /* owned */
{
	char *s = NULL;
	va_list args;

	va_start(args, fmt);
	int n = vasprintf(&s, fmt, args);
	va_end(args);
	assert_true(n >= 0);
	return s;
}

/* Run argv in dir with the clean environment; what it printed on both streams is added to *ret_out (owned; may be
   NULL). Returns the exit status, 128 + signal when it was killed. */
static inline int program_run(const char *dir, const char *const *argv, char **ret_out)
{
	int fds[2];
	assert_int_equal(pipe2(fds, O_CLOEXEC), 0);
	pid_t pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		char home[4200], path[4200];
		const char *const *from = argv;
		char *args[REPO_ARGS_MAX + 1] = {0};
		char *environment[] = { home, path, (char[]){ "LC_ALL=C" }, (char[]){ "TZ=UTC" },
			(char[]){ "GIT_CONFIG_NOSYSTEM=1" }, (char[]){ "GIT_TERMINAL_PROMPT=0" }, (char[]){ "GIT_AUTHOR_NAME=A" },
			(char[]){ "GIT_AUTHOR_EMAIL=a@example.org" }, (char[]){ "GIT_COMMITTER_NAME=A" },
			(char[]){ "GIT_COMMITTER_EMAIL=a@example.org" }, (char[]){ "GIT_ALLOW_PROTOCOL=file" }, NULL };

		snprintf(home, sizeof home, "HOME=%s", getenv("HOME"));
		snprintf(path, sizeof path, "PATH=%s", getenv("PATH"));
		for (size_t i = 0; i < REPO_ARGS_MAX && from[i]; i++)
			args[i] = strdup(from[i]);
		int null = open("/dev/null", O_RDONLY);
		if (chdir(dir) != 0 || dup2(null, 0) < 0 || dup2(fds[1], 1) < 0 || dup2(fds[1], 2) < 0)
			_exit(126);
		execvpe(args[0], args, environment);
		_exit(127);
	}
	close(fds[1]);
	char *out = strdup("");
	size_t len = 0;
	char chunk[4096];
	for (;;) {
		ssize_t n = read(fds[0], chunk, sizeof chunk);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		out = realloc(out, len + (size_t)n + 1);
		memcpy(out + len, chunk, (size_t)n);
		len += (size_t)n;
		out[len] = 0;
	}
	close(fds[0]);
	int status = 0;
	while (waitpid(pid, &status, 0) < 0)
		assert_int_equal(errno, EINTR);
	if (len > 0 && out[len - 1] == '\n')
		out[len - 1] = 0;
	if (ret_out)
		*ret_out = out;
	else
		free(out);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* git with these arguments; must_succeed fails the test with what git printed. Owned output. */
__attribute__((noinline, unused)) /* inlined twice, gcc 12 at -O2 takes one call's out for the other's */
static char *git_with(bool must_succeed, int *ret_status, const char *dir, const char *const *args)
{
	const char *argv[REPO_ARGS_MAX] = { "git", "-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always",
					    "-c", "gc.auto=0" };
	size_t n = 7;
	char *out = NULL;

	for (; *args && n < REPO_ARGS_MAX - 1; args++)
		argv[n++] = *args;
	int status = program_run(dir, argv, &out);
	if (must_succeed && status != 0)
		fail_msg("git %s in %s exited %d: %s", argv[7], dir, status, out);
	if (ret_status)
		*ret_status = status;
	return out;
}

#define git(dir, ...) free(git_with(true, NULL, dir, (const char *const[]){ __VA_ARGS__, NULL }))
#define git_out(dir, ...) git_with(true, NULL, dir, (const char *const[]){ __VA_ARGS__, NULL })
#define git_try(ret_status, dir, ...) free(git_with(false, ret_status, dir, (const char *const[]){ __VA_ARGS__, NULL }))

static inline void file_put(const char *dir, const char *name, const char *content)
{
	char *path = path_of("%s/%s", dir, name);
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);

	if (fd < 0)
		fail_msg("cannot write %s: %s", path, strerror(errno));
	assert_int_equal(write(fd, content, strlen(content)), (ssize_t)strlen(content));
	close(fd);
	free(path);
}

static inline char *file_get(const char *dir, const char *name) /* owned; NULL: cannot be read */
{
	char *path = path_of("%s/%s", dir, name);
	FILE *f = fopen(path, "re");
	char *out = NULL;
	size_t room = 0;

	free(path);
	if (!f)
		return NULL;
	ssize_t n = getdelim(&out, &room, '\0', f);
	fclose(f);
	if (n < 0) {
		free(out);
		return strdup("");
	}
	return out;
}

static inline void dir_put(const char *dir, const char *name)
{
	char *path = path_of("%s/%s", dir, name);

	for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = 0;
		(void)mkdir(path, 0755);
		*slash = '/';
	}
	assert_true(mkdir(path, 0755) == 0 || errno == EEXIST);
	free(path);
}

static inline bool there(const char *dir, const char *name) /* does the entry itself exist (symlinks are not followed)? */
{
	struct stat st;
	char *path = path_of("%s/%s", dir, name);
	bool yes = lstat(path, &st) == 0;

	free(path);
	return yes;
}

/* A directory of its own for this test program: under $BULKHEAD_TEST_SCRATCH or ~/.cache/bulkhead-check. Owned. */
static inline char *scratch_new(const char *name)
{
	if (!getenv("BULKHEAD_TEST_SCRATCH")) {
		char *base = path_of("%s/.cache/bulkhead-check", getenv("HOME"));
		setenv("BULKHEAD_TEST_SCRATCH", base, 1);
		free(base);
	}
	dir_put(getenv("BULKHEAD_TEST_SCRATCH"), ".");
	char *made = path_of("%s/%s-XXXXXX", getenv("BULKHEAD_TEST_SCRATCH"), name);
	assert_non_null(mkdtemp(made));
	char *scratch = realpath(made, NULL);
	free(made);
	assert_non_null(scratch);
	dir_put(scratch, "home");
	char *home = path_of("%s/home", scratch);
	setenv("HOME", home, 1);
	unsetenv("XDG_CONFIG_HOME");
	free(home);
	return scratch;
}

static inline void scratch_drop(char **scratch)
{
	if (*scratch) {
		(void)program_run("/", (const char *const[]){ "chmod", "-R", "u+rwX", *scratch, NULL }, NULL);
		(void)program_run("/", (const char *const[]){ "rm", "-rf", *scratch, NULL }, NULL);
	}
	free(*scratch);
	*scratch = NULL;
}

/* A repository without a commit. Owned path. */
static inline char *repo_new_empty(const char *dir, const char *name)
{
	char *path = path_of("%s/%s", dir, name);

	dir_put(dir, name);
	git(path, "init", "-q", ".");
	return path;
}

/* A repository with one commit on main: a.txt and src/b.txt. Owned path. */
static inline char *repo_new(const char *dir, const char *name)
{
	char *path = repo_new_empty(dir, name);

	file_put(path, "a.txt", "a\n");
	dir_put(path, "src");
	file_put(path, "src/b.txt", "b\n");
	git(path, "add", "-A");
	git(path, "commit", "-q", "-m", "first");
	return path;
}
#endif
