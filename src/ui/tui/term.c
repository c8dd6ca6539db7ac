/*
 * term — taking the terminal and giving it back, asking what it can, reading and painting.
 */
#include "ui/tui/term.h"

#include <errno.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/child/poll.h"
#include "ui/tui/outlet.h"
#include "ui/tui/painter.h"
#include "ui/tui/sane.h"

#define MODES_ON "\033[?2004h\033[?1004h"
#define MODES_OFF "\033[?1004l\033[?2004l"
#define MOUSE_ON "\033[?1002h\033[?1006h"
#define MOUSE_OFF_AGAIN "\033[?1006l\033[?1002l"
#define KEYBOARD_ON "\033[>1u" /* keys that look alike are told apart */
#define KEYBOARD_OFF "\033[<u"
/* Does it know the kitty keyboard, synchronized output? Every terminal answers the last: then the others are over. */
#define QUESTIONS "\033[?u\033[?2026$p\033[c"
#define ANSWERS_MS 300  /* until then answers may be under way, and the shell must not read them */
#define GOODBYE_MS 2000 /* how long the last words may take */
#define SEND_BYTES_MAX (4u * 1024 * 1024)
#define ROWS_UNKNOWN 24
#define COLS_UNKNOWN 80
#define NO_SCREEN_WORDS "bulkhead check, launch, runs, show and stop need no screen"

struct term {
	struct terminfo info;
	struct termios found;  /* the line's modes as they were */
	struct outlet out;
	struct painter painter;
	struct decoder decoder;
	bool mouse, keyboard;  /* wanted; switched on */
	int rows, cols, signal_fd;
	uint64_t asked_ms;
};

static void say(struct term *t, const char *bytes)
{
	text_add_string(&t->out.waiting, bytes);
}

static void say_capability(struct term *t, enum capability capability)
{
	terminfo_add(&t->info, capability, &t->out.waiting);
}

/* A terminal without another screen is older than all of these. */
static void modes_set(struct term *t, bool on)
{
	if (!t->info.keeps_screen)
		return;
	say(t, on ? MODES_ON : MODES_OFF);
	if (t->mouse)
		say(t, on ? MOUSE_ON : MOUSE_OFF_AGAIN);
	if (t->keyboard)
		say(t, on ? KEYBOARD_ON : KEYBOARD_OFF);
}

static bool terminal_refused(const struct term_wishes *wishes, struct error *err)
{
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return !error_set(err, REASON_MISUSE, "the console needs a terminal for input and output; %s", NO_SCREEN_WORDS);
	if (!wishes->name || !*wishes->name)
		return !error_set(err, REASON_MISUSE, "TERM is not set, so it is not known how to draw here; %s", NO_SCREEN_WORDS);
	if (strcmp(wishes->name, "dumb") == 0 || strcmp(wishes->name, "unknown") == 0)
		return !error_set(err, REASON_MISUSE, "the terminal \"%s\" cannot be drawn on; %s", wishes->name, NO_SCREEN_WORDS);
	return false;
}

static bool description_read(const char *name, struct terminfo *ret, struct error *err)
{
	if (terminfo_read(name, ret) && terminfo_has(ret, CAPABILITY_PLACE) && terminfo_has(ret, CAPABILITY_CLEAR))
		return true;
	terminfo_clear(ret);
	return error_set(err, REASON_MISUSE, "no terminal \"%.60s\" is known here, or it cannot place a cursor; %s", name, NO_SCREEN_WORDS);
}

bool term_keeps_screen(const char *name)
{
	struct terminfo info;
	bool keeps = !terminfo_read(name, &info) || info.keeps_screen;

	terminfo_clear(&info);
	return keeps;
}

/* Every byte as it comes, none echoed, none made a signal, none changed on the way out. */
static void line_take(const struct term *t)
{
	struct termios raw = t->found;

	raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON | PARMRK);
	raw.c_oflag &= ~(tcflag_t)OPOST;
	raw.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | IEXTEN | ISIG);
	raw.c_cc[VMIN] = 1;
	raw.c_cc[VTIME] = 0;
	(void)tcsetattr(STDIN_FILENO, TCSANOW, &raw);
}

static void arrive(struct term *t)
{
	line_take(t);
	say_capability(t, CAPABILITY_SCREEN_ENTER);
	say_capability(t, CAPABILITY_CURSOR_HIDE);
	modes_set(t, true);
	t->painter.whole = true;
	t->painter.cursor_shown = false;
}

/* Before the first frame: what a terminal shows of questions it does not understand is painted over. */
static void ask(struct term *t)
{
	if (!t->info.keeps_screen)
		return;
	say(t, QUESTIONS);
	t->asked_ms = poll_now_ms();
}

static void painter_start(struct term *t, const struct term_wishes *wishes)
{
	const struct color_facts facts = {
		.name = wishes->name, .color_term = wishes->color_term, .colors = t->info.colors, .direct = t->info.direct,
		.in_tmux = wishes->in_tmux, .no_color = wishes->no_color,
	};

	t->painter.terminal = &t->info;
	t->painter.palette = theme_palette(&facts);
	t->painter.ascii = wishes->ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
}

