/*
 * sealed — see sealed.h.
 */
#include "core/replay/sealed.h"

#include "core/base/mem.h"
#include "core/record/verify_workspace.h"

#define X(id, word) [SEAL_##id] = word,
static const char *const words[SEAL_COUNT] = { SEALS(X) };
#undef X

const char *seal_word(enum seal seal)
{
	return words[seal];
}

static bool has_digest(const struct run_view *v, const char *child)
{
	const struct json *children = json_get(json_get(v->proof, "console"), "children");

	for (size_t i = 0; i < json_count(children); i++) {
		const char *id = json_get_string(json_at(children, i), "id");

		if (id && strcmp(id, child) == 0)
			return json_get_string(json_get(json_at(children, i), "terminal"), "sha256") != NULL;
	}
	return false;
}

static enum seal say(struct text *sentence, enum seal seal, const char *words_of_it)
{
	text_add_string(sentence, words_of_it);
	return seal;
}

enum seal sealed_log(const struct run_view *v, const char *child, struct text *sentence)
{
	CLEARED(verification) struct verification found = { .holds = true };
	struct error err = { 0 };

	if (v->row.outcome == OUTCOME_RUNNING)
		return say(sentence, SEAL_UNKNOWN, "the run is still going: nothing of it is sealed yet");
	if (v->damage.count > 0)
		return say(sentence, SEAL_BROKEN, v->damage.items[0]);
	if (!verify_terminal(v, child, &found, &err))
		return say(sentence, SEAL_UNKNOWN, err.text);
	if (!found.holds)
		return say(sentence, SEAL_BROKEN, found.findings.items[0]);
	if (!has_digest(v, child))
		return say(sentence, SEAL_UNKNOWN, "the proof has no digest of this terminal log");
	if (!v->row.proof_sha256)
		return say(sentence, SEAL_HOLDS, "the log is what its proof sealed; no ledger vouches for the proof");
	return say(sentence, SEAL_HOLDS, "the log is what its proof sealed, and the proof what the ledger sealed");
}
