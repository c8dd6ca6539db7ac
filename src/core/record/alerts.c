#include "core/record/alerts.h"

#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/digest.h"
#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/host/ports.h"
#include "core/record/harnery.h"
#include "core/record/index.h"

#define ACKNOWLEDGED_DIRECTORY "acknowledged"
#define TAINTED_DIRECTORY "tainted"

static const struct json *audit_of(const struct run_view *v)
{
	return json_get(json_get(v->proof, "console"), "grant_audit");
}

/* Records of before there were kinds list every administrative file that changed. */
void alerts_list(const struct run_view *v, struct strlist *ret)
{
	const struct json *alerts = json_get(json_get(v->proof, "console"), "alerts"), *admin = json_get(audit_of(v), "admin");

	for (size_t i = 0; json_kind(alerts) == JSON_ARRAY && i < json_count(alerts); i++) {
		const struct json *o = json_at(alerts, i);
		const char *kind = json_get_string(o, "kind"), *path = json_get_string(o, "path"), *what = json_get_string(o, "what");

		strlist_add_format(ret, "%s  %s %s", kind ? kind : "unknown", path ? path : "?", what ? what : "");
	}
	for (size_t i = 0; json_kind(alerts) != JSON_ARRAY && json_kind(admin) == JSON_ARRAY && i < json_count(admin); i++)
		if (json_string(json_at(admin, i), NULL))
			strlist_add(ret, json_string(json_at(admin, i), NULL));
}

static struct json *who(void)
{
	const struct passwd *me = getpwuid(getuid());
	OWNED_MEM char *by_number = str_format("uid %llu", (unsigned long long)getuid());

	return json_new_string(me && me->pw_name ? me->pw_name : by_number);
}

static bool check(const struct run_view *v, char ret_hex[DIGEST_HEX_BYTES], struct error *err)
{
	if (v->proof_text)
		digest_of(v->proof_text, v->proof_bytes, ret_hex);
	if (v->row.alerts == 0 && (!v->row.proof_sha256 || strcmp(v->row.proof_sha256, ret_hex) == 0))
		return error_set(err, REASON_NOT_FOUND, "run %s has no alert, so there is nothing to acknowledge", v->row.run_id);
	if (!v->proof_text || (v->row.proof_sha256 && strcmp(v->row.proof_sha256, ret_hex) != 0))
		return error_set(
			err, REASON_RECORD_DAMAGED,
			"the proof of run %s is not what was sealed, so its alerts may not be all of them; bulkhead verify says what "
			"is implied",
			v->row.run_id);
	return true;
}

static bool put(int dir, const struct run_view *v, const char *proof_sha256, struct error *err)
{
	OWNED(json) struct json *o = harnery_object();
	OWNED_MEM char *name = str_format("%s.json", v->row.run_id);
	CLEARED(text) struct text bytes = { 0 };

	json_set_string(o, "run_id", v->row.run_id);
	json_set(o, "at", harnery_time(host_ports.wall_ms(host_ports.self)));
	json_set_int(o, "alerts", (int64_t)v->row.alerts);
	json_set_string(o, "proof_sha256", proof_sha256);
	json_set(o, "by", who());
	json_write(o, JSON_CANONICAL, &bytes);
	text_add_byte(&bytes, '\n');
	return file_replace(dir, name, text_c(&bytes), bytes.len, err);
}

static bool untaint(const char *state, const char *run_id, struct error *err)
{
	OWNED_FD int dir = -1;

	return index_open(state, TAINTED_DIRECTORY, false, &dir, err) && (dir < 0 || index_remove(dir, run_id, err));
}

bool alerts_acknowledge(const char *state, struct run_view *v, struct error *err)
{
	OWNED_FD int dir = -1;
	CLEARED(strlist) struct strlist before = { 0 };
	char hex[DIGEST_HEX_BYTES] = "";

	if (!check(v, hex, err) || !index_open(state, ACKNOWLEDGED_DIRECTORY, true, &dir, err))
		return false;
	alerts_acknowledged(state, &before);
	if (!alerts_is_acknowledged(&before, v->row.run_id) && !put(dir, v, hex, err))
		return false;
	v->row.acknowledged = true;
	return untaint(state, v->row.run_id, err);
}

