/*
 * run_record — words and clearing of the record of one run.
 */
#include "core/record/run_record.h"

#include <string.h>

#include "core/base/mem.h"
#include "core/record/custody.h"

static const char *const outcome_words[] = {
	[OUTCOME_RUNNING] = "running", [OUTCOME_DONE] = "done",       [OUTCOME_FAILED] = "failed",
	[OUTCOME_STOPPED] = "stopped", [OUTCOME_REFUSED] = "refused", [OUTCOME_LOST] = "lost",
};
_Static_assert(COUNT_OF(outcome_words) == OUTCOME_COUNT, "one word per outcome");

static const char *const outcome_sayings[] = {
	[OUTCOME_RUNNING] = "is still running",     [OUTCOME_DONE] = "is done",        [OUTCOME_FAILED] = "failed",
	[OUTCOME_STOPPED] = "was stopped", [OUTCOME_REFUSED] = "was refused", [OUTCOME_LOST] = "was lost",
};
_Static_assert(COUNT_OF(outcome_sayings) == OUTCOME_COUNT, "one saying per outcome");

static const char *const child_state_words[] = {
	[CHILD_WAITING] = "waiting",
	[CHILD_RUNNING] = "running",
	[CHILD_SUCCEEDED] = "succeeded",
	[CHILD_FAILED] = "failed",
};
_Static_assert(COUNT_OF(child_state_words) == CHILD_STATE_COUNT, "one word per child state");

static int word_find(const char *const *words, size_t count, const char *word)
{
	for (size_t i = 0; word && i < count; i++) {
		if (strcmp(words[i], word) == 0)
			return (int)i;
	}
	return -1;
}

const char *outcome_word(enum outcome o)
{
	return outcome_words[o];
}

const char *outcome_says(enum outcome o)
{
	return outcome_sayings[o];
}

bool outcome_from_word(const char *word, enum outcome *ret)
{
	int at = word_find(outcome_words, COUNT_OF(outcome_words), word);

	if (at < 0)
		return false;
	*ret = (enum outcome)at;
	return true;
}

const char *child_state_word(enum child_state s)
{
	return child_state_words[s];
}

bool child_state_from_word(const char *word, enum child_state *ret)
{
	int at = word_find(child_state_words, COUNT_OF(child_state_words), word);

	if (at < 0)
		return false;
	*ret = (enum child_state)at;
	return true;
}

void repository_state_clear(struct repository_state *s)
{
	free(s->cwd);
	free(s->root);
	free(s->branch);
	free(s->head);
	strlist_clear(&s->dirty);
	*s = (struct repository_state){ 0 };
}

static void child_record_clear(struct child_record *c)
{
	free(c->label);
	free(c->result);
	free(c->error);
	free(c->session_id);
	strlist_clear(&c->argv);
	strlist_clear(&c->survivors);
	observation_clear(&c->observation);
}

static void unknowns_clear(struct run_record *r)
{
	for (size_t i = 0; i < r->n_unknowns; i++) {
		free(r->unknowns[i].code);
		free(r->unknowns[i].message);
		free(r->unknowns[i].child);
	}
	free(r->unknowns);
}

static void owned_strings_clear(struct run_record *r)
{
	char *const strings[] = {
		r->name,          r->message,        r->coordination_root, r->directory, r->private_tmp,
		r->adapter_title, r->program_path,   r->program_version,   r->program_digest,
		r->basis,         r->basis_observation, r->attestation_sha256,
	};

	for (size_t i = 0; i < COUNT_OF(strings); i++)
		free(strings[i]);
}

void run_record_clear(struct run_record *r)
{
	owned_strings_clear(r);
	request_clear(&r->request);
	verdict_clear(&r->verdict);
	binding_drop(&r->binding);
	json_drop(&r->workspace_request);
	custody_drop(&r->custody);
	json_drop(&r->sandbox_attestation);
	attestation_clear(&r->attestation);
	repository_state_clear(&r->before);
	repository_state_clear(&r->after);
	snapshot_difference_clear(&r->audit);
	unknowns_clear(r);
	for (size_t i = 0; i < COUNT_OF(r->children); i++)
		child_record_clear(&r->children[i]);
	*r = (struct run_record){ 0 };
}

enum observed run_record_observed(const struct run_record *r)
{
	enum observed all = OBSERVED_NONE;

	for (size_t i = 0; i < r->n_children; i++)
		all = observed_together(all, r->children[i].observation.state);
	return all;
}

bool run_record_has_unknown(const struct run_record *r, const char *code)
{
	for (size_t i = 0; i < r->n_unknowns; i++)
		if (strcmp(r->unknowns[i].code, code) == 0)
			return true;
	return false;
}

void run_record_unknown(struct run_record *r, const char *code, const char *message, const char *child)
{
	struct record_unknown *u;

	if (r->n_unknowns == RECORD_UNKNOWNS_MAX)
		return;
	r->unknowns = mem_grow(r->unknowns, r->n_unknowns + 1, sizeof *r->unknowns);
	u = &r->unknowns[r->n_unknowns++];
	u->code = str_copy(code);
	u->message = str_copy(message);
	u->child = str_copy(child);
}
