/*
 * finish — what is known when every child is done, and sealing it.
 */
#include <unistd.h>

#include "core/base/mem.h"
#include "core/host/file.h"
#include "core/record/alerts.h"
#include "core/record/anchor.h"
#include "core/record/custody.h"
#include "core/record/writers.h"
#include "core/run/socket.h"
#include "core/run/supervision.h"
#include "core/run/tidy.h"

#define DIRTY_PATHS_MAX 500
#define LOSS_LIMIT_MS 3000 /* the walk that is needed only after a gc or a repack */

uint64_t wall_now(const struct engine *e)
{
	return e->ports->wall_ms(e->ports->self);
}

/* With the grant, what could not be compared has to be looked at by a person. */
void note_unaudited(struct run_record *r)
{
	if (r->verdict.projection.git_write != GIT_WRITE_NONE && r->binding && r->binding->common.path)
		alerts_add(&r->audit.alerts, ALERT_UNAUDITED, r->binding->common.path, "was not compared with what it was before the run");
}

static void note_objects_unknown(struct run_record *r)
{
	OWNED_MEM char *message =
		str_format("Files of the object store went or changed during the run, and whether everything that the refs "
			   "led to before is still there is not known: %s.",
			   r->audit.objects_why);

	run_record_unknown(r, "object_loss_unknown", message, NULL);
}

static void audit(struct supervision *s)
{
	struct run_record *r = &s->record;
	OWNED(snapshot) struct snapshot *after = NULL;
	struct error why = { 0 };

	if (!s->before) {
		note_unaudited(r);
		return;
	}
	if (!snapshot_take(r->binding, &after, &why)) {
		run_record_unknown(r, "grant_audit_incomplete", why.text, NULL);
		note_unaudited(r);
		return;
	}
	snapshot_compare(r->binding, s->before, after, &r->audit);
	snapshot_look_for_loss(r->binding, s->before, LOSS_LIMIT_MS, &r->audit);
	if (r->audit.objects == OBJECTS_UNKNOWN)
		note_objects_unknown(r);
	if (r->audit.cut)
		run_record_unknown(r, "grant_audit_incomplete",
				   "The repository has more administrative files than are compared: 20,000 "
				   "files or directories, 8 levels.",
				   NULL);
	r->audit.grant_used &= r->verdict.projection.git_write != GIT_WRITE_NONE;
	r->audit_known = true;
}

static void look_again(struct supervision *s)
{
	struct run_record *r = &s->record;
	struct attestation *a = &r->attestation;
	struct repository_state *after = &r->after;

	workspace_attest(r->binding, a);
	r->attested = true;
	after->known = a->exists;
	str_set(&after->cwd, r->binding->active.path);
	str_set(&after->root, r->before.root);
	str_set(&after->head, a->head_commit);
	if (a->current_ref && strncmp(a->current_ref, "refs/heads/", 11) == 0)
		str_set(&after->branch, a->current_ref + 11);
	after->dirty_known = a->dirty_known;
	for (size_t i = 0; i < a->dirty.count && i < DIRTY_PATHS_MAX; i++)
		strlist_add(&after->dirty, a->dirty.items[i]);
	after->dirty_truncated = a->dirty.count > DIRTY_PATHS_MAX;
}

static void remove_private_tmp(struct supervision *s)
{
	struct run_record *r = &s->record;
	struct error why = { 0 };

	if (s->private_tmp_id.inode != 0 && !directory_remove_known(r->private_tmp, s->private_tmp_id, &why))
		run_record_unknown(r, "private_tmp_left", why.text, NULL);
}

/* Stopped beats failed: the operator's own act explains what the children then did. Another policy than the rendered one
   beats both: no act of the operator's explains it. */
