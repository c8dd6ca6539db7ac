/*
 * launch — the parent's side of a run: starts a supervisor and waits until it said started or refused.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/json.h"
#include "core/base/mem.h"
#include "core/host/file.h"
#include "core/run/engine.h"

#define REPORT_MAX_BYTES 65536
#define REQUEST_FD 3
#define REPORT_FD 4
#define FD_ABOVE 10 /* source fds are lifted here, so that dup2 onto 3 and 4 cannot hit one of them */

/* Everything the forked process needs, computed before the fork. */
struct start {
	const char *program;
	char *argv[6];
	char **env;
	int request, report, nothing;
};

static _Noreturn void become_supervisor(const struct start *st)
{
	sigset_t none;

	if (setsid() < 0 || fork() != 0)
		_exit(0); /* the intermediate: its parent reaps it at once, and the supervisor belongs to nobody */
	(void)sigemptyset(&none);
	for (int signal_number = 1; signal_number < NSIG; signal_number++)
		(void)signal(signal_number, SIG_DFL);
	(void)sigprocmask(SIG_SETMASK, &none, NULL);
	if (dup2(st->request, REQUEST_FD) >= 0 && dup2(st->report, REPORT_FD) >= 0 && dup2(st->nothing, 0) >= 0 &&
	    dup2(st->nothing, 1) >= 0 && dup2(st->nothing, 2) >= 0 && close_range(REPORT_FD + 1, ~0u, 0) == 0)
		(void)execve(st->program, st->argv, st->env);
	_exit(127);
}

static bool lift(int fd, int *ret, struct error *err)
{
	int lifted = fcntl(fd, F_DUPFD_CLOEXEC, FD_ABOVE);

	/* That is also what the kernel says where it may give no number as high. */
	if (lifted < 0 && (errno == EINVAL || errno == EMFILE))
		return error_set(
			err, REASON_SUPERVISOR_FAILED,
			"A supervisor cannot be started: the limit of open files is too low; raise it (ulimit -n 1024) and try again.");
	if (lifted < 0)
		return error_set_sys(err, REASON_SUPERVISOR_FAILED, "cannot prepare a supervisor");
	*ret = lifted;
	return true;
}

static bool request_memory(const struct request *request, int *ret_fd, struct error *err)
{
	OWNED(json) struct json *value = request_print(request);
	CLEARED(text) struct text bytes = { 0 };
	OWNED_FD int fd = memfd_create("request", MFD_CLOEXEC);

	json_write(value, JSON_COMPACT, &bytes);
	if (fd < 0 || !write_all(fd, bytes.bytes, bytes.len) || lseek(fd, 0, SEEK_SET) != 0)
		return error_set_sys(err, REASON_SUPERVISOR_FAILED, "cannot hand the request to a supervisor");
	return lift(fd, ret_fd, err);
}

static bool start_supervisor(const struct engine *e, const struct request *request, const char *run_id, int report_fd,
			     struct error *err)
{
	OWNED_FD int request_fd = -1;
	OWNED_FD int report_lifted = -1;
	OWNED_FD int nothing = -1;
	OWNED_FD int nothing_low = open("/dev/null", O_RDWR | O_CLOEXEC);
	OWNED_MEM char *word = str_copy("supervise");
	OWNED_MEM char *id = str_copy(run_id);
	OWNED_MEM char *program = str_copy(e->program);
	OWNED_MEM char *no_attest = str_copy(e->no_attest ? "--no-attest" : NULL);
	pid_t pid;

	if (!request_memory(request, &request_fd, err) || !lift(report_fd, &report_lifted, err) || !lift(nothing_low, &nothing, err))
		return false;
	struct start st = { .program = program, .argv = { program, word, id, no_attest, NULL }, .env = e->places->environment.items,
		.request = request_fd, .report = report_lifted, .nothing = nothing };
	pid = fork();
	if (pid < 0)
		return error_set_sys(err, REASON_SUPERVISOR_FAILED, "cannot start a supervisor");
	if (pid == 0)
		become_supervisor(&st);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		continue;
	return true;
}

static bool read_report(int fd, struct launched *ret, struct error *err)
{
	CLEARED(text) struct text bytes = { 0 };
	OWNED(json) struct json *line = NULL;
	const char *directory;
	char chunk[4096];

	for (;;) {
		ssize_t got = read(fd, chunk, sizeof chunk);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0 || bytes.len > REPORT_MAX_BYTES)
			break;
		text_add(&bytes, chunk, (size_t)got);
		if (memchr(chunk, '\n', (size_t)got))
			break;
	}
	if (bytes.len == 0 || !json_parse(bytes.bytes, bytes.len, &line, err))
		return error_set(err, REASON_SUPERVISOR_FAILED,
				 "The supervisor of run %s ended before it reported; "
				 "`bulkhead runs` shows what it left.",
				 ret->run_id);
	ret->started = json_get_bool(line, "started", false);
	if (!reason_from_slug(json_get_string(line, "reason"), &ret->reason))
		ret->reason = REASON_SUPERVISOR_FAILED;
	ret->message = str_copy(json_get_string(line, "message"));
	directory = json_get_string(line, "directory");
	ret->directory = str_copy(directory);
	return true;
}

bool engine_launch(const struct engine *e, const struct request *request, struct launched *ret, struct error *err)
{
	int ends[2];
	bool ok;

	memset(ret, 0, sizeof *ret);
	if (!run_id_new(e->ports, ret->run_id))
		return error_set(err, REASON_SUPERVISOR_FAILED, "No random bytes are to be had, so a run cannot be named.");
	if (pipe2(ends, O_CLOEXEC) != 0)
		return error_set_sys(err, REASON_SUPERVISOR_FAILED, "cannot start a supervisor");
	ok = start_supervisor(e, request, ret->run_id, ends[1], err);
	(void)close(ends[1]);
	ok = ok && read_report(ends[0], ret, err);
	(void)close(ends[0]);
	return ok;
}

void launched_clear(struct launched *l)
{
	free(l->message);
	free(l->directory);
	memset(l, 0, sizeof *l);
}
