/*
 * strip — what the children of every live run are at, for the head of every screen, for notices, and for what is said
 * when the console is left. It listens to each supervisor by itself, without the children's output, and is woken only by
 * a change: runs that come are seen by watching the live index.
 */
#ifndef UI_TUI_STRIP_H
#define UI_TUI_STRIP_H
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"
#include "core/run/engine.h"
#include "core/run/viewer.h"

#define STRIP_RUNS_MAX 48
#define STRIP_FDS_MAX (STRIP_RUNS_MAX + 1)

struct strip;

/* A child newly wants the operator, or is over. Borrowed for the call. */
struct strip_change { const char *run_id, *child, *label, *adapter; enum attention attention; enum evidence evidence; const char *words; };
typedef void strip_changed(void *user, const struct strip_change *change);

struct strip *strip_new(const struct engine *e, strip_changed *changed, void *user);
void strip_drop(struct strip **s);
void strip_begin(struct strip *s, uint64_t now_ms);  /* after the first frame: the first look at the live index */
size_t strip_watch(const struct strip *s, struct pollfd *fds, size_t room);
uint64_t strip_deadline_ms(const struct strip *s);   /* steady; 0: none */
bool strip_hear(struct strip *s, uint64_t now_ms);   /* after a poll; true: what strip_say() says may have changed */

/* Who is named first: of those who said what they want, else of all, the one who has waited longest; borrowed until the
   strip hears again. Returns how many wait. */
size_t strip_first(const struct strip *s, struct strip_change *ret);
/* "3 a2 invoices wants you: notice, may I? (and 2 more)"; number: of its pane, 0: it has none. briefly: "3 a2 invoices
   wants you: may I?" */
void strip_first_say(const struct strip_change *first, size_t number, size_t waiting, bool briefly, struct text *out);
/* "codex a1 wants you: may I?": of one change, as notices say it. */
void strip_change_say(const struct strip_change *change, struct text *out);
/* Who is named first: "RUN a1", owned; NULL: nobody. A child that nobody can type to need not say so on. */
char *strip_go(struct strip *s);
size_t strip_living(const struct strip *s);          /* runs */
void strip_stop_all(struct strip *s);
/* For the normal screen after the console: one line a live run, and how to come back. Nothing when none lives. */
void strip_report(struct strip *s, bool stopping, struct text *out);
#endif
