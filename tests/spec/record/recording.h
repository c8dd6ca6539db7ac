/*
 * recording — what every specification of the record layer needs: a scratch with a state directory and a repository's
 * place, and run records filled by hand as a supervisor fills them.
 */
#ifndef TESTS_SPEC_RECORD_RECORDING_H
#define TESTS_SPEC_RECORD_RECORDING_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/host/ports.h"
#include "core/record/anchor.h"
#include "core/record/browse.h"
#include "core/record/harnery.h"
#include "core/record/ledger.h"
#include "core/record/store.h"
#include "core/record/writers.h"
#include "support/repo.h"

#define OID_BASE "b516f0fc22053543deec94b6c3c15994bcb0cb86"
#define OID_HEAD "341eaad93dd356633001e8213e27bc0e527fd148"
#define STARTED_MS 1796062725046ull
#define PROMPT "look at the parser and say what is wrong with it"

#define must(call) do { struct error must_err_ = { 0 }; struct error *err = &must_err_; if (!(call)) fail_msg("%s: %s", #call, err->text); } while (0)

struct scene {
	char *scratch, *state, *repo;
};

static inline int scene_make(void **state)
{
	struct scene *s = mem_new(1, sizeof *s);

	s->scratch = scratch_new("record");
	s->state = path_of("%s/state", s->scratch);
	s->repo = path_of("%s/repo", s->scratch);
	dir_put(s->repo, ".git/worktrees/w");
	dir_put(s->repo, "src");
	*state = s;
	return 0;
}

static inline int scene_drop(void **state)
{
	struct scene *s = *state;

	scratch_drop(&s->scratch);
	free(s->state);
	free(s->repo);
	free(s);
	return 0;
}

