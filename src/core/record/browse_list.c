/*
 * browse_list — the rows of a list: added, in the order of their starts, joined with newer ones.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/ports.h"
#include "core/record/alerts.h"
#include "core/record/browse_row.h"
#include "core/record/prune.h"
#include "core/record/row_text.h"

#define ROOM_FIRST 64
#define ID_TIME_CHARS 24 /* "2026-11-30T18:18:45.046Z" */

struct run_row *browse_row_next(struct run_list *l)
{
	const size_t bytes = l->count * sizeof *l->rows;

	if (l->room.bytes < bytes + sizeof *l->rows) {
		room_grow(&l->room, bytes > 0 ? 2 * bytes : ROOM_FIRST * sizeof *l->rows);
		l->rows = l->room.at;
	}
	return &l->rows[l->count];
}

void browse_row_add(struct run_list *l, const struct run_row *row)
{
	*browse_row_next(l) = *row;
	l->count++;
}

void run_list_clear(struct run_list *l)
{
	for (size_t i = 0; i < l->count; i++)
		run_row_clear(&l->rows[i]);
	room_clear(&l->room);
	free(l->ledger_note);
	row_text_drop(&l->texts);
	*l = (struct run_list){ 0 };
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

static uint64_t started_ms(const struct run_row *row)
{
	return row->started_ms ? row->started_ms : started_by_id(row->run_id);
}

struct age { uint64_t started_ms; uint32_t at; };

static int younger_first(const void *a, const void *b)
{
	const struct age *x = a, *y = b;

	if (x->started_ms != y->started_ms)
		return x->started_ms < y->started_ms ? 1 : -1;
	return x->at < y->at ? -1 : x->at > y->at;
}

/* Row by row to where it belongs, round after round, with one row beside the list: there is no second list. */
static void put_in_order(struct run_row *rows, struct age *ages, size_t count)
{
	for (size_t begin = 0; begin < count; begin++) {
		struct run_row first = rows[begin];
		size_t to = begin, from = ages[begin].at;

		for (; from != begin; to = from, from = ages[to].at) {
			rows[to] = rows[from];
			ages[to].at = (uint32_t)to;
		}
		if (to != begin)
			rows[to] = first;
		ages[to].at = (uint32_t)to;
	}
}

/* The ledger is in the order in which runs were sealed, which is nearly the one in which they started: ages are sorted,
   and rows are moved only when that changed anything. */
void browse_list_sort(struct run_list *l)
{
	OWNED_MEM struct age *ages = mem_new(l->count + 1, sizeof *ages);
	bool sorted = true;

	for (size_t i = 0; i < l->count; i++) {
		ages[i] = (struct age){ started_ms(&l->rows[i]), (uint32_t)i };
		sorted = sorted && (i == 0 || ages[i - 1].started_ms >= ages[i].started_ms);
	}
	if (sorted)
		return;
	qsort(ages, l->count, sizeof *ages, younger_first);
	put_in_order(l->rows, ages, l->count);
}

void browse_list_merge(struct run_list *to, struct run_list *from)
{
	const size_t count = to->count, gained = from->count;
	size_t old = gained, young = 0;

	if (to->room.bytes < (count + gained) * sizeof *to->rows) {
		room_grow(&to->room, (count + gained) * 2 * sizeof *to->rows);
		to->rows = to->room.at;
	}
	if (gained > 0 && count > 0)
		memmove(to->rows + gained, to->rows, count * sizeof *to->rows);
	to->count += gained;
	for (size_t at = 0; young < gained; at++) {
		const bool is_old = old < to->count && started_ms(&to->rows[old]) > started_ms(&from->rows[young]);

		to->rows[at] = is_old ? to->rows[old++] : from->rows[young++];
	}
	from->count = 0;
}

static bool is_run(const struct run_row *row, const char *run_id)
{
	return row->run_id && strcmp(row->run_id, run_id) == 0;
}

size_t browse_list_find(const struct run_list *l, const char *run_id, uint64_t started)
{
	size_t low = 0, high = started ? l->count : 0;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (started_ms(&l->rows[middle]) > started)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < l->count && (!started || started_ms(&l->rows[low]) == started); low++)
		if (is_run(&l->rows[low], run_id))
			return low;
	return l->count;
}

/* Sorted ids that are asked for from the last one back, nearly: the one before the last that was found is looked at first. */
struct ids { struct strlist names; size_t at; };

static size_t ids_place(const struct strlist *names, const char *run_id)
{
	size_t low = 0, high = names->count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (strcmp(names->items[middle], run_id) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool ids_has(struct ids *ids, const char *run_id)
{
	const struct strlist *names = &ids->names;

	if (names->count == 0 || strcmp(run_id, names->items[names->count - 1]) > 0)
		return false;
	if (ids->at == 0 || strcmp(run_id, names->items[ids->at - 1]) != 0)
		ids->at = ids_place(names, run_id) + 1;
	ids->at--;
	return ids->at < names->count && strcmp(run_id, names->items[ids->at]) == 0;
}

void browse_list_note(const char *state, struct run_list *l)
{
	struct ids acknowledged = { 0 }, pruned = { 0 };

	alerts_acknowledged(state, &acknowledged.names);
	prune_listed(state, &pruned.names);
	acknowledged.at = acknowledged.names.count;
	pruned.at = pruned.names.count;
	for (size_t i = 0; i < l->count; i++) {
		struct run_row *row = &l->rows[i];

		row->pruned = ids_has(&pruned, row->run_id);
		row->acknowledged = row->alerts > 0 && ids_has(&acknowledged, row->run_id);
	}
	strlist_clear(&acknowledged.names);
	strlist_clear(&pruned.names);
}
