/*
 * prepare — everything before the first child: judged, bound, judged again, frozen.
 */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/record/custody.h"
#include "core/record/writers.h"
#include "core/run/attest_first.h"
#include "core/run/probe.h"
#include "core/run/question.h"
#include "core/run/supervision.h"

#define DIRTY_PATHS_MAX 500
#define WORKTREE_TIMEOUT_MS (10ull * 60 * 1000)
#define VERSION_LIMIT_MS 5000

static bool verdict_error(const struct verdict *v, struct error *err)
{
	return error_set(err, v->reason, "%s", v->message);
}

/* How it is known that the sandbox holds; a run that is refused for another reason says nothing of it. */
static void note_basis(struct run_record *r, const struct gathered *g)
{
	static const char *const words[] = { [ATTESTED_NOT] = "declared", [ATTESTED_NEAR] = "declared", [ATTESTED_ENFORCES] = "attested",
		[ATTESTED_CONTRADICTED] = "contradicted" };
	const bool says = r->verdict.projection.applied || r->verdict.reason == REASON_PROJECTION_CONTRADICTED;

	str_set(&r->basis, says ? words[g->facts.attested] : r->verdict.accepted ? "none" : NULL);
	str_set(&r->basis_observation, says ? g->attested_how : NULL);
	str_set(&r->attestation_sha256, says ? g->attestation_sha256 : NULL);
	json_drop(&r->sandbox_attestation);
	r->sandbox_attestation = says && g->attestation ? json_copy(g->attestation) : NULL;
}

/* Judges with facts of this moment; keeps the verdict in the record. */
static bool judge(struct supervision *s, const struct gather_plan *plan, struct error *err)
{
	struct run_record *r = &s->record;
	CLEARED(gathered) struct gathered g;

	facts_gather(s->engine, &r->request, plan, &g);
	verdict_clear(&r->verdict);
	verdict_judge(&r->request, &g.facts, &r->verdict);
	s->adapter = g.adapter;
	str_set(&r->adapter_title, g.adapter ? g.adapter->title : NULL);
	str_set(&r->program_path, g.program_path);
	str_set(&r->private_tmp, r->verdict.projection.applied ? g.private_tmp : NULL);
	note_basis(r, &g);
	return r->verdict.accepted || verdict_error(&r->verdict, err);
}

bool prepare_judge(struct supervision *s, struct error *err)
{
	struct run_record *r = &s->record;
	struct gather_plan plan = { .run_id = r->run_id, .launching = true };
	struct error why = { 0 };

	if (layout_read(r->request.repository, &s->layout, &why)) {
		plan.layout = s->layout;
		str_set(&r->request.repository, s->layout->picked.path);
	} else {
		plan.unavailable = why.text;
	}
	s->coordination_root =
		s->layout ? store_coordination_root(s->layout, s->engine->places->state) : path_join(s->engine->places->state, "records");
	str_set(&r->coordination_root, s->coordination_root);
	return judge(s, &plan, err) && (!attest_first(s) || judge(s, &plan, err));
}

static bool open_record(struct supervision *s, struct error *err)
{
	struct run_record *r = &s->record;

	if (!store_live_new(s->engine->places->state, r, &s->live_lock, err) || !store_run_new(r, s->coordination_root, &s->run_fd, err) ||
	    !dir_make_at(s->run_fd, "children", 0700, &s->children_fd, err))
		return false;
	return store_live_update(s->engine->places->state, r, err) && request_freeze(s->run_fd, r, err);
}

static const char *picked_relative(const struct layout *l)
{
	return path_is_within(l->top.path, l->picked.path) ? path_relative(l->top.path, l->picked.path) : "";
}

static bool make_worktree(struct supervision *s, const struct workspace_plan *plan, struct error *err)
{
	const struct engine *e = s->engine;
	struct run_record *r = &s->record;

	return store_workspace_journal(e->places->state, r, plan, s->layout, err) && transcript_allocating(s->run_fd, r, e->ports, err) &&
	       store_provider_claim(r, s->layout, plan, err) && workspace_make(s->layout, plan, &r->binding, err) &&
	       store_workspace_bound(e->places->state, r, err) && store_provider_bound(r, err) &&
	       transcript_allocated(s->run_fd, r, e->ports, err);
}

static bool bind_worktree(struct supervision *s, struct error *err)
{
	const struct places *places = s->engine->places;
	OWNED_MEM char *parent = workspace_parent_for(s->layout, places->state, &places->temporary);
	OWNED_MEM char *locks = path_join(places->state, "locks");
	OWNED_MEM char *git = program_find(places->path, "git");
	OWNED_MEM char *branch = NULL;
	CLEARED(workspace_ids) struct workspace_ids ids = { 0 };
	OWNED_FD int lock_fd = -1;
	bool ok;

	if (!git)
		return error_set(err, REASON_WORKSPACE_UNAVAILABLE, "git is not on PATH, and it is what makes a worktree; install git.");
	if (!dir_make(locks, &lock_fd, err) || !store_workspace_request(s->run_fd, &s->record, s->layout, parent, &ids, err))
		return false;
	branch = str_format("harnery/workspace/%s", ids.binding_id);
	struct workspace_plan plan = {
		.run_id = s->record.run_id, .binding_id = ids.binding_id, .workspace_id = ids.workspace_id,
		.recovery_token = ids.recovery_token, .parent = parent, .branch = branch,
		.relative = picked_relative(s->layout), .created_ms = wall_now(s->engine), .timeout_ms = WORKTREE_TIMEOUT_MS,
		.git_program = git, .home = places->home, .path = places->path, .lock_dir = locks,
	};
	ok = make_worktree(s, &plan, err);
	if (!ok && !s->record.binding) {
		struct error ignored = { 0 };

		(void)!store_workspace_forget(places->state, s->record.run_id, &ignored);
	}
	return ok;
}

