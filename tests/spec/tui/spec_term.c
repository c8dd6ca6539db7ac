/*
 * Specification of term, sane and guardian on a real terminal: however the console ends, the terminal is as it was
 * found. The console here is a child of this process in a PTY of its own.
 */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "ui/tui/guardian.h"
#include "ui/tui/sane.h"
#include "ui/tui/term.h"

#define DEADLINE_MS 20000

/* How the console ends. */
enum end { END_QUIT, END_EXIT, END_ABORT, END_SEGV, END_WAIT };

struct pty {
	int master, slave;
	pid_t pid;             /* of the guardian: what a shell would see */
	pid_t console;         /* told by the console itself */
	struct termios before;
	struct text out;
};

static uint64_t now_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static void say_hello(struct term *t)
{
	struct canvas c = { 0 };

	canvas_size(&c, term_rows(t), term_cols(t));
	(void)canvas_format(&c, canvas_rect(&c), 0, 0, ROLE_ACCENT, "console %d-here", (int)getpid());
	canvas_cursor(&c, 1, 1);
	term_paint(t, &c);
	canvas_clear(&c);
}

_Noreturn static void be_console(enum end end, const char *name)
{
	const struct term_wishes wishes = { .name = name, .mouse = true };
	struct error err = { 0 };
	struct term *t = NULL;

	sane_reset_signals(); /* the test frame's own handlers are not the console's */
	if (!guardian_start(STDIN_FILENO, term_keeps_screen(name), &err) || !term_start(&wishes, &t, &err)) {
		(void)dprintf(STDERR_FILENO, "%s\n", err.text);
		_exit((int)reason_exit(err.reason));
	}
	say_hello(t);
	if (end == END_ABORT)
		abort();
	if (end == END_SEGV)
		(void)raise(SIGSEGV);
	if (end == END_EXIT)
		_exit(4);
	while (end == END_WAIT) {
		struct pollfd fds[] = { { .fd = term_signal_fd(t), .events = POLLIN }, { .fd = term_fd(t), .events = POLLIN } };
		int signal;

		(void)poll(fds, 2, -1);
		signal = term_signal(t);
		if (signal == SIGTSTP) {
			term_pause(t);
			(void)raise(SIGSTOP);
			term_resume(t);
			say_hello(t);
		} else if (signal && signal != SIGCONT && signal != SIGWINCH) {
			end = END_QUIT;
		}
		if (fds[1].revents & (POLLHUP | POLLIN))
			end = END_QUIT;
	}
	_exit(term_stop(&t) ? 0 : 1);
}

static void pty_open_under(struct pty *p, enum end end, const char *name, bool under_shell)
{
	const struct winsize size = { .ws_row = 24, .ws_col = 80 };

	*p = (struct pty){ .master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC) };
	assert_true(p->master >= 0 && grantpt(p->master) == 0 && unlockpt(p->master) == 0);
	p->slave = ioctl(p->master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
	assert_true(p->slave >= 0 && ioctl(p->slave, TIOCSWINSZ, &size) == 0 && tcgetattr(p->slave, &p->before) == 0);
	p->pid = fork();
	assert_true(p->pid >= 0);
	if (p->pid == 0) {
		(void)setsid();
		(void)ioctl(p->slave, TIOCSCTTY, 0);
		for (int fd = 0; fd < 3; fd++)
			(void)dup2(p->slave, fd);
		if (under_shell && fork() > 0) /* the session's leader is a shell, which outlives its job */
			for (;;)
				(void)pause();
		be_console(end, name);
	}
}

static void pty_open(struct pty *p, enum end end, const char *name)
{
	pty_open_under(p, end, name, false);
}

/* Reads for a moment: false when nothing came. */
static bool pty_read(struct pty *p, int wait_ms)
{
	struct pollfd fd = { .fd = p->master, .events = POLLIN };
	char bytes[4096];
	ssize_t got;

	if (poll(&fd, 1, wait_ms) <= 0)
		return false;
	got = read(p->master, bytes, sizeof bytes);
	if (got > 0)
		text_add(&p->out, bytes, (size_t)got);
	return got > 0;
}

