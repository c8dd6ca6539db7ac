/*
 * ledger_check — the chain of the ledger, line by line.
 *
 *	line   previous_sha256 --must be--> digest of the last record before it; seq one more than its seq
 *	torn   a line that is no record: allowed only where it is the beginning of one, and the next record follows from
 *	       the one before it (a crash tore it, a later append ended it)
 *	head   must name a line that is there: else lines are missing at the end. A crash leaves it one line behind
 */
#include <inttypes.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/record/verify_ledger.h"

struct walk {
	const struct ledger_head *head;
	struct verification *found;
	struct ledger_known *keep; /* NULL: nothing is kept */
	char previous[DIGEST_HEX_BYTES]; /* of the last record; "" before the first */
	uint64_t previous_number, torn_number;
	int64_t seq;
	uint64_t records, torn;
	uint64_t followed; /* records before the first break */
	bool head_seen, end_open;
};

static void finding(struct walk *w, char *taken_sentence)
{
	w->found->holds = false;
	strlist_take(&w->found->findings, taken_sentence);
}

#define LINE_BEGINS "{\"adapter\":"

/* Of a line whose bytes never reached the disk a crash can leave zeros. */
static bool may_be_torn(const struct ledger_line *line)
{
	const size_t len = sizeof LINE_BEGINS - 1, most = line->len < len ? line->len : len;
	size_t zeros = 0;

	if (line->len > 0 && line->bytes[0] == '{')
		return !line->too_long && memcmp(line->bytes, LINE_BEGINS, most) == 0;
	while (zeros < line->len && line->bytes[zeros] == '\0')
		zeros++;
	return zeros > 0 && zeros == line->len;
}

static void check_torn(struct walk *w, const struct ledger_line *line)
{
	w->torn++;
	w->torn_number = line->number;
	if (w->found->holds && !may_be_torn(line))
		finding(w, str_format("line %" PRIu64
				      " of the ledger is not the beginning of a record: it was changed or added by hand; which "
				      "run it named, if any, is lost",
				      line->number));
	if (!line->ended)
		strlist_add_format(
			&w->found->checked,
			"line %" PRIu64
			" ends in the middle: a crash tore it while it was written, the run it was for is sealed again by the next command",
			line->number);
}

/* The record before this one was changed, or something between the two is gone. */
static void check_previous(struct walk *w, const struct ledger_line *line, const char *says)
{
	if (says ? strcmp(says, w->previous) == 0 : !*w->previous)
		return;
	if (w->torn_number == line->number - 1 && w->torn_number > 0)
		finding(w, str_format("line %" PRIu64
				      " of the ledger was changed after it was written: it is no record any more, and line %" PRIu64
				      " follows from what it was; which run it named is lost",
				      w->torn_number, line->number));
	else if (!*w->previous)
		finding(w, str_format("line %" PRIu64
				      " of the ledger follows from a line that is not there: the beginning of the ledger was removed",
				      line->number));
	else
		finding(w, str_format("line %" PRIu64 " of the ledger does not follow from line %" PRIu64 ": line %" PRIu64
				      " was changed after it was written, or lines beside it were removed, added or moved",
				      line->number, w->previous_number, w->previous_number));
}

static void check_seq(struct walk *w, const struct ledger_line *line, int64_t seq)
{
	if (seq == w->seq + 1 || (w->records == 0 && seq >= 1))
		return;
	finding(w, str_format("line %" PRIu64 " of the ledger is numbered %" PRId64 " where %" PRId64
			      " is due: lines were removed, added or moved",
			      line->number, seq, w->seq + 1));
}

static void check_record(struct walk *w, const struct ledger_line *line, const struct json *value)
{
	int64_t seq = 0;

	(void)json_get_int(value, "seq", &seq);
	if (w->found->holds) { /* only the first break tells something: what follows it is shifted */
		check_previous(w, line, json_get_string(value, "previous_sha256"));
		if (w->found->holds)
			check_seq(w, line, seq);
	}
	w->followed += w->found->holds;
	w->end_open = !line->ended;
	if (w->keep)
		ledger_known_add(w->keep, line, value);
	digest_of(line->bytes, line->len, w->previous);
	w->previous_number = line->number;
	w->seq = seq;
	w->records++;
	w->head_seen = w->head_seen || (w->head->known && w->head->seq == seq && strcmp(w->head->sha256, w->previous) == 0);
}

/* The head is written after each line, so only one line can be behind it. */
static void check_head(struct walk *w)
{
	if (!w->found->holds || w->records == 0)
		return;
	if (!w->head->known)
		finding(w,
			str_copy(
				"ledger.head is missing or not what is written there: lines that are missing at the ledger's end cannot be "
				"noticed by it; it was removed or changed, and the next run writes it again"));
	else if (w->seq > w->head->seq + 1)
		finding(w, str_format("ledger.head names number %" PRId64 " but the ledger goes on to number %" PRId64
				      ": an older head was put back, or lines were added by hand",
				      w->head->seq, w->seq));
	else if (w->end_open && w->head->seq >= w->seq)
		finding(w, str_copy("the last line of the ledger has no newline although it was written whole: its end was cut"));
	else if (w->seq > w->head->seq)
		strlist_add(&w->found->checked, "ledger.head is one line behind, as a crash leaves it; the next run writes it again");
}

static void check_end(struct walk *w)
{
	if (w->torn_number > w->previous_number && w->head->known && w->head->seq > w->seq && w->found->holds)
		finding(w,
			str_format("line %" PRIu64
				   " of the ledger was changed after it was written: it is no record any more; which run it named is lost",
				   w->torn_number));
	if (w->head->known && !w->head_seen && w->found->holds && w->head->seq <= w->seq)
		finding(w, str_format("line %" PRId64 " of the ledger is not the one that ledger.head names: that line was changed, or "
				      "ledger.head was, or it is of another ledger",
				      w->head->seq));
	else if (w->head->known && !w->head_seen && w->found->holds)
		finding(w, str_format("the ledger ends with number %" PRId64 " but number %" PRId64
				      " was written: lines were removed from its end or changed",
				      w->seq, w->head->seq));
	check_head(w);
	if (w->found->holds)
		strlist_add_format(&w->found->checked, "%" PRIu64 " line%s of the ledger, each following from the one before", w->records,
				   w->records == 1 ? "" : "s");
	else
		strlist_add_format(&w->found->checked,
				   "%" PRIu64
				   " line%s of the ledger before the first that does not hold, each following from the one before",
				   w->followed, w->followed == 1 ? "" : "s");
	if (w->torn > 0)
		strlist_add_format(&w->found->checked, "%" PRIu64 " line%s torn by a crash", w->torn, w->torn == 1 ? "" : "s");
}

void ledger_check_keeping(struct ledger_reader *l, const struct ledger_head *head, struct verification *ret, struct ledger_known *keep)
{
	struct walk w = { .head = head, .found = ret, .keep = keep };
	struct ledger_line line;

	while (l && ledger_next(l, &line)) {
		OWNED(json) struct json *value = ledger_parse(&line);

		if (value)
			check_record(&w, &line, value);
		else
			check_torn(&w, &line);
	}
	if (l && ledger_unreadable(l))
		finding(&w, str_copy("the ledger could not be read to its end"));
	check_end(&w);
}

void ledger_check(struct ledger_reader *l, const struct ledger_head *head, struct verification *ret)
{
	ledger_check_keeping(l, head, ret, NULL);
}
