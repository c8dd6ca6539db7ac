/*
 * term — the terminal the console runs in: its modes, what is typed, what is painted.
 *
 * Nothing but drawable cells, and one of seven cursors, reaches it, and it is never waited for: while it takes nothing,
 * frames are left out, and the newest is painted when there is room. Reading gives struct typed. The terminal is left as
 * it was found on every way out: term_stop(), a signal (sane.c), and kill -9 (guardian.c).
 */
#ifndef UI_TUI_TERM_H
#define UI_TUI_TERM_H
#include <stdbool.h>
#include <stdint.h>

#include "core/base/error.h"
#include "ui/tui/canvas.h"
#include "ui/tui/theme.h"
#include "ui/tui/typed.h"

struct term;

struct term_wishes {
	const char *name;  /* $TERM */
	const char *color_term; /* $COLORTERM; NULL: not set */
	bool in_tmux;      /* $TMUX is set */
	bool no_color;     /* $NO_COLOR is set and not empty */
	bool ascii;        /* $BULKHEAD_ASCII is 1 */
	bool mouse;
};

/* Does the terminal of this name bring back, on the way out, what stood there before? An unknown one is taken to. */
bool term_keeps_screen(const char *name);
/* Takes the terminal on stdin and stdout. REASON_MISUSE: not a terminal, TERM unset or "dumb", or no description of
   it: the sentence names the commands that need none. */
bool term_start(const struct term_wishes *wishes, struct term **ret, struct error *err) MUST_CHECK;
bool term_stop(struct term **t);          /* gives the terminal back; false: it takes nothing, and nothing should be said there */
void term_pause(struct term *t);          /* the same for a while: suspend, another program */
void term_resume(struct term *t);         /* takes it again; the next paint is whole */

int term_rows(const struct term *t);
int term_cols(const struct term *t);
bool term_refit(struct term *t);          /* asks for the size; true: it changed */
bool term_ascii(const struct term *t);      /* only ASCII can be shown */

int term_fd(const struct term *t);        /* poll for POLLIN */
int term_signal_fd(const struct term *t); /* readable when a signal waits */
int term_signal(struct term *t);          /* the next signal, 0: none */
/* Reads what is there. false: the terminal is gone. */
bool term_read(struct term *t);
bool term_next(struct term *t, bool final, struct typed *ret); /* as decoder_next */
bool term_waiting(const struct term *t);
void term_forget(struct term *t);         /* drops everything typed so far */

/* The cells that differ from what is shown. false: earlier bytes still wait, nothing was done; paint again when not busy. */
bool term_paint(struct term *t, const struct canvas *c);
void term_repaint(struct term *t);        /* the next paint is whole */
bool term_busy(const struct term *t);     /* bytes wait for the terminal: poll term_out_fd() for POLLOUT, then term_push() */
int term_out_fd(const struct term *t);
void term_push(struct term *t);
/* Bytes of our own making: a bell, a clipboard. Behind what waits; false: too much waits. Never a child's. */
bool term_send(struct term *t, const char *bytes, size_t len);
#endif
