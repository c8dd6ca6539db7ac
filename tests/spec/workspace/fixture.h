/*
 * fixture — what every specification of the workspace layer needs: a scratch, a layout, a plan, a made worktree.
 */
#ifndef TESTS_SPEC_WORKSPACE_FIXTURE_H
#define TESTS_SPEC_WORKSPACE_FIXTURE_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "core/workspace/workspace.h"
#include "support/repo.h"

static inline struct layout *layout_of(const char *path)
{
	struct layout *l = NULL;
	struct error err = {0};

	if (!layout_read(path, &l, &err))
		fail_msg("%s: %s", path, err.text);
	return l;
}

/* A plan whose strings live in *made; drop it with planned_clear(). */
struct planned {
	struct workspace_plan plan;
	struct strlist strings;
};

static inline struct planned planned_for(const struct layout *l, const char *scratch, const char *id, const char *relative)
{
	struct planned p = {0};

	strlist_add_format(&p.strings, "%s/state", scratch);
	strlist_add(&p.strings, id);
	strlist_add_format(&p.strings, "harnery/workspace/%s", id);
	strlist_add_format(&p.strings, "%s/state/locks", scratch);
	struct strlist none = {0};
	strlist_take(&p.strings, workspace_parent_for(l, p.strings.items[0], &none));
	p.plan = (struct workspace_plan){ .run_id = id, .binding_id = p.strings.items[1], .workspace_id = "w", .recovery_token = "t",
		.parent = p.strings.items[4], .branch = p.strings.items[2], .relative = relative, .created_ms = 1, .timeout_ms = 60000,
		.git_program = GIT_PROGRAM_IN_TESTS, .home = getenv("HOME"), .path = "/usr/bin:/bin", .lock_dir = p.strings.items[3] };
	return p;
}

static inline void planned_clear(struct planned *p)
{
	strlist_clear(&p->strings);
}

/* A worktree of the repository at source. Owned; the test fails when it cannot be made. */
static inline struct binding *binding_made(const char *scratch, const char *source, const char *id)
{
	OWNED(layout) struct layout *l = layout_of(source);
	CLEARED(planned) struct planned p = planned_for(l, scratch, id, "");
	struct binding *b = NULL;
	struct error err = {0};

	if (!workspace_make(l, &p.plan, &b, &err))
		fail_msg("make from %s: %s", source, err.text);
	return b;
}

static inline char *lock_dir_of(const char *scratch)
{
	return path_of("%s/state/locks", scratch);
}

static inline void release_made(const char *scratch, const struct binding *b)
{
	const struct release_options none = {0};
	CLEARED(release_report) struct release_report report = {0};
	char *locks = lock_dir_of(scratch);
	struct error err = {0};

	if (!workspace_release(b, &none, locks, &report, &err))
		fail_msg("release of %s: %s", b->workspace.path, err.text);
	if (!report.branch_deleted)
		fail_msg("the branch was kept: %s", report.branch_kept_why ? report.branch_kept_why : "?");
	free(locks);
}

/* Every path below the scratch that has a name of the run in it. Owned. */
static inline char *litter(const char *scratch, const char *name)
{
	char *pattern = path_of("*%s*", name);
	char *found = NULL;

	program_run("/", (const char *const[]){ "find", scratch, "-name", pattern, NULL }, &found);
	free(pattern);
	return found;
}

static inline void nothing_is_left(const char *scratch, const char *source, const char *name)
{
	char *found = litter(scratch, name);
	char *branches = git_out(source, "for-each-ref", "refs/heads/harnery");
	char *common = git_out(source, "rev-parse", "--path-format=absolute", "--git-common-dir");
	int status = 0;

	if (*found || *branches)
		fail_msg("left: %s %s", found, branches);
	git_try(&status, source, "fsck", "--strict");
	assert_int_equal(status, 0);
	assert_false(there(common, "refs/heads/harnery"));
	free(common);
	free(found);
	free(branches);
}

static inline void attested_clean(const struct binding *b, const char *says)
{
	CLEARED(attestation) struct attestation a = {0};

	workspace_attest(b, &a);
	if (!a.ok)
		fail_msg("%s: drift: %s", says, a.drift.items[0]);
	if (!a.dirty_known || a.dirty.count > 0)
		fail_msg("%s: dirty: %s", says, a.dirty_known ? a.dirty.items[0] : "not known");
	assert_true(a.exists && a.base_is_ancestor && a.target_is_ancestor);
	assert_string_equal(a.head_commit, b->base_commit);
}

static inline char *script(const char *dir, const char *name, const char *body)
{
	char *path = path_of("%s/%s", dir, name);
	char *whole = path_of("#!/bin/sh\n%s\n", body);

	file_put(dir, name, whole);
	assert_int_equal(chmod(path, 0755), 0);
	free(whole);
	return path;
}
#endif
