/*
 * verify — what a record says of itself, recomputed. Each check either adds a sentence to what was checked or a finding
 * that names what does not hold and what that implies.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/host/ports.h"
#include "core/record/anchor.h"
#include "core/record/browse.h"
#include "core/record/browse_compare.h"
#include "core/record/harnery.h"
#include "core/record/ledger.h"
#include "core/record/prune.h"
#include "core/record/verify_ledger.h"
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

/* What the peer's commands write behind the proof; nothing else is ever written there. */
static bool may_follow(const char *event)
{
	static const char *const events[] = { "integration.plan", "integration.authorized", "integration.apply", "workspace.cleanup",
					      "workspace.cancel" };

	for (size_t i = 0; event && i < COUNT_OF(events); i++)
		if (strcmp(event, events[i]) == 0)
			return true;
	return false;
}

static bool line_may_follow(const char *line, size_t len)
{
	OWNED(json) struct json *event = NULL;
	struct error unused;

	return json_parse(line, len, &event, &unused) && may_follow(json_get_string(event, "event"));
}

static void check_added(struct checking *c, const char *bytes, size_t len)
{
	const char *at = bytes, *end = bytes + len;

	while (at < end) {
		const char *newline = memchr(at, '\n', (size_t)(end - at));
		size_t line = newline ? (size_t)(newline - at) : (size_t)(end - at);

		if (!line_may_follow(at, line)) {
			verify_finding(c->v,
				       "transcript.jsonl has a line behind what was sealed that no command writes there: it was added "
				       "after the run was sealed and is not an event of it");
			return;
		}
		at += newline ? line + 1 : line;
	}
	strlist_add_format(
		&c->v->checked,
		"transcript: %zu bytes were added after the proof was sealed, which nothing vouches for; releasing a workspace adds such events",
		len);
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
		check_added(c, text_c(&bytes) + size, bytes.len - (size_t)size);
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

static void check_sealed(struct checking *c)
{
	if (!c->view->proof) {
		verify_finding(c->v, "there is no readable proof.json: nothing in the record says what the run was permitted to do");
		return;
	}
	check_transcript(c);
	check_policy(c);
	verify_workspace(c);
	verify_terminals(c);
}

static void check_damage(struct checking *c)
{
	for (size_t i = 0; i < c->view->damage.count; i++)
		verify_finding(c->v, "%s", c->view->damage.items[i]);
}

static void check_parts(struct checking *c)
{
	check_sealed(c);
	check_request(c);
	verify_frozen(c);
}

void verify_record(struct checking *c, const struct ledger_known *known, const struct known_line *line)
{
	check_damage(c);
	verify_line(c, known, line);
	check_parts(c);
}

bool verify_parts(const char *directory, struct verification *ret, struct error *err)
{
	CLEARED(run_view) struct run_view view = { 0 };
	OWNED_FD int dir = -1;
	struct checking c = { .view = &view, .v = ret };

	*ret = (struct verification){ .holds = true };
	if (!verify_open(directory, &view, &dir, err))
		return false;
	c.dir = dir;
	check_damage(&c);
	check_parts(&c);
	return true;
}

bool verify_open(const char *directory, struct run_view *ret_view, int *ret_dir, struct error *err)
{
	OWNED_MEM char *tidy = path_tidy(directory);
	struct stat st;

	if (lstat(tidy, &st) == 0 && !S_ISDIR(st.st_mode))
		return error_set(err, REASON_RECORD_DAMAGED, "%s is not the directory of a record any more: it was replaced", tidy);
	return browse_open(tidy, ret_view, err) && dir_open(tidy, ret_dir, err);
}

/* Only the ledger knows of it. */
bool verify_gone(const char *state, const struct known_line *line, const struct error *why, struct verification *v)
{
	OWNED_MEM char *note = prune_note(state, line->run_id);

	if (note) {
		strlist_add_format(&v->checked, "run %s %s", line->run_id, note);
		return true;
	}
	verify_finding(
		v, "its record cannot be opened (%s): it was removed, moved or replaced after the run; only its line in the ledger is left",
		line->place ? why->text : "the ledger does not say where it lies");
	return false;
}

static char *took_known(const char *state, const struct known_line *line)
{
	OWNED_MEM char *directory = known_directory(line);

	return prune_took(state, line->run_id, directory);
}

bool verify_run(const char *state, const char *directory, struct verification *ret, struct error *err)
{
	OWNED_MEM char *tidy = path_tidy(directory);
	CLEARED(run_view) struct run_view view = { 0 };
	CLEARED(ledger_known) struct ledger_known known = { 0 };
	struct verification v = { .holds = true };
	OWNED_FD int dir = -1;
	struct checking c = { .view = &view, .v = &v };
	struct ledger_anchor anchor = { 0 };
	const struct known_line *line;
	struct error why = { 0 };
	OWNED_MEM char *note = NULL;
	bool open = verify_open(tidy, &view, &dir, &why);

	if (run_is_supervised(state, path_base(tidy)))
		return error_set(err, REASON_NOT_FOUND,
				 "run %s is still going, so nothing of it is sealed yet; verify it when it has ended", path_base(tidy));
	(void)anchor_read(view.proof, &anchor);
	if (!ledger_known_of(state, path_base(tidy), anchor.seq, &known, err))
		return false;
	line = ledger_known_run(&known, path_base(tidy));
	if (!open && !line) {
		*err = why;
		return false;
	}
	c.dir = dir;
	if (open)
		verify_record(&c, &known, line);
	if (open && !v.holds && line)
		note = took_known(state, line);
	if (note) {
		verification_clear(&v);
		v.holds = true;
		strlist_add_format(&v.checked, "run %s %s", line->run_id, note);
	} else if (!open)
		(void)verify_gone(state, line, &why, &v);
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
