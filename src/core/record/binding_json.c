/*
 * binding_json — the binding as JSON, in both directions.
 *
 * The peer's object comes first and is what digests are taken of; ours adds the worktree's parent, the source of a
 * directory without a repository and the main checkout under "console".
 */
#include "core/record/binding_json.h"

#include <string.h>

#include "core/base/mem.h"
#include "core/record/harnery.h"
#include "core/record/store.h"
#include "core/record/workspace_request.h"

static void set_root(struct json *o, const char *key, const struct place *p)
{
	OWNED_MEM char *identity = str_format("%s_identity", key);

	json_set_string(o, key, p->path);
	json_set(o, identity, harnery_identity(&p->id));
}

struct json *binding_print_repository(const struct binding *b)
{
	struct json *o;
	OWNED_MEM char *ref = NULL;

	if (!b->common.path)
		return NULL;
	o = json_new_object();
	ref = str_format("refs/heads/%s", b->branch ? b->branch : "");
	json_set(o, "source_root", harnery_configured_place(&b->source));
	json_set(o, "common_dir", harnery_place(&b->common));
	json_set_string(o, "base_commit", b->base_commit);
	json_set_string(o, "target_commit", b->target_commit ? b->target_commit : b->base_commit);
	json_set_string(o, "target_ref", b->target_ref ? b->target_ref : "");
	json_set_string(o, "workspace_ref", b->branch ? ref : "");
	json_set_string(o, "workspace_branch", b->branch ? b->branch : "");
	return o;
}

static void set_repository(struct json *o, const struct binding *b)
{
	struct json *repository = binding_print_repository(b);

	if (!repository)
		return;
	json_set(repository, "gitdir", harnery_place(&b->gitdir));
	json_set_bool(repository, "branch_created_by_provider", b->branch_created);
	json_set(o, "repository", repository);
}

static void set_request(struct json *o, const struct run_record *r)
{
	OWNED(json) struct json *request = workspace_request_of(r);
	char hex[DIGEST_HEX_BYTES];

	if (!request)
		return;
	json_digest(request, hex);
	json_set(o, "writable_root", json_copy(json_get(request, "selected_writable_root")));
	json_set_int(o, "generation", 1);
	json_set_string(o, "request_sha256", hex);
}

struct json *binding_print(const struct binding *b, const struct run_record *r)
{
	struct json *o = harnery_object();

	json_set_string(o, "binding_id", b->binding_id);
	json_set_string(o, "workspace_id", b->workspace_id);
	json_set_string(o, "run_id", r->run_id);
	json_set(o, "owner", harnery_owner());
	json_set(o, "provider", harnery_provider());
	json_set_string(o, "isolation", b->isolated ? "worktree" : "shared");
	json_set_string(o, "network_access", HARNERY_NETWORK);
	set_root(o, "workspace_root", &b->workspace);
	set_root(o, "active_root", &b->active);
	if (b->common.path)
		json_set_string(o, "integration_root", b->source.path);
	if (b->isolated)
		set_request(o, r);
	set_repository(o, b);
	json_set_string(o, "recovery_token", b->recovery_token);
	json_set(o, "created_at", harnery_time(b->created_ms));
	return o;
}

struct json *binding_print_whole(const struct binding *b, const struct run_record *r)
{
	struct json *o = binding_print(b, r), *console = json_new_object();

	json_set(console, "parent", harnery_place(&b->parent));
	json_set(console, "source", harnery_place(&b->source));
	json_set_string(console, "main_root", b->main_root);
	json_set(o, "console", console);
	return o;
}

struct json *binding_print_places(const struct binding *b)
{
	struct json *o = json_new_object();

	json_set(o, "workspace", harnery_place(&b->workspace));
	json_set(o, "active", harnery_place(&b->active));
	json_set(o, "source", harnery_place(&b->source));
	json_set(o, "gitdir", harnery_place(&b->gitdir));
	json_set(o, "common", harnery_place(&b->common));
	json_set_string(o, "branch", b->branch);
	json_set_string(o, "base_commit", b->base_commit);
	return o;
}

static bool read_root(const struct json *value, const char *key, struct place *ret)
{
	OWNED_MEM char *identity = str_format("%s_identity", key);
	OWNED(json) struct json *both = json_new_object();

	json_set(both, "realpath", json_copy(json_get(value, key)));
	json_set(both, "identity", json_copy(json_get(value, identity)));
	return harnery_place_read(both, ret);
}

/* NULL for "": the peer's form has no absent ref. */
static void read_string(const struct json *o, const char *key, char **slot)
{
	const char *s = json_get_string(o, key);

	str_set(slot, s && *s ? s : NULL);
}

static void read_repository(const struct json *value, struct binding *b)
{
	const struct json *o = json_get(value, "repository");

	(void)harnery_place_read(json_get(o, "source_root"), &b->source);
	(void)harnery_place_read(json_get(o, "common_dir"), &b->common);
	(void)harnery_place_read(json_get(o, "gitdir"), &b->gitdir);
	read_string(o, "base_commit", &b->base_commit);
	read_string(o, "target_commit", &b->target_commit);
	read_string(o, "target_ref", &b->target_ref);
	read_string(o, "workspace_branch", &b->branch);
	b->branch_created = json_get_bool(o, "branch_created_by_provider", false);
}

static void read_console(const struct json *value, struct binding *b)
{
	const struct json *o = json_get(value, "console");

	(void)harnery_place_read(json_get(o, "parent"), &b->parent);
	if (!b->source.path)
		(void)harnery_place_read(json_get(o, "source"), &b->source);
	read_string(o, "main_root", &b->main_root);
}

/* A path or an id with a NUL in it would be taken for another one, which ends there. */
static bool holds_nul(const struct json *value)
{
	CLEARED(strlist) struct strlist keys = { 0 };
	size_t len = 0;
	const char *s = json_string(value, &len);

	if (s)
		return strlen(s) != len;
	json_keys(value, &keys);
	for (size_t i = 0; i < json_count(value); i++) {
		if (holds_nul(keys.count > 0 ? json_get(value, keys.items[i]) : json_at(value, i)))
			return true;
	}
	return false;
}

bool binding_parse(const struct json *value, struct binding **ret, struct error *err)
{
	OWNED(binding) struct binding *b = mem_new(1, sizeof *b);
	const char *isolation = json_get_string(value, "isolation");

	if (holds_nul(value))
		return error_set(
			err, REASON_RECORD_DAMAGED,
			"a binding holds a NUL in one of its texts, so no path in it is what it seems; look at the record's run.json");
	if (!isolation)
		return error_set(err, REASON_RECORD_DAMAGED, "a binding does not say its isolation; look at the record's run.json");
	if (!read_root(value, "workspace_root", &b->workspace) || !read_root(value, "active_root", &b->active))
		return error_set(
			err, REASON_RECORD_DAMAGED,
			"a binding does not name its workspace and active root with their identities; look at the record's run.json");
	b->isolated = strcmp(isolation, "shared") != 0;
	read_string(value, "binding_id", &b->binding_id);
	read_string(value, "workspace_id", &b->workspace_id);
	read_string(value, "recovery_token", &b->recovery_token);
	b->created_ms = harnery_time_read(value, "created_at");
	read_repository(value, b);
	read_console(value, b);
	*ret = b;
	b = NULL;
	return true;
}
