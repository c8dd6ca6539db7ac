/*
 * runs_order — see runs_order.h.
 */
#include "ui/screens/runs_order.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/mem.h"
#include "ui/words.h"

#define MS_PER_SECOND 1000u

const char *runs_sort_word(enum runs_sort s)
{
#define X(id, word) word,
	static const char *const words[] = { RUNS_SORTS(X) };
#undef X

	return words[s];
}

const char *runs_group_word(enum runs_group g)
{
#define X(id, word) word,
	static const char *const words[] = { RUNS_GROUPS(X) };
#undef X

	return words[g];
}

void runs_lines_clear(struct runs_lines *l)
{
	free(l->items);
	*l = (struct runs_lines){ 0 };
}

/* What a run is compared by: its group, its column, then its place in the list. */
struct entry { const struct run_row *row; const char *group; int64_t day; const char *column; uint64_t number; };

static const char *text_or_none(const char *s)
{
	return s ? s : "";
}

/* Runs that were launched for one thing carry its label: nothing else in a record joins runs. */
static const char *group_of(const struct run_row *r, enum runs_group group)
{
	if (group == RUNS_GROUP_REPOSITORY)
		return text_or_none(r->repository);
	return group == RUNS_GROUP_LABEL ? text_or_none(r->label) : "";
}

static const char *column_of(const struct run_row *r, enum runs_sort sort)
{
	switch (sort) {
	case RUNS_SORT_REPOSITORY: return text_or_none(r->repository);
	case RUNS_SORT_ADAPTER: return text_or_none(r->adapter);
	case RUNS_SORT_TOPOLOGY: return words_topology_cell(r);
	case RUNS_SORT_MODE: return words_mode_cell(r);
	case RUNS_SORT_GRANT: return words_grant_cell(r);
	case RUNS_SORT_OUTCOME: return outcome_word(r->outcome);
	default: return "";
	}
}

/* Days of the local calendar; rows come in order of time, so that the calendar is asked once a day. */
struct day { int64_t number; uint64_t from_ms, to_ms; };

static int64_t day_of(struct day *d, uint64_t then_ms)
{
	time_t seconds = (time_t)(then_ms / MS_PER_SECOND);
	struct tm local;

	if (then_ms >= d->from_ms && then_ms < d->to_ms)
		return d->number;
	if (then_ms == 0 || !localtime_r(&seconds, &local))
		return 0;
	d->number = (int64_t)local.tm_year * 400 + local.tm_yday + 1;
	local.tm_sec = local.tm_min = local.tm_hour = 0;
	local.tm_isdst = -1;
	d->from_ms = (uint64_t)mktime(&local) * MS_PER_SECOND;
	local.tm_mday++;
	local.tm_isdst = -1;
	d->to_ms = (uint64_t)mktime(&local) * MS_PER_SECOND;
	return d->number;
}

static int compare_text(const char *a, const char *b)
{
	return a == b ? 0 : strcmp(a, b);
}

static int in_order(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int order = x->day != y->day ? (x->day < y->day ? 1 : -1) : compare_text(x->group, y->group);

	order = order ? order : compare_text(x->column, y->column);
	if (!order && x->number != y->number)
		order = x->number < y->number ? 1 : -1;
	return order ? order : (x->row > y->row) - (x->row < y->row);
}

static void add_line(struct runs_lines *l, struct runs_line line)
{
	l->items[l->count++] = line;
}

static void take_as_they_are(const struct run_list *list, const struct run_filter *filter, struct runs_lines *l)
{
	for (size_t i = 0; i < list->count; i++)
		if (!filter || run_filter_passes(filter, &list->rows[i]))
			add_line(l, (struct runs_line){ .row = &list->rows[i] });
}

static struct entry *entries_of(const struct runs_lines *l, enum runs_sort sort, enum runs_group group)
{
	struct entry *entries = mem_new(l->count + 1, sizeof *entries);
	struct day day = { 0 };

	for (size_t i = 0; i < l->count; i++) {
		const struct run_row *row = l->items[i].row;

		entries[i] = (struct entry){
			.row = row,
			.group = group_of(row, group),
			.day = group == RUNS_GROUP_DAY ? day_of(&day, row->started_ms) : 0,
			.column = column_of(row, sort),
			.number = sort == RUNS_SORT_ALERTS ? row->alerts + (row->damage != NULL) : 0,
		};
	}
	return entries;
}

static bool same_group(const struct entry *a, const struct entry *b)
{
	return a->day == b->day && compare_text(a->group, b->group) == 0;
}

static void put_back(const struct entry *entries, size_t count, bool grouped, struct runs_lines *l)
{
	struct runs_line *heading = NULL;

	l->count = 0;
	for (size_t i = 0; i < count; i++) {
		if (grouped && (i == 0 || !same_group(&entries[i - 1], &entries[i]))) {
			heading = &l->items[l->count];
			add_line(l, (struct runs_line){ .row = entries[i].row });
		}
		if (heading)
			heading->heading++;
		add_line(l, (struct runs_line){ .row = entries[i].row });
	}
}

void runs_arrange(const struct run_list *list, const struct run_filter *filter, enum runs_sort sort, enum runs_group group,
		  struct runs_lines *l)
{
	const size_t most = list->count * (group == RUNS_GROUP_NONE ? 1 : 2) + 1;
	OWNED_MEM struct entry *entries = NULL;

	l->items = mem_grow(l->items, most, sizeof *l->items);
	l->count = 0;
	take_as_they_are(list, filter, l);
	l->runs = l->count;
	if (sort == RUNS_SORT_WHEN && group == RUNS_GROUP_NONE)
		return;
	entries = entries_of(l, sort, group);
	qsort(entries, l->runs, sizeof *entries, in_order);
	put_back(entries, l->runs, group != RUNS_GROUP_NONE, l);
}
