/*
 * sane — signals, and the terminal's modes given back when this process dies of one.
 *
 * SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT and SIGWINCH become bytes in a pipe the loop reads. SIGSEGV, SIGBUS, SIGFPE,
 * SIGILL and SIGABRT give the terminal back first and then end the process as they always do. This holds the program's
 * only mutable static, because a signal handler has no other way to find the modes.
 */
#ifndef UI_TUI_SANE_H
#define UI_TUI_SANE_H
#include <stdbool.h>
#include <termios.h>

#include "core/base/error.h"

/* Everything a console may have switched on, off: written on the way out by a signal, and by the guardian. */
#define SANE_RESET_STRING                                                                              \
	"\033[?2026l\033[<u\033[?1000l\033[?1002l\033[?1003l\033[?1006l\033[?1004l\033[?2004l\033[r" \
	"\033[?1049l\033[?25h\033[0 q\033[0m"
/* Where the terminal has no other screen to go back to: emptied, and the cursor on its last line. */
#define SANE_EMPTY_STRING "\033[H\033[2J\033[999;1H"

/* Writes them; safe in a signal handler. keeps_screen: the terminal brings back what stood there before. */
void sane_reset(int terminal_fd, bool keeps_screen);
/* Keeps fd's modes and takes the signals. *ret_fd is the readable end, owned by sane_stop(). */
bool sane_start(int terminal_fd, bool keeps_screen, int *ret_fd, struct error *err) MUST_CHECK;
void sane_stop(void);      /* signals as they were, but for SIGINT and SIGQUIT, which do nothing; the terminal's modes are left alone */
int sane_next(int fd);     /* the next signal that came, 0: none */
void sane_reset_signals(void); /* after fork, in a process that is not the console: every signal as a program expects it */
#endif
