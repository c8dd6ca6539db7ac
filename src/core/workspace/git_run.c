#include "core/workspace/git_run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "core/host/ports.h"

#define SAID_BYTES_KEPT 16384 /* of what git printed: its end */
#define OUT_BYTES_MAX (4u << 20)
#define TERM_GRACE_MS 3000

/* In the child: only what is safe between fork and exec. */
static _Noreturn void become_git(const struct git_run *g, int out)
{
	sigset_t none;
	int null = open("/dev/null", O_RDWR); /* NOLINT(android-cloexec-open): it becomes standard input */

	(void)setsid();
	for (int s = 1; s < NSIG; s++)
		(void)signal(s, SIG_DFL);
	sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, &none, NULL);
	if (null >= 0 && dup2(null, 0) == 0 && dup2(out, 1) == 1 && dup2(g->out ? null : out, 2) == 2 &&
	    fcntl(g->lock_fd, F_SETFD, 0) == 0 && chdir(g->directory) == 0)
		(void)execve(g->argv->items[0], g->argv->items, g->env->items);
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

static void keep(const struct git_run *g, struct text *said, const char *bytes, size_t len)
{
	if (!g->out)
		keep_end(said, bytes, len);
	else if (g->out->len <= OUT_BYTES_MAX)
		text_add(g->out, bytes, len);
}

/* Reads until every process of git has closed the pipe. false: the deadline passed first. */
static bool listen_until(const struct git_run *g, int fd, uint64_t deadline_ms, struct text *said)
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
			keep(g, said, chunk, (size_t)n);
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

static bool judge_end(const struct git_run *g, int status, const struct text *said, bool *ret_raced, struct error *err)
{
	if (g->out && g->out->len > OUT_BYTES_MAX)
		return error_set(err, REASON_WORKSPACE_UNAVAILABLE, "the repository's configuration is too long, so no worktree was made");
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

static bool attend(const struct git_run *g, pid_t pid, int out, bool *ret_raced, struct error *err)
{
	CLEARED(text) struct text said = {0};
	uint64_t now = host_ports.steady_ms(host_ports.self);

	if (listen_until(g, out, now + g->timeout_ms, &said))
		return judge_end(g, wait_for(pid), &said, ret_raced, err);
	(void)kill(-pid, SIGTERM); /* git removes its locks when it is asked to end */
	(void)listen_until(g, out, host_ports.steady_ms(host_ports.self) + TERM_GRACE_MS, &said);
	(void)kill(-pid, SIGKILL);
	(void)wait_for(pid);
	return error_set(err, REASON_WORKSPACE_UNAVAILABLE,
			 "git did not finish making the worktree within %llu seconds; "
			 "what it had made was removed",
			 (unsigned long long)(g->timeout_ms / 1000));
}

bool git_run(const struct git_run *g, bool *ret_raced, struct error *err)
{
	int fds[2];

	*ret_raced = false;
	if (pipe2(fds, O_CLOEXEC) != 0)
		return error_set_sys(err, REASON_SYSTEM, "cannot make a pipe to git");
	OWNED_FD int in = fds[0];
	OWNED_FD int out = fds[1];
	pid_t pid = fork();
	if (pid < 0)
		return error_set_sys(err, REASON_SYSTEM, "cannot start git");
	if (pid == 0)
		become_git(g, out);
	owned_fd_close(&out);
	out = -1;
	return attend(g, pid, in, ret_raced, err);
}