void conclude_outcome(struct run_record *r)
{
	static const struct { bool contradicted, timed_out, stopped; enum outcome outcome; enum reason reason; } kinds[] = {
		{ true,  false, false, OUTCOME_FAILED,  REASON_PROJECTION_CONTRADICTED },
		{ false, false, true,  OUTCOME_STOPPED, REASON_CHILD_STOPPED           },
		{ false, true,  false, OUTCOME_FAILED,  REASON_CHILD_TIMEOUT           },
		{ false, false, false, OUTCOME_FAILED,  REASON_CHILD_FAILED            },
	};

	r->outcome = OUTCOME_DONE;
	for (size_t k = 0; k < COUNT_OF(kinds) && r->outcome == OUTCOME_DONE; k++)
		for (size_t i = 0; i < r->n_children; i++) {
			const struct child_record *c = &r->children[i];

			if (c->state == CHILD_SUCCEEDED || (kinds[k].stopped && !c->stopped) || (kinds[k].timed_out && !c->timed_out) ||
			    (kinds[k].contradicted && c->observation.state != OBSERVED_CONTRADICTED))
				continue;
			r->outcome = kinds[k].outcome;
			if (r->reason == REASON_NONE)
				r->reason = kinds[k].reason;
			if (!r->message)
				r->message = str_format("%s: %s", c->id, c->error ? c->error : "no reason is known");
			break;
		}
}

bool seal_run(const struct engine *e, struct run_record *r, int run_fd, struct error *err)
{
	char digest[65];

	anchor_take(e->places->state, r);
	custody_clear_way(run_fd, r);
	if (!transcript_run_end(run_fd, r, e->ports, err) || !alerts_taint(e->places->state, r, err) ||
	    !proof_seal(run_fd, r, digest, err) || !ledger_append(e->places->state, r, digest, err))
		return false;
	if (r->binding)
		workspace_unlock(r->binding, r->run_id);
	store_live_done(e->places->state, r->run_id);
	return true;
}

void finish_run(struct supervision *s)
{
	struct run_record *r = &s->record;
	struct error err = { 0 };

	conclude_outcome(r);
	audit(s);
	look_again(s);
	remove_private_tmp(s);
	r->ended_ms = wall_now(s->engine);
	custody_keep_place(&s->run_fd, r);
	if (seal_run(s->engine, r, s->run_fd, &err))
		peers_say_sealed(&s->session);
	else
		(void)!store_live_update(s->engine->places->state, r, &err); /* for whoever seals it as lost */
	socket_remove(s->engine->places->runtime, r->run_id);
}

void undo_workspace(struct supervision *s)
{
	struct run_record *r = &s->record;
	CLEARED(release_report) struct release_report report = { 0 };
	const struct release_options options = { 0 };
	OWNED_MEM char *locks = str_format("%s/locks", s->engine->places->state);
	struct error err = { 0 };

	if (!r->binding || !r->binding->isolated)
		return;
	if (!workspace_release(r->binding, &options, locks, &report, &err) ||
	    !store_workspace_forget(s->engine->places->state, r->run_id, &err))
		run_record_unknown(r, "workspace_left", err.text, NULL);
}

/* Before anything else is written: a refusal that cannot be recorded leaves nothing, or what the next command seals. */
static bool announce_refusal(struct supervision *s, struct error *err)
{
	const char *state = s->engine->places->state;

	return s->live_lock < 0 ? store_live_new(state, &s->record, &s->live_lock, err) : store_live_update(state, &s->record, err);
}

static bool record_refusal(struct supervision *s, struct error *err)
{
	struct run_record *r = &s->record;
	const struct ports *ports = s->engine->ports;

	if (s->run_fd < 0 && !store_run_new(r, s->coordination_root, &s->run_fd, err))
		return false;
	if (!request_freeze(s->run_fd, r, err))
		return false;
	if (!s->frozen && (!manifest_freeze(s->run_fd, r, err) || !transcript_run_start(s->run_fd, r, ports, err)))
		return false;
	return transcript_refused(s->run_fd, r, ports, err) && seal_run(s->engine, r, s->run_fd, err);
}

void refuse_run(struct supervision *s, const struct error *why)
{
	struct run_record *r = &s->record;
	struct error err = { 0 };

	undo_workspace(s);
	binding_drop(&r->binding);
	remove_private_tmp(s);
	r->outcome = OUTCOME_REFUSED;
	r->reason = why->reason;
	str_set(&r->message, why->text);
	r->ended_ms = wall_now(s->engine);
	const bool announced = announce_refusal(s, &err);

	if (!announced || !record_refusal(s, &err)) {
		const size_t len = strlen(why->text), dot = len > 0 && why->text[len - 1] == '.';
		OWNED_MEM char *both = str_format("%.*s; and the refusal could not be recorded%s: %s", (int)(len - dot), why->text,
						  announced ? " yet, the next command that can does it" : "", err.text);

		str_set(&r->message, both);
	}
}
