/*
 * browse_reading — the list of all runs in pieces: what lives first, then the ledger from its last line back; and what the
 * ledger gained since a list was read.
 */
#include <string.h>

#include "core/base/mem.h"
#include "core/record/browse.h"
#include "core/record/browse_row.h"
#include "core/record/ledger_part.h"
#include "core/record/store.h"

struct run_reading {
	char *state;
	struct ledger_part part;    /* its list begins with what lives */
	struct ledger_older *older; /* NULL: all is in part */
};

void browse_reading_drop(struct run_reading **r)
{
	if (!*r)
		return;
	ledger_older_drop(&(*r)->older);
	ledger_part_clear(&(*r)->part);
	free((*r)->state);
	free(*r);
	*r = NULL;
}

/* Before the ledger: a run that is sealed in between is then in both and not in none. Run ids begin with the time, so
   that the entries come in the order of their age. */
static bool add_live(struct run_reading *r, struct error *err)
{
	struct live_entry *live;
	size_t count;

	if (!store_live_list(r->state, &live, &count, err))
		return false;
	for (size_t i = count; i > 0; i--) {
		struct run_row row;

		browse_row_live(live[i - 1].run_id, live[i - 1].owned, live[i - 1].entry, &row);
		row.live = true;
		browse_row_add(&r->part.list, &row);
		strlist_add(&r->part.live, row.run_id);
	}
	strlist_sort(&r->part.live);
	store_live_free(live, count);
	return true;
}

static struct run_reading *reading_new(const char *state)
{
	struct run_reading *r = mem_new(1, sizeof *r);

	r->state = str_copy(state);
	return r;
}

static bool begin(const char *state, uint64_t lines_most, struct run_reading **ret, struct error *err)
{
	struct run_reading *r = reading_new(state);

	*ret = NULL;
	r->part.texts = r->part.list.texts = row_text_new();
	if (!add_live(r, err) || !ledger_back_open(state, &r->part.ledger, err)) {
		browse_reading_drop(&r);
		return false;
	}
	if (r->part.ledger)
		ledger_back_mark(r->part.ledger, NULL, &r->part.list.mark);
	ledger_part_expect(&r->part, lines_most);
	*ret = r;
	return true;
}

bool browse_begin(const char *state, struct run_reading **ret, struct error *err)
{
	if (!begin(state, UINT64_MAX, ret, err))
		return false;
	(*ret)->older = ledger_older_begin(&(*ret)->part);
	return true;
}

bool browse_gained(const char *state, const struct run_list *list, struct run_reading **ret, struct error *err)
{
	struct run_reading *r = list->texts && list->mark.known && !list->more ? reading_new(state) : NULL;

	*ret = NULL;
	if (!r)
		return true;
	r->part.texts = list->texts;
	if (!add_live(r, err) || !ledger_back_since(state, &list->mark, &r->part.ledger, err)) {
		browse_reading_drop(&r);
		return false;
	}
	if (!r->part.ledger)
		browse_reading_drop(&r);
	if (r)
		r->part.list.mark = list->mark;
	*ret = r;
	return true;
}

bool browse_more(struct run_reading *r, size_t lines)
{
	if (ledger_part_more(&r->part, lines))
		return true;
	ledger_older_join(&r->older, &r->part);
	return false;
}

static void remove_row(struct run_list *l, size_t at)
{
	run_row_clear(&l->rows[at]);
	l->count--;
	memmove(&l->rows[at], &l->rows[at + 1], (l->count - at) * sizeof *l->rows);
}

/* Entries of runs that are sealed are about to go; before: rows that were read earlier, NULL: none. */
static void forget_sealed(struct run_reading *r, const struct run_list *before)
{
	for (size_t i = r->part.live.count; i > 0; i--) {
		const struct run_row *row = &r->part.list.rows[i - 1];

		if (strlist_has(&r->part.sealed, row->run_id) ||
		    (before && browse_list_find(before, row->run_id, row->started_ms) < before->count))
			remove_row(&r->part.list, i - 1);
	}
}

static void note_damage(const struct run_reading *r, uint64_t lines_before, struct run_list *list)
{
	if (r->part.damaged == 0 || r->part.ledger || list->ledger_note)
		return;
	list->ledger_note = str_format("line %llu of the ledger %s; bulkhead verify says what it implies",
				       (unsigned long long)(lines_before + r->part.lines + 1 - r->part.damaged),
				       r->part.damaged_ended ? "is not a record" : "ends in the middle");
}

/* No line, and yet a head that names one: that is not the same as no run. */
static void note_lost(const struct run_reading *r, struct run_list *list)
{
	struct ledger_head head;

	if (r->part.lines > 0 || list->ledger_note || !ledger_head_read(r->state, &head) || head.seq <= 0)
		return;
	list->ledger_note =
		str_format("the ledger has no line, but ledger.head names line %lld: it was removed or emptied; bulkhead verify "
			   "says what it implies",
			   (long long)head.seq);
}

void browse_take(struct run_reading **taken, struct run_list *ret)
{
	OWNED(browse_reading) struct run_reading *r = *taken;

	*taken = NULL;
	forget_sealed(r, NULL);
	browse_list_sort(&r->part.list);
	browse_list_note(r->state, &r->part.list);
	note_damage(r, 0, &r->part.list);
	note_lost(r, &r->part.list);
	r->part.list.lines = r->part.lines;
	r->part.list.more = r->part.ledger || r->older;
	r->part.list.mark.known = r->part.list.mark.known && !r->part.list.more && !r->part.unreadable;
	*ret = r->part.list;
	r->part.list = (struct run_list){ 0 };
}

/* What lived when the list was read is told anew. */
static void forget_live(struct run_list *l)
{
	size_t kept = 0;

	for (size_t i = 0; i < l->count; i++) {
		if (l->rows[i].live)
			run_row_clear(&l->rows[i]);
		else if (kept++ != i)
			l->rows[kept - 1] = l->rows[i];
	}
	l->count = kept;
}

void browse_join(struct run_reading **taken, struct run_list *list)
{
	OWNED(browse_reading) struct run_reading *r = *taken;

	*taken = NULL;
	(void)browse_more(r, SIZE_MAX);
	forget_live(list);
	forget_sealed(r, list);
	browse_list_sort(&r->part.list);
	browse_list_merge(list, &r->part.list);
	browse_list_note(r->state, list);
	note_damage(r, list->lines, list);
	list->damaged_lines += r->part.list.damaged_lines;
	list->lines += r->part.lines;
	list->mark = r->part.list.mark;
	list->mark.known = list->mark.known && !r->part.unreadable;
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

	if (!begin(state, lines, &r, err))
		return false;
	(void)browse_more(r, lines);
	browse_take(&r, ret);
	return true;
}
