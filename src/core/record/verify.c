/*
 * verify — what a record says of itself, recomputed. Each check either adds a sentence to what was checked or a finding
 * that names what does not hold and what that implies.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/host/ports.h"
#include "core/record/browse.h"
#include "core/record/browse_compare.h"
#include "core/record/harnery.h"
#include "core/record/ledger.h"
#include "core/record/verify_workspace.h"
#include "core/record/workspace_request.h"

void verification_clear(struct verification *v)
{
	strlist_clear(&v->checked);
	strlist_clear(&v->findings);
	*v = (struct verification){ 0 };
}

void verify_finding(struct verification *v, const char *fmt, ...)
{
	va_list args;
	char sentence[1024];

	va_start(args, fmt);
	(void)vsnprintf(sentence, sizeof sentence, fmt, args);
	va_end(args);
	v->holds = false;
	if (!strlist_has(&v->findings, sentence))
		strlist_add(&v->findings, sentence);
}

static void check_transcript(struct checking *c)
{
	const struct json *said = json_get(json_get(c->view->proof, "integrity"), "transcript");
	const char *sha256 = json_get_string(said, "sha256");
	CLEARED(text) struct text bytes = { 0 };
	struct error err;
	int64_t size = -1;
	char hex[DIGEST_HEX_BYTES];

	if (!sha256 || !json_get_int(said, "bytes", &size) || size < 0) {
		verify_finding(c->v, "proof.json does not say the transcript's digest and size: the transcript is sealed by nothing");
		return;
	}
	if (!file_read(c->dir, RECORD_TRANSCRIPT_NAME, TRANSCRIPT_BYTES_MAX, &bytes, &err) && size > 0) {
		verify_finding(c->v, "transcript.jsonl cannot be read (%s): what happened in the run is not recorded any more", err.text);
		return;
	}
	if ((uint64_t)size > bytes.len) {
		verify_finding(c->v, "transcript.jsonl has %zu bytes but %" PRId64 " were sealed: its end was removed", bytes.len, size);
		return;
	}
	digest_of(text_c(&bytes), (size_t)size, hex);
	if (strcmp(hex, sha256) != 0) {
		verify_finding(c->v,
			       "transcript.jsonl is not what was sealed: an event was changed, removed, added or moved after the run");
		return;
	}
	strlist_add_format(&c->v->checked, "transcript: %" PRId64 " bytes as sealed, digest %.12s", size, sha256);
	if (bytes.len > (uint64_t)size)
		strlist_add_format(
			&c->v->checked,
			"transcript: %zu bytes were added after the proof was sealed, which nothing vouches for; releasing a workspace adds such events",
			bytes.len - (size_t)size);
}

static void check_ledger_digest(struct checking *c, const char *state)
{
	OWNED(json) struct json *line = ledger_line_of(state, c->view->row.run_id);
	const char *sealed = json_get_string(line, "proof_sha256");
	const char *text = c->view->proof_text ? c->view->proof_text : "";
	char hex[DIGEST_HEX_BYTES];

	if (!line && json_has(c->view->proof, "console"))
		verify_finding(c->v, "the ledger of this machine has no line for this run: the record was made elsewhere, or by hand");
	if (!line) {
		strlist_add(&c->v->checked, "ledger: the run is not in it, so nothing outside the record vouches for proof.json");
		return;
	}
	digest_of(text, c->view->proof_bytes, hex);
	if (!c->view->proof_text)
		verify_finding(c->v, "the ledger sealed a proof.json (%.12s) that is not there any more", sealed ? sealed : "nothing");
	else if (!sealed || strcmp(sealed, hex) != 0)
		verify_finding(c->v, "proof.json is not what the ledger sealed (%.12s there, %.12s here): it was changed after the run",
			       sealed ? sealed : "nothing", hex);
	else
		strlist_add_format(&c->v->checked, "proof: digest %.12s as in the ledger", hex);
}

static void check_request(struct checking *c)
{
	const struct json *script = json_get(c->view->manifest, "script");
	const char *sha256 = json_get_string(script, "sha256"), *path = json_get_string(script, "path");
	CLEARED(text) struct text bytes = { 0 };
	struct error err;
	char hex[DIGEST_HEX_BYTES];

	if (!c->view->manifest) {
		verify_finding(c->v, "run.json is missing or damaged: what the run was asked and permitted is not frozen any more");
		return;
	}
	if (!path || strcmp(path_base(path), RECORD_REQUEST_NAME) != 0) {
		strlist_add(&c->v->checked, "request: the run was made from a script outside the record; its digest was not compared");
		return;
	}
	if (!file_read(c->dir, RECORD_REQUEST_NAME, FROZEN_REQUEST_BYTES_MAX, &bytes, &err)) {
		verify_finding(c->v, "request.json cannot be read (%s): the prompt of the run is not recorded any more", err.text);
		return;
	}
	digest_of(text_c(&bytes), bytes.len, hex);
	if (!sha256 || strcmp(hex, sha256) != 0)
		verify_finding(c->v, "request.json is not what run.json froze: the request was changed after the run began");
	else
		strlist_add_format(&c->v->checked, "request: digest %.12s as frozen in run.json", sha256);
}

static bool same(const struct json *a, const struct json *b)
{
	char x[DIGEST_HEX_BYTES], y[DIGEST_HEX_BYTES];

	if (!a || !b)
		return a == b;
	json_digest(a, x);
	json_digest(b, y);
	return strcmp(x, y) == 0;
}

/* What was frozen as permitted is what the proof says was permitted. */
static void check_policy(struct checking *c)
{
	static const char *const keys[] = { "mode", "writable_roots", "git_grant" };
	const struct json *frozen = json_get(json_get(c->view->manifest, "console"), "effective");
	const struct json *proven = json_get(c->view->proof, "sandbox_projection");

	if (!json_has(c->view->manifest, "console"))
		return;
	if (json_get_bool(frozen, "applied", false) != (proven != NULL)) {
		verify_finding(c->v, "run.json and proof.json do not agree whether a policy was applied");
		return;
	}
	for (size_t i = 0; proven && i < COUNT_OF(keys); i++) {
		if (!same(json_get(frozen, keys[i]), json_get(proven, keys[i]))) {
			verify_finding(c->v, "proof.json states another %s than run.json froze before the first child", keys[i]);
			return;
		}
	}
	strlist_add(&c->v->checked, proven ? "policy: proof.json states what run.json froze" : "policy: none was applied, in both files");
}

