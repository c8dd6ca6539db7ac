/*
 * run_statistics — see run_statistics.h. One pass over the runs counts names; a second one counts time, once its span is
 * known.
 */
#include "ui/run_statistics.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/mem.h"
#include "ui/words.h"

#define MS_PER_SECOND 1000u
#define DAYS_A_WEEK 7

const char *period_word(enum period p)
{
#define X(id, word) word,
	static const char *const words[] = { PERIODS(X) };
#undef X

	return words[p];
}

/* Neighbours often share one string: what was counted last is looked at first. */
struct counting { struct tallies *tallies; size_t last; };

static void count(struct counting *c, const char *name)
{
	struct tallies *t = c->tallies;

	for (size_t i = 0; i < t->count; i++) {
		size_t at = (c->last + i) % t->count;

		if (strcmp(t->items[at].name, name) != 0)
			continue;
		t->items[at].runs++;
		c->last = at;
		return;
	}
	t->items = mem_grow(t->items, t->count + 1, sizeof *t->items);
	t->items[t->count] = (struct tally){ str_copy(name), 1 };
	c->last = t->count++;
}

static int most_first(const void *a, const void *b)
{
	const struct tally *x = a, *y = b;

	if (x->runs != y->runs)
		return x->runs < y->runs ? 1 : -1;
	return strcmp(x->name, y->name);
}

static void sort(struct tallies *t)
{
	if (t->count > 1)
		qsort(t->items, t->count, sizeof *t->items, most_first);
}

static const char *grant_name(const struct run_row *r)
{
	if (!r->grant_known)
		return "not recorded";
	if (r->git_write == GIT_WRITE_NONE)
		return "none";
	if (!r->grant_used_known)
		return "granted, use not known";
	return r->grant_used ? "granted and used" : "granted and unused";
}

static void see_time(struct run_statistics *s, uint64_t at_ms)
{
	if (at_ms == 0) {
		s->without_time++;
		return;
	}
	s->first_ms = s->first_ms == 0 || at_ms < s->first_ms ? at_ms : s->first_ms;
	s->last_ms = at_ms > s->last_ms ? at_ms : s->last_ms;
}

static void count_names(const struct run_list *list, const bool *passes, struct run_statistics *s)
{
	struct counting outcomes = { &s->outcomes, 0 }, refusals = { &s->refusals, 0 }, grants = { &s->grants, 0 },
			adapters = { &s->adapters, 0 }, repositories = { &s->repositories, 0 };

	for (size_t i = 0; i < list->count; i++) {
		const struct run_row *r = &list->rows[i];

		if (!passes[i])
			continue;
		s->runs++;
		see_time(s, r->started_ms);
		count(&outcomes, outcome_word(r->outcome));
		count(&grants, grant_name(r));
		count(&adapters, r->adapter ? r->adapter : "not recorded");
		count(&repositories, r->repository ? r->repository : "not recorded");
		if (r->outcome == OUTCOME_REFUSED)
			count(&refusals, r->reason ? r->reason : "not recorded");
	}
	sort(&s->outcomes);
	sort(&s->refusals);
	sort(&s->grants);
	sort(&s->adapters);
	sort(&s->repositories);
}

static struct tm local_of(uint64_t at_ms)
{
	time_t seconds = (time_t)(at_ms / MS_PER_SECOND);
	struct tm tm = { .tm_mday = 1, .tm_year = 70 };

	(void)localtime_r(&seconds, &tm);
	tm.tm_isdst = -1;
	return tm;
}

static uint64_t ms_of(struct tm tm)
{
	time_t seconds = mktime(&tm);

	return seconds > 0 ? (uint64_t)seconds * MS_PER_SECOND : 0;
}

/* When the unit of time that holds at_ms began. Weeks begin on Monday. */
static uint64_t begin_of(uint64_t at_ms, enum period unit)
{
	struct tm tm = local_of(at_ms);

	tm.tm_sec = tm.tm_min = 0;
	if (unit == PERIOD_HOUR)
		return ms_of(tm);
	tm.tm_hour = 0;
	if (unit == PERIOD_WEEK)
		tm.tm_mday -= (tm.tm_wday + DAYS_A_WEEK - 1) % DAYS_A_WEEK;
	if (unit >= PERIOD_MONTH)
		tm.tm_mday = 1;
	if (unit == PERIOD_YEAR)
		tm.tm_mon = 0;
	return ms_of(tm);
}

static uint64_t begin_after(uint64_t from_ms, enum period unit)
{
	struct tm tm = local_of(from_ms);

	switch (unit) {
	case PERIOD_HOUR: return from_ms + 3600ull * MS_PER_SECOND;
	case PERIOD_DAY: tm.tm_mday++; break;
	case PERIOD_WEEK: tm.tm_mday += DAYS_A_WEEK; break;
	case PERIOD_MONTH: tm.tm_mon++; break;
	default: tm.tm_year++; break;
	}
	return ms_of(tm);
}

/* false: it would be more than PERIODS_MOST. */
static bool lay_out(struct run_statistics *s, enum period unit)
{
	uint64_t from_ms = begin_of(s->first_ms, unit);

	s->unit = unit;
	for (s->n_over_time = 0; s->n_over_time < PERIODS_MOST && from_ms <= s->last_ms; s->n_over_time++) {
		uint64_t next_ms = begin_after(from_ms, unit);

		s->over_time[s->n_over_time] = (struct moment_tally){ from_ms, 0 };
		if (next_ms <= from_ms)
			return false; /* no calendar holds it */
		from_ms = next_ms;
	}
	return from_ms > s->last_ms;
}

static void count_moment(struct run_statistics *s, uint64_t at_ms)
{
	size_t low = 0, high = s->n_over_time;

	while (high - low > 1) {
		size_t middle = (low + high) / 2;

		if (s->over_time[middle].from_ms <= at_ms)
			low = middle;
		else
			high = middle;
	}
	s->over_time[low].runs++;
}

static void count_time(const struct run_list *list, const bool *passes, struct run_statistics *s)
{
	enum period unit = PERIOD_HOUR;

	s->over_time = mem_new(PERIODS_MOST, sizeof *s->over_time);
	if (s->first_ms == 0)
		return;
	while (unit < PERIOD_YEAR && !lay_out(s, unit))
		unit++;
	if (unit == PERIOD_YEAR)
		(void)lay_out(s, unit);
	for (size_t i = 0; i < list->count; i++)
		if (passes[i] && list->rows[i].started_ms > 0)
			count_moment(s, list->rows[i].started_ms);
}

void run_statistics(const struct run_list *list, const struct run_filter *filter, struct run_statistics *ret)
{
	OWNED_MEM bool *passes = mem_new(list->count + 1, sizeof *passes);

	*ret = (struct run_statistics){ 0 };
	for (size_t i = 0; i < list->count; i++)
		passes[i] = !filter || run_filter_passes(filter, &list->rows[i]);
	count_names(list, passes, ret);
	count_time(list, passes, ret);
}

static void clear(struct tallies *t)
{
	for (size_t i = 0; i < t->count; i++)
		free(t->items[i].name);
	free(t->items);
}

void run_statistics_clear(struct run_statistics *s)
{
	free(s->over_time);
	clear(&s->outcomes);
	clear(&s->refusals);
	clear(&s->grants);
	clear(&s->adapters);
	clear(&s->repositories);
	*s = (struct run_statistics){ 0 };
}