bool prepare_bind(struct supervision *s, struct error *err)
{
	struct run_record *r = &s->record;

	if (!open_record(s, err))
		return false;
	if (r->request.topology == TOPOLOGY_WORKTREE)
		return bind_worktree(s, err);
	return workspace_bind_shared(s->layout, &r->binding, err);
}

/* The repository's state as the peer's proof shows it, from the attested workspace. */
static void state_from(const struct binding *b, const struct attestation *a, struct repository_state *ret)
{
	const char *heads = "refs/heads/";

	ret->known = true;
	str_set(&ret->cwd, b->active.path);
	str_set(&ret->root, b->common.path ? b->workspace.path : NULL);
	str_set(&ret->head, a->head_commit);
	if (a->current_ref && strncmp(a->current_ref, heads, strlen(heads)) == 0)
		str_set(&ret->branch, a->current_ref + strlen(heads));
	ret->dirty_known = a->dirty_known;
	for (size_t i = 0; i < a->dirty.count && i < DIRTY_PATHS_MAX; i++)
		strlist_add(&ret->dirty, a->dirty.items[i]);
	ret->dirty_truncated = a->dirty.count > DIRTY_PATHS_MAX;
}

static bool attest(struct supervision *s, struct error *err)
{
	struct run_record *r = &s->record;
	CLEARED(attestation) struct attestation a = { 0 };

	workspace_attest(r->binding, &a);
	if (r->binding->isolated && !a.ok)
		return error_set(err, REASON_WORKSPACE_UNAVAILABLE, "The workspace is not what was made: %s",
				 a.drift.count > 0 ? a.drift.items[0] : "it could not be attested.");
	state_from(r->binding, &a, &r->before);
	return true;
}

/* Where the child may write, the record must not lie; where it does, the proof says so. */
static bool within_reach(const struct run_record *r)
{
	for (size_t i = 0; i < r->verdict.effective.count; i++)
		if (path_is_within(r->verdict.effective.items[i], r->directory))
			return true;
	return false;
}

static void note_unknowns(struct supervision *s)
{
	struct run_record *r = &s->record;

	for (size_t i = 0; i < s->adapter->n_unknowns; i++) {
		const struct adapter_unknown *u = &s->adapter->unknowns[i];

		if (!adapter_unknown_holds(u, &r->verdict.projection, r->request.style))
			continue;
		if (!s->answered || strcmp(u->code, s->adapter->question->unknown) != 0)
			run_record_unknown(r, u->code, u->message, NULL);
	}
}

/* Making a worktree would run these; what was left out is said. */
static void note_filters(struct supervision *s)
{
	const struct strlist *names = &s->record.binding->filters_off;
	CLEARED(text) struct text message = { 0 };

	if (names->count == 0)
		return;
	text_add_string(&message, "Filters that the repository's own configuration defines were switched off while the worktree was "
				  "made, so files may differ from a checkout by hand:");
	for (size_t i = 0; i < names->count; i++)
		text_add_format(&message, "%s %s", i > 0 ? "," : "", names->items[i]);
	text_add_byte(&message, '.');
	run_record_unknown(&s->record, "repository_filters_off", text_c(&message), NULL);
}

static void note_program(struct supervision *s)
{
	struct run_record *r = &s->record;
	struct error ignored = { 0 };
	char digest[65];

	if (!r->program_path)
		return;
	if (!r->program_version)
		r->program_version = probe_version(s->engine, s->adapter, r->program_path, VERSION_LIMIT_MS);
	if (file_digest(r->program_path, digest, &ignored))
		str_set(&r->program_digest, digest);
}

static void note_snapshot(struct supervision *s)
{
	struct error why = { 0 };

	if (!s->record.binding->common.path)
		return;
	if (!snapshot_take(s->record.binding, &s->before, &why))
		run_record_unknown(&s->record, "grant_audit_incomplete", why.text, NULL);
}

static bool make_private_tmp(struct supervision *s, struct error *err)
{
	OWNED_FD int fd = -1;
	struct stat st;

	if (!s->record.private_tmp)
		return true;
	if (!dir_make(s->record.private_tmp, &fd, err))
		return false;
	if (fstat(fd, &st) != 0)
		return error_set_sys(err, REASON_SYSTEM, "cannot look at %s", s->record.private_tmp);
	s->private_tmp_id = (struct identity){ st.st_dev, st.st_ino };
	return true;
}

bool prepare_freeze(struct supervision *s, struct error *err)
{
	struct run_record *r = &s->record;
	struct gather_plan plan = { .layout = s->layout, .binding = r->binding, .run_id = r->run_id, .launching = true };

	if (!judge(s, &plan, err) || !attest(s, err) || !make_private_tmp(s, err))
		return false;
	r->record_within_reach = within_reach(r);
	note_program(s);
	question_ask(s);
	note_unknowns(s);
	note_filters(s);
	note_snapshot(s);
	if (!manifest_freeze(s->run_fd, r, err))
		return false;
	custody_frozen(r->custody, s->run_fd);
	s->frozen = true;
	return store_live_update(s->engine->places->state, r, err) && transcript_run_start(s->run_fd, r, s->engine->ports, err);
}
