/*
 * browse — the lists: all runs of this machine's ledger, and all runs under one .harnery directory.
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
#include "core/record/ledger_scan.h"
#include "core/record/store.h"

#define ROOM_FIRST 64
#define ID_TIME_CHARS 24 /* "2026-11-30T18:18:45.046Z" */

/* A list with its room, so that 100,000 rows are not moved 100,000 times. */
struct growing {
	struct run_list list;
	size_t room;
};

static void add_row(struct growing *g, struct run_row row)
{
	if (g->list.count == g->room) {
		g->room = g->room ? g->room * 2 : ROOM_FIRST;
		g->list.rows = mem_grow(g->list.rows, g->room, sizeof *g->list.rows);
	}
	g->list.rows[g->list.count++] = row;
}

void run_list_clear(struct run_list *l)
{
	for (size_t i = 0; i < l->count; i++)
		run_row_clear(&l->rows[i]);
	free(l->rows);
	free(l->ledger_note);
	row_text_drop(&l->texts);
	*l = (struct run_list){ 0 };
}

static void reverse(struct run_row *rows, size_t count)
{
	for (size_t i = 0; i < count / 2; i++) {
		struct run_row row = rows[i];

		rows[i] = rows[count - 1 - i];
		rows[count - 1 - i] = row;
	}
}

static void note_damage(struct growing *g, uint64_t number, bool ended)
{
	if (g->list.damaged_lines++ == 0)
		g->list.ledger_note = str_format("line %llu of the ledger %s; bulkhead verify says what it implies",
						 (unsigned long long)number, ended ? "is not a record" : "ends in the middle");
}

/* A line in another form than ours is read as JSON; it then has to hold by itself. */
static bool parse_line(const struct ledger_line *line, struct run_row *ret)
{
	OWNED(json) struct json *value = ledger_parse(line);

	if (value)
		ledger_row(value, ret);
	return value != NULL;
}

static bool add_ledger(const char *state, struct growing *g, struct error *err)
{
	OWNED(ledger_reader) struct ledger_reader *l = NULL;
	struct ledger_scanner scanner = { 0 };
	struct ledger_line line;

	if (!ledger_open(state, &l, err))
		return false;
	g->list.texts = row_text_new();
	while (l && ledger_next(l, &line)) {
		struct run_row row;

		if (ledger_scan(&scanner, &line, g->list.texts, &row) || parse_line(&line, &row))
			add_row(g, row);
		else
			note_damage(g, line.number, line.ended);
	}
	return true;
}

static bool has_run(const struct run_list *l, const char *run_id)
{
	for (size_t i = l->count; i > 0; i--) {
		if (strcmp(l->rows[i - 1].run_id, run_id) == 0)
			return true;
	}
	return false;
}

/* Run ids begin with the time, so that order by id is order by age; live entries come sorted by it. */
static bool add_live(const char *state, struct growing *g, struct error *err)
{
	struct live_entry *live;
	size_t count, ledger_rows = g->list.count;

	if (!store_live_list(state, &live, &count, err))
		return false;
	for (size_t i = 0; i < count; i++) {
		struct run_list sealed = { .rows = g->list.rows, .count = ledger_rows };
		struct run_row row;

		if (has_run(&sealed, live[i].run_id))
			continue; /* sealed; its entry is about to go */
		browse_row_live(live[i].run_id, live[i].owned, live[i].entry, &row);
		add_row(g, row);
	}
	store_live_free(live, count);
	return true;
}

/* When a run started, by its id where its record does not say: wf-2026-11-30T18-18-45-046Z-… */
static uint64_t started_by_id(const char *run_id)
{
	OWNED_MEM char *text = strncmp(run_id, "wf-", 3) == 0 ? str_copy_n(run_id + 3, strnlen(run_id + 3, ID_TIME_CHARS)) : NULL;
	uint64_t at_ms = 0;

	if (!text || strlen(text) != ID_TIME_CHARS)
		return 0;
	text[13] = text[16] = ':';
	text[19] = '.';
	return time_read(text, &at_ms) ? at_ms : 0;
}

