/*
 * runs_state — the inside of the Runs screen, for the files that make it up: runs.c (the screen), runs_reading.c (the list,
 * read in pieces), runs_filtering.c (the filter that is typed), runs_marks.c (what is done with runs: verify, compare, launch
 * again).
 */
#ifndef UI_SCREENS_RUNS_STATE_H
#define UI_SCREENS_RUNS_STATE_H
#include "core/record/browse.h"
#include "ui/run_filter.h"
#include "ui/run_statistics.h"
#include "ui/screens/runs_order.h"
#include "ui/screens/runs_table.h"
#include "ui/tui/app.h"
#include "ui/tui/errand.h"
#include "ui/tui/field.h"
#include "ui/tui/list.h"

struct runs_state {
	const char *state;           /* the directory; borrowed */
	char *records;               /* NULL: the runs of this account; else the .harnery whose records are listed */
	struct run_list runs;
	struct run_reading *reading; /* NULL: runs holds every run there was when it was read */
	bool gaining;                /* what is read is added to runs; else it replaces them */
	char *wanted;                /* the run that was selected in a list that went; NULL: it is selected */
	struct runs_lines lines;     /* of the runs that the filter lets through; they point into runs */
	enum runs_sort sort;
	enum runs_group group;
	struct list list;
	struct field filter;
	struct strlist history;      /* filters that were kept, the oldest first */
	size_t at;                   /* in the history; its count: what is being typed */
	bool filtering, read;
	bool again;                  /* something changed while it was read */
	int changes;                 /* valid once read: readable when runs come, change or end; -1: nobody tells */
	char *marked[2];             /* run ids to be compared, in the order in which they were marked; NULL: none */
	struct strlist holding, broken; /* run ids whose records were recomputed in this console, and how they stood */
	struct errand verifying;
	char *verified_id;           /* what is being verified; NULL: nothing */
	struct run_texts *texts;     /* of runs; NULL: no filter has asked for them yet */
	struct errand indexing;      /* reads records whose texts are not there yet */
	char *unsearched;            /* NULL, or whose prompts and results the filter does not see */
	char *problem;               /* NULL, or why the ledger could not be read */
	char *doubt;                 /* NULL, or what of the filter is not understood */
};

const struct run_row *runs_selected(const struct runs_state *s); /* NULL: a heading, or nothing */

/* runs_reading.c */
unsigned runs_read(struct app *app, struct runs_state *s);      /* what changed since */
unsigned runs_read_anew(struct app *app, struct runs_state *s); /* whatever was changed, and however */
size_t runs_watch(const struct runs_state *s, struct pollfd *fds, size_t room);
unsigned runs_hear(struct app *app, struct runs_state *s);
uint64_t runs_deadline_ms(const struct app *app, const struct runs_state *s);

/* runs_filtering.c */
extern const struct key_binding runs_filter_bindings[];
unsigned runs_apply_filter(struct runs_state *s);
/* The runs that the filter of the Runs screen lets through now, for the screen that charts them. false: older ones are still
   being read. */
void runs_index(struct app *app, struct runs_state *s);      /* reads what a filter misses, in a process of its own */
unsigned runs_indexed(struct app *app, struct runs_state *s); /* when that errand is readable */
void runs_texts_open(struct runs_state *s);
void runs_texts_clear(struct runs_state *s);              /* before the list goes */
bool runs_count(struct app *app, struct run_statistics *ret);
unsigned runs_act_on_filter(struct app *app, struct runs_state *s, enum action action);

/* runs_marks.c */
unsigned runs_mark(struct app *app, struct runs_state *s);
unsigned runs_compare(struct app *app, const struct runs_state *s);
unsigned runs_launch_again(struct app *app, const char *directory); /* Launch, filled from the request in that record */
unsigned runs_verify(struct app *app, struct runs_state *s);
unsigned runs_verified(struct app *app, struct runs_state *s);      /* when the errand is readable */
struct row_look runs_look(const struct runs_state *s, const struct run_row *row);
/* Another screen of this console has recomputed that record. */
void runs_note_verified(struct app *app, const char *run_id, bool holds);
void runs_marks_clear(struct runs_state *s);
#endif
