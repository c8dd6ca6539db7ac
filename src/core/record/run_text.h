/*
 * run_text — what runs were told and what they answered, kept beside the ledger in a form in which a hundred thousand of
 * them are looked through between two keys.
 *
 * <state>/text.index is derived from the records: it may be deleted, and is filled again from them. A line is a run id, a
 * tab, how much it holds (whole, cut, none: the record could not be read), a tab, and the words in lower case without
 * controls: first what was asked, then results and errors. It is bounded: the lines that were written first go.
 */
#ifndef CORE_RECORD_RUN_TEXT_H
#define CORE_RECORD_RUN_TEXT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/record/browse.h"

#define RUN_TEXT_NAME "text.index"
#define RUN_TEXT_BYTES_MAX 2048u                /* of one run */
#define RUN_TEXT_FILE_MAX (48u * 1024u * 1024u) /* of all of them */

/* Adds a sealed run. What fails is made good later by run_texts_fill(). */
void run_text_note(const char *state, const struct run_record *r);

struct run_texts; /* opaque: where each run of one list stands in the index; the list is borrowed */
struct run_texts *run_texts_open(const char *state, const struct run_list *list); /* never NULL: without an index nothing is found */
void run_texts_drop(struct run_texts **t);
size_t run_texts_missing(const struct run_texts *t); /* sealed runs of the list that are not in it */
size_t run_texts_cut(const struct run_texts *t);     /* of which only the beginning is, or nothing could be read */
/* Sets hits[i] for every row i of the list whose text holds needle, which is in lower case. */
void run_texts_find(const struct run_texts *t, const char *needle, bool *hits);
/* Reads the records of runs that are missing, the oldest first, until that moment (steady) or until the index is full.
   Returns how many it added. */
size_t run_texts_fill(const char *state, const struct run_list *list, uint64_t until_ms);
#endif
