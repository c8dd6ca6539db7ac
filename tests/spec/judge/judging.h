/*
 * judging — what the specifications of the judgement share: a request in few words, and the facts for it from a file
 * system that is a table. The paths of the repository were measured with git 2.39.5:
 *
 *	git init -b main /srv/src && git -C /srv/src commit --allow-empty -m one && git -C /srv/src worktree add -b wt /srv/ws/wt
 *	realpath of rev-parse --show-toplevel, --absolute-git-dir and --git-common-dir, in both
 */
#ifndef SPEC_JUDGE_JUDGING_H
#define SPEC_JUDGE_JUDGING_H
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/judge/verdict.h"

#define WORKTREE "/srv/ws/wt"
#define WORKTREE_GITDIR "/srv/src/.git/worktrees/wt"
#define WORKTREE_COMMON "/srv/src/.git"
#define SOURCE "/srv/src"
#define SOURCE_GITDIR "/srv/src/.git"
#define PRIVATE_TMP "/home/op/.local/state/bulkhead/tmp/run"

static const char *const efforts[] = { "low", "medium", "high", NULL };

static const struct declaration adapters[] = {
	{ .adapter = "codex", .native_mode = { NULL, "read-only", "workspace-write" }, .carries_roots = true, .takes_model = true,
	  .efforts = efforts, .interactive = true, .starts_without_prompt = true, .mutable_in_session = true },
	{ .adapter = "claude-code", .takes_model = true, .takes_max_turns = true, .efforts = efforts, .interactive = true,
	  .starts_without_prompt = true, .max_turns_headless_only = true },
	{ .adapter = "cursor", .takes_model = true },
	{ .adapter = "shell", .interactive = true },
	{ .adapter = "boxed-shell", .native_mode = { NULL, "ro", "ww" }, .carries_roots = true, .interactive = true,
	  .starts_without_prompt = true },
	{ .adapter = "reader", .native_mode = { NULL, "ro", NULL }, .carries_roots = true },
	{ .adapter = "rootless", .native_mode = { NULL, "ro", "ww" } },
};

/* given (tidied) -> realpath and kind; what is not here does not exist. */
static const struct { const char *given, *real; enum root_kind kind; } disk[] = {
	{ "/", "/", ROOT_DIRECTORY },
	{ "/proc", "/proc", ROOT_DIRECTORY },
	{ "/dev/shm", "/dev/shm", ROOT_DIRECTORY },
	{ "/srv", "/srv", ROOT_DIRECTORY },
	{ "/srv/ws", "/srv/ws", ROOT_DIRECTORY },
	{ "/srv/wsX", "/srv/wsX", ROOT_DIRECTORY },
	{ "/srv/ws/wtX", "/srv/ws/wtX", ROOT_DIRECTORY },
	{ SOURCE, SOURCE, ROOT_DIRECTORY },
	{ WORKTREE_GITDIR, WORKTREE_GITDIR, ROOT_DIRECTORY },
	{ WORKTREE_COMMON, WORKTREE_COMMON, ROOT_DIRECTORY },
	{ WORKTREE_COMMON "/hooks", WORKTREE_COMMON "/hooks", ROOT_DIRECTORY },
	{ WORKTREE, WORKTREE, ROOT_DIRECTORY },
	{ WORKTREE "/src", WORKTREE "/src", ROOT_DIRECTORY },
	{ WORKTREE "/src/deep", WORKTREE "/src/deep", ROOT_DIRECTORY },
	{ WORKTREE "/docs", WORKTREE "/docs", ROOT_DIRECTORY },
	{ WORKTREE "/docs/api", WORKTREE "/docs/api", ROOT_DIRECTORY },
	{ WORKTREE "/a\",\"/victim", WORKTREE "/a\",\"/victim", ROOT_DIRECTORY },
	{ WORKTREE "/tab\there", WORKTREE "/tab\there", ROOT_DIRECTORY },
	{ WORKTREE "/del\x7fhere", WORKTREE "/del\x7fhere", ROOT_DIRECTORY },
	{ WORKTREE "/bad\xff" "bytes", WORKTREE "/bad\xff" "bytes", ROOT_DIRECTORY },
	{ WORKTREE "/README", WORKTREE "/README", ROOT_NOT_DIRECTORY },
	{ WORKTREE "/.git", WORKTREE "/.git", ROOT_NOT_DIRECTORY },
	{ WORKTREE "/closed", NULL, ROOT_UNREADABLE },
	{ WORKTREE "/link-in", WORKTREE "/docs", ROOT_DIRECTORY },
	{ WORKTREE "/link-out", "/srv/wsX", ROOT_DIRECTORY },
	{ WORKTREE "/link-git", WORKTREE_COMMON, ROOT_DIRECTORY },
	{ WORKTREE "/docs/../src", WORKTREE "/src", ROOT_DIRECTORY },
	{ WORKTREE "/../../wsX", "/srv/wsX", ROOT_DIRECTORY },
};

/* One case in few words; zero is the plain accepted request: codex in a worktree, no policy, nothing else. */
struct asked {
	const char *adapter;        /* NULL: codex */
	bool shared;                /* the shared topology */
	enum policy_mode mode;
	enum git_write git_write;
	const char *roots[REQUEST_ROOTS_MAX + 2]; /* ends with NULL */
	const char *prompt;         /* NULL: a good one */
	const char *model, *effort, *label, *repository;
	enum style style;
	uint64_t timeout_ms;
	int64_t max_turns;
	size_t n_children;          /* 0: one */
	const char *active;         /* NULL: the workspace root */
	const char *unavailable, *temporary_reach;
	bool no_repository, coincident; /* coincident: gitdir and common dir are one, inside the workspace */
	bool launching, no_program;
	enum attested attested;
	bool predicted;
};

