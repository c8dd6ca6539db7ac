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
#include "core/judge/value.h"
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

static bool is_directory(const char *path, const char *name)
{
	OWNED_MEM char *inner = path_join(path, name);
	struct stat st;

	return stat(inner, &st) == 0 && S_ISDIR(st.st_mode);
}

char *browse_records_of(const char *place)
{
	OWNED_MEM char *real = real_path(place);

	if (real && is_directory(real, ".harnery"))
		return path_join(real, ".harnery");
	return real && is_directory(real, "workflows") ? str_copy(real) : NULL;
}

bool browse_is_record(const char *directory)
{
	static const char *const files[] = { "proof.json", "run.json", "transcript.jsonl" };
	OWNED_MEM char *parent = path_parent(directory);
	struct stat st;

	for (size_t i = 0; i < COUNT_OF(files) && strcmp(path_base(parent), "workflows") == 0; i++) {
		OWNED_MEM char *file = path_join(directory, files[i]);

		if (lstat(file, &st) == 0)
			return true;
	}
	return false;
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

#define NAMED_MOST 3

/* The newest few of the rows that match, and how many do. */
struct matches { const struct run_row *newest[NAMED_MOST]; size_t count; };

static void match(struct matches *m, const struct run_row *row)
{
	if (m->count < NAMED_MOST)
		m->newest[m->count] = row;
	m->count++;
}

static bool refuse_many(const struct matches *m, const char *how, const char *word, struct error *err)
{
	OWNED_MEM char *shown = value_shown(word);
	CLEARED(text) struct text ids = { 0 };

	for (size_t i = 0; i < m->count && i < NAMED_MOST; i++)
		text_add_format(&ids, "%s%s", i > 0 ? ", " : "", m->newest[i]->run_id);
	return error_set(err, REASON_NOT_FOUND, "%zu runs %s %s, the newest %s; give an id or more of it; bulkhead runs lists them",
			 m->count, how, shown, text_c(&ids));
}

/* By the beginning of its id or by its label, if exactly one run has it; what is the beginning of an id is no label. */
static bool find_other(const char *state, const char *word, char **ret, struct error *err)
{
	CLEARED(run_list) struct run_list list = { 0 };
	struct matches ids = { 0 }, labels = { 0 };

	if (!*word)
		return true;
	if (!browse_runs(state, &list, err))
		return false;
	for (size_t i = 0; i < list.count; i++) {
		const struct run_row *row = &list.rows[i];

		if (strncmp(row->run_id, word, strlen(word)) == 0)
			match(&ids, row);
		else if (row->label && strcmp(row->label, word) == 0)
			match(&labels, row);
	}
	if (ids.count > 1)
		return refuse_many(&ids, "begin with", word, err);
	if (ids.count == 0 && labels.count > 1)
		return refuse_many(&labels, "bear the label", word, err);
	if (ids.count + labels.count > 0)
		*ret = str_copy((ids.count > 0 ? ids : labels).newest[0]->directory);
	return true;
}

bool browse_find(const char *state, const char *word, char **ret_directory, struct error *err)
{
	OWNED_MEM char *shown = value_shown(word);
	char *found = NULL;

	if (run_id_valid(word) && !find_whole(state, word, &found, err))
		return false;
	if (!found && !find_other(state, word, &found, err))
		return false;
	if (!found && run_id_valid(word) && store_live_is_damaged(state, word))
		return error_set(err, REASON_RECORD_DAMAGED,
				 "the entry of run %s is damaged and its supervisor is gone, so the run cannot be sealed; what it recorded "
				 "lies in .harnery/workflows of its repository; remove %s/live/%s.json to list the run no more",
				 word, state, word);
	if (!found)
		return error_set(
			err, REASON_NOT_FOUND,
			"no run %s is recorded, and none bears it as its label; bulkhead runs lists them, and their ids begin with wf-",
			shown);
	*ret_directory = found;
	return true;
}
