/*
 * run_filter — which of the recorded runs are meant, as an operator types it: the Runs screen and bulkhead runs --filter
 * understand the same words.
 *
 * Words are separated by blanks and must all hold; case does not matter. A bare word is looked for in everything that a
 * row says, and in the prompt and the results of its run. "alert" alone are the runs with an alert or a damaged record. key:value looks in one place:
 *	repo agent reason label run     the value is part of it
 *	topology mode grant outcome pruned     one of the known words, or the beginning of one
 *	after before                    2026, 2026-11, 2026-11-30 or 2026-11-30T18:02, local time; after takes that moment in
 * What stands in quotation marks is one word and nothing else: "12:30", repo:"my project".
 */
#ifndef UI_RUN_FILTER_H
#define UI_RUN_FILTER_H
#include "core/base/error.h"
#include "core/base/strlist.h"
#include "core/record/browse.h"
#include "core/record/run_text.h"

struct run_filter; /* opaque */
/* *ret is always made, of the words that are understood. false: one is not, REASON_MISUSE names the first. */
bool run_filter_parse(const char *text, struct run_filter **ret, struct error *err) MUST_CHECK;
void run_filter_drop(struct run_filter **f);
/* Prompts and results are looked at for bare words when their texts were looked through for this very list. */
bool run_filter_wants_text(const struct run_filter *f); /* is there a bare word in it? */
void run_filter_look(struct run_filter *f, const struct run_list *list, const struct run_texts *texts);
bool run_filter_passes(const struct run_filter *f, const struct run_row *row); /* every row passes an empty one */
/* What the last word of text can become, whole words, sorted; values of repositories, agents and reasons are those of the
   rows. Owned: text as far as all of them agree. */
char *run_filter_complete(const char *text, const struct run_list *known, struct strlist *ret_words);
const char *run_filter_hint(void); /* "repo: agent: …" */
#endif
