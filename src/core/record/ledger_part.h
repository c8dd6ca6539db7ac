/*
 * ledger_part — rows of a stretch of the ledger, from its last line back; inner to browse_reading.c and ledger_older.c.
 */
#ifndef CORE_RECORD_LEDGER_PART_H
#define CORE_RECORD_LEDGER_PART_H
#include "core/record/ledger_scan.h"

struct ledger_part {
	struct run_list list;
	struct row_text *texts;     /* of the rows: the list's own, or those of the list that is read on */
	struct strlist live;        /* run ids, sorted */
	struct strlist sealed;      /* those of them that have a line */
	struct ledger_back *ledger; /* NULL: there is none, or it was read */
	struct ledger_scanner scanner;
	uint64_t lines, damaged;    /* lines read, and the one of them that is damaged and was read last: both from the end */
	bool damaged_ended, unreadable;
};
void ledger_part_clear(struct ledger_part *p);
/* Makes room for the rows that may come, so many of them at most. What of it is not needed is never touched. */
void ledger_part_expect(struct ledger_part *p, uint64_t lines_most);
/* So many lines further; false: everything is read. */
bool ledger_part_more(struct ledger_part *p, size_t lines);
/* Puts what was read before it, which ends where p begins, behind it. older is left empty. */
void ledger_part_join(struct ledger_part *p, struct ledger_part *older);

struct ledger_older; /* opaque: the older half, read by a thread of its own */
/* Takes the older half of what p has to read from it, where that is worth it. NULL: it is not. */
struct ledger_older *ledger_older_begin(struct ledger_part *p);
void ledger_older_join(struct ledger_older **o, struct ledger_part *p); /* when p is read: waits for the other half */
void ledger_older_drop(struct ledger_older **o);
#endif