static void check_sealed(struct checking *c, const char *state)
{
	check_ledger_digest(c, state);
	if (!c->view->proof) {
		verify_finding(c->v, "there is no readable proof.json: nothing in the record says what the run was permitted to do");
		return;
	}
	check_transcript(c);
	check_policy(c);
	verify_workspace(c);
	verify_terminals(c);
}

bool verify_run(const char *state, const char *directory, struct verification *ret, struct error *err)
{
	CLEARED(run_view) struct run_view view = { 0 };
	struct verification v = { .holds = true };
	OWNED_FD int dir = -1;
	struct checking c = { .view = &view, .v = &v };

	if (!browse_open(directory, &view, err) || !dir_open(directory, &dir, err))
		return false;
	c.dir = dir;
	if (run_is_supervised(state, view.row.run_id))
		return error_set(err, REASON_NOT_FOUND,
				 "run %s is still going, so nothing of it is sealed yet; verify it when it has ended", view.row.run_id);
	for (size_t i = 0; i < view.damage.count; i++)
		verify_finding(&v, "%s", view.damage.items[i]);
	check_sealed(&c, state);
	check_request(&c);
	verify_frozen(&c);
	*ret = v;
	return true;
}

bool verify_ledger(const char *state, struct verification *ret, struct error *err)
{
	OWNED(ledger_reader) struct ledger_reader *l = NULL;
	struct ledger_head head;

	*ret = (struct verification){ .holds = true };
	if (!ledger_open(state, &l, err))
		return false;
	(void)ledger_head_read(state, &head);
	ledger_check(l, &head, ret);
	return true;
}
