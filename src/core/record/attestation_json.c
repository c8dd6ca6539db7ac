/*
 * attestation_json — an attestation as canonical JSON and back; see attestation.h.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/json.h"
#include "core/base/mem.h"
#include "core/host/ports.h"
#include "core/record/attestation.h"

#define SCHEMA 2 /* 1 did not know what a starter script starts */

static const char *const way_words[] = {
#define X(id, word, words) [ATTEST_WAY_##id] = word,
	ATTEST_WAYS(X)
#undef X
};
static const char *const way_sentences[] = {
#define X(id, word, words) [ATTEST_WAY_##id] = words,
	ATTEST_WAYS(X)
#undef X
};

/* Numbers of a stat can be beyond what JSON keeps exactly, so they are written as text. */
static const struct { const char *key; size_t at; } stamp_keys[] = {
	{ "device", offsetof(struct program_stamp, device) }, { "inode", offsetof(struct program_stamp, inode) },
	{ "size", offsetof(struct program_stamp, size) },     { "mtime_ns", offsetof(struct program_stamp, mtime_ns) },
	{ "ctime_ns", offsetof(struct program_stamp, ctime_ns) },
};

const char *attest_way_word(enum attest_way w)
{
	return way_words[w];
}

const char *attest_way_words(enum attest_way w)
{
	return way_sentences[w];
}

bool attest_way_from_word(const char *word, enum attest_way *ret)
{
	for (size_t i = 0; word && i < COUNT_OF(way_words); i++)
		if (strcmp(word, way_words[i]) == 0) {
			*ret = (enum attest_way)i;
			return true;
		}
	return false;
}

static struct json *file_print(const struct program_seen *p)
{
	struct json *o = json_new_object();

	json_set_string(o, "path", p->path);
	json_set_string(o, "sha256", p->sha256);
	for (size_t i = 0; i < COUNT_OF(stamp_keys); i++) {
		const uint64_t *n = (const void *)((const char *)&p->stamp + stamp_keys[i].at);
		OWNED_MEM char *digits = str_format("%llu", (unsigned long long)*n);

		json_set_string(o, stamp_keys[i].key, digits);
	}
	return o;
}

static struct json *program_print(const struct sandbox_attestation *a)
{
	struct json *o = file_print(&a->program);

	json_set_string(o, "version", a->version);
	json_set(o, "starts", a->program.starts ? file_print(a->program.starts) : NULL);
	json_set_string(o, "starts_unknown", a->program.unknown);
	return o;
}

static struct json *cell_print(const struct sandbox_attestation *a, enum attest_cell cell)
{
	const struct attest_seen *seen = &a->cells[cell].seen;
	struct json *o = json_new_object(), *sights = json_new_object();

	json_set_string(o, "mode", policy_word(attest_policies[cell].mode));
	json_set_string(o, "git_write", git_write_word(attest_policies[cell].git_write));
	json_set_string(o, "roots", attest_policies[cell].roots ? "named" : "none");
	json_set_string(o, "result", attest_result_word(a->cells[cell].result));
	json_set_string(o, "sentence", a->cells[cell].sentence);
	json_set_bool(o, "tried", seen->tried);
	json_set_bool(o, "in_time", seen->in_time);
	json_set_bool(o, "ran", seen->ran);
	for (int s = 0; s < SIGHT_COUNT; s++)
		json_set_bool(sights, attest_sight_word((enum attest_sight)s), seen->sight[s]);
	json_set(o, "seen", sights);
	return o;
}

struct json *sandbox_attestation_print(const struct sandbox_attestation *a)
{
	struct json *o = json_new_object(), *cells = json_new_array();
	char when[TIME_TEXT_BYTES];

	time_print(a->at_ms, when);
	json_set_int(o, "schema", SCHEMA);
	json_set_string(o, "adapter", a->adapter);
	json_set_string(o, "path", attest_way_word(a->way));
	json_set_string(o, "topology", topology_word(TOPOLOGY_WORKTREE));
	json_set_string(o, "style", style_word(STYLE_HEADLESS));
	json_set_string(o, "attested_at", when);
	json_set_int(o, "took_ms", (int64_t)a->took_ms);
	json_set(o, "program", program_print(a));
	json_set_string(o, "kernel", a->kernel);
	json_set_string(o, "machine", a->machine);
	for (int cell = 0; cell < ATTEST_CELL_COUNT; cell++)
		json_add(cells, cell_print(a, (enum attest_cell)cell));
	json_set(o, "cells", cells);
	if (a->sha256[0])
		json_set_string(o, "sha256", a->sha256);
	return o;
}

static struct json *program_cite(const struct sandbox_attestation *a)
{
	struct json *o = json_new_object(), *starts = a->program.starts ? json_new_object() : NULL;

	json_set_string(o, "path", a->program.path);
	json_set_string(o, "sha256", a->program.sha256);
	json_set_string(o, "version", a->version);
	if (starts) {
		json_set_string(starts, "path", a->program.starts->path);
		json_set_string(starts, "sha256", a->program.starts->sha256);
	}
	json_set(o, "starts", starts);
	json_set_string(o, "starts_unknown", a->program.unknown);
	return o;
}

struct json *sandbox_attestation_cite(const struct sandbox_attestation *a, enum attest_cell cell)
{
	struct json *o = json_new_object();
	char when[TIME_TEXT_BYTES];

