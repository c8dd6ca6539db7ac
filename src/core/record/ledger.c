/*
 * ledger — appending: under a lock, chained to the last whole line, then the head.
 */
#include "core/record/ledger.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/host/ports.h"
#include "core/record/harnery.h"
#include "core/record/run_text.h"
#include "core/record/writers.h"

#define PATH_UNITS 4096
#define WORD_UNITS 200
#define MESSAGE_UNITS 1000
#define DAY_MS (24 * 60 * 60 * 1000ull)
#define LINES_LEAST 1000u

/* What the next line follows from. */
struct end {
	uint64_t lines;
	struct text last; /* the last line that is a record */
	int64_t seq;
	bool has_run;     /* the run is in the ledger already */
};

static void set_clipped(struct json *o, const char *key, const char *s, size_t units)
{
	OWNED_MEM char *kept = s ? harnery_clip(s, units) : NULL;

	json_set_string(o, key, kept);
}

static void set_end(struct json *o, const struct run_record *r)
{
	json_set_string(o, "outcome", outcome_word(r->outcome));
	json_set_string(o, "reason", r->reason == REASON_NONE ? NULL : reason_slug(r->reason));
	set_clipped(o, "message", r->message, MESSAGE_UNITS);
	json_set(o, "grant_used", r->audit_known ? json_new_bool(r->audit.grant_used) : NULL);
	json_set(o, "alerts", r->audit_known || r->audit.alerts.count > 0 ? json_new_int((int64_t)r->audit.alerts.count) : NULL);
}

static struct json *line_print(const struct run_record *r, const char *proof_sha256, const struct end *end)
{
	struct json *o = harnery_object();
	char hex[DIGEST_HEX_BYTES];

	json_set_int(o, "seq", end->seq + 1);
	json_set_string(o, "run_id", r->run_id);
	json_set(o, "recorded_at", harnery_time(host_ports.wall_ms(host_ports.self)));
	json_set(o, "started_at", harnery_time(r->started_ms));
	json_set(o, "ended_at", harnery_time(r->ended_ms));
	set_clipped(o, "repository", r->request.repository, PATH_UNITS);
	json_set_string(o, "topology", topology_word(r->request.topology));
	set_clipped(o, "adapter", r->request.adapter, WORD_UNITS);
	json_set_int(o, "children", (int64_t)r->request.n_children);
	json_set_string(o, "mode", policy_word(r->request.mode));
	json_set_string(o, "grant", git_write_word(r->request.git_write));
	set_end(o, r);
	set_clipped(o, "label", r->request.label, WORD_UNITS);
	set_clipped(o, "directory", r->directory, PATH_UNITS);
	json_set_string(o, "proof_sha256", proof_sha256);
	if (end->last.len > 0)
		digest_of(text_c(&end->last), end->last.len, hex);
	json_set_string(o, "previous_sha256", end->last.len > 0 ? hex : NULL);
	json_digest(o, hex);
	json_set_string(o, "line_sha256", hex);
	return o;
}

/* A run can only be in it already when it was sealed by someone else just before: from the end back, past every line of
   its own time, and past a thousand should the clock have been set. */
static bool goes_back_enough(const struct json *value, uint64_t lines, uint64_t started_ms)
{
	uint64_t recorded_ms = harnery_time_read(value, "recorded_at");

	return lines > LINES_LEAST && recorded_ms > 0 && recorded_ms + DAY_MS < started_ms;
}

static void see_record(struct end *end, const struct ledger_line *line, const struct json *value, const char *run_id)
{
	end->has_run = end->has_run || strcmp(json_get_string(value, "run_id"), run_id) == 0;
	if (end->last.len > 0)
		return;
	text_add(&end->last, line->bytes, line->len);
	(void)json_get_int(value, "seq", &end->seq);
}

static bool may_be(const struct ledger_line *line, const struct end *end, const char *mark)
{
	return end->last.len == 0 || line->number % LINES_LEAST == 0 || memmem(line->bytes, line->len, mark, strlen(mark));
}

static bool find_end(const char *state, const struct run_record *r, struct end *ret, struct error *err)
{
	OWNED(ledger_back) struct ledger_back *back = NULL;
	OWNED_MEM char *mark = str_format("\"run_id\":\"%s\"", r->run_id);
	struct ledger_line line;
	bool enough = false;

	if (!ledger_back_open(state, &back, err))
		return false;
	while (back && !enough && !ret->has_run && ledger_back_next(back, &line)) {
		OWNED(json) struct json *value = may_be(&line, ret, mark) ? ledger_parse(&line) : NULL;

		ret->lines = line.number;
		if (value)
			see_record(ret, &line, value, r->run_id);
		enough = value && goes_back_enough(value, line.number, r->started_ms);
	}
	if (back && ledger_back_unreadable(back))
		return error_set_sys(err, REASON_SYSTEM, "cannot read the ledger in %s", state);
	if (ret->last.len == 0)
		ret->seq = (int64_t)ret->lines; /* nothing in it is a record */
	return true;
}

static bool put_head(int dir, int64_t seq, const struct text *line, struct error *err)
{
	OWNED(json) struct json *o = harnery_object();
	CLEARED(text) struct text bytes = { 0 };
	char hex[DIGEST_HEX_BYTES];

	digest_of(text_c(line), line->len, hex);
	json_set_int(o, "seq", seq);
	json_set_string(o, "sha256", hex);
	json_write(o, JSON_CANONICAL, &bytes);
	text_add_byte(&bytes, '\n');
	return file_replace(dir, LEDGER_HEAD_NAME, text_c(&bytes), bytes.len, err);
}

/* One line may be ahead of the head, as a crash or a full disk leaves it, and not two: verify takes that for a head put back. */
static bool head_caught_up(int dir, const char *state, const struct end *end, struct error *err)
{
	struct ledger_head head;

	return end->last.len == 0 || (ledger_head_read(state, &head) && head.seq >= end->seq) || put_head(dir, end->seq, &end->last, err);
}

static bool append(int dir, const char *state, const struct run_record *r, const char *proof_sha256, struct end *end, struct error *err)
{
	OWNED(json) struct json *value = NULL;
	CLEARED(text) struct text line = { 0 };
	struct error head;

	if (!find_end(state, r, end, err))
		return false;
	if (end->has_run)
		return true;
	if (!head_caught_up(dir, state, end, err))
		return false;
	value = line_print(r, proof_sha256, end);
	json_write(value, JSON_CANONICAL, &line);
	if (line.len > LEDGER_LINE_BYTES_MAX)
		return error_set(err, REASON_RECORD_NOT_SAVED, "the ledger's line of run %s would be %zu bytes", r->run_id, line.len);
	if (!file_append_line(dir, LEDGER_NAME, text_c(&line), line.len, err))
		return false;
	(void)!put_head(dir, end->seq + 1, &line, &head); /* the line is there: that is what was asked for */
	return true;
}

bool ledger_append(const char *state, const struct run_record *r, const char *proof_sha256, struct error *err)
{
	OWNED_FD int dir = -1, lock = -1;
	struct end end = { 0 };
	bool ok = dir_make(state, &dir, err) && file_lock(dir, LEDGER_LOCK_NAME, true, &lock, err) &&
		  append(dir, state, r, proof_sha256, &end, err);

	text_clear(&end.last);
	if (ok)
		run_text_note(state, r);
	return ok || error_wrap(err, "the line of run %s could not be written to the ledger", r->run_id);
}
