/*
 * browse_reading — the list of all runs in pieces: what lives first, then the ledger from its last line back.
 */
#include <string.h>

#include "core/base/mem.h"
#include "core/host/ports.h"
#include "core/record/alerts.h"
#include "core/record/browse.h"
#include "core/record/browse_row.h"
#include "core/record/ledger_scan.h"
#include "core/record/prune.h"
#include "core/record/store.h"

#define ID_TIME_CHARS 24 /* "2026-11-30T18:18:45.046Z" */

struct run_reading {
	struct run_list list; /* what lives, then what is sealed */
	size_t room, n_live;
	struct strlist acknowledged, pruned; /* run ids, sorted */
	struct ledger_back *ledger; /* NULL: there is none */
	struct ledger_scanner scanner;
	uint64_t lines, damaged; /* lines read, and the one of them that is damaged and was read last: both from the end */
	bool damaged_ended;
};

void browse_reading_drop(struct run_reading **r)
{
	if (!*r)
		return;
	ledger_back_drop(&(*r)->ledger);
	run_list_clear(&(*r)->list);
	strlist_clear(&(*r)->acknowledged);
	strlist_clear(&(*r)->pruned);
	free(*r);
	*r = NULL;
}

static void add_row(struct run_reading *r, struct run_row row)
{
	row.pruned = alerts_is_acknowledged(&r->pruned, row.run_id);
	row.acknowledged = row.alerts > 0 && alerts_is_acknowledged(&r->acknowledged, row.run_id);
	browse_row_add(&r->list, &r->room, &row);
}

/* Before the ledger: a run that is sealed in between is then in both and not in none. Run ids begin with the time, so
   that the entries come in the order of their age. */
static bool add_live(const char *state, struct run_reading *r, struct error *err)
{
	struct live_entry *live;
	size_t count;

	if (!store_live_list(state, &live, &count, err))
		return false;
	for (size_t i = count; i > 0; i--) {
		struct run_row row;

		browse_row_live(live[i - 1].run_id, live[i - 1].owned, live[i - 1].entry, &row);
		add_row(r, row);
	}
	r->n_live = r->list.count;
	store_live_free(live, count);
	return true;
}

bool browse_begin(const char *state, struct run_reading **ret, struct error *err)
{
	struct run_reading *r = mem_new(1, sizeof *r);

	*ret = NULL;
	r->list.texts = row_text_new();
	alerts_acknowledged(state, &r->acknowledged);
	prune_listed(state, &r->pruned);
	if (!add_live(state, r, err) || !ledger_back_open(state, &r->ledger, err)) {
		browse_reading_drop(&r);
		return false;
	}
	*ret = r;
	return true;
}

/* A line in another form than ours is read as JSON; it then has to hold by itself. */
static bool parse_line(const struct ledger_line *line, struct run_row *ret)
{
	OWNED(json) struct json *value = ledger_parse(line);

	if (value)
		ledger_row(value, ret);
	return value != NULL;
}

static void add_line(struct run_reading *r, const struct ledger_line *line)
{
	struct run_row row;

	r->lines = line->number;
	if (ledger_scan(&r->scanner, line, r->list.texts, &row) || parse_line(line, &row)) {
		add_row(r, row);
		return;
	}
	r->list.damaged_lines++;
	r->damaged = line->number;
	r->damaged_ended = line->ended;
}

bool browse_more(struct run_reading *r, size_t lines)
{
	struct ledger_line line;

	for (; r->ledger && lines > 0; lines--) {
		if (!ledger_back_next(r->ledger, &line)) {
			ledger_back_drop(&r->ledger);
			break;
		}
		add_line(r, &line);
	}
	return r->ledger != NULL;
}

static bool is_sealed(const struct run_reading *r, const char *run_id)
{
	for (size_t i = r->n_live; i < r->list.count; i++) {
		if (strcmp(r->list.rows[i].run_id, run_id) == 0)
			return true;
	}
	return false;
}

/* Entries of runs that are sealed are about to go. */
static void forget_sealed(struct run_reading *r)
{
	for (size_t i = r->n_live; i > 0; i--) {
		struct run_row *row = &r->list.rows[i - 1];

		if (!is_sealed(r, row->run_id))
			continue;
		run_row_clear(row);
		memmove(row, row + 1, (r->list.count - i) * sizeof *row);
		r->list.count--;
		r->n_live--;
	}
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
static void sort_by_start(struct run_list *list)
{
	const size_t count = list->count;
	OWNED_MEM struct age *ages = mem_new(count + 1, sizeof *ages);
	struct run_row *rows;
	bool sorted = true;

	for (size_t i = 0; i < count; i++) {
		const struct run_row *row = &list->rows[i];

		ages[i] = (struct age){ row->started_ms ? row->started_ms : started_by_id(row->run_id), i };
		sorted = sorted && (i == 0 || ages[i - 1].started_ms >= ages[i].started_ms);
	}
	if (sorted)
		return;
	qsort(ages, count, sizeof *ages, younger_first);
	rows = mem_new(count, sizeof *rows);
	for (size_t i = 0; i < count; i++)
		rows[i] = list->rows[ages[i].at];
	free(list->rows);
	list->rows = rows;
}

void browse_take(struct run_reading **taken, struct run_list *ret)
{
	OWNED(browse_reading) struct run_reading *r = *taken;
	unsigned long long damaged = r->lines + 1 - r->damaged;

	*taken = NULL;
	forget_sealed(r);
	sort_by_start(&r->list);
	if (r->damaged > 0 && !r->ledger)
		r->list.ledger_note = str_format("line %llu of the ledger %s; bulkhead verify says what it implies", damaged,
						 r->damaged_ended ? "is not a record" : "ends in the middle");
	r->list.more = r->ledger != NULL;
	*ret = r->list;
	r->list = (struct run_list){ 0 };
}

bool browse_runs(const char *state, struct run_list *ret, struct error *err)
{
	struct run_reading *r;

	if (!browse_begin(state, &r, err))
		return false;
	(void)browse_more(r, SIZE_MAX);
	browse_take(&r, ret);
	return true;
}

bool browse_newest(const char *state, size_t lines, struct run_list *ret, struct error *err)
{
	struct run_reading *r;

	if (!browse_begin(state, &r, err))
		return false;
	(void)browse_more(r, lines);
	browse_take(&r, ret);
	return true;
}
