/*
 * lost — a run without a proof and without a living supervisor is sealed with what is known. No run stays running for
 * ever, and exactly one process seals it.
 */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/digest.h"
#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/record/browse.h"
#include "core/record/console.h"
#include "core/record/custody.h"
#include "core/record/harnery.h"
#include "core/record/prune.h"
#include "core/record/store.h"
#include "core/record/workspace_request.h"
#include "core/record/writers.h"
#include "core/run/attest.h"
#include "core/run/observe.h"
#include "core/run/leftovers.h"
#include "core/run/socket.h"
#include "core/run/supervision.h"
#include "core/run/tidy.h"

static const char lost_message[] = "The run was not sealed by its supervisor, which died or could not write the record; what "
				   "its children did last is in their terminal logs.";

static void lose_children(struct run_record *r)
{
	for (size_t i = 0; i < r->n_children; i++) {
		struct child_record *c = &r->children[i];

		if (c->ended_ms != 0)
			continue;
		c->state = CHILD_FAILED;
		c->exit_status = -1;
		str_set(&c->error, "How it ended is not known: its supervisor died first.");
	}
}

/* When its reapers were killed together with the supervisor, what a run had started goes on; it still bears the run's id. */
static void end_leftovers(struct run_record *r)
{
	CLEARED(strlist) struct strlist survivors = { 0 };
	int ended = leftovers_end(r->run_id, &survivors);

	if (r->n_children > 0)
		r->children[0].swept += ended;
	for (size_t i = 0; i < survivors.count && r->n_children > 0; i++)
		strlist_add(&r->children[0].survivors, survivors.items[i]);
	if (ended > 0)
		run_record_unknown(r, "leftovers_ended",
				   "Processes of this run still ran when it was sealed as lost; they were killed then. "
				   "Which child had started them is not known.",
				   NULL);
}

static enum reason reason_of(const struct json *console)
{
	const char *slug = json_get_string(console, "reason");
	enum reason reason = REASON_NONE;

	return slug && reason_from_slug(slug, &reason) ? reason : REASON_NONE;
}

/* Nothing of it was started: what refused it is all that is to be sealed. */
static bool recall_refusal(const struct engine *e, const struct live_entry *live, struct run_record *r)
{
	const struct json *console = json_get(live->entry, "console");
	const char *outcome = json_get_string(console, "outcome");

	if (!outcome || strcmp(outcome, outcome_word(OUTCOME_REFUSED)) != 0)
		return false;
	r->outcome = OUTCOME_REFUSED;
	r->reason = reason_of(console);
	str_set(&r->message, json_get_string(console, "message"));
	r->ended_ms = wall_now(e);
	return true;
}

static bool recall(const struct engine *e, const struct live_entry *live, struct run_record *r, struct error *err)
{
	if (!store_live_restore(live->entry, r, err))
		return false;
	if (recall_refusal(e, live, r))
		return true;
	r->outcome = OUTCOME_LOST;
	r->reason = REASON_RUN_LOST;
	str_set(&r->message, lost_message);
	r->ended_ms = wall_now(e);
	lose_children(r);
	end_leftovers(r);
	observe_lost(r);
	if (!r->audit_known)
		note_unaudited(r);
	if (r->binding) {
		workspace_attest(r->binding, &r->attestation);
		r->attested = true;
	}
	return true;
}

/* The line says what the proof says, whatever the live entry knew last. */
static void take_end(const struct json *proof, struct run_record *r)
{
	const struct json *console = json_get(proof, "console");

	(void)outcome_from_word(json_get_string(console, "outcome"), &r->outcome);
	r->reason = reason_of(console);
	str_set(&r->message, json_get_string(console, "message"));
	r->ended_ms = harnery_time_read(json_get(proof, "run"), "ended_at");
	r->audit_known = false;
	console_restore(console, r);
}

/* A proof that its supervisor had made needs only its ledger line; one that nobody announced says nothing. */
static bool append_only(const struct engine *e, struct run_record *r, struct run_view *view, bool *ret_ok, struct error *err)
{
	char digest[65];

	if (!view->proof)
		return false;
	digest_of(view->proof_text, strlen(view->proof_text), digest);
	if (!custody_announced(e->places->state, r->run_id, digest))
		return false;
	take_end(view->proof, r);
	*ret_ok = ledger_append(e->places->state, r, digest, err);
	return true;
}

/* Damaged or not, what was frozen stays: the proof says what lies there, and a run is sealed all the same. */
static bool lies_there(int run_fd, const char *name)
{
	struct stat st;

	return fstatat(run_fd, name, &st, AT_SYMLINK_NOFOLLOW) == 0;
}

static bool seal_lost(const struct engine *e, struct run_record *r, struct error *err)
{
	struct run_view view = { 0 };
	OWNED_MEM char *root = str_copy(r->coordination_root); /* store_run_new sets the field anew */
	OWNED_FD int run_fd = -1;
	bool ok = false;

	r->custody = custody_new(e->places->state, r->run_id, false);
	if (!store_run_new(r, root, &run_fd, err))
		return false;
	if (browse_open(r->directory, &view, err) && append_only(e, r, &view, &ok, err)) {
		run_view_clear(&view);
		return ok;
	}
	ok = request_freeze(run_fd, r, err) && (lies_there(run_fd, RECORD_MANIFEST_NAME) || manifest_freeze(run_fd, r, err)) &&
	     seal_run(e, r, run_fd, err);
	run_view_clear(&view);
	return ok;
}

static bool seal_entry(const struct engine *e, const struct live_entry *live)
{
	struct run_record *r = mem_new(1, sizeof *r);
	OWNED_MEM char *tmp = str_format("%s/tmp/%s", e->places->state, live->run_id);
	OWNED_FD int lock = -1;
	struct error err = { 0 };
	bool sealed = false;

	if (store_live_claim(e->places->state, live->run_id, &lock, &err) && lock >= 0 && recall(e, live, r, &err) &&
	    seal_lost(e, r, &err)) {
		(void)!directory_remove_path(tmp, &err);
		socket_remove(e->places->runtime, live->run_id);
		store_live_done(e->places->state, live->run_id);
		sealed = true;
	}
	run_record_clear(r);
	free(r);
	return sealed;
}

int engine_seal_lost(const struct engine *e)
{
	struct live_entry *entries = NULL;
	struct error err = { 0 };
	size_t count = 0;
	int sealed = 0;

	attest_sweep(e);
	if (!store_live_list(e->places->state, &entries, &count, &err))
		return 0;
	for (size_t i = 0; i < count; i++)
		sealed += !entries[i].owned && seal_entry(e, &entries[i]);
	store_live_free(entries, count);
	(void)prune_finish(e->places->state);
	return sealed;
}
