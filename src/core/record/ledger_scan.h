/*
 * ledger_scan — a row from a ledger line in exactly the form in which ledger_append() writes it, without a JSON value in
 * between. It reads the form alone: whether the line's digest holds is for verify to say.
 */
#ifndef CORE_RECORD_LEDGER_SCAN_H
#define CORE_RECORD_LEDGER_SCAN_H
#include "core/record/ledger.h"
#include "core/record/row_text.h"

#define LEDGER_WORDS 64u
#define LEDGER_CHOICES 64u

/* Zero-initialised, and for one row_text from then on. Keeps what neighbours share: their day, words that are one of few,
   and what those of a run's choices say together. */
struct known_word { char *text; size_t len; };
struct known_choices { struct ledger_words words; struct run_row row; };
struct ledger_scanner {
	char day[sizeof "2026-11-30"];
	uint64_t day_ms;
	struct known_word words[LEDGER_WORDS];
	struct known_choices choices[LEDGER_CHOICES];
};

/* false: the line is in another form, or is none; ledger_parse() knows. The row's strings lie in texts. */
bool ledger_scan(struct ledger_scanner *s, const struct ledger_line *line, struct row_text *texts, struct run_row *ret);
#endif