bool term_start(const struct term_wishes *wishes, struct term **ret, struct error *err)
{
	struct terminfo info;
	struct term *t;

	if (terminal_refused(wishes, err) || !description_read(wishes->name, &info, err))
		return false;
	t = mem_new(1, sizeof *t);
	t->info = info;
	if (tcgetattr(STDIN_FILENO, &t->found) != 0 || !sane_start(STDIN_FILENO, info.keeps_screen, &t->signal_fd, err)) {
		terminfo_clear(&t->info);
		free(t);
		return *err->text ? false : error_set_sys(err, REASON_SYSTEM, "the terminal's modes cannot be read");
	}
	t->mouse = wishes->mouse;
	outlet_open(&t->out, STDOUT_FILENO);
	painter_start(t, wishes);
	arrive(t);
	ask(t);
	outlet_push(&t->out);
	(void)term_refit(t);
	*ret = t;
	return true;
}

/* Without another screen to go back to, this one is left empty: the shell goes on below nothing that looks alive. */
static bool leave(struct term *t)
{
	modes_set(t, false);
	painter_own_cursor(&t->painter, &t->out.waiting);
	say_capability(t, CAPABILITY_PLAIN);
	if (!t->info.keeps_screen) {
		say_capability(t, CAPABILITY_CLEAR);
		terminfo_add_with(&t->info, CAPABILITY_PLACE, t->rows - 1, 0, &t->out.waiting);
	}
	say_capability(t, CAPABILITY_CURSOR_SHOW);
	say_capability(t, CAPABILITY_SCREEN_LEAVE);
	if (!outlet_drain(&t->out, GOODBYE_MS))
		return false;
	(void)tcsetattr(STDIN_FILENO, TCSADRAIN, &t->found);
	return true;
}

/* Answers that are still under way must not be typed into the shell. */
static void await_answers(struct term *t)
{
	struct typed dropped;

	while (t->asked_ms && !t->decoder.answers.over && poll_one(STDIN_FILENO, POLLIN, t->asked_ms + ANSWERS_MS)) {
		if (!term_read(t))
			return;
		while (decoder_next(&t->decoder, false, &dropped))
			;
	}
}

bool term_stop(struct term **slot)
{
	struct term *t = *slot;
	bool left;

	if (!t)
		return true;
	await_answers(t);
	left = leave(t); /* a terminal that takes nothing keeps its modes for now: the guardian sees that and waits for it */
	sane_stop();
	outlet_close(&t->out);
	decoder_clear(&t->decoder);
	painter_clear(&t->painter);
	terminfo_clear(&t->info);
	free(t);
	*slot = NULL;
	return left;
}

void term_pause(struct term *t)
{
	if (leave(t))
		return;
	text_empty(&t->out.waiting);
	t->out.sent = 0;
	sane_reset(STDIN_FILENO, t->info.keeps_screen);
	(void)tcsetattr(STDIN_FILENO, TCSADRAIN, &t->found);
}

void term_resume(struct term *t)
{
	arrive(t);
	outlet_push(&t->out);
	(void)term_refit(t);
}

int term_rows(const struct term *t)
{
	return t->rows;
}

int term_cols(const struct term *t)
{
	return t->cols;
}

bool term_ascii(const struct term *t)
{
	return t->painter.ascii;
}

bool term_refit(struct term *t)
{
	struct winsize size = { 0 };
	int rows = ROWS_UNKNOWN, cols = COLS_UNKNOWN;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0) {
		rows = size.ws_row > TERMINAL_ROWS_MAX ? TERMINAL_ROWS_MAX : size.ws_row;
		cols = size.ws_col > TERMINAL_COLS_MAX ? TERMINAL_COLS_MAX : size.ws_col;
	}
	if (rows == t->rows && cols == t->cols)
		return false;
	t->rows = rows;
	t->cols = cols;
	painter_size(&t->painter, rows, cols);
	return true;
}

int term_fd(const struct term *t)
{
	(void)t;
	return STDIN_FILENO;
}

int term_signal_fd(const struct term *t)
{
	return t->signal_fd;
}

int term_signal(struct term *t)
{
	return sane_next(t->signal_fd);
}

bool term_read(struct term *t)
{
	char bytes[16384];
	ssize_t got = read(STDIN_FILENO, bytes, sizeof bytes);

	if (got > 0)
		decoder_add(&t->decoder, bytes, (size_t)got);
	return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

static void heed_answers(struct term *t)
{
	t->painter.synchronized = t->decoder.answers.synchronized;
	if (!t->decoder.answers.keyboard || t->keyboard)
		return;
	t->keyboard = true;
	say(t, KEYBOARD_ON);
	outlet_push(&t->out);
}

bool term_next(struct term *t, bool final, struct typed *ret)
{
	bool found = decoder_next(&t->decoder, final, ret);

	heed_answers(t);
	return found;
}

bool term_waiting(const struct term *t)
{
	return decoder_has_waiting(&t->decoder);
}

void term_forget(struct term *t)
{
	decoder_clear(&t->decoder);
	(void)tcflush(STDIN_FILENO, TCIFLUSH);
}

bool term_paint(struct term *t, const struct canvas *c)
{
	outlet_push(&t->out);
	if (!outlet_idle(&t->out))
		return false;
	painter_frame(&t->painter, c, &t->out.waiting);
	outlet_push(&t->out);
	return true;
}

void term_repaint(struct term *t)
{
	t->painter.whole = true;
}

bool term_busy(const struct term *t)
{
	return !outlet_idle(&t->out);
}

int term_out_fd(const struct term *t)
{
	return t->out.fd;
}

void term_push(struct term *t)
{
	outlet_push(&t->out);
}

bool term_send(struct term *t, const char *bytes, size_t len)
{
	if (t->out.waiting.len - t->out.sent > SEND_BYTES_MAX)
		return false;
	text_add(&t->out.waiting, bytes, len);
	outlet_push(&t->out);
	return true;
}
