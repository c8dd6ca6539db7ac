/*
 * workspace_request — request.json, workspace-request.json and the ids that follow from them.
 *
 * The peer knows one writable root per workspace, which has to hold the source repository, its common directory and the
 * worktree; for us that is the deepest directory that holds all three.
 */
#include "core/record/workspace_request.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "core/host/file.h"
#include "core/host/ports.h"
#include "core/record/harnery.h"
#include "core/record/store.h"
#include "core/record/writers.h"

#define TOKEN_BYTES 32

struct json *workspace_request_of(const struct run_record *r)
{
	OWNED_MEM char *path = NULL;
	CLEARED(text) struct text bytes = { 0 };
	struct json *request;
	struct error err;

	if (r->workspace_request)
		return json_copy(r->workspace_request);
	if (!r->directory)
		return NULL;
	path = path_join(r->directory, RECORD_WORKSPACE_REQUEST_NAME);
	if (!file_read_path(path, WORKSPACE_REQUEST_BYTES_MAX, &bytes, &err))
		return NULL;
	return json_parse(text_c(&bytes), bytes.len, &request, &err) ? request : NULL;
}

bool request_freeze(int run_fd, const struct run_record *r, struct error *err)
{
	OWNED(json) struct json *request = request_print(&r->request);
	CLEARED(text) struct text bytes = { 0 };
	struct stat st;

	if (fstatat(run_fd, RECORD_REQUEST_NAME, &st, AT_SYMLINK_NOFOLLOW) == 0)
		return true;
	json_write(request, JSON_INDENTED, &bytes);
	text_add_byte(&bytes, '\n');
	return file_put_new(run_fd, RECORD_REQUEST_NAME, text_c(&bytes), bytes.len, err);
}

/* The file and not the record is what counts: the record may have been completed since it was frozen. */
bool request_script(int run_fd, const struct run_record *r, struct json **ret, struct error *err)
{
	OWNED_MEM char *path = path_join(r->directory, RECORD_REQUEST_NAME);
	CLEARED(text) struct text bytes = { 0 };
	char hex[DIGEST_HEX_BYTES];

	if (!file_read(run_fd, RECORD_REQUEST_NAME, FROZEN_REQUEST_BYTES_MAX, &bytes, err))
		return error_wrap(err, "the request of run %s is not frozen", r->run_id);
	digest_of(text_c(&bytes), bytes.len, hex);
	*ret = json_new_object();
	json_set_string(*ret, "path", path);
	json_set_string(*ret, "sha256", hex);
	return true;
}

/* Widens *holder to the deepest directory that holds both it and path. */
static void widen(char **holder, const char *path)
{
	while (!path_is_within(*holder, path)) {
		char *parent = path_parent(*holder);

		free(*holder);
		*holder = parent;
	}
}

/* JSON holds text: a path that is none would be written as another one, and a later release would look there. */
static bool can_be_recorded(const char *path, struct error *err)
{
	OWNED_MEM char *shown = sanitize_copy(path);

	if (!path || utf8_valid(path, strlen(path)))
		return true;
	return error_set(err, REASON_WORKSPACE_UNAVAILABLE,
			 "the path %s is not UTF-8, so no record could name the workspace; rename the directory", shown);
}

static bool writable_root(const struct layout *l, const char *parent, struct place *ret, struct error *err)
{
	struct stat st;

	if (!can_be_recorded(parent, err) || !can_be_recorded(l->picked.path, err) || !can_be_recorded(l->common.path, err))
		return false;
	ret->path = path_parent(parent);
	widen(&ret->path, l->top.path ? l->top.path : l->picked.path);
	if (l->common.path)
		widen(&ret->path, l->common.path);
	if (stat(ret->path, &st) != 0)
		return error_set_sys(err, REASON_WORKSPACE_UNAVAILABLE, "cannot look at %s, which holds the repository and the workspace",
				     ret->path);
	ret->id = (struct identity){ st.st_dev, st.st_ino };
	return true;
}

static struct json *request_build(const struct run_record *r, const struct layout *l, const struct place *root, struct json *taken_script)
{
	struct json *o = harnery_object(), *roots = json_new_array();
	char hex[DIGEST_HEX_BYTES];

	harnery_capability_digest(hex);
	json_add(roots, harnery_configured_place(root));
	json_set_string(o, "run_id", r->run_id);
	json_set(o, "owner", harnery_owner());
	json_set_string(o, "requested_cwd", l->picked.path);
	json_set_string(o, "requested_isolation", "worktree");
	json_set_string(o, "network_access", HARNERY_NETWORK);
	json_set(o, "script", taken_script);
	json_set(o, "policy_sha256", NULL);
	json_set(o, "allowed_paths", json_new_array());
	json_set(o, "writable_roots", roots);
	json_set(o, "selected_writable_root", harnery_configured_place(root));
	json_set_string(o, "provider_id", HARNERY_PROVIDER_ID);
	json_set_string(o, "capability_digest", hex);
	json_digest(o, hex);
	json_set_string(o, "idempotency_key", hex);
	return o;
}

static char *recovery_token(void)
{
	unsigned char bytes[TOKEN_BYTES];
	CLEARED(text) struct text hex = { 0 };

	if (!host_ports.random(host_ports.self, bytes, sizeof bytes))
		return NULL;
	for (size_t i = 0; i < sizeof bytes; i++)
		text_add_format(&hex, "%02x", bytes[i]);
	return text_take(&hex);
}

bool store_workspace_request(int run_fd, struct run_record *r, const struct layout *l, const char *parent, struct workspace_ids *ret,
			     struct error *err)
{
	struct place root = { 0 };
	OWNED_MEM char *token = recovery_token(), *root_path = NULL;
	OWNED(json) struct json *request = NULL;
	struct json *script = NULL;
	CLEARED(text) struct text bytes = { 0 };
	char sha256[DIGEST_HEX_BYTES], binding_id[HARNERY_ID_BYTES], workspace_id[HARNERY_ID_BYTES];
	bool ok = writable_root(l, parent, &root, err);

	root_path = root.path; /* freed with the scope */
	if (!ok)
		return false;
	if (!token)
		return error_set_sys(err, REASON_SYSTEM, "the kernel gave no random bytes for the workspace's token");
	if (!request_script(run_fd, r, &script, err))
		return false;
	request = request_build(r, l, &root, script);
	json_write(request, JSON_INDENTED, &bytes);
	text_add_byte(&bytes, '\n');
	if (!file_put_new(run_fd, RECORD_WORKSPACE_REQUEST_NAME, text_c(&bytes), bytes.len, err))
		return false;

	json_digest(request, sha256);
	harnery_binding_id(json_get_string(request, "idempotency_key"), binding_id);
	harnery_workspace_id(binding_id, sha256, workspace_id);
	*ret = (struct workspace_ids){ str_copy(binding_id), str_copy(workspace_id), token, str_copy(sha256) };
	token = NULL;
	json_drop(&r->workspace_request);
	r->workspace_request = request;
	request = NULL;
	return true;
}

void workspace_ids_clear(struct workspace_ids *ids)
{
	free(ids->binding_id);
	free(ids->workspace_id);
	free(ids->recovery_token);
	free(ids->request_sha256);
	*ids = (struct workspace_ids){ 0 };
}
