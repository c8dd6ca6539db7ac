/*
 * recording — what a real program wrote to a terminal of 24 rows and 80 columns, and the moments at which its screen
 * is worth comparing. The engine under test answers the program's questions while it runs.
 */
#ifndef TESTS_ORACLE_RECORDING_H
#define TESTS_ORACLE_RECORDING_H
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/base/text.h"

#define RECORDING_ROWS 24
#define RECORDING_COLS 80
#define RECORDING_STEPS_MAX 12

/* Wait until the screen shows these words, remember the moment, press these keys. */
struct step { const char *words, *keys; };
struct scenario {
	const char *says;
	const char *const *argv; /* argv[0] is looked up in PATH; a program that is not there is skipped, and said so */
	const struct step *steps;
	size_t n_steps;
};
struct recording {
	struct text bytes;
	size_t moments[RECORDING_STEPS_MAX + 1]; /* lengths of bytes; the last is all of it */
	size_t n_moments;
};

bool recording_can(const struct scenario *scenario);
void recording_make(const struct scenario *scenario, const char *dir, struct recording *ret); /* fails the test on its own */
void recording_clear(struct recording *r);

/* What the two oracles show after the first len bytes, as terminal_print() writes it. */
struct tmux;
struct tmux *tmux_new(const char *scratch);
void tmux_drop(struct tmux **t);
void tmux_show(struct tmux *t, const struct text *bytes, size_t len, struct text *ret_screen);
/* The rows of the history and the screen after the bytes and each size. */
struct size { int rows, cols; };
void tmux_show_sizes(struct tmux *t, const struct text *bytes, const struct size *sizes, size_t n_sizes, struct text *ret_rows);
/* Compares every cell's text and what of its style libvterm knows; fails the test at the first difference. */
struct terminal;
void vterm_compare(const char *says, const struct text *bytes, size_t len, const struct terminal *t);
#endif