struct age { uint64_t started_ms; size_t at; };

static int younger_first(const void *a, const void *b)
{
	const struct age *x = a, *y = b;

	if (x->started_ms != y->started_ms)
		return x->started_ms < y->started_ms ? 1 : -1;
	return x->at < y->at ? -1 : x->at > y->at;
}

/* The ledger is in the order in which runs were sealed, which is nearly the one in which they started: ages are sorted,
   and rows are moved only when that changed anything. */
static void sort_by_start(struct growing *g)
{
	const size_t count = g->list.count;
	OWNED_MEM struct age *ages = mem_new(count + 1, sizeof *ages);
	struct run_row *rows;
	bool sorted = true;

	for (size_t i = 0; i < count; i++) {
		const struct run_row *row = &g->list.rows[i];

		ages[i] = (struct age){ row->started_ms ? row->started_ms : started_by_id(row->run_id), i };
		sorted = sorted && (i == 0 || ages[i - 1].started_ms >= ages[i].started_ms);
	}
	if (sorted)
		return;
	qsort(ages, count, sizeof *ages, younger_first);
	rows = mem_new(count, sizeof *rows);
	for (size_t i = 0; i < count; i++)
		rows[i] = g->list.rows[ages[i].at];
	free(g->list.rows);
	g->list.rows = rows;
}

bool browse_runs(const char *state, struct run_list *ret, struct error *err)
{
	struct growing g = { 0 };

	if (!add_ledger(state, &g, err) || !add_live(state, &g, err)) {
		run_list_clear(&g.list);
		return false;
	}
	reverse(g.list.rows, g.list.count);
	sort_by_start(&g);
	*ret = g.list;
	return true;
}

static int newest_first(const void *a, const void *b)
{
	const struct run_row *x = a, *y = b;

	if (x->started_ms != y->started_ms)
		return x->started_ms < y->started_ms ? 1 : -1;
	return strcmp(y->run_id, x->run_id);
}

static void add_directory(const char *workflows, const char *name, struct growing *g)
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
	add_row(g, row);
}

bool browse_directory(const char *harnery, struct run_list *ret, struct error *err)
{
	OWNED_MEM char *workflows = path_join(harnery, "workflows");
	struct growing g = { 0 };
	DIR *stream = opendir(workflows);

	if (!stream && errno != ENOENT)
		return error_set_sys(err, REASON_SYSTEM, "cannot list %s", workflows);
	for (struct dirent *d = stream ? readdir(stream) : NULL; d; d = readdir(stream))
		add_directory(workflows, d->d_name, &g);
	if (stream)
		(void)closedir(stream);
	if (g.list.count > 0)
		qsort(g.list.rows, g.list.count, sizeof *g.list.rows, newest_first);
	*ret = g.list;
	return true;
}

/* Exact match wins; else exactly one run whose id begins with it. */
bool browse_find(const char *state, const char *run_id, char **ret_directory, struct error *err)
{
	CLEARED(run_list) struct run_list list = { 0 };
	const struct run_row *found = NULL;
	size_t matches = 0;

	if (!browse_runs(state, &list, err))
		return false;
	for (size_t i = 0; i < list.count; i++) {
		const struct run_row *row = &list.rows[i];
		bool exact = strcmp(row->run_id, run_id) == 0;

		if (!exact && (!*run_id || strncmp(row->run_id, run_id, strlen(run_id)) != 0))
			continue;
		found = row;
		matches = exact ? 1 : matches + 1;
		if (exact)
			break;
	}
	if (matches > 1)
		return error_set(err, REASON_NOT_FOUND, "%zu runs begin with %s; give more of the id", matches, run_id);
	if (!found || !found->directory)
		return error_set(err, REASON_NOT_FOUND, "no run %s is recorded; bulkhead runs lists them", run_id);
	*ret_directory = str_copy(found->directory);
	return true;
}
