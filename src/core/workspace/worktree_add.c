#include "core/workspace/worktree_add.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "core/base/text.h"
#include "core/host/ports.h"
#include "core/workspace/filters.h"

#define SAID_BYTES_KEPT 16384 /* of what git printed: its end */
#define TERM_GRACE_MS 3000

/* Settings that stop whatever a repository could make git run or start, in pairs. */
static const char *const settings[][2] = {
	{ "core.hooksPath", "/dev/null" }, { "core.fsmonitor", "false" }, { "gc.auto", "0" }, { "maintenance.auto", "false" },
	{ "submodule.recurse", "false" }, { "core.splitIndex", "false" }, { "index.sparse", "false" }, { "index.skipHash", "false" },
	{ "core.untrackedCache", "false" },
};

static bool make_environment(const struct layout *l, const struct workspace_plan *plan, struct strlist *env, struct error *err)
{
	static const char *const fixed[] = { "LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1",
		"GIT_ALLOW_PROTOCOL=none", "GIT_NO_REPLACE_OBJECTS=1", "GIT_PAGER=cat", "GIT_EDITOR=false", "GIT_ASKPASS=false" };
	CLEARED(strlist) struct strlist overrides = {0};

	for (size_t i = 0; i < COUNT_OF(settings); i++) {
		strlist_add(&overrides, settings[i][0]);
		strlist_add(&overrides, settings[i][1]);
	}
	if (!filters_override(l, plan->home, &overrides, NULL, err))
		return false;
	strlist_add_format(env, "HOME=%s", plan->home);
	strlist_add_format(env, "PATH=%s", plan->path);
	for (size_t i = 0; i < COUNT_OF(fixed); i++)
		strlist_add(env, fixed[i]);
	strlist_add_format(env, "GIT_CONFIG_COUNT=%zu", overrides.count / 2);
	for (size_t i = 0; i < overrides.count; i += 2) {
		strlist_add_format(env, "GIT_CONFIG_KEY_%zu=%s", i / 2, overrides.items[i]);
		strlist_add_format(env, "GIT_CONFIG_VALUE_%zu=%s", i / 2, overrides.items[i + 1]);
	}
	return true;
}

static void make_arguments(const struct layout *l, const struct workspace_plan *plan, const char *worktree, struct strlist *argv)
{
	strlist_add(argv, plan->git_program);
	strlist_add_format(argv, "--git-dir=%s", l->common.path);
	strlist_add(argv, "worktree");
	strlist_add(argv, "add");
	strlist_add(argv, "--lock");
	strlist_add(argv, "--reason");
	strlist_add_format(argv, WORKTREE_LOCK_REASON, plan->run_id);
	strlist_add(argv, "-b");
	strlist_add(argv, plan->branch);
	strlist_add(argv, worktree);
	strlist_add(argv, l->head);
}

/* In the child: only what is safe between fork and exec. */
static _Noreturn void become_git(const struct strlist *argv, const struct strlist *env, const char *directory, int out, int lock_fd)
{
	sigset_t none;
	int null = open("/dev/null", O_RDONLY); /* NOLINT(android-cloexec-open): it becomes standard input */

	(void)setsid();
	for (int s = 1; s < NSIG; s++)
		(void)signal(s, SIG_DFL);
	sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, &none, NULL);
	if (null >= 0 && dup2(null, 0) == 0 && dup2(out, 1) == 1 && dup2(out, 2) == 2 && fcntl(lock_fd, F_SETFD, 0) == 0 &&
	    chdir(directory) == 0)
		(void)execve(argv->items[0], argv->items, env->items);
	_exit(127);
}

static void keep_end(struct text *said, const char *bytes, size_t len)
{
	text_add(said, bytes, len);
	if (said->len <= SAID_BYTES_KEPT * 2)
		return;
	CLEARED(text) struct text end = {0};
	text_add(&end, said->bytes + said->len - SAID_BYTES_KEPT, SAID_BYTES_KEPT);
	text_empty(said);
	text_add(said, end.bytes, end.len);
}