static void pty_until(struct pty *p, const char *words)
{
	uint64_t until = now_ms() + DEADLINE_MS;

	while (!strstr(text_c(&p->out), words)) {
		(void)pty_read(p, 100);
		if (now_ms() > until)
			fail_msg("\"%s\" did not come; what came: %s", words, text_c(&p->out));
	}
}

static void pty_until_here(struct pty *p)
{
	pty_until(p, "here");
	p->console =
		(pid_t)strtol(strstr(text_c(&p->out), "console") + strcspn(strstr(text_c(&p->out), "console"), "0123456789"), NULL, 10);
	assert_true(p->console > 0 && p->console != p->pid);
}

static int pty_end(struct pty *p)
{
	uint64_t until = now_ms() + DEADLINE_MS;
	int status = 0;

	while (waitpid(p->pid, &status, WNOHANG) != p->pid) {
		(void)pty_read(p, 20);
		if (now_ms() > until) {
			(void)kill(p->pid, SIGKILL);
			fail_msg("the console did not end; what came: %s", text_c(&p->out));
		}
	}
	while (pty_read(p, 0))
		;
	return status;
}

static void pty_close(struct pty *p)
{
	(void)close(p->master);
	(void)close(p->slave);
	text_clear(&p->out);
}

/* Modes as before; alternate screen, paste, mouse and focus reports off last; the cursor shown. */
static void assert_as_found(struct pty *p)
{
	static const struct { const char *on, *off; } pairs[] = {
		{ "\033[?1049h", "\033[?1049l" }, { "\033[?2004h", "\033[?2004l" }, { "\033[?1004h", "\033[?1004l" },
		{ "\033[?1002h", "\033[?1002l" }, { "\033[?1006h", "\033[?1006l" },
	};
	struct termios now;

	assert_int_equal(tcgetattr(p->slave, &now), 0);
	assert_int_equal(now.c_lflag, p->before.c_lflag);
	assert_int_equal(now.c_iflag, p->before.c_iflag);
	assert_int_equal(now.c_oflag, p->before.c_oflag);
	for (size_t i = 0; i < COUNT_OF(pairs); i++) {
		const char *last_on = NULL, *last_off = NULL;

		for (const char *at = text_c(&p->out); (at = strstr(at, pairs[i].on)); at++)
			last_on = at;
		for (const char *at = text_c(&p->out); (at = strstr(at, pairs[i].off)); at++)
			last_off = at;
		if (!last_on || !last_off || last_off < last_on)
			fail_msg("%s is still on", pairs[i].on + 1);
	}
}

static void the_terminal_is_as_it_was_found_however_the_console_ends(void **unused)
{
	static const struct { const char *says; enum end end; int signal; int exit_status; } cases[] = {
		{ "it quits", END_QUIT, 0, 0 },
		{ "it exits without a word to the terminal", END_EXIT, 0, 4 },
		{ "it aborts", END_ABORT, 0, 128 + SIGABRT },
		{ "it faults", END_SEGV, 0, 128 + SIGSEGV },
		{ "SIGTERM", END_WAIT, SIGTERM, 0 },
		{ "SIGHUP", END_WAIT, SIGHUP, 0 },
		{ "SIGINT", END_WAIT, SIGINT, 0 },
		{ "kill -9", END_WAIT, SIGKILL, 128 + SIGKILL },
		{ "a signal nobody thought of", END_WAIT, SIGXCPU, 128 + SIGXCPU },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct pty p;
		int status;

		pty_open(&p, cases[i].end, "xterm-256color");
		pty_until_here(&p);
		if (cases[i].signal)
			(void)kill(p.console, cases[i].signal);
		status = pty_end(&p);
		if (!WIFEXITED(status) || WEXITSTATUS(status) != cases[i].exit_status)
			fail_msg("%s: ended with %x", cases[i].says, (unsigned)status);
		assert_as_found(&p);
		pty_close(&p);
	}
}