struct scene {
	struct request request;
	struct facts facts;
	struct root_facts roots[REQUEST_ROOTS_MAX + 2];
	char *tidy[REQUEST_ROOTS_MAX + 2];
};

static inline struct root_facts root_look(const char *given, const char *tidy, bool predicted)
{
	struct root_facts root = { .path = given, .kind = ROOT_MISSING, .predicted = predicted };

	for (size_t i = 0; i < COUNT_OF(disk); i++)
		if (strcmp(disk[i].given, tidy) == 0) {
			root.real = disk[i].real;
			root.kind = disk[i].kind;
		}
	return root;
}

static inline void scene_request(struct request *request, const struct asked *asked)
{
	request_init(request);
	request->topology = asked->shared ? TOPOLOGY_SHARED : TOPOLOGY_WORKTREE;
	request->mode = asked->mode;
	request->git_write = asked->git_write;
	request->style = asked->style;
	request->timeout_ms = asked->timeout_ms;
	request->max_turns = asked->max_turns;
	request->n_children = asked->n_children ? asked->n_children : 1;
	request->adapter = str_copy(asked->adapter ? asked->adapter : "codex");
	request->prompt = str_copy(asked->prompt ? asked->prompt : "fix the rounding");
	request->repository = str_copy(asked->repository ? asked->repository : SOURCE);
	request->model = str_copy(asked->model);
	request->effort = str_copy(asked->effort);
	request->label = str_copy(asked->label);
}

static inline void scene_places(struct facts *facts, const struct asked *asked)
{
	facts->workspace_root = asked->unavailable ? NULL : asked->shared ? SOURCE : WORKTREE;
	facts->active_root = asked->active ? asked->active : facts->workspace_root;
	facts->unavailable = asked->unavailable;
	facts->temporary_reach = asked->temporary_reach;
	facts->has_repository = !asked->no_repository;
	facts->private_tmp = asked->mode == POLICY_ABSENT ? NULL : PRIVATE_TMP;
	if (asked->no_repository)
		return;
	facts->gitdir = asked->coincident ? WORKTREE "/.git" : asked->shared ? SOURCE_GITDIR : WORKTREE_GITDIR;
	facts->common_dir = asked->coincident ? WORKTREE "/.git" : WORKTREE_COMMON;
}

static inline void scene_set(struct scene *scene, const struct asked *asked)
{
	*scene = (struct scene){ .facts = { .known_adapters = "codex, claude-code, cursor, shell", .launching = asked->launching,
					    .attested = asked->attested, .argument_limit_bytes = 131071, .program = "codex",
					    .program_path = asked->no_program ? NULL : "/usr/bin/codex",
					    .install_hint = "npm install -g @openai/codex" } };
	scene_request(&scene->request, asked);
	scene_places(&scene->facts, asked);
	for (size_t i = 0; i < COUNT_OF(adapters); i++)
		if (strcmp(adapters[i].adapter, scene->request.adapter) == 0)
			scene->facts.adapter = &adapters[i];
	for (size_t i = 0; i < COUNT_OF(asked->roots) && asked->roots[i]; i++) {
		strlist_add(&scene->request.writable_roots, asked->roots[i]);
		scene->tidy[i] = path_tidy(asked->roots[i]);
		scene->roots[i] = root_look(asked->roots[i], scene->tidy[i], asked->predicted);
		scene->facts.n_roots = i + 1;
	}
	scene->facts.roots = scene->roots;
}

static inline void scene_clear(struct scene *scene)
{
	request_clear(&scene->request);
	for (size_t i = 0; i < COUNT_OF(scene->tidy); i++)
		free(scene->tidy[i]);
}

/* The promises every verdict keeps, whatever was asked. */
static inline void keeps_promises(const char *says, const struct verdict *v)
{
	if (v->accepted != (v->reason == REASON_NONE))
		fail_msg("%s: accepted and reason disagree", says);
	if (!v->message || !*v->message || strchr(v->message, '\n') || v->message[strlen(v->message) - 1] != '.')
		fail_msg("%s: the message is not one sentence: %s", says, v->message);
	if (*v->message >= 'a' && *v->message <= 'z')
		fail_msg("%s: the message does not begin as a sentence: %s", says, v->message);
	if (!v->accepted && (v->projection.applied || v->projection.rendered_roots.count || v->effective.count || v->commits))
		fail_msg("%s: a refusal carries something that could be launched", says);
}

/* Judges one case and compares; mentions may be NULL. */
static inline void judged_as(const char *says, const struct asked *asked, enum reason reason, const char *mentions)
{
	struct scene scene;
	struct verdict v;

	scene_set(&scene, asked);
	verdict_judge(&scene.request, &scene.facts, &v);
	if (v.reason != reason)
		fail_msg("rule broken: %s: %s instead of %s: %s", says, reason_slug(v.reason), reason_slug(reason), v.message);
	keeps_promises(says, &v);
	if (mentions && !strstr(v.message, mentions))
		fail_msg("rule broken: %s: \"%s\" does not say \"%s\"", says, v.message, mentions);
	verdict_clear(&v);
	scene_clear(&scene);
}

struct judged_case {
	const char *says;
	struct asked asked;
	enum reason reason;
	const char *mentions;
};

static inline void all_judged(const struct judged_case *cases, size_t count)
{
	for (size_t i = 0; i < count; i++)
		judged_as(cases[i].says, &cases[i].asked, cases[i].reason, cases[i].mentions);
}
#endif