/* A file that says nothing is nobody's word. */
static bool is_word_of(int dir, const char *run_id)
{
	OWNED(json) struct json *entry = NULL;
	struct error ignored = { 0 };
	const char *said = index_get(dir, run_id, &entry, &ignored) ? json_get_string(entry, "run_id") : NULL;

	return said && strcmp(said, run_id) == 0 && json_get_string(entry, "at");
}

void alerts_way_on(const char *state, const char *run_id, struct error *err)
{
	OWNED_FD int dir = -1;
	OWNED_MEM char *path = str_format("%s/" TAINTED_DIRECTORY "/%s.json", state, run_id), *before = str_copy(err->text);
	struct strlist names = { 0 };
	struct error ignored = { 0 };

	if (!index_open(state, TAINTED_DIRECTORY, false, &dir, &ignored) || !index_names(dir, &names, &ignored) ||
	    !strlist_has(&names, run_id)) {
		strlist_clear(&names);
		return;
	}
	strlist_clear(&names);
	(void)error_set(err, err->reason,
			"%s; its alerts cannot be listed, so look at hooks, configuration and attributes of its repository yourself, then "
			"remove %s so that git is run there again",
			before, path);
}

void alerts_acknowledged(const char *state, struct strlist *ret)
{
	OWNED_FD int dir = -1;
	CLEARED(strlist) struct strlist names = { 0 };
	struct error ignored = { 0 };

	if (!index_open(state, ACKNOWLEDGED_DIRECTORY, false, &dir, &ignored) || !index_names(dir, &names, &ignored))
		return;
	for (size_t i = 0; i < names.count; i++)
		if (is_word_of(dir, names.items[i]))
			strlist_add(ret, names.items[i]);
}

static int by_text(const void *key, const void *item)
{
	return strcmp(key, *(char *const *)item);
}

bool alerts_is_acknowledged(const struct strlist *sorted, const char *run_id)
{
	return sorted->count > 0 && run_id && bsearch(run_id, sorted->items, sorted->count, sizeof *sorted->items, by_text);
}

bool alerts_taint(const char *state, const struct run_record *r, struct error *err)
{
	OWNED_FD int dir = -1;
	OWNED(json) struct json *o = NULL;
	struct json *common;

	if (r->audit.alerts.count == 0 || !r->binding || !r->binding->common.path || r->verdict.projection.git_write == GIT_WRITE_NONE)
		return true;
	o = harnery_object();
	common = json_new_object();
	json_set_string(common, "path", r->binding->common.path);
	json_set_int(common, "device", (int64_t)r->binding->common.id.device);
	json_set_int(common, "inode", (int64_t)r->binding->common.id.inode);
	json_set_string(o, "run_id", r->run_id);
	json_set(o, "common", common);
	return index_open(state, TAINTED_DIRECTORY, true, &dir, err) && index_put(dir, r->run_id, o, err);
}

/* By either: a repository that was moved is the same, and one that was put in its place may be too. What lies within was
   within reach of the same grant: the repositories of its submodules. */
static bool is_about(const struct json *entry, const struct place *common)
{
	const struct json *o = json_get(entry, "common");
	const char *path = json_get_string(o, "path");
	int64_t device = -1, inode = -1;

	(void)json_get_int(o, "device", &device);
	(void)json_get_int(o, "inode", &inode);
	return (path && path_is_within(path, common->path)) || (device == (int64_t)common->id.device && inode == (int64_t)common->id.inode);
}

char *alerts_tainted_by(const char *state, const struct place *common)
{
	OWNED_FD int dir = -1;
	CLEARED(strlist) struct strlist names = { 0 };
	struct error ignored = { 0 };

	if (!common->path || !index_open(state, TAINTED_DIRECTORY, false, &dir, &ignored) || !index_names(dir, &names, &ignored))
		return NULL;
	for (size_t i = 0; i < names.count; i++) {
		OWNED(json) struct json *entry = NULL;

		if (!index_get(dir, names.items[i], &entry, &ignored) || is_about(entry, common))
			return str_copy(names.items[i]); /* an entry that cannot be read is about every repository */
	}
	return NULL;
}

bool alerts_taint_readable(const char *state, const char *run_id)
{
	OWNED_FD int dir = -1;
	OWNED(json) struct json *entry = NULL;
	struct error ignored = { 0 };

	return index_open(state, TAINTED_DIRECTORY, false, &dir, &ignored) && index_get(dir, run_id, &entry, &ignored);
}
