/*
 * run_filter_keys — the table of what a filter can ask for; the parser and the completion read it.
 */
#ifndef UI_RUN_FILTER_KEYS_H
#define UI_RUN_FILTER_KEYS_H
#include "core/record/browse.h"

#define RUN_FILTER_ALERT "alert"

/* Bits of what a row is; a word stands for some of them. A word NULL ends the table. */
struct filter_word { const char *word; unsigned bits; };

enum filter_kind { FILTER_TEXT, FILTER_WORD, FILTER_AFTER, FILTER_BEFORE };

struct filter_key {
	const char *key;
	enum filter_kind kind;
	const char *(*text)(const struct run_row *row);  /* FILTER_TEXT: never NULL */
	unsigned (*bits)(const struct run_row *row);     /* FILTER_WORD */
	const struct filter_word *words;                 /* FILTER_WORD */
	bool offered;                                    /* FILTER_TEXT: its values repeat and can be completed */
};

const struct filter_key *filter_keys(size_t *ret_count);
const struct filter_key *filter_key_find(const char *key, size_t len); /* NULL: there is none */
#endif
