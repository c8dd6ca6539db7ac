/*
 * browse_open — one record opened for reading: every file bounded, none followed through a symlink, each thing that does
 * not hold a sentence.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/digest.h"
#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/record/browse.h"
#include "core/record/browse_row.h"
#include "core/record/harnery.h"
#include "core/record/record_read.h"
#include "core/record/workspace_request.h"

#define EVENTS_MAX 10000

void run_row_clear(struct run_row *row)
{
	if (row->borrowed)
		*row = (struct run_row){ 0 };
	free(row->run_id);
	free(row->directory);
	free(row->repository);
	free(row->adapter);
	free(row->label);
	free(row->reason);
	free(row->message);
	free(row->damage);
	free(row->proof_sha256);
	*row = (struct run_row){ 0 };
}

void run_view_clear(struct run_view *v)
{
	run_row_clear(&v->row);
	json_drop(&v->manifest);
	json_drop(&v->proof);
	json_drop(&v->request);
	json_drop(&v->events);
	strlist_clear(&v->damage);
	free(v->proof_text);
	*v = (struct run_view){ 0 };
}

bool record_read(int dir, const char *name, size_t limit, struct text *ret_bytes, struct json **ret, struct strlist *damage)
{
	struct error err;
	struct stat st;

	*ret = NULL;
	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) != 0 && errno == ENOENT)
		return false;
	if (!file_read(dir, name, limit, ret_bytes, &err)) {
		strlist_add(damage, err.text);
		return true;
	}
	if (!json_parse(text_c(ret_bytes), ret_bytes->len, ret, &err)) {
		strlist_add_format(damage, "%s: %s", name, err.text);
		return true;
	}
	if (json_kind(*ret) == JSON_OBJECT)
		return true;
	json_drop(ret);
	strlist_add_format(damage, "%s is not a JSON object", name);
	return true;
}

/* What the proof sealed of the transcript, and whether that is still its beginning. */
struct sealed_part {
	bool known, holds;
	size_t bytes;
};

static struct sealed_part compare_transcript(const char *bytes, size_t len, struct run_view *v)
{
	const struct json *said = json_get(json_get(v->proof, "integrity"), "transcript");
	const char *sha256 = json_get_string(said, "sha256");
	struct sealed_part part = { .known = false };
	char hex[DIGEST_HEX_BYTES];
	int64_t size = -1;

	if (!sha256 || !json_get_int(said, "bytes", &size) || size < 0)
		return part;
	part.known = true;
	part.bytes = (size_t)size;
	if (part.bytes > len) {
		strlist_add_format(&v->damage, "transcript.jsonl has %zu bytes but %zu were sealed: its end was removed", len, part.bytes);
		return part;
	}
	digest_of(bytes, part.bytes, hex);
	part.holds = strcmp(hex, sha256) == 0;
	if (!part.holds)
		strlist_add(&v->damage,
			    "transcript.jsonl is not what was sealed: an event was changed, removed, added or moved after the run");
	return part;
}

/* Why a line is no event, as far as that is known. */
static const char *why_no_event(const struct sealed_part *part, size_t offset, bool ended)
{
	if (part->holds && offset >= part->bytes)
		return "was added after the run was sealed and is not an event; what was sealed before it holds";
	if (part->holds)
		return "is not an event, and was none when the run was sealed";
	if (part->known || ended)
		return "is not an event";
	return "ends in the middle: nothing is sealed yet, so it is being written, or its writer ended while it wrote";
}

static void add_event(struct run_view *v, const char *line, size_t len, size_t number, const char *why)
{
	struct json *event = NULL;
	struct error err;

	if (json_parse(line, len, &event, &err) && json_kind(event) == JSON_OBJECT) {
		json_add(v->events, event);
		return;
	}
	json_drop(&event);
	if (v->damage.count < 20)
		strlist_add_format(&v->damage, "line %zu of transcript.jsonl %s", number, why);
}

