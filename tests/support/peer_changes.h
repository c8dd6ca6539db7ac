/*
 * peer_changes — single changes to a record of the peer, for the verdict of the rules of harnery_reader.h on each.
 */
#ifndef TESTS_SUPPORT_PEER_CHANGES_H
#define TESTS_SUPPORT_PEER_CHANGES_H
#include "support/peer_record.h"

enum subject { PROOF, MANIFEST, REQUEST, BINDING, CLAIM, EVENTS, TRANSCRIPT };
enum reader { READ_PROOF, READ_MANIFEST, INSPECT };
#define ACCEPT true
#define REJECT false

struct mutation {
	const char *says;
	enum subject subject;
	const char *path, *json; /* json NULL: taken out; path "": the whole */
	enum reader reader;
	bool accepted;
};

static inline struct json *edited(const struct json *value, const char *path, const char *json);

/* Of an array, whose elements are named by their number. */
static inline struct json *edited_array(const struct json *array, const char *path, const char *json)
{
	struct json *copy = json_new_array();
	char *rest;
	size_t wanted = strtoul(path, &rest, 10);

	for (size_t i = 0; i < json_count(array); i++) {
		if (i != wanted)
			json_add(copy, json_copy(json_at(array, i)));
		else if (*rest || json)
			json_add(copy, edited(json_at(array, i), *rest ? rest + 1 : "", json));
	}
	return copy;
}

/* An owned copy of value with what is at path replaced by json, or taken out. */
static inline struct json *edited(const struct json *value, const char *path, const char *json)
{
	size_t len = strcspn(path, ".");
	struct json *copy = NULL;

	if (*path == 0) {
		if (json)
			must(json_parse(json, strlen(json), &copy, err));
		return copy;
	}
	if (json_kind(value) == JSON_ARRAY)
		return edited_array(value, path, json);
	OWNED_MEM char *key = str_copy_n(path, len);
	copy = value ? json_copy(value) : json_new_object();
	if (path[len] == 0 && !json)
		json_unset(copy, key);
	else
		json_set(copy, key, edited(json_get(value, key), path[len] ? path + len + 1 : "", json));
	return copy;
}

static inline void edit(struct json **slot, const char *path, const char *json)
{
	struct json *fresh = edited(*slot, path, json);

	json_drop(slot);
	*slot = fresh;
}

static inline void apply(struct peer_record *p, const struct mutation *m)
{
	struct json **const slots[] = { [PROOF] = &p->proof, [MANIFEST] = &p->manifest, [REQUEST] = &p->request, [CLAIM] = &p->claim,
					[EVENTS] = &p->events, [TRANSCRIPT] = &p->transcript };
	OWNED_MEM char *frozen = str_format("execution.workspace_binding.%s", m->path);
	OWNED_MEM char *proven = str_format("execution.binding.%s", m->path);

	if (m->subject != BINDING) {
		edit(slots[m->subject], m->path, m->json);
		return;
	}
	edit(&p->manifest, frozen, m->json);
	edit(&p->proof, proven, m->json);
}

static inline const char *read_as(const struct peer_record *p, enum reader reader)
{
	if (reader == READ_PROOF)
		return peer_proof(p);
	return reader == READ_MANIFEST ? manifest_rules(p->manifest, p->run_id) : peer_inspect(p);
}
#endif