/* Reads until every process of git has closed the pipe. false: the deadline passed first. */
static bool listen_until(int fd, uint64_t deadline_ms, struct text *said)
{
	char chunk[8192];

	for (;;) {
		uint64_t now = host_ports.steady_ms(host_ports.self);
		if (now >= deadline_ms)
			return false;
		uint64_t left = deadline_ms - now;
		struct pollfd p = { .fd = fd, .events = POLLIN };
		if (poll(&p, 1, left > 1000 ? 1000 : (int)left) <= 0)
			continue;
		ssize_t n = read(fd, chunk, sizeof chunk);
		if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN))
			return true;
		if (n > 0)
			keep_end(said, chunk, (size_t)n);
	}
}

static int wait_for(pid_t pid)
{
	int status = 0;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return status;
}

/* The last line of git's that says something. */
static char *last_words(const struct text *said)
{
	const char *all = text_c(said);
	const char *line = strstr(all, "fatal: ");
	const char *other = strstr(all, "error: ");

	line = line ? line + 7 : other ? other + 7 : all;
	OWNED_MEM char *one = str_copy_n(line, strcspn(line, "\r\n"));
	return *one ? sanitize_copy(one) : str_copy("git said nothing");
}

static bool judge_end(int status, const struct text *said, bool *ret_raced, struct error *err)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return true;
	OWNED_MEM char *words = last_words(said);
	*ret_raced = strstr(text_c(said), "/worktrees/") && strstr(text_c(said), "No such file or directory");
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127 && said->len == 0)
		return error_set(err, REASON_WORKSPACE_UNAVAILABLE, "the git program could not be started, so no worktree was made");
	if (WIFSIGNALED(status))
		return error_set(err, REASON_WORKSPACE_UNAVAILABLE,
				 "git was ended by signal %d while it made the worktree; "
				 "what it had made was removed",
				 WTERMSIG(status));
	return error_set(err, REASON_WORKSPACE_UNAVAILABLE, "git could not make the worktree: %s", words);
}

static bool attend(pid_t pid, int out, uint64_t timeout_ms, bool *ret_raced, struct error *err)
{
	CLEARED(text) struct text said = {0};
	uint64_t now = host_ports.steady_ms(host_ports.self);

	if (listen_until(out, now + timeout_ms, &said))
		return judge_end(wait_for(pid), &said, ret_raced, err);
	(void)kill(-pid, SIGTERM); /* git removes its locks when it is asked to end */
	(void)listen_until(out, host_ports.steady_ms(host_ports.self) + TERM_GRACE_MS, &said);
	(void)kill(-pid, SIGKILL);
	(void)wait_for(pid);
	return error_set(err, REASON_WORKSPACE_UNAVAILABLE,
			 "git did not finish making the worktree within %llu seconds; "
			 "what it had made was removed",
			 (unsigned long long)(timeout_ms / 1000));
}

bool worktree_add(const struct layout *l, const struct workspace_plan *plan, const char *worktree, int lock_fd,
		  bool *ret_raced, struct error *err)
{
	CLEARED(strlist) struct strlist argv = {0}, env = {0};
	int fds[2];

	*ret_raced = false;
	make_arguments(l, plan, worktree, &argv);
	if (!make_environment(l, plan, &env, err))
		return false;
	if (pipe2(fds, O_CLOEXEC) != 0)
		return error_set_sys(err, REASON_SYSTEM, "cannot make a pipe to git");
	OWNED_FD int in = fds[0];
	OWNED_FD int out = fds[1];
	pid_t pid = fork();
	if (pid < 0)
		return error_set_sys(err, REASON_SYSTEM, "cannot start git");
	if (pid == 0)
		become_git(&argv, &env, l->common.path, out, lock_fd);
	owned_fd_close(&out);
	out = -1;
	return attend(pid, in, plan->timeout_ms ? plan->timeout_ms : 600000, ret_raced, err);
}
