/*
 * browse — the runs under one .harnery directory, and one run by its id.
 */
#include "core/record/browse.h"

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
#include "core/record/browse_row.h"
#include "core/record/ledger.h"
#include "core/record/store.h"

static int newest_first(const void *a, const void *b)
{
	const struct run_row *x = a, *y = b;

	if (x->started_ms != y->started_ms)
		return x->started_ms < y->started_ms ? 1 : -1;
	return strcmp(y->run_id, x->run_id);
}

static void add_directory(const char *workflows, const char *name, struct run_list *list)
{
	OWNED_MEM char *directory = path_join(workflows, name);
	struct run_view view;
	struct stat st;
	struct error err;
	struct run_row row = { 0 };

	if (name[0] == '.' || lstat(directory, &st) != 0 || !S_ISDIR(st.st_mode))
		return;
	if (browse_open(directory, &view, &err)) {
		row = view.row;
		view.row = (struct run_row){ 0 };
		run_view_clear(&view);
	} else {
		row.run_id = str_copy(name);
		row.directory = str_copy(directory);
		row.outcome = OUTCOME_LOST;
		row.damage = str_copy(err.text);
	}
	browse_row_add(list, &row);
}

bool browse_directory(const char *harnery, struct run_list *ret, struct error *err)
{
	OWNED_MEM char *workflows = path_join(harnery, "workflows");
	struct run_list list = { 0 };
	DIR *stream = opendir(workflows);

	if (!stream && errno != ENOENT)
		return error_set_sys(err, REASON_SYSTEM, "cannot list %s", workflows);
	for (struct dirent *d = stream ? readdir(stream) : NULL; d; d = readdir(stream))
		add_directory(workflows, d->d_name, &list);
	if (stream)
		(void)closedir(stream);
	if (list.count > 0)
		qsort(list.rows, list.count, sizeof *list.rows, newest_first);
	*ret = list;
	return true;
}

static char *directory_of(const struct run_row *rows, size_t count, const char *run_id)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i].run_id, run_id) == 0)
			return str_copy(rows[i].directory);
	return NULL;
}

/* A whole id, from the newest line back to its own. NULL: there is no such run, or it does not say where it lies. */
static bool find_whole(const char *state, const char *run_id, char **ret, struct error *err)
{
	CLEARED(run_list) struct run_list list = { 0 };
	OWNED(ledger_back) struct ledger_back *back = NULL;
	OWNED_MEM char *mark = str_format("\"run_id\":\"%s\"", run_id);
	struct ledger_line line;

	*ret = NULL;
	if (!browse_newest(state, 0, &list, err) || !ledger_back_open(state, &back, err))
		return false;
	*ret = directory_of(list.rows, list.count, run_id);
	while (!*ret && back && ledger_back_next(back, &line)) {
		OWNED(json) struct json *value = memmem(line.bytes, line.len, mark, strlen(mark)) ? ledger_parse(&line) : NULL;

		if (value)
			*ret = str_copy(json_get_string(value, "directory"));
	}
	return true;
}

/* By its beginning, if exactly one run's id has it. */
static bool find_prefix(const char *state, const char *prefix, char **ret, struct error *err)
{
	CLEARED(run_list) struct run_list list = { 0 };
	const struct run_row *found = NULL;
	size_t matches = 0;

	if (!browse_runs(state, &list, err))
		return false;
	for (size_t i = 0; i < list.count; i++) {
		if (!*prefix || strncmp(list.rows[i].run_id, prefix, strlen(prefix)) != 0)
			continue;
		found = &list.rows[i];
		matches++;
	}
	if (matches > 1)
		return error_set(err, REASON_NOT_FOUND, "%zu runs begin with %s; give more of the id; bulkhead runs lists them", matches,
				 prefix);
	*ret = found ? str_copy(found->directory) : NULL;
	return true;
}

bool browse_find(const char *state, const char *run_id, char **ret_directory, struct error *err)
{
	char *found = NULL;

	if (run_id_valid(run_id) && !find_whole(state, run_id, &found, err))
		return false;
	if (!found && !find_prefix(state, run_id, &found, err))
		return false;
	if (!found && store_live_is_damaged(state, run_id))
		return error_set(err, REASON_RECORD_DAMAGED,
				 "the entry of run %s is damaged and its supervisor is gone, so the run cannot be sealed; what it recorded "
				 "lies in .harnery/workflows of its repository; remove %s/live/%s.json to list the run no more",
				 run_id, state, run_id);
	if (!found)
		return error_set(err, REASON_NOT_FOUND, "no run %s is recorded; bulkhead runs lists them, and their ids begin with wf-",
				 run_id);
	*ret_directory = found;
	return true;
}