static void signals_sent_to_the_guardian_reach_the_console(void **unused)
{
	struct pty p;
	int status;

	(void)unused;
	pty_open(&p, END_WAIT, "xterm-256color");
	pty_until_here(&p);
	(void)kill(p.pid, SIGTERM);
	status = pty_end(&p);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	assert_as_found(&p);
	pty_close(&p);
}

static pid_t parent_of(pid_t pid)
{
	OWNED_MEM char *path = str_format("/proc/%d/stat", (int)pid);
	FILE *f = fopen(path, "re");
	int parent = 0;

	assert_non_null(f);
	assert_int_equal(fscanf(f, "%*d (%*[^)]) %*c %d", &parent), 1);
	(void)fclose(f);
	return parent;
}

/* Nobody hangs up on it here: the shell lives on. */
static void a_guardian_that_is_killed_takes_the_console_along(void **unused)
{
	struct pty p;
	struct termios now;

	(void)unused;
	pty_open_under(&p, END_WAIT, "xterm-256color", true);
	pty_until_here(&p);
	(void)kill(parent_of(p.console), SIGKILL);
	pty_until(&p, "\033[?1049l");
	pty_until(&p, "\033[?25h");
	(void)kill(p.pid, SIGKILL);
	(void)pty_end(&p);
	assert_int_equal(tcgetattr(p.slave, &now), 0);
	pty_close(&p);
}

static void a_stopped_console_stops_its_guardian_and_comes_back_with_it(void **unused)
{
	struct pty p;
	int status = 0;

	(void)unused;
	pty_open(&p, END_WAIT, "xterm-256color");
	pty_until_here(&p);
	(void)kill(p.console, SIGTSTP);
	assert_int_equal(waitpid(p.pid, &status, WUNTRACED), p.pid);
	assert_true(WIFSTOPPED(status));
	while (pty_read(&p, 50))
		;
	assert_as_found(&p);
	text_empty(&p.out);
	(void)kill(p.pid, SIGCONT);
	pty_until(&p, "\033[?2004h");
	(void)kill(p.pid, SIGTERM);
	assert_int_equal(pty_end(&p), 0);
	pty_close(&p);
}

static void a_terminal_that_cannot_be_drawn_on_is_refused_in_words(void **unused)
{
	static const char *const names[] = { "dumb", "unknown", "", "no-such-terminal-anywhere" };

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct pty p;
		struct termios now;
		int status;

		pty_open(&p, END_QUIT, names[i]);
		status = pty_end(&p);
		assert_true(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_MISUSE);
		assert_non_null(strstr(text_c(&p.out), "need no screen"));
		assert_int_equal(tcgetattr(p.slave, &now), 0);
		assert_int_equal(now.c_lflag, p.before.c_lflag);
		pty_close(&p);
	}
}

static void nothing_but_cells_reaches_the_terminal(void **unused)
{
	struct canvas c = { 0 };

	(void)unused;
	canvas_size(&c, 1, 4);
	for (uint32_t code = 0; code < 0xa0; code++) {
		const struct cell cell = { .codepoint = code, .width = 1 };

		canvas_cell(&c, canvas_rect(&c), 0, 0, &cell);
		assert_true(c.cells[0].cell.codepoint >= 0x20 && c.cells[0].cell.codepoint != 0x7f);
		assert_false(c.cells[0].cell.codepoint > 0x7f);
	}
	canvas_clear(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_terminal_is_as_it_was_found_however_the_console_ends),
		cmocka_unit_test(signals_sent_to_the_guardian_reach_the_console),
		cmocka_unit_test(a_guardian_that_is_killed_takes_the_console_along),
		cmocka_unit_test(a_stopped_console_stops_its_guardian_and_comes_back_with_it),
		cmocka_unit_test(a_terminal_that_cannot_be_drawn_on_is_refused_in_words),
		cmocka_unit_test(nothing_but_cells_reaches_the_terminal),
	};

	(void)setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
