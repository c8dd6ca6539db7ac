/*
 * audit — what the grant audit costs before and after a run, beside the git programs that would tell less of it, in one
 * interleaved run. bench/audit.py makes the repository and starts this.
 *
 *	bench_audit SCRATCH REPOSITORY ROUNDS
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/workspace/snapshot.h"
#include "core/workspace/workspace.h"

#define ROUNDS_MAX 100
#define LOSS_LIMIT_MS 60000

enum figure { SNAPSHOT_BEFORE, SNAPSHOT_AFTER, STATUS_BEFORE, STATUS_AFTER, REFS_BY_GIT, STATUS_BY_GIT, FIGURE_COUNT };
static const char *const figure_words[] = { "snapshot before", "snapshot, difference and loss after", "attestation before",
	"attestation after", "git for-each-ref", "guarded git status" };

struct bench {
	const struct binding *binding;
	double ms[FIGURE_COUNT][ROUNDS_MAX];
	size_t rounds;
};

static double now_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void fail(const char *what, const char *why)
{
	fprintf(stderr, "bench_audit: %s: %s\n", what, why);
	exit(1);
}

static void run_git(const struct binding *b, const char *const *words)
{
	static const char *const guarded[] = { "git", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-C" };
	const char *argv[16];
	static const char *const environment[] = { "PATH=/usr/bin:/bin", "HOME=/nonexistent", "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C", NULL };
	posix_spawn_file_actions_t actions;
	size_t n = 0;
	pid_t pid;
	int status = 0;

	for (size_t i = 0; i < COUNT_OF(guarded); i++)
		argv[n++] = guarded[i];
	argv[n++] = b->workspace.path;
	for (; *words; words++)
		argv[n++] = *words;
	argv[n] = NULL;
	(void)posix_spawn_file_actions_init(&actions);
	(void)posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
	if (posix_spawnp(&pid, "git", &actions, NULL, (char *const *)(uintptr_t)argv,
			 (char *const *)(uintptr_t)environment) != 0 || waitpid(pid, &status, 0) != pid ||
	    status != 0)
		fail("git", argv[7]);
	(void)posix_spawn_file_actions_destroy(&actions);
}

static struct snapshot *take(const struct binding *b)
{
	struct snapshot *s = NULL;
	struct error err = { 0 };

	if (!snapshot_take(b, &s, &err))
		fail("snapshot", err.text);
	return s;
}

static double lap(double *from)
{
	const double now = now_ms(), took = now - *from;

	*from = now;
	return took;
}

static void attest(const struct binding *b)
{
	CLEARED(attestation) struct attestation a = { 0 };

	workspace_attest(b, &a);
	if (!a.ok || !a.dirty_known || a.dirty.count > 0)
		fail("attestation", a.drift.count > 0 ? a.drift.items[0] : "not clean");
}

static void round_once(struct bench *bench)
{
	static const char *const refs[] = { "for-each-ref", NULL };
	static const char *const status[] = { "status", "--porcelain", "-z", NULL };
	const struct binding *b = bench->binding;
	CLEARED(snapshot_difference) struct snapshot_difference d = { 0 };
	double at = now_ms(), took[FIGURE_COUNT];

	OWNED(snapshot) struct snapshot *before = take(b);
	took[SNAPSHOT_BEFORE] = lap(&at);
	attest(b);
	took[STATUS_BEFORE] = lap(&at);
	run_git(b, refs);
	took[REFS_BY_GIT] = lap(&at);
	run_git(b, status);
	took[STATUS_BY_GIT] = lap(&at);
	OWNED(snapshot) struct snapshot *after = take(b);
	snapshot_compare(b, before, after, &d);
	snapshot_look_for_loss(b, before, LOSS_LIMIT_MS, &d);
	took[SNAPSHOT_AFTER] = lap(&at);
	attest(b);
	took[STATUS_AFTER] = lap(&at);
	if (d.objects != OBJECTS_KEPT || d.refs_outside.count + d.admin.count > 0)
		fail("audit", "something changed while it was measured");
	for (size_t i = 0; i < FIGURE_COUNT; i++)
		bench->ms[i][bench->rounds] = took[i];
	bench->rounds++;
}

static int by_size(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static double median(double *values, size_t count)
{
	qsort(values, count, sizeof *values, by_size);
	return values[count / 2];
}

static void tell(struct bench *bench)
{
	double m[FIGURE_COUNT];

	for (size_t i = 0; i < FIGURE_COUNT; i++) {
		m[i] = median(bench->ms[i], bench->rounds);
		printf("%-38s %8.1f ms\n", figure_words[i], m[i]);
	}
	const double audit = m[SNAPSHOT_BEFORE] + m[SNAPSHOT_AFTER], whole = audit + m[STATUS_BEFORE] + m[STATUS_AFTER];
	const double git = m[REFS_BY_GIT] + m[STATUS_BY_GIT];
	printf("%-38s %8.2f x git once, %.2f x git before and after\n", "audit before and after", audit / git, audit / git / 2);
	printf("%-38s %8.2f x git once, %.2f x git before and after\n", "with the attestations", whole / git, whole / git / 2);
}

static struct binding *make(const char *scratch, const char *repository)
{
	OWNED_MEM char *parent = str_format("%s/worktrees", scratch);
	OWNED_MEM char *locks = str_format("%s/locks", scratch);
	const struct workspace_plan plan = { .run_id = "bench", .binding_id = "ws-bench", .workspace_id = "w", .recovery_token = "t",
		.parent = parent, .branch = "harnery/workspace/ws-bench", .relative = "", .created_ms = 1, .timeout_ms = 600000,
		.git_program = "/usr/bin/git", .home = scratch, .path = "/usr/bin:/bin", .lock_dir = locks };
	OWNED(layout) struct layout *l = NULL;
	struct binding *b = NULL;
	struct error err = { 0 };

	if (!layout_read(repository, &l, &err) || !workspace_make(l, &plan, &b, &err))
		fail("workspace", err.text);
	return b;
}

int main(int argc, char **argv)
{
	if (argc != 4)
		fail("usage", "bench_audit SCRATCH REPOSITORY ROUNDS");
	const size_t rounds = strtoul(argv[3], NULL, 10);
	OWNED(binding) struct binding *b = make(argv[1], argv[2]);
	struct bench *bench = mem_new(1, sizeof *bench);

	bench->binding = b;
	round_once(bench); /* warms the caches */
	bench->rounds = 0;
	while (bench->rounds < rounds && bench->rounds < ROUNDS_MAX)
		round_once(bench);
	tell(bench);
	free(bench);
	return 0;
}