	time_print(a->at_ms, when);
	json_set_string(o, "sha256", a->sha256);
	json_set_string(o, "result", attest_result_word(a->cells[cell].result));
	json_set_string(o, "attested_at", when);
	json_set_string(o, "adapter", a->adapter);
	json_set_string(o, "path", attest_way_word(a->way));
	json_set_string(o, "topology", topology_word(TOPOLOGY_WORKTREE));
	json_set_string(o, "style", style_word(STYLE_HEADLESS));
	json_set_string(o, "mode", policy_word(attest_policies[cell].mode));
	json_set_string(o, "git_write", git_write_word(attest_policies[cell].git_write));
	json_set_string(o, "roots", attest_policies[cell].roots ? "named" : "none");
	json_set_string(o, "sentence", a->cells[cell].sentence);
	json_set(o, "program", program_cite(a));
	return o;
}

static bool file_parse(const struct json *o, struct program_seen *ret)
{
	const char *digest = json_get_string(o, "sha256");

	ret->path = str_copy(json_get_string(o, "path"));
	if (!ret->path || !digest || !digest_is_hex(digest))
		return false;
	(void)snprintf(ret->sha256, sizeof ret->sha256, "%s", digest);
	for (size_t i = 0; i < COUNT_OF(stamp_keys); i++) {
		uint64_t *n = (void *)((char *)&ret->stamp + stamp_keys[i].at);
		const char *digits = json_get_string(o, stamp_keys[i].key);

		if (!digits)
			return false;
		*n = strtoull(digits, NULL, 10);
	}
	return true;
}

static bool program_parse(const struct json *o, struct sandbox_attestation *a)
{
	const struct json *starts = json_get(o, "starts");

	a->version = str_copy(json_get_string(o, "version"));
	a->program.unknown = str_copy(json_get_string(o, "starts_unknown"));
	if (!file_parse(o, &a->program))
		return false;
	if (json_kind(starts) != JSON_OBJECT)
		return true;
	a->program.starts = mem_new(1, sizeof *a->program.starts);
	return file_parse(starts, a->program.starts);
}

static bool cell_parse(const struct json *o, struct sandbox_attestation *a)
{
	const char *roots = json_get_string(o, "roots");
	enum policy_mode mode = POLICY_ABSENT;
	enum git_write grant = GIT_WRITE_NONE;
	enum attest_cell cell;

	if (!roots || !policy_from_word(json_get_string(o, "mode"), &mode) || !git_write_from_word(json_get_string(o, "git_write"), &grant))
		return false;
	cell = attest_cell_of(mode, grant, strcmp(roots, "named") == 0);
	if (cell == ATTEST_CELL_COUNT || !attest_result_from_word(json_get_string(o, "result"), &a->cells[cell].result))
		return false;
	str_set(&a->cells[cell].sentence, json_get_string(o, "sentence"));
	a->cells[cell].seen.tried = json_get_bool(o, "tried", false);
	a->cells[cell].seen.in_time = json_get_bool(o, "in_time", false);
	a->cells[cell].seen.ran = json_get_bool(o, "ran", false);
	for (int s = 0; s < SIGHT_COUNT; s++)
		a->cells[cell].seen.sight[s] = json_get_bool(json_get(o, "seen"), attest_sight_word((enum attest_sight)s), false);
	return true;
}

static bool parts_parse(const struct json *o, struct sandbox_attestation *a)
{
	const struct json *cells = json_get(o, "cells");
	int64_t schema = 0, took = 0;
	const char *when = json_get_string(o, "attested_at");

	a->adapter = str_copy(json_get_string(o, "adapter"));
	a->kernel = str_copy(json_get_string(o, "kernel"));
	a->machine = str_copy(json_get_string(o, "machine"));
	if (!json_get_int(o, "schema", &schema) || schema != SCHEMA || !a->adapter || !a->kernel || !a->machine || !when ||
	    !time_read(when, &a->at_ms) || !attest_way_from_word(json_get_string(o, "path"), &a->way) ||
	    !json_get_int(o, "took_ms", &took) || took < 0 || !program_parse(json_get(o, "program"), a))
		return false;
	a->took_ms = (uint64_t)took;
	for (size_t i = 0; i < json_count(cells); i++)
		if (!cell_parse(json_at(cells, i), a))
			return false;
	return json_count(cells) == ATTEST_CELL_COUNT;
}

bool sandbox_attestation_parse(const char *bytes, size_t len, struct sandbox_attestation *ret, struct error *err)
{
	OWNED(json) struct json *o = NULL;
	OWNED_MEM char *said = NULL;

	memset(ret, 0, sizeof *ret);
	if (!json_parse(bytes, len, &o, err))
		return false;
	said = str_copy(json_get_string(o, "sha256"));
	if (json_kind(o) == JSON_OBJECT)
		json_unset(o, "sha256");
	json_digest(o, ret->sha256);
	if (!said || strcmp(said, ret->sha256) != 0)
		return error_set(err, REASON_RECORD_DAMAGED, "its digest is not that of what it says");
	if (parts_parse(o, ret))
		return true;
	sandbox_attestation_clear(ret);
	return error_set(err, REASON_RECORD_DAMAGED, "it does not hold what an attestation must");
}