void browse_events(const char *bytes, size_t len, struct run_view *v)
{
	const struct sealed_part part = compare_transcript(bytes, len, v);
	const char *at = bytes, *end = bytes + len;
	size_t number = 0;

	while (at < end && number < EVENTS_MAX) {
		const char *newline = memchr(at, '\n', (size_t)(end - at));
		size_t line = newline ? (size_t)(newline - at) : (size_t)(end - at);

		add_event(v, at, line, ++number, why_no_event(&part, (size_t)(at - bytes), newline != NULL));
		at += newline ? line + 1 : line;
	}
	if (at < end)
		strlist_add_format(&v->damage, "transcript.jsonl has more than %d lines; the rest is not shown", EVENTS_MAX);
}

static void read_events(int dir, struct run_view *v)
{
	CLEARED(text) struct text bytes = { 0 };
	struct error err;
	struct stat st;

	v->events = json_new_array();
	if (fstatat(dir, RECORD_TRANSCRIPT_NAME, &st, AT_SYMLINK_NOFOLLOW) != 0 && errno == ENOENT)
		return;
	if (file_read(dir, RECORD_TRANSCRIPT_NAME, TRANSCRIPT_BYTES_MAX, &bytes, &err))
		browse_events(text_c(&bytes), bytes.len, v);
	else
		strlist_add(&v->damage, err.text);
}

static void check_identity(struct run_view *v, const char *run_id, const char *file, const struct json *value, const char *said)
{
	int64_t version = 0;

	if (!value)
		return;
	if (!json_get_int(value, "schema_version", &version) || version != HARNERY_SCHEMA_VERSION)
		strlist_add_format(&v->damage, "%s is not of schema version %d", file, HARNERY_SCHEMA_VERSION);
	if (!said || strcmp(said, run_id) != 0)
		strlist_add_format(&v->damage, "%s is of another run than its directory %s", file, run_id);
}

static uint64_t changed_ms(int dir)
{
	struct stat st;

	if (fstatat(dir, RECORD_TRANSCRIPT_NAME, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return 0;
	return (uint64_t)st.st_mtim.tv_sec * 1000 + (uint64_t)st.st_mtim.tv_nsec / 1000000;
}

static bool open_record(const char *directory, int *ret_dir, struct error *err)
{
	if (dir_open(directory, ret_dir, err))
		return true;
	if (err->sys == ENOENT || err->sys == ENOTDIR)
		return error_set(err, REASON_NOT_FOUND, "there is no record in %s", directory);
	return false;
}

bool browse_open(const char *directory, struct run_view *ret, struct error *err)
{
	OWNED_MEM char *tidy = path_tidy(directory);
	CLEARED(text) struct text manifest = { 0 }, proof = { 0 }, request = { 0 };
	struct run_view v = { 0 };
	const char *run_id = path_base(tidy);
	OWNED_FD int dir = -1;
	bool any;

	if (!open_record(tidy, &dir, err))
		return false;
	any = record_read(dir, RECORD_PROOF_NAME, PROOF_BYTES_MAX, &proof, &v.proof, &v.damage);
	any = record_read(dir, RECORD_MANIFEST_NAME, MANIFEST_BYTES_MAX, &manifest, &v.manifest, &v.damage) || any;
	any = record_read(dir, RECORD_REQUEST_NAME, FROZEN_REQUEST_BYTES_MAX, &request, &v.request, &v.damage) || any;
	check_identity(&v, run_id, RECORD_PROOF_NAME, v.proof, json_get_string(json_get(v.proof, "run"), "id"));
	check_identity(&v, run_id, RECORD_MANIFEST_NAME, v.manifest, json_get_string(v.manifest, "run_id"));
	read_events(dir, &v);
	if (!any && json_count(v.events) == 0 && v.damage.count == 0)
		strlist_add(&v.damage, "the directory holds nothing of a record");
	v.proof_bytes = proof.len;
	if (proof.len > 0)
		v.proof_text = text_take(&proof);
	browse_row_fill(&v, tidy, changed_ms(dir));
	*ret = v;
	return true;
}