static inline struct place place_at(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static inline struct place place_at(const char *fmt, ...)
{
	struct place p = { 0 };
	struct stat st;
	va_list args;

	va_start(args, fmt);
	assert_true(vasprintf(&p.path, fmt, args) >= 0);
	va_end(args);
	if (stat(p.path, &st) == 0)
		p.id = (struct identity){ st.st_dev, st.st_ino };
	return p;
}

/* The layout of a plain repository on main, its src subdirectory picked when sub is "src". */
static inline struct layout *scene_layout(const struct scene *s, const char *sub)
{
	struct layout *l = mem_new(1, sizeof *l);

	l->kind = LAYOUT_PLAIN;
	l->picked = *sub ? place_at("%s/%s", s->repo, sub) : place_at("%s", s->repo);
	l->top = place_at("%s", s->repo);
	l->gitdir = place_at("%s/.git", s->repo);
	l->common = place_at("%s/.git", s->repo);
	l->main_root = str_copy(s->repo);
	l->head_ref = str_copy("refs/heads/main");
	l->branch = str_copy("main");
	l->head = str_copy(OID_BASE);
	return l;
}

static inline void run_named(struct run_record *r, const struct scene *s, const char *suffix)
{
	(void)snprintf(r->run_id, sizeof r->run_id, "wf-2026-11-30T18-18-45-046Z-%s", suffix);
	r->name = str_copy("codex");
	r->outcome = OUTCOME_RUNNING;
	r->started_ms = STARTED_MS;
	request_init(&r->request);
	str_set(&r->request.repository, s->repo);
	str_set(&r->request.adapter, "codex");
	str_set(&r->request.prompt, PROMPT);
	r->request.n_children = 1;
	r->adapter_title = str_copy("Codex");
	r->program_path = str_copy("/usr/local/bin/codex");
	r->program_version = str_copy("codex-cli 0.1.0");
	r->program_digest = str_copy("460bb407bbf981fe7e555e49fe2fe169c0feb67fed7f93c336241e6e99a2fb83");
	r->basis = str_copy("declared");
	r->before.known = r->before.dirty_known = true;
	r->before.cwd = str_copy(s->repo);
	r->before.root = str_copy(s->repo);
	r->before.branch = str_copy("main");
	r->before.head = str_copy(OID_BASE);
}

static inline void run_permitted(struct run_record *r, enum policy_mode mode, enum git_write grant)
{
	struct projection *p = &r->verdict.projection;

	r->request.mode = mode;
	r->request.git_write = grant;
	r->verdict.accepted = true;
	r->verdict.message = str_copy("accepted");
	p->applied = mode != POLICY_ABSENT;
	p->mode = mode;
	p->git_write = grant;
	p->native_mode = p->applied ? policy_word(mode) : NULL;
	if (grant == GIT_WRITE_SHARED_REPOSITORY && r->binding) {
		strlist_add(&p->granted_roots, r->binding->gitdir.path);
		strlist_add(&p->granted_roots, r->binding->common.path);
	}
	strlist_copy(&p->writable_roots, &p->granted_roots);
	strlist_copy(&p->rendered_roots, &p->granted_roots);
	r->verdict.commits = grant == GIT_WRITE_SHARED_REPOSITORY;
	if (r->binding)
		strlist_add(&r->verdict.effective, r->binding->active.path);
}

static inline void run_children(struct run_record *r, size_t count)
{
	r->n_children = r->request.n_children = count;
	for (size_t i = 0; i < count; i++) {
		struct child_record *c = &r->children[i];

		(void)snprintf(c->id, sizeof c->id, "a%d", (int)(i % 16 + 1) & 31);
		strlist_add(&c->argv, "codex");
		strlist_add(&c->argv, "exec");
		strlist_add(&c->argv, "--");
		strlist_add(&c->argv, PROMPT);
	}
}

static inline void child_ends(struct run_record *r, size_t child, bool succeeded)
{
	struct child_record *c = &r->children[child];

	c->state = succeeded ? CHILD_SUCCEEDED : CHILD_FAILED;
	c->started_ms = STARTED_MS + 100;
	c->ended_ms = STARTED_MS + 1100;
	c->pid = 4711;
	c->exit_status = succeeded ? 0 : 1;
	c->result = succeeded ? str_copy("done as asked") : NULL;
	c->error = succeeded ? NULL : str_copy("codex exited 1");
	c->output_bytes = c->output_kept = 5;
}

static inline void repository_same(struct run_record *r)
{
	r->after.known = r->after.dirty_known = true;
	r->after.cwd = str_copy(r->before.cwd);
	r->after.root = str_copy(r->before.root);
	r->after.branch = str_copy(r->before.branch);
	r->after.head = str_copy(r->before.head);
}

/* The binding a worktree of this plan gets; its directories are made. */
static inline struct binding *binding_of(const struct scene *s, const struct workspace_plan *plan, const struct layout *l)
{
	struct binding *b = mem_new(1, sizeof *b);
	char *relative = path_of("%s/%s", plan->binding_id, plan->relative);

	dir_put(plan->parent, relative);
	free(relative);
	b->isolated = b->branch_created = true;
	b->binding_id = str_copy(plan->binding_id);
	b->workspace_id = str_copy(plan->workspace_id);
	b->recovery_token = str_copy(plan->recovery_token);
	b->parent = place_at("%s", plan->parent);
	b->workspace = place_at("%s/%s", plan->parent, plan->binding_id);
	b->active =
		*plan->relative ? place_at("%s/%s/%s", plan->parent, plan->binding_id, plan->relative) : place_at("%s", b->workspace.path);
	b->source = place_at("%s", s->repo);
	b->gitdir = place_at("%s/.git/worktrees/w", s->repo);
	b->common = place_at("%s/.git", s->repo);
	b->main_root = str_copy(s->repo);
	b->base_commit = str_copy(l->head);
	b->target_commit = str_copy(l->head);
	b->target_ref = str_copy(l->head_ref);
	b->branch = str_copy(plan->branch);
	b->created_ms = plan->created_ms;
	return b;
}

static inline void attested_ok(struct run_record *r)
{
	r->attested = true;
	r->attestation.ok = r->attestation.exists = true;
	r->attestation.base_is_ancestor = r->attestation.target_is_ancestor = r->attestation.dirty_known = true;
	r->attestation.head_commit = str_copy(OID_HEAD);
	r->attestation.current_ref = str_format("refs/heads/%s", r->binding->branch);
	r->attestation.target_ref_oid = str_copy(OID_BASE);
}

/* Steps of a supervisor, in its order. */
static inline int record_begin(const struct scene *s, struct run_record *r)
{
	int fd = -1;
	OWNED_MEM char *root = str_copy(s->repo);

	must(store_run_new(r, root, &fd, err));
	must(request_freeze(fd, r, err));
	return fd;
}

static inline void record_bind(const struct scene *s, struct run_record *r, int fd, const char *sub)
{
	struct layout *l = scene_layout(s, sub);
	OWNED_MEM char *parent = str_format("%s/.harnery-workspaces", s->scratch), *branch = NULL;
	CLEARED(workspace_ids) struct workspace_ids ids = { 0 };
	struct workspace_plan plan = { .run_id = r->run_id, .parent = parent, .relative = sub, .created_ms = STARTED_MS + 10 };

	must(store_workspace_request(fd, r, l, parent, &ids, err));
	branch = str_format("harnery/workspace/%s", ids.binding_id);
	plan.binding_id = ids.binding_id;
	plan.workspace_id = ids.workspace_id;
	plan.recovery_token = ids.recovery_token;
	plan.branch = branch;
	must(transcript_allocating(fd, r, &host_ports, err));
	must(store_provider_claim(r, l, &plan, err));
	must(store_workspace_journal(s->state, r, &plan, l, err));
	r->binding = binding_of(s, &plan, l);
	must(store_workspace_bound(s->state, r, err));
	must(store_provider_bound(r, err));
	must(transcript_allocated(fd, r, &host_ports, err));
	str_set(&r->before.cwd, r->binding->active.path);
	str_set(&r->before.root, r->binding->workspace.path);
	layout_drop(&l);
}

static inline void record_start(struct run_record *r, int fd)
{
	must(manifest_freeze(fd, r, err));
	must(transcript_run_start(fd, r, &host_ports, err));
	for (size_t i = 0; i < r->n_children; i++) {
		OWNED_MEM char *log = str_format("children/%s.out", r->children[i].id);
		OWNED_MEM char *timing = str_format("children/%s.timing", r->children[i].id);
		OWNED_MEM char *message = str_format("children/%s.last-message.txt", r->children[i].id);

		must(transcript_child_start(fd, r, &host_ports, i, err));
		must(file_replace(fd, log, "hello", 5, err));
		must(file_replace(fd, message, "done", 4, err));
		must(file_replace(fd, timing, "r 0 24 80\no 3 5\ne 9\n", 20, err));
	}
}

static inline void record_end(const struct scene *s, struct run_record *r, int fd, char ret_sha256[DIGEST_HEX_BYTES])
{
	for (size_t i = 0; i < r->n_children; i++)
		must(transcript_child_end(fd, r, &host_ports, i, err));
	r->ended_ms = STARTED_MS + 2000;
	repository_same(r);
	must(transcript_run_end(fd, r, &host_ports, err));
	anchor_take(s->state, r);
	must(proof_seal(fd, r, ret_sha256, err));
	must(ledger_append(s->state, r, ret_sha256, err));
}

/* Whole runs. The record stays filled; clear it with run_record_clear(). */
static inline void record_shared(const struct scene *s, struct run_record *r, const char *suffix, enum policy_mode mode)
{
	char sha256[DIGEST_HEX_BYTES];

	run_named(r, s, suffix);
	r->request.topology = TOPOLOGY_SHARED;
	run_permitted(r, mode, GIT_WRITE_NONE);
	run_children(r, 2);
	OWNED_FD int fd = record_begin(s, r);
	record_start(r, fd);
	child_ends(r, 0, true);
	child_ends(r, 1, true);
	r->outcome = OUTCOME_DONE;
	record_end(s, r, fd, sha256);
}

/* What the vendor recorded as in force is what was rendered, or a root more. */
static inline void child_observed(struct run_record *r, size_t child, bool matched)
{
	struct observation *o = &r->children[child].observation;

	o->understood = true;
	o->state = matched ? OBSERVED_MATCHED : OBSERVED_CONTRADICTED;
	o->why = matched ? NULL : str_copy("/etc was writable and not rendered.");
	o->mode = str_copy("workspace-write");
	strlist_add(&o->writable, r->binding->active.path);
	o->approval = str_copy("never");
	o->extract = str_copy("{\"approval_policy\":\"never\"}");
	o->record = str_copy("/home/op/.codex/sessions/2026/11/30/rollout-x.jsonl");
	o->statements = 1;
}

static inline void record_worktree(const struct scene *s, struct run_record *r, const char *suffix, bool succeeds, const char *sub)
{
	char sha256[DIGEST_HEX_BYTES];

	run_named(r, s, suffix);
	run_children(r, 1);
	OWNED_FD int fd = record_begin(s, r);
	record_bind(s, r, fd, sub);
	run_permitted(r, POLICY_WORKSPACE_WRITE, GIT_WRITE_SHARED_REPOSITORY);
	record_start(r, fd);
	child_ends(r, 0, succeeds);
	child_observed(r, 0, true);
	r->outcome = succeeds ? OUTCOME_DONE : OUTCOME_FAILED;
	r->reason = succeeds ? REASON_NONE : REASON_CHILD_FAILED;
	r->message = succeeds ? NULL : str_copy("a1: codex exited 1");
	attested_ok(r);
	r->audit_known = r->audit.grant_used = true;
	strlist_add(&r->audit.refs_own, "refs/heads/harnery/workspace/x: b516f0f -> 341eaad");
	record_end(s, r, fd, sha256);
}

static inline void record_refused(const struct scene *s, struct run_record *r, const char *suffix)
{
	char sha256[DIGEST_HEX_BYTES];

	run_named(r, s, suffix);
	str_set(&r->request.adapter, "claude-code");
	r->request.mode = POLICY_READ_ONLY;
	r->outcome = OUTCOME_REFUSED;
	r->reason = r->verdict.reason = REASON_NO_PROJECTION;
	r->message = str_copy("claude-code declares that it cannot carry a filesystem policy, so read-only could not be enforced");
	OWNED_FD int fd = record_begin(s, r);
	must(manifest_freeze(fd, r, err));
	must(transcript_run_start(fd, r, &host_ports, err));
	must(transcript_refused(fd, r, &host_ports, err));
	record_end(s, r, fd, sha256);
}

static inline struct json *json_file(const char *dir, const char *name) /* owned; the test fails when it is none */
{
	CLEARED(text) struct text bytes = { 0 };
	OWNED_MEM char *path = path_of("%s/%s", dir, name);
	struct json *value = NULL;

	must(file_read_path(path, 64u << 20, &bytes, err));
	must(json_parse(text_c(&bytes), bytes.len, &value, err));
	return value;
}
#endif
