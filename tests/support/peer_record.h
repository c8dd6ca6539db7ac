/*
 * peer_record — reading a record from the disk for the rules of harnery_reader.h.
 */
#ifndef TESTS_SUPPORT_PEER_RECORD_H
#define TESTS_SUPPORT_PEER_RECORD_H
#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "support/harnery_reader.h"

/* What is there and cannot be read is no object, which no rule accepts. */
static inline struct json *peer_file_within(const char *dir, const char *name, size_t most)
{
	CLEARED(text) struct text bytes = { 0 };
	char *path = path_join(dir, name);
	struct json *value = NULL;
	struct error err;
	bool there = file_read_path(path, 64u << 20, &bytes, &err);
	bool ok = there && bytes.len <= most && json_parse(text_c(&bytes), bytes.len, &value, &err);

	free(path);
	return ok ? value : there ? json_new_string("malformed") : NULL;
}

static inline struct json *peer_file(const char *dir, const char *name)
{
	return peer_file_within(dir, name, 524288);
}

static inline struct json *peer_lines(const char *dir, const char *name)
{
	CLEARED(text) struct text bytes = { 0 };
	char *path = path_join(dir, name);
	struct json *array = json_new_array();
	struct error err;

	if (file_read_path(path, 64u << 20, &bytes, &err)) {
		char *save = NULL;

		for (char *line = strtok_r(bytes.bytes, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
			struct json *value = NULL;

			json_add(array, json_parse(line, strlen(line), &value, &err) ? value : json_new_string("malformed"));
		}
	}
	free(path);
	return array;
}

/* directory: <harnery>/workflows/<run id>, borrowed as long as the record is. */
static inline struct peer_record peer_read(const char *directory)
{
	struct peer_record p = { .run_id = path_base(directory) };
	const struct json *b;
	char *workspace;

	p.manifest = peer_file_within(directory, "run.json", 262144);
	p.request = peer_file(directory, "workspace-request.json");
	p.proof = peer_file(directory, "proof.json");
	p.transcript = peer_lines(directory, "transcript.jsonl");
	b = json_get(json_get(p.manifest, "execution"), "workspace_binding");
	if (!b)
		return p;
	workspace = str_format("%s/../../workspaces/%s/%s", directory, json_get_string(json_get(b, "provider"), "id"),
			       json_get_string(b, "binding_id"));
	p.claim = peer_file(workspace, "claim.json");
	p.events = peer_lines(workspace, "events.jsonl");
	free(workspace);
	return p;
}
#endif
