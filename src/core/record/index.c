/*
 * index — entries of the live and the workspace index.
 */
#include "core/record/index.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/host/ports.h"

#define ENTRY_SUFFIX ".json"

bool index_open(const char *state, const char *name, bool make, int *ret_dir, struct error *err)
{
	OWNED_MEM char *path = path_join(state, name);
	struct stat st;

	if (!make && stat(path, &st) != 0 && errno == ENOENT)
		return true;
	return make ? dir_make(path, ret_dir, err) : dir_open(path, ret_dir, err);
}

static char *entry_name(const char *run_id)
{
	return str_format("%s" ENTRY_SUFFIX, run_id);
}

bool index_put(int dir, const char *run_id, const struct json *entry, struct error *err)
{
	OWNED_MEM char *name = entry_name(run_id);
	CLEARED(text) struct text bytes = { 0 };

	if (!run_id_valid(run_id))
		return error_set(err, REASON_RECORD_NOT_SAVED, "a run's id may hold letters, digits, dots, dashes and underscores only");
	json_write(entry, JSON_INDENTED, &bytes);
	text_add_byte(&bytes, '\n');
	return file_replace(dir, name, text_c(&bytes), bytes.len, err);
}

bool index_get(int dir, const char *run_id, struct json **ret, struct error *err)
{
	OWNED_MEM char *name = entry_name(run_id);
	CLEARED(text) struct text bytes = { 0 };
	struct stat st;

	if (dir < 0 || !run_id_valid(run_id) || fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return error_set(err, REASON_NOT_FOUND, "no entry of a run %s", run_id);
	if (!file_read(dir, name, INDEX_ENTRY_BYTES_MAX, &bytes, err))
		return false;
	return json_parse(text_c(&bytes), bytes.len, ret, err) || error_wrap(err, "%s", name);
}

bool index_remove(int dir, const char *run_id, struct error *err)
{
	OWNED_MEM char *name = entry_name(run_id);

	if (dir < 0)
		return true;
	if (unlinkat(dir, name, 0) != 0 && errno != ENOENT)
		return error_set_sys(err, REASON_RECORD_NOT_SAVED, "cannot remove the entry of run %s", run_id);
	return fsync(dir) == 0 || error_set_sys(err, REASON_RECORD_NOT_SAVED, "cannot save the removal of the entry of run %s", run_id);
}

static void add_name(struct strlist *to, const char *file)
{
	size_t len = strlen(file), suffix = strlen(ENTRY_SUFFIX);
	OWNED_MEM char *run_id = NULL;

	if (len <= suffix || strcmp(file + len - suffix, ENTRY_SUFFIX) != 0)
		return;
	run_id = str_copy_n(file, len - suffix);
	if (run_id_valid(run_id))
		strlist_add(to, run_id);
}

bool index_names(int dir, struct strlist *ret, struct error *err)
{
	int again = dir < 0 ? -1 : openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *stream = again < 0 ? NULL : fdopendir(again);

	if (dir < 0)
		return true;
	if (!stream) {
		owned_fd_close(&again);
		return error_set_sys(err, REASON_SYSTEM, "cannot list an index of runs");
	}
	for (struct dirent *d = readdir(stream); d; d = readdir(stream))
		add_name(ret, d->d_name);
	(void)closedir(stream);
	strlist_sort(ret);
	return true;
}

struct json *index_print_repository(const struct repository_state *s)
{
	struct json *o = json_new_object();

	json_set_string(o, "cwd", s->cwd);
	json_set_string(o, "root", s->root);
	json_set_string(o, "branch", s->branch);
	json_set_string(o, "head", s->head);
	json_set(o, "dirty", s->dirty_known ? json_from_strlist(&s->dirty) : NULL);
	json_set_bool(o, "dirty_truncated", s->dirty_truncated);
	return o;
}

void index_read_repository(const struct json *value, struct repository_state *ret)
{
	const struct json *dirty = json_get(value, "dirty");

	ret->known = json_kind(value) == JSON_OBJECT;
	str_set(&ret->cwd, json_get_string(value, "cwd"));
	str_set(&ret->root, json_get_string(value, "root"));
	str_set(&ret->branch, json_get_string(value, "branch"));
	str_set(&ret->head, json_get_string(value, "head"));
	ret->dirty_known = json_kind(dirty) == JSON_ARRAY;
	ret->dirty_truncated = json_get_bool(value, "dirty_truncated", false);
	for (size_t i = 0; ret->dirty_known && i < json_count(dirty); i++) {
		if (json_string(json_at(dirty, i), NULL))
			strlist_add(&ret->dirty, json_string(json_at(dirty, i), NULL));
	}
}
